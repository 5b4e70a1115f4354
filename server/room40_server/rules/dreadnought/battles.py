"""The battles of the turn, one after another in order of zone (5.47, H21.6, H21.29).

Rules of this file: it knows how battles begin, follow each other and end, not how one is fought. `Conduct` is all that a
way of fighting must offer; basic combat (H6) is one, a battle on the tactical board another.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40.geometry.seachart import place
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import basic_combat, battle_news, gunnery, losses, movement, news, presence
from room40_server.rules.dreadnought.state import (
    Battle,
    Fleet,
    Happening,
    Phase,
    State,
    fleets_of,
    ships_of,
    with_fleets,
    with_item,
    without,
)
from room40_server.rules.dreadnought.tactical import impulses
from room40_server.rules.game import Refused

TACTICAL = "tactical"
"""`Setting.battles` where battles are fought on the board."""

BoardOrder = o.Basic | o.Enter | o.SetUp | o.Manoeuvre | o.FireGuns | o.FireTorpedoes | o.Keep
"""What a side may say of a battle on the tactical board."""


class Conduct(Struct, frozen=True):
    """A way of fighting a battle: all that the turn needs of it.

    `asks`: of state and zone, the sides that owe a decision before it can go on, and its kind. `go_on`: one step of the
    fight once nobody owes anything; in the end it sets `Battle.over`, with `rounds_fought`, `long`, `left`, `withdrew` as
    they came out and the ships as they are now. It must come to an end. `words`: hears a side's order.
    """

    asks: Callable[[State, str], dict[str, str]]
    go_on: Callable[[State, str, Dice], State]
    take_word: Callable[[State, Side, o.Fight], State]


def _no_word(state: State, side: Side, order: o.Fight) -> State:
    raise Refused("7.2", f"The battle in {order.zone} is fought on the tactical board.", order.zone)


BASIC = Conduct(basic_combat.asks, basic_combat.go_on, basic_combat.take_word)
ON_BOARD = Conduct(impulses.asks, impulses.go_on, _no_word)


def conduct_of(state: State, zone: str) -> Conduct:
    """How the battle in a zone is fought: on the tactical board if there is one (7.0), else by basic combat (6.0)."""
    return BASIC if state.battles[zone].board is None else ON_BOARD


def is_long(state: State, rounds: int) -> bool:
    """Whether a battle of so many rounds is a long one (7.38), by rounds on the board (7.3) or, if battles of this game are
    fought so, of basic combat (H6.7).
    """
    tables = state.setting.tables
    numbers = tables.tactical if state.setting.battles == TACTICAL else tables.basic_combat
    return rounds >= numbers.long_battle_rounds


def current(state: State) -> Battle | None:
    """The battle being fought: the first in order of zone that is not over (H21.6)."""
    return min((b for b in state.battles.values() if not b.over), key=lambda b: place(b.zone), default=None)


def step(state: State, dice: Dice) -> State:
    """Fight on; ask "fight" before each round; when all battles are over go on to after-battle orders."""
    while (battle := current(state)) is not None:
        zone = str(battle.zone)
        if not battle.opened:
            state = _open(state, zone, dice)
            if zone not in state.battles:
                continue
        conduct = conduct_of(state, zone)
        asked = conduct.asks(state, zone)
        if asked:
            return replace(state, asked=asked)
        state = conduct.go_on(state, zone, dice)
        if state.battles[zone].over:
            state = close(state, zone)
    return replace(state, phase=Phase.AFTER_BATTLE)


def fight(state: State, side: Side, order: o.Fight, dice: Dice) -> State:
    """A side's word before a round (H6)."""
    battle = current(state)
    if battle is None or battle.zone != order.zone:
        where = f"in {battle.zone}" if battle else "nowhere"
        raise Refused("H21.6", f"The battle that is being fought now is {where}.", order.zone)
    state = conduct_of(state, order.zone).take_word(state, side, order)
    return replace(state, asked=without(state.asked, side.value))


def on_board(state: State, side: Side, order: BoardOrder, dice: Dice) -> State:
    """A side's word on the tactical board (7.2, 7.3)."""
    battle = current(state)
    if battle is None or battle.zone != order.zone:
        where = f"in {battle.zone}" if battle else "nowhere"
        raise Refused("H21.6", f"The battle that is being fought now is {where}.", order.zone)
    if battle.board is None:
        raise Refused("7.2", f"The battle in {battle.zone} is not fought on the tactical board.", order.zone)
    state = impulses.hear(state, side, order, dice)
    if state.battles[order.zone].over:
        state = close(state, order.zone)
    return replace(state, asked=without(state.asked, side.value))


def _open(state: State, zone: str, dice: Dice) -> State:
    """Begin a battle: who is still there, escorts included (5.2 Escort); nobody has fired yet (5.2 Bombardment)."""
    battle = state.battles[zone]
    fleets = {side.value: _with_escorts(state, side, battle.fleets.get(side.value, ())) for side in Side}
    if not all(fleets.values()):
        return replace(state, battles=without(state.battles, zone))
    battle = replace(battle, fleets=fleets, opened=True)
    state = gunnery.begin(state, (i for ids in fleets.values() for i in ids))
    state = replace(state, battles=with_item(state.battles, zone, battle))
    if state.setting.battles == TACTICAL:
        return impulses.begin(state, zone, dice)
    return battle_news.joined(battle, state, basic_combat.forces(state, battle))


def _with_escorts(state: State, side: Side, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The fleets of a side that have a ship afloat, and the escorts that lie with these, by counter number."""
    return tuple(f.id for f in fleets_of(state, side) if ships_of(state, f) and (f.id in ids or _charge(state, f) in ids))


def _charge(state: State, fleet: Fleet) -> str:
    """The fleet whose battle is an escort's too; "" for all others, and for an escort apart from its charge (5.2 Escort)."""
    charge = presence.charge_of(state, fleet)
    return charge.id if charge is not None else ""


def close(state: State, zone: str) -> State:
    """A battle is over: its fleets have fought, a long one is remembered (7.38, H6.7), fleets without a ship are no more,
    who left the board stands in the next zone (7.33)."""
    battle = state.battles[zone]
    fought = [state.fleets[i] for ids in battle.fleets.values() for i in ids]
    late = {f.id: battle.long and f.id not in battle.early for f in fought}
    state = with_fleets(state, (replace(f, fought=state.turn, long_battle=late[f.id]) for f in fought))
    for fleet_id, beyond in sorted(battle.left.items()):
        state = movement.leave_board(state, state.fleets[fleet_id], beyond)
    figures = {"rounds": battle.rounds_fought, "long": int(battle.long)}
    ids = tuple(sorted(f.id for f in fought))
    state = news.record(state, Happening(state.turn, "battle over", zone, ids, figures=figures))
    state = losses.strike_off(state)
    left = {side: tuple(i for i in ids if i in state.fleets) for side, ids in battle.fleets.items()}
    return replace(state, battles=with_item(state.battles, zone, replace(battle, fleets=left)))

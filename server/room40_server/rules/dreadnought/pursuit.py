"""Pursuit (5.23, H21.8, H21.13).

After a basic battle a fleet on Intercept or Raiding that fought may write "pursue" into its next two slots. In each of
those turns, once both sides' orders are complete, it throws a die. On a success it goes with the quarry when fleets move
and contact is automatic; on a failure it stays, the other roll is off, and the next two slots are written anew.

A quarry that has divided is known again by its ships: the pursuer follows the part that holds most of them, and chooses
where the largest are equal. The parts are named by the labels under which their counters are in view; a counter that
nobody has seen yet is "part 1", "part 2".
"""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import STAY, Action, Slot
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import plots, presence, sight
from room40_server.rules.dreadnought.news import name_for, record, tell
from room40_server.rules.dreadnought.setting import speed_rank
from room40_server.rules.dreadnought.state import (
    Battle,
    Fleet,
    Happening,
    Phase,
    Pursuit,
    State,
    fleets_of,
    is_night,
    ships_of,
    with_fleet,
    without,
)
from room40_server.rules.game import Refused

PURSUERS = frozenset({Mission.INTERCEPT, Mission.RAIDING})


def step(state: State, dice: Dice) -> State:
    """Throw for the pursuits in hand; ask "quarry" on a tie; go on to movement (5.23)."""
    for fleet in state.fleets.values():
        if fleet.pursuit is not None:
            state = with_fleet(state, _refreshed(state, fleet))
    asked = {side.value: "quarry" for side in Side if tied(state, side) is not None}
    if asked:
        return replace(state, asked=asked)
    for fleet in (f for side in Side for f in fleets_of(state, side) if f.pursuit is not None):
        state = _roll(state, fleet, dice)
    return replace(state, phase=Phase.MOVEMENT)


def tied(state: State, side: Side) -> Fleet | None:
    """The side's first pursuer that must choose between equal parts of its quarry (H21.8)."""
    return next((f for f in fleets_of(state, side) if f.pursuit is not None and f.pursuit.parts), None)


def part_labels(state: State, fleet: Fleet) -> dict[str, str]:
    """The equal parts among which a pursuer must choose: label -> fleet (H21.8)."""
    parts = fleet.pursuit.parts if fleet.pursuit is not None else ()
    labels: dict[str, str] = {}
    for part in sorted(parts, key=lambda i: state.fleets[i].number):
        unseen = f"part {1 + sum(label.startswith('part ') for label in labels)}"
        labels[sight.label(state, fleet.side, part) or unseen] = part
    return labels


def choose_quarry(state: State, side: Side, order: o.ChooseQuarry, dice: Dice) -> State:
    """The pursuer names the part it follows (H21.8)."""
    fleet = tied(state, side)
    if fleet is None or fleet.pursuit is None or fleet.id != order.fleet:
        raise Refused("5.23", "This fleet has no quarry to choose.", order.fleet)
    labels = part_labels(state, fleet)
    if order.label not in labels:
        raise Refused("5.23", f"Choose {' or '.join(sorted(labels))}.", order.label)
    followed = ships_of(state, state.fleets[labels[order.label]])
    chosen = replace(fleet.pursuit, quarry=labels[order.label], parts=(), ships=tuple(s.id for s in followed))
    state = with_fleet(state, replace(fleet, pursuit=chosen))
    asked = state.asked if tied(state, side) is not None else without(state.asked, side.value)
    return replace(state, asked=asked)


def pursue(state: State, side: Side, order: o.Pursue, dice: Dice) -> State:
    """Write pursuit into the next two slots, in place of what stood there (5.23)."""
    fleet = state.fleets.get(order.fleet)
    if fleet is None or fleet.side != side or not ships_of(state, fleet):
        raise Refused("5.23", "You have no such fleet.", order.fleet)
    if plots.aborting(fleet) or fleet.off_board:
        raise Refused("5.23", f"Fleet {fleet.number} is going home or has left the battle, so it pursues nobody.", fleet.id)
    if fleet.mission not in PURSUERS:
        raise Refused("5.23", f"Fleet {fleet.number} is on {fleet.mission.value}; Intercept and Raiding pursue.", fleet.id)
    battle = next((b for b in state.battles.values() if fleet.id in b.fleets.get(side.value, ())), None)
    if battle is None or fleet.fought != state.turn:
        raise Refused("5.23", f"Fleet {fleet.number} has not just fought.", fleet.id)
    quarry = sight.fleet_under(state, side, order.label)
    if quarry is None or quarry.id not in battle.fleets.get(side.enemy.value, ()) or not ships_of(state, quarry):
        raise Refused(
            "5.23", f"Fleet {fleet.number} did not fight an enemy {order.label} that is still afloat.", order.label
        )
    if not may_be_pursued(battle, quarry):
        sentence = f"Enemy {order.label} did not leave the tactical map, and the sides did not lose sight of each other."
        raise Refused("5.23", sentence, order.label)
    turns = state.setting.tables.pursuit.turns
    ahead = range(state.turn + 1, state.turn + turns + 1)
    sheet = {t: s for t, s in fleet.sheet.items() if t <= state.turn}
    sheet |= {t: Slot(action=Action.PURSUE) for t in ahead if t <= state.setting.calendar.length}
    hunt = Pursuit(quarry.id, turns, ships=tuple(s.id for s in ships_of(state, quarry)), label=order.label)
    state = with_fleet(state, replace(fleet, sheet=sheet, owed=(), open_slots=(), pursuit=hunt))
    text = f"Fleet {fleet.number} is to pursue enemy {order.label} for {turns} turns (5.23)."
    return tell(state, side, "pursuit", text, "5.23", fleet.zone)


def may_be_pursued(battle: Battle, quarry: Fleet) -> bool:
    """Whether a battle lets an enemy be pursued (5.23): a basic one always; one on the board if the enemy left it, or if it
    ended because the sides lost sight of each other (7.27)."""
    return battle.board is None or battle.lost_sight or quarry.off_board


def _refreshed(state: State, fleet: Fleet) -> Fleet:
    """A pursuit at the beginning of a turn: done with, or with this turn's die to throw and its quarry known again."""
    pursuit = fleet.pursuit
    assert pursuit is not None
    if plots.slot(fleet, state.turn).action is not Action.PURSUE or not ships_of(state, fleet):
        return replace(fleet, pursuit=None)
    fought = (state.fleets[i].ships for i in (pursuit.quarry, *pursuit.parts) if i in state.fleets)
    known = pursuit.ships or tuple(ship for ships in fought for ship in ships)
    parts = _largest_parts(state, fleet.side.enemy, known)
    quarry = parts[0] if len(parts) == 1 else pursuit.quarry
    return replace(
        fleet, pursuit=replace(pursuit, quarry=quarry, rolled=False, holds=False, parts=parts if len(parts) > 1 else ())
    )


def _largest_parts(state: State, side: Side, ships: tuple[str, ...]) -> tuple[str, ...]:
    """The fleets that hold most of these ships, a counter of boats counting for its boats (H21.8)."""
    sizes = {f.id: sum(s.boats for s in ships_of(state, f) if s.id in ships) for f in fleets_of(state, side)}
    most = max(sizes.values(), default=0)
    return tuple(i for i, size in sizes.items() if size == most) if most else ()


def _roll(state: State, fleet: Fleet, dice: Dice) -> State:
    """This turn's pursuit die (5.23)."""
    pursuit, table = fleet.pursuit, state.setting.tables.pursuit
    assert pursuit is not None
    quarry = state.fleets.get(pursuit.quarry)
    if quarry is None or not ships_of(state, quarry):
        return _end(state, replace(fleet, pursuit=None), "nothing is left to pursue", stays=True)
    by_day = 0 if is_night(state) else table.day
    faster = table.faster if _all_faster(state, fleet, quarry) else 0
    die = dice.throw(f"pursuit {fleet.id}")
    total = die + by_day + faster
    holds = total >= table.needed
    happened = Happening(
        state.turn, "pursuit", fleet.zone, (fleet.id, quarry.id), (), {"total": total, "success": int(holds)}, (die,)
    )
    state = record(state, happened)
    words = [f"die {die}", *([f"+{by_day} by day"] if by_day else []), *([f"+{faster} faster"] if faster else [])]
    outcome = "keeps touch" if holds else "loses touch"
    text = (
        f"Fleet {fleet.number} {outcome} with {name_for(state, fleet.side, quarry.id)}: {', '.join(words)} = {total} (5.23)."
    )
    state = tell(state, fleet.side, "pursuit", text, "5.23", fleet.zone)
    fleet = replace(fleet, pursuit=replace(pursuit, turns=pursuit.turns - 1, rolled=True, holds=holds))
    if not holds:
        return _end(state, replace(fleet, pursuit=None), "it stays where it is", stays=True)
    if plots.slot(fleet, state.turn + 1).action is not Action.PURSUE:
        return _end(state, fleet, "", stays=False)
    return with_fleet(state, fleet)


def _all_faster(state: State, fleet: Fleet, quarry: Fleet) -> bool:
    """Whether every pursuing ship is now faster than the slowest ship pursued, escorts counted on both sides (5.23)."""
    slowest = min(speed_rank(s.speed) for f in presence.company(state, quarry) for s in ships_of(state, f))
    return all(speed_rank(s.speed) > slowest for f in presence.company(state, fleet) for s in ships_of(state, f))


def _end(state: State, fleet: Fleet, why: str, stays: bool) -> State:
    """A pursuit is over after this turn: the two slots that follow are written anew (5.23, H21.13), up to an abort."""
    ahead = state.setting.tables.planning.slots_ahead
    opened = tuple(range(state.turn + 1, min(state.turn + ahead + 1, fleet.abort_from or state.turn + ahead + 1)))
    sheet = without(fleet.sheet, *opened)
    if stays:
        sheet = {**sheet, state.turn: STAY}
    state = with_fleet(state, replace(fleet, sheet=sheet, open_slots=opened))
    if not why:
        return state
    text = f"The pursuit of Fleet {fleet.number} is over: {why} (5.23)."
    return tell(state, fleet.side, "pursuit", text, "5.23", fleet.zone)

"""A battle played on in two worlds at once, in which a side's unknown counters are quite others (7.21, 7.27).

Before every order the other world is made anew: the ships that the onlooker cannot put a name to change places with each
other, groups of them are divided, what they have left to fire and to burn is otherwise. The order is then given in both.
Unless it turns a counter up, the onlooker and the public see the same in both, to the byte.
"""

from collections.abc import Mapping
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.state import Fleet, Phase, State
from room40_server.rules.dreadnought.tactical import detection, ground
from room40_server.rules.dreadnought.tactical.board import Group, Tactical
from room40_server.rules.game import PUBLIC, Refused
from tests.dreadnought import kit
from tests.dreadnought.tactical import players, random_battles
from tests.dreadnought.tactical.board_kit import ZONE, board

Names = Mapping[str, str]
"""Ship -> who stands in her place in the other world."""


def unknown(state: State, onlooker: Side) -> list[str]:
    """The ships on the board whose counters the onlooker cannot tell."""
    known = detection.known_ships(board(state), onlooker)
    return [s.id for s in ground.ships_on(state, board(state), onlooker.enemy) if s.id not in known]


def frames(state: State, onlooker: Side) -> dict[str, bytes]:
    """What the onlooker and the public see, and what the onlooker is told who fires at every counter."""
    shown = {v: msgspec.msgpack.encode(kit.GAME.view(state, v), order="sorted") for v in (onlooker.value, PUBLIC)}
    if state.phase is Phase.BATTLES and state.asked.get(onlooker) == "gunnery":
        shown["refusals"] = "\n".join(_answers(state, onlooker)).encode()
    return shown


def _answers(state: State, onlooker: Side) -> list[str]:
    found = []
    gun = next((s.id for s in ground.ships_on(state, board(state), onlooker)), "")
    for token in sorted(detection.watch_of(board(state), onlooker).tokens):
        try:
            kit.GAME.submit(state, onlooker, o.FireGuns(ZONE, (o.Aim(gun, o.Gun.PRIMARY, token),)), SeededDice(b"0" * 32))
            found.append("accepted")
        except Refused as refused:
            found.append(f"{refused} {refused.about}")
    return found


def otherwise(state: State, onlooker: Side, rng: Random) -> tuple[State, Names, dict[str, str]]:
    """The other world, who stands in whose place there, and the groups that were divided: half -> group."""
    hidden = unknown(state, onlooker)
    changed = hidden[:]
    rng.shuffle(changed)
    names = dict(zip(hidden, changed, strict=True))
    made, halves = _divided(state, board(state), set(hidden), rng)
    made = {i: replace(g, ships=tuple(names.get(s, s) for s in g.ships)) for i, g in made.items()}
    watch = detection.watch_of(board(state), onlooker)
    tokens = {token: names.get(ship, ship) for token, ship in watch.tokens.items()}
    side = onlooker.enemy
    there = replace(
        board(state),
        groups=made,
        numbered={**board(state).numbered, side.value: 50 + board(state).numbered.get(side.value, 0)},
        watch={**board(state).watch, onlooker: replace(watch, tokens=tokens)},
        standing={s: {_named(k, names): t for k, t in was.items()} for s, was in board(state).standing.items()},
    )
    fleets = {i: _crewed(f, names) if f.side is side else f for i, f in state.fleets.items()}
    ships = {i: replace(s, torpedoes=0, fuel=1) if i in names else s for i, s in state.ships.items()}
    twin = ground.put(replace(state, fleets=fleets, ships=ships), replace(state.battles[ZONE], board=there))
    return twin, names, halves


def _named(key: str, names: Names) -> str:
    ship, _, gun = key.partition(" ")
    return f"{names.get(ship, ship)} {gun}"


def silent(state: State, side: Side) -> State:
    """The state without the fire that a side has ordered, and without that which it may order again."""
    there = board(state)
    secret = {name: getattr(there, name) for name in ("guns", "torpedoes", "standing")}
    kept = {name: {s: was for s, was in orders.items() if s != side} for name, orders in secret.items()}
    return ground.put(state, state.battles[ZONE], **kept)


def _crewed(fleet: Fleet, names: Names) -> Fleet:
    return replace(fleet, ships=tuple(names.get(s, s) for s in fleet.ships))


def _divided(state: State, there: Tactical, hidden: set[str], rng: Random) -> tuple[dict[str, Group], dict[str, str]]:
    """Groups of unknown ships in halves, now and then."""
    made, halves = dict(there.groups), {}
    for i, group in there.groups.items():
        whole = len(group.ships) > 1 and hidden >= set(group.ships) and not ground.has_tow(state, group)
        if whole and rng.random() < 0.5:
            half, at = f"{i[:2]}9{i[2:]}", rng.randrange(1, len(group.ships))
            made[half] = replace(group, id=half, ships=group.ships[at:])
            made[i] = replace(group, ships=group.ships[:at])
            halves[half] = i
    if rng.random() < 0.5:
        theirs = {ground.side_of(g) for i, g in made.items() if set(g.ships) & hidden}
        made = {i: g for turn in (False, True) for i, g in reversed(made.items()) if (ground.side_of(g) in theirs) is turn}
        made |= {i: made.pop(i) for i in there.groups if ground.side_of(made[i]) not in theirs}
    return made, halves


def same_there(order: o.Order, names: Names, halves: Mapping[str, str]) -> o.Order | None:
    """The hidden side's order in the other world, None if it cannot be the same for the eye."""
    if isinstance(order, o.Manoeuvre):
        if order.detach or order.merge or order.cast_off:
            return None
        return replace(order, moves=order.moves | {h: order.moves[g] for h, g in halves.items() if g in order.moves})
    return order if isinstance(order, o.FireGuns | o.FireTorpedoes | o.Basic) else None


def fired_unknown(before: State, after: State, hidden: list[str]) -> bool:
    """Whether a ship that the onlooker cannot name has fired: how many dice it throws is seen."""
    new = [fact for number, fact in after.record.items() if number not in before.record]
    return any(f.what.startswith(("fire", "torpedoes")) and f.ships[0] in hidden for f in new)


def made_out(before: State, after: State, onlooker: Side) -> bool:
    """Whether a counter was turned up."""
    met = [detection.watch_of(board(s), onlooker).glimpses.keys() for s in (before, after)]
    return met[0] != met[1] or bool(set(detection.known_ships(board(after), onlooker)) & set(unknown(before, onlooker)))


def play(seed: int) -> int:
    """Play a battle at random; how many orders were compared."""
    rng, dice = Random(seed), seed.to_bytes(32, "big")
    state, compared, thrown = random_battles.battle(seed), 0, 0
    while state.phase is Phase.BATTLES and state.asked:
        seat = rng.choice(sorted(state.asked))
        order = players.answer(kit.GAME.view(state, seat), rng, leaves=0.6, bold=rng.random() < 0.5)
        here = SeededDice(dice, thrown)
        after = kit.GAME.submit(state, seat, order, here)
        for onlooker in Side:
            compared += _alike(state, after, seat, order, onlooker, SeededDice(dice, thrown), rng)
        state, thrown = after, here.count
    return compared


def _alike(state: State, after: State, seat: str, order: o.Order, onlooker: Side, dice: SeededDice, rng: Random) -> bool:
    hidden = unknown(state, onlooker)
    if not hidden or not board(state).step:
        return False
    twin, names, halves = otherwise(state, onlooker, rng)
    assert frames(twin, onlooker) == frames(state, onlooker) == frames(silent(twin, onlooker.enemy), onlooker)
    there = order if seat == onlooker else same_there(order, names, halves)
    if there is None:
        return False
    try:
        twin = kit.GAME.submit(twin, seat, there, dice)
    except Refused:
        assert seat != onlooker, "an onlooker's order is refused for what it cannot know"
        return False  # other ships, which are too slow for it
    assert after.phase is twin.phase
    if any(fired_unknown(state, s, hidden) for s in (after, twin)):
        return False
    if after.phase is Phase.BATTLES and any(made_out(state, s, onlooker) for s in (after, twin)):
        return False
    assert frames(twin, onlooker) == frames(after, onlooker), f"{seat} {order}"
    if onlooker in state.asked and onlooker in after.asked and seat != onlooker:
        assert frames(after, onlooker) == frames(state, onlooker)  # a fire order that is not resolved costs nothing
    return True


@pytest.mark.clause("7.21", "7.27", "7.33", "H7.5", "H21.9")
@pytest.mark.parametrize("seeds", [range(7), pytest.param(range(7, 60), marks=pytest.mark.slow)])
def test_a_battle_goes_on_alike_for_the_onlooker_whoever_the_counters_are_that_he_cannot_name(seeds: range) -> None:
    compared = [play(seed) for seed in seeds]
    assert sum(compared) > 10 * len(seeds), compared

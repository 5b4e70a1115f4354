"""Two battles that differ only in what a side may not know look the same to that side, to the byte (7.21, 7.27).

The hidden force is quite another in the twin: other ships, other speeds, other fleets. It does the same as far as the enemy
can see it, hex by hex, until a counter of it is turned up; until then the enemy and the public are sent the same.
"""

from random import Random

import msgspec
import pytest

from room40.dreadnought import orders as o
from room40.dreadnought.boardplay import destinations
from room40.dreadnought.orders import Side
from room40.geometry.hexgrid import Board
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.dreadnought.tactical import detection, ground, groups
from room40_server.rules.game import PUBLIC, Refused
from tests.dreadnought import kit
from tests.dreadnought.tactical import players
from tests.dreadnought.tactical.board_kit import ZONE, at_sea, board

HIDDEN = (
    ["Seydlitz", "Moltke", "Rostock", "German TB #1"],
    ["German TB #1", "German TB #2", "German TB #3", "German TB #4"],
    ["Roon", "Luebeck", "Albatross", "Breslau"],
    ["Goeben", "Derfflinger", "Von der Tann", "Bluecher"],
)
OWN = ["Lion", "Tiger", "Southampton", "L/M-class DD #1"]


def frames(state: State) -> dict[str, bytes]:
    """What the two who may not know are sent, and who is waited for."""
    shown = {v: msgspec.msgpack.encode(kit.GAME.view(state, v), order="sorted") for v in (Side.EN, PUBLIC)}
    return {**shown, "waiting": msgspec.json.encode(sorted(kit.GAME.waiting(state).items()))}


def start(ships: list[str], first: str, **more: object) -> State:
    return at_sea({"CP-1": kit.fleet("intercept", ships, ZONE, came_from="D3"), "EN-1": OWN}, first=first, **more)


def seen(state: State) -> bool:
    """Whether any counter of the hidden side has been turned up."""
    return bool(detection.watch_of(board(state), Side.EN).glimpses)


def hidden_moves(states: list[State], rng: Random) -> list[o.Order]:
    """The same for the eye in every twin: all of a hex go to one other, where all of them may move in all twins."""
    grid = Board()
    moves: list[dict[str, str]] = [{} for _ in states]
    stacks = [ground.standing(board(s), Side.CP) for s in states]
    for hex_ in sorted(stacks[0]):
        here = [[g for g in ground.groups_of(board(s), Side.CP) if g.hex == hex_] for s in states]
        able = all(groups.may_move(s, s.battles[ZONE], g) for s, gs in zip(states, here, strict=True) for g in gs)
        near = [d for d in destinations(grid, hex_, ()) if d not in {str(h) for h in stacks[0]}]
        if able and near and rng.random() < 0.7:
            to = rng.choice(near)
            if not any(to in m.values() for m in moves):
                for made, gs in zip(moves, here, strict=True):
                    made |= {g.id: to for g in gs}
    return [o.Manoeuvre(ZONE, m) for m in moves]


def answers(states: list[State], seat: str, rng: Random) -> list[o.Order]:
    kind = states[0].asked[seat]
    if kind == "keep":
        return [keep(s, seat) for s in states]
    if seat == Side.CP:
        if kind == "set up":
            return [o.SetUp(ZONE) for _ in states]
        return hidden_moves(states, rng) if kind == "manoeuvre" else [_nothing(kind) for _ in states]
    order = players.answer(kit.GAME.view(states[0], seat), rng, leaves=0.0)
    return [order for _ in states]


def keep(state: State, seat: str) -> o.Order:
    """The first of the parts among which a divided fleet's owner may choose."""
    ask = kit.GAME.view(state, seat).ask
    return o.Keep(ZONE, ask.fleet, ask.choices[0])


def _nothing(kind: str) -> o.Order:
    return o.FireGuns(ZONE) if kind == "gunnery" else o.FireTorpedoes(ZONE)


def refusals(state: State) -> list[str]:
    """What a side is told that fires at counters which it may not fire at, at the hidden and at those that are not."""
    found = []
    for token in [*detection.watch_of(board(state), Side.EN).tokens, "c99"]:
        try:
            kit.GAME.submit(state, Side.EN, o.FireGuns(ZONE, (o.Aim("lion", o.Gun.PRIMARY, token),)), kit.dice())
            found.append("accepted")
        except Refused as refused:
            found.append(f"{refused} {refused.about}")
    return found


def compare(seed: int, **more: object) -> int:
    """Play two twins until the hidden side is seen; how many states were compared."""
    rng = Random(seed)
    states = [start(ships, rng.choice(("CP",)) if seed % 2 else "EN", **more) for ships in rng.sample(HIDDEN, 2)]
    dice = [SeededDice(bytes([seed % 250])) for _ in states]
    compared = 0
    while all(s.phase is Phase.BATTLES and s.asked for s in states):
        if any(map(seen, states)):
            break
        assert frames(states[0]) == frames(states[1])
        assert refusals(states[0]) == refusals(states[1])
        compared += 1
        seat = sorted(states[0].asked)[0]
        orders = answers(states, seat, rng)
        states = [kit.GAME.submit(s, seat, order, d) for s, order, d in zip(states, orders, dice, strict=True)]
    if states[0].phase is Phase.AFTER_BATTLE and not any(map(seen, states)):
        assert frames(states[0]) == frames(states[1])
        compared += 1000
    return compared


@pytest.mark.clause("7.21", "7.27", "H21.9")
@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("light", ["day", "night"])
def test_what_face_down_counters_are_never_shows(light: str, blind: bool) -> None:
    compared = sum(compare(seed, light=light, setting={"blind": blind}) for seed in range(12))
    assert compared % 1000 > 40
    assert compared > 1000 or light == "day"  # by night some battles end with nobody found


@pytest.mark.clause("7.31", "H7.5")
def test_fire_orders_are_secret_until_both_are_in() -> None:
    from tests.dreadnought.tactical.board_kit import on_board, say

    state = on_board({"CP": {"0,0": ["Goeben", "Breslau"]}, "EN": {"1,0": ["Lion", "Dublin"]}}, step=3)
    assert state.asked == {"CP": "gunnery", "EN": "gunnery"}
    tokens = list(detection.watch_of(board(state), Side.CP).tokens)
    shots = [
        o.FireGuns(ZONE),
        o.FireGuns(ZONE, (o.Aim("goeben", o.Gun.PRIMARY, tokens[0]), o.Aim("breslau", o.Gun.TERTIARY, tokens[1]))),
        o.FireGuns(ZONE, free=True),
    ]
    assert len({msgspec.json.encode(frames(say(state, "CP", order)), order="sorted") for order in shots}) == 1


SET_UPS: tuple[dict[str, list[str]], ...] = (
    {"5,-2": OWN},
    {"5,-3": OWN[:2], "5,-2": OWN[2:]},
    {"4,-2": OWN},
    {"3,-1": OWN},
    {"1,0": OWN},
    {"0,0": OWN},
    {},
)


def set_up_answers(state: State) -> list[str]:
    """What the side with initiative is told of set-ups of all kinds: the clause that refuses each, or that it may be."""
    from tests.dreadnought.tactical.board_kit import fault

    return [fault(state, Side.EN, places) for places in SET_UPS]


@pytest.mark.clause("H21.9", "7.24", "7.28")
@pytest.mark.parametrize("surprise", [False, True])
@pytest.mark.parametrize(("light", "weather"), [("day", 2), ("day", 6), ("night", 1), ("night", 6)])
def test_blind_nothing_in_the_set_up_tells_where_the_enemy_stands_or_how_many_he_is(
    light: str, weather: int, surprise: bool
) -> None:
    from tests.dreadnought.tactical.board_kit import say

    forces = (["Goeben"], [f"German TB #{n}" for n in range(1, 25)])
    seen = []
    for ships in forces:
        fleets = {
            "CP-1": kit.fleet("intercept", ships, ZONE),
            "EN-1": kit.fleet("intercept", OWN, ZONE, came_from="D5"),
        }
        state = at_sea(
            fleets, first="EN", light=light, weather=weather, surprise=surprise, setting={"blind": True}
        )  # fmt: skip
        state = say(state, "CP", o.SetUp(ZONE))
        seen.append((frames(state), set_up_answers(state)))
        near = sorted(ground.standing(board(state), Side.CP))
        after = board(say(state, "EN", o.SetUp(ZONE)))
        assert not set(ground.standing(after, Side.EN)) & set(near)
    assert seen[0] == seen[1]


@pytest.mark.clause("H21.9", "7.28", "H21.14")
def test_blind_a_stack_that_would_land_on_the_enemy_stops_adjacent_and_sees_him_there() -> None:
    from tests.dreadnought.tactical.board_kit import hex_at, say

    fleets = {"CP-1": ["Goeben"], "EN-1": kit.fleet("intercept", OWN, ZONE, came_from="D3")}
    state = at_sea(fleets, first="EN", light="night", surprise=True, setting={"blind": True})
    state = say(state, "CP", o.SetUp(ZONE))
    hidden = ground.groups_of(board(state), Side.CP)[0]
    there = {hidden.id: type(hidden)(hidden.id, hidden.fleet, hex_at("-3,1"), hidden.ships)}
    state = ground.put(state, state.battles[ZONE], groups=there)
    state = say(state, "EN", o.SetUp(ZONE, {"-3,1": tuple(kit.slug(n) for n in OWN)}))
    assert {str(h) for h in ground.standing(board(state), Side.EN)} <= {"-4,2", "-4,1"}
    assert kit.GAME.view(state, Side.EN).board[ZONE].stacks["CP"].keys() == {"-3,1"}


@pytest.mark.clause("H21.9", "7.31")
@pytest.mark.parametrize("step", range(2, 21))
@pytest.mark.parametrize("light", ["day", "night"])
def test_blind_who_is_asked_does_not_tell_of_ships_that_nobody_sees(step: int, light: str) -> None:
    from tests.dreadnought.tactical.board_kit import on_board

    hidden = ({}, {"-3,0": ["German TB #1"]}, {"-2,0": ["Moltke", "Breslau"]})
    if light == "day":
        hidden = ({}, {"-5,0": ["German TB #1"]}, {"-4,0": ["Moltke", "Breslau"]})
    seen = []
    for more in hidden:
        hexes = {"CP": {"0,0": ["Roon"], **more}, "EN": {"1,0": ["Canada"]}}
        seen.append(frames(on_board(hexes, step=step, light=light, setting={"blind": True})))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.clause("H21.18", "7.33", "7.21")
def test_who_is_asked_about_a_divided_fleet_does_not_tell_whether_it_was_divided_into_equal_parts() -> None:
    from tests.dreadnought.tactical.board_kit import group, on_board, say

    hexes = {"CP": {"-5,2": ["Goeben"], "1,0": ["Breslau", "Roon", "Rostock", "Kolberg"]}, "EN": {"5,0": ["Dublin"]}}
    shares = (
        {"CP-1": ["Goeben", "Breslau"], "CP-2": ["Roon", "Rostock", "Kolberg"]},  # in equal parts
        {"CP-1": ["Goeben", "Breslau", "Roon"], "CP-2": ["Rostock", "Kolberg"]},  # in unequal ones
        {"CP-1": ["Goeben"], "CP-2": ["Breslau", "Roon", "Rostock", "Kolberg"]},  # not at all
    )
    seen = []
    for share in shares:
        fleets = {i: kit.fleet("intercept", ships, ZONE) for i, ships in share.items()}
        state = on_board(hexes, step=18, fleets={**fleets, "EN-1": kit.fleet("intercept", ["Dublin"], ZONE)})
        near = {group(state, n): "0,0" for n in ("Breslau", "Roon", "Rostock", "Kolberg")}
        state = say(state, "CP", o.Manoeuvre(ZONE, {group(state, "Goeben"): "off W", **near}))
        seen.append(frames(state))
        assert state.asked == {"CP": "keep"}
        assert len(kit.GAME.view(state, "CP").ask.choices) == (2 if not seen[1:] else 1)
        say(state, "CP", keep(state, "CP"))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.clause("H21.9", "7.33")
def test_blind_a_ship_that_nobody_sees_at_the_far_edge_does_not_keep_the_others_from_being_moved_back() -> None:
    from tests.dreadnought.tactical.board_kit import at, group, on_board, say

    seen = []
    for hidden in ({}, {"5,-3": ["Courbet"]}, {"2,1": ["Courbet"]}):
        hexes = {"CP": {"-3,2": ["Breslau"], **hidden}, "EN": {"-5,2": ["Dublin"]}}
        state = on_board(hexes, step=6, first="EN", setting={"blind": True})
        state = say(state, "EN", o.Manoeuvre(ZONE, {group(state, "Dublin"): "off W"}))
        seen.append(frames(state))
        assert at(state, "Breslau") == "-2,1"
        assert not hidden or at(state, "Courbet") in ("5,-3", "3,0")
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.clause("7.33", "7.21")
def test_ships_that_leave_unseen_do_not_tell_how_they_are_grouped() -> None:
    from tests.dreadnought.tactical.board_kit import on_board, say

    seen = []
    for ships in (["Goeben", "Moltke", "Seydlitz"], ["Goeben", "Breslau", "German TB #1"]):  # one group, and three
        hexes = {"CP": {"-5,2": ships, "2,0": ["Kolberg"]}, "EN": {"5,0": ["Dublin"]}}
        state = on_board(hexes, step=14)
        west = [g.id for g in ground.groups_of(board(state), Side.CP) if str(g.hex) == "-5,2"]
        state = say(state, "CP", o.Manoeuvre(ZONE, dict.fromkeys(west, "off W")))
        assert sum("3 counters of" in line.text for line in kit.GAME.view(state, "EN").log.values()) == 1
        seen.append(frames(state))
    assert seen[0] == seen[1]

"""No leak, over whole games: twins that differ in a secret of one side look the same to all others (H21).

Three ways: every position of a game against its twins; the same orders given in both, refusals too, before the secret
can be known; and whole turns played in both, until something that may be known comes of the difference.
"""

from random import Random

import pytest
from msgspec.structs import replace

from room40.dreadnought.orders import Commit, FleetId, Merge, Mission, Order, Plot, Side, Tow
from room40.geometry.seachart import Zone
from room40.protocol import codec
from room40_server.bots.random_player import RandomPlayer
from room40_server.rules.dreadnought import sight
from room40_server.rules.dreadnought.state import Phase, State, with_fleets
from room40_server.rules.game import PUBLIC, Refused
from tests.dreadnought.games import DiceByPurpose, made_up, play
from tests.dreadnought.kit import GAME
from tests.dreadnought.leak_twins import ALL, QUIET

pytestmark = [pytest.mark.clause("H21.10"), pytest.mark.slow]
GAMES = range(4)


def others(side: Side) -> tuple[str, str]:
    return side.enemy.value, PUBLIC


def shown(state: State, viewpoint: str) -> bytes:
    return codec.encode(GAME.view(state, viewpoint))


def assert_same(one: State, two: State, side: Side, what: str) -> None:
    """Nobody but `side` sees which of the two it is."""
    for viewpoint in others(side):
        if shown(one, viewpoint) != shown(two, viewpoint):
            assert GAME.view(one, viewpoint) == GAME.view(two, viewpoint), f"{what} shows to {viewpoint}"
            raise AssertionError(f"{what} shows to {viewpoint} in the bytes alone")


def positions(seed: int) -> tuple[list[State], list[tuple[State, str, Order]], State]:
    """A game at random: every position of it; each order with the position it was given in; the end."""
    states: list[State] = []
    orders: list[tuple[State, str, Order]] = []

    def watch(before: State, seat: str, order: Order, after: State) -> None:
        orders.append((before, seat, order))
        states.append(after)

    players = {side.value: RandomPlayer(side, seed) for side in Side}
    end = play(made_up(seed), players, DiceByPurpose(str(seed)), Random(seed), watch)
    return states, orders, end


@pytest.mark.parametrize("seed", GAMES)
def test_every_position_of_a_game_looks_the_same_as_its_twins(seed: int) -> None:
    rng = Random(seed)
    states, _, _ = positions(seed)
    for state in states[::3]:
        if state.phase in (Phase.OVER, Phase.BATTLES):
            continue
        side, change = rng.choice(list(Side)), rng.choice(ALL)
        twin = change(state, side, rng)
        assert_same(state, twin, side, f"{change.__name__} in turn {state.turn}, {state.phase.value}")


def nonsense(state: State, seat: str, rng: Random) -> list[Order]:
    """Orders that will mostly be refused: other fleets', other zones, other slots."""
    ids: list[FleetId] = [*sorted(state.fleets), f"{seat}-39"]
    zones = sorted(state.setting.chart.zones())
    plots: list[Order] = [
        Plot(
            rng.choice(ids),
            rng.randint(1, state.setting.calendar.length + 2),
            rng.choice([rng.choice(zones), "stay", "K7/Q9"]),
        )
        for _ in range(6)
    ]
    return [*plots, Plot(rng.choice(ids), state.turn + 2, f"{rng.choice(zones)} port"), Merge(ids[0], ids[-1])]


def feelers(state: State, seat: str) -> list[Order]:
    """Plots that feel for what may lie in every zone round about, and in every port."""
    fleets = GAME.view(state, seat).fleets.items()
    found: list[Order] = []
    for fleet_id, fleet in fleets:
        for turn in fleet.open[:1]:
            start = Zone(fleet.plot_from[str(turn)].split()[0])
            for zone in (start, *state.setting.chart.neighbours(start).values()):
                found += [Plot(fleet_id, turn, zone), Plot(fleet_id, turn, f"{zone} port")]
    return found


def all_hidden(state: State, seat: str) -> State:
    """The position with every raider off the map, so that there is something to feel for; as the seat has looked at it."""
    raiders = [replace(f, on_map=False) for f in state.fleets.values() if f.mission is Mission.RAIDING and f.side != seat]
    return sight.look(with_fleets(state, raiders))


def answer(state: State, seat: str, order: Order, dice: DiceByPurpose) -> tuple[State, object]:
    """What becomes of an order: the state, and what the seat is told."""
    try:
        return GAME.submit(state, seat, order, dice), "done"
    except Refused as refused:
        return state, (refused.clause, refused.sentence, refused.about)


@pytest.mark.parametrize("seed", GAMES)
def test_orders_meet_with_the_same_answers_in_twins_and_secret_ones_show_to_nobody(seed: int) -> None:
    rng = Random(seed)
    _, orders, _ = positions(seed)
    openings = [
        s for s, _, order in orders if s.phase is Phase.ORDERS and len(s.asked) == 2 and not isinstance(order, Commit)
    ]
    for state in rng.sample(openings, min(8, len(openings))):
        side, change = rng.choice(list(Side)), rng.choice(ALL)
        seat, dice = side.enemy.value, DiceByPurpose("none")
        one = all_hidden(state, seat)
        two = change(one, side, rng)
        for order in [
            *nonsense(one, seat, rng),
            *feelers(one, seat),
            *RandomPlayer(seat, seed).decide(GAME.view(state, seat)),
        ]:
            (one, told), (two, told_twin) = answer(one, seat, order, dice), answer(two, seat, order, dice)
            assert told == told_twin, f"{change.__name__}: {order}"
            if rng.random() < 0.3:
                for secret in RandomPlayer(side, seed + 1, restless=0.8).decide(GAME.view(two, side)):
                    two = two if isinstance(secret, Commit) else answer(two, side, secret, dice)[0]
                assert_same(one, two, side, f"{change.__name__} with {order} in turn {state.turn}")
        assert_same(one, two, side, f"{change.__name__} in turn {state.turn}")


def told_apart(one: State, two: State) -> bool:
    """Whether something came of the difference that may be known: it is in the umpire's record, or a field was found."""
    facts = [[list(s.record.values()), [m.known for m in s.mines.values() if len(m.known) > 1]] for s in (one, two)]
    return facts[0] != facts[1]


@pytest.mark.parametrize("seed", GAMES)
def test_a_turn_looks_the_same_in_twins_until_something_comes_of_the_difference(seed: int) -> None:
    """Movement, hidden dice, searches and passages included: dice are thrown by purpose, so that a die more shifts none."""
    rng = Random(seed)
    _, orders, _ = positions(seed)
    starts = [at for at, (s, _, _) in enumerate(orders) if s.phase is Phase.ORDERS and len(s.asked) == 2]
    compared = 0
    for at in rng.sample(starts, min(10, len(starts))):
        side, change = rng.choice(list(Side)), rng.choice(QUIET)
        one, dice = orders[at][0], DiceByPurpose(f"{seed} {at}")
        two, dice_twin = change(one, side, rng), dice.copy()
        for _, seat, order in orders[at : at + 80]:
            (one, told), (two, told_twin) = answer(one, seat, order, dice), answer(two, seat, order, dice_twin)
            in_tow = isinstance(order, Tow)  # a ship that changed fleets takes her tow, and the slowness, with her
            may_be_known = told_apart(one, two) or one.checks or told != told_twin or in_tow
            if may_be_known or Phase.OVER in (one.phase, two.phase):
                break
            assert_same(one, two, side, f"{change.__name__} after {order} in turn {one.turn}")
            compared += 1
    assert compared > 10


def test_looking_once_more_changes_nothing_in_a_game() -> None:
    states, _, _ = positions(3)
    for state in states[::5]:
        if state.phase not in (Phase.ORDERS, Phase.PURSUIT, Phase.PLAN, Phase.OVER):
            assert replace(sight.look(state), log=state.log).sightings.keys() == state.sightings.keys()

"""What the map offers to units as one trip, the rules accept as the moves it is made of."""

import pytest

from room40.combined_arms.reach import Reach
from room40_client.tui.combined_arms.ferrying import trips
from room40_client.tui.combined_arms.picking import groups
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import Refused
from tests.client.combined_arms.tables import two_islands
from tests.combined_arms.kit import GAME, dice
from tests.combined_arms.random_player import RandomPlayer

MOVES = ("combat move", "non-combat move")


def positions(seed: int, number: int) -> list[State]:
    """Moments of a game at random in which moves are asked for."""
    state, thrown, player = two_islands(), SeededDice(bytes([seed]) * 32), RandomPlayer(seed)
    found: list[State] = []
    while len(found) < number and state.asked:
        seat = next(iter(state.asked))
        if state.asked[seat] in MOVES:
            found.append(state)
        state = player.play(state, thrown)
    return found


@pytest.mark.clause("K3.8")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_every_trip_that_is_offered_is_accepted(seed: int) -> None:
    seen = 0
    for state in positions(seed, 12):
        seat = next(iter(state.asked))
        of = view(state, seat)
        reach = Reach(of)
        for space in of.setting.spaces:
            for group in groups(of, reach, space):
                for trip in trips(of, reach, group.ids[:1]):
                    if len(trip.moves) < 2:
                        continue
                    made = state
                    for move in trip.moves:
                        try:
                            made = GAME.submit(made, seat, move, dice())
                        except Refused as no:
                            raise AssertionError(f"{trip}: {no.sentence}") from no
                    seen += 1
    assert seen

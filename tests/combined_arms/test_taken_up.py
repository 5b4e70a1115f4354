"""A game taken up from its record at any moment goes on as if it had never been laid down, to the byte."""

import pytest

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.protocol import codec
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import PUBLIC
from tests.combined_arms.games import Game
from tests.combined_arms.kit import GAME, game


def taken_up(state: State) -> State:
    """A state as the record keeps it: every map in the order of its keys."""
    return codec.shape(codec.unpack(codec.encode(state)), State)


class LaidDown(Game):
    """A game that begins as a table's does, and is laid down and taken up again at some of its orders."""

    def __init__(self, scenario: str, seed: int, every: int) -> None:
        super().__init__(scenario, seed, views=False)
        self.state = taken_up(self.state)
        self.seed = f"{scenario} {seed}".encode().ljust(32)
        self.every = every
        self.compared = 0

    def give(self, seat: str, order: Order) -> bool:
        order = codec.shape_any(codec.unpack(codec.encode(order)), o.Order)  # as a table takes it
        before, thrown = self.state, self.dice.count
        done = super().give(seat, order)
        if done and self.watch.steps % self.every == 0:
            self.compared += 1
            after = GAME.submit(taken_up(before), seat, order, SeededDice(self.seed, thrown))
            assert codec.encode(after) == codec.encode(self.state)
            for viewpoint in (*after.setting.seats, PUBLIC):
                assert codec.encode(view(after, viewpoint)) == codec.encode(view(self.state, viewpoint))
        return done


@pytest.mark.parametrize(
    "scenario, seed, every",
    [("two-islands", 11, 1), pytest.param("world-1942", 12, 11, marks=pytest.mark.slow)],
)
def test_a_game_taken_up_at_any_moment_goes_on_the_same(scenario: str, seed: int, every: int) -> None:
    played = LaidDown(scenario, seed, every)
    played.play()
    assert played.compared > 30


@pytest.mark.clause("K5.11")
def test_the_battles_to_choose_from_are_named_in_the_same_order() -> None:
    state = game(
        "6-front home-front 5-6", lands={"home": "Germans 2", "front": "British 3"}, phase="combat",
        units={"6": "1 cruiser Germans, 1 cruiser British", "front": "1 tank Germans, 1 infantry British"},
    )  # fmt: skip
    state = advance(state, SeededDice(bytes(32)))
    assert len(view(state, "germans").ask.choices) == 2
    assert view(state, "germans").ask.choices == view(taken_up(state), "germans").ask.choices

"""What is sent down the line, in bytes, counted in a real terminal: the figures are exact and repeat."""

from collections.abc import Iterator

import pytest
from benchmarks.terminal import Terminal, room40
from msgspec import Struct

pytestmark = pytest.mark.slow

MOVE = {"lean": 60, "ascii": 60, "rich": 110}
DIALOGUE = 2048
FIRST_SCREEN = 4096
SIZES = [(80, 24), (120, 40)]
RIGHT, LEFT, UP, DOWN, ESCAPE = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B", "\x1b"
NORTH_EAST, SOUTH_WEST = "u", "b"


class Chart(Struct):
    """The chart in a terminal, the cursor on the open sea; what the first screen cost."""

    profile: str
    terminal: Terminal
    first: int

    def cost(self, *keys: str) -> list[int]:
        """What each of some keys costs."""
        return [self.terminal.type(key)[0] for key in keys]


@pytest.fixture(scope="module", params=[(n, s) for n in MOVE for s in SIZES], ids=lambda p: f"{p[0]}-{p[1][0]}x{p[1][1]}")
def chart(request: pytest.FixtureRequest, seats: dict[str, str]) -> Iterator[Chart]:
    profile, (columns, lines) = request.param
    with room40("join", "--profile", profile, seats["CP"], columns=columns, lines=lines) as terminal:
        terminal.wait_for("to the chart")
        terminal.settle()
        first = len(terminal.heard)
        terminal.press(ESCAPE)
        terminal.wait_for("w write")
        terminal.settle()
        yield Chart(profile, terminal, first)


def test_the_first_screen_is_small(chart: Chart) -> None:
    assert chart.first <= FIRST_SCREEN


def test_a_move_of_the_cursor_costs_as_much_on_every_screen(chart: Chart) -> None:
    chart.cost(".", *[RIGHT] * 3)
    costs = chart.cost(RIGHT, RIGHT, DOWN, DOWN, LEFT, RIGHT, SOUTH_WEST, NORTH_EAST, UP, UP, LEFT)
    assert all(0 < cost <= MOVE[chart.profile] for cost in costs), str(costs)


def test_a_zone_of_which_there_is_more_to_say_costs_its_words_more(chart: Chart) -> None:
    there = chart.cost(".", RIGHT, LEFT)[-1]
    said = "coast, Messina (neutral, minor port)  Fleet 1 raiding"
    assert said in chart.terminal.text
    assert there <= MOVE[chart.profile] + len(said) + len("\x1b[1;36m\x1b[m")
    assert chart.cost(RIGHT)[0] <= MOVE[chart.profile] + len("sea")


def test_a_redraw_of_what_has_not_changed_costs_nothing(chart: Chart) -> None:
    terminal = chart.terminal
    terminal.type("s")
    whole, _ = terminal.type(ESCAPE)
    assert whole > 1000, "the chart covers the signals again"
    before = bytes(terminal.heard)
    terminal.type(",")  # a key that means nothing
    assert bytes(terminal.heard) == before


def test_nothing_is_sent_while_nothing_happens(chart: Chart) -> None:
    terminal = chart.terminal
    terminal.type("w")  # a line of text with its cursor
    before = len(terminal.heard)
    terminal.settle(2.0)
    assert len(terminal.heard) == before
    terminal.type(ESCAPE)


@pytest.mark.parametrize("key", ["m", "g", "w", "C"])
def test_a_dialogue_is_small(chart: Chart, key: str) -> None:
    terminal = chart.terminal
    opened, _ = terminal.type(key)
    closed, _ = terminal.type(ESCAPE)
    assert 0 < opened <= DIALOGUE
    assert 0 < closed <= DIALOGUE

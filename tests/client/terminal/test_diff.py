"""What is sent for a change gives, on a terminal that shows the old, exactly the new, and costs as little as it may."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes

from room40_client.terminal.cells import Grid, Page
from room40_client.terminal.diff import CLEAR, difference
from room40_client.terminal.styles import PLAIN, Style, told
from tests.client.terminal.emulator import Emulator

WIDTH, HEIGHT = 24, 5
SIGNS = ["a", "b", " ", " ", "ä", "─", "漢", "국", "e\u0301"]
LOOKS = ["", "", "1", "36", "1;36", "7", "4;31", "44", "2;48;5;17"]


@st.composite
def pages(draw: st.DrawFn) -> Page:
    """A page on which words were written here and there, one over the other."""
    page = Page(WIDTH, HEIGHT)
    for _ in range(draw(st.integers(0, 12))):
        x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
        look = draw(st.sampled_from(LOOKS))
        words = "".join(draw(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=18)))
        list(page.read(f"\x1b[{y + 1};{x + 1}H\x1b[{look}m{words}\x1b[0m"))
    return page


def shown(grid: Grid) -> Emulator:
    """A terminal that shows a grid, written cell by cell."""
    terminal = Emulator(grid.width, grid.height)
    for y in range(grid.height):
        for x in range(grid.width):
            if grid.text[y][x]:
                style = grid.style[y][x]
                codes = [str(code) for code in range(1, 10) if style.flags >> code & 1]
                sgr = ";".join(["0", *codes, *filter(None, (style.fore, style.back))])
                terminal.feed(f"\x1b[{sgr}m\x1b[{y + 1};{x + 1}H{grid.text[y][x]}")
    terminal.feed("\x1b[m\x1b[H")
    return terminal


@settings(max_examples=150, deadline=None)
@given(pages(), pages(), st.none() | st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1)))
def test_the_bytes_from_one_screen_to_another_give_the_other(old: Page, new: Page, rest: tuple[int, int] | None) -> None:
    terminal, wanted = shown(old.grid), shown(new.grid)
    sent, pen = difference(old.grid, new.grid, (0, 0), rest)
    terminal.feed(sent)
    assert terminal.looks() == wanted.looks()
    if rest is not None:
        assert pen == rest == (terminal.screen.cursor.x, terminal.screen.cursor.y)
    elif pen is not None:
        assert pen == (terminal.screen.cursor.x, terminal.screen.cursor.y)


@settings(max_examples=60, deadline=None)
@given(st.lists(pages(), min_size=3, max_size=6))
def test_screen_after_screen_the_terminal_shows_the_last(run: list[Page]) -> None:
    terminal, before, pen = Emulator(WIDTH, HEIGHT), Grid(WIDTH, HEIGHT), None
    terminal.feed(CLEAR)
    for page in run:
        sent, pen = difference(before, page.grid, pen, (1, 1))
        terminal.feed(sent)
        before = page.grid
        assert terminal.looks() == shown(page.grid).looks()


@given(pages())
def test_an_unchanged_screen_costs_nothing(page: Page) -> None:
    again = page.grid.resized(WIDTH, HEIGHT)
    assert difference(page.grid, again, (3, 2), (3, 2)) == ("", (3, 2))
    assert difference(page.grid, again, None, None) == ("", None)


@given(pages(), st.integers(1, 30), st.integers(1, 8))
def test_a_grid_of_another_size_never_holds_half_a_sign(page: Page, width: int, height: int) -> None:
    for grid in (page.grid, page.grid.resized(width, height)):
        for row in grid.text:
            assert len(row) == grid.width
            for x, sign in enumerate(row):
                wide = bool(sign) and cell_len(sign) == 2
                assert wide == (x + 1 < grid.width and row[x + 1] == "")


def changed(old: Callable[[Grid], None], new: Callable[[Grid], None], pen: tuple[int, int] | None = None) -> str:
    """What is sent from one grid of 80 by 24 to another."""
    one, other = Grid(80, 24), Grid(80, 24)
    old(one)
    new(other)
    return difference(one, other, pen, None)[0]


BOLD = told(PLAIN, "1")


def words(x: int, y: int, text: str, style: Style = PLAIN) -> Callable[[Grid], None]:
    return lambda grid: grid.put(x, y, list(text), style)


NOTHING = words(0, 0, " ")


@pytest.mark.parametrize(
    ("old", "new", "pen", "sent"),
    [
        (NOTHING, words(9, 4, "x"), None, "\x1b[5;10Hx"),
        (NOTHING, words(0, 0, "x"), None, "\x1b[Hx"),
        (NOTHING, words(0, 7, "x"), None, "\x1b[8Hx"),
        (NOTHING, words(11, 4, "x"), (9, 4), "\x1b[2Cx"),
        (NOTHING, words(8, 4, "x"), (9, 4), "\bx"),
        (NOTHING, words(9, 5, "x"), (9, 4), "\x1b[Bx"),
        (NOTHING, words(0, 5, "x"), (79, 4), "\r\nx"),
        (NOTHING, words(0, 4, "x", BOLD), (0, 4), "\x1b[1mx\x1b[m"),
        (words(0, 4, "abcdef"), words(0, 4, "xbcdey"), (0, 4), "xbcdey"),
        (words(0, 4, "abcdefghij"), words(0, 4, "xbcdefghiy"), (0, 4), "x\x1b[8Cy"),
        (words(4, 4, "a long old text"), words(4, 4, "new"), (4, 4), "new\x1b[K"),
        (words(4, 4, "abc"), NOTHING, (4, 4), "   "),
        (words(4, 4, "a" * 30 + "b"), words(34, 4, "b"), (4, 4), "\x1b[30X"),
        (words(0, 4, "one"), words(0, 4, "one", BOLD), (0, 4), "\x1b[1mone\x1b[m"),
        (NOTHING, words(0, 4, "one two", BOLD), (0, 4), "\x1b[1mone two\x1b[m"),
    ],
)
def test_the_shortest_way_is_taken(
    old: Callable[[Grid], None], new: Callable[[Grid], None], pen: tuple[int, int] | None, sent: str
) -> None:
    assert changed(old, new, pen) == sent


def test_after_a_sign_whose_width_terminals_dispute_the_place_is_said_anew() -> None:
    one, other = Page(20, 1), Page(20, 1)
    list(other.read("\x1b[1;3H\U0001f9ed\U0001f9edx"))
    assert difference(one.grid, other.grid, None, None)[0] == "\x1b[;3H\U0001f9ed\x1b[;5H\U0001f9ed\x1b[;7Hx"


@given(
    st.lists(
        st.one_of(
            st.text(max_size=8), st.sampled_from(["\x1b[", "\x1b]8;;", "m", "H", ";", "\n", "\r", "38;5", "99999999999"])
        )
    )
)
def test_whatever_is_written_the_page_holds_whole_signs_and_nothing_that_moves_a_cursor(pieces: list[str]) -> None:
    page = Page(WIDTH, HEIGHT)
    list(page.read("".join(pieces)))
    for row in page.grid.text:
        for x, sign in enumerate(row):
            wide = bool(sign) and split_graphemes(sign)[1] == 2
            assert wide == (x + 1 < WIDTH and row[x + 1] == "")
            assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in sign)

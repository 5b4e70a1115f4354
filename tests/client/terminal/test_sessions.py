"""Whole sessions on two terminals: after every step the thin driver's shows what Textual's own drawing shows."""

import re
from collections.abc import Callable

import pytest
from textual.screen import Screen

from room40_client.terminal.profile import Profile, of_name
from room40_client.tui.app import Room40
from room40_client.tui.combined_arms.table import TableScreen as Table1942
from room40_client.tui.palette import Ink
from room40_client.tui.screens.table import TableScreen
from tests.client import board_samples, samples
from tests.client.combined_arms.tables import Rules, two_islands
from tests.client.terminal import twins
from tests.client.wires import FakeWire, plotting

CHART = [
    *("escape", "right", "right", "left", "down", "u", "b", "plus", "right", "plus", "minus", "minus", "s", "escape"),
    *("w", "r", "3", "2", "slash", "r", "3", "3", "enter", "tab", "t", "right", "enter", "o", "o", "v", "down", "escape"),
    *("e", "escape", "m", "down", "escape", "f1", "pagedown", "escape", "question_mark", "down", "escape", "g", "escape"),
]
TALK = ["escape", "x", "type 漢字 and e\u0301 o\u0308, 국: ─", "left", "left", "backspace", "enter", "a", "enter", "escape"]
WINDOW = ["escape", "resize 120x40", "right", "down", "resize 90x30", "s", "resize 80x24", "escape", "left", "resize 100x25"]
AWAY = ["escape", "right", "suspend", "right", "s", "suspend", "escape", "w", "suspend", "r"]
PALETTE = ["escape", "ctrl+p", "down", "down", "f", "l", "backspace", "escape", "ctrl+c", "right"]
BATTLE = [
    "escape",
    "tab",
    "w",
    "w",
    "e",
    "r",
    "r",
    "i",
    "escape",
    "v",
    "escape",
    "n",
    "n",
    "k",
    "escape",
    "f",
    "f",
    "l",
    "escape",
]
MAP = [
    *("escape", "right", "down", "tab", "plus", "minus", "t", "down", "escape", "u", "escape", "enter", "down", "right"),
    *("escape", "o", "down", "escape", "d", "escape", "s", "escape", "slash", "m", "escape", "question_mark", "escape"),
]


def chart(ink: Ink) -> Screen[None]:
    return TableScreen(FakeWire(samples.goeben(), plotting), ink)


def battle(ink: Ink) -> Screen[None]:
    return TableScreen(FakeWire(board_samples.moving()), ink)


def firing(ink: Ink) -> Screen[None]:
    return TableScreen(FakeWire(board_samples.firing()), ink)


def islands(ink: Ink) -> Screen[None]:
    return Table1942(Rules(two_islands(), "west"), ink)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize(
    ("table", "keys"),
    [
        pytest.param(chart, CHART, id="chart"),
        pytest.param(chart, TALK, id="wide and combining signs"),
        pytest.param(chart, WINDOW, id="sizes of the window"),
        pytest.param(chart, AWAY, id="away to the shell and back"),
        pytest.param(chart, PALETTE, id="palette and notice"),
        pytest.param(battle, BATTLE, id="battle"),
        pytest.param(firing, ["escape", "tab", "space", "down", "o", "h", "resize 130x45", "k", "escape"], id="gunnery"),
        pytest.param(islands, MAP, id="1942"),
    ],
)
async def test_both_terminals_show_the_same_after_every_step(
    table: Callable[[Ink], Screen[None]], keys: list[str], size: tuple[int, int]
) -> None:
    driver = await twins.play(Room40(table, Profile()), size, keys)
    assert driver.frames > len(keys) // 2


EACH = [
    pytest.param(chart, [*TALK, "o", "e", "escape", *PALETTE], id="chart"),
    pytest.param(battle, BATTLE, id="battle"),
    pytest.param(islands, [*MAP, "ctrl+p", "down", "escape", "ctrl+c"], id="1942"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("table", "keys"), EACH)
async def test_in_ascii_no_byte_above_126_reaches_the_terminal(
    table: Callable[[Ink], Screen[None]], keys: list[str]
) -> None:
    driver = await twins.play(Room40(table, of_name("ascii", {})), (80, 24), keys)
    assert max(driver.outlet.written.encode()) <= 126


@pytest.mark.slow
@pytest.mark.parametrize(("table", "keys"), EACH)
async def test_on_a_slow_line_there_are_sixteen_colours_and_nothing_blinks(
    table: Callable[[Ink], Screen[None]], keys: list[str]
) -> None:
    driver = await twins.play(Room40(table, of_name("lean", {})), (80, 24), keys)
    sent = {int(code or 0) for sgr in re.findall(r"\x1b\[([\d;]*)m", driver.outlet.written) for code in sgr.split(";")}
    assert {7, 36} < sent, "there are styles and colours"
    assert not sent & {5, 6, 38, 48}


@pytest.mark.slow
async def test_without_colour_the_chosen_row_of_the_palette_stands_out_all_the_same() -> None:
    keys = ["escape", "ctrl+p", "down", "down"]
    driver = await twins.play(Room40(chart, of_name("lean", {"NO_COLOR": "1"})), (80, 24), keys)
    rows = [driver.thin.screen.buffer[y] for y in range(24)]
    reversed_ = [y for y, row in enumerate(rows) if sum(row[x].reverse for x in range(80)) > 60]
    assert [driver.thin.screen.display[y].strip() for y in reversed_] == ["Briefing and victory points (d)", "Papers"]
    assert all(row[x].fg == row[x].bg == "default" for row in rows for x in range(80))


async def test_the_rules_are_to_be_had_where_the_terminal_keeps_f1_to_itself() -> None:
    for table in (chart, battle, islands):
        app = Room40(table, Profile())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("escape")
            await pilot.pause()
            await pilot.press("ctrl+r")
            await pilot.pause()
            assert type(app.screen).__name__ == "Rules"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "keys"),
    [
        pytest.param(chart, ["escape", "right"], id="zone"),
        pytest.param(chart, ["escape", "m", "down"], id="row of a menu"),
        pytest.param(battle, ["escape", "right"], id="hex"),
        pytest.param(islands, ["escape", "right", "down"], id="space of 1942"),
        pytest.param(islands, ["escape", "enter", "down"], id="row of the purchase"),
    ],
)
async def test_the_cursor_of_the_terminal_stands_on_what_is_chosen(
    table: Callable[[Ink], Screen[None]], keys: list[str]
) -> None:
    driver = await twins.play(Room40(table, Profile()), (80, 24), keys)
    assert driver.rest is not None
    x, y = driver.rest
    assert (driver.thin.screen.cursor.x, driver.thin.screen.cursor.y) == (x, y)
    assert driver.thin.screen.buffer[y][x].reverse

"""The start screen of the SSH door, on the screen and line by line: what is offered, what is asked, what is answered."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

import pytest

from room40.protocol.messages import ScenarioCard
from room40.protocol.preloaded import Choice, Lay, OwnTable, Sit, StartScreen
from room40_client import own_tables
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.own_tables import OwnTables
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages

GOEBEN = ScenarioCard("dreadnought", "goeben", "The flight of the Goeben", "", ("CP", "EN"))
SOLO = ScenarioCard("dreadnought", "solo", "A cruise alone", "", ("CP",))
OWN = OwnTable("a1", "CP", "Coronel", "waits for you")
WATCHED = OwnTable("b2", "", "Dogger Bank\x1b[2J", "")
EVERYTHING = StartScreen((OWN, WATCHED), (GOEBEN, SOLO), ("The table is laid.",))


@contextmanager
def piped(text: str) -> Iterator[TextIO]:
    """The reading end of a pipe into which this was written."""
    reading, writing = os.pipe()
    with open(writing, "w") as pipe:
        pipe.write(text)
    with open(reading) as pipe:
        yield pipe


async def press(screen: StartScreen, *keys: str) -> tuple[list[Choice], list[str]]:
    """What is chosen by these keys, and the lines that were offered."""
    chosen: list[Choice] = []
    app = Room40(lambda ink: OwnTables(ink, screen, chosen.append), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        offered = ["".join(text for text, _ in line) for line in app.screen.query_one("#list", Pages).lines]
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
    return chosen, offered


@pytest.mark.parametrize(
    "keys, chosen",
    [
        (["enter"], [Sit("a1", "CP")]),
        (["down", "enter"], [Sit("b2", "")]),
        (["down", "down", "enter", "2", "1"], [Lay("dreadnought", "goeben", "EN", True)]),
        (["down", "down", "enter", "1", "2"], [Lay("dreadnought", "goeben", "CP", False)]),
        (["down", "down", "down", "enter"], [Lay("dreadnought", "solo", "CP", True)]),
        (["down", "down", "enter", "escape", "up", "up", "enter"], [Sit("a1", "CP")]),
        (["q"], []),
    ],
)
async def test_a_table_or_a_scenario_is_chosen_on_the_screen(keys: Sequence[str], chosen: list[Choice]) -> None:
    found, offered = await press(EVERYTHING, *keys)
    assert found == chosen
    assert offered[0] == " The table is laid."
    assert "Central Powers   waits for you" in offered[2]
    assert "\x1b" not in "".join(offered)


async def test_who_holds_no_seat_is_told_how_to_take_one() -> None:
    found, offered = await press(StartScreen(()), "enter")
    assert found == []
    assert "ssh -t HOST 'TABLE SECRET'" in offered[-1]


async def test_the_start_screen_is_drawn_anew_in_another_size() -> None:
    app = Room40(lambda ink: OwnTables(ink, EVERYTHING, print), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        (head,) = app.screen.query_one("#head", Lines).lines
        assert sum(len(text) for text, _ in head) == 100


@pytest.mark.parametrize(
    "typed, chosen",
    [
        ("1\n", Sit("a1", "CP")),
        ("7\nx\n\n2\n", Sit("b2", "")),
        ("3\n2\n1\n", Lay("dreadnought", "goeben", "EN", True)),
        ("3\n1\n2\n", Lay("dreadnought", "goeben", "CP", False)),
        ("4\n", Lay("dreadnought", "solo", "CP", True)),
        ("3\nq\n", None),
        ("3\n1\n", None),
        ("quit\n", None),
        ("", None),
    ],
)
def test_a_table_or_a_scenario_is_chosen_line_by_line(
    typed: str, chosen: Choice | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROOM40_PROFILE", "plain")
    with piped(typed + "commit\n" * (chosen is not None)) as pipe:
        monkeypatch.setattr("sys.stdin", pipe)
        assert own_tables.run(EVERYTHING) == chosen
        assert pipe.read() == "commit\n" * (chosen is not None)  # what comes after is for the table
    said = capsys.readouterr().out
    assert "1  Coronel, Central Powers: waits for you   (a1)" in said
    assert "\x1b" not in said

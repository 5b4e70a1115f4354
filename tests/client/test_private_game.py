"""A game against the computer from the first screen on: a real server process, a real journal, left and gone on with."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from room40_client import kept
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.start import Start, Wanted
from room40_client.tui.screens.table import TableScreen
from tests.client import shots


async def until(pilot: Pilot[str], come: Callable[[], bool]) -> None:
    """Let the program run until something has come."""
    async with asyncio.timeout(20):
        while not come():
            await pilot.pause(0.02)


def shown(pilot: Pilot[str], text: str) -> Callable[[], bool]:
    return lambda: text in shots.screen(pilot.app)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(kept.HOME, str(tmp_path))
    return tmp_path


async def test_a_game_is_begun_played_left_and_gone_on_with(home: Path) -> None:
    app = Room40(lambda ink: Start(ink, Wanted()), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown(pilot, "first-cruise"))
        await pilot.press("enter")
        await until(pilot, shown(pilot, "your side"))
        await pilot.press("1")
        await until(pilot, shown(pilot, "How it goes."))
        await pilot.press("enter")
        await until(pilot, shown(pilot, "Plan: all is written."))
        await pilot.press("enter")
        await until(pilot, shown(pilot, "Signals, turn 1"))
        await pilot.press("escape")
        await until(pilot, shown(pilot, "Orders due: fleets 1, 2."))
        await pilot.press("t", "enter")
        await until(pilot, shown(pilot, "Orders due: fleet 2."))
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None or not app.is_running)

    (game,) = kept.unfinished()
    assert (game.scenario, game.seat, game.turn) == ("first-cruise", "CP", 1)

    again = Room40(lambda ink: Start(ink, Wanted(go_on=True)), Profile())
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown(pilot, "Orders due: fleet 2."))
        assert isinstance(again.screen, TableScreen)
        assert " stay" in shots.row(again, "#paper") or "Signals" in shots.row(again, "#paper")


async def test_an_unknown_scenario_is_one_sentence(home: Path) -> None:
    app = Room40(lambda ink: Start(ink, Wanted("jutland")), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value is not None
    assert app.return_value.startswith("There is no scenario called 'jutland'; there are first-cruise")
    assert kept.games() == []


async def test_a_private_server_that_dies_is_started_again_and_nothing_is_lost(home: Path) -> None:
    app = Room40(lambda ink: Start(ink, Wanted("first-cruise", "CP")), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown(pilot, "How it goes."))
        await pilot.press("enter", "t", "enter")
        await until(pilot, lambda: "Fleet 1: turn 1 stay" in shots.row(app, "#status"))
        start = app.screen_stack[1]
        assert isinstance(start, Start)
        process = start.server._process
        assert process is not None
        process.kill()
        await until(pilot, shown(pilot, "LINE DOWN"))
        await pilot.press("tab", "a")
        await until(pilot, lambda: "LINE DOWN" not in shots.row(app, "#title"))
        await until(pilot, lambda: ", as last time" in shots.row(app, "#status"))

"""A first turn against the computer from the first screen on: a real server process, left and gone on with."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from room40_client import kept
from room40_client.tui.app import Profile, Room40
from room40_client.tui.combined_arms.table import TableScreen
from room40_client.tui.draw.runs import plain
from room40_client.tui.screens.start import Start, Wanted, kept_line
from tests.client import shots


async def until(pilot: Pilot[str], come: Callable[[], bool]) -> None:
    """Let the program run until something has come."""
    async with asyncio.timeout(30):
        while not come():
            await pilot.pause(0.02)


def shown(pilot: Pilot[str], text: str) -> Callable[[], bool]:
    return lambda: text in shots.screen(pilot.app)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(kept.HOME, str(tmp_path))
    return tmp_path


async def test_both_systems_are_offered_and_seats_of_any_name(home: Path) -> None:
    app = Room40(lambda ink: Start(ink, Wanted()), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown(pilot, "War at sea, 1914 to 1918"))
        assert "Land, sea and air, 1942" in shots.screen(app)
        names = shots.screen(app).split("\n")
        row = next(at for at, text in enumerate(names) if "two-islands" in text)
        first = next(at for at, text in enumerate(names) if "first-cruise" in text)
        headings = sum(not text.strip() or "Land, sea" in text for text in names[first:row])
        await pilot.press(*["down"] * (row - first - headings), "enter")
        await until(pilot, shown(pilot, "your side"))
        assert "Tavik and Ostrey" in shots.screen(app)


async def test_a_side_that_the_scenario_has_not_is_one_sentence(home: Path) -> None:
    app = Room40(lambda ink: Start(ink, Wanted("two-islands", "north")), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value == "This scenario has no seat 'north': it has west, east."


async def test_with_more_seats_than_usual_the_server_knows_their_names(home: Path) -> None:
    app = Room40(lambda ink: Start(ink, Wanted("world-1942", "japan", {"seats": 5})), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
    assert [game.seat for game in kept.games()] == ["japan"]


@pytest.mark.slow
async def test_a_first_turn_is_played_left_and_gone_on_with(home: Path) -> None:
    app = Room40(lambda ink: Start(ink, Wanted("two-islands", "west")), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown(pilot, "Who plays"))
        await pilot.press("escape")
        await until(pilot, shown(pilot, "Marran buys"))
        await pilot.press("enter")
        await until(pilot, shown(pilot, "What do you buy?"))
        await pilot.press("3", "enter")
        await until(pilot, shown(pilot, "Marran moves to attack"))
        await pilot.press("slash", *"hills", "enter", "enter", "2", "enter")
        await until(pilot, shown(pilot, "2 infantry to:"))
        await pilot.press("slash", *"west", "enter", "enter")
        await until(pilot, shown(pilot, "Backspace takes it back"))
        await pilot.press("backspace")
        await until(pilot, shown(pilot, "Taken back"))
        await pilot.press("c")
        await until(pilot, shown(pilot, "No battle follows."))
        await pilot.press("enter")
        await until(pilot, shown(pilot, "moves, no fighting"))
        await pilot.press("c")
        await until(pilot, shown(pilot, "nothing can be taken back"))
        await pilot.press("enter")
        await until(pilot, shown(pilot, "places what it bought: 3 infantry"))
        await pilot.press("enter")
        await until(pilot, shown(pilot, "3 infantry to place"))
        await pilot.press("a", "enter")
        table = app.screen_stack[2]
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: table.desk.view.power == "sorrel")
        await until(pilot, lambda: app.screen is table)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)

    (game,) = kept.unfinished()
    assert (game.system, game.seat, game.side, game.turn) == ("combined_arms", "west", "Marran and Sorrel", 1)

    again = Room40(lambda ink: Start(ink, Wanted(go_on=True)), Profile())
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown(pilot, "Sorrel buys"))


def test_a_kept_game_says_how_far_it_got_in_the_words_of_its_system() -> None:
    keys = ("t", "west", "s", "w", "two-islands", "Two islands", "2026-01-01T00:00:00")
    arms = kept.KeptGame(*keys, turn=3, system="combined_arms", side="Marran and Sorrel")
    assert plain(kept_line(arms)) == " Go on: Two islands   Marran and Sorrel, round 3   left 2026-01-01"
    ships = kept.KeptGame("t", "EN", "s", "w", "goeben", "Goeben", "2026-01-01T00:00:00", turn=5)
    assert plain(kept_line(ships)) == " Go on: Goeben   Entente, turn 5   left 2026-01-01"

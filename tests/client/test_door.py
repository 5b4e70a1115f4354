"""A link is followed, and the table of the system that the welcome names takes its place; over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from room40.protocol.links import Link
from room40.protocol.messages import PROTOCOL, Create
from room40_client.session import Session
from room40_client.tui import systems
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.door import Door
from room40_server.gateway import listening
from room40_server.journal.sqlite import SqliteJournal
from room40_server.lobby import Lobby
from room40_server.systems import Systems
from tests.client import shots
from tests.server.house import House
from tests.server.mini_naval import SYSTEM


@pytest.fixture
async def every_system(tmp_path: Path) -> AsyncIterator[House]:
    journal = SqliteJournal(tmp_path / "tables.db")
    lobby = Lobby(journal, Systems([SYSTEM]))
    async with listening(lobby, "127.0.0.1", 0) as server:
        yield House(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", lobby, journal)
    await lobby.close()
    journal.close()


async def until(pilot: Pilot[str], come: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not come():
            await pilot.pause(0.02)


async def link(house: House, system: str, scenario: str, seat: str) -> Link:
    made = await house.lobby.create(Create(PROTOCOL, system, scenario, {}, (), "", ""))
    return Link(house.base, made.table, made.seats[seat])


@pytest.mark.parametrize(
    "system,scenario,seat,module,words",
    [
        ("dreadnought", "first-cruise", "CP", "room40_client.tui.screens.table", "How it goes."),
        ("combined_arms", "two-islands", "east", "room40_client.tui.combined_arms.table", "Who plays"),
    ],
)
async def test_each_system_has_its_own_table(
    every_system: House, system: str, scenario: str, seat: str, module: str, words: str
) -> None:
    session = Session(await link(every_system, system, scenario, seat))
    app = Room40(lambda ink: Door(session, ink), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: words in shots.screen(app))
        assert type(app.screen_stack[1]).__module__ == module
        assert session.seat == seat, "the session was handed on, not begun anew"


async def test_a_system_that_this_program_does_not_know_is_one_sentence(every_system: House) -> None:
    session = Session(await link(every_system, "mini-naval", "skirmish", _first_seat()))
    app = Room40(lambda ink: Door(session, ink), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value == "This program has no table for the system 'mini-naval'; a later version may."


def _first_seat() -> str:
    return SYSTEM.scenarios()[0].seats[0]


async def test_who_is_not_let_in_is_told_why(every_system: House) -> None:
    session = Session(Link(every_system.base, "nowhere", "secret"))
    app = Room40(lambda ink: Door(session, ink), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value


def test_how_far_a_game_has_got_is_read_from_any_view() -> None:
    assert systems.progress("dreadnought", {"turn": 5, "time": "noon", "result": ""}) == systems.Progress("noon", 5, "")
    assert systems.progress("combined_arms", {"round": 3, "turn": 9}) == systems.Progress("", 3, "")
    assert systems.progress("unheard-of", {"turn": "x", "result": 4}) == systems.Progress("", 0, "")

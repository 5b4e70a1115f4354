"""The command in a real terminal against a real server: what a person sees, presses, and is left with."""

import asyncio
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal, room40

from room40.dreadnought.orders import Commit
from room40.protocol.messages import Done
from room40_client.session import Session
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems
from tests.end_to_end.house import serving
from tests.end_to_end.tables import link, open_table

TITLE = "The flight of the Goeben"
ESCAPE, ENTER = "\x1b", "\r"
PATIENCE = 60
"""Seconds after which what hangs is a failure."""


async def shows(terminal: Terminal, words: str) -> None:
    """The screen comes to show these words."""
    await asyncio.to_thread(terminal.wait_for, words)


@pytest.mark.slow
async def test_a_person_joins_commits_and_leaves_while_another_watches(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    await open_table(path, Systems(), "dreadnought", "goeben", bytes(32))
    async with asyncio.timeout(PATIENCE), serving(path) as server, Session(link(server.base, "EN")) as enemy:
        joining, watching = str(link(server.base, "CP")), str(link(server.base, PUBLIC))
        with room40("join", joining) as person, room40("watch", watching) as watcher:
            await shows(person, TITLE)
            person.press(ESCAPE)
            await shows(person, "Enter commits it")
            await shows(watcher, "Waiting for the Central Powers and the Entente")
            person.press(ENTER)
            await shows(person, "Waiting for the Entente")
            await shows(watcher, "Waiting for the Entente")
            assert isinstance(await enemy.order(Commit()), Done)
            for terminal in (person, watcher):
                await shows(terminal, "R38")  # a cruiser that both see there
                assert "Fleet 9" not in terminal.text  # a convoy in port that neither knows of
                terminal.press("q")
                assert await asyncio.to_thread(terminal.wait) == 0
        assert enemy.view["phase"] == "orders"


@pytest.mark.slow
async def test_a_link_that_opens_nothing_is_one_sentence_and_the_terminal_is_given_back(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE), serving(tmp_path / "tables.db") as server:
        with room40("join", f"{server.base}/t/nowhere#secret") as person:
            assert await asyncio.to_thread(person.wait) == 1
            assert "There is no such table, or this link does not open it." in person.text
            assert "Traceback" not in person.text

"""A journal on a real disk, a server on a real socket, and lines that remember what they were sent."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from room40.protocol.codec import decode_down
from room40.protocol.messages import PROTOCOL, AnyDown, Create, Made
from room40_server.gateway import listening
from room40_server.journal.sqlite import SqliteJournal
from room40_server.lobby import Lobby
from room40_server.systems import Systems
from tests.server.mini_naval import SYSTEM


class Tape:
    """A subscriber that keeps every frame."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.is_cut = False

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def cut(self) -> None:
        self.is_cut = True

    @property
    def heard(self) -> list[AnyDown]:
        return [decode_down(frame) for frame in self.frames]

    def of(self, kind: type) -> list:
        return [message for message in self.heard if isinstance(message, kind)]


class House:
    """A server in this process."""

    def __init__(self, base: str, lobby: Lobby, journal: SqliteJournal) -> None:
        self.base = base
        self.lobby = lobby
        self.journal = journal


def asked(**changes: object) -> Create:
    """A request for a table of mini-naval."""
    given = {"system": "mini-naval", "scenario": "skirmish", "options": {}, "computers": (), "seat": "", "secret": ""}
    return Create(protocol=PROTOCOL, **(given | changes))


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[SqliteJournal]:
    opened = SqliteJournal(tmp_path / "tables.db")
    yield opened
    opened.close()


@pytest.fixture
async def lobby(journal: SqliteJournal) -> AsyncIterator[Lobby]:
    made = Lobby(journal, Systems([SYSTEM], {}))
    yield made
    await made.close()


@pytest.fixture
async def made(lobby: Lobby) -> Made:
    return await lobby.create(asked())


@pytest.fixture
async def house(lobby: Lobby, journal: SqliteJournal) -> AsyncIterator[House]:
    async with listening(lobby, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield House(f"ws://127.0.0.1:{port}", lobby, journal)

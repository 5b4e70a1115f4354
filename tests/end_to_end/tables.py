"""A table with dice that are known before: opened in a journal, as a server would, but with a seed of the test's own."""

import time
from hashlib import sha256
from pathlib import Path

from room40.protocol import codec
from room40.protocol.links import Link
from room40.protocol.mergepatch import to_tree
from room40_server.journal.entries import Opened
from room40_server.journal.sqlite import SqliteJournal
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems

TABLE = "table"


async def open_table(
    path: Path,
    systems: Systems,
    system: str,
    scenario: str,
    seed: bytes,
    computers: tuple[str, ...] = (),
    table: str = TABLE,
    options: dict[str, int | str | bool] | None = None,
) -> None:
    """Write the opening of a table into a journal. The secret of each viewpoint is its name."""
    found = systems.get(system)
    state = found.open_scenario(scenario, options or {})
    doors = {viewpoint: sha256(viewpoint.encode()).digest() for viewpoint in (*found.game.seats(state), PUBLIC)}
    opened = Opened(system, found.game.version, scenario, options or {}, seed, to_tree(state), doors, computers, time.time())
    journal = SqliteJournal(path)
    try:
        await journal.append(table, 0, [codec.encode(opened)])
    finally:
        journal.close()


def link(base: str, viewpoint: str, table: str = TABLE) -> Link:
    """The link of a viewpoint to a table opened so."""
    return Link(base, table, viewpoint)

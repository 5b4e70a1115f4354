"""Which key holds which place at which table, in a small SQLite file beside the journal.

No secret is kept: a key that has shown a link's secret once is known from then on, by its fingerprint.
"""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from room40_server.journal import JournalError

MOST = 40
"""So many places of a key are told, the last used first."""

_SET_UP = (
    "pragma journal_mode=wal",
    "create table if not exists place(key text, tab text, viewpoint text, used integer, primary key(key, tab, viewpoint))",
    "create table if not exists laid(key text, tab text, primary key(key, tab))",
)
_TAKE = (
    "insert into place values(?,?,?,(select coalesce(max(used),0)+1 from place)) "
    "on conflict do update set used=excluded.used"
)


class Place(Struct, frozen=True):
    """A seat, or a place to watch from."""

    table: str
    viewpoint: str


class Places:
    """The places of all keys. A key is its fingerprint, "SHA256:…". Raises `JournalError` if the file cannot be used."""

    def __init__(self, path: Path) -> None:
        try:
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
            self._db = sqlite3.connect(path, isolation_level=None, timeout=10)
            for statement in _SET_UP:
                self._db.execute(statement)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{path} cannot be used for the keys of players: {error}") from None

    def take(self, key: str, place: Place) -> None:
        """This key holds the place from now on, and used it last. Raises `JournalError`."""
        self._run(_TAKE, (key, place.table, place.viewpoint))

    def of_key(self, key: str) -> list[Place]:
        """The key's places, the last used first. Raises `JournalError`."""
        rows = self._run("select tab, viewpoint from place where key=? order by used desc limit ?", (key, MOST))
        return [Place(table, viewpoint) for table, viewpoint in rows]

    def at_table(self, key: str, table: str) -> list[Place]:
        """The key's places at one table, the last used first. Raises `JournalError`."""
        rows = self._run("select tab, viewpoint from place where key=? and tab=? order by used desc", (key, table))
        return [Place(table, viewpoint) for table, viewpoint in rows]

    def laid(self, key: str) -> int:
        """How many tables this key has opened. Raises `JournalError`."""
        return int(self._run("select count(*) from laid where key=?", (key,))[0][0])

    def lay(self, key: str, table: str) -> None:
        """This key has opened a table. Raises `JournalError`."""
        self._run("insert or ignore into laid values(?,?)", (key, table))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _run(self, statement: str, values: tuple[str | int, ...]) -> list[tuple[str, ...]]:
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the keys of players: {error}") from None

"""The journal in one SQLite file.

One thread owns the connection. Whatever waits when it comes round shares one statement: one transaction, one sync to
disk, one hand-over between threads. Rows are only ever added at the end, so a commit touches few pages; the unique
index on (table, seq) refuses a second owner even from another process.
"""

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from room40_server.journal import JournalError, WrongSeq

GROUP = 512
"""At most so many appends share a commit. (SQLite takes 32,766 variables a statement; an entry needs three.)"""

_SET_UP = (
    "pragma page_size=1024",
    "pragma journal_mode=wal",
    "pragma synchronous=full",
    "pragma wal_autocheckpoint=4000",
    "create table if not exists entry(id integer primary key, tab text not null, seq integer not null, body blob not null)",
    "create unique index if not exists one_owner on entry(tab, seq)",
)


@dataclass
class _Append:
    future: "asyncio.Future[None]"
    table: str
    expected_seq: int
    entries: Sequence[bytes]


@dataclass
class _Select:
    future: "asyncio.Future[Any]"
    statement: str
    values: tuple[str | int, ...] = ()


@dataclass
class _Stop:
    pass


_Settled: TypeAlias = tuple["asyncio.Future[Any]", object, Exception | None]


@dataclass
class SqliteJournal:
    """The journal in the file `path`, which is made if it is not there, and readable by its owner only.

    Raises `JournalError` at once if the file cannot be used.
    """

    path: Path
    commits: int = 0
    _jobs: "queue.SimpleQueue[_Append | _Select | _Stop]" = field(default_factory=queue.SimpleQueue)
    _heads: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL, 0o600))  # it holds the seeds of games in play
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
            for line in _SET_UP:
                self._db.execute(line)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{self.path} cannot be used as a journal: {error}") from None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def append(self, table: str, expected_seq: int, entries: Sequence[bytes]) -> "asyncio.Future[None]":
        """See `Journal.append`."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Append(future, table, expected_seq, entries))
        return future

    async def read(self, table: str, from_seq: int = 0) -> list[bytes]:
        """See `Journal.read`."""
        rows = await self._select("select seq, body from entry where tab=? and seq>? order by seq", (table, from_seq))
        entries: list[bytes] = []
        for seq, (found, body) in enumerate(rows, from_seq + 1):
            if found != seq or not isinstance(body, bytes):  # to play on without it would be another game
                raise JournalError(f"entry {seq} of table {table} is missing or damaged")
            entries.append(body)
        return entries

    async def tables(self) -> list[str]:
        """See `Journal.tables`."""
        return [row[0] for row in await self._select("select tab from entry group by tab order by min(id)")]

    def close(self) -> None:
        """Write what waits, and close the file."""
        self._jobs.put(_Stop())
        self._thread.join()

    def _select(self, statement: str, values: tuple[str | int, ...] = ()) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Select(future, statement, values))
        return future

    # ---- the writer's thread, which alone touches the connection ----

    def _run(self) -> None:
        going = True
        while going:
            group = [self._jobs.get()]
            while len(group) < GROUP and not self._jobs.empty():
                group.append(self._jobs.get())
            going = not any(isinstance(job, _Stop) for job in group)
            settled = self._write([job for job in group if isinstance(job, _Append)])
            settled += [self._answer(job) for job in group if isinstance(job, _Select)]
            if settled:
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    settled[0][0].get_loop().call_soon_threadsafe(_settle, settled)
        self._db.close()

    def _answer(self, job: _Select) -> _Settled:
        try:
            return job.future, self._db.execute(job.statement, job.values).fetchall(), None
        except sqlite3.Error as error:
            return job.future, None, JournalError(str(error))

    def _write(self, jobs: Sequence[_Append]) -> list[_Settled]:
        settled: list[_Settled] = []
        good: list[_Append] = []
        rows: list[str | int | bytes] = []
        for job in jobs:
            try:
                if self._head(job.table) != job.expected_seq:
                    raise WrongSeq(job.table, job.expected_seq)
            except (WrongSeq, sqlite3.Error) as error:
                settled.append((job.future, None, _as_journal_error(error)))
                continue
            for entry in job.entries:
                self._heads[job.table] += 1
                rows += (job.table, self._heads[job.table], entry)
            good.append(job)
        return settled + self._insert(good, rows) if good else settled

    def _insert(self, jobs: Sequence[_Append], rows: Sequence[str | int | bytes]) -> list[_Settled]:
        places = ",".join(["(?,?,?)"] * (len(rows) // 3))
        try:
            self._db.execute(f"insert into entry(tab, seq, body) values {places}", rows)
        except sqlite3.Error as error:  # nothing of this statement is stored
            self._heads.clear()
            if len(jobs) > 1:  # one table's quarrel is not the others': each alone
                return [settled for job in jobs for settled in self._write([job])]
            if isinstance(error, sqlite3.IntegrityError):
                return [(jobs[0].future, None, WrongSeq(jobs[0].table, jobs[0].expected_seq))]
            return [(jobs[0].future, None, _as_journal_error(error))]
        self.commits += 1
        return [(job.future, None, None) for job in jobs]

    def _head(self, table: str) -> int:
        """The last seq of a table as this process knows it; the unique index catches another owner."""
        if table not in self._heads:
            found = self._db.execute("select max(seq) from entry where tab=?", (table,)).fetchone()
            self._heads[table] = found[0] or 0
        return self._heads[table]


def _as_journal_error(error: Exception) -> JournalError:
    return error if isinstance(error, JournalError) else JournalError(str(error))


def _settle(settled: Sequence[_Settled]) -> None:
    for future, result, error in settled:
        if future.done():  # its waiter gave up
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

"""The append-only record of every table: an interface, and the errors it has."""

from collections.abc import Awaitable, Sequence
from typing import Protocol


class JournalError(Exception):
    """The journal did not take or give what was asked. What is in memory may be false: read the table anew."""


class WrongSeq(JournalError):
    """Somebody else wrote to the table, or the writer lost count."""

    def __init__(self, table: str, expected_seq: int) -> None:
        super().__init__(f"table {table} does not end at entry {expected_seq}")
        self.table = table
        self.expected_seq = expected_seq


class Journal(Protocol):
    """A record per table: entries numbered from 1, added at the end only, and durable once `append` is done."""

    def append(self, table: str, expected_seq: int, entries: Sequence[bytes]) -> Awaitable[None]:
        """Add `entries` after entry `expected_seq`, all or none. Raises `WrongSeq` if the table ends elsewhere."""
        ...

    def read(self, table: str, from_seq: int = 0) -> Awaitable[list[bytes]]:
        """The entries after `from_seq`, in order; none for a table nobody opened. Raises `JournalError` if one is amiss."""
        ...

    def tables(self) -> Awaitable[list[str]]:
        """The names of all tables, oldest first."""
        ...

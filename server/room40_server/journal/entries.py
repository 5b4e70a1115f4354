"""What stands in a journal, and how a table is rebuilt from it without the rules.

Rules of this file: an entry once written is read for ever. A field may be added with a default, never taken away or
given another meaning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from room40.protocol import codec
from room40.protocol.mergepatch import Tree, merge
from room40_server.journal import JournalError

Fallen: TypeAlias = tuple[tuple[str, int], ...]
"""Dice as they fell: what for, and the pips."""


class Opened(Struct, frozen=True, tag="opened"):
    """The first entry of every table. `patch` is the whole opening state.

    `doors` are the SHA-256 of the secrets: by seat, and the watchers' under the public viewpoint. `computers` are the
    seats the computer plays. `time` is in seconds since 1970.
    """

    system: str
    rules: int
    scenario: str
    options: dict[str, int | str | bool]
    seed: bytes
    patch: Tree
    doors: dict[str, bytes]
    computers: tuple[str, ...]
    time: float


class Ordered(Struct, frozen=True, tag="order"):
    """An order that counted: what it threw, and the patch it made to the state (the umpire's view).

    `order` is in its one encoding. `versions` are the new versions of the viewpoints it changed, so that
    they outlive a restart. `client` is who gave it, as he called himself.
    """

    seat: str
    id: int
    time: float
    order: bytes
    dice: Fallen
    patch: Tree
    versions: dict[str, int]
    client: str = ""


class Said(Struct, frozen=True, tag="said"):
    """A line of chat. `seat` is "" for the table itself."""

    seat: str
    name: str
    text: str
    time: float


Entry: TypeAlias = Opened | Ordered | Said


def read_entry(raw: bytes) -> Entry:
    """The entry that `raw` is. Raises `JournalError` if it is none."""
    try:
        entry: Entry = codec.shape_any(codec.unpack_kept(raw), Entry)
    except ValueError as error:
        raise JournalError(f"an entry of the journal cannot be read: {error}") from None
    return entry


class Given(NamedTuple):
    """An order by which it is known again: its one encoding, and the client that gave it."""

    order: bytes
    client: str


@dataclass
class Folded:
    """A table as its journal tells it. `state` is a tree: the game gives it a type."""

    opened: Opened
    state: Tree
    seq: int = 0
    thrown: int = 0
    orders: dict[str, dict[int, Given]] = field(default_factory=dict)
    """By seat, its orders by id, so that one sent twice is known for ever."""
    versions: dict[str, int] = field(default_factory=dict)
    said: list[Said] = field(default_factory=list)


def fold(raws: Iterable[bytes]) -> Folded:
    """The table whose whole record is `raws`, by folding patches. Raises `JournalError`."""
    entries = iter(raws)
    first = next(entries, None)
    opened = read_entry(first) if first is not None else None
    if not isinstance(opened, Opened):
        raise JournalError("a table's journal does not begin with its opening")
    folded = Folded(opened, merge({}, opened.patch), seq=1)
    for raw in entries:
        _add(folded, read_entry(raw))
    return folded


def _add(folded: Folded, entry: Entry) -> None:
    folded.seq += 1
    if isinstance(entry, Ordered):
        folded.state = merge(folded.state, entry.patch)
        folded.thrown += len(entry.dice)
        folded.versions.update(entry.versions)
        folded.orders.setdefault(entry.seat, {})[entry.id] = Given(entry.order, entry.client)
    elif isinstance(entry, Said):
        folded.said.append(entry)
    else:
        raise JournalError("a table's journal opens the table twice")


def orders_of(raws: Sequence[bytes]) -> list[Ordered]:
    """Only the orders of a record."""
    return [entry for entry in map(read_entry, raws) if isinstance(entry, Ordered)]

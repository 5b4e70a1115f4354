"""What the screens need of a connection. `session.Session` is one; tests bring another."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct

from room40.dreadnought.views import View
from room40.protocol.mergepatch import Tree
from room40.protocol.messages import ChatLine
from room40_client.session import Answer, Change, LineState


class Wire(Protocol):
    """A seat at a table, or a place to watch from."""

    line: LineState
    reason: str

    @property
    def view(self) -> Tree:
        """The view as it stands, {} before the first."""
        ...

    @property
    def chat(self) -> Iterable[ChatLine]:
        """The lines of chat, oldest first."""
        ...

    async def start(self, wait: bool = True) -> None:
        """Connect."""
        ...

    async def close(self) -> None:
        """Leave the table."""
        ...

    async def order(self, order: Struct) -> Answer:
        """Give an order; its answer."""
        ...

    async def say(self, text: str) -> None:
        """Say a line of chat."""
        ...

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` at each change; the answer takes it off again."""
        ...


class ViewFault(Exception):
    """The server shows what this program does not understand."""


LARGEST, LONGEST = 100_000, 20_000
"""No number in a view is larger, no text or list longer: what would be drawn is bounded by them."""


Seen = TypeVar("Seen", bound=Struct)


def read_view(tree: Tree) -> View:
    """The view of the dreadnought system that a tree is. Raises `ViewFault`."""
    return read_as(tree, View)


def read_as(tree: Tree, kind: type[Seen]) -> Seen:
    """The view of some system that a tree is. Raises `ViewFault`."""
    if not _is_bounded(tree):
        raise ViewFault("The server shows numbers or lists beyond all bounds.")
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise ViewFault(f"The server shows what this program does not understand: {error}") from None


def _is_bounded(tree: object) -> bool:
    if isinstance(tree, dict):
        return len(tree) <= LONGEST and all(map(_is_bounded, tree.values()))
    if isinstance(tree, list):
        return len(tree) <= LONGEST and all(map(_is_bounded, tree))
    if isinstance(tree, str):
        return len(tree) <= LONGEST
    return not isinstance(tree, int) or abs(tree) <= LARGEST

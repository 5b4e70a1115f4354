"""What the screens need of a connection. `session.Session` is one; tests bring another."""

from collections.abc import Callable, Iterable
from typing import Protocol

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


def read_view(tree: Tree) -> View:
    """The view that a tree is. Raises `ViewFault`."""
    try:
        return msgspec.convert(tree, View)
    except msgspec.ValidationError as error:
        raise ViewFault(f"The server shows what this program does not understand: {error}") from None

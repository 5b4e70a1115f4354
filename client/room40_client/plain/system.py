"""What the table needs of a system of rules, line by line."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from msgspec import Struct

from room40.protocol.mergepatch import Tree
from room40_client.plain.grammar import Command, Fact, Saying, Unclear, find

V = TypeVar("V")


class System(ABC, Generic[V]):
    """A system of rules as it is spoken."""

    orders: tuple[Saying[V], ...]
    facts: tuple[Fact[V], ...]
    first_clause: str
    """A clause of its rules: help lists those that belong with it."""

    @abstractmethod
    def read(self, tree: Tree) -> V:
        """The view that a tree is. Raises `ViewFault`."""

    @abstractmethod
    def status(self, view: V) -> str:
        """Where the game stands, in a line."""

    @abstractmethod
    def briefing(self, view: V) -> list[str]:
        """What the game is about."""

    @abstractmethod
    def asked(self, view: V) -> list[str]:
        """What is wanted of this seat now, or who is waited for."""

    @abstractmethod
    def is_asked(self, view: V) -> bool:
        """Whether this seat owes something, or the game is over."""

    @abstractmethod
    def news(self, view: V, since: int) -> list[str]:
        """What the log says after a line of it."""

    def stirred(self, before: V, view: V) -> list[str]:
        """What has changed before everybody's eyes since an earlier view and no line of the log tells."""
        return []

    @abstractmethod
    def latest(self, view: V) -> int:
        """The number of the log's last line."""

    @abstractmethod
    def named(self, view: V, seat: str) -> str:
        """What a seat is called."""

    @abstractmethod
    def seats(self, view: V) -> list[str]:
        """Every seat and what it holds, and who is waited for."""

    def answer(self, view: V, numbers: tuple[int, ...]) -> Struct:
        """The order that answers what is asked by numbers of a list. Raises `Unclear`."""
        raise Unclear("Nothing is asked that a number answers.")

    def idle(self, view: V) -> Struct | None:
        """The order that answers what is asked where there is nothing to choose; None where there is."""
        return None

    def timed(self, view: V, order: Struct) -> Struct:
        """An order as it is sent, meant for this moment and no other."""
        return order

    def find(self, text: str) -> tuple[Command[V], str]:
        """The command that a line begins with, and the rest of the line. Raises `Unclear`."""
        return find((*self.orders, *self.facts), text)

    def parse(self, view: V, text: str) -> tuple[Struct, ...]:
        """The orders that a line says. Raises `Unclear`."""
        command, rest = self.find(text)
        if not isinstance(command, Saying):
            raise Unclear(f"{text[:30]!r} orders nothing.")
        return command.read(view, rest)

    def write(self, view: V, order: Struct) -> str:
        """The command that says an order."""
        saying = next(one for one in self.orders if one.kind is type(order))
        return f"{saying.words[0]} {saying.write(view, order)}".strip()

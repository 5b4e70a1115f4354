"""Clients without a screen: one that plays a seat with a brain that sees only its view, and one that looks on."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from room40.dreadnought.views import View
from room40.protocol import codec
from room40.protocol.links import Link
from room40.protocol.messages import Done
from room40_client.session import Change, Decided, Session, Viewed


class Brain(Protocol):
    """What decides for a seat."""

    def decide(self, view: Any, seat: str) -> Sequence[Struct]:
        """The orders to give now."""
        ...


Hook = Callable[[int], Awaitable[None]]
"""Called before each order with its number; it may do mischief to lines and servers."""
IMPATIENT = 0.01
"""Seconds before the first try to come back."""


class Onlooker:
    """A session that checks every view it is shown, and keeps them by version."""

    shape: type[Any] = View
    """What a view of its system is."""

    def __init__(self, link: Link) -> None:
        self.session = Session(link, first_wait=IMPATIENT)
        self.shown: dict[int, bytes] = {}
        """Version -> the view in its one encoding."""
        self.faults: list[str] = []
        """What was wrong with what it was shown."""
        self.decided: Decided | None = None
        self._is_decided = asyncio.Event()
        self.session.listen(self._take)

    @property
    def view(self) -> Any:
        return codec.shape(self.session.view, self.shape)

    async def until_the_end(self) -> None:
        """Look on until the game is decided, and the seed told."""
        await self._is_decided.wait()

    async def until_turn(self, turn: int) -> None:
        """Look on until the orders of a turn are due."""
        await self.session.until(lambda view: view["turn"] >= turn and view["phase"] == "orders")

    def _take(self, change: Change) -> None:
        if isinstance(change, Decided):
            self.decided = change
            self._is_decided.set()
        if isinstance(change, Viewed):
            version, encoded = self.session.version, codec.encode(self.session.view)
            if self.shown.setdefault(version, encoded) != encoded:
                self.faults.append(f"version {version} was shown in two ways")
            try:
                codec.shape(self.session.view, self.shape)
            except codec.WireError as error:
                self.faults.append(f"version {version} is no view: {error.reason}")


class Seat(Onlooker):
    """A seat played by a brain. An order that is refused fails the test."""

    def __init__(self, link: Link, brain: Brain, mischief: Hook | None = None) -> None:
        super().__init__(link)
        self.orders = 0
        self._brain = brain
        self._mischief = mischief

    async def play(self, until_turn: int = 0) -> None:
        """Answer whatever is asked, until the game is decided, or the orders of a turn are due."""
        while True:
            await self.session.until(lambda view: bool(view["ask"]["kind"] or view["result"]))
            view = self.view
            if view.result:
                return await self.until_the_end()
            if until_turn and self.has_come_to(view, until_turn):
                return None
            orders = self._brain.decide(view, view.seat)
            assert orders, f"{view.seat} has no answer to {view.ask}"
            for order in orders:
                await self._give(order)
                if self.question(self.view) != self.question(view):
                    break

    def has_come_to(self, view: Any, turn: int) -> bool:
        """Whether the orders of a turn are due."""
        return bool(view.turn >= turn and view.phase == "orders")

    def question(self, view: Any) -> tuple[object, ...]:
        """What is asked in a view: orders thought out for one question do for no other."""
        ask = view.ask
        return view.turn, view.phase, ask.kind, ask.zone, ask.fleet, ask.label

    async def _give(self, order: Struct) -> None:
        self.orders += 1
        if self._mischief is not None:
            await self._mischief(self.orders)
        answer = await self.session.order(order)
        assert isinstance(answer, Done), f"{order}: {answer}"

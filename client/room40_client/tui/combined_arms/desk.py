"""The desk: what every screen of a 1942 table has of the connection. The view read once per change, one way to give orders.

How a screen uses it: it is constructed as `X(ink, desk)`. On mount it listens,
`self.leave = desk.listen(lambda: self.post_message(DeskChanged()))`, on unmount it calls `self.leave()`. On `DeskChanged` it
draws itself anew from `desk.view`, or dismisses itself when what it is for is over. Orders are given in a worker:
`if fault := await desk.give(o.Press()): ...`, and the fault is shown as it is.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace
from textual.message import Message

from room40.combined_arms.orders import Order
from room40.combined_arms.views import View
from room40.protocol.mergepatch import Tree
from room40.protocol.messages import ChatLine, Refusal
from room40_client.session import Change, Decided, Heard, LineState, SessionClosed
from room40_client.tui.wire import ViewFault, Wire, read_as

WATCHING = "You are watching; nothing can be ordered."


class DeskChanged(Message):
    """The desk has something new: a view, a line of chat, the state of the line."""

    def __init__(self, change: Change | None = None) -> None:
        super().__init__()
        self.change = change


class Told(Struct, frozen=True):
    """What came of the last order: the clause of its refusal ("" if it counted), the sentence without the clause."""

    clause: str = ""
    sentence: str = ""


class Desk:
    """A seat at a 1942 table, or a place to watch from."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.fault = ""
        """What is wrong with the view that came last, one sentence; "" if it could be read."""
        self.told = Told()
        self.said_of_dice = ""
        """Once the game is over: whether the dice were as promised."""
        self._view: View | None = None
        self._read: Tree | None = None
        self._stale = True
        self._listeners: list[Callable[[], object]] = []
        self._leave = wire.listen(self._heard)

    @property
    def view(self) -> View:
        """The view as it stands. Before the first has come (`ready` says so) there is none to ask for."""
        self._take()
        assert self._view is not None, "no view has come yet"
        return self._view

    @property
    def ready(self) -> bool:
        """Whether a view has come."""
        self._take()
        return self._view is not None

    @property
    def seat(self) -> str:
        """The own seat, "" for who watches."""
        return "" if self.watching else self.view.seat

    @property
    def watching(self) -> bool:
        """Whether nothing can be ordered here: a watcher, or no view yet."""
        return not self.ready or self.view.seat == "public"

    @property
    def chat(self) -> Iterable[ChatLine]:
        """The lines of chat, oldest first."""
        return self.wire.chat

    @property
    def trouble(self) -> str:
        """What is wrong with the line, for the head of a screen; "" if nothing is."""
        if self.wire.line is LineState.AWAY:
            return "LINE DOWN, CALLING AGAIN"
        return "LINE CLOSED" if self.wire.line is LineState.CLOSED else ""

    async def give(self, order: Order) -> str:
        """Give an order and wait for its answer; the refusal as one sentence with its clause, "" if it counted.

        It answers what is asked in the view and nothing else: another client of this seat may have answered that meanwhile.
        While the line is down it waits, and the order goes out when it is back. `told` keeps clause and sentence apart.
        """
        if self.watching:
            self.told = Told("", WATCHING)
            return WATCHING
        try:
            answer = await self.wire.order(replace(order, moment=order.moment or self.view.ask.moment))
        except SessionClosed as closed:
            self.told = Told("", str(closed))
            return str(closed)
        if isinstance(answer, Refusal):
            self.told = Told(answer.clause, answer.sentence)
            return f"{answer.clause}: {answer.sentence}" if answer.clause else answer.sentence
        self.told = Told()
        return ""

    async def say(self, text: str) -> str:
        """Say a line to the whole table; "" if it went out, else why not."""
        try:
            await self.wire.say(text)
        except SessionClosed as closed:
            return str(closed)
        return ""

    def listen(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call `callback` at each change; the answer takes it off again.

        It is called from the connection's task: post yourself a message there (`DeskChanged`), draw nothing.
        """
        self._listeners.append(callback)

        def leave() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return leave

    def close(self) -> None:
        """Listen no longer."""
        self._leave()
        self._listeners.clear()

    def _heard(self, change: Change) -> None:
        if isinstance(change, Decided):
            proof = "The dice were as promised." if change.honest else "The seed of the dice is NOT the one promised."
            self.said_of_dice = proof
        if not isinstance(change, Heard):
            self._stale = True
        for callback in list(self._listeners):
            callback()

    def _take(self) -> None:
        """Read the view, once per change."""
        if not self._stale:
            return
        self._stale = False
        tree = self.wire.view
        if not tree or tree is self._read:
            self._stale = not tree
            return
        self._read = tree
        try:
            self._view, self.fault = read_as(tree, View), ""
        except ViewFault as fault:
            self.fault = str(fault)

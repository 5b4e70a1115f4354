"""A wire without a server: it shows the views it is given, and keeps the orders."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40.protocol.mergepatch import Tree, to_tree
from room40.protocol.messages import ChatLine, Done, Refusal
from room40_client.session import Answer, Change, Heard, LineState, Viewed

Umpire = Callable[[View, Struct], View | Refusal]


class FakeWire:
    """A seat at a table that exists only in a test. `umpire` answers each order with a view or a refusal."""

    def __init__(self, view: View, umpire: Umpire | None = None) -> None:
        self.line = LineState.ONLINE
        self.reason = ""
        self.orders: list[Struct] = []
        self.moments: list[int] = []
        """Of each order the step of a battle for which it was given, which `orders` leave out."""
        self.said: list[str] = []
        self._view = view
        self._chat: list[ChatLine] = []
        self._umpire = umpire or (lambda seen, _: seen)
        self._listeners: list[Callable[[Change], None]] = []

    @property
    def view(self) -> Tree:
        return to_tree(self._view)

    @property
    def chat(self) -> list[ChatLine]:
        return self._chat

    async def start(self, wait: bool = True) -> None:
        pass

    async def close(self) -> None:
        pass

    async def order(self, order: Struct) -> Answer:
        self.moments.append(getattr(order, "moment", 0))
        self.orders.append(replace(order, moment=0) if self.moments[-1] else order)
        msgspec.convert(msgspec.to_builtins(order), o.Order)
        answer = self._umpire(self._view, order)
        if isinstance(answer, Refusal):
            return answer
        self.show(answer)
        return Done({}, 1, len(self.orders))

    async def say(self, text: str) -> None:
        self.said.append(text)
        self._chat.append(ChatLine("EN", "Milne", text, len(self.said)))
        self._tell(Heard(self._chat[-1]))

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def show(self, view: View) -> None:
        """The view changes."""
        self._view = view
        self._tell(Viewed(None))

    def _tell(self, change: Change) -> None:
        for listener in list(self._listeners):
            listener(change)


def plotting(view: View, order: Struct) -> View | Refusal:
    """An umpire that writes every plot down."""
    from msgspec.structs import replace

    if not isinstance(order, o.Plot):
        return view
    fleet = view.fleets[order.fleet]
    sheet: Mapping[str, str] = {**fleet.sheet, str(order.turn): order.route}
    return replace(view, fleets={**view.fleets, order.fleet: replace(fleet, sheet=dict(sheet))})

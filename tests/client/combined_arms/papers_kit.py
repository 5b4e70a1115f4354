"""A 1942 table for tests of the papers: the wire is the rules themselves, with scripted dice, and one seat's view."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.protocol.mergepatch import Tree, to_tree
from room40.protocol.messages import ChatLine, Done, Refusal
from room40_client.session import Answer, Change, LineState, Viewed
from room40_client.tui.app import Profile, Room40
from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.papers.paper import Paper
from room40_client.tui.palette import Ink
from room40_client.tui.screens.pick import Entry, Pick
from room40_server.rules.combined_arms.state import Phase, State, seat_of
from room40_server.rules.combined_arms.views import view
from room40_server.rules.game import Refused
from tests.client import shots
from tests.combined_arms.kit import GAME, dice

Made = Callable[[Ink, Desk], Paper]


class RulesWire:
    """A seat at a table that exists only in a test; what it orders is ruled on at once.

    `others`: whether all other seats answer at once what they are asked in battle, as the umpire suggests.
    """

    def __init__(self, state: State, seat: str = "", pips: tuple[int, ...] = (), others: bool = False) -> None:
        self.line = LineState.ONLINE
        self.reason = ""
        self.state = state
        self.seat = seat or seat_of(state, state.power)
        self.orders: list[Struct] = []
        self.dice = dice(*pips)
        self.others = others
        self._listeners: list[Callable[[Change], None]] = []

    @property
    def view(self) -> Tree:
        return to_tree(view(self.state, self.seat))

    @property
    def chat(self) -> list[ChatLine]:
        return []

    async def start(self, wait: bool = True) -> None:
        pass

    async def close(self) -> None:
        pass

    async def say(self, text: str) -> None:
        pass

    async def order(self, order: Struct) -> Answer:
        self.orders.append(replace(order, moment=""))
        read = msgspec.convert(msgspec.to_builtins(order, str_keys=True), Order)
        try:
            self.show(GAME.submit(self.state, self.seat, read, self.dice))
        except Refused as refused:
            return Refusal(refused.clause, refused.sentence, refused.about, len(self.orders))
        return Done({}, 1, len(self.orders))

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def show(self, state: State) -> None:
        """The state changes."""
        while self.others and state.phase is Phase.COMBAT and state.asked and self.seat not in state.asked:
            other = next(iter(state.asked))
            ask = view(state, other).ask
            answers = {"casualties": o.Casualties(tuple(ask.suggestion)), "submerge": o.Submerge()}
            state = GAME.submit(state, other, answers.get(ask.kind, o.Press()), self.dice)
        self.state = state
        for listener in list(self._listeners):
            listener(Viewed(None))


class Table(Screen[None]):
    """What lies under a paper in these tests: nothing."""


class Story:
    """A paper being worked at: the pilot, the wire, what is on the screen."""

    def __init__(self, pilot: Pilot[str], wire: RulesWire, paper: Paper) -> None:
        self.pilot = pilot
        self.wire = wire
        self.paper = paper
        self.app = pilot.app

    async def keys(self, *keys: str) -> None:
        """Press keys, and let everything that follows happen."""
        await self.pilot.press(*keys)
        await self.pilot.pause()
        if not isinstance(self.app.screen, (Pick, Entry)):  # what waits for an answer does not run out
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()

    @property
    def text(self) -> str:
        """All that the terminal shows."""
        return shots.screen(self.app)

    @property
    def asked(self) -> str:
        return shots.row(self.app, "#asked")

    @property
    def is_closed(self) -> bool:
        return self.app.screen is not self.paper


@asynccontextmanager
async def paper(
    made: Made, wire: RulesWire, size: tuple[int, int] = (80, 24), desk: Desk | None = None, **how: bool
) -> AsyncIterator[Story]:
    """A paper open over an empty table."""
    desk = desk or Desk(wire)
    app = Room40(lambda ink: Table(), Profile(**how))
    async with app.run_test(size=size) as pilot:
        opened = made(Ink(how.get("mono", False), how.get("ascii", False)), desk)
        await app.push_screen(opened)
        await pilot.pause()
        story = Story(pilot, wire, opened)
        await story.keys()
        yield story

"""A 1942 table for tests: the rules behind the wire, the computer at the other seats."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from textual.pilot import Pilot

from room40.protocol.mergepatch import Tree, to_tree
from room40.protocol.messages import ChatLine, Done, Refusal
from room40_client.session import Answer, Change, LineState, Viewed
from room40_client.tui.app import Profile, Room40
from room40_client.tui.combined_arms.find import found
from room40_client.tui.combined_arms.table import TableScreen
from room40_server import combined_arms_scenarios
from room40_server.bots.combined_arms.player import Bot
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import ScriptedDice, SeededDice
from room40_server.rules.game import Refused
from room40_server.scenario_files import read_toml
from tests.client import shots
from tests.combined_arms.kit import GAME

ISLANDS = Path(__file__).parent / "islands" / "scenario.toml"
"""Two islands as they were once, for pictures that stay the same however the scenario is balanced."""


@cache
def two_islands() -> State:
    """Two islands, Marran to buy."""
    return advance(combined_arms_scenarios.from_raw(read_toml(ISLANDS), ISLANDS), ScriptedDice(()))


class Rules:
    """A wire whose other end is the rules. With `bots` every other seat is the computer's and answers at once."""

    def __init__(self, state: State, seat: str, bots: bool = False, seed: int = 1) -> None:
        self.line = LineState.ONLINE
        self.reason = ""
        self.state = state
        self.seat = seat
        self.orders: list[Struct] = []
        self.moments: list[str] = []
        """Of each order the question for which it was given, which `orders` leave out."""
        self.dice = SeededDice(bytes([seed]) * 32)
        self.bots = {name: Bot(seed) for name in GAME.seats(state)} if bots else {}
        self._listeners: list[Callable[[Change], None]] = []
        self.others()

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

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def order(self, order: Struct) -> Answer:
        self.moments.append(order.moment)  # type: ignore[attr-defined]
        self.orders.append(replace(order, moment=""))
        try:
            self.state = GAME.submit(self.state, self.seat, order, self.dice)  # type: ignore[arg-type]
        except Refused as no:
            return Refusal(no.clause, no.sentence, no.about, len(self.orders))
        self.others()
        self.tell()
        return Done({}, 1, len(self.orders))

    def tell(self) -> None:
        """The view may have changed."""
        for listener in list(self._listeners):
            listener(Viewed(None))

    def others(self) -> None:
        """The computers' decisions, until they owe none."""
        while waiting := [name for name in GAME.waiting(self.state) if name != self.seat and name in self.bots]:
            self.decide(waiting[0])

    def decide(self, name: str) -> None:
        """One decision of the computer for a seat."""
        for order in self.bots[name].decide(view(self.state, name), name):
            try:
                self.state = GAME.submit(self.state, name, order, self.dice)  # type: ignore[arg-type]
            except Refused:
                break


class Story:
    """A table being played at: the pilot, the wire, what is on the screen."""

    def __init__(self, pilot: Pilot[str], wire: Rules) -> None:
        self.pilot = pilot
        self.wire = wire
        self.app = pilot.app

    @property
    def table(self) -> TableScreen:
        found = self.app.screen_stack[1]
        assert isinstance(found, TableScreen)
        return found

    async def keys(self, *keys: str) -> None:
        """Press keys, and let everything that follows happen."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def go(self, name: str) -> None:
        """Put the cursor on the space that is found by a name."""
        self.table._point(found(self.table.desk.view, name)[0])
        await self.pilot.pause()

    async def until(self, words: str) -> None:
        """Let the program run until the screen shows something."""
        async with asyncio.timeout(10):
            while words not in self.text:
                await self.pilot.pause(0.02)

    @property
    def text(self) -> str:
        return shots.screen(self.app)

    def row(self, widget: str) -> str:
        return shots.row(self.app, widget)


@asynccontextmanager
async def table(
    state: State, seat: str = "west", size: tuple[int, int] = (80, 24), bots: bool = False, read: bool = True, **how: bool
) -> AsyncIterator[Story]:
    """A table of the two islands, the briefing read."""
    wire = Rules(state, seat, bots)
    app = Room40(lambda ink: TableScreen(wire, ink), Profile(**how))
    async with app.run_test(size=size) as pilot:
        story = Story(pilot, wire)
        await story.keys()
        if read and app.screen is not story.table:
            await story.keys("escape")
        yield story

"""A table that is played at key by key, with no server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot
from textual.widgets import Input

from room40.dreadnought.views import View
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.table import TableScreen
from room40_client.tui.widgets.sea_chart import ChartView
from tests.client import shots
from tests.client.wires import FakeWire, Umpire, plotting


class Story:
    """A table being played at: the pilot, the wire, what is on the screen."""

    def __init__(self, pilot: Pilot[str], wire: FakeWire) -> None:
        self.pilot = pilot
        self.wire = wire
        self.app = pilot.app

    async def keys(self, *keys: str) -> None:
        """Press keys, and let everything that follows happen."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type a text into the line that has the focus."""
        box = self.app.focused
        assert isinstance(box, Input)
        box.insert_text_at_cursor(text)
        await self.settle()

    async def settle(self) -> None:
        """Let workers and messages run out."""
        await self.pilot.pause()

    def row(self, widget: str) -> str:
        return shots.row(self.app, widget)

    @property
    def chart(self) -> ChartView:
        return self.app.screen.query_one("#chart", ChartView)


@asynccontextmanager
async def table(
    view: View, umpire: Umpire = plotting, size: tuple[int, int] = (80, 24), read: bool = True, **how: bool
) -> AsyncIterator[Story]:
    wire = FakeWire(view, umpire)
    app = Room40(lambda ink: TableScreen(wire, ink), Profile(**how))
    async with app.run_test(size=size) as pilot:
        story = Story(pilot, wire)
        await story.settle()
        if read:
            await story.keys("escape")
        yield story

"""What the table screens of all systems share: they listen to a wire while they stand, and let go of it at their end."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import Worker, WorkerState

from room40_client.session import Change, LineState
from room40_client.tui.messages import Changed
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages
from room40_client.tui.wire import Wire

FAULT = "That went wrong inside this program"


class Wired(Screen[None]):
    """A seat at a table, or a place to watch from. `left` is called when the screen goes.

    Textual calls a screen's own `on_mount` and `on_unmount` before these.
    """

    def __init__(self, wire: Wire, ink: Ink, left: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.wire = wire
        self.ink = ink
        self._leave: Callable[[], None] = lambda: None
        self._left = left

    def foot(self) -> ComposeResult:
        """The last lines: what was said or is being typed, what is asked, the keys."""
        with Horizontal(id="bottom"):
            yield Lines(self.ink, id="status")
            yield Lines(self.ink, id="prompt-label")
            yield Input(id="prompt", compact=True, select_on_focus=False)
        yield Lines(self.ink, id="asked")
        yield Lines(self.ink, id="keys")

    @property
    def stands(self) -> bool:
        """Whether there is something to draw on: not where the program is left while the screen comes up."""
        return self.is_attached and self.app.is_running

    def on_mount(self) -> None:
        if not self.stands:
            return
        self._leave = self.wire.listen(self._heard)
        self.query_one("#prompt", Input).cursor_blink = False
        for pages in self.query(Pages):
            pages.can_focus = False
        self.run_worker(self._connect(), exit_on_error=False)

    def _heard(self, change: Change) -> None:
        self.post_message(Changed(change))

    async def _connect(self) -> None:
        if self.wire.line is LineState.CONNECTING:
            await self.wire.start(wait=False)

    async def on_unmount(self) -> None:
        self._leave()
        self._left()
        await self.wire.close()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What fails on the way to an order must not fail in silence."""
        if event.state is WorkerState.ERROR:
            self.failed(f"{FAULT}: {event.worker.error!r}.")

    def failed(self, sentence: str) -> None:
        """Tell that this program is at fault."""
        raise NotImplementedError

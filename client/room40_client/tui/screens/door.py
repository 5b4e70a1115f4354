"""The door: a link is followed, and the table screen of the system that the server's welcome names takes its place."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40_client.session import Change, LineState, Session
from room40_client.tui import systems
from room40_client.tui.draw import bar
from room40_client.tui.draw.runs import line
from room40_client.tui.messages import Changed
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines

NOTICED = 0.4
"""Seconds after which one wonders whether anything happens."""


class Door(Screen[None]):
    """What is shown while the server is called: nothing, until that takes long enough to be noticed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,ctrl+q", "leave", show=False)]

    def __init__(self, session: Session, ink: Ink) -> None:
        super().__init__()
        self.session = session
        self.ink = ink
        self._inside = False
        self._leave: Callable[[], None] = lambda: None

    def on_mount(self) -> None:
        self._leave = self.session.listen(self._heard)
        self.run_worker(self.session.start(wait=False), exit_on_error=False)
        self.set_timer(NOTICED, self._say_so)

    async def on_unmount(self) -> None:
        self._leave()
        if not self._inside:
            await self.session.close()

    def _heard(self, change: Change) -> None:
        self.post_message(Changed(change))

    def on_changed(self, message: Changed) -> None:
        message.stop()
        if self._inside:
            return
        if self.session.welcome is not None:
            self._enter(self.session.welcome.system)
        elif self.session.line is LineState.CLOSED:
            self.app.exit(self.session.reason)
        else:
            self._draw()

    async def _say_so(self) -> None:
        if not self._inside and self.is_attached:
            await self.mount(Lines(self.ink, id="asked"), Lines(self.ink, id="keys"))
            self._draw()

    def _enter(self, system: str) -> None:
        try:
            screen = systems.table(system, self.session, self.ink)
        except systems.UnknownSystem as unknown:
            self.app.exit(str(unknown))
            return
        self._inside = True
        self._leave()
        self.app.switch_screen(screen)

    def _draw(self) -> None:
        if self._inside or not self.is_attached or not self.query("#keys"):
            return
        away = self.session.line is LineState.AWAY
        self.query_one("#asked", Lines).show(
            [line((" Calling the server again; no answer yet …" if away else " Calling the server …", "alert"))]
        )
        self.query_one("#keys", Lines).show([bar.key_bar([("q", "leave")], self.size.width)])

    def action_leave(self) -> None:
        """Leave the program."""
        self.app.exit("")

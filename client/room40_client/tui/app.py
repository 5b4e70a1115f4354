"""The Textual application: settings for this terminal, the palette of commands, a clean end."""

import asyncio
import gc
import os
import signal
from collections.abc import Callable, Iterable
from typing import ClassVar, Protocol, runtime_checkable

from rich.text import Text
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input

from room40_client.terminal import manners
from room40_client.terminal.driver import ThinDriver
from room40_client.terminal.profile import Profile, settle
from room40_client.terminal.recording import Recording
from room40_client.tui.actions import Commanded, shown
from room40_client.tui.draw.runs import safe
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines

__all__ = ["Profile", "Room40", "run"]

STAND_INS = {"ctrl+r": "f1"}
"""Keys that every terminal sends, and those in whose stead they may be pressed."""


@runtime_checkable
class Chosen(Protocol):
    """A widget in which something is chosen: a zone, a hex, a row."""

    def spot(self) -> Offset | None:
        """Where that is, within the widget; None if it is not in sight."""


class Room40(App[str]):
    """The client. It ends with a sentence to say after the screen is given back, or none."""

    TITLE = "Room 40"
    CSS = "Screen { background: ansi_default; color: ansi_default; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+z", "suspend_process", show=False)]

    def __init__(
        self,
        first: "Callable[[Ink], Screen[None]]",
        profile: Profile | None = None,
        recording: Recording | None = None,
    ) -> None:
        self.profile = profile or Profile()
        self.recording = recording
        self.ink = Ink(self.profile.mono, self.profile.ascii)
        self._first = first
        super().__init__(ansi_color=True, driver_class=ThinDriver if self.profile.thin else None)
        self.animation_level = "none"
        self.theme = "ansi-dark"

    def on_mount(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            # without this the terminal is left in its other screen
            asyncio.get_running_loop().add_signal_handler(number, self.exit, "")
        # more signals than the loop has room to be woken by are no fault; Python would hang while it complains of them
        signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)
        self.push_screen(self._first(self.ink))
        self.call_after_refresh(_collect_again)

    def on_unmount(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().remove_signal_handler(number)

    async def on_event(self, event: events.Event) -> None:
        """Take another key for one that some terminals keep to themselves: the rules are to be had in each."""
        if isinstance(event, events.Key) and event.key in STAND_INS:
            event = events.Key(STAND_INS[event.key], None)
        await super().on_event(event)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Keep the cursor of a line of text from blinking: each blink is sent down the line."""
        if isinstance(event.widget, Input):
            event.widget.cursor_blink = False

    def spot(self) -> tuple[int, int] | None:
        """The cell of the screen in which the chosen thing stands: there the terminal's own cursor belongs."""
        if isinstance(self.focused, Input):
            return self.focused.cursor_screen_offset
        for widget in (self.focused, *self.screen.query(Lines)):
            at = widget.spot() if isinstance(widget, Chosen) else None
            if widget is not None and widget.display and at is not None:
                return widget.content_region.offset + at if widget.size.contains_point(at) else None
        return None

    def _fatal_error(self) -> None:
        """End with one sentence: Textual's traceback would show the insides of the program, the secrets of the table too.

        For who looks for the fault, the environment's `ROOM40_TRACE` brings it back.
        """
        if os.environ.get("ROOM40_TRACE"):
            super()._fatal_error()
            return
        error = self._exception
        what = f"{type(error).__name__}: {safe(str(error))[:160]}"
        self.panic(Text(f"room40: The screen could not be drawn ({what}). The game is kept where it stands."))

    def action_suspend_process(self) -> None:
        """Go back to the shell for a while, if there is one."""
        if manners.has_shell():
            super().action_suspend_process()
        else:
            self.notify("There is no shell here to go back to.")

    def action_command_palette(self) -> None:
        """The palette; where its signs cannot be put into ASCII on the way out, the list of all keys, which is one too."""
        if not self.profile.ascii or self.profile.thin:
            super().action_command_palette()
        elif isinstance(self.screen, Commanded):
            self.screen.action_keys()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the table."""
        if isinstance(screen, Commanded):
            for action in screen.actions:
                title = f"{action.words} ({shown(action.keys)})"
                yield SystemCommand(title, action.group, _doing(screen, action.does))


def _collect_again() -> None:
    """What is there by now stays; from here on garbage is collected."""
    gc.freeze()
    gc.enable()


def _doing(screen: Screen[object], does: str) -> Callable[[], object]:
    return lambda: screen.run_worker(screen.run_action(does), exit_on_error=False)


def run(first: "Callable[[Ink], Screen[None]]", profile: Profile, recording: Recording | None = None) -> str:
    """Run the client on this terminal until it is left; the sentence it ends with."""
    settle(profile)
    return Room40(first, profile, recording).run(mouse=profile.mouse) or ""

"""The thin driver: it stands where Textual wants a driver of a Linux terminal, and sends only what changes on the screen."""

import asyncio
import os
import re
import signal
import sys
import time
from contextlib import suppress
from threading import Event, Lock
from typing import Any, Protocol, runtime_checkable

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from room40_client.terminal import keys, manners
from room40_client.terminal.ascii import ascii_cell
from room40_client.terminal.cells import Grid, Page
from room40_client.terminal.diff import CLEAR, Place, difference
from room40_client.terminal.outlet import Outlet
from room40_client.terminal.profile import Profile
from room40_client.terminal.recording import Recording
from room40_client.terminal.styles import in_mono, in_sixteen

STORM = 0.05
"""Seconds without a new size after which the window is taken to have its size."""
EMPTY = 0.2
"""Seconds that an empty screen is held back: it is one that has not been drawn yet."""
HEARING, MOMENT = 1.0, 0.02
"""Seconds that what was typed may take to be heard before more is read, and between two looks whether all is over."""
PATIENCE = 2.0
"""Seconds that the terminal has to take the last bytes."""
LARGE = 400
"""From so many bytes on a frame is shown as a whole, where the terminal can do that, and the cursor hidden meanwhile."""
SYNC_BEGIN, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
UNDERLINE, USUAL = "\x1b[4 q", "\x1b[0 q"
"""The cursor as a steady line under the cell: it blinks nowhere, and does not hide what is in it."""
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
_UNWANTED = frozenset({"\x1b[?1004h", "\x1b[?1004l", "\x1b[?2048$p", HIDE, SHOW})
"""Modes without a use here: the window's focus, sizes in the line of keys. The cursor is hidden and shown by the frames."""

_POINTER = "\x1b]22;"
"""The shape of the mouse's pointer, which is always the same here."""
_HARMLESS = re.compile(r"\x07|\x1b\]|\x1b\[[?><=]|\x1b\[\d* q")
"""How sequences begin that change nothing of what is shown."""


@runtime_checkable
class Pointing(Protocol):
    """An app that knows on which cell of the screen one's eyes are."""

    profile: Profile

    def spot(self) -> Place | None:
        """The cell, or none."""


@runtime_checkable
class Recorded(Protocol):
    """An app of which a recording is made, or none."""

    recording: Recording | None


class ThinDriver(LinuxDriver):
    """What Textual writes is read into a page; the outlet sends the difference to what the terminal shows."""

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None):
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._profile = app.profile if isinstance(app, Pointing) else Profile()
        self._recording = app.recording if isinstance(app, Recorded) else None
        self._output = sys.__stderr__.fileno() if sys.__stderr__ else 2
        substitute = ascii_cell if self._profile.ascii else None
        look = in_mono if self._profile.mono else in_sixteen if self._profile.frugal else None
        self._page = Page(*self._get_terminal_size(), substitute, look)
        self._shown: Grid | None = None
        self._pen: Place | None = None
        self._rest: Place | None = None
        self._cursor = False
        self._whole = False
        self._listening = False
        self._too_small = manners.TooSmall()
        self._lock = Lock()
        self._outlet: Outlet | None = None
        self._held: asyncio.TimerHandle | None = None
        self._soon: asyncio.TimerHandle | None = None
        self._away = False

    # What Textual calls

    def write(self, data: str) -> None:
        if data in (SYNC_BEGIN, SYNC_END):  # it writes them only where the terminal understands them
            self._whole = True
            return
        with self._lock:
            passed = list(self._page.read(data))
            drawn, self._page.drawn = self._page.drawn, False
            if drawn:
                self._rest = self._where()
        for sequence in passed:
            self._pass_on(sequence)
        if drawn and self._page.grid.is_blank():
            self._frame_soon()
        elif drawn:
            self._frame()

    def start_application_mode(self) -> None:
        if self._outlet is None:
            sent = self._recording.sent if self._recording is not None else None
            self._outlet = Outlet(self._output, self._difference, sent, self._failed)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        usual = signal.getsignal(signal.SIGWINCH)

        def resized(number: int, stack: Any) -> None:
            if callable(usual):
                usual(number, stack)
            self._loop.call_soon_threadsafe(self._resized)

        signal.signal(signal.SIGWINCH, resized)
        self._frame()

    def close(self) -> None:
        super().close()
        for timer in (self._held, self._soon):
            if timer is not None:
                timer.cancel()
        self._held = self._soon = None
        outlet, self._outlet = self._outlet, None
        if outlet is not None:
            outlet.stop(PATIENCE)

    def run_input_thread(self) -> None:
        if not keys.read(self.fileno, self.exit_event, self._debug, self.process_message, self._be_heard):
            self._loop.call_soon_threadsafe(self._app.exit, "")  # nobody can press a key any more

    def _be_heard(self) -> None:
        """Wait until the app and its screen have come to what they were told; not for ever, as they may be closing."""
        heard = Event()

        def ask_the_screen() -> None:
            if self._app.screen_stack:
                self._app.screen.call_later(heard.set)

        def ask_the_app() -> None:
            self._app.call_later(ask_the_screen)

        self._loop.call_soon_threadsafe(ask_the_app)
        for _ in range(round(HEARING / MOMENT)):
            if heard.wait(MOMENT) or self.exit_event.is_set():
                return

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.Key) and self._too_small.seen():
            self._frame()
        super().process_message(message)

    def _get_terminal_size(self) -> tuple[int, int]:
        """The size that the terminal has, whatever the environment says of it."""
        for file in (self._output if hasattr(self, "_output") else 2, self.fileno):
            with suppress(OSError):
                size = os.get_terminal_size(file)
                if size.columns and size.lines:
                    return size.columns, size.lines
        return super()._get_terminal_size()

    def _enable_mouse_support(self) -> None:
        """Clicks and the wheel; not every motion, which costs eleven bytes up the line for each cell."""
        if self._mouse and not self._listening:
            self._listening = True
            self.write("\x1b[?1000;1006h")

    def _disable_mouse_support(self) -> None:
        if self._listening:
            self._listening = False
            self.write("\x1b[?1000;1006l")

    def _request_terminal_sync_mode_support(self) -> None:
        if not self._profile.frugal:
            super()._request_terminal_sync_mode_support()

    # Away and back

    def _sigtstp_application(self, *_: object) -> None:
        """Leave the terminal to the shell, and stop with all of the job, as a shell expects it of one."""
        if self._outlet is None:  # nothing is taken yet
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        if not self._auto_restart:
            super()._sigtstp_application()
            return
        self.suspend_application_mode()
        self._away = True
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.killpg(os.getpgrp(), signal.SIGTSTP)
        time.sleep(0.1)  # stopped by now, unless there is no shell to go back to
        self._come_back()

    def _sigcont_application(self, *_: object) -> None:
        if not self._auto_restart or (self._outlet is None and not self._away):
            return
        if not self._away:  # stopped from without, unasked: what the terminal shows and how it is set is anybody's guess
            self.suspend_application_mode()
            self._away = True
        self._come_back()

    def _come_back(self) -> None:
        if self._away:
            self._away = False
            signal.signal(signal.SIGTSTP, self._sigtstp_application)
            self._must_signal_resume = True
            self.resume_application_mode()

    # Frames

    def _where(self) -> Place | None:
        """Where the cursor belongs: on what is chosen, or where Textual left it last, if it put it anywhere."""
        if not isinstance(self._app, Pointing):
            at = self._app.cursor_position
            return (at.x, at.y) if at.x or at.y else None
        return self._app.spot()

    def _pass_on(self, sequence: str) -> None:
        """Pass on what is no drawing, in its turn among the frames."""
        if self._outlet is None or sequence in _UNWANTED or sequence.startswith(_POINTER):
            return
        if sequence.endswith("u"):  # the keyboard's protocol: of that, only the escape key that tells itself from an arrow
            if self._profile.frugal:
                return
            sequence = "\x1b[>1u" if sequence.startswith("\x1b[>") else sequence
        if sequence == LEAVE:
            self._outlet.say(USUAL + SHOW)
        self._outlet.say(sequence)
        if sequence == ENTER:
            self._outlet.say(UNDERLINE + HIDE)
            self._outlet.call(self._entered)
        elif not _HARMLESS.match(sequence):
            self._outlet.call(self._forget)

    def _frame(self) -> None:
        if self._outlet is not None and self._held is None:
            self._outlet.frame()

    def _frame_soon(self) -> None:
        """Draw in a while what is there by then."""

        def now() -> None:
            self._soon = None
            self._frame()

        if self._soon is None:
            self._soon = self._loop.call_later(EMPTY, now)

    def _resized(self) -> None:
        """The window has another size: what it shows is not known. While it is being dragged, nothing is drawn."""
        if self._held is not None:
            self._held.cancel()
        self._held = self._loop.call_later(STORM, self._calm)

    def _calm(self) -> None:
        self._held = None
        if self._outlet is not None:
            self._outlet.call(self._forget)
            self._outlet.frame()

    def _forget(self) -> None:
        """What the terminal shows is not known any more."""
        self._shown = None

    def _failed(self, error: Exception) -> None:
        """A frame could not be made: that ends the program as any fault of it does, with its sentence."""
        self._loop.call_soon_threadsafe(self._app._handle_exception, error)

    def _entered(self) -> None:
        self._shown = None
        self._cursor = False

    def _difference(self) -> str:
        """The bytes from what the terminal shows to the newest frame."""
        with self._lock:
            self._page.resize(*self._get_terminal_size())
            wanted = self._too_small.over(self._page.grid)
            rest = self._rest if wanted is self._page.grid else None
            if rest is not None and not (0 <= rest[0] < wanted.width and 0 <= rest[1] < wanted.height):
                rest = None
            first = ""
            if self._shown is None or (self._shown.width, self._shown.height) != (wanted.width, wanted.height):
                first, self._shown, self._pen = CLEAR, Grid(wanted.width, wanted.height), (0, 0)
                if self._recording is not None:
                    self._recording.resized(wanted.width, wanted.height)
            drawn, self._pen = difference(self._shown, wanted, self._pen, rest)
            for y in range(wanted.height):
                self._shown.take_row(wanted, y)
        return self._dressed(first + drawn, rest is not None)

    def _dressed(self, drawn: str, cursor: bool) -> str:
        """A frame with the cursor shown or hidden, and what shows a large one as a whole."""
        large = len(drawn) > LARGE
        before = HIDE if self._cursor and (large or not cursor) else ""
        after = SHOW if cursor and (before or not self._cursor) else ""
        self._cursor = cursor
        if large and self._whole:
            before, after = SYNC_BEGIN + before, after + SYNC_END
        return before + drawn + after

"""A session seen on two terminals: on one as Textual draws it, on the other through the thin driver."""

import re
from collections.abc import Callable
from typing import Any

from rich.cells import split_graphemes
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.pilot import Pilot

from room40_client.terminal.ascii import ascii_cell
from room40_client.terminal.diff import Place
from room40_client.terminal.driver import ENTER, ThinDriver
from room40_client.terminal.outlet import Outlet
from room40_client.tui.app import Room40
from tests.client.terminal.emulator import Emulator

_MODES = re.compile(r"\x1b\[[?><=][\d;]*[ -/]*[@-~]|\x1b\[\d q")
"""What the emulator does not know: modes, the cursor's shape."""


class AtOnce(Outlet):
    """An outlet without a thread: what is given is written at once."""

    def __init__(self, terminal: Emulator, frame: Callable[[], str]) -> None:
        self._terminal = terminal
        self._make = frame
        self.bytes = 0
        self.written = ""

    def say(self, text: str) -> None:
        self.bytes += len(text.encode())
        self.written += text
        self._terminal.feed(_MODES.sub("", text))

    def call(self, what: Callable[[], None]) -> None:
        what()

    def frame(self) -> None:
        self.say(self._make())

    def stop(self, patience: float) -> None:
        pass


class TwinDriver(ThinDriver):
    """A thin driver without a terminal, and a second screen on which everything is drawn as it was written."""

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None):
        assert size is not None
        self.terminal_size = size
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.stock, self.thin = Emulator(*size), Emulator(*size)
        self.frames = 0
        self.outlet = self._outlet = AtOnce(self.thin, self._difference)
        self.is_settled = True

    def _get_terminal_size(self) -> tuple[int, int]:
        return self.terminal_size

    def write(self, data: str) -> None:
        self.stock.feed(_MODES.sub("", data))
        super().write(data)
        if self.is_settled and "H" in data:
            self.frames += 1
            self.compare()

    def _frame_soon(self) -> None:
        self._frame()

    def compare(self) -> None:
        """Both terminals show the same, and the cursor of the thin one stands where it belongs."""
        if self._profile.ascii:
            assert self.thin.text == _in_ascii(self.stock)
        else:
            assert self.thin.text == self.stock.text
        if not self._profile.frugal:
            assert self.thin.looks() == self.stock.looks()
        if self._rest is not None:
            assert (self.thin.screen.cursor.x, self.thin.screen.cursor.y) == self._rest

    @property
    def rest(self) -> Place | None:
        return self._rest

    def resize(self, width: int, height: int) -> None:
        """Another size; what a terminal makes of what it shows is its own affair."""
        self.terminal_size = (width, height)
        self.is_settled = False
        for terminal in (self.stock, self.thin):
            terminal.screen.resize(height, width)
        self.thin.feed("\x1b[3;1Hwhat was here before, moved about\x1b[7m")
        self.thin.feed("\x1b[m")
        self._calm()
        self.send_message(events.Resize(Size(width, height), Size(width, height)))

    def suspend(self) -> None:
        """Away to the shell, which writes on its own screen, and back."""
        self.write("\x1b[?1049l")
        self.thin.feed("\x1b[5;5H$ ls\x1b[1m  letters\x1b[m")
        self.write(ENTER)
        self._frame()

    def start_application_mode(self) -> None:
        self.write(ENTER)
        self.send_message(events.Resize(Size(*self.terminal_size), Size(*self.terminal_size)))

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        pass

    def close(self) -> None:
        pass


def _in_ascii(terminal: Emulator) -> str:
    rows = []
    for row in terminal.text.split("\n"):
        spans, _ = split_graphemes(row)
        rows.append("".join(ascii_cell(row[start:end], width) for start, end, width in spans))
    return "\n".join(rows)


class Session:
    """A session at the keys, both terminals before one's eyes."""

    def __init__(self, pilot: Pilot[str]) -> None:
        self.pilot = pilot
        driver = pilot.app._driver
        assert isinstance(driver, TwinDriver)
        self.driver = driver

    async def keys(self, *keys: str) -> None:
        """Press keys one by one; after each both terminals show the same."""
        for key in keys:
            if key.startswith("resize "):
                self.driver.resize(*map(int, key.split()[1].split("x")))
            elif key == "suspend":
                self.driver.suspend()
            elif key.startswith("type "):
                box = self.pilot.app.focused
                assert box is not None
                box.post_message(events.Paste(key[5:]))
            else:
                await self.pilot.press(key)
            await self.pilot.pause()
            self.driver.is_settled = True
            self.driver.compare()


async def play(app: Room40, size: tuple[int, int], keys: list[str]) -> TwinDriver:
    """Play a session by its keys on a terminal of that size."""
    app.driver_class = TwinDriver
    played: list[TwinDriver] = []

    async def pilot(pilot: Pilot[str]) -> None:
        session = Session(pilot)
        await pilot.pause()
        await session.keys(*keys)
        played.append(session.driver)
        app.exit("played")

    said = await app.run_async(headless=False, size=size, auto_pilot=pilot)
    assert said == "played", said
    return played[0]

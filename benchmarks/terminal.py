"""A real pseudo-terminal with the program in it, and a screen that shows what a person would see."""

import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pyte

ROOM40 = Path(sys.executable).with_name("room40")
PATIENCE = 20.0
"""Seconds that anything may take to appear."""
QUIET = 0.3
"""After so many seconds without a byte the program has drawn all."""
SLOW = 1.5
"""Seconds that a program may take, on a machine that is busy, before it answers a key at all."""
_KITTY = re.compile(rb"\x1b\[[<>=?][0-9;]*u")
"""Questions about the keyboard, which pyte would show as letters."""


class Terminal:
    """The program on a terminal of a given size. `begun`: when it was started, by `time.perf_counter`."""

    def __init__(self, child: int, file: int, columns: int, lines: int, begun: float) -> None:
        self.begun = begun
        self.last = begun
        """When its last byte came."""
        self.cpu = 0.0
        """CPU seconds the program used, known once it has been ended."""
        self.heard = bytearray()
        """All that the program wrote."""
        self._child = child
        self._status: int | None = None
        self._file = file
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def file(self) -> int:
        """This end of the terminal."""
        return self._file

    @property
    def screen(self) -> pyte.Screen:
        """The screen, cell by cell."""
        return self._screen

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self._screen.display)

    def wait_for(self, words: str) -> float:
        """Read until the screen shows `words`; the seconds since the start. Raises `TimeoutError`."""
        until = time.perf_counter() + PATIENCE
        while words not in self.text:
            if time.perf_counter() > until or self._read(0.1) < 0:
                raise TimeoutError(f"no {words!r} on the screen:\n{self.text}")
        return self.last - self.begun

    def settle(self, first: float = QUIET, quiet: float = QUIET) -> int:
        """Read until nothing comes for `quiet` seconds; the bytes that came. The first of them may take `first`."""
        total = self._read(first)
        if total <= 0:
            return 0
        while (size := self._read(quiet)) > 0:
            total += size
        return total

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._file, keys.encode())

    def type(self, keys: str) -> tuple[int, float]:
        """Press keys; the bytes drawn, and the seconds to the last of them."""
        begun = self.last = time.perf_counter()
        self.press(keys)
        size = self.settle(SLOW)
        return size, self.last - begun

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size, as one does who drags the corner of a window; the kernel tells the program."""
        self._screen.resize(lines, columns)
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Where the cursor stands, column and row from 0; None if it is hidden."""
        at = self._screen.cursor
        return None if at.hidden else (at.x, at.y)

    def send(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        os.kill(self._child, number)

    def memory(self) -> float:
        """MiB of memory the program holds."""
        return int(Path(f"/proc/{self._child}/statm").read_text().split()[1]) * resource.getpagesize() / 2**20

    def drain(self) -> None:
        """Read what has come, and wait for nothing."""
        while self._read(0) > 0:
            pass

    def overwrite(self, text: str) -> None:
        """Let somebody else write on the screen."""
        self._stream.feed(text.encode())

    def hang_up(self) -> None:
        """Cut the line."""
        os.close(self._file)
        self._file = os.open(os.devnull, os.O_RDWR)

    def ends(self, seconds: float) -> bool:
        """Whether the program ends within so many seconds, though nothing that it writes is read."""
        until = time.perf_counter() + seconds
        while self._status is None and time.perf_counter() < until:
            done, status, _ = os.wait4(self._child, os.WNOHANG)
            if done:
                self._status = os.waitstatus_to_exitcode(status)
            else:
                time.sleep(0.02)
        return self._status is not None

    def wait(self) -> int:
        """Read until the program has ended; its exit status."""
        while self._read(PATIENCE) > 0:
            pass
        return self._reap()

    def kill(self) -> None:
        """End the program if it runs still, and give the terminal back."""
        if self._status is None:
            os.kill(self._child, signal.SIGKILL)
        with suppress(ChildProcessError):  # somebody still waits for it in another thread
            self._reap()
        os.close(self._file)

    def _reap(self) -> int:
        if self._status is None:
            _, status, used = os.wait4(self._child, 0)
            self._status = os.waitstatus_to_exitcode(status)
            self.cpu = used.ru_utime + used.ru_stime
        return self._status

    def _read(self, wait: float) -> int:
        """Bytes that came within `wait` seconds: 0 if none, -1 if the program has ended."""
        if not select.select([self._file], [], [], wait)[0]:
            return 0
        try:
            data = os.read(self._file, 1 << 16)
        except OSError:  # the other end is closed
            return -1
        self.last = time.perf_counter()
        self.heard += data
        self._stream.feed(_KITTY.sub(b"", data))
        return len(data) or -1


@contextmanager
def room40(*words: str, columns: int = 80, lines: int = 24, **environment: str) -> Iterator[Terminal]:
    """`room40 WORDS` on a terminal inside the `with`."""
    with running([str(ROOM40), *words], columns, lines, environment) as terminal:
        yield terminal


@contextmanager
def running(command: Sequence[str], columns: int, lines: int, environment: Mapping[str, str]) -> Iterator[Terminal]:
    """A command on a terminal inside the `with`."""
    begun = time.perf_counter()
    child, file = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "", "LINES": "", **environment}
        os.execv(command[0], list(command))
    fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    terminal = Terminal(child, file, columns, lines, begun)
    try:
        yield terminal
    finally:
        terminal.kill()

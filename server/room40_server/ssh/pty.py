"""A pseudo-terminal, or a pipe, between a client process and a line: bytes both ways, held up where nobody reads."""

import asyncio
import fcntl
import os
import pty
import socket
import struct
import termios
from collections.abc import Callable
from contextlib import suppress

PIECE = 32 * 1024
"""So many bytes are read at a time: about what the line sends before it waits for an answer."""
TYPED_AHEAD = 16 * 1024
"""So many bytes may wait for a client that does not read; then no more are taken."""
WIDEST, HIGHEST = 400, 200
"""No terminal is larger, whatever its owner says: a client's memory grows with it."""
_USUAL = (80, 24)


class Pty:
    """The controlling end. `client_end` is for the client process, and must be closed here once that has it."""

    def __init__(
        self, shown: Callable[[bytes], None], full: Callable[[bool], None], size: tuple[int, int] | None = None
    ) -> None:
        """`shown` takes what the client writes; `full` is told when no more may be typed, and when it may again.

        `size`: columns and lines; None for a pipe, on which a client talks line by line.
        """
        self._is_terminal = size is not None
        self._shown = shown
        self._full = full
        self._typed = bytearray()
        self._reading = False
        self.is_full = False
        """Whether no more should be typed."""
        self._loop = asyncio.get_running_loop()
        self._no_more = False
        self._rest = -1
        if size is None:
            self._file, self.client_end = (end.detach() for end in socket.socketpair())
            self._rest = os.dup(self.client_end)
        else:
            self._file, self.client_end = pty.openpty()
            self.resize(*size)
        os.set_blocking(self._file, False)

    @property
    def closed(self) -> bool:
        """Whether the terminal is gone."""
        return self._file < 0

    def resize(self, columns: int, lines: int) -> None:
        """The terminal has another size; the client is told by SIGWINCH."""
        if self._is_terminal and not self.closed:
            columns, lines = columns or _USUAL[0], lines or _USUAL[1]
            size = struct.pack("HHHH", min(lines, HIGHEST), min(columns, WIDEST), 0, 0)
            fcntl.ioctl(self._file, termios.TIOCSWINSZ, size)

    def resume(self) -> None:
        """Let what the client writes flow."""
        if not self._reading and not self.closed:
            self._loop.add_reader(self._file, self._read)
            self._reading = True

    def pause(self) -> None:
        """Let it wait; when the terminal is full, the client waits too."""
        if self._reading:
            self._loop.remove_reader(self._file)
            self._reading = False

    def type(self, keys: bytes) -> None:
        """Type."""
        if not self.closed:
            self._typed += keys
            self._write()

    def end_of_input(self) -> None:
        """No more will be typed. On a pipe the client comes to know; a terminal has no end."""
        self._no_more = not self._is_terminal
        if not self.closed:
            self._write()

    def drain(self) -> None:
        """Show what the terminal still holds: no more than its own buffer, now that the client has ended."""
        self.pause()
        while not self.closed and self._read_once():
            pass

    def unread(self) -> bytes:
        """What was typed on a pipe, and not read by the client that has ended: it is for the next one."""
        if self.closed or self._rest < 0:
            return b""
        rest = b""
        with socket.socket(fileno=os.dup(self._rest)) as pipe, suppress(BlockingIOError):
            while piece := pipe.recv(PIECE, socket.MSG_DONTWAIT):
                rest += piece
        return rest + bytes(self._typed)

    def close(self) -> None:
        """Hang up: the system tells the client by SIGHUP."""
        if self.closed:
            return
        self.pause()
        self._loop.remove_writer(self._file)
        for file in (self._file, self._rest):
            if file >= 0:
                os.close(file)
        self._file = self._rest = -1
        self._typed.clear()

    def _read(self) -> None:
        if not self._read_once():
            self.pause()

    def _read_once(self) -> bool:
        """Whether there was something, or may be yet."""
        try:
            data = os.read(self._file, PIECE)
        except BlockingIOError:
            return self._reading
        except OSError:  # nobody has the other end open
            data = b""
        if data:
            self._shown(data)
        return bool(data)

    def _write(self) -> None:
        with suppress(BlockingIOError):
            try:
                while self._typed:
                    del self._typed[: os.write(self._file, self._typed)]
            except BlockingIOError:
                raise
            except OSError:  # nobody has the other end open
                self._typed.clear()
        if self._typed:
            self._loop.add_writer(self._file, self._write)
        else:
            self._loop.remove_writer(self._file)
            if self._no_more:
                with suppress(OSError), socket.socket(fileno=os.dup(self._file)) as pipe:
                    pipe.shutdown(socket.SHUT_WR)
        if self.is_full != (len(self._typed) > TYPED_AHEAD):
            self.is_full = not self.is_full
            self._full(self.is_full)

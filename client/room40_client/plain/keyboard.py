"""Lines in: from a terminal, a pipe or a file, read by a thread that nobody waits for."""

import asyncio
import os
import select
import threading
from contextlib import suppress

LONGEST = 4096
"""No line is longer; what is beyond is cut off."""
_AHEAD = 1000
"""So many lines may be typed ahead."""


class Keyboard:
    """The lines of a file descriptor. None ends them."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(_AHEAD)
        self._ended = False
        # os.read and not sys.stdin: a thread that holds the buffer of stdin would break Python's end
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    async def line(self) -> str | None:
        """The next line without its end; None when there are no more, however often one asks."""
        if self._ended:
            return None
        found = await self._lines.get()
        self._room.release()
        self._ended = found is None
        return found

    def _read(self) -> None:
        rest = b""
        with suppress(OSError, RuntimeError):  # a terminal that is gone; a loop that has ended
            while piece := self._piece():
                *whole, rest = (rest + piece).split(b"\n")
                rest = rest[:LONGEST]
                for line in whole:
                    self._put(line)
        with suppress(RuntimeError):
            if rest:
                self._put(rest)
            self._put(None)

    def _piece(self) -> bytes:
        """What has been typed meanwhile; b"" at the end."""
        while True:
            try:
                return os.read(self._descriptor, 65536)
            except BlockingIOError:  # whoever else has this end wants it so
                select.select([self._descriptor], [], [])

    def _put(self, line: bytes | None) -> None:
        text = None if line is None else line[:LONGEST].decode("utf-8", "replace").strip()
        self._room.acquire()
        self._loop.call_soon_threadsafe(self._lines.put_nowait, text)

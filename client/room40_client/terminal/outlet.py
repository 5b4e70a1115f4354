"""The way to the terminal: one thread writes what is ready when the line takes it, so that a slow line stops nobody.

A frame that is overtaken by the next before the line was free is never written.
"""

import os
import select
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread


class Outlet:
    """Writes what callables give, in order. `frame` gives the bytes to the newest frame; `written` is told what was.

    `failed` hears what went wrong in the making of a frame.
    """

    def __init__(
        self,
        file: int,
        frame: Callable[[], str],
        written: Callable[[str], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        self._file = file
        self._frame = frame
        self._written = written
        self._failed = failed
        self._queue: SimpleQueue[Callable[[], str] | None] = SimpleQueue()
        self._due = False
        self._lock = Lock()
        self._gone = False
        self._thread = Thread(target=self._run, name="room40-outlet", daemon=True)
        self._thread.start()

    def say(self, text: str) -> None:
        """Write a text after what is due already."""
        self._queue.put(lambda: text)

    def call(self, what: Callable[[], None]) -> None:
        """Call something between what is written before and what is written after."""

        def silently() -> str:
            what()
            return ""

        self._queue.put(silently)

    def frame(self) -> None:
        """Write the newest frame when its turn comes."""
        with self._lock:
            if self._due:
                return
            self._due = True
        self._queue.put(self._newest)

    def stop(self, patience: float) -> None:
        """Write what is due, and stop; after `patience` seconds without the terminal reading, leave the rest."""
        self._queue.put(None)
        self._thread.join(patience)

    def is_alive(self) -> bool:
        """Whether it still writes, or waits to."""
        return self._thread.is_alive()

    def _newest(self) -> str:
        with self._lock:
            self._due = False
        return self._frame()

    def _run(self) -> None:
        while (make := self._queue.get()) is not None:
            try:
                self._pass(make())
            except OSError:  # the terminal is gone; the reader of keys tells the program
                self._gone = True
            except Exception as error:  # what cannot be drawn must not be a screen that stands still
                if self._failed is None:
                    raise
                self._failed(error)

    def _pass(self, text: str) -> None:
        if text and not self._gone:
            self._write(text.encode("utf-8", "replace"))
            if self._written is not None:
                self._written(text)

    def _write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._file, data) :]
            except BlockingIOError:
                select.select([], [self._file], [])

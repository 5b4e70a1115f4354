"""What a terminal was sent, kept in a file that asciinema plays: version 2 of its format, one JSON value a line.

Each line is written whole and at once, so the file is good however the program ends.
"""

import json
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress

VERSION = 2
_NOT_FOR_REPLAY = re.compile(
    r"\x1b\[\?[\d;]*\$p|\x1b\[\?(?:100[0-6]|1015|2004|2048)(?:;\d+)*[hl]|\x1b\[[<>=?][\d;]*u|\x1b\[[\d;]*[cn]"
)
"""What asks a terminal something, or sets how it reports keys and the mouse: who plays a recording wants none of it."""


class Recording:
    """A file that grows. Where it cannot grow any more it ends, and `failure` says why; what is shown is not harmed."""

    def __init__(self, path: str, columns: int, lines: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin a file. Raises `FileExistsError` if there is one, or another `OSError`."""
        self.failure = ""
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o666)
        self._length = 0
        self._size = (columns, lines)
        self._clock = clock
        self._begun = clock()
        head = {"version": VERSION, "width": columns, "height": lines, "timestamp": int(time.time()), "title": "Room 40"}
        self._keep(head)

    def sent(self, text: str) -> None:
        """The terminal was sent this."""
        shown = _NOT_FOR_REPLAY.sub("", text)
        if shown:
            self._happened("o", shown)

    def resized(self, columns: int, lines: int) -> None:
        """The terminal has this size; what is sent from here on is for it."""
        if self._size != (columns, lines):
            self._size = (columns, lines)
            self._happened("r", f"{columns}x{lines}")

    def close(self) -> None:
        """No more is recorded."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _happened(self, kind: str, data: str) -> None:
        self._keep([round(self._clock() - self._begun, 6), kind, data])

    def _keep(self, value: object) -> None:
        if self._file < 0:
            return
        line = json.dumps(value, ensure_ascii=False, separators=(", ", ": ")) + "\n"
        raw = line.encode("utf-8", "replace")
        try:
            written = os.write(self._file, raw)
            if written < len(raw):  # the disk took a part of it; why, the next try says
                os.write(self._file, raw[written:])
            self._length += len(raw)
        except OSError as error:
            self.failure = error.strerror or str(error)
            with suppress(OSError):
                os.ftruncate(self._file, self._length)
            self.close()

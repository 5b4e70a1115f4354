"""Lines out: whole lines, no control characters, nothing but ASCII where the locale is not UTF-8."""

import os
from collections.abc import Iterable
from typing import BinaryIO

from room40_client.tui.draw.runs import safe, to_ascii, without_signs, wrap

PROMPT = "> "


class Outlet:
    """Writes to a stream. `prompts`: a person sits there, who wants to see that it is his turn to type.

    `columns`: where lines are broken, between words; 0: nowhere, one thing said is one line.
    """

    def __init__(self, stream: BinaryIO, signs: bool, prompts: bool, columns: int = 0) -> None:
        self._stream = stream
        self._columns = columns
        self._signs = signs
        self.prompts = prompts
        self._prompted = False
        self.gone = False
        """Nobody reads any more."""

    def say(self, *texts: str) -> None:
        """Each text on lines of its own; an empty one says nothing."""
        lines = [piece for text in texts for piece in self._lines(text)]
        if not lines:
            return
        self.typed_at(False)
        self._write("".join(f"{line}\n" for line in lines))

    def prompt(self) -> None:
        """Show that a line may be typed, if that does not stand there already."""
        if self.prompts and not self._prompted:
            self._write(PROMPT)
            self._prompted = True

    def typed_at(self, typed: bool = True) -> None:
        """The line of the prompt has an end: a person `typed` it, or it must be made."""
        if self._prompted:
            self._prompted = False
            if not typed:
                self._write("\n")

    def _lines(self, text: str) -> Iterable[str]:
        for part in text.split("\n"):
            bare = without_signs(safe(part)) if self._signs else to_ascii(safe(part))
            shown = " ".join(bare.split())
            pieces = wrap(shown, self._columns) if self._columns else [shown]
            yield from (piece for piece in pieces if piece)

    def _write(self, text: str) -> None:
        if self.gone:
            return
        try:
            self._stream.write(text.encode("utf-8", "replace"))
            self._stream.flush()
        except BrokenPipeError:
            self.gone = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python complains when it flushes at the end

"""What a terminal shows, or ought to: a grid of cells, and the reading of what Textual writes into it.

Rules of this file: a sign two columns wide stands in the left cell, the right one holds ""; never one without the other.
A blank cell has only as much style as is seen on a blank.
"""

import re
from collections.abc import Callable, Iterator

from rich.cells import split_graphemes

from room40_client.terminal.styles import PLAIN, Style, on_blank, told

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\[(?P<row>\d*)(?:;(?P<column>\d*))?H"
    r"|\x1b\[(?P<sgr>[\d;:]*)m"
    r"|(?P<newline>\n)|(?P<home>\r)"
    r"|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)"  # a link: its words come as text
    r"|(?P<other>\x07|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[?><=]?[\d;]*[ -/]*[@-~]|\x1b[^\[\]])"
    r"|[\x00-\x1f\x7f-\x9f]"
)
_NARROW = re.compile(r"[\x20-\x7e\xa0-\xac\xae-\u02ff\u2500-\u257f]*\Z")
Substitute = Callable[[str, int], str]
"""From a sign and its width to what is shown in its stead: a sign of one column for each."""


class Grid:
    """`text[y][x]` and `style[y][x]`. All blank to begin with."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.text: list[list[str]] = [[" "] * width for _ in range(height)]
        self.style: list[list[Style]] = [[PLAIN] * width for _ in range(height)]

    def resized(self, width: int, height: int) -> "Grid":
        """A grid of another size with as much of this one as finds room."""
        made = Grid(width, height)
        across = min(width, self.width)
        for y in range(min(height, self.height)):
            made.text[y][:across] = self.text[y][:across]
            made.style[y][:across] = self.style[y][:across]
            if across < self.width and self.text[y][across] == "":
                made.text[y][across - 1] = " "
        return made

    def is_blank(self) -> bool:
        """Whether nothing is written on it."""
        blank = [" "] * self.width
        return all(row == blank for row in self.text)

    def same_row(self, other: "Grid", y: int) -> bool:
        """Whether a row looks the same in both."""
        return self.text[y] == other.text[y] and self.style[y] == other.style[y]

    def take_row(self, other: "Grid", y: int) -> None:
        """Make a row that of the other grid."""
        self.text[y][:] = other.text[y]
        self.style[y][:] = other.style[y]

    def put(self, x: int, y: int, signs: list[str], style: Style) -> None:
        """Put signs, "" the right half of a wide one, from a cell on; what finds no room is cut off."""
        signs = signs[: self.width - x] if 0 <= y < self.height and 0 <= x < self.width else []
        if not signs:
            return
        text, looks, end = self.text[y], self.style[y], x + len(signs)
        if end == self.width and not signs[-1].isascii() and split_graphemes(signs[-1])[1] == 2:
            signs[-1] = " "
        if text[x] == "" and x:
            text[x - 1] = " "
        if end < self.width and text[end] == "":
            text[end] = " "
        text[x:end] = signs
        looks[x:end] = [style] * len(signs)
        blank = on_blank(style)
        if blank is not style:
            for at in range(x, end):
                if text[at] == " ":
                    looks[at] = blank

    def join(self, x: int, y: int, sign: str) -> None:
        """Join a sign without a width of its own to the one before the cell."""
        if 0 <= y < self.height and 0 < x <= self.width:
            at = x - 1 if self.text[y][x - 1] or x < 2 else x - 2
            self.text[y][at] += sign


class Page:
    """The grid that Textual means the terminal to show, and the pen it writes with."""

    def __init__(
        self, width: int, height: int, substitute: Substitute | None = None, look: Callable[[Style], Style] | None = None
    ) -> None:
        self.grid = Grid(width, height)
        self.x = self.y = 0
        self.style = PLAIN
        self.drawn = False
        """Something was drawn, or the pen moved, since this was last set to False."""
        self._substitute = substitute
        self._look = look

    def resize(self, width: int, height: int) -> None:
        """Let the terminal have another size from now on."""
        if (width, height) != (self.grid.width, self.grid.height):
            self.grid = self.grid.resized(width, height)

    def read(self, written: str) -> Iterator[str]:
        """Read what was written; what is no drawing (modes, bell, clipboard) comes back, to be passed on as it is."""
        for token in _TOKEN.finditer(written):
            kind = token.lastgroup
            self.drawn |= kind != "other"
            if kind == "text":
                self._write(token["text"])
            elif kind == "sgr":
                self.style = told(self.style, token["sgr"])
            elif kind == "newline":
                self.x, self.y = 0, self.y + 1
            elif kind == "home":
                self.x = 0
            elif kind == "other":
                yield token["other"]
            elif kind in ("row", "column"):
                self.x, self.y = int(token["column"] or 1) - 1, int(token["row"] or 1) - 1

    def _write(self, text: str) -> None:
        style = self._look(self.style) if self._look else self.style
        if _NARROW.match(text) and (self._substitute is None or text.isascii()):
            self.grid.put(self.x, self.y, list(text), style)
            self.x += len(text)
            return
        spans, _ = split_graphemes(text)
        for start, end, width in spans:
            sign = text[start:end]
            if self._substitute is not None and width:
                signs = list(self._substitute(sign, width))
            elif width:
                signs = [sign, ""][:width]
            else:
                if self._substitute is None:
                    self.grid.join(self.x, self.y, sign)
                continue
            self.grid.put(self.x, self.y, signs, style)
            self.x += width

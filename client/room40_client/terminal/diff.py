"""The fewest bytes that turn what the terminal shows into what it ought to show.

Nothing is sent for a cell that stays as it is, unless writing it again is shorter than moving past it. Only sequences that
every terminal of the last thirty years knows: positions, SGR, erasing in a line.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TypeAlias

from room40_client.terminal.cells import Grid
from room40_client.terminal.styles import PLAIN, Style, change, erases

Place: TypeAlias = tuple[int, int]
"""A cell: column and row, from 0."""

CLEAR = "\x1b[H\x1b[2J"
_FEW = 3
"""With so few rows to draw it is worth while to look for the best order."""
_MANY = 8
_GAP = 14
"""Over more cells than this moving is always shorter than writing."""
_ERASED = 12
"""From so many blanks on erasing them and moving on is shorter than writing them."""
_DOUBTED = frozenset("\u200d\ufe0e\ufe0f")


def difference(shown: Grid, wanted: Grid, pen: Place | None, rest: Place | None) -> tuple[str, Place | None]:
    """The bytes from one grid to another of its size, and where they leave the cursor: at `rest` if that is given.

    `pen`: where the cursor stands, if that is known. The terminal writes in plain style before and after.
    """
    rows = [y for y in range(wanted.height) if not shown.same_row(wanted, y)]
    best: _Pen | None = None
    for order in _orders(rows, rest):
        drawn = _Pen(shown, wanted, pen)
        for y in order:
            drawn.row(y)
        drawn.in_style(PLAIN)
        if rest is not None:
            drawn.go(*rest)
        if best is None or drawn.size < best.size:
            best = drawn
    assert best is not None
    return "".join(best.out), best.place


def _orders(rows: list[int], rest: Place | None) -> Iterable[Sequence[int]]:
    """All orders of a few rows, as they stand first; of many from the top down, and the one with the cursor's row last."""
    if len(rows) <= _FEW:
        yield from permutations(rows)
        return
    yield rows
    if rest is not None and rest[1] in rows and len(rows) < _MANY:
        yield [*(y for y in rows if y != rest[1]), rest[1]]


class _Pen:
    """Writes sequences down, and knows where the cursor stands and in what style the terminal writes."""

    def __init__(self, shown: Grid, wanted: Grid, place: Place | None) -> None:
        self.out: list[str] = []
        self.size = 0
        self._shown = shown
        self._wanted = wanted
        self._x: int | None = place[0] if place else None
        self._y: int | None = place[1] if place else None
        self._style = PLAIN

    @property
    def place(self) -> Place | None:
        """Where the cursor stands, if that is known."""
        return None if self._x is None or self._y is None else (self._x, self._y)

    def row(self, y: int) -> None:
        """Draw the cells of a row that differ."""
        text, style = self._wanted.text[y], self._wanted.style[y]
        old_text, old_style = self._shown.text[y], self._shown.style[y]
        changed: list[int] = []
        for x in range(self._wanted.width):
            right_half = text[x] == "" and changed and changed[-1] == x - 1
            if text[x] != old_text[x] or style[x] != old_style[x] or right_half:
                changed.append(x)
        tail = self._tail(y)
        blanks = [x for x in changed if x >= tail]
        erasing = len(blanks) > 3
        spans = _spans([x for x in changed if x < tail] if erasing else changed)
        at = 0
        while at < len(spans):
            start, end = spans[at]
            while at + 1 < len(spans) and self._writing_is_shorter(y, end, spans[at + 1][0]):
                at += 1
                end = spans[at][1]
            self.go(start, y)
            self._write(y, start, end)
            at += 1
        if erasing:
            start = spans[-1][1] if spans else blanks[0]
            if start < blanks[0] and self._writing_is_shorter(y, start, blanks[0]):
                self._write(y, start, blanks[0])
            self._erase(blanks[0], y)

    def go(self, x: int, y: int) -> None:
        """Move the cursor there, the shortest way."""
        if (self._x, self._y) != (x, y):
            self._say(_move(self._x, self._y, x, y))
            self._x, self._y = x, y

    def in_style(self, style: Style) -> None:
        """Write in that style from now on."""
        if style != self._style:
            self._say(change(self._style, style))
            self._style = style

    def _say(self, text: str) -> None:
        self.out.append(text)
        self.size += len(text) if text.isascii() else len(text.encode("utf-8", "replace"))

    def _tail(self, y: int) -> int:
        """The column from which on the row is plainly blank to its end."""
        text, style = self._wanted.text[y], self._wanted.style[y]
        x = self._wanted.width
        while x and text[x - 1] == " " and style[x - 1] == PLAIN:
            x -= 1
        return x

    def _writing_is_shorter(self, y: int, start: int, end: int) -> bool:
        """Whether to write the unchanged cells between two spans again rather than move past them."""
        if end - start > _GAP or end >= self._wanted.width:
            return False
        text, style = self._wanted.text[y], self._wanted.style[y]
        before = style[start - 1] if start else PLAIN
        cost, current = 0, before
        for x in range(start, end):
            if style[x] != current and not (text[x] == " " and style[x] == PLAIN and erases(current)):
                cost += len(change(current, style[x]))
                current = style[x]
            cost += len(text[x].encode("utf-8", "replace"))
        cost += len(change(current, style[end]))
        return cost <= len(_move(start, y, end, y)) + len(change(before, style[end]))

    def _write(self, y: int, start: int, end: int) -> None:
        """Write the cells of a row from where the cursor stands."""
        text, style = self._wanted.text[y], self._wanted.style[y]
        x = start
        while x < end:
            if text[x] == " " and style[x] == PLAIN:
                stop = x + 1
                while stop < end and text[stop] == " " and style[stop] == PLAIN:
                    stop += 1
                if not erases(self._style):  # then in that of the next letter, if a blank may have that
                    self.in_style(style[stop] if stop < end and erases(style[stop]) else PLAIN)
                if stop - x >= _ERASED:
                    self._say(f"\x1b[{stop - x}X")
                    self._x = x
                    if stop < end:
                        self.go(stop, y)
                else:
                    self._say(" " * (stop - x))
                    self._x = stop
            else:
                stop = x + 1
                while stop < end and style[stop] == style[x]:
                    stop += 1
                self.in_style(style[x])
                self._signs(y, x, stop)
            x = stop
        if self._x is not None and self._x >= self._wanted.width:
            self._x = None  # terminals differ in where the cursor stands after the last column

    def _signs(self, y: int, start: int, end: int) -> None:
        signs = self._wanted.text[y]
        piece = "".join(signs[start:end])
        if piece.isascii() or not (_DOUBTED.intersection(piece) or max(piece) >= "\U0001f000"):
            self._say(piece)
            self._x = end
            return
        for x in range(start, end):  # terminals differ in how wide such a sign is
            if signs[x]:
                self.go(x, y)
                self._say(signs[x])
                doubtful = _DOUBTED.intersection(signs[x]) or signs[x][0] >= "\U0001f000"
                width = 2 if x + 1 < end and signs[x + 1] == "" else 1
                self._x = None if doubtful else x + width

    def _erase(self, x: int, y: int) -> None:
        """Erase the row from there on."""
        if not erases(self._style):
            self.in_style(PLAIN)
        self.go(x, y)
        self._say("\x1b[K")


def _spans(columns: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring columns as spans: first, and first after the last."""
    spans: list[tuple[int, int]] = []
    for x in columns:
        if spans and spans[-1][1] == x:
            spans[-1] = (spans[-1][0], x + 1)
        else:
            spans.append((x, x + 1))
    return spans


def _move(x: int | None, y: int | None, to_x: int, to_y: int) -> str:
    """The shortest sequence that moves the cursor."""
    ways = [_position(to_x, to_y)]
    if y is not None:
        down = _times(to_y - y, "B", "A")
        ways.append(down + "\r" + _times(to_x, "C", "D"))
        if 0 < to_y - y <= 2:
            ways.append("\r" + "\n" * (to_y - y) + _times(to_x, "C", "D"))
        if x is not None:
            ways.append(down + _times(to_x - x, "C", "D"))
            if 0 < x - to_x <= 3:
                ways.append(down + "\b" * (x - to_x))
    return min(ways, key=len)


def _position(x: int, y: int) -> str:
    return f"\x1b[{y + 1 if y else ''}{f';{x + 1}' if x else ''}H"


def _times(steps: int, ahead: str, back: str) -> str:
    if not steps:
        return ""
    count = "" if abs(steps) == 1 else abs(steps)
    return f"\x1b[{count}{ahead if steps > 0 else back}"

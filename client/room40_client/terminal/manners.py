"""What a program owes the terminal it runs in: to say when it cannot run there, and when there is too little room."""

import os

from room40_client.terminal.cells import Grid
from room40_client.terminal.styles import Style

COLUMNS, LINES = 80, 24
"""So much room is enough for everything."""
_TINY_COLUMNS, _TINY_LINES = 60, 16
"""With less than this there is nothing to be seen."""
_REVERSED = Style(1 << 7)


def refusal(is_terminal: bool, command: str = "room40") -> str:
    """Why the screens cannot be shown here: a sentence that says what can, or "" if they can."""
    if is_terminal:
        return ""
    return (
        f"This needs a terminal; over ssh ask for one with: ssh -t HOST {command} …; "
        f"or play line by line through any pipe: {command} … --profile plain"
    )


def has_shell() -> bool:
    """Whether there is a shell behind the program that could call it back after it was put aside."""
    return os.getsid(0) != os.getpid()


class TooSmall:
    """Says that a terminal has too little room: over the first line, until a key is pressed; over all if it is tiny."""

    def __init__(self) -> None:
        self._seen: tuple[int, int] | None = None
        self._size = (COLUMNS, LINES)

    def seen(self) -> bool:
        """A key was pressed: the notice has been read. Whether there was one to take away."""
        showing = _small(*self._size) and not _tiny(*self._size) and self._seen != self._size
        self._seen = self._size
        return showing

    def over(self, grid: Grid) -> Grid:
        """The grid, or where there is too little room another that says so."""
        self._size = size = (grid.width, grid.height)
        if not _small(*size) or (self._seen == size and not _tiny(*size)):
            return grid
        said = f" {grid.width}x{grid.height} is too small for Room 40: it needs {COLUMNS}x{LINES}. "
        if _tiny(*size):
            made = Grid(*size)
            for y in range(grid.height):
                made.put(0, y, list(said[y * grid.width : (y + 1) * grid.width].strip()), Style())
            return made
        made = grid.resized(*size)
        made.put(0, 0, list((said + "Any key hides this.").ljust(grid.width)), _REVERSED)
        return made


def _small(columns: int, lines: int) -> bool:
    return columns < COLUMNS or lines < LINES


def _tiny(columns: int, lines: int) -> bool:
    return columns < _TINY_COLUMNS or lines < _TINY_LINES

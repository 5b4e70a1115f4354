"""Fixed lines of drawn text: only the lines that changed are painted again."""

from collections.abc import Sequence

from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from room40_client.tui.draw.runs import Line, width
from room40_client.tui.palette import Ink


class Lines(Widget):
    """A few lines, as many as the widget is high."""

    DEFAULT_CSS = "Lines { height: 1; width: 1fr; }"

    def __init__(self, ink: Ink, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.lines: tuple[Line, ...] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines from now on."""
        old, self.lines = self.lines, tuple(lines)
        for y in range(self.size.height):
            if _at(old, y) != _at(self.lines, y):
                self.refresh(Region(0, y, self.size.width, 1))

    def spot(self) -> Offset | None:
        """Where the first thing under a cursor is drawn, within the widget."""
        return self.under_cursor()

    def under_cursor(self, text: str = "") -> Offset | None:
        """Where the first run under a cursor is drawn that begins with `text`."""
        for y, of in enumerate(self.lines):
            for number, (words, style) in enumerate(of):
                if style.endswith("cursor") and words.startswith(text):
                    return Offset(width(of[:number]), y)
        return None

    def render_line(self, y: int) -> Strip:
        return self.ink.strip(_at(self.lines, y), self.size.width)


def _at(lines: Sequence[Line], y: int) -> Line:
    return lines[y] if y < len(lines) else ()

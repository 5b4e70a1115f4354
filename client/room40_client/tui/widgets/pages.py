"""A scrolling list of drawn lines, with or without a chosen row."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from room40_client.tui.draw.runs import Line, ends, line
from room40_client.tui.messages import RowChosen, RowPicked
from room40_client.tui.palette import Ink


class Pages(ScrollView, can_focus=True, inherit_bindings=False):
    """Lines to read. With `picking`, one of them is chosen, and Enter or a click picks it."""

    DEFAULT_CSS = "Pages { scrollbar-size: 0 0; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "go(-1)", show=False),
        Binding("down,j", "go(1)", show=False),
        Binding("pageup,b", "turn(-1)", show=False),
        Binding("pagedown,space", "turn(1)", show=False),
        Binding("home", "to_end(0)", show=False),
        Binding("end", "to_end(1)", show=False),
        Binding("enter", "pick", show=False),
    ]

    def __init__(self, ink: Ink, *, picking: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.picking = picking
        self.chosen = 0
        self.lines: list[Line] = []
        self.skipped: frozenset[int] = frozenset()

    def show(self, lines: Sequence[Line], at_end: bool = False, skipped: Collection[int] = ()) -> None:
        """Show these lines from now on; with `at_end` scroll to the last. Rows that are `skipped` are never chosen."""
        if list(lines) == self.lines:
            return
        self.lines = list(lines)
        self.skipped = frozenset(skipped)
        self.chosen = self._choosable(max(0, min(self.chosen, len(self.lines) - 1)), 1)
        self.virtual_size = Size(self.size.width, len(self.lines))
        self.refresh()
        if at_end:
            self.call_after_refresh(self.action_to_end, 1)

    def choose(self, row: int) -> None:
        """Choose a row, and bring it into view."""
        old = self.chosen
        self.chosen = self._choosable(max(0, min(row, len(self.lines) - 1)), 1 if row >= old else -1)
        top, height = int(self.scroll_y), max(1, self.size.height)
        if self.chosen < top or self.chosen >= top + height:
            self._to(max(0, self.chosen - height // 2))
        if self.picking and old != self.chosen:
            self.post_message(RowChosen(self.chosen))
        for changed in (old, self.chosen):
            self.refresh(Region(0, changed - int(self.scroll_y), self.size.width, 1))

    def spot(self) -> Offset | None:
        """The beginning of the chosen row, within the widget."""
        return Offset(0, self.chosen - int(self.scroll_y)) if self.picking and self.lines else None

    def _choosable(self, row: int, way: int) -> int:
        """The nearest row that may be chosen, first one way, then the other; the row itself if there is none."""
        rows = [*range(row, len(self.lines) if way > 0 else -1, way), *range(row, -1 if way > 0 else len(self.lines), -way)]
        return next((one for one in rows if one not in self.skipped), row)

    def render_line(self, y: int) -> Strip:
        row = y + int(self.scroll_y)
        of = self.lines[row] if row < len(self.lines) else ()
        if self.picking and row == self.chosen and row < len(self.lines):
            of = tuple((text, f"{style} cursor".strip()) for text, style in of) or ((" ", "cursor"),)
        if y == self.size.height - 1 and row < len(self.lines) - 1:
            of = ends(of, line((" more ", "dim")), self.size.width)
        return self.ink.strip(of, self.size.width)

    def action_go(self, by: int) -> None:
        """Up or down by a line: the choice, or the page."""
        if self.picking:
            self.choose(self.chosen + by)
        else:
            self._to(int(self.scroll_y) + by)

    def action_turn(self, by: int) -> None:
        """A page up or down."""
        if self.picking:
            self.choose(self.chosen + by * max(1, self.size.height - 1))
        else:
            self._to(int(self.scroll_y) + by * max(1, self.size.height - 1))

    def action_to_end(self, end: int) -> None:
        """To the first line or the last."""
        if self.picking:
            self.choose(len(self.lines) if end else 0)
        else:
            self._to(self.max_scroll_y if end else 0)

    def action_pick(self) -> None:
        """Pick the chosen row."""
        if not self.picking:
            raise SkipAction  # the key is the screen's
        if self.lines:
            self.post_message(RowPicked(self.chosen))

    def on_click(self, event: events.Click) -> None:
        row = event.y + int(self.scroll_y)
        if self.picking and row < len(self.lines):
            self.choose(row)
            self.action_pick()

    def on_resize(self) -> None:
        self.virtual_size = Size(self.size.width, len(self.lines))

    def _to(self, y: int) -> None:
        self.scroll_to(y=max(0, y), animate=False)

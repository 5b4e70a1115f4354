"""The map on the screen: places what `draw.schematic` made, keeps the cursor, paints no more than what changed."""

from itertools import zip_longest

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from room40_client.tui.combined_arms.draw import schematic
from room40_client.tui.combined_arms.draw.layout import ZOOMS, Layout, fitting, layout
from room40_client.tui.combined_arms.draw.schematic import Scene
from room40_client.tui.draw.runs import Line
from room40_client.tui.palette import Ink


class SpacePicked(Message):
    """A space was picked on the map with the mouse."""

    def __init__(self, space: str) -> None:
        super().__init__()
        self.space = space


class MapView(ScrollView, can_focus=True, inherit_bindings=False):
    """The map of spaces, scrolled so that the cursor is in sight."""

    DEFAULT_CSS = "MapView { scrollbar-size: 0 0; width: 1fr; height: 1fr; }"

    def __init__(self, ink: Ink, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.level = -1
        """The zoom, -1: not chosen yet, so that the map fills the widget."""
        self.on: Layout | None = None
        self._lines: list[Line] = []
        self._strips: dict[int, Strip] = {}
        self._scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Show a scene; only what differs is painted."""
        self._scene = scene
        if self.level < 0 and self.size.width:
            self.level = fitting(scene.view.setting, self.size.width, self.size.height)
        on = layout(scene.view.setting, ZOOMS[max(0, self.level)], self.size.height)
        lines = schematic.drawn(scene, on)
        if on != self.on:
            self.on, self._lines = on, lines
            self._strips.clear()
            self.virtual_size = Size(on.width, on.height)
            self.refresh()
            self.call_after_refresh(self.follow, True)
            return
        old, self._lines = self._lines, lines
        changed = [y for y, (one, other) in enumerate(zip_longest(old, lines, fillvalue=())) if one != other]
        for y in changed:
            self._strips.pop(y, None)
        if self.follow():
            return
        for y in changed:
            start, stop = _differing(old[y], lines[y])
            self.refresh(Region(start - int(self.scroll_x), y - int(self.scroll_y), stop - start, 1))

    def zoom_by(self, by: int) -> None:
        """Larger or smaller cells, the cursor kept in view."""
        level = max(0, min(len(ZOOMS) - 1, self.level + by))
        if level != self.level and self._scene is not None:
            self.level = level
            self.show(self._scene)

    def spot(self) -> Offset | None:
        """Where the cell under the cursor begins, within the widget."""
        cursor = self._scene.cursor if self._scene else ""
        if self.on is None or cursor not in self.on.cells:
            return None
        return Offset(*self.on.cells[cursor]) - Offset(int(self.scroll_x), int(self.scroll_y))

    def step(self, across: int, down: int) -> str:
        """The space next to the cursor in a direction, "" if there is none."""
        cursor = self._scene.cursor if self._scene else ""
        return self.on.step(cursor, across, down) if self.on and cursor in self.on.cells else ""

    def follow(self, middle: bool = False) -> bool:
        """Bring the cursor into view, half a screen at a time, or into the middle; whether the map scrolled."""
        on, cursor = self.on, self._scene.cursor if self._scene else ""
        if on is None or cursor not in on.cells or not self.size.width:
            return False
        (left, top), (across, down) = on.cells[cursor], self.size
        x, y = int(self.scroll_x), int(self.scroll_y)
        if middle or left - on.zoom.width // 2 < x or left + on.zoom.width > x + across:
            x = left + on.zoom.width // 2 - across // 2
        if middle or top < y or top + on.zoom.height > y + down:
            y = top - (down - on.zoom.height) // 2
        x, y = max(0, min(x, self.max_scroll_x)), max(0, min(y, self.max_scroll_y))
        if (x, y) == (int(self.scroll_x), int(self.scroll_y)):
            return False
        self.scroll_to(x, y, animate=False, immediate=True)
        self.refresh()
        return True

    def render_line(self, y: int) -> Strip:
        at, x, columns = y + int(self.scroll_y), int(self.scroll_x), self.size.width
        if self.on is None or at >= len(self._lines):
            return Strip.blank(columns)
        if at not in self._strips:
            self._strips[at] = self.ink.strip(self._lines[at], max(self.on.width, x + columns))
        return self._strips[at].crop_extend(x, x + columns, None)

    def on_click(self, event: events.Click) -> None:
        space = self.on.under(event.x + int(self.scroll_x), event.y + int(self.scroll_y)) if self.on else ""
        if space:
            self.post_message(SpacePicked(space))

    def on_resize(self) -> None:
        if self._scene is not None:
            self.show(self._scene)
        self._strips.clear()
        self.call_after_refresh(self.follow)

    def watch_scroll_x(self, old: float, new: float) -> None:
        super().watch_scroll_x(old, new)
        self.refresh()

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        self.refresh()


def _differing(old: Line, new: Line) -> tuple[int, int]:
    """The first column in which two lines differ, and the one after the last."""
    a = [(char, style) for text, style in old for char in text]
    b = [(char, style) for text, style in new for char in text]
    differ = [x for x, (one, other) in enumerate(zip_longest(a, b)) if one != other]
    return (differ[0], differ[-1] + 1) if differ else (0, 0)

"""The sea chart: places what `draw.chart` made, keeps the cursor, and paints no more than what changed."""

from textual import events
from textual.geometry import Offset, Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from room40.geometry.seachart import Direction, SeaChart, Zone, place, zone_at
from room40_client.tui.draw import chart as drawn
from room40_client.tui.draw.chart import ZOOMS, Scene, Zoom
from room40_client.tui.draw.runs import Line
from room40_client.tui.messages import ZonePicked
from room40_client.tui.palette import Ink


class ChartView(ScrollView, can_focus=True, inherit_bindings=False):
    """A chart with a cursor. Row letters and column numbers stay in sight while the sea scrolls."""

    DEFAULT_CSS = "ChartView { scrollbar-size: 0 0; width: 1fr; height: 1fr; }"

    def __init__(self, ink: Ink, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.scene = Scene(SeaChart((), "even"))
        self.cursor: Zone | None = None
        self.level = 0
        self._to_fill: SeaChart | None = None
        """The chart to be filled with once the widget has a size: a view may be there before the first layout."""
        self._drawn: dict[int, Line] = {}
        self._strips: dict[int, Strip] = {}

    @property
    def zoom(self) -> Zoom:
        """How large a zone is drawn."""
        return ZOOMS[self.level]

    @property
    def left(self) -> int:
        """The columns of the row letters."""
        return drawn.gutter_width(self.scene.chart)

    def show(self, scene: Scene) -> None:
        """Show a scene; of the same chart, only the lines that differ are painted."""
        if scene == self.scene:
            return
        new_chart = scene.chart != self.scene.chart
        self.scene = scene
        if new_chart:
            self._measure()
            return
        for y, old in list(self._drawn.items()):
            new = drawn.chart_line(scene, self.zoom, y, self.cursor)
            if new != old:
                self._drawn[y] = new
                self._strips.pop(y, None)
                self._paint(Region(0, y, self.size.width + int(self.scroll_x), 1))

    def point(self, zone: Zone) -> None:
        """Put the cursor on a zone, and bring it into view."""
        old, self.cursor = self.cursor, zone
        if old == zone:
            return
        for one in (old, zone):
            if one:
                self._forget(one)
        if self.follow():
            return
        for one in (old, zone):
            if one:
                self._paint(self._region(one))
        self._paint_rulers(old, zone)

    def spot(self) -> Offset | None:
        """Where the cursor's zone begins, within the widget."""
        if self.cursor is None:
            return None
        at = self._region(self.cursor).offset + Offset(self.left - int(self.scroll_x), 1 - int(self.scroll_y))
        return at if at.x >= self.left and at.y >= 1 else None

    def sail(self, way: str) -> Zone | None:
        """The zone one step from the cursor: a direction of the chart, or N and S, which keep to the column."""
        if self.cursor is None:
            return None
        if way in ("N", "S"):
            row, column = place(self.cursor)
            there = zone_at(row + (1 if way == "S" else -1), column) if row + (1 if way == "S" else -1) > 0 else None
            return there if there and self.scene.chart.has(there) else None
        return self.scene.chart.step(self.cursor, Direction(way))

    def zoom_by(self, by: int) -> None:
        """A larger or smaller chart, the cursor kept in view."""
        level = max(0, min(len(ZOOMS) - 1, self.level + by))
        if level != self.level:
            self.level = level
            self._measure()

    def fill(self, chart: SeaChart) -> None:
        """The largest zoom at which the whole of a chart is seen; the smallest if it never is."""
        self._to_fill = None if self.size.width else chart
        if self._to_fill:
            return
        room = (self.size.width - drawn.gutter_width(chart), self.size.height - 1)
        fits = [
            level
            for level, zoom in enumerate(ZOOMS)
            if all(a <= b for a, b in zip(drawn.extent(chart, zoom), room, strict=True))
        ]
        self.zoom_by(max(fits, default=0) - self.level)

    def follow(self, middle: bool = False) -> bool:
        """Bring the cursor into view, half a screen at a time, or into the middle; whether the chart scrolled."""
        if self.cursor is None or not self.size.width:
            return False
        zone = self._region(self.cursor)
        near = zone.grow((self.zoom.height, self.zoom.width * 2, self.zoom.height, self.zoom.width * 2))
        across, down = self.size.width - self.left, self.size.height - 1
        x, y = int(self.scroll_x), int(self.scroll_y)
        if middle or near.x < x or near.right > x + across:
            x = zone.x - across // 2
        if middle or near.y < y or near.bottom > y + down:
            y = (zone.y - down // 2) // self.zoom.height * self.zoom.height  # no zone cut off at the top
        x, y = max(0, min(x, self.max_scroll_x)), max(0, min(y, self.max_scroll_y))
        if (x, y) == (int(self.scroll_x), int(self.scroll_y)):
            return False
        self.scroll_to(x, y, animate=False, immediate=True)
        self.refresh()
        return True

    def render_line(self, y: int) -> Strip:
        left, x = self.left, int(self.scroll_x)
        room = max(0, self.size.width - left)
        if y == 0:
            head: Line = ((" " * left, "ruler"),)
            body = drawn.ruler(self.scene.chart, self.zoom, self.cursor)
        else:
            at = y - 1 + int(self.scroll_y)
            head = drawn.gutter(self.scene.chart, self.zoom, at, self.cursor)
            return Strip.join([self.ink.strip(head, left), self._strip(at).crop_extend(x, x + room, None)])
        sea = self.ink.strip(body, drawn.extent(self.scene.chart, self.zoom)[0]).crop_extend(x, x + room, None)
        return Strip.join([self.ink.strip(head, left), sea])

    def on_click(self, event: events.Click) -> None:
        if event.y < 1:
            return
        x = event.x - self.left + int(self.scroll_x)
        zone = drawn.zone_under(self.scene.chart, self.zoom, x, event.y - 1 + int(self.scroll_y))
        if zone and event.x >= self.left:
            self.post_message(ZonePicked(zone))

    def on_resize(self) -> None:
        if self._to_fill:
            self.fill(self._to_fill)
        self.call_after_refresh(self.follow)

    def watch_scroll_x(self, old: float, new: float) -> None:
        super().watch_scroll_x(old, new)
        self.refresh()

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        self.refresh()

    def _strip(self, y: int) -> Strip:
        if y not in self._strips:
            self._drawn[y] = drawn.chart_line(self.scene, self.zoom, y, self.cursor)
            self._strips[y] = self.ink.strip(self._drawn[y], drawn.extent(self.scene.chart, self.zoom)[0])
        return self._strips[y]

    def _measure(self) -> None:
        self._drawn.clear()
        self._strips.clear()
        width, height = drawn.extent(self.scene.chart, self.zoom)
        self.virtual_size = Size(width + self.left, height + 1)
        self.refresh()
        self.call_after_refresh(self.follow)

    def _region(self, zone: Zone) -> Region:
        x, y = drawn.origin(self.scene.chart, self.zoom, zone)
        return Region(x, y, self.zoom.width, self.zoom.height)

    def _forget(self, zone: Zone) -> None:
        region = self._region(zone)
        for y in range(region.y, region.bottom):
            self._drawn.pop(y, None)
            self._strips.pop(y, None)

    def _paint(self, region: Region) -> None:
        """Paint a region given in the chart's coordinates."""
        self.refresh(region.translate((self.left - int(self.scroll_x), 1 - int(self.scroll_y))))

    def _paint_rulers(self, old: Zone | None, new: Zone) -> None:
        """The cursor's letters and number in the rulers, where they change."""
        if old is None:
            self.refresh()
            return
        if place(old)[1] != place(new)[1]:
            ends = sorted((self._region(old).x, self._region(new).x))
            start = max(0, ends[0] - self.zoom.width * 2 + self.left - int(self.scroll_x))
            self.refresh(Region(start, 0, ends[1] - ends[0] + self.zoom.width * 5, 1))
        if place(old)[0] != place(new)[0]:
            for one in (old, new):
                y = self._region(one).y - int(self.scroll_y) + 1
                self.refresh(Region(0, y, self.left, 1))

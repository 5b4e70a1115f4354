"""Where each space is drawn: a grid of labelled cells, as far apart as the cells need to keep clear of each other."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from room40.combined_arms.views import SettingView

WIDEST = 4000
"""A map is no wider than this, however far apart a scenario puts its spaces."""
UNPLACED_A_ROW = 8
"""So many spaces that the scenario places nowhere stand in a row under the map."""


class Zoom(Struct, frozen=True):
    """How many characters wide and lines high a cell is, its edge included."""

    width: int
    height: int


ZOOMS = (Zoom(5, 2), Zoom(8, 2), Zoom(12, 2), Zoom(14, 3), Zoom(20, 4))
SMALLEST_AT_FIRST = 1
"""A map begins at no smaller zoom than this, though it may not be seen whole."""


class Layout(Struct, frozen=True):
    """Space -> the place of its cell's first character; the size of the whole in characters."""

    zoom: Zoom
    gap: int
    cells: dict[str, tuple[int, int]]
    width: int
    height: int

    def middle(self, space: str) -> tuple[int, int]:
        """The middle of a cell."""
        x, y = self.cells[space]
        return x + self.zoom.width // 2, y + (self.zoom.height - 1) // 2

    def under(self, x: int, y: int) -> str:
        """The space drawn at a point, "" beside all of them."""
        for space, (left, top) in self.cells.items():
            if left <= x < left + self.zoom.width and top <= y < top + self.zoom.height:
                return space
        return ""

    def step(self, start: str, across: int, down: int) -> str:
        """The nearest space in a direction (-1, 0, 1 each way), "" if there is none; ahead counts more than aside."""
        here = self.middle(start)
        best, found = 0.0, ""
        for space in self.cells:
            there = self.middle(space)
            dx, dy = there[0] - here[0], 2.5 * (there[1] - here[1])  # a character is so much higher than wide
            ahead, aside = (dx * across, abs(dy)) if across else (dy * down, abs(dx))
            if space == start or ahead <= 0 or aside > 1.2 * ahead:
                continue
            far = ahead + 2 * aside
            if not found or far < best:
                best, found = far, space
        return found


@lru_cache(maxsize=32)
def _placed(spots: tuple[tuple[str, int, int], ...], zoom: Zoom, gap: int) -> Layout:
    apart = _least_apart(spots)
    across = -(-zoom.width // apart)
    rows = {y: number for number, y in enumerate(sorted({y for _, _, y in spots}))}
    places = {x: x - min(x for _, x, _ in spots) for _, x, _ in spots}
    if max(places.values(), default=0) * across > WIDEST:  # columns that nothing stands in are left out
        places, across = {x: number for number, x in enumerate(sorted(places))}, zoom.width
    cells = {space: (places[x] * across, rows[y] * (zoom.height + gap)) for space, x, y in spots}
    width = max((x for x, _ in cells.values()), default=0) + zoom.width
    return Layout(zoom, gap, cells, width, max(0, len(rows) * (zoom.height + gap) - gap))


def layout(setting: SettingView, zoom: Zoom, rows: int = 0) -> Layout:
    """Where the spaces of a map are drawn at a zoom; a line apart where so many rows have room for that."""
    spots = tuple(_spots(setting))
    airy = _placed(spots, zoom, 1)
    return airy if airy.height <= rows else _placed(spots, zoom, 0)


def fitting(setting: SettingView, columns: int, rows: int) -> int:
    """The largest zoom at which the whole map is seen, but none too small to read."""
    sizes = [layout(setting, zoom) for zoom in ZOOMS]
    fits = [level for level, size in enumerate(sizes) if size.width <= columns and size.height <= rows]
    return max(SMALLEST_AT_FIRST, max(fits, default=0))


def _spots(setting: SettingView) -> Iterator[tuple[str, int, int]]:
    """Space, column and row; no two in one place."""
    taken: set[tuple[int, int]] = set()
    nowhere: list[str] = []
    for key, space in setting.spaces.items():
        if space.x < 0 or space.y < 0:
            nowhere.append(key)
            continue
        x = space.x
        while (x, space.y) in taken:
            x += 1
        taken.add((x, space.y))
        yield key, x, space.y
    below = max((y for _, y in taken), default=-1) + 1
    columns = sorted({x for x, _ in taken})
    apart = min((b - a for a, b in pairwise(columns)), default=1)
    for number, key in enumerate(nowhere):
        yield key, number % UNPLACED_A_ROW * max(1, apart), below + number // UNPLACED_A_ROW


def _least_apart(spots: tuple[tuple[str, int, int], ...]) -> int:
    """The smallest distance between two spaces of one row."""
    rows: dict[int, list[int]] = {}
    for _, x, y in spots:
        rows.setdefault(y, []).append(x)
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row))]
    return max(1, min(gaps, default=1))

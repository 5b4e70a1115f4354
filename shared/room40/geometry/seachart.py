"""The staggered sea chart: rows of zones, every second row half a zone further east (clause 5.0).

A zone is named by row letter and column number, as players write it: "N37", after Z "AA5". Letters count A = 1,
Z = 26, AA = 27; columns count from 1. On a chart with `shifted="even"` the rows of even number lie half a zone east,
so L69 (row 12) touches columns 69 and 70 of the rows above and below, and K70 (row 11) columns 69 and 70 too.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Literal, NewType

from msgspec import Struct

Zone = NewType("Zone", str)
"""A zone's key in its one spelling: capital letters, then the column without leading noughts."""

ZONE_PATTERN = r"^[A-Z]{1,2}[1-9][0-9]{0,2}$"
_KEY = re.compile(r"([A-Za-z]{1,2})\s*0*([1-9][0-9]{0,2})")


class Direction(StrEnum):
    """The six ways from a zone to its neighbours."""

    W = "W"
    E = "E"
    NW = "NW"
    NE = "NE"
    SW = "SW"
    SE = "SE"


class Terrain(StrEnum):
    """A chart's three marks. Fleets move in sea and coast."""

    SEA = "~"
    COAST = "."
    LAND = "#"


def row_number(letters: str) -> int:
    """A = 1 … Z = 26, AA = 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def row_letters(number: int) -> str:
    """The inverse of `row_number`, for 1 and more."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def parse_zone(text: str) -> Zone | None:
    """The zone a player means by "n37", " N 37 " or "N037"; None if it is no zone's key."""
    found = _KEY.fullmatch(text.strip())
    return Zone(found[1].upper() + found[2]) if found else None


@lru_cache(maxsize=16384)
def place(zone: Zone) -> tuple[int, int]:
    """Row number and column of a well-formed key."""
    letters = zone.rstrip("0123456789")
    return row_number(letters), int(zone[len(letters) :])


def zone_at(row: int, column: int) -> Zone:
    """The key of a row number and a column."""
    return Zone(f"{row_letters(row)}{column}")


def edge(one: Zone, other: Zone) -> str:
    """The name of the border between two zones, the same from both sides: "C4-C5"."""
    first, second = sorted((one, other), key=place)
    return f"{first}-{second}"


class SeaChart(Struct, frozen=True, dict=True):
    """A chart: its rows from north to south, a mark a zone.

    `rows[0]` is row number `first_row`; a row's first mark is column `first_column`. `closed` are edges that no ship
    crosses although both zones hold water (an isthmus); `canals` are edges that only one side may use, edge -> side.
    """

    rows: tuple[str, ...]
    shifted: Literal["even", "odd"]
    first_row: int = 1
    first_column: int = 1
    closed: tuple[str, ...] = ()
    canals: dict[str, str] = {}

    def has(self, zone: Zone) -> bool:
        """Whether the zone lies on this chart."""
        return self._mark(*place(zone)) is not None

    def terrain(self, zone: Zone) -> Terrain | None:
        """Sea, coast or land; None off the chart."""
        mark = self._mark(*place(zone))
        return Terrain(mark) if mark else None

    def is_water(self, zone: Zone) -> bool:
        """Whether a fleet can be in the zone."""
        return self.terrain(zone) in (Terrain.SEA, Terrain.COAST)

    def zones(self) -> Iterator[Zone]:
        """Every zone of the chart, by row, then column."""
        for offset, marks in enumerate(self.rows):
            for column in range(len(marks)):
                yield zone_at(self.first_row + offset, self.first_column + column)

    def is_shifted(self, row: int) -> bool:
        """Whether this row lies half a zone east of the unshifted ones."""
        return row % 2 == (0 if self.shifted == "even" else 1)

    def step(self, zone: Zone, direction: Direction) -> Zone | None:
        """The neighbour in that direction, land or water; None off the chart (5.0)."""
        row, column = place(zone)
        east = column + 1 if self.is_shifted(row) else column
        row_by, to = {
            Direction.W: (0, column - 1),
            Direction.E: (0, column + 1),
            Direction.NW: (-1, east - 1),
            Direction.NE: (-1, east),
            Direction.SW: (1, east - 1),
            Direction.SE: (1, east),
        }[direction]
        return zone_at(row + row_by, to) if self._mark(row + row_by, to) else None

    def neighbours(self, zone: Zone) -> dict[Direction, Zone]:
        """The neighbours on the chart, land and water. Worked out once a zone: the dict is not to be changed."""
        found = self._neighbours.get(zone)
        if found is None:
            found = {d: n for d in Direction if (n := self.step(zone, d)) is not None}
            if self.has(zone):  # else any key that a player makes up would be kept
                self._neighbours[zone] = found
        return found

    def direction(self, start: Zone, end: Zone) -> Direction | None:
        """Which way `end` lies from its neighbour `start`; None if they do not touch."""
        return next((d for d, n in self.neighbours(start).items() if n == end), None)

    def touches(self, one: Zone, other: Zone) -> bool:
        """Whether two zones are neighbours on the chart."""
        return self.direction(one, other) is not None

    def is_open(self, start: Zone, end: Zone, side: str = "") -> bool:
        """Whether a fleet of `side` may go from `start` into its neighbour `end`: both water, and no barrier between."""
        if not (self.is_water(start) and self.is_water(end) and self.touches(start, end)):
            return False
        border = edge(start, end)
        return border not in self.closed and self.canals.get(border, side) == side

    def sea_neighbours(self, zone: Zone, side: str = "") -> tuple[Zone, ...]:
        """The neighbours a fleet of `side` may enter from `zone`, in the order of `Direction`. Worked out once a zone."""
        found = self._sea_neighbours.get((zone, side))
        if found is None:
            found = tuple(n for n in self.neighbours(zone).values() if self.is_open(zone, n, side))
            if self.has(zone):
                self._sea_neighbours[zone, side] = found
        return found

    def distance(self, start: Zone, end: Zone) -> int:
        """Zones between two keys as the gull flies: the number of steps if all were sea."""
        (row1, column1), (row2, column2) = place(start), place(end)
        # "doubled" columns: a shifted row's zones stand at odd half-zones, so one diagonal step is one half-zone
        across = abs(2 * column1 + self.is_shifted(row1) - 2 * column2 - self.is_shifted(row2))
        down = abs(row1 - row2)
        return down + max(0, (across - down) // 2)

    def distances(self, start: Zone, side: str = "", avoid: Iterable[Zone] = ()) -> dict[Zone, int]:
        """Steps over water from `start` to every zone that can be reached by `side` without entering `avoid`."""
        barred = set(avoid)
        found = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self.sea_neighbours(here, side):
                if there not in found and there not in barred:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def path(self, start: Zone, end: Zone, side: str = "", avoid: Iterable[Zone] = ()) -> tuple[Zone, ...]:
        """A shortest way over water from `start` (left out) to `end`; empty if there is none, or if they are one.

        No zone of `avoid` is entered; `start` may be one, as it is not entered.

        Of several shortest ways it is always the same one: at each step the first direction in the order W, E, NW,
        NE, SW, SE.
        """
        barred = set(avoid)
        steps = self.distances(end, side, barred - {start})
        if start not in steps or end in barred:
            return ()
        way: list[Zone] = []
        here = start
        while here != end:
            here = next(n for n in self.sea_neighbours(here, side) if steps.get(n, -1) == steps[here] - 1)
            way.append(here)
        return tuple(way)

    def nearest(self, start: Zone, wanted: Callable[[Zone], bool], side: str = "") -> Zone | None:
        """The nearest zone over water that is wanted; of several, the first by key."""
        found = [(steps, place(zone), zone) for zone, steps in self.distances(start, side).items() if wanted(zone)]
        return min(found)[2] if found else None

    @cached_property
    def _neighbours(self) -> dict[Zone, dict[Direction, Zone]]:
        return {}

    @cached_property
    def _sea_neighbours(self) -> dict[tuple[Zone, str], tuple[Zone, ...]]:
        return {}

    def _mark(self, row: int, column: int) -> str | None:
        line, at = row - self.first_row, column - self.first_column
        if 0 <= line < len(self.rows) and 0 <= at < len(self.rows[line]):
            return self.rows[line][at]
        return None

    @cached_property
    def last_column(self) -> int:
        """The column of the longest row's last zone."""
        return self.first_column + max((len(r) for r in self.rows), default=0) - 1

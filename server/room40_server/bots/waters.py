"""The chart as a player of the computer reads it: who touches whom, and how far it is, worked out once a chart."""

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from room40.dreadnought.views import ScenarioView
from room40.geometry.seachart import SeaChart, Zone

FAR = 999
"""The distance to a place that cannot be reached."""


class Waters:
    """The water of a chart for one side."""

    def __init__(self, chart: SeaChart, side: str) -> None:
        self.chart = chart
        self._side = side
        self._next: dict[Zone, tuple[Zone, ...]] = {}
        self._steps: dict[Zone, dict[Zone, int]] = {}

    def beside(self, zone: Zone) -> tuple[Zone, ...]:
        """The zones that may be entered from `zone`."""
        if zone not in self._next:
            self._next[zone] = self.chart.sea_neighbours(zone, self._side)
        return self._next[zone]

    def steps(self, end: Zone) -> dict[Zone, int]:
        """Steps over water to `end` from every zone from which it can be reached."""
        if end not in self._steps:
            self._steps[end] = self._flood(end, frozenset())
        return self._steps[end]

    def distance(self, start: Zone, end: Zone) -> int:
        """Steps over water from `start` to `end`; `FAR` if there is no way."""
        return self.steps(end).get(start, FAR)

    def way(self, start: Zone, end: Zone, avoid: Iterable[Zone] = ()) -> tuple[Zone, ...]:
        """A shortest way from `start` (left out) to `end` round the zones of `avoid`; through them if there is no other."""
        barred = frozenset(avoid) - {start, end}
        steps = self._flood(end, barred) if barred else self.steps(end)
        if start not in steps:
            if barred:
                return self.way(start, end)
            return ()
        way: list[Zone] = []
        here = start
        while here != end:
            here = next(n for n in self.beside(here) if steps.get(n, FAR) == steps[here] - 1)
            way.append(here)
        return tuple(way)

    def _flood(self, end: Zone, barred: frozenset[Zone]) -> dict[Zone, int]:
        found = {end: 0}
        queue = deque([end])
        while queue:
            here = queue.popleft()
            for there in self.beside(here):
                if there not in found and there not in barred:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found


@lru_cache(maxsize=32)
def _waters(
    rows: tuple[str, ...],
    shifted: Literal["even", "odd"],
    first: tuple[int, int],
    closed: tuple[str, ...],
    canals: tuple[tuple[str, str], ...],
    side: str,
) -> Waters:
    return Waters(SeaChart(rows, shifted, *first, closed, dict(canals)), side)


def waters_of(scenario: ScenarioView, side: str) -> Waters:
    """The waters of a scenario's chart for a side."""
    shifted: Literal["even", "odd"] = "even" if scenario.shifted == "even" else "odd"
    first = scenario.first_row, scenario.first_column
    canals = tuple(sorted(scenario.canals.items()))
    return _waters(tuple(scenario.rows), shifted, first, tuple(scenario.closed), canals, side)

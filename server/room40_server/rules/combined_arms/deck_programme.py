"""The whole-number programme behind the landing plan: carriers to zones, aircraft to the decks there (K3.4).

For each group of carriers and zone a count of carriers, for each group of aircraft and zone a count of aircraft; the
aircraft in a zone are no more than the decks that come to it; as many aircraft as possible land.
"""

from collections.abc import Sequence

import highspy
import numpy as np

from room40_server.rules.combined_arms.decks import Decks

Counts = list[dict[str, int]]
"""For each group, how many of it go to which zone."""


def solve(
    reaches: Sequence[frozenset[str]],
    sizes: Sequence[int],
    offers: Sequence[Decks],
    outputs: dict[str, int],
    bought: dict[str, int],
) -> tuple[Counts, Counts]:
    """How many carriers of each offer go to each zone, and how many aircraft of each group land there.

    `reaches`, `sizes`: of the groups of aircraft; `outputs`: what each complex can build, `bought`: carriers bought by type.
    """
    zones = _useful(reaches, offers)
    if not zones:
        return [{} for _ in offers], [{} for _ in reaches]
    ships = {(g, zone): 0 for zone, comers, _ in zones for g in sorted(comers)}
    landings = {(k, zone): 0 for zone, _, flyers in zones for k in sorted(flyers)}
    model = _Model()
    for g, zone in ships:
        ships[g, zone] = model.column(offers[g].count, gain=0)
    for k, zone in landings:
        landings[k, zone] = model.column(sizes[k], gain=1)
    for g, offer in enumerate(offers):
        model.at_most(offer.count, {c: 1 for (h, _), c in ships.items() if h == g})
    for place, output in outputs.items():
        model.at_most(output, {c: 1 for (h, _), c in ships.items() if offers[h].at == place})
    for pool, number in bought.items():
        model.at_most(number, {c: 1 for (h, _), c in ships.items() if offers[h].pool == pool})
    for k, size in enumerate(sizes):
        model.at_most(size, {c: 1 for (h, _), c in landings.items() if h == k})
    for zone, comers, flyers in zones:
        decks = {ships[g, zone]: -offers[g].free for g in comers}
        model.at_most(0, decks | {landings[k, zone]: 1 for k in flyers})
    best = model.best()
    return _counted(len(offers), ships, best), _counted(len(reaches), landings, best)


def _useful(reaches: Sequence[frozenset[str]], offers: Sequence[Decks]) -> list[tuple[str, frozenset[int], frozenset[int]]]:
    """The zones that matter, with the offers and the groups of aircraft that can be there.

    A zone is left out when another is open to all that it is open to: whoever meets here can as well meet there.
    """
    comers: dict[str, set[int]] = {}
    for g, offer in enumerate(offers):
        for zone in offer.zones:
            comers.setdefault(zone, set()).add(g)
    found: list[tuple[str, frozenset[int], frozenset[int]]] = []
    for zone in sorted(comers):
        flyers = frozenset(k for k, reach in enumerate(reaches) if zone in reach)
        carriers = frozenset(comers[zone])
        if not flyers or any(carriers <= c and flyers <= f for _, c, f in found):
            continue
        found = [(z, c, f) for z, c, f in found if not (c <= carriers and f <= flyers)]
        found.append((zone, carriers, flyers))
    return found


def _counted(groups: int, columns: dict[tuple[int, str], int], values: Sequence[int]) -> Counts:
    found: Counts = [{} for _ in range(groups)]
    for (group, zone), column in columns.items():
        if values[column]:
            found[group][zone] = values[column]
    return found


class _Model:
    """A programme of whole numbers, all 0 or more, to be made as good as possible; given to the solver in one piece."""

    def __init__(self) -> None:
        self._most: list[float] = []
        self._gains: list[float] = []
        self._limits: list[float] = []
        self._starts: list[int] = []
        self._columns: list[int] = []
        self._weights: list[float] = []

    def column(self, most: int, gain: int) -> int:
        """A new column: at most so many, each worth `gain`."""
        self._most.append(float(most))
        self._gains.append(float(gain))
        return len(self._most) - 1

    def at_most(self, most: int, weights: dict[int, int]) -> None:
        """The weighted sum of these columns is at most so much."""
        self._limits.append(float(most))
        self._starts.append(len(self._columns))
        self._columns += weights
        self._weights += [float(weight) for weight in weights.values()]

    def best(self) -> list[int]:
        """The best values of all columns."""
        columns, rows = len(self._most), len(self._limits)
        solver = highspy.Highs()  # type: ignore[no-untyped-call]
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("mip_rel_gap", 0.0)
        every = np.arange(columns, dtype=np.int32)
        solver.addVars(columns, np.zeros(columns), np.array(self._most))
        solver.changeColsCost(columns, every, -np.array(self._gains))
        solver.changeColsIntegrality(columns, every, np.full(columns, highspy.HighsVarType.kInteger.value, dtype=np.uint8))
        solver.addRows(
            rows, np.full(rows, -highspy.kHighsInf), np.array(self._limits), len(self._columns),
            np.array(self._starts, dtype=np.int32), np.array(self._columns, dtype=np.int32), np.array(self._weights),
        )  # fmt: skip
        solver.run()
        return [round(value) for value in solver.getSolution().col_value]

"""The whole-number programme behind the landing plan: carriers to zones, aircraft to the decks there (K3.4).

For each group of carriers and zone a count of carriers, for each group of aircraft and zone a count of aircraft; the
aircraft in a zone are no more than the decks that come to it; as many aircraft as possible land.
"""

from collections.abc import Sequence

import highspy

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
    wanted = frozenset().union(*reaches)
    ships = [(g, zone) for g, offer in enumerate(offers) for zone in offer.zones if zone in wanted]
    landings = [(k, zone) for k, reach in enumerate(reaches) for zone in sorted(reach)]
    if not ships or not landings:
        return [{} for _ in offers], [{} for _ in reaches]
    model = _Model(len(ships) + len(landings))
    for column, (g, _) in enumerate(ships):
        model.bound(column, offers[g].count, gain=0)
    for column, (k, _) in enumerate(landings, len(ships)):
        model.bound(column, sizes[k], gain=1)
    for g, offer in enumerate(offers):
        model.at_most(offer.count, {c: 1 for c, (h, _) in enumerate(ships) if h == g})
    for place, output in outputs.items():
        model.at_most(output, {c: 1 for c, (h, _) in enumerate(ships) if offers[h].at == place})
    for pool, number in bought.items():
        model.at_most(number, {c: 1 for c, (h, _) in enumerate(ships) if offers[h].pool == pool})
    for k, size in enumerate(sizes):
        model.at_most(size, {c: 1 for c, (h, _) in enumerate(landings, len(ships)) if h == k})
    for zone in sorted(wanted):
        decks = {c: -offers[h].free for c, (h, z) in enumerate(ships) if z == zone}
        model.at_most(0, decks | {c: 1 for c, (_, z) in enumerate(landings, len(ships)) if z == zone})
    best = model.best()
    return _counted(len(offers), ships, best), _counted(len(reaches), landings, best[len(ships) :])


def _counted(groups: int, columns: Sequence[tuple[int, str]], values: Sequence[int]) -> Counts:
    found: Counts = [{} for _ in range(groups)]
    for (group, zone), value in zip(columns, values, strict=False):
        if value:
            found[group][zone] = value
    return found


class _Model:
    """A programme of whole numbers, all 0 or more, to be made as good as possible."""

    def __init__(self, columns: int) -> None:
        self._solver = highspy.Highs()  # type: ignore[no-untyped-call]
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("threads", 1)
        self._solver.setOptionValue("mip_rel_gap", 0.0)
        self._columns = columns

    def bound(self, column: int, most: int, gain: int) -> None:
        """Add the next column: at most so many, each worth `gain`."""
        self._solver.addVar(0.0, float(most))
        self._solver.changeColCost(column, float(-gain))
        self._solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)

    def at_most(self, most: int, weights: dict[int, int]) -> None:
        """The weighted sum of these columns is at most so much."""
        if weights:
            columns, values = list(weights), [float(w) for w in weights.values()]
            self._solver.addRow(-highspy.kHighsInf, float(most), len(columns), columns, values)

    def best(self) -> list[int]:
        """The best values of all columns."""
        self._solver.run()
        return [round(value) for value in self._solver.getSolution().col_value]

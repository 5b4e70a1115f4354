"""Where the power wants to go: over land to the front, or over the sea from the zone where its ships gather."""

from functools import cached_property
from math import ceil

from room40_server.bots.combined_arms.reading import FAR, Reading
from room40_server.bots.combined_arms.threats import Threats

STEADY = 0.7
"""How much more a zone promises where all the ships are already."""
PACE = 2
"""Zones that ships sail in a turn."""


class Aims:
    """The long view of a power."""

    def __init__(self, reading: Reading, threats: Threats) -> None:
        self.r, self._threats = reading, threats

    @cached_property
    def works(self) -> list[str]:
        """The territories where new units can appear, the most productive first (K7)."""
        r = self.r
        mine = [k for k in r.complexes(True) if r.view.owners.get(k) == r.power == r.view.held.get(k) and self.output(k)]
        return sorted(mine, key=lambda key: (-self.output(key), key))

    def output(self, territory: str) -> int:
        """What a complex can bring forth (K7)."""
        return max(0, self.r.spaces[territory].value - self.r.view.damage.get(territory, 0))

    def is_island(self, territory: str) -> bool:
        """Whether no enemy can be walked to from a territory."""
        return self.r.front.get(territory, FAR) >= FAR

    @cached_property
    def fleet(self) -> dict[str, int]:
        """Type -> number of the power's warships."""
        r = self.r
        return r.counted(i for i in r.own("sea") if r.line(r.units[i]).attack)

    @cached_property
    def station(self) -> str:
        """The zone where the ships gather, beside land from which they can be loaded; "" if there is none."""
        r = self.r
        coasts = {z for key in self._home for z in r.spaces[key].near if r.spaces[z].water}
        scored = [(self._promise(zone), zone) for zone in coasts]
        scored = [(promise, zone) for promise, zone in scored if promise > 0]
        return max(scored, key=lambda item: (item[0], item[1]), default=(0.0, ""))[1]

    @cached_property
    def _home(self) -> set[str]:
        """The territories from which troops are shipped: those that can be walked to from the works."""
        r = self.r
        starts = self.works or [k for k, owner in r.view.owners.items() if owner == r.power][:1]
        return {key for start in starts for key in r.chart.by_land(start) if r.is_friendly(key)}

    def _promise(self, zone: str) -> float:
        """How good a zone is to sail from: what is worth taking and how many turns off, works beside it, dangers in it."""
        r = self.r
        far = r.chart.by_sea(zone)
        best = 0.0
        for key in r.view.owners:
            if not r.is_land(key) or r.is_friendly(key) or not r.worth(key):
                continue
            steps = min((far.get(z, FAR) for z in r.spaces[key].near if r.spaces[z].water), default=FAR)
            if steps < FAR:
                best = max(best, r.worth(key) / (1 + max(1, ceil(steps / PACE))))
        beside = sum(self.output(key) for key in r.spaces[zone].near if key in self.works)
        hostile = any(r.is_(r.units[i], "surface warship") and r.units[i].owner not in r.friends for i in r.here[zone])
        danger = self._threats.worst_at_sea(zone, self.fleet).win if self.fleet else 0.3
        kept = 1.0 + STEADY * self._gathered(far)
        return best * kept * (1.0 + 0.1 * min(6, beside)) * (1.0 - 0.6 * danger) * (0.3 if hostile else 1.0)

    def _gathered(self, far: dict[str, int]) -> float:
        """The part of the power's ships that are in a zone or beside it: to gather elsewhere costs turns."""
        r = self.r
        costs = [(r.line(r.units[i]).cost, far.get(r.units[i].space, FAR)) for i in r.own("sea")]
        return sum(cost for cost, steps in costs if steps <= 1) / max(1, sum(cost for cost, _ in costs))

    @cached_property
    def ports(self) -> set[str]:
        """The friendly territories beside the station."""
        r = self.r
        return {k for k in r.spaces[self.station].near if r.is_land(k) and r.is_friendly(k)} if self.station else set()

    @cached_property
    def goes_overseas(self) -> float:
        """The part of the power's works, by output, that no front can be walked to from: 1: all of them."""
        total = sum(self.output(key) for key in self.works)
        apart = sum(self.output(key) for key in self.works if self.is_island(key) or self.r.front[key] > 4)
        return apart / total if total else 0.0

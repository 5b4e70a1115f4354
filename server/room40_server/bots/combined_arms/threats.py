"""What the enemy could bring against a space in his next turn, power by power: a hint from distances, not from the rules."""

from collections.abc import Mapping
from functools import cached_property

from room40.combined_arms.views import UnitView
from room40_server.bots.combined_arms.chances import Chance, Chances
from room40_server.bots.combined_arms.reading import FAR, Reading

CARGO = 2
"""Land units that a transport brings."""
SAIL = 2
"""Zones that a transport is thought to sail."""


class Threats:
    """The dangers to the power that plays."""

    def __init__(self, reading: Reading, chances: Chances) -> None:
        self._r, self._chances = reading, chances
        self._ashore: dict[str, dict[str, dict[str, int]]] = {}
        self._loading: dict[tuple[str, ...], list[str]] = {}
        self._afloat: dict[str, dict[str, dict[str, int]]] = {}

    @cached_property
    def _forces(self) -> dict[str, list[tuple[str, UnitView]]]:
        """Enemy power -> its units that can attack."""
        found: dict[str, list[tuple[str, UnitView]]] = {power: [] for power in self._r.enemies}
        for unit_id, unit in self._r.units.items():
            if (
                unit.owner in found
                and self._r.plays_again(unit.owner)
                and self._r.line(unit).move
                and (self._r.line(unit).attack or self._carries(unit))
            ):
                found[unit.owner].append((unit_id, unit))
        return found

    def _carries(self, unit: UnitView) -> bool:
        return self._r.is_(unit, "transport")

    def on_land(self, territory: str) -> Mapping[str, dict[str, int]]:
        """Enemy power -> what it could attack a territory with."""
        if territory not in self._ashore:
            found = {power: self._against(territory, units) for power, units in self._forces.items()}
            self._ashore[territory] = {power: counts for power, counts in found.items() if counts}
        return self._ashore[territory]

    def at_sea(self, zone: str) -> Mapping[str, dict[str, int]]:
        """Enemy power -> what it could attack a zone with."""
        if zone not in self._afloat:
            sea, air = self._r.chart.by_sea(zone), self._r.chart.by_air(zone)
            found: dict[str, dict[str, int]] = {}
            for power, units in self._forces.items():
                counts: dict[str, int] = {}
                for _, unit in units:
                    line = self._r.line(unit)
                    near = line.domain == "sea" and line.attack and sea.get(unit.space, FAR) <= line.move
                    if near or (line.domain == "air" and air.get(unit.space, FAR) <= _out(line.move)):
                        counts[unit.type] = counts.get(unit.type, 0) + 1
                if counts:
                    found[power] = counts
            self._afloat[zone] = found
        return self._afloat[zone]

    def worst(self, territory: str, defenders: Mapping[str, int]) -> Chance:
        """The worst that one enemy power could do to these defenders of a territory."""
        found = [self._chances.guess(counts, defenders) for counts in self.on_land(territory).values()]
        return max(found, key=lambda chance: chance.win, default=Chance(0.0, 0.0, 0.0))

    def worst_at_sea(self, zone: str, fleet: Mapping[str, int]) -> Chance:
        """The worst that one enemy power could do to a fleet in a zone."""
        found = [self._chances.guess(counts, fleet) for counts in self.at_sea(zone).values()]
        return max(found, key=lambda chance: chance.win, default=Chance(0.0, 0.0, 0.0))

    def _against(self, territory: str, units: list[tuple[str, UnitView]]) -> dict[str, int]:
        land, air = self._r.chart.by_land(territory), self._r.chart.by_air(territory)
        counts: dict[str, int] = {}
        for _, unit in units:
            line = self._r.line(unit)
            walks = line.domain == "land" and not unit.aboard and land.get(unit.space, FAR) <= line.move
            if walks or (line.domain == "air" and air.get(unit.space, FAR) <= _out(line.move)):
                counts[unit.type] = counts.get(unit.type, 0) + 1
        landed = self._landed(territory, units, land)
        for key, number in landed.items():
            counts[key] = counts.get(key, 0) + number
        if not any(self._r.kinds.lines[key].domain == "land" for key in counts):
            return {}
        return counts

    def _landed(self, territory: str, units: list[tuple[str, UnitView]], walking: Mapping[str, int]) -> dict[str, int]:
        """What transports could put ashore, and the ships that could support it."""
        coast = [zone for zone in self._r.spaces[territory].near if self._r.spaces[zone].water]
        if not coast:
            return {}
        found: dict[str, int] = {}
        taken: set[str] = set()
        for ship_id, ship in units:
            if not self._carries(ship) or self._off(coast, ship.space) > SAIL:
                continue
            cargo = [i for i in self._r.aboard.get(ship_id, ()) if self._r.line(self._r.units[i]).domain == "land"]
            near = self._quays(ship.space, coast)
            quay = [i for s in near for i in self._r.here[s] if self._boards(i, ship.owner) and i not in taken]
            quay = [i for i in quay if walking.get(self._r.units[i].space, FAR) > self._r.line(self._r.units[i]).move]
            quay.sort(key=lambda i: -self._r.line(self._r.units[i]).attack)
            for unit_id in [*cargo, *quay][:CARGO]:
                taken.add(unit_id)
                key = self._r.units[unit_id].type
                found[key] = found.get(key, 0) + 1
        if not found:
            return {}
        for _, ship in units:
            line = self._r.line(ship)
            if line.bombard and self._off(coast, ship.space) <= line.move:
                found[ship.type] = found.get(ship.type, 0) + 1
        return found

    def _off(self, coast: list[str], zone: str) -> int:
        """How many zones it is from one to the nearest of a coast."""
        return min(self._r.chart.by_sea(z).get(zone, FAR) for z in coast)

    def _quays(self, zone: str, coast: list[str]) -> list[str]:
        """The territories where a transport could load on its way from a zone to a coast (C4.8)."""
        key = (zone, *coast)
        if key not in self._loading:
            out = self._r.chart.by_sea(zone)
            passed = [z for z, steps in out.items() if steps <= SAIL and steps + self._off(coast, z) <= SAIL]
            self._loading[key] = sorted({s for z in passed for s in self._r.spaces[z].near if self._r.is_land(s)})
        return self._loading[key]

    def _boards(self, unit_id: str, power: str) -> bool:
        unit = self._r.units[unit_id]
        line = self._r.line(unit)
        return unit.owner == power and line.domain == "land" and bool(line.attack) and not unit.aboard


def _out(move: int) -> int:
    """How far out an aircraft attacks, if it is to come back."""
    return (move + 1) // 2

"""Who must stay at home: the capital and the works are never left to an enemy who would then take them."""

from collections.abc import Iterable, Mapping

from room40_server.bots.combined_arms.reading import Reading
from room40_server.bots.combined_arms.threats import Threats

CAPITAL_RISK = 0.12
WORKS_RISK = 0.35
CITY_RISK = 0.5
"""How likely an enemy may be to take such a territory in his next turn."""
NEW_UNITS = 8
"""So many of the units bought are thought to appear where they are needed most."""


class Guard:
    """What may leave its post. `gone`: who has left it, by the plan that is being made."""

    def __init__(self, reading: Reading, threats: Threats) -> None:
        self._r, self._threats = reading, threats
        self.gone: set[str] = set()
        self._come: dict[str, dict[str, int]] = {}

    def risk(self, territory: str) -> float:
        """The risk that a territory may run; 1: it is not guarded."""
        space = self._r.spaces[territory]
        if self._r.capital and territory == self._r.capital:
            return CAPITAL_RISK
        if not self._r.is_friendly(territory) or space.water:
            return 1.0
        if territory in self._r.works:
            return WORKS_RISK
        return CITY_RISK if space.city else 1.0

    def may_leave(self, ids: Iterable[str]) -> bool:
        """Whether these may leave the territories where they are."""
        leaving: dict[str, set[str]] = {}
        for unit_id in ids:
            leaving.setdefault(self._r.units[unit_id].space, set()).add(unit_id)
        return all(self._is_held_without(territory, units) for territory, units in leaving.items())

    def leave(self, ids: Iterable[str]) -> None:
        """These leave."""
        self.gone.update(ids)

    def come(self, territory: str, ids: Iterable[str]) -> None:
        """These come to stay there."""
        at = self._come.setdefault(territory, {})
        for unit_id in ids:
            key = self._r.units[unit_id].type
            at[key] = at.get(key, 0) + 1

    def danger(self, territory: str, without: Iterable[str] = ()) -> float:
        """How likely one enemy power takes a territory next turn, if these leave it."""
        defenders = self.defenders(territory, without)
        if not self._threats.on_land(territory):
            return 0.0
        if not defenders:
            return 1.0
        return self._threats.worst(territory, defenders).win

    def defenders(self, territory: str, without: Iterable[str] = ()) -> dict[str, int]:
        """Who will defend a territory, what is to be placed there among them."""
        away = self.gone | set(without)
        found = self._r.fighters_in(territory, True)
        for unit_id in self._r.here[territory]:
            unit = self._r.units[unit_id]
            if unit_id in away and unit.type in found and not unit.aboard:
                found[unit.type] -= 1
        for key, number in self._come.get(territory, {}).items():
            found[key] = found.get(key, 0) + number
        for key, number in self._new(territory).items():
            found[key] = found.get(key, 0) + number
        return {key: number for key, number in found.items() if number > 0}

    def _new(self, territory: str) -> Mapping[str, int]:
        """What has been bought and can appear in the capital."""
        if territory != self._r.capital or self.risk(territory) == 1.0 or territory not in self._r.complexes(True):
            return {}
        room = max(0, self._r.spaces[territory].value - self._r.view.damage.get(territory, 0))
        found: dict[str, int] = {}
        for key, number in self._r.view.bought.items():
            line = self._r.kinds.lines.get(key)
            if line is not None and line.domain == "land" and line.defence and "anti-aircraft" not in line.traits:
                found[key] = min(number, room)
                room -= found[key]
        return found

    def _is_held_without(self, territory: str, units: set[str]) -> bool:
        risk = self.risk(territory)
        if risk >= 1.0:
            return True
        after = self.danger(territory, units)
        return after <= risk or after <= self.danger(territory) + 0.005

"""Room aboard transports, as far as the view of the power in turn shows it (K3.8, K3.11): a hint, the umpire decides."""

from collections.abc import Iterable, Mapping

from room40.combined_arms.situation import COMBAT_MOVE, Situation, are_friends, type_of
from room40.combined_arms.views import UnitView, View


class Berths:
    """Who carries what in this phase, and what else could be carried.

    A ship's hold is all that it has carried at any time of the phase, what has left it again too (K3.8).
    """

    def __init__(self, view: View, situation: Situation) -> None:
        self._view, self._situation = view, situation
        self._in_combat_move = view.phase == COMBAT_MOVE
        self._ships = {
            i: u
            for i, u in view.units.items()
            if "transport" in type_of(view, u).traits and are_friends(view, u.owner, view.power)
        }
        self._holds: dict[str, set[str]] = {ship: set() for ship in self._ships}
        self._unloads: set[str] = set()
        for unit_id, unit in view.units.items():
            if unit.aboard in self._holds:
                self._holds[unit.aboard].add(unit_id)
                if unit.assault:
                    self._unloads.add(unit.aboard)
        for move in view.plan.moves.values():
            for unit_id, ship in move.aboard.items():
                if ship in self._holds:
                    self._holds[ship].add(unit_id)
                    if not view.setting.spaces[move.path[-1]].water:
                        self._unloads.add(ship)

    def hold(self, ship: str) -> frozenset[str]:
        """All that a ship has carried in this phase."""
        return frozenset(self._holds.get(ship, ()))

    def unloads(self, ship: str) -> bool:
        """Whether a planned move unloads from a ship, which must then be where it is (K3.8)."""
        return ship in self._unloads

    def berths(self, units: Mapping[str, UnitView], zone: str) -> dict[str, str] | None:
        """A ship for each land unit that would load in a zone, as the umpire finds them; None if not all have one."""
        return self._found(units, zone, [i for i, ship in self._ships.items() if zone in (ship.space, *ship.path)])

    def ferry(self, units: Mapping[str, UnitView], zone: str, territory: str) -> dict[str, str] | None:
        """A ship for each that would load in a zone and land by the same order; None if not all have one (K3.8)."""
        if not self._may_be_landed_in(zone, territory):
            return None
        ships = [i for i, s in self._ships.items() if s.space == zone and s.unloaded in ("", territory)]
        return self._found(units, zone, [i for i in ships if self._ships[i].owner == self._view.power])

    def may_land(self, units: Mapping[str, UnitView], zone: str, territory: str) -> bool:
        """Whether these, all aboard, can go ashore from a zone: in phase 2 an assault, in phase 4 on friendly coast."""
        if not self._may_be_landed_in(zone, territory):
            return False
        return all(self._may_leave(unit, zone, territory) for unit in units.values())

    def _may_leave(self, unit: UnitView, zone: str, territory: str) -> bool:
        ship = self._ships.get(unit.aboard)
        if ship is None or unit.assault or ship.space != zone or ship.unloaded not in ("", territory):
            return False
        return self._is_ready(ship) and self._is_ready(unit) and not (unit.loaded and ship.owner != self._view.power)

    def _may_be_landed_in(self, zone: str, territory: str) -> bool:
        if self._view.setting.spaces[territory].impassable:
            return False
        friendly = territory in self._situation.friendly
        if self._in_combat_move:
            return not friendly
        return friendly and zone not in self._situation.hostile

    def _found(self, units: Mapping[str, UnitView], zone: str, ships: Iterable[str]) -> dict[str, str] | None:
        if zone in self._situation.hostile or any(u.used or u.loaded or not self._is_ready(u) for u in units.values()):
            return None
        mine = self._view.power
        free = [i for i in ships if self._is_ready(self._ships[i])]
        free = [i for i in free if self._ships[i].owner == mine or not self._in_combat_move]
        free.sort(
            key=lambda i: (self._ships[i].owner != mine, self._ships[i].space != zone, bool(self._ships[i].unloaded), i)
        )
        room = {i: set(self._holds[i]) for i in free}
        found: dict[str, str] = {}
        for unit_id in sorted(units, key=lambda i: (self._is_infantry(i), i)):
            ship = next((i for i in free if self._fits({*room[i], unit_id})), None)
            if ship is None:
                return None
            room[ship].add(unit_id)
            found[unit_id] = ship
        return found

    def _is_ready(self, unit: UnitView) -> bool:
        return self._in_combat_move or (unit.moved_in != COMBAT_MOVE and not unit.fought)

    def _is_infantry(self, unit_id: str) -> bool:
        return "infantry" in type_of(self._view, self._view.units[unit_id]).traits

    def _fits(self, cargo: Iterable[str]) -> bool:
        """One land unit of any kind and one infantry (K2)."""
        infantry = [self._is_infantry(i) for i in cargo if i in self._view.units]
        return len(infantry) <= self._view.setting.transport_infantry and infantry.count(False) <= 1

"""Dividing a side's ships into fleets before the game, as a draft that can be changed ship by ship (5.2, 5.25)."""

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission
from room40.dreadnought.views import View

MISSIONS = tuple(mission for mission in Mission if mission is not Mission.ABORT)


class Draft(Struct, frozen=True):
    """A fleet as it would be formed. `zone` is where its ships lie."""

    number: int
    mission: Mission
    ships: tuple[str, ...]
    charge: str
    zone: str


class Division(Struct, frozen=True):
    """All fleets as they would be formed, by number."""

    side: str
    counters: int
    fleets: tuple[Draft, ...]

    def rows(self) -> list[tuple[int, str]]:
        """What is listed: a fleet's number and "", then its ships."""
        found: list[tuple[int, str]] = []
        for fleet in self.fleets:
            found.append((fleet.number, ""))
            found += [(fleet.number, ship) for ship in fleet.ships]
        return found

    def fleet(self, number: int) -> Draft:
        """A fleet by its number."""
        return next(f for f in self.fleets if f.number == number)

    def put(self, ship: str, to: int) -> "Division":
        """A ship under another counter."""
        fleets: list[Draft] = []
        for fleet in self.fleets:
            ships = tuple(s for s in fleet.ships if s != ship)
            fleets.append(replace(fleet, ships=(*ships, ship) if fleet.number == to else ships))
        return replace(self, fleets=tuple(f for f in fleets if f.ships))

    def apart(self, ship: str) -> "Division":
        """A ship under a free counter of its own, of the same mission; the same division if no counter is free."""
        free = next((n for n in range(1, self.counters + 1) if all(f.number != n for f in self.fleets)), None)
        home = next(f for f in self.fleets if ship in f.ships)
        if free is None or len(home.ships) == 1:
            return self
        fleets = (*self.fleets, replace(home, number=free, ships=()))
        return replace(self, fleets=tuple(sorted(fleets, key=lambda f: f.number))).put(ship, free)

    def neighbour(self, number: int, by: int) -> int:
        """The next fleet in the list that lies in the same place."""
        numbers = [f.number for f in self.fleets if f.zone == self.fleet(number).zone]
        return numbers[(numbers.index(number) + by) % len(numbers)]

    def next_mission(self, number: int) -> "Division":
        """A fleet's mission, the next one; an escort's charge is the first other fleet."""

        def turned(fleet: Draft) -> Draft:
            mission = (
                MISSIONS[(MISSIONS.index(fleet.mission) + 1) % len(MISSIONS)] if fleet.mission in MISSIONS else MISSIONS[0]
            )
            other = next((f.number for f in self.fleets if f.number != number and f.zone == fleet.zone), 0)
            return replace(fleet, mission=mission, charge=self._id(other) if mission is Mission.ESCORT and other else "")

        return replace(self, fleets=tuple(turned(f) if f.number == number else f for f in self.fleets))

    def order(self) -> o.Form:
        """The order that asks for this division."""
        return o.Form(tuple(o.Formation(self._id(f.number), f.ships, f.mission, f.charge or None) for f in self.fleets))

    def _id(self, number: int) -> str:
        return f"{self.side}-{number}"


def division(view: View) -> Division:
    """The division as it stands in a view."""
    fleets = [Draft(f.number, Mission(f.mission), tuple(f.ships), f.charge, f.zone) for f in view.fleets.values() if f.ships]
    return Division(view.seat, view.scenario.counters, tuple(sorted(fleets, key=lambda f: f.number)))

"""Who can go where in the combat move, and the orders for who has been chosen to go."""

from collections.abc import Iterable, Sequence
from random import Random

from msgspec import Struct

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Duty, Order
from room40.combined_arms.reach import Manner, Meets, Reach, Way
from room40_server.bots.combined_arms.chances import Chances, chances_of
from room40_server.bots.combined_arms.guard import Guard
from room40_server.bots.combined_arms.homes import Homes
from room40_server.bots.combined_arms.reading import Reading
from room40_server.bots.combined_arms.threats import Threats

MOST_AT_ONCE = 100
"""Units in one order."""


class Option(Struct, frozen=True):
    """A unit that can go to a target, and how; `home`: where it lands afterwards, of aircraft."""

    unit: str
    way: Way
    home: str = ""


class Muster:
    """The power's forces in a phase of moves, who of them has been sent, and what has been ordered."""

    def __init__(self, reading: Reading, chance: Random) -> None:
        view = reading.view
        self.r = reading
        self.chance = chance
        self.reach = Reach(view)
        self.chances: Chances = chances_of(reading.kinds.table, view.setting.die_sides)
        self.threats = Threats(reading, self.chances)
        self.guard = Guard(reading, self.threats)
        self.homes = Homes(reading, self.reach.situation)
        self.used: set[str] = {i for i, u in reading.units.items() if u.owner == reading.power and len(u.path) > 1}
        self.awaited: set[str] = set()
        """Zones where carriers stay, since aircraft are to land on them."""
        self._moves: dict[tuple[tuple[str, ...], Duty, str], list[str]] = {}
        self._others: list[Order] = []
        self._ways: dict[str, tuple[Way, ...]] = {}
        self._to: dict[str, dict[str, list[tuple[str, Way]]]] = {}

    def free(self, domain: str) -> list[str]:
        """The units of a domain that have not been sent anywhere."""
        return [i for i in self.r.own(domain) if i not in self.used]

    def ways(self, unit_id: str) -> tuple[Way, ...]:
        """The ways of one unit."""
        if unit_id not in self._ways:
            self._ways[unit_id] = self.reach.ways((unit_id,))
        return self._ways[unit_id]

    def _coming(self, domain: str, end: str) -> list[tuple[str, Way]]:
        """Who of a domain can come to a space, and how; those that have not been sent anywhere."""
        if domain not in self._to:
            by_end: dict[str, list[tuple[str, Way]]] = {}
            for unit_id in self.free(domain):
                for way in self.ways(unit_id):
                    by_end.setdefault(way.end, []).append((unit_id, way))
            self._to[domain] = by_end
        return [(i, way) for i, way in self._to[domain].get(end, ()) if i not in self.used]

    def overland(self, target: str) -> list[Option]:
        """The land units that can walk into a territory."""
        found = [
            Option(unit_id, way)
            for unit_id, way in self._coming("land", target)
            if way.manner is Manner.MARCH and way.meets in (Meets.FIGHTS, Meets.TAKES)
        ]
        return sorted(found, key=lambda option: (self._dear(option.unit), option.unit))

    def by_air(self, target: str) -> list[Option]:
        """The aircraft that can fight over a space and get home."""
        found = []
        for unit_id, way in self._coming("air", target):
            unit = self.r.units[unit_id]
            if unit.aboard and self.r.units[unit.aboard].owner != self.r.power:
                continue
            if home := self.homes.home(unit_id, target, way.left):
                found.append(Option(unit_id, way, home))
        return sorted(found, key=lambda option: (self._dear(option.unit), option.unit))

    def by_sea(self, zone: str) -> list[Option]:
        """The warships that can go to a zone, or are in it."""
        here = [i for i in self.r.own("sea", zone) if i not in self.used]
        found = [Option(unit_id, Way(Manner.SAIL, (zone,), 0, Meets.NOTHING)) for unit_id in here]
        found += [Option(unit_id, way) for unit_id, way in self._coming("sea", zone) if unit_id not in here]
        found = [option for option in found if self.r.line(self.r.units[option.unit]).attack]
        return sorted(found, key=lambda option: (self._dear(option.unit), option.unit))

    def _dear(self, unit_id: str) -> float:
        line = self.r.line(self.r.units[unit_id])
        return line.cost / (line.attack + 0.5) + (4.0 if "carrier" in line.traits else 0.0)

    def send(self, options: Iterable[Option], duty: Duty = Duty.BATTLE) -> None:
        """These go, and do nothing else in this phase."""
        for option in options:
            self.used.add(option.unit)
            self.guard.leave((option.unit,))
            if option.home:
                self.homes.reserve(option.unit, option.home)
            if len(option.way.path) > 1:
                self.go((option.unit,), option.way.path, duty)
                if option.way.manner is Manner.SAIL and self.r.is_(self.r.units[option.unit], "carrier"):
                    self.homes.moved(option.unit, option.way.end)

    def go(self, ids: Sequence[str], path: tuple[str, ...], duty: Duty = Duty.BATTLE, aboard: str = "") -> None:
        """Units along a path; those that go the same way go by one order."""
        self.used.update(ids)
        self._moves.setdefault((path, duty, aboard), []).extend(ids)

    def say(self, order: Order) -> None:
        """An order that is no move."""
        self._others.append(order)

    def orders(self) -> list[Order]:
        """All that has been ordered: the moves, landings after all others, then the rest."""
        spaces = self.r.spaces
        made = sorted(self._moves.items(), key=lambda item: spaces[item[0][0][0]].water and not spaces[item[0][0][1]].water)
        moves = [
            o.Move(tuple(ids[n : n + MOST_AT_ONCE]), path, duty, aboard or None)
            for (path, duty, aboard), ids in made
            for n in range(0, len(ids), MOST_AT_ONCE)
        ]
        return [*moves, *self._others]

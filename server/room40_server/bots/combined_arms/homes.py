"""Where aircraft come down after a fight: friendly ground, or decks that are there and that nobody else needs (K3.4)."""

from room40.combined_arms.situation import Situation
from room40_server.bots.combined_arms.reading import FAR, Reading


class Homes:
    """The landing places of a turn. `decks`: zone -> places on own carriers that are still free there."""

    def __init__(self, reading: Reading, situation: Situation) -> None:
        self._r, self._fields = reading, situation.fields
        self.decks: dict[str, int] = {}
        for unit_id, unit in reading.units.items():
            if unit.owner == reading.power and reading.is_(unit, "carrier"):
                taken = sum(reading.line(reading.units[i]).domain == "air" for i in reading.aboard.get(unit_id, ()))
                self.decks[unit.space] = self.decks.get(unit.space, 0) + reading.line(unit).decks - taken

    def moved(self, carrier: str, zone: str) -> None:
        """A carrier goes to a zone: its decks with it; its own fighters want a place there."""
        unit = self._r.units[carrier]
        taken = sum(self._r.line(self._r.units[i]).domain == "air" for i in self._r.aboard.get(carrier, ()))
        free = self._r.line(unit).decks - taken
        self.decks[unit.space] = self.decks.get(unit.space, 0) - free
        self.decks[zone] = self.decks.get(zone, 0) + free

    def home(self, unit_id: str, over: str, left: int) -> str:
        """Where an aircraft can land that has so much movement left over a space; "" if nowhere."""
        away = self._r.chart.by_air(over)
        ashore = [(steps, key) for key in self._fields if (steps := away.get(key, FAR)) <= left]
        if ashore:
            return min(ashore)[1]
        unit = self._r.units[unit_id]
        if not self._r.is_(unit, "fighter"):
            return ""
        zones = [(away.get(z, FAR), z) for z, free in self.decks.items() if free + self._own_place(unit_id, z) > 0]
        found = [(steps, zone) for steps, zone in zones if steps <= left]
        return min(found)[1] if found else ""

    def reserve(self, unit_id: str, home: str) -> None:
        """An aircraft goes out and is to land there."""
        unit = self._r.units[unit_id]
        if unit.aboard and self._r.units[unit.aboard].owner == self._r.power:
            self.decks[unit.space] = self.decks.get(unit.space, 0) + 1
        if home in self.decks:
            self.decks[home] -= 1

    def _own_place(self, unit_id: str, zone: str) -> int:
        unit = self._r.units[unit_id]
        return int(bool(unit.aboard) and unit.space == zone)

"""Writing the order sheet: checking a typed slot, tracing a route, doing as last time. Hints only; the server decides."""

from collections.abc import Sequence

from room40.dreadnought.sheet import STAY, Action, Slot, SlotFault, end_of, read_slot, route_fault, write_slot
from room40.dreadnought.views import FleetView, View
from room40.geometry.seachart import Direction, SeaChart, Zone, place
from room40_client.tui.draw import words


def check(view: View, chart: SeaChart, fleet: FleetView, turn: int, text: str) -> Slot | SlotFault:
    """The slot that a typed text is, or what is wrong with it, clause and all."""
    slot = read_slot(text)
    if isinstance(slot, SlotFault):
        return slot
    start, in_port = words.starts_at(fleet, turn)
    fault = route_fault(chart, view.seat, start, slot, fleet.pace, in_port)
    return fault or bounds_fault(fleet, slot) or owed_fault(fleet, turn, slot) or slot


def bounds_fault(fleet: FleetView, slot: Slot) -> SlotFault | None:
    """Whether a slot leaves the columns that the scenario allows the fleet."""
    out = next((zone for zone in slot.zones if fleet.bounds and place(zone)[1] > fleet.bounds), None)
    if out is None:
        return None
    return SlotFault("5.1", f"Fleet {fleet.number} stays in columns 1 to {fleet.bounds}; {out} is beyond.")


def owed_fault(fleet: FleetView, turn: int, slot: Slot) -> SlotFault | None:
    """Whether a slot leaves out what delays have pushed into it."""
    owed = words.owed(fleet, turn)
    if list(slot.zones[: len(owed)]) == owed[: len(slot.zones)] and (slot.zones or not owed):
        return None
    return SlotFault("5.43", f"Fleet {fleet.number} was delayed and still owes {'/'.join(owed)}: begin with it.")


def as_last_time(view: View, chart: SeaChart, fleet: FleetView, turn: int) -> Slot | SlotFault:
    """The slot before, done again: the same directions from where the fleet now stands, and the same action (5.1)."""
    before = read_slot(words.written(fleet, turn - 1)) if words.written(fleet, turn - 1) else STAY
    if isinstance(before, SlotFault):
        return before
    start, in_port = words.starts_at(fleet, turn)
    if not before.zones:
        return before
    zones: list[Zone] = []
    here = start
    for way in _directions(chart, fleet, turn - 1, before):
        there = chart.step(here, way)
        if there is None:
            return SlotFault("5.0", f"The same course from {start} leaves the chart.")
        zones.append(there)
        here = there
    if len(zones) != len(before.zones):
        return SlotFault("5.1", "The slot before tells no course to repeat.")
    slot = Slot(tuple(zones), False, before.action if before.action is not Action.LAY else Action.NONE)
    return route_fault(chart, view.seat, start, slot, fleet.pace, in_port) or slot


def _directions(chart: SeaChart, fleet: FleetView, turn: int, slot: Slot) -> list[Direction]:
    """The ways a slot goes, found from where the slots before it end."""
    here = _end_before(fleet, turn)
    ways: list[Direction] = []
    for zone in slot.zones:
        way = chart.direction(here, zone) if here else None
        if way is not None:
            ways.append(way)
        here = zone
    return ways


def _end_before(fleet: FleetView, turn: int) -> Zone:
    for earlier in range(turn - 1, 0, -1):
        slot = read_slot(words.written(fleet, earlier)) if words.written(fleet, earlier) else None
        if slot is not None and not isinstance(slot, SlotFault) and slot.zones:
            return slot.zones[-1]
    return words.starts_at(fleet, turn)[0]


class Trace:
    """A route being traced on the chart, slot by slot, over the turns that may be written."""

    def __init__(self, view: View, chart: SeaChart, fleet_id: str, turns: Sequence[int]) -> None:
        self.fleet_id = fleet_id
        self.turns = tuple(turns)
        self._view = view
        self._chart = chart
        self._fleet = view.fleets[fleet_id]
        owed = tuple(Zone(zone) for zone in words.owed(self._fleet, self.turns[0]))
        self._slots: list[Slot] = [Slot(owed)]

    @property
    def here(self) -> Zone:
        """Where the route stands now."""
        start, _ = words.starts_at(self._fleet, self.turns[0])
        for slot in self._slots:
            start = end_of(start, slot)
        return start

    @property
    def zones(self) -> tuple[Zone, ...]:
        """All zones of the route so far."""
        return tuple(zone for slot in self._slots for zone in slot.zones)

    @property
    def turn(self) -> int:
        """The turn whose slot is being traced."""
        return self.turns[len(self._slots) - 1]

    @property
    def text(self) -> str:
        """The slot being traced, as it will be written."""
        return write_slot(self._slots[-1])

    def step(self, zone: Zone) -> SlotFault | None:
        """Sail on into a neighbouring zone; into the next turn's slot where this one is full."""
        if zone in self.zones[-2:-1] or (len(self.zones) == 1 and zone == words.starts_at(self._fleet, self.turns[0])[0]):
            self.back()  # turning on one's heel takes the last zone back
            return None
        full = len(self._slots[-1].zones) >= self._fleet.pace or self._slots[-1].port
        if full and (fault := self.next_turn()):
            return fault
        slot = self._slots[-1]
        longer = Slot((*slot.zones, zone), False, slot.action, slot.towards)
        fault = route_fault(self._chart, self._view.seat, self._start(), longer, self._fleet.pace, self._in_port())
        fault = fault or bounds_fault(self._fleet, longer)
        if fault is None:
            self._slots[-1] = longer
        elif not slot.zones and len(self._slots) > 1:
            self._slots.pop()
        return fault

    def next_turn(self) -> SlotFault | None:
        """Leave this slot as it is and go on in the next turn's."""
        if len(self._slots) >= len(self.turns):
            pace = "one zone" if self._fleet.pace == 1 else f"{max(0, self._fleet.pace)} zones"
            return SlotFault("5.11", f"This fleet may enter {pace} a turn, and no later slot is open.")
        self._slots.append(STAY)
        return None

    def back(self) -> None:
        """Take the last zone back."""
        if self._slots[-1] == STAY and len(self._slots) > 1:
            self._slots.pop()
        last = self._slots[-1]
        self._slots[-1] = Slot(last.zones if last.port else last.zones[:-1])
        if self._slots[-1] == STAY and len(self._slots) > 1:
            self._slots.pop()

    def port(self) -> None:
        """Enter the port where the route stands, or not after all."""
        last = self._slots[-1]
        self._slots[-1] = Slot(last.zones, not last.port, last.action, last.towards)

    def sail_to(self, zone: Zone) -> SlotFault | None:
        """Take the shortest way to a zone, as far as the open slots reach."""
        way = self._chart.path(self.here, zone, self._view.seat)
        if not way and zone != self.here:
            return SlotFault("5.0", f"There is no way by sea from {self.here} to {zone}.")
        for one in way:
            if fault := self.step(one):
                return fault
        return None

    def slots(self) -> list[tuple[int, str]]:
        """The slots to write: turn and text."""
        return [(turn, write_slot(slot)) for turn, slot in zip(self.turns, self._slots, strict=False)]

    def _start(self) -> Zone:
        start, _ = words.starts_at(self._fleet, self.turns[0])
        for slot in self._slots[:-1]:
            start = end_of(start, slot)
        return start

    def _in_port(self) -> bool:
        if len(self._slots) > 1:
            return self._slots[-2].port
        return words.starts_at(self._fleet, self.turns[0])[1]

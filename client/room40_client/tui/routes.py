"""Hints about ways over the chart: where the friendly ports are, how to come back to a written route."""

from room40.dreadnought.sheet import SlotFault, read_slot
from room40.dreadnought.views import FleetView, View
from room40.geometry.seachart import SeaChart, Zone


def friendly_ports(view: View, chart: SeaChart, fleet: FleetView) -> list[tuple[str, int]]:
    """The own side's ports that can be reached, nearest first, with how many zones away."""
    far = chart.distances(Zone(fleet.zone), view.seat)
    found = [(zone, far[Zone(zone)]) for zone, port in view.scenario.ports.items() if port.side == view.seat and zone in far]
    return sorted(found, key=lambda pair: (pair[1], pair[0]))


def rejoining(view: View, chart: SeaChart, fleet: FleetView) -> dict[str, str]:
    """A shortest way from where the fleet is to the nearest later zone of its written route (7.37, H21.19)."""
    ahead: list[Zone] = []
    for key in sorted((k for k in fleet.sheet if int(k) > view.turn), key=int):
        slot = read_slot(fleet.sheet[key]) if fleet.sheet[key] else None
        if slot is not None and not isinstance(slot, SlotFault):
            ahead += slot.zones
    far = chart.distances(Zone(fleet.zone), view.seat)
    reach = [zone for zone in ahead if zone in far]
    if not reach:
        return {}
    way = chart.path(Zone(fleet.zone), min(reach, key=lambda zone: far[zone]), view.seat)
    pace = max(1, fleet.pace)
    pieces = [way[at : at + pace] for at in range(0, len(way), pace)]
    return {str(view.turn + 1 + number): "/".join(piece) for number, piece in enumerate(pieces)}


def write_slots(slots: dict[str, str]) -> str:
    """Several slots in a line: "7 R31/R32, 8 S33"."""
    return ", ".join(f"{turn} {text}" for turn, text in slots.items())


def read_slots(text: str) -> dict[str, str]:
    """The inverse of `write_slots`, forgiving; a piece without a turn is left out."""
    found: dict[str, str] = {}
    for piece in text.split(","):
        turn, _, route = piece.strip().partition(" ")
        if turn.isdecimal() and route.strip():
            found[turn] = route.strip()
    return found

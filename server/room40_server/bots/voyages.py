"""Whole voyages for fleets whose moves are written before they sail (5.12)."""

from collections.abc import Iterator
from itertools import repeat

from room40.dreadnought.sheet import Action, Slot
from room40.dreadnought.views import FleetView, View
from room40.geometry.seachart import Zone
from room40_server.bots.reading import afloat, ports, range_left, zone
from room40_server.bots.waters import FAR, Waters

WORK = {Action.BOMBARD: 2, Action.LAY: 4, Action.LOAD: 2, Action.UNLOAD: 2, Action.SWEEP: 6}
"""Turns given to a task at its place."""


def voyage(view: View, waters: Waters, fleet: FleetView, start: Zone, in_port: bool) -> Iterator[Slot]:
    """The slots of a pre-planned fleet from `start` on: out, its task, home; then it stays in port for ever."""
    pace = max(1, fleet.pace)
    here, port = start, in_port
    for leg in _legs(view, waters, fleet, start):
        yield from sail(waters, here, leg.zone, pace, leg.port, port)
        here, port = leg.zone, leg.port
        if leg.action is not Action.NONE:
            yield from repeat(Slot((), port, leg.action, leg.towards), WORK[leg.action])
    home = nearest_port(view, waters, here)
    if home is not None:
        yield from sail(waters, here, home, pace, True, port)
        port = True
    yield from repeat(Slot((), port))


def sail(waters: Waters, start: Zone, end: Zone, pace: int, into_port: bool, in_port: bool = False) -> Iterator[Slot]:
    """The slots of a shortest way, and into the port at its end."""
    way = waters.way(start, end)
    if not way and in_port != into_port and start == end:
        yield Slot((start,), into_port)
        return
    for at in range(0, len(way), pace):
        part = way[at : at + pace]
        yield Slot(part, into_port and part[-1] == end)


def nearest_port(view: View, waters: Waters, start: Zone) -> Zone | None:
    """The nearest own port over water, a major one if it is not much further."""
    found = [(waters.distance(start, p) + (0 if p in ports(view, ["major"]) else 3), p) for p in ports(view)]
    found = [(steps, port) for steps, port in found if steps < FAR]
    return min(found)[1] if found else None


def owed_slot(fleet: FleetView, start: Zone) -> Slot:
    """A slot of what delays have left over (5.43); a zone twice running is the way into its port (H21.28)."""
    zones = [zone(z) for z in fleet.owed[: max(1, fleet.pace)]]
    if zones[0] == start:
        return Slot((start,), True)
    return Slot(tuple(zones[:1] if zones[-1] == zones[0] else zones))


def can_get_home(view: View, waters: Waters, fleet: FleetView, spare: int) -> bool:
    """Whether a fleet can reach a port of its own with so many zones of fuel to spare: else an abort may be refused."""
    here = zone(fleet.zone)
    home = nearest_port(view, waters, here)
    return home is not None and range_left(view, fleet) > waters.distance(here, home) + spare


class _Leg:
    """A place to go to, and what to do there."""

    def __init__(self, at: Zone, action: Action = Action.NONE, port: bool = False, towards: Zone = Zone("")) -> None:  # noqa: B008
        self.zone, self.action, self.port, self.towards = at, action, port, towards


def _legs(view: View, waters: Waters, fleet: FleetView, start: Zone) -> Iterator[_Leg]:
    enemy = "EN" if view.seat == "CP" else "CP"
    if fleet.mission == "bombardment":
        for target in _nearest(waters, start, ports(view, ["minor"], enemy) or ports(view, side=enemy)):
            yield _Leg(target, Action.BOMBARD)
    elif fleet.mission == "minelaying":
        for target in _nearest(waters, start, ports(view, side=enemy)):
            lane = waters.beside(target)
            if lane:
                off = min(lane, key=lambda z: waters.distance(start, z))
                yield _Leg(off, Action.LAY, towards=target)
    elif fleet.mission == "minesweeping":
        for target in _nearest(waters, start, ports(view)):
            yield _Leg(target, Action.SWEEP)
    elif fleet.mission == "transport":
        yield from _cargo_legs(view, waters, fleet, start)


def _cargo_legs(view: View, waters: Waters, fleet: FleetView, start: Zone) -> Iterator[_Leg]:
    here = start
    if not any(ship.cargo for ship in afloat(view, fleet)):
        quays = _nearest(waters, start, ports(view))
        if not quays:
            return
        here = quays[0]
        yield _Leg(here, Action.LOAD, True)
    away = [p for p in ports(view) if p != here and waters.distance(here, p) < FAR]
    if away:
        yield _Leg(min(away, key=lambda p: (waters.distance(here, p), p)), Action.UNLOAD, True)


def _nearest(waters: Waters, start: Zone, wanted: list[Zone]) -> list[Zone]:
    """The nearest of these places, in a list of its own; none, if none can be reached."""
    found = [p for p in wanted if waters.distance(start, p) < FAR]
    return [min(found, key=lambda p: (waters.distance(start, p), p))] if found else []


def standing(text: str) -> tuple[Zone, bool]:
    """Zone and whether in port, from an entry of `FleetView.plot_from`."""
    return zone(text), text.endswith(" port")

"""Where a player of the computer sends a fleet whose slots are written turn by turn."""

from random import Random

from room40.dreadnought.sheet import Action, Slot
from room40.dreadnought.views import AimView, FleetView, View
from room40.geometry.seachart import Zone, place
from room40_server.bots.hunting import Hunt
from room40_server.bots.reading import (
    afloat,
    counter_strength,
    fleet_strength,
    hurt,
    is_night,
    ports,
    range_left,
    zone,
)
from room40_server.bots.tracks import Tracks
from room40_server.bots.voyages import nearest_port
from room40_server.bots.waters import FAR, Waters

RESERVE = 6
"""Zones of fuel that must be left on reaching a port."""
COALED = 24
"""Zones of fuel that a turn of coaling at sea is reckoned to give (H12)."""
DETOUR = 4
"""Zones out of its way that a fleet goes to a collier."""
BEAT = 4
"""Zones that a patrol strays from its post."""


class Plotter:
    """The slots of one turn's orders for all fleets of a seat, so that they share the hunting out between them."""

    def __init__(self, view: View, waters: Waters, tracks: Tracks, rng: Random) -> None:
        self._view, self._waters, self._tracks, self._rng = view, waters, tracks, rng
        self._hunt = Hunt(view, waters, tracks)

    def slot(self, fleet_id: str, turn: int, start: Zone, in_port: bool) -> Slot:
        """What the fleet does in `turn` if it stands at `start` before it. It stays within the columns it may sail."""
        fleet = self._view.fleets[fleet_id]
        wanted = self._wanted(fleet, turn, start, in_port)
        beyond = fleet.bounds and any(place(z)[1] > fleet.bounds for z in wanted.zones)
        return Slot((), in_port) if beyond else wanted

    def _wanted(self, fleet: FleetView, turn: int, start: Zone, in_port: bool) -> Slot:
        if fleet_strength(self._view, fleet) == 0:
            return Slot((), in_port)  # a collier is where it was sent, so that others find it
        aim = goal_of(self._view, fleet)
        if aim is not None:
            return self._coal(fleet, start, zone(aim.zone), turn) or self._make_for(
                fleet, start, in_port, zone(aim.zone), aim.port, turn
            )
        home = nearest_port(self._view, self._waters, start)
        if home is not None and self._must_go_home(fleet, start, home):
            return self._make_for(fleet, start, in_port, home, True, turn)
        if in_port and home is not None and self._needs_rest(fleet):
            return Slot((), True)
        if fleet.mission == "raiding":
            return self._raid(fleet, start, in_port, turn)
        return self._chase(fleet, start, turn) or self._guard(fleet, start) or self._patrol(fleet, start, in_port)

    def _must_go_home(self, fleet: FleetView, start: Zone, home: Zone) -> bool:
        away = self._waters.distance(start, home)
        return hurt(self._view, fleet) or range_left(self._view, fleet) < away + RESERVE

    def _needs_rest(self, fleet: FleetView) -> bool:
        """Whether a fleet in port had better stay there: bunkers less than half full."""
        if not self._view.scenario.fuel:
            return False
        ships = [self._view.ships[i] for i in fleet.ships]
        full = {s.card: self._view.classes[s.card].fuel * 12 for s in ships if s.card in self._view.classes}
        return any(not s.sunk and s.fuel * 2 < full.get(s.card, 0) for s in ships)

    def _make_for(self, fleet: FleetView, start: Zone, in_port: bool, end: Zone, into_port: bool, turn: int) -> Slot:
        """The next stretch of the way to a place, clear of enemies, and into its port."""
        if start == end:
            return Slot((end,), True) if into_port and not in_port else Slot((), into_port)
        way = self._waters.way(start, end, self._danger(turn, fleet))
        saving = range_left(self._view, fleet) * 2 < 3 * len(way) + RESERVE
        part = way[: 1 if saving else fleet.pace]
        return Slot(part, into_port and bool(part) and part[-1] == end)

    def _coal(self, fleet: FleetView, start: Zone, goal: Zone, turn: int) -> Slot | None:
        """To a collier on the way to a goal, and coal there, if the bunkers do not last for full speed; else None."""
        planned = sum("coal" in slot for t, slot in fleet.sheet.items() if int(t) >= self._view.turn)
        left = range_left(self._view, fleet) + COALED * planned
        away = self._waters.distance(start, goal)
        if not self._view.scenario.fuel or left * 2 > 3 * away + RESERVE:
            return None
        for other in self._view.fleets.values():
            collier = any(s.kind == "COLLIER" for s in afloat(self._view, other))
            there = zone(other.zone)
            detour = self._waters.distance(start, there) + self._waters.distance(there, goal) - away
            if collier and detour <= DETOUR:
                if start == there:
                    return Slot((), False, Action.COAL)
                return self._make_for(fleet, start, False, there, False, turn)
        return None

    def _danger(self, turn: int, fleet: FleetView) -> set[Zone]:
        """The zones where stronger enemies are looked for in `turn`, and those next to them."""
        own, barred = fleet_strength(self._view, fleet), set()
        for label, counter in self._view.seen.items():
            if counter_strength(self._view, counter) * 1.3 > own:
                there = self._tracks.forecast(self._waters.chart, label, turn)
                barred |= {there, *self._waters.beside(there)}
        return barred

    def _chase(self, fleet: FleetView, start: Zone, turn: int) -> Slot | None:
        """Towards where the best prey can be headed off; None if there is none worth it."""
        chase = self._hunt.best(fleet, start, turn)
        return Slot(self._waters.way(start, chase.zone)[: fleet.pace]) if chase else None

    def _guard(self, fleet: FleetView, start: Zone) -> Slot | None:
        """To a post on the enemy's way to his goal, and there it stays; None if he has none that can be guarded."""
        post = self._hunt.guard(start, fleet.number)
        return Slot(self._waters.way(start, post)[: fleet.pace]) if post is not None else None

    def _raid(self, fleet: FleetView, start: Zone, in_port: bool, turn: int) -> Slot:
        """Where merchants sail and no enemy is near; a search there by day."""
        by_day = not is_night(self._view, turn)
        if by_day and self._view.traffic.get(start, 0) and not in_port and self._rng.random() < 0.7:
            return Slot((), False, Action.SEARCH)
        danger = self._danger(turn, fleet)
        lanes = [z for key, rating in self._view.traffic.items() if rating and (z := zone(key)) not in danger]
        lanes = [z for z in lanes if 0 < self._waters.distance(start, z) < FAR]
        if not lanes:
            return self._patrol(fleet, start, in_port)
        end = min(lanes, key=lambda z: (self._waters.distance(start, z), z))
        way = self._waters.way(start, end, danger)
        if len(way) == 1 and by_day:
            return Slot(way, False, Action.SEARCH)
        return Slot(way[: fleet.pace])

    def _patrol(self, fleet: FleetView, start: Zone, in_port: bool) -> Slot:
        """A zone further on a beat round the fleet's post; economically, one zone a turn."""
        post = self._post(fleet, start)
        choices = [z for z in self._waters.beside(start) if self._waters.distance(z, post) <= BEAT]
        if choices:
            return Slot((self._rng.choice(choices),))
        way = self._waters.way(start, post)
        return Slot(way[: fleet.pace]) if way else Slot((), in_port)

    def _post(self, fleet: FleetView, start: Zone) -> Zone:
        """What the fleet watches: the nearest port of its own."""
        near = min(ports(self._view), key=lambda p: (self._waters.distance(start, p), p), default=start)
        return near if self._waters.distance(start, near) < FAR else start


def goal_of(view: View, fleet: FleetView) -> AimView | None:
    """The goal that a ship of this fleet can still reach, the one worth most; None if all are reached."""
    aims = [a for key, a in view.scenario.aims.items() if key not in view.met]
    own = [a for a in aims if a.kind == "reach" and a.side == view.seat and a.zone]
    afloat = {i for i in fleet.ships if not view.ships[i].sunk}
    found = [a for a in own if afloat & set(a.ships)]
    return max(found, key=lambda a: (a.points, a.zone)) if found else None

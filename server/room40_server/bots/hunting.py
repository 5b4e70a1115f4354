"""Where enemy counters will be, and which of them a fleet can head off."""

from collections import Counter

from msgspec import Struct

from room40.dreadnought.views import CounterView, FleetView, View
from room40.geometry.seachart import Zone
from room40_server.bots.reading import counter_strength, fleet_strength, ports, zone
from room40_server.bots.tracks import Tracks
from room40_server.bots.waters import FAR, Waters, waters_of

AHEAD = 6
"""Turns ahead within which a counter must be headed off to be worth it."""
TOO_STRONG = 1.5
"""An enemy of so many times the own strength is left alone."""
SHARED = 2
"""What it costs, in turns, that another fleet is after a counter already."""
RUN = 2
"""Zones a turn at which a counter is taken to run for its goal."""
OUTPOSTS = 3
"""On how many zones of the way to a goal fleets that guard it are shared out."""


class Chase(Struct, frozen=True):
    """A counter that a fleet can head off: where, and after how many turns."""

    label: str
    zone: Zone
    turns: int


class Hunt:
    """The hunting of one turn, shared out between the fleets of a seat."""

    def __init__(self, view: View, waters: Waters, tracks: Tracks) -> None:
        self._view, self._waters, self._tracks = view, waters, tracks
        self._after: Counter[str] = Counter()
        enemy = "EN" if view.seat == "CP" else "CP"
        self._theirs = waters_of(view.scenario, enemy)
        self._goals = enemy_goals(view)

    def best(self, fleet: FleetView, start: Zone, turn: int) -> Chase | None:
        """The counter that the fleet can best head off from `start` in `turn` or soon after; None if there is none."""
        own = fleet_strength(self._view, fleet)
        found = []
        for label, counter in sorted({**self._view.lost, **self._view.seen}.items()):
            if counter_strength(self._view, counter) <= TOO_STRONG * own:
                chase = self._head_off(label, counter, fleet, start, turn)
                if chase is not None:
                    found.append((chase.turns + SHARED * self._after[label], label, chase))
        if not found:
            return None
        _, label, chase = min(found, key=lambda f: f[:2])
        self._after[label] += 1
        return chase

    def forecast(self, label: str, turn: int) -> Zone | None:
        """Where a counter will be at the end of `turn`; None if nobody can tell.

        One that can run for a goal is looked for on the way there, short of it: once there it is too late.
        """
        counter = self._view.seen.get(label) or self._view.lost[label]
        here = zone(counter.zone)
        goal = self._goal_from(here)
        if goal is not None and not (label in self._view.seen and self._tracks.lies_still(label)):
            run_until = turn - (self._view.turn - 1 if label in self._view.seen else counter.last)
            return self._way(here, goal)[: 1 + RUN * max(0, run_until)][-1]
        return self._tracks.forecast(self._waters.chart, label, turn) if label in self._view.seen else None

    def guard(self, start: Zone, number: int) -> Zone | None:
        """Where a fleet with nobody to hunt lies in wait: on the enemy's way to his goal, fleets shared out along it; round
        the goal if nobody knows by which way he comes."""
        if not self._goals:
            return None
        goal = self._goals[number % len(self._goals)]
        came = self._comes_from(goal)
        way = self._way(came, goal)[:0:-1] if came is not None else ()
        near = way or (goal, *self._waters.chart.neighbours(goal).values())
        posts = [z for z in near if self._waters.distance(start, z) < FAR][:OUTPOSTS]
        return posts[number // len(self._goals) % len(posts)] if posts else None

    def _comes_from(self, goal: Zone) -> Zone | None:
        """From where the enemy is taken to make for a goal: the nearest counter, or else the nearest of his ports."""
        counters = [zone(c.zone) for c in (self._view.seen or self._view.lost).values()]
        for places in (counters, ports(self._view, side="EN" if self._view.seat == "CP" else "CP")):
            near = [(self._theirs.distance(z, goal), z) for z in places if self._theirs.distance(z, goal) < FAR]
            if near:
                return min(near)[1]
        return None

    def _way(self, start: Zone, goal: Zone) -> tuple[Zone, ...]:
        """The enemy's way to a goal from where he is, as far as the zone before it."""
        return (start, *self._theirs.way(start, goal)[:-1])

    def _goal_from(self, start: Zone) -> Zone | None:
        """The goal that an enemy at `start` is taken to run for: the nearest."""
        near = [(self._theirs.distance(start, goal), goal) for goal in self._goals]
        return min(near)[1] if near and min(near)[0] < FAR else None

    def _head_off(self, label: str, counter: CounterView, fleet: FleetView, start: Zone, turn: int) -> Chase | None:
        for later in range(AHEAD):
            there = self.forecast(label, turn + later)
            if there is None:
                return None
            if self._waters.distance(start, there) <= max(1, fleet.pace) * (later + 1):
                return Chase(label, there, later)
        return None


def enemy_goals(view: View) -> list[Zone]:
    """The places that the enemy still wants to reach, by key."""
    aims = view.scenario.aims.items()
    return sorted(
        {zone(a.zone) for k, a in aims if a.kind == "reach" and a.side != view.seat and a.zone and k not in view.met}
    )

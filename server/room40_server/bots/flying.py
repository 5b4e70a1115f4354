"""Airships and submarines of a player of the computer."""

from collections.abc import Iterator

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order
from room40.dreadnought.views import AirshipView, View
from room40.geometry.seachart import Zone
from room40_server.bots.reading import ports, zone
from room40_server.bots.waters import FAR, Waters


def airship_orders(view: View, waters: Waters) -> Iterator[Order]:
    """Every airship that may fly goes for the nearest counter within its range, else home (H14)."""
    for key, airship in sorted(view.airships.items()):
        if airship.may_fly:
            route = _route(view, waters, airship)
            if route != tuple(airship.route):
                yield o.Fly(key, route)


def _route(view: View, waters: Waters, airship: AirshipView) -> tuple[Zone, ...]:
    chart, base = waters.chart, zone(airship.base)
    here = zone(airship.zone) if airship.zone else base
    counters = [zone(c.zone) for c in view.seen.values() if chart.distance(base, zone(c.zone)) <= airship.range]
    if not counters:
        return ()
    target = min(counters, key=lambda z: (chart.distance(here, z), z))
    route: list[Zone] = []
    at = here
    while at != target and len(route) < airship.speed:
        at = min(chart.neighbours(at).values(), key=lambda z: (chart.distance(z, target), z))
        if chart.distance(base, at) > airship.range:
            break
        route.append(at)
    route = route or [here]
    turns_home = -(-chart.distance(route[-1], base) // airship.speed)
    return tuple(route) if 1 + turns_home <= airship.turns_left else ()


def submarine_orders(view: View, waters: Waters) -> Iterator[Order]:
    """Every submarine goes and lies off the nearest enemy port (H15)."""
    enemy = "EN" if view.seat == "CP" else "CP"
    for key, submarine in sorted(view.submarines.items()):
        here = zone(submarine.zone)
        wanted = [p for p in ports(view, side=enemy) if waters.distance(here, p) < FAR]
        if submarine.sunk or not wanted:
            continue
        way = waters.way(here, min(wanted, key=lambda p: (waters.distance(here, p), p)))
        if len(way) > 1 and submarine.order != way[0]:
            yield o.Dive(key, way[0])

"""Airships (H14).

They fly by day and in grades 1 to 3, over sea and land, up to three zones a turn, no further than eight from their base,
six turns on end. `zone` "" is at the base. The owner writes the zones of the turn (its own zone: hover); without zones an
airship that is out flies home. An airship that can no longer be ordered (night, weather) flies home by itself, at the
same speed; one that is not home when its six turns are over is lost, which the order refuses to risk.
Storm and gale may destroy one that is out, before it moves.

Shadowing: an airship that hovers and had enemy counters in view in its zone throws a die once the fleets have moved; on 3
or more it goes along with one of them (the first by label that left), within its speed and range. Its owner alone is told.
"""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40.geometry.seachart import Zone, parse_zone
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import presence
from room40_server.rules.dreadnought.news import record, tell
from room40_server.rules.dreadnought.setting import CAPITAL, LIGHT
from room40_server.rules.dreadnought.state import (
    Airship,
    Fleet,
    Happening,
    Sightings,
    State,
    card,
    grade,
    is_night,
    ships_of,
    with_item,
)
from room40_server.rules.game import Refused


def over(state: State, zone: Zone, side: Side) -> bool:
    """Whether an airship of `side` is in the zone and can find things there now: by day, in grades 1 and 2 (H14, 5.46)."""
    if is_night(state) or not grade(state).airships_find:
        return False
    return any(a.side == side and a.zone == zone and not a.lost for a in state.airships.values())


def report(state: State, zone: Zone, fleet: Fleet) -> str:
    """What an airship over the zone tells of a fleet: counters, not boats (H14, H21.33).

    An escort lies in its charge's box and is counted with it (5.2). "" if the fleet is not in the zone.
    """
    if fleet.zone != zone:
        return ""
    kinds = [card(state, s).kind for f in presence.company(state, fleet) for s in ships_of(state, f)]
    capital = sum(k in CAPITAL for k in kinds)
    light = sum(k in LIGHT for k in kinds)
    return f"capital {capital}, light {light}, other {len(kinds) - capital - light}"


def fly(state: State, side: Side, order: o.Fly, dice: Dice) -> State:
    """Write an airship's zones of this turn (H14)."""
    airship = state.airships.get(order.airship)
    if airship is None or airship.side != side or airship.lost:
        raise Refused("H14", f"You have no airship {order.airship!r}.", order.airship)
    zones = tuple(Zone(z) for z in order.zones)
    if zones:
        _check(state, airship, zones)
    return _put(state, replace(airship, route=zones))


def _check(state: State, airship: Airship, zones: tuple[Zone, ...]) -> None:
    table, chart, name = state.setting.tables.airships, state.setting.chart, airship.name
    if is_night(state):
        raise Refused("H14", f"{name} flies by day only.", airship.id)
    if not grade(state).airships_fly:
        raise Refused("H14", f"{name} cannot fly in this weather.", airship.id)
    if len(zones) > table.speed:
        raise Refused("H14", f"{name} makes {table.speed} zones a turn at most.", airship.id)
    here = Zone(airship.zone) or airship.base
    for zone in zones:
        if parse_zone(zone) != zone or not chart.has(zone):
            raise Refused("5.0", f"{zone} is not on this chart.", airship.id)
        if zone != here and not chart.touches(here, zone):
            raise Refused("5.1", f"{zone} does not touch {here}.", airship.id)
        if chart.distance(airship.base, zone) > table.range:
            raise Refused("H14", f"{zone} is more than {table.range} zones from the base of {name}.", airship.id)
        here = zone
    home = -(-chart.distance(here, airship.base) // table.speed)
    if airship.turns + 1 + home > table.endurance:
        raise Refused("H14", f"{name} would not be home after {table.endurance} turns in the air.", airship.id)


def move(state: State, dice: Dice) -> State:
    """At the start of movement: losses in storm and gale, then every airship flies (H14)."""
    for key in sorted(state.airships):
        airship = state.airships[key]
        if not airship.lost:
            state = _move_one(state, airship, dice)
    return state


def _move_one(state: State, airship: Airship, dice: Dice) -> State:
    now, table = grade(state), state.setting.tables.airships
    if airship.zone and now.airship_lost_on <= 6:
        die = dice.throw(f"airship {airship.id}")
        if die >= now.airship_lost_on:
            return _lose(state, airship, f"{airship.name} is lost in the {now.name}: die {die} (H14).", die)
    if airship.route and now.airships_fly and not is_night(state):
        return _put(state, replace(airship, zone=airship.route[-1], turns=airship.turns + 1))
    if not airship.zone:
        return state
    here = Zone(airship.zone)
    way: list[Zone] = []
    while here != airship.base and len(way) < table.speed:
        here = _towards(state, here, airship.base)
        way.append(here)
    if here == airship.base:
        text = f"{airship.name} is back at its base (H14)."
        state = _put(state, replace(airship, zone="", turns=0, route=()))
        return tell(state, airship.side, "airship", text, "H14", airship.base)
    if airship.turns + 1 >= table.endurance:
        return _lose(state, airship, f"{airship.name} is lost: {table.endurance} turns in the air (H14).")
    return _put(state, replace(airship, zone=here, turns=airship.turns + 1, route=tuple(way)))


def shadow(state: State, dice: Dice) -> State:
    """Once fleets have moved, hovering airships try to keep touch with a fleet that they had in view (H14)."""
    for key in sorted(state.airships):
        airship = state.airships[key]
        hovers = airship.zone and not airship.lost and set(airship.route) == {airship.zone}
        quarry = _left(state, airship) if hovers and over(state, Zone(airship.zone), airship.side) else None
        if quarry is None:
            continue
        label, zone = quarry
        die = dice.throw(f"shadow {airship.id}")
        held = die >= state.setting.tables.airships.shadows_on
        words = f"keeps touch with enemy {label} to {zone}" if held else f"loses touch with enemy {label}"
        state = tell(state, airship.side, "airship", f"{airship.name} {words}: die {die} (H14).", "H14", airship.zone)
        if held:
            state = _put(state, replace(airship, zone=zone, route=(zone,)))
    return state


def _left(state: State, airship: Airship) -> tuple[str, Zone] | None:
    """The first enemy counter by label that was in view in the airship's zone and has left it, within reach.

    A fleet that went into a port, or whose counter was taken off the map, is lost from sight as for everybody (H11, 5.2).
    """
    table, chart = state.setting.tables.airships, state.setting.chart
    for label, sighting in sorted(state.sightings.get(airship.side, Sightings()).seen.items()):
        fleet = state.fleets.get(sighting.fleet)
        if fleet is None or sighting.zone != airship.zone or fleet.zone == airship.zone:
            continue
        if fleet.in_port or not fleet.on_map:
            continue
        home = chart.distance(fleet.zone, airship.base)
        in_time = airship.turns - (-home // table.speed) <= table.endurance
        if chart.distance(Zone(airship.zone), fleet.zone) <= table.speed and home <= table.range and in_time:
            return label, fleet.zone
    return None


def _towards(state: State, here: Zone, base: Zone) -> Zone:
    chart = state.setting.chart
    return min(chart.neighbours(here).values(), key=lambda z: (chart.distance(z, base), z))


def _lose(state: State, airship: Airship, text: str, *dice: int) -> State:
    state = _put(state, replace(airship, lost=True, zone="", route=()))
    state = record(state, Happening(state.turn, "airship lost", airship.zone, ships=(airship.id,), dice=dice))
    return tell(state, airship.side, "airship", text, "H14", airship.zone)


def _put(state: State, airship: Airship) -> State:
    return replace(state, airships=with_item(state.airships, airship.id, airship))

"""Twin states: the same but for something of one side's that the others may not know (H21)."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from room40.dreadnought.orders import Habit, Mission, Side
from room40.dreadnought.sheet import STAY
from room40.geometry.seachart import Zone, edge
from room40_server.rules.dreadnought.setting import speed_rank
from room40_server.rules.dreadnought.state import (
    Fleet,
    Minefield,
    Ship,
    State,
    Submarine,
    fleets_of,
    ships_of,
    with_fleet,
    with_fleets,
    with_item,
    with_ship,
)

Change = Callable[[State, Side, Random], State]
"""Changes one secret of a side. The same state, if there is nothing to change."""


def counters(state: State, side: Side) -> list[Fleet]:
    return [f for f in fleets_of(state, side) if ships_of(state, f)]


def known(state: State, side: Side) -> set[str]:
    """The side's ships that the enemy or the public has met."""
    return {s for viewpoint in (side.enemy.value, "public") for s in _sightings_known(state, viewpoint)}


def _sightings_known(state: State, viewpoint: str) -> tuple[str, ...]:
    kept = state.sightings.get(viewpoint)
    return kept.known_ships if kept else ()


# ---- secrets that no movement and no weather shows: only a battle, a contact, the end


def more_fuel(state: State, side: Side, rng: Random) -> State:
    ships = [s for s in state.ships.values() if s.side == side and not s.sunk]
    return with_ship(state, replace(s := rng.choice(ships), fuel=s.fuel + 12)) if ships else state


def hurt_guns(state: State, side: Side, rng: Random) -> State:
    ships = [s for s in state.ships.values() if s.side == side and s.secondary]
    return with_ship(state, replace(s := rng.choice(ships), secondary=s.secondary - 1)) if ships else state


def swap_ships(state: State, side: Side, rng: Random) -> State:
    """Two fleets exchange all their ships, alike in speed, so that nothing shows in how they move."""
    fleets = [f for f in counters(state, side) if not known(state, side) & set(f.ships) and _plain(state, f)]
    pairs = [(a, b) for a in fleets for b in fleets if a.number < b.number and _pace(state, a) == _pace(state, b)]
    if not pairs:
        return state
    one, two = rng.choice(pairs)
    return with_fleets(state, [replace(one, ships=two.ships), replace(two, ships=one.ships)])


def _plain(state: State, fleet: Fleet) -> bool:
    """Whether nothing but a battle could tell these ships from others: no boats in a seaway, no tow, no merchants' work."""
    ships = ships_of(state, fleet)
    quiet = fleet.mission in (Mission.INTERCEPT, Mission.BOMBARDMENT)
    return quiet and all(s.boats == 1 and s.speed != "0" and not s.towing and s.fuel > 120 for s in ships)


def _pace(state: State, fleet: Fleet) -> bool:
    return all(speed_rank(s.speed) >= speed_rank("2") for s in ships_of(state, fleet))


def one_more_in_port(state: State, side: Side, rng: Random) -> State:
    """A fleet that is home, in a major port of the side's, and has nothing more to do."""
    ports = [p for p in state.setting.ports.values() if p.side == side and p.grade == "major"]
    number = max((f.number for f in fleets_of(state, side)), default=0) + 40
    like = next((s for s in state.ships.values() if s.side == side), None)
    if not ports or like is None:
        return state
    ship: Ship = replace(like, id=f"ghost-{number}", name="Ghost", sunk=False, speed="2", leader="", towing="", fuel=120)
    fleet = Fleet(f"{side}-{number}", number, side, Mission.ABORT, (ship.id,), rng.choice(ports).zone, in_port=True)
    return with_fleet(with_ship(state, ship), fleet)


def mine_somewhere(state: State, side: Side, rng: Random) -> State:
    one = rng.choice(sorted(z for z in state.setting.chart.zones() if state.setting.chart.sea_neighbours(z)))
    key = edge(one, rng.choice(state.setting.chart.sea_neighbours(one)))
    if key in state.mines:
        return state
    return replace(state, mines=with_item(state.mines, key, Minefield(key, side, 2, (side,))))


def submarine_elsewhere(state: State, side: Side, rng: Random) -> State:
    boat = next((s for s in state.submarines.values() if s.side == side and not s.sunk), None)
    zone = _somewhere(state, rng)
    moved = replace(boat, zone=zone, order="") if boat else Submarine(f"ghost-{side.lower()}", "Ghost", side, zone)
    return replace(state, submarines=with_item(state.submarines, moved.id, moved))


def _somewhere(state: State, rng: Random) -> Zone:
    return rng.choice(sorted(z for z in state.setting.chart.zones() if state.setting.chart.is_water(z)))


# ---- secrets that may show when fleets move


def other_orders(state: State, side: Side, rng: Random) -> State:
    fleets = [f for f in counters(state, side) if any(t >= state.turn for t in f.sheet)]
    if not fleets:
        return state
    fleet = rng.choice(fleets)
    last = max(fleet.sheet)
    return with_fleet(
        state,
        replace(fleet, sheet={**fleet.sheet, last: STAY if fleet.sheet[last] != STAY else fleet.sheet[min(fleet.sheet)]}),
    )


def other_mission(state: State, side: Side, rng: Random) -> State:
    fleets = [f for f in counters(state, side) if f.mission in (Mission.INTERCEPT, Mission.BOMBARDMENT)]
    if not fleets:
        return state
    fleet = rng.choice(fleets)
    new = Mission.ABORT if fleet.mission is Mission.INTERCEPT else Mission.INTERCEPT
    return with_fleet(state, replace(fleet, mission=new))


def raider_elsewhere(state: State, side: Side, rng: Random) -> State:
    """A hidden raider lies next to an enemy fleet, or anywhere."""
    hidden = [f for f in counters(state, side) if f.mission is Mission.RAIDING and not f.on_map]
    if not hidden:
        return state
    near = [z for f in counters(state, side.enemy) for z in (f.zone, *state.setting.chart.sea_neighbours(f.zone))]
    zone = rng.choice(near) if near and rng.random() < 0.8 else _somewhere(state, rng)
    return with_fleet(state, replace(rng.choice(hidden), zone=zone))


def other_clock(state: State, side: Side, rng: Random) -> State:
    fleets = counters(state, side)
    if not fleets:
        return state
    fleet = rng.choice(fleets)
    return with_fleet(state, replace(fleet, port_turns=fleet.port_turns + 1, habit=Habit.NEVER))


QUIET: tuple[Change, ...] = (
    more_fuel,
    hurt_guns,
    swap_ships,
    one_more_in_port,
    mine_somewhere,
    submarine_elsewhere,
)
"""Changes that stay secret through a whole turn, unless something comes of them that may be known."""

ALL: tuple[Change, ...] = (*QUIET, other_orders, other_mission, raider_elsewhere, other_clock)
"""Changes that nobody else sees before fleets move."""

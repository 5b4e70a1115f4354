"""Fuel, in twelfths of a unit (H12, 7.39).

Every ship of a fleet pays the same. A ship whose card gives it no fuel is not counted: harbour craft and the like burn
what they carry. Where the scenario switches fuel off nothing is paid and nobody runs out.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import ports
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.setting import Kind
from room40_server.rules.dreadnought.state import Fleet, Ship, State, card, ships_of, with_ships

SUPPLIERS = frozenset({Kind.COLLIER, Kind.TANKER})
"""Ships that fill others at sea (H12)."""


def capacity(state: State, ship: Ship) -> int:
    """What the ship's bunkers hold, in twelfths; 0: its fuel is not counted."""
    return card(state, ship).fuel * state.setting.tables.fuel.twelfths


def counts(state: State, ship: Ship) -> bool:
    """Whether the ship's fuel is counted (H12)."""
    return state.setting.fuel and capacity(state, ship) > 0


def _counted(state: State, ships: Iterable[Ship]) -> tuple[Ship, ...]:
    return tuple(s for s in ships if counts(state, s))


def spend(state: State, fleet: Fleet, twelfths: int) -> State:
    """Every ship of the fleet burns so much, down to empty bunkers (H12)."""
    burning = _counted(state, ships_of(state, fleet))
    return with_ships(state, (replace(s, fuel=max(0, s.fuel - twelfths)) for s in burning))


def out_of_fuel(state: State, fleet: Fleet) -> bool:
    """Whether a ship of the fleet has empty bunkers: the fleet cannot move and is always found (H12)."""
    return any(s.fuel <= 0 for s in _counted(state, ships_of(state, fleet)))


def is_empty(state: State, ship: Ship) -> bool:
    """Whether this ship has run out: its tactical speed is then `1s` (H12)."""
    return bool(_counted(state, (ship,))) and ship.fuel <= 0


def price(state: State, zones: int, in_port: bool, towing: bool = False) -> int:
    """What a turn costs each ship of a fleet that enters so many zones, in twelfths (H12)."""
    table = state.setting.tables.fuel
    if zones == 0:
        return 0 if in_port else table.stay
    if towing:
        return table.towing_zone * zones
    return table.one_zone if zones == 1 else table.two_zones


def least(state: State, fleet: Fleet) -> int | None:
    """What is left in the emptiest bunkers of a fleet, in twelfths; None: its fuel is not counted."""
    return min((s.fuel for s in _counted(state, ships_of(state, fleet))), default=None)


def reach(state: State, fleet: Fleet) -> int:
    """How many zones the emptiest ship's fuel pays for this turn, at most the fast fleet's two (H12)."""
    left = least(state, fleet)
    table, planning = state.setting.tables.fuel, state.setting.tables.planning
    if left is None or left >= table.two_zones:
        return planning.fast_zones
    return planning.slow_zones if left >= table.one_zone else 0


def pay(state: State) -> State:
    """At the end of the turn every fleet pays for the zones it really entered (H12, H21.33)."""
    for fleet in sorted(state.fleets.values(), key=lambda f: f.id):
        before = out_of_fuel(state, fleet)
        towing = any(s.towing for s in ships_of(state, fleet))
        state = spend(state, fleet, price(state, len(fleet.entered), fleet.in_port, towing))
        if out_of_fuel(state, fleet) and not before:
            text = f"Fleet {fleet.number} is out of fuel: it cannot move, and will always be found (H12)."
            state = tell(state, fleet.side, "fuel", text, "H12", fleet.zone)
    return state


def fill(state: State) -> State:
    """A fleet that lay the whole turn in a friendly port takes in fuel (H12)."""
    for fleet in state.fleets.values():
        if ports.rests_in_port(state, fleet):
            state = with_ships(state, (_filled(state, s, intake(state, s, fleet.zone)) for s in _short(state, fleet)))
    return state


def intake(state: State, ship: Ship, zone: Zone) -> int:
    """What the port in a zone fills in a turn: a sixth of capacity, a minor port half that (H12)."""
    share = state.setting.tables.fuel.major_port_share
    return capacity(state, ship) // (share if ports.is_major(state, zone) else 2 * share)


def coal_at_sea(state: State, fleet: Fleet) -> State:
    """Each ship takes up to two units from a friendly collier or tanker in its zone, both staying, no squall (H12).

    The collier may be of the fleet itself or of another; it gives from its holds, not from its own bunkers.
    """
    table = state.setting.tables.fuel
    if state.weather > table.collier_worst_weather:
        return _refused(state, fleet, "the weather is too bad to coal at sea")
    if fleet.entered or not _suppliers(state, fleet):
        return _refused(state, fleet, "no collier lies with it")
    if not _short(state, fleet):
        return _refused(state, fleet, "its bunkers are full")
    units = table.collier_units * table.twelfths
    state = with_ships(state, (_filled(state, s, units) for s in _short(state, fleet)))
    return tell(state, fleet.side, "fuel", f"Fleet {fleet.number} coals at sea (H12).", "H12", fleet.zone)


def _suppliers(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    staying = (
        f
        for f in state.fleets.values()
        if f.side == fleet.side and f.zone == fleet.zone and f.in_port == fleet.in_port and not f.entered
    )
    return tuple(s for f in staying for s in ships_of(state, f) if card(state, s).kind in SUPPLIERS)


def _short(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    return tuple(s for s in _counted(state, ships_of(state, fleet)) if s.fuel < capacity(state, s))


def _filled(state: State, ship: Ship, twelfths: int) -> Ship:
    return replace(ship, fuel=min(capacity(state, ship), ship.fuel + twelfths))


def _refused(state: State, fleet: Fleet, reason: str) -> State:
    text = f"Fleet {fleet.number} does not coal: {reason} (H12)."
    return tell(state, fleet.side, "fuel", text, "H12", fleet.zone)

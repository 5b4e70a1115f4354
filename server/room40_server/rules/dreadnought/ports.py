"""Ports and the port clock (H11, 5.22). A zone and the port in it are two places (H21.28)."""

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought.setting import Port
from room40_server.rules.dreadnought.state import Fleet, State, with_fleets

MAJOR = "major"


def port_at(state: State, zone: Zone) -> Port | None:
    """The port in a zone, whoever owns it."""
    return state.setting.ports.get(zone)


def is_friendly(state: State, side: Side, zone: Zone) -> bool:
    """Whether the zone holds a port of that side (H11)."""
    port = port_at(state, zone)
    return port is not None and port.side == side


def is_hostile(state: State, side: Side, zone: Zone) -> bool:
    """Whether the zone holds a port of the other side."""
    return is_friendly(state, side.enemy, zone)


def is_major(state: State, zone: Zone) -> bool:
    """Whether the zone holds a major port, which no enemy enters (H11)."""
    port = port_at(state, zone)
    return port is not None and port.grade == MAJOR


def admits(state: State, side: Side, zone: Zone) -> bool:
    """Whether there is a port in the zone that a fleet of the side can get into: no major port of the enemy's (H11)."""
    return port_at(state, zone) is not None and not (is_major(state, zone) and is_hostile(state, side, zone))


def lies_in_port(fleet: Fleet) -> bool:
    """Whether the fleet is in a port, whosever it is, and did not move this turn."""
    return fleet.in_port and not fleet.entered


def rests_in_port(state: State, fleet: Fleet) -> bool:
    """Whether the fleet spent this whole turn in a friendly port: the turn of arrival does not count (H21.28)."""
    return lies_in_port(fleet) and is_friendly(state, fleet.side, fleet.zone)


def run_clocks(state: State) -> State:
    """One turn more on the port clock of every fleet that rested in port, back to nought for the others (5.22)."""
    clocks = ((f, f.port_turns + 1 if rests_in_port(state, f) else 0) for f in state.fleets.values())
    return with_fleets(state, (replace(f, port_turns=turns) for f, turns in clocks if turns != f.port_turns))

"""Who bombards a port or lands cargo this turn, and why another does not (11.1, 11.5, 5.42).

Rules of this file: asked before contacts are checked, when the plan alone counts, and again when it is carried out. A
plan that nothing can come of, as a bombardment where there is no enemy port, is none: it makes no contact certain (5.42).
"""

from room40.dreadnought.orders import Mission
from room40.dreadnought.sheet import Action
from room40.geometry.seachart import Terrain, Zone
from room40_server.rules.dreadnought import ports, towing, work
from room40_server.rules.dreadnought.setting import WARSHIPS
from room40_server.rules.dreadnought.state import Fleet, Ship, State, card, ships_of


def busy(state: State, fleet: Fleet, zone: Zone) -> bool:
    """Whether the fleet is to bombard or unload in this zone this turn (5.42); one in a major port is not in it (H11)."""
    if fleet.zone != zone or (fleet.in_port and ports.is_major(state, zone)):
        return False
    action = work.slot_now(state, fleet).action
    if action is Action.BOMBARD:
        return not bombards_not(state, fleet)
    return action is Action.UNLOAD and not unloads_not(state, fleet)


def may_bombard(fleet: Fleet) -> bool:
    """By its mission (5.2). One that gave up in an orders phase keeps its mission while the standing slots last, one that
    gave up after a battle has lost it at once (H21.23)."""
    return fleet.mission in (Mission.BOMBARDMENT, Mission.RAIDING)


def bombards_not(state: State, fleet: Fleet) -> str:
    """Why a fleet whose slot says so does not bombard, in words for its owner; "" if it does (H11)."""
    if not may_bombard(fleet):
        return f"its mission is {fleet.mission}"
    if not ports.is_hostile(state, fleet.side, fleet.zone):
        return f"there is no enemy port at {fleet.zone}"
    if fleet.in_port:
        return "it lies in port"
    if not guns(state, fleet):
        return "it has no warship that can"
    return ""


def guns(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    """The warships of a fleet that take part in a bombardment: none with a tow (H11)."""
    tied = towing.busy(state, fleet)
    return tuple(s for s in ships_of(state, fleet) if s.id not in tied and card(state, s).kind in WARSHIPS)


def handles_no_cargo(fleet: Fleet) -> str:
    """Why a fleet can neither load nor unload this turn; "" if it can (5.2 Transport, H11)."""
    if fleet.mission is not Mission.TRANSPORT:
        return "only a fleet on Transport may"
    return "it moved" if fleet.entered else ""


def unloads_not(state: State, fleet: Fleet) -> str:
    """Why a fleet whose slot says so does not unload, in words for its owner; "" if it does (H11)."""
    coast = state.setting.chart.terrain(fleet.zone) is Terrain.COAST
    landing = "" if fleet.in_port or coast else f"{fleet.zone} has no coast"
    return handles_no_cargo(fleet) or landing or ("" if laden(state, fleet) else "no ship of it has cargo")


def laden(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet that have cargo aboard."""
    return tuple(s for s in ships_of(state, fleet) if s.cargo)

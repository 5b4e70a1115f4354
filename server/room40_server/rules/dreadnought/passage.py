"""What happens to fleets on the way: mines crossed (H13) and submarines (H15), once contacts are settled.

Only the zones that a fleet really entered count (H21.33). An escort passes with its charge and is not tried apart.
"""

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40.geometry.seachart import Zone
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import losses, mines, presence, submarines
from room40_server.rules.dreadnought.state import Fleet, Phase, State


def step(state: State, dice: Dice) -> State:
    """Throw for edges crossed and submarines met, fleet by fleet, zone by zone; go on to the battles."""
    for side in Side:
        for fleet in presence.parties(state, side):
            state = _pass(state, fleet, dice)
    return replace(losses.strike_off(state), phase=Phase.BATTLES)


def _pass(state: State, fleet: Fleet, dice: Dice) -> State:
    """One fleet's way. Between a port and its zone no edge is crossed; in port no submarine reaches it (H21.28)."""
    if not fleet.entered:
        return state if fleet.in_port else submarines.attack(state, fleet.id, fleet.zone, dice)
    here = Zone(fleet.started)
    at_sea = {spot.zone for spot in presence.presence(fleet) if not spot.port}
    for zone in fleet.entered:
        if here != zone:
            state = mines.cross(state, fleet.id, here, zone, dice)
        if zone in at_sea:
            state = submarines.attack(state, fleet.id, zone, dice)
        here = zone
    return state

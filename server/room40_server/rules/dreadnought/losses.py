"""What follows when a fleet has lost its last ship: its counter is free, its escorts go home (5.25, H21.24)."""

from msgspec.structs import replace

from room40.dreadnought.orders import Mission
from room40_server.rules.dreadnought import aborting, news
from room40_server.rules.dreadnought.state import Fleet, Happening, State, ships_of, without


def lost_fleets(state: State) -> tuple[Fleet, ...]:
    """The fleets that have no ship afloat."""
    return tuple(f for f in state.fleets.values() if not ships_of(state, f))


def strike_off(state: State) -> State:
    """Remove the fleets that have no ship afloat; their escorts abort (H21.24). Ask it whenever ships may have sunk."""
    for fleet in lost_fleets(state):
        state = replace(state, fleets=without(state.fleets, fleet.id))
        state = news.record(state, Happening(state.turn, "fleet lost", fleet.zone, (fleet.id,), fleet.ships))
        text = f"Fleet {fleet.number} has no ship left; its counter is free again (5.25)."
        state = news.tell(state, fleet.side, "loss", text, "5.25", fleet.zone)
        state = _send_escorts_home(state, fleet)
    return state


def _send_escorts_home(state: State, charge: Fleet) -> State:
    for escort in [f for f in state.fleets.values() if f.mission is Mission.ESCORT and f.charge == charge.id]:
        if ships_of(state, escort):
            state = aborting.forsake(state, escort)
    return state

"""What counters each viewpoint has in view (5.2 Raiding, H11, H21.10)."""

from room40_server.rules.dreadnought.state import Sightings, State


def look(state: State) -> State:
    """Bring every viewpoint's sightings up to date; called by `turn` when a phase ends in which counters may move."""
    return state


def label(state: State, viewpoint: str, fleet_id: str) -> str:
    """The label under which a viewpoint has a fleet's counter in view, "" if it has not."""
    seen = state.sightings.get(viewpoint, Sightings()).seen
    return next((name for name, sighting in seen.items() if sighting.fleet == fleet_id), "")

"""What each viewpoint is told as things happen, and the umpire's record of what did.

Rules of this file: an event is written for one viewpoint, in words made only of what that viewpoint may know at that
moment, and numbered in that viewpoint's own log, so that the numbers of one log say nothing of another's.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.state import Event, Happening, Sightings, State
from room40_server.rules.game import PUBLIC

VIEWPOINTS = (Side.CP.value, Side.EN.value, PUBLIC)


def tell(state: State, viewpoint: str, kind: str, text: str, clause: str = "", zone: str = "") -> State:
    """Add a line to one viewpoint's signal log."""
    log = state.log.get(viewpoint, {})
    event = Event(state.turn, kind, clause, zone, text)
    return replace(state, log={**state.log, viewpoint: {**log, len(log) + 1: event}})


def tell_all(state: State, kind: str, text: str, clause: str = "", zone: str = "") -> State:
    """Add the same line to every viewpoint's log: for what all may know."""
    for viewpoint in VIEWPOINTS:
        state = tell(state, viewpoint, kind, text, clause, zone)
    return state


def record(state: State, happening: Happening) -> State:
    """Add a fact to the umpire's record."""
    return replace(state, record={**state.record, len(state.record) + 1: happening})


def score(state: State, side: Side, reason: str, points: int) -> State:
    """Add victory points; `reason` ("sunk goeben", "merchant") keeps them apart for the end and for what may be shown."""
    mine = state.points.get(side, {})
    return replace(state, points={**state.points, side: {**mine, reason: mine.get(reason, 0) + points}})


SIDE_NAMES = {Side.CP: "Central Powers", Side.EN: "Entente"}


def counter_name(viewpoint: str, side: Side, label: str) -> str:
    """A counter of `side` in the words of a viewpoint that has it in view: "enemy A"; the public: "Entente fleet A"."""
    return f"{SIDE_NAMES[side]} fleet {label}" if viewpoint == PUBLIC else f"enemy {label}"


def name_for(state: State, viewpoint: str, fleet_id: str) -> str:
    """A fleet in words that a viewpoint may read: "Fleet 3" for its own; "enemy A" or "an enemy fleet" for another's."""
    side, _, number = fleet_id.partition("-")
    if side == viewpoint:
        return f"Fleet {number}"
    seen = state.sightings.get(viewpoint, Sightings()).seen
    label = next((name for name, sighting in seen.items() if sighting.fleet == fleet_id), "")
    if label:
        return counter_name(viewpoint, Side(side), label)
    if viewpoint == PUBLIC:
        return f"a {SIDE_NAMES[Side(side)]} fleet" if side == Side.CP else f"an {SIDE_NAMES[Side(side)]} fleet"
    return "an enemy fleet"


def names_for(state: State, viewpoint: str, fleet_ids: Iterable[str]) -> str:
    """Several fleets in words, in an order that tells nothing: "Fleet 1 and Fleet 2", "enemy A, enemy B and enemy C"."""
    names = sorted(name_for(state, viewpoint, i) for i in fleet_ids)
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else ""


def sentence(text: str) -> str:
    """The text with a capital first."""
    return text[:1].upper() + text[1:]

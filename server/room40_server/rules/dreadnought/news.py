"""What each viewpoint is told as things happen, and the umpire's record of what did.

Rules of this file: an event is written for one viewpoint, in words made only of what that viewpoint may know at that
moment, and numbered in that viewpoint's own log, so that the numbers of one log say nothing of another's.
"""

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.state import Event, Happening, State
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

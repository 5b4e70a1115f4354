"""What a seat is asked now, in the words of its view."""

from room40.dreadnought.orders import Side
from room40.dreadnought.views import AskView
from room40_server.rules.dreadnought.state import State

NOTHING = AskView("", "", "", "", "", [], [])


def ask(state: State, side: Side) -> AskView:
    """What this side owes now; `NOTHING` when it owes nothing."""
    kind = state.asked.get(side)
    if kind is None:
        return NOTHING
    return AskView(kind, "", "", "", "", [], [])

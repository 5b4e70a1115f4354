"""Victory (H18)."""

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.state import Phase, State


def concede(state: State, side: Side) -> State:
    """The side gives the game up."""
    return replace(state, phase=Phase.OVER, asked={}, result="The game is given up.")

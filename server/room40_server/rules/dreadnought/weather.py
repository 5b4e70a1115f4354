"""The weather of the turn (H4.1)."""

from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State


def step(state: State, dice: Dice) -> State:
    """Throw the weather die and go on to the orders phase."""
    return replace(state, phase=Phase.ORDERS)

"""Fleet movement (5.3)."""

from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State


def step(state: State, dice: Dice) -> State:
    """Move all fleets at once as written; go on to contact."""
    return replace(state, phase=Phase.CONTACT)

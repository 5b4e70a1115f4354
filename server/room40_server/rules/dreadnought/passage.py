"""What happens to fleets on the way: mines crossed (H13) and submarines (H15), once contacts are settled."""

from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State


def step(state: State, dice: Dice) -> State:
    """Throw for edges crossed and submarines met; go on to the battles."""
    return replace(state, phase=Phase.BATTLES)

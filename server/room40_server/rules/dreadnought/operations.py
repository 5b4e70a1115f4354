"""Operations: bombardment, cargo, mines, merchants, coaling, repair (H4)."""

from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State


def step(state: State, dice: Dice) -> State:
    """Carry out what the slots say; go on to the end of the turn."""
    return replace(state, phase=Phase.END)

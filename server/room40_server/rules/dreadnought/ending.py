"""The end of a turn: fuel, port clocks, goals, victory (H12, H18)."""

from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State


def step(state: State, dice: Dice) -> State:
    """Close the turn and begin the next, or end the game."""
    over = state.turn >= state.setting.calendar.length
    return (
        replace(state, phase=Phase.OVER, result="A draw.")
        if over
        else replace(state, phase=Phase.WEATHER, turn=state.turn + 1)
    )

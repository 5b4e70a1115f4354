"""Pursuit (5.23)."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    """Throw for the pursuits in hand; ask "quarry" on a tie; go on to movement."""
    return replace(state, phase=Phase.MOVEMENT)


def choose_quarry(state: State, side: Side, order: o.ChooseQuarry, dice: Dice) -> State:
    """The pursuer names the part it follows (H21.8)."""
    raise Refused("H4", "This order is not heard yet.")


def pursue(state: State, side: Side, order: o.Pursue, dice: Dice) -> State:
    """Write pursuit into the next two slots (5.23)."""
    raise Refused("H4", "This order is not heard yet.")

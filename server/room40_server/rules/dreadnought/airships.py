"""Airships (H14)."""

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import State
from room40_server.rules.game import Refused


def fly(state: State, side: Side, order: o.Fly, dice: Dice) -> State:
    """Write an airship's zones of this turn."""
    raise Refused("H4", "This order is not heard yet.")

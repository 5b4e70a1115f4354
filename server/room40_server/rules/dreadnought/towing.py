"""Towing (H11, 7.34)."""

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import State
from room40_server.rules.game import Refused


def tow(state: State, side: Side, order: o.Tow, dice: Dice) -> State:
    """Take a ship in tow, or cast off."""
    raise Refused("H4", "This order is not heard yet.")

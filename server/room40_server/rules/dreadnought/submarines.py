"""Submarines (H15)."""

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import State
from room40_server.rules.game import Refused


def dive(state: State, side: Side, order: o.Dive, dice: Dice) -> State:
    """Write a submarine's zone of this turn."""
    raise Refused("H4", "This order is not heard yet.")

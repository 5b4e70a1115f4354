"""The battles of the turn, in order of zone key (5.47, H21.6)."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    """Fight on; ask "fight" before each round; go on to after-battle orders."""
    return replace(state, phase=Phase.AFTER_BATTLE)


def fight(state: State, side: Side, order: o.Fight, dice: Dice) -> State:
    """A side's word before a round (H6)."""
    raise Refused("H4", "This order is not heard yet.")

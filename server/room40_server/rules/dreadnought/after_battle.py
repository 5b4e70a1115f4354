"""After a battle: orders put right, long battles, fuel (7.37 to 7.39)."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    """Delays and the fuel die; ask "after battle" if there was a battle; go on to operations."""
    return replace(state, phase=Phase.OPERATIONS)


def abort(state: State, side: Side, order: o.Abort, dice: Dice) -> State:
    """Abort at once after a battle (7.37)."""
    raise Refused("H4", "This order is not heard yet.")


def exchange(state: State, side: Side, order: o.Exchange, dice: Dice) -> State:
    """Exchange ships between fleets (7.29)."""
    raise Refused("H4", "This order is not heard yet.")


def rejoin(state: State, side: Side, order: o.Rejoin, dice: Dice) -> State:
    """Write the way back to the route (7.37, H21.19)."""
    raise Refused("H4", "This order is not heard yet.")


def missing(state: State, side: Side) -> tuple[Refused, ...]:
    """What stands in the way of the side's commit, first things first."""
    return ()

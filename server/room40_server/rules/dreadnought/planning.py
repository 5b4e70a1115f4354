"""The orders phase, and the planning before the game (5.1, 5.2): who owes what, and every order that may be given then."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused


def plan_step(state: State, dice: Dice) -> State:
    """Before the game: ask both sides for their plan; when both have committed go on to the weather of turn 1."""
    return replace(state, phase=Phase.WEATHER)


def orders_step(state: State, dice: Dice) -> State:
    """Ask both sides for orders; when both have committed go on to pursuit."""
    return replace(state, phase=Phase.PURSUIT)


def form(state: State, side: Side, order: o.Form, dice: Dice) -> State:
    """Divide the side's ships into fleets (5.2, 5.25)."""
    raise Refused("H4", "This order is not heard yet.")


def plot(state: State, side: Side, order: o.Plot, dice: Dice) -> State:
    """Write one slot (5.1)."""
    raise Refused("H4", "This order is not heard yet.")


def abort(state: State, side: Side, order: o.Abort, dice: Dice) -> State:
    """Give up a mission (5.2 Abort)."""
    raise Refused("H4", "This order is not heard yet.")


def merge(state: State, side: Side, order: o.Merge, dice: Dice) -> State:
    """Merge two fleets (5.21)."""
    raise Refused("H4", "This order is not heard yet.")


def split(state: State, side: Side, order: o.Split, dice: Dice) -> State:
    """Split a fleet (5.24)."""
    raise Refused("H4", "This order is not heard yet.")


def new_mission(state: State, side: Side, order: o.NewMission, dice: Dice) -> State:
    """Give a new mission (5.22)."""
    raise Refused("H4", "This order is not heard yet.")


def counter(state: State, side: Side, order: o.Counter, dice: Dice) -> State:
    """Take a raider's counter off the map or put it on (5.2 Raiding)."""
    raise Refused("H4", "This order is not heard yet.")


def linger(state: State, side: Side, order: o.Linger, dice: Dice) -> State:
    """Stay to sweep (5.2 Minesweeping)."""
    raise Refused("H4", "This order is not heard yet.")


def habit(state: State, side: Side, order: o.HabitOf, dice: Dice) -> State:
    """Set a fleet's standing instruction for claims (H21.7)."""
    raise Refused("H4", "This order is not heard yet.")


def missing(state: State, side: Side) -> tuple[Refused, ...]:
    """What stands in the way of the side's commit, first things first."""
    return ()

"""Contact (5.4)."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    """Make the next checks; ask "swap" or "claims" where a player must speak; at the end form the battles (5.47)."""
    return replace(state, phase=Phase.PASSAGE)


def choose_zone(state: State, side: Side, order: o.ChooseZone, dice: Dice) -> State:
    """The Entente names the zone of a swap that is checked first (5.44)."""
    raise Refused("H4", "This order is not heard yet.")


def make_claims(state: State, side: Side, order: o.MakeClaims, dice: Dice) -> State:
    """A side makes its claims (5.46)."""
    raise Refused("H4", "This order is not heard yet.")

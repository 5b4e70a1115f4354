"""Phase 5: mobilise new units (K7, K3.5)."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms.powers import ask
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    return ask(state, "mobilise")


def place(state: State, seat: str, order: o.Place, dice: Dice) -> State:
    raise Refused("K7", "not yet")


def commit(state: State, seat: str, order: o.Commit, dice: Dice) -> State:
    return replace(state, phase=Phase.INCOME, asked={})

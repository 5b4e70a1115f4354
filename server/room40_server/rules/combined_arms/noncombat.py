"""Phase 4: the non-combat move."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms.powers import ask
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.dice import Dice


def step(state: State, dice: Dice) -> State:
    return ask(state, "non-combat move")


def commit(state: State, seat: str, order: o.Commit, dice: Dice) -> State:
    return replace(state, phase=Phase.MOBILISE, asked={})

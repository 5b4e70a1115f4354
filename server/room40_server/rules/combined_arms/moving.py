"""The moves of a phase as a set: each is checked with the others as it is given, all together at the commit (K1.2)."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import battles
from room40_server.rules.combined_arms.powers import ask
from room40_server.rules.combined_arms.state import State
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    return ask(state, "combat move")


def move(state: State, seat: str, order: o.Move, dice: Dice) -> State:
    raise Refused("K1.2", "not yet")


def take_back(state: State, seat: str, order: o.TakeBack, dice: Dice) -> State:
    raise Refused("K1.2", "not yet")


def engage(state: State, seat: str, order: o.Engage, dice: Dice) -> State:
    raise Refused("K1.2", "not yet")


def commit(state: State, seat: str, order: o.Commit, dice: Dice) -> State:
    return battles.build(replace(state, asked={}))

"""The battles of a combat phase, in their order (C5.1)."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


def build(state: State) -> State:
    """The battles that the committed moves bring about; called at the commit of the combat move."""
    return replace(state, phase=Phase.COMBAT)


def step(state: State, dice: Dice) -> State:
    """Fight until a seat is asked or all battles are over; the phase is then set to the non-combat move."""
    return replace(state, phase=Phase.NONCOMBAT_MOVE)


def choose(state: State, seat: str, order: o.ChooseBattle, dice: Dice) -> State:
    raise Refused("K5.11", "There is no battle to choose.")


def submerge(state: State, seat: str, order: o.Submerge, dice: Dice) -> State:
    raise Refused("K6.2", "There is no battle.")


def casualties(state: State, seat: str, order: o.Casualties, dice: Dice) -> State:
    raise Refused("K5.5", "There is no battle.")


def press(state: State, seat: str, order: o.Press, dice: Dice) -> State:
    raise Refused("K5.4", "There is no battle.")


def retreat(state: State, seat: str, order: o.Retreat, dice: Dice) -> State:
    raise Refused("K5.8", "There is no battle.")


def bombard(state: State, seat: str, order: o.Bombard, dice: Dice) -> State:
    raise Refused("K5.3", "There is no battle.")


def land_homeless(state: State, seat: str, order: o.LandHomeless, dice: Dice) -> State:
    raise Refused("K3.7", "No aircraft looks for a place to land.")

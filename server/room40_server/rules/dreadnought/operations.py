"""Operations, after the battles (H4): bombardment, cargo, mines, merchants, coaling.

A fleet that fought and is still in its zone may carry out what its slot says; one pulled back by a contact, or gone from
its battle, may not (H21.26).
"""

from msgspec.structs import replace

from room40.dreadnought.sheet import Action
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import bombardment, cargo, fuel, losses, merchants, mines, work
from room40_server.rules.dreadnought.state import Phase, State


def step(state: State, dice: Dice) -> State:
    """Carry out what the slots say; go on to the end of the turn."""
    state = work.begin_anew(state)
    state = bombardment.step(state, dice)
    state = cargo.step(state)
    state = mines.lay(state)
    state = mines.sweep(state, dice)
    state = merchants.search(state, dice)
    for fleet in work.at(state, Action.COAL):
        state = fuel.coal_at_sea(state, fleet)
    return replace(losses.strike_off(state), phase=Phase.END)

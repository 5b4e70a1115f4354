"""The end of a turn: fuel, repair, port clocks, goals, victory (H4, H12, H18)."""

from msgspec.structs import replace

from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import fuel, merchants, ports, repair, towing, victory
from room40_server.rules.dreadnought.state import Fleet, Phase, State


def step(state: State, dice: Dice) -> State:
    """Close the turn and begin the next, or end the game."""
    state = towing.part(state)
    state = fuel.fill(fuel.pay(state))
    state = repair.step(state, dice)
    state = merchants.recover(state)
    state = ports.run_clocks(state)
    state = victory.goals_reached(state)
    if victory.is_over(state):
        return victory.finish(state)
    return replace(_clear(state), phase=Phase.WEATHER, turn=state.turn + 1)


def _clear(state: State) -> State:
    """Forget what held for this turn only."""
    fleets = {i: _fresh(f) for i, f in state.fleets.items()}
    airships = {i: replace(a, route=()) if a.route else a for i, a in state.airships.items()}
    return replace(state, fleets=fleets, airships=airships, contacts=None, battles={}, checks=())


def _fresh(fleet: Fleet) -> Fleet:
    clean = replace(
        fleet,
        entered=(),
        came_from="",
        started=fleet.zone,
        started_in_port=fleet.in_port,
        stopped=False,
        off_board=False,
        lingering=False,
        halved_fire_done=(),
    )
    return fleet if clean == fleet else clean

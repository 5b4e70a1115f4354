"""The turn: which phase follows which, which orders each phase hears, and the way into the system (K1).

Rules of this file: a step runs one phase until a seat must decide (`asked` is then not empty) or the phase is over (it has
then set the next one). A phase that a power completes with `Commit` ends in the handler of that order. Everything about
the order of phases stands in `PHASES`, everything about what may be said when in `HEARD`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40_server.rules.combined_arms import asks, battles, income, mobilise, moving, noncombat, purchase, victory, views
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused

Step = Callable[[State, Dice], State]
Handler = Callable[[State, str, Any, Dice], State]
"""Carries out one kind of order of a seat; `HEARD` gives each handler only the kind that it takes."""

PHASES: Mapping[Phase, Step] = {
    Phase.PURCHASE: purchase.step,
    Phase.COMBAT_MOVE: moving.step,
    Phase.COMBAT: battles.step,
    Phase.NONCOMBAT_MOVE: noncombat.step,
    Phase.MOBILISE: mobilise.step,
    Phase.INCOME: income.step,
}

HEARD: Mapping[Phase, Mapping[type, Handler]] = {
    Phase.PURCHASE: {o.Buy: purchase.buy, o.Repair: purchase.repair, o.Commit: purchase.commit},
    Phase.COMBAT_MOVE: {
        o.Move: moving.move,
        o.TakeBack: moving.take_back,
        o.Engage: moving.engage,
        o.Commit: moving.commit,
    },
    Phase.COMBAT: {
        o.ChooseBattle: battles.choose,
        o.Submerge: battles.submerge,
        o.Casualties: battles.casualties,
        o.Press: battles.press,
        o.Retreat: battles.retreat,
        o.Bombard: battles.bombard,
        o.LandHomeless: battles.land_homeless,
    },
    Phase.NONCOMBAT_MOVE: {o.Move: moving.move, o.TakeBack: moving.take_back, o.Commit: noncombat.commit},
    Phase.MOBILISE: {o.Place: mobilise.place, o.Commit: mobilise.commit},
}
"""Which orders each phase hears, and who carries them out."""


def advance(state: State, dice: Dice) -> State:
    """Run phases until a seat must decide or the game is over."""
    while state.phase is not Phase.OVER and not state.asked:
        state = PHASES[state.phase](state, dice)
    return state


def obey(state: State, seat: str, order: Order, dice: Dice) -> State:
    """The state after an order alone, before anything follows from it. Raises `Refused`."""
    if state.phase is Phase.OVER:
        raise Refused("K1", "The game is over.")
    if isinstance(order, o.Concede):
        return victory.concede(state, seat)
    if seat not in state.asked:
        raise Refused("K1", "You are not asked for anything now.", state.phase.value)
    asks.check_moment(state, state.asked[seat], order)
    handler = HEARD.get(state.phase, {}).get(type(order))
    if handler is None:
        raise Refused("K1", f"That is not ordered in this phase ({state.phase.value}).", state.phase.value)
    return handler(state, seat, order, dice)


class CombinedArms:
    """The system as a `Game`."""

    name = "combined_arms"
    version = 1
    state_type = State
    order_type = Order

    def seats(self, state: State) -> tuple[str, ...]:
        return tuple(state.setting.seats)

    def submit(self, state: State, seat: str, order: Order, dice: Dice) -> State:
        """The state after an order and all that follows from it, up to the next decision. Raises `Refused`."""
        return advance(obey(state, seat, order, dice), dice)

    def waiting(self, state: State) -> Mapping[str, str]:
        return dict(state.asked)

    def view(self, state: State, viewpoint: str) -> Struct:
        return views.view(state, viewpoint)

    def outcome(self, state: State) -> str:
        return state.result

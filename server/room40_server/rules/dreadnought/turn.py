"""The turn: which phase follows which, which orders each phase hears, and the way into the system.

Rules of this file: a step runs one phase until somebody must decide (`asked` is then not empty) or the phase is over (it
has then set the next one). Steps are tried again after every order. Everything about the order of phases stands in
`PHASES`, everything about who may say what when in `HEARD`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order, Side
from room40.dreadnought.views import View
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import (
    after_battle,
    airships,
    battles,
    contact,
    ending,
    movement,
    operations,
    passage,
    planning,
    pursuit,
    sight,
    submarines,
    towing,
    victory,
    views,
    weather,
)
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused

Step = Callable[[State, Dice], State]
Handler = Callable[[State, Side, Any, Dice], State]
"""Carries out one kind of order; `HEARD` gives each handler only the kind that it takes."""

PHASES: Mapping[Phase, Step] = {
    Phase.PLAN: planning.plan_step,
    Phase.WEATHER: weather.step,
    Phase.ORDERS: planning.orders_step,
    Phase.PURSUIT: pursuit.step,
    Phase.MOVEMENT: movement.step,
    Phase.CONTACT: contact.step,
    Phase.PASSAGE: passage.step,
    Phase.BATTLES: battles.step,
    Phase.AFTER_BATTLE: after_battle.step,
    Phase.OPERATIONS: operations.step,
    Phase.END: ending.step,
}

IN_SECRET = frozenset({Phase.ORDERS, Phase.PURSUIT})
"""Phases whose doings nobody sees before movement: counters are not looked at again when they end (5.1)."""


def _commit(state: State, side: Side, order: o.Commit, dice: Dice) -> State:
    if side not in state.asked:
        raise Refused("H4", "Your orders of this phase are already complete.", state.phase)
    for sentence in MISSING.get(state.phase, _nothing)(state, side):
        raise Refused(sentence.clause, sentence.sentence, sentence.about)
    left = {s: kind for s, kind in state.asked.items() if s != side}
    return replace(state, asked=left, committed=(*state.committed, side))


def _reopen(state: State, side: Side, order: o.Reopen, dice: Dice) -> State:
    if side not in state.committed or not state.asked:
        raise Refused("H4", "There is nothing to take back: your orders are still open.", state.phase)
    again = {**state.asked, side: next(iter(state.asked.values()))}
    return replace(state, asked=again, committed=tuple(s for s in state.committed if s != side))


def _concede(state: State, side: Side, order: o.Concede, dice: Dice) -> State:
    return victory.concede(state, side)


def _nothing(state: State, side: Side) -> tuple[Refused, ...]:
    return ()


MISSING: Mapping[Phase, Callable[[State, Side], Sequence[Refused]]] = {
    Phase.PLAN: planning.missing,
    Phase.ORDERS: planning.missing,
    Phase.AFTER_BATTLE: after_battle.missing,
}
"""What stands in the way of a side's commit, first things first."""

_COMMITS: dict[type, Handler] = {o.Commit: _commit, o.Reopen: _reopen}

HEARD: Mapping[Phase, Mapping[type, Handler]] = {
    Phase.PLAN: {o.Form: planning.form, o.Plot: planning.plot, o.HabitOf: planning.habit, o.Tow: towing.tow, **_COMMITS},
    Phase.ORDERS: {
        o.Plot: planning.plot,
        o.Abort: planning.abort,
        o.Merge: planning.merge,
        o.Split: planning.split,
        o.NewMission: planning.new_mission,
        o.Counter: planning.counter,
        o.Linger: planning.linger,
        o.HabitOf: planning.habit,
        o.Tow: towing.tow,
        o.Fly: airships.fly,
        o.Dive: submarines.dive,
        **_COMMITS,
    },
    Phase.PURSUIT: {o.ChooseQuarry: pursuit.choose_quarry},
    Phase.CONTACT: {o.ChooseZone: contact.choose_zone, o.MakeClaims: contact.make_claims, o.HabitOf: planning.habit},
    Phase.BATTLES: {
        o.Fight: battles.fight,
        o.Basic: battles.on_board,
        o.Enter: battles.on_board,
        o.SetUp: battles.on_board,
        o.Manoeuvre: battles.on_board,
        o.FireGuns: battles.on_board,
        o.FireTorpedoes: battles.on_board,
        o.Keep: battles.on_board,
    },
    Phase.AFTER_BATTLE: {
        o.Abort: after_battle.abort,
        o.Pursue: pursuit.pursue,
        o.Exchange: after_battle.exchange,
        o.Rejoin: after_battle.rejoin,
        **_COMMITS,
    },
}
"""Which orders each phase hears, and who carries them out."""


def advance(state: State, dice: Dice) -> State:
    """Run phases until somebody must decide or the game is over."""
    while state.phase is not Phase.OVER and not state.asked:
        state = step(state, dice)
    return state


def step(state: State, dice: Dice) -> State:
    """Run the present phase, while nobody is asked, until somebody must decide or it is over."""
    before = state.phase
    state = PHASES[before](state, dice)
    if state.phase is not before:
        state = replace(state, committed=())
        if before not in IN_SECRET:
            state = sight.look(state)
    return state


def obey(state: State, seat: str, order: Order, dice: Dice) -> State:
    """The state after an order alone, before anything follows from it. Raises `Refused`."""
    side = Side(seat)
    if state.phase is Phase.OVER:
        raise Refused("H18", "The game is over.")
    if isinstance(order, o.Concede):
        return _concede(state, side, order, dice)
    handler = HEARD.get(state.phase, {}).get(type(order))
    if handler is None:
        raise Refused("H4", f"That is not ordered in this phase ({state.phase.value}).", state.phase)
    if side not in state.asked and not isinstance(order, o.Commit | o.Reopen):
        raise Refused("H4", "Your orders of this phase are complete; reopen them first.", state.phase)
    return handler(state, side, order, dice)


class Dreadnought:
    """The system as a `Game`."""

    name = "dreadnought"
    version = 1
    state_type = State
    order_type = Order

    def seats(self, state: State) -> tuple[str, ...]:
        return (Side.CP.value, Side.EN.value)

    def submit(self, state: State, seat: str, order: Order, dice: Dice) -> State:
        """The state after an order and all that follows from it, up to the next decision. Raises `Refused`."""
        return advance(obey(state, seat, order, dice), dice)

    def waiting(self, state: State) -> Mapping[str, str]:
        return dict(state.asked)

    def view(self, state: State, viewpoint: str) -> View:
        return views.view(state, viewpoint)

    def outcome(self, state: State) -> str:
        return state.result

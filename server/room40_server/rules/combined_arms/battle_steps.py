"""A battle as a sequence of small named steps, and who is asked in which (K5.2 to K5.8, K6).

Rules of this file: a step either asks a seat and leaves the battle where it is, or does its work and goes on to the next
step of `ORDER`. Whatever an answer changes is done by the handlers in `battles`, which then go on. `ORDER` alone says what
follows what; after "press" comes the next round, from "round" on.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from room40_server.rules.combined_arms import (
    anti_aircraft,
    bombardment,
    casualties,
    fire,
    hits,
    opening,
    outcomes,
    raids,
    retreats,
    submarines,
)
from room40_server.rules.combined_arms.fighting import ATTACKER, DEFENDER, OTHER, ask, now, put, side, speaker
from room40_server.rules.combined_arms.state import State
from room40_server.rules.dice import Dice

Step = Callable[[State, Dice], State]

ORDER: Mapping[str, tuple[str, ...]] = {
    "raid": ("begin", "anti-aircraft fire", "losses to anti-aircraft fire", "bombing", "end"),
    "land": (
        "begin",
        "anti-aircraft fire",
        "losses to anti-aircraft fire",
        "bombardment",
        "losses to bombardment",
        "round",
        "attackers fire",
        "defender's losses",
        "defenders fire",
        "attacker's losses",
        "remove",
        "press",
    ),
    "sea": (
        "begin",
        "round",
        "attacker submerges",
        "defender submerges",
        "strikes",
        "defender's losses to strikes",
        "attacker's losses to strikes",
        "remove the struck",
        "attackers fire",
        "defender's losses",
        "defenders fire",
        "attacker's losses",
        "remove",
        "press",
    ),
}
"""What follows what in each kind of battle (K4, K5.2, K5.3, K5.4)."""

ANSWERED_BY_DEFENDER = frozenset(
    {"losses to bombardment", "defender submerges", "defender's losses to strikes", "defender's losses"}
)
"""The steps in which the defender is asked, if anybody is."""


def go_on(state: State, dice: Dice) -> State:
    """Run the step that the battle has come to."""
    return STEPS[now(state).step](state, dice)


def asked_side(state: State) -> str:
    """Which side is asked in the step that the battle has come to."""
    return DEFENDER if now(state).step in ANSWERED_BY_DEFENDER else ATTACKER


def onward(state: State) -> State:
    """To the next step; nobody is asked any more. A battle that has an outcome goes nowhere."""
    battle = now(state)
    order = ORDER[battle.kind]
    after = "round" if battle.step == "press" else order[order.index(battle.step) + 1]
    return replace(put(state, step=after), asked={})


def _begin(state: State, dice: Dice) -> State:
    """Who fights; a landing goes ashore; without attackers there is no battle (K5.1, K5.11)."""
    state = opening.line_up(state)
    return onward(state) if side(state, ATTACKER) else outcomes.close(state, "nobody lands")


def _anti_aircraft(state: State, dice: Dice) -> State:
    return onward(anti_aircraft.fire_at_aircraft(state, dice))


def _losses(which: str) -> Step:
    """A side takes its hits: its speaker is asked if there is a choice, else the umpire sees to it (K5.5)."""

    def run(state: State, dice: Dice) -> State:
        if hits.due(state, which) and hits.is_choice(state, which) and speaker(state, which):
            return ask(state, which, "casualties")
        return take_losses(state, which, hits.suggestion(state, which))

    return run


def take_losses(state: State, which: str, chosen: tuple[str, ...]) -> State:
    """The hits of a side fall on these units; then the battle goes on (K5.5). Aircraft shot down are gone at once (K5.2)."""
    state = casualties.mark(state, which, chosen)
    if not now(state).round and which == ATTACKER:
        state = casualties.remove(state)
    return onward(state)


def _bombing(state: State, dice: Dice) -> State:
    return onward(raids.bomb(state, dice))


def _bombardment(state: State, dice: Dice) -> State:
    """Ships support a landing; the attacker is asked which, if that is a choice (K5.3)."""
    if bombardment.is_choice(state):
        return ask(state, ATTACKER, "bombard")
    return bombard(state, bombardment.all_that_may(state), dice)


def bombard(state: State, firing: tuple[str, ...], dice: Dice) -> State:
    """These ships bombard; then the battle goes on (K5.3)."""
    return onward(bombardment.bombard(state, firing, dice))


def _round(state: State, dice: Dice) -> State:
    """A round begins, unless the battle is over (K5.4, K5.6, K5.7). Only those hit by bombardment may stand aside yet."""
    if not now(state).marked:
        state, over = outcomes.judge(state)
        if over:
            return state
    return onward(put(state, round=now(state).round + 1, rolls=(), strikers=()))


def _submerges(which: str) -> Step:
    """A side says which of its submarines submerge instead of striking; the attacker first (K6.2).

    A defender whose enemies have all submerged has nothing left to avoid.
    """

    def run(state: State, dice: Dice) -> State:
        if submarines.free(state, which) and side(state, OTHER[which]) and speaker(state, which):
            return ask(state, which, "submerge")
        return onward(state)

    return run


def _strikes(state: State, dice: Dice) -> State:
    """Surprise strikes of both sides at once, at the start of every round (K6.1)."""
    state = submarines.strike_ready(state)
    for which in (ATTACKER, DEFENDER):
        striking = [unit for unit in side(state, which) if unit.id in now(state).strikers]
        volley = fire.volleys(state, striking, which)
        state = fire.throw(state, volley, which, "strikes by surprise", "K6.1", dice)
    return onward(state)


def _remove_struck(state: State, dice: Dice) -> State:
    """Those struck go without firing (K6.1); transports that are now alone are sunk at once (K5.6)."""
    state, over = outcomes.judge(casualties.remove(state), in_round=True)
    return state if over else onward(state)


def _fire(which: str) -> Step:
    """A side fires: all but the submarines that struck; the defender's casualties too (K5.4, K6.1)."""

    def run(state: State, dice: Dice) -> State:
        firing = [unit for unit in side(state, which) if unit.id not in now(state).strikers]
        return onward(fire.throw(state, fire.volleys(state, firing, which), which, "fires", "K5.4", dice))

    return run


def _remove(state: State, dice: Dice) -> State:
    """Casualties are removed; the battle may be over (K5.4, K5.6, K5.7)."""
    state, over = outcomes.judge(casualties.remove(state))
    return state if over else onward(state)


def _press(state: State, dice: Dice) -> State:
    """The attacker presses on or retreats, if he has where to retreat (K5.4, K5.8)."""
    if retreats.options(state):
        return ask(state, ATTACKER, "press or retreat")
    return press(state)


def press(state: State) -> State:
    """Another round; where neither side can hit the other it only means to stay, and the battle is over (K5.6, K5.7)."""
    return outcomes.stay(state) if outcomes.is_deadlock(state) else onward(state)


def retreat(state: State, space: str) -> State:
    """Retreat; whoever came by sea fights on (K5.8)."""
    state = replace(retreats.retreat(state, space), asked={})
    return onward(state) if side(state, ATTACKER) else outcomes.close(state, "retreated")


STEPS: Mapping[str, Step] = {
    "begin": _begin,
    "anti-aircraft fire": _anti_aircraft,
    "losses to anti-aircraft fire": _losses(ATTACKER),
    "bombing": _bombing,
    "end": lambda state, dice: outcomes.close(state, "raid"),
    "bombardment": _bombardment,
    "losses to bombardment": _losses(DEFENDER),
    "round": _round,
    "attacker submerges": _submerges(ATTACKER),
    "defender submerges": _submerges(DEFENDER),
    "strikes": _strikes,
    "defender's losses to strikes": _losses(DEFENDER),
    "attacker's losses to strikes": _losses(ATTACKER),
    "remove the struck": _remove_struck,
    "attackers fire": _fire(ATTACKER),
    "defender's losses": _losses(DEFENDER),
    "defenders fire": _fire(DEFENDER),
    "attacker's losses": _losses(ATTACKER),
    "remove": _remove,
    "press": _press,
}
"""The steps by name."""

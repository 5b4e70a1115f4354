"""Fire: who fires at what strength, and the dice (K2 artillery, K5.4, K6.3)."""

from collections.abc import Iterable

from room40.combined_arms.volleys import Fall, Volley, write
from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.fighting import (
    ATTACKER,
    OTHER,
    has_destroyer,
    now,
    put,
    standing,
    strength,
)
from room40_server.rules.combined_arms.hits import ANY, OF_AIRCRAFT, OF_SUBMARINE, reaches
from room40_server.rules.combined_arms.state import Domain, Roll, State, Unit, has, type_of
from room40_server.rules.dice import Dice, throw_many

Shots = tuple[str, int, str]
"""The type of the units that fire, on what they hit, the kind of their hits."""


def kind_of_hit(state: State, unit: Unit, which: str) -> str:
    """What a unit's hits reach: submarines never hit aircraft, aircraft hit submarines only beside a destroyer (K6.3)."""
    if now(state).kind == "land":
        return ANY
    if has(state, unit, "submarine"):
        return OF_SUBMARINE
    if type_of(state, unit).domain is Domain.AIR and not has_destroyer(state, which):
        return OF_AIRCRAFT
    return ANY


def volleys(state: State, units: Iterable[Unit], which: str) -> dict[Shots, int]:
    """How many of the units fire alike, in the order of the unit table.

    Each attacking artillery lends one infantry its support (K2). Who cannot hit anything that is there does not fire.
    """
    firing = sorted(units, key=lambda u: list(state.setting.types).index(u.type))
    support = sum(has(state, unit, "artillery") for unit in firing) if which == ATTACKER else 0
    kinds = {key: kind_of_hit(state, unit, which) for key, unit in {unit.type: unit for unit in firing}.items()}
    targets = standing(state, OTHER[which])
    hits_something = {kind: any(reaches(state, kind, target) for target in targets) for kind in set(kinds.values())}
    found: dict[Shots, int] = {}
    for unit in firing:
        needs, kind = strength(state, unit, which), kinds[unit.type]
        if support and which == ATTACKER and type_of(state, unit).supported > needs:
            needs, support = type_of(state, unit).supported, support - 1
        if needs and hits_something[kind]:
            found[unit.type, needs, kind] = found.get((unit.type, needs, kind), 0) + 1
    return found


def can_hit(state: State, units: Iterable[Unit], which: str) -> bool:
    """Whether any of these units can hit anything of the other side (K5.7)."""
    return bool(volleys(state, units, which))


def throw(state: State, volley: dict[Shots, int], which: str, what: str, clause: str, dice: Dice) -> State:
    """Throw the dice of a volley; its hits are to be taken by the other side, and are told to all (K5.4)."""
    battle = now(state)
    scored = dict(battle.hits.get(OTHER[which], {}))
    rolls, falls = list(battle.rolls), []
    for (type_key, needs, kind), number in volley.items():
        pips = throw_many(dice, f"{battle.space} round {battle.round} {which} {what} {type_key}", number)
        fall = Fall(news.several(state, type_key, number), needs, pips)
        scored[kind] = scored.get(kind, 0) + fall.hits
        rolls.append(Roll(which, f"{what} {type_key}", needs, pips))
        falls.append(fall)
    state = put(state, hits={**battle.hits, OTHER[which]: scored}, rolls=tuple(rolls))
    if not falls:
        return state
    return news.tell(state, clause, battle.space, write(Volley(which, what, tuple(falls))))

"""The battle being fought: who is in it, who answers for a side, how it goes on to its next step (K5).

Rules of this file: a battle is changed by `put` alone; units are never in two battles at once but as raiders.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from room40_server.rules.combined_arms.state import (
    Battle,
    Domain,
    State,
    Unit,
    are_friends,
    has,
    seat_of,
    type_of,
)

ATTACKER, DEFENDER = "attacker", "defender"
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}


def now(state: State) -> Battle:
    """The battle that is being fought."""
    return state.battles[state.current]


def put(state: State, **changes: object) -> State:
    """Change the battle being fought."""
    return replace(state, battles={**state.battles, state.current: replace(now(state), **changes)})


def side(state: State, which: str) -> tuple[Unit, ...]:
    """The units of a side that are in the battle, casualties that are not yet removed among them."""
    battle = now(state)
    return tuple(state.units[i] for i in (battle.attackers if which == ATTACKER else battle.defenders))


def standing(state: State, which: str) -> tuple[Unit, ...]:
    """The units of a side that can still be hit: casualties stand aside."""
    marked = frozenset(now(state).marked)
    return tuple(unit for unit in side(state, which) if unit.id not in marked)


def without(ids: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The ids that are not gone, in their order."""
    lost = frozenset(gone)
    return tuple(i for i in ids if i not in lost)


def is_seaborne(unit: Unit) -> bool:
    """Whether a land unit came over the beach: such never retreat (K5.8)."""
    return bool(unit.assault)


def can_retreat(state: State, unit: Unit) -> bool:
    """Whether an attacking unit may leave a battle by land or sea; aircraft only break off (K5.8)."""
    return type_of(state, unit).domain in (Domain.LAND, Domain.SEA) and not is_seaborne(unit)


def strength(state: State, unit: Unit, which: str) -> int:
    """On what number or less a unit hits for its side, unsupported (K2)."""
    kind = type_of(state, unit)
    return kind.attack if which == ATTACKER else kind.defence


def speaker(state: State, which: str) -> str:
    """The power that chooses for a side, "" if nobody does.

    Defenders of several powers choose as one (K5.1): the holder of the territory speaks for them if it has units there,
    else the power with most units, the earlier in the order of turns among equals.
    """
    if which == ATTACKER:
        return now(state).attacker
    counts: dict[str, int] = {}
    for unit in side(state, DEFENDER):
        if unit.owner in state.setting.powers:
            counts[unit.owner] = counts.get(unit.owner, 0) + 1
    holder = state.owners.get(now(state).space, "")
    if holder in counts:
        return holder
    order = (*state.setting.order, *state.setting.powers)
    return max(counts, key=lambda power: (counts[power], -order.index(power)), default="")


def ask(state: State, which: str, kind: str) -> State:
    """Ask the seat that chooses for a side."""
    return replace(state, asked={seat_of(state, speaker(state, which)): kind})


def enemies_of_attacker(state: State, space: str) -> tuple[Unit, ...]:
    """Everything in a space that is of another alliance than the power in turn."""
    return tuple(
        unit
        for _, unit in sorted(state.units.items())
        if unit.space == space and not are_friends(state, state.power, unit.owner)
    )


def is_hostile(state: State, zone: str) -> bool:
    """Whether an enemy surface warship is in a zone (K3.3)."""
    return any(has(state, unit, "surface warship") for unit in enemies_of_attacker(state, zone))


def has_destroyer(state: State, which: str) -> bool:
    """Whether a side has a destroyer in the battle; one that is hit but not yet removed counts (K6.1)."""
    return any(has(state, unit, "destroyer") for unit in side(state, which))

"""Casualties: marked when they are hit, removed when the rules say so, with what they carry (C4.2, C4.10, K5.4, K5.5)."""

from collections import Counter

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.fighting import ATTACKER, DEFENDER, now, put, without
from room40_server.rules.combined_arms.state import State, Unit, are_friends, type_of, with_units, without_units


def mark(state: State, which: str, chosen: tuple[str, ...]) -> State:
    """The hits of a side fall on these units: a battleship's first only damages it, the others stand aside (K5.5)."""
    marked = list(now(state).marked)
    for unit_id, times in sorted(Counter(chosen).items()):
        unit = state.units[unit_id]
        kind = type_of(state, unit)
        if unit.damage + times < kind.hits:
            text = f"A {kind.name} of {news.name_of_power(state, unit.owner)} is damaged."
            state = news.tell(with_units(state, replace(unit, damage=unit.damage + times)), "K5.5", unit.space, text)
        else:
            marked.append(unit_id)
    return put(state, marked=tuple(marked), hits={**now(state).hits, which: {}})


def remove(state: State) -> State:
    """Remove all casualties, with cargo and guests aboard, and tell it (C4.2, C4.10, K5.4)."""
    return lose(put(state, marked=()), now(state).marked, "K5.4")


def lose(state: State, gone: tuple[str, ...], clause: str) -> State:
    """These units are lost with all they carry."""
    if not gone:
        return state
    after = without_units(state, *gone)
    lost = [unit for unit_id, unit in state.units.items() if unit_id not in after.units]
    battle = now(state)
    after = put(
        after,
        attackers=without(battle.attackers, gone),
        defenders=without(battle.defenders, gone),
        lost=_tally(state, lost),
    )
    for owner in sorted({unit.owner for unit in lost}):
        counts = Counter(unit.type for unit in lost if unit.owner == owner)
        text = f"{news.name_of_power(state, owner)} loses {news.count(state, dict(sorted(counts.items())))}."
        after = news.tell(after, clause, battle.space, text)
    return after


def _tally(state: State, lost: list[Unit]) -> dict[str, dict[str, int]]:
    """What each side has lost in this battle, these units too."""
    tally = {which: dict(counts) for which, counts in now(state).lost.items()}
    for unit in lost:
        counts = tally.setdefault(ATTACKER if are_friends(state, state.power, unit.owner) else DEFENDER, {})
        counts[unit.type] = counts.get(unit.type, 0) + 1
    return tally

"""Submarines in battle: surprise strikes and submerging (K6.1, K6.2)."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.fighting import OTHER, has_destroyer, now, put, side, without
from room40_server.rules.combined_arms.state import State, Unit, has, with_units
from room40_server.rules.game import Refused


def free(state: State, which: str) -> tuple[Unit, ...]:
    """The submarines of a side that may strike or submerge: none where an enemy destroyer is in the battle (K6.1, K6.2)."""
    if has_destroyer(state, OTHER[which]):
        return ()
    return tuple(unit for unit in side(state, which) if has(state, unit, "submarine"))


def strike_ready(state: State) -> State:
    """Note which submarines of both sides strike this round: all that are free and have not submerged (K6.1)."""
    return put(state, strikers=tuple(u.id for which in OTHER for u in free(state, which)))


def submerge(state: State, which: str, chosen: Sequence[str]) -> State:
    """Any number submerge instead of striking: they are out of the battle and stay in the zone (K6.2)."""
    may = {unit.id for unit in free(state, which)}
    for unit_id in chosen:
        if unit_id not in may:
            raise Refused("K6.2", f"{unit_id!r} is no submarine of yours that can submerge now.", unit_id)
    if not chosen:
        return state
    gone = tuple(dict.fromkeys(chosen))
    state = with_units(state, *(replace(state.units[i], submerged=True) for i in gone))
    battle = now(state)
    state = put(state, attackers=without(battle.attackers, gone), defenders=without(battle.defenders, gone))
    owners = Counter(state.units[unit_id].owner for unit_id in gone)
    for owner, number in sorted(owners.items()):
        what = "submarine" if number == 1 else "submarines"
        text = f"{number} {what} of {news.name_of_power(state, owner)} {'submerges' if number == 1 else 'submerge'}."
        state = news.tell(state, "K6.2", battle.space, text)
    return state

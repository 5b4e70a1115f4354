"""The situation that the moves of a phase are judged by: as it was when the phase began (K1.2).

Rules of this file: nothing here depends on the moves given, so the order in which they are given cannot matter.
"""

from msgspec import Struct

from room40_server.rules.combined_arms.state import Domain, State, Unit, are_friends, has, type_of


class Situation(Struct, frozen=True):
    """What the power in turn finds.

    `hostile`: zones with an enemy surface warship (K3.3); `patrolled`: zones with an enemy destroyer; `friendly`: the
    territories of its alliance; `occupied`: territories with any enemy unit (C4.6); `defended`: those with one that fights;
    `industrial`: those with an enemy complex; `shut`: pairs of zones, either way round, whose canal is shut (K3.2).
    """

    hostile: frozenset[str]
    patrolled: frozenset[str]
    friendly: frozenset[str]
    occupied: frozenset[str]
    defended: frozenset[str]
    industrial: frozenset[str]
    shut: frozenset[tuple[str, str]]


def is_enemy(state: State, unit: Unit) -> bool:
    """Whether a unit is of another alliance than the power in turn (C5.3)."""
    return not are_friends(state, state.power, unit.owner)


def fights_on_land(state: State, unit: Unit) -> bool:
    """Whether a unit holds a territory against those who walk in: not guns and complexes, which are captured (K2)."""
    kind = type_of(state, unit)
    return kind.domain is not Domain.FIXED and "anti-aircraft" not in kind.traits


def survey(state: State) -> Situation:
    """The situation of the power in turn in a state that holds no moves of the phase yet."""
    enemies = [u for u in state.units.values() if is_enemy(state, u) and not u.aboard]
    ashore = [u for u in enemies if not state.setting.spaces[u.space].water]
    return Situation(
        hostile=frozenset(u.space for u in enemies if has(state, u, "surface warship")),
        patrolled=frozenset(u.space for u in enemies if has(state, u, "destroyer")),
        friendly=frozenset(key for key, owner in state.owners.items() if are_friends(state, state.power, owner)),
        occupied=frozenset(u.space for u in ashore),
        defended=frozenset(u.space for u in ashore if fights_on_land(state, u)),
        industrial=frozenset(u.space for u in ashore if has(state, u, "complex")),
        shut=_shut_canals(state),
    )


def _shut_canals(state: State) -> frozenset[tuple[str, str]]:
    """Canals open only to the alliance that has held every shore since the start of the turn (K3.2)."""
    shut: set[tuple[str, str]] = set()
    for canal in state.setting.canals:
        held = all(
            are_friends(state, state.power, owners.get(shore, ""))
            for shore in canal.shores
            for owners in (state.start_owners, state.owners)
        )
        if not held:
            shut |= {canal.zones, (canal.zones[1], canal.zones[0])}
    return frozenset(shut)

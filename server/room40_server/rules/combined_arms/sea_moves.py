"""Ships: hostile zones, submarines, canals, and where a sea battle will be (C1, C4.1-4, C4.7, K3.2-3, K3.9-11)."""

from room40_server.rules.combined_arms.state import State, Unit, are_friends, has


def is_enemy(state: State, unit: Unit) -> bool:
    """Whether a unit is of the other alliance than the power in turn."""
    return not are_friends(state, state.power, unit.owner)


def hostile_zones(state: State) -> frozenset[str]:
    """The zones with an enemy surface warship (K3.3)."""
    return frozenset(u.space for u in state.units.values() if has(state, u, "surface warship") and is_enemy(state, u))


def sea_fights(state: State) -> tuple[str, ...]:
    """The zones where the power in turn will fight at sea, in order of name (C1, C4.4, C4.7, K3.3, K3.10, K3.11)."""
    return ()

"""Taking and liberating territories, guns, complexes and capitals (K5.9, K5.10)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms.state import State


def take(state: State, space: str, power: str) -> State:
    """The state after a power has taken a hostile territory, its gun and complex with it (K5.9, K5.10)."""
    return replace(state, owners={**state.owners, space: power})

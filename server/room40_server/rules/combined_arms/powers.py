"""The powers and their turns: who plays when, who has a capital, who is asked (K1, K5.10)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.state import Domain, Phase, State, Unit, seat_of


def begin_turn(state: State, power: str) -> State:
    """The first phase of a power's turn: what the turn is judged by is noted, all units are fresh (K1)."""
    fresh = {i: Unit(u.id, u.type, u.owner, u.space, u.aboard, damage=u.damage) for i, u in state.units.items()}
    state = replace(
        state,
        phase=Phase.PURCHASE,
        power=power,
        units=fresh,
        start_owners=state.owners,
        purchases={},
        repairs={},
        placements={},
        given={},
        engage={},
        battles={},
        current="",
        fought=(),
        asked={},
    )
    return news.tell(state, "K1", "", f"Round {state.round}: {news.name_of_power(state, power)} begins its turn.")


def ask(state: State, kind: str) -> State:
    """Ask the seat of the power in turn for a decision."""
    return replace(state, asked={seat_of(state, state.power): kind})


def has_lost_capital(state: State, power: str) -> bool:
    """Whether a power's capital is in other hands, so that it neither buys nor collects (K5.10)."""
    capitals = [s.key for s in state.setting.spaces.values() if s.capital_of == power]
    return bool(capitals) and all(state.owners.get(key) != power for key in capitals)


def own_units(state: State, *domains: Domain) -> tuple[Unit, ...]:
    """The units of the power in turn, of these domains."""
    types = state.setting.types
    return tuple(u for _, u in sorted(state.units.items()) if u.owner == state.power and types[u.type].domain in domains)

"""Taking and liberating territories, guns, complexes and capitals (K5.9, K5.10)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.state import State, Unit, are_friends, has, with_units


def take(state: State, space: str, power: str) -> State:
    """The state after a power has taken a hostile territory, its gun and complex with it (K5.9, K5.10).

    An ally's territory is given back at once, unless its capital is, and remains, in enemy hands.
    """
    before = state.owners.get(space, "")
    holder = _rightful(state, space, power)
    state = _hand_over(state, space, holder)
    name, taker = news.name_of_space(state, space), news.name_of_power(state, power)
    if holder == power:
        state = news.tell(state, "K5.9", space, f"{taker} takes {name}.")
    else:
        owner = news.name_of_power(state, holder)
        state = news.tell(state, "K5.9", space, f"{taker} liberates {name} for {owner}.")
    capital_of = state.setting.spaces[space].capital_of
    if not capital_of:
        return state
    if capital_of == before and not are_friends(state, power, before):
        return _plunder(state, space, before, power)
    return _restore(state, capital_of) if holder == capital_of else state


def _rightful(state: State, space: str, power: str) -> str:
    """Who holds a territory that a power has just won: the ally it belongs to by right, if his capital is free (K5.9)."""
    right = state.setting.spaces[space].original
    if right == power or not are_friends(state, right, power):
        return power
    frees_capital = state.setting.spaces[space].capital_of == right
    return right if frees_capital or not _capital_is_lost(state, right) else power


def _capital_is_lost(state: State, power: str) -> bool:
    capitals = [space.key for space in state.setting.spaces.values() if space.capital_of == power]
    return bool(capitals) and not any(are_friends(state, state.owners.get(key, ""), power) for key in capitals)


def _hand_over(state: State, space: str, holder: str) -> State:
    """A territory changes hands with its guns and its complex, whoever of the others held them (K2, K5.9)."""
    given = [u for u in state.units.values() if u.space == space and not u.aboard and _is_captured(state, u)]
    state = with_units(state, *(replace(unit, owner=holder) for unit in given if unit.owner != holder))
    return replace(state, owners={**state.owners, space: holder})


def _is_captured(state: State, unit: Unit) -> bool:
    return has(state, unit, "anti-aircraft") or has(state, unit, "complex")


def _plunder(state: State, space: str, loser: str, power: str) -> State:
    """Who takes a capital takes all its owner's money (K5.10)."""
    spoils = state.money.get(loser, 0)
    money = {**state.money, loser: 0, power: state.money.get(power, 0) + spoils}
    taker, of = news.name_of_power(state, power), news.name_of_power(state, loser)
    return news.tell(replace(state, money=money), "K5.10", space, f"{taker} takes {spoils} from the treasury of {of}.")


def _restore(state: State, power: str) -> State:
    """A power whose capital is freed gets back what its allies have kept for it (K5.9)."""
    for key, space in state.setting.spaces.items():
        keeper = state.owners.get(key, "")
        if space.original == power and keeper != power and are_friends(state, keeper, power):
            state = _hand_over(state, key, power)
            state = news.tell(state, "K5.9", key, f"{space.name} returns to {news.name_of_power(state, power)}.")
    return state

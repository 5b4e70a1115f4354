"""Winning: cities at the end of a full round, or the enemy gives up (K1.1)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.powers import has_lost_capital
from room40_server.rules.combined_arms.state import Domain, Phase, State, alliance, type_of
from room40_server.rules.game import Refused


def alliances(state: State) -> tuple[str, ...]:
    """The alliances, in the order in which their powers play."""
    return tuple(dict.fromkeys(alliance(state, power) for power in state.setting.order))


def cities(state: State) -> dict[str, int]:
    """The victory cities each alliance holds (K1.1)."""
    held = dict.fromkeys(alliances(state), 0)
    for key, space in state.setting.spaces.items():
        if space.city and alliance(state, state.owners.get(key, "")) in held:
            held[alliance(state, state.owners[key])] += 1
    return held


def end_of_round(state: State) -> State:
    """End the game if one alliance alone holds the cities it needs, or the last round is over (K1.1)."""
    held = cities(state)
    needed = state.setting.cities_to_win
    winners = [a for a, number in held.items() if a in needed and number >= needed[a]]
    if len(winners) == 1:
        won = winners[0]
        return _over(state, f"{won} wins: it holds {held[won]} victory cities at the end of round {state.round}.")
    last = state.setting.rounds and state.round >= state.setting.rounds
    if last or not any(_can_act(state, power) for power in state.setting.order):
        most = max(held.values())
        leaders = [a for a, number in held.items() if number == most]
        if len(leaders) == 1:
            return _over(state, f"{leaders[0]} wins on cities after round {state.round}: {most}.")
        return _over(state, f"A draw after round {state.round}: {most} victory cities each.")
    return state


def _can_act(state: State, power: str) -> bool:
    """Whether a power will ever be asked for anything again: it has units that move, or money to spend."""
    if any(u.owner == power and type_of(state, u).domain is not Domain.FIXED for u in state.units.values()):
        return True
    earns = any(space.value and state.owners.get(key) == power for key, space in state.setting.spaces.items())
    return not has_lost_capital(state, power) and bool(earns or state.money.get(power, 0))


def concede(state: State, seat: str) -> State:
    """A seat gives the game up; it is lost when all seats of its alliance have, or a seat holds powers of both (K1.1)."""
    powers = state.setting.seats.get(seat)
    if powers is None:
        raise Refused("K1.1", "You hold no seat in this game.")
    if seat in state.conceded:
        raise Refused("K1.1", "You have given the game up already; your allies have not.")
    given_up = (*state.conceded, seat)
    lost = [a for a in alliances(state) if _all_given_up(state, a, given_up)]
    state = replace(state, conceded=given_up)
    if len(lost) == 1:
        left = [a for a in alliances(state) if a not in lost]
        return _over(state, f"{news.joined(left)} wins: {lost[0]} gives the game up.")
    if lost:
        return _over(state, "The game is given up by both sides.")
    names = news.joined([news.name_of_power(state, power) for power in powers])
    return news.tell(state, "K1.1", "", f"{names} would give the game up; the allies have not agreed.")


def _all_given_up(state: State, of: str, given_up: tuple[str, ...]) -> bool:
    seats = [s for s, powers in state.setting.seats.items() if any(alliance(state, p) == of for p in powers)]
    return all(seat in given_up for seat in seats)


def _over(state: State, result: str) -> State:
    state = news.tell(state, "K1.1", "", result)
    return replace(state, phase=Phase.OVER, asked={}, result=result)

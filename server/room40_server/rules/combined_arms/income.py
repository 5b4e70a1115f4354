"""Phase 6: collect income, and the change to the next power's turn (K1, K7)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms import news, victory
from room40_server.rules.combined_arms.powers import begin_turn, has_lost_capital
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.dice import Dice


def step(state: State, dice: Dice) -> State:
    """Collect, then begin the next power's turn; at the end of a full round see whether the game is won (K1, K1.1, K7)."""
    state = _collect(state)
    order = state.setting.order
    last = state.power == order[-1]
    if last:
        state = victory.end_of_round(state)
        if state.phase is Phase.OVER:
            return state
        state = replace(state, round=state.round + 1)
    following = order[0] if last else order[order.index(state.power) + 1]
    return begin_turn(state, following)


def of(state: State, power: str) -> int:
    """The income of a power: the sum of the values of what it controls; none while its capital is lost (K7, K5.10)."""
    if has_lost_capital(state, power):
        return 0
    return sum(space.value for key, space in state.setting.spaces.items() if state.owners.get(key) == power)


def _collect(state: State) -> State:
    sum_ = of(state, state.power)
    name = news.name_of_power(state, state.power)
    if has_lost_capital(state, state.power):
        return news.tell(state, "K5.10", "", f"{name} collects nothing while its capital is lost.")
    money = {**state.money, state.power: state.money.get(state.power, 0) + sum_}
    return news.tell(replace(state, money=money), "K7", "", f"{name} collects {sum_}.")

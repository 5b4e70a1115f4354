"""Phase 1: purchase and repair (K2, K4, K5.10). Nothing is paid before the commit."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.powers import ask, begin_turn, has_lost_capital
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    """Ask the power in turn what it buys and repairs; one that has no capital or no money is not asked (K5.10).

    Before anybody's turn, that of the first power begins (K1.1).
    """
    if not state.power:
        state = begin_turn(state, state.setting.order[0])
    if has_lost_capital(state, state.power) or not state.money.get(state.power, 0):
        return replace(state, phase=Phase.COMBAT_MOVE)
    return ask(state, "purchase")


def buy(state: State, seat: str, order: o.Buy, dice: Dice) -> State:
    """Name the whole purchase; it takes the place of the one before (K2)."""
    wanted = {key: number for key, number in sorted(order.units.items()) if number}
    for key in wanted:
        if key not in state.setting.types:
            raise Refused("K2", f"No unit is called {key!r}.", key)
        if not state.setting.types[key].sold:
            raise Refused("K2", f"A {state.setting.types[key].name} cannot be bought in this game.", key)
    _pay(state, wanted, state.repairs)
    return replace(state, purchases=wanted)


def repair(state: State, seat: str, order: o.Repair, dice: Dice) -> State:
    """Repair damaged complexes at 1 a point; it takes the place of what was said before (K4)."""
    wanted = {space: points for space, points in sorted(order.points.items()) if points}
    for space, points in wanted.items():
        name = news.name_of_space(state, space)
        if state.owners.get(space) != state.power:
            raise Refused("K4", f"{name} is not yours, so you repair nothing there.", space)
        damage = state.damage.get(space, 0)
        if points > damage:
            raise Refused("K4", f"The complex in {name} has {damage} damage, so {points} cannot be repaired.", space)
    _pay(state, state.purchases, wanted)
    return replace(state, repairs=wanted)


def commit(state: State, seat: str, order: o.Commit, dice: Dice) -> State:
    """Pay for what is bought and repaired; the combat move follows."""
    left = state.money.get(state.power, 0) - cost(state, state.purchases, state.repairs)
    damage = {s: d - state.repairs.get(s, 0) for s, d in state.damage.items() if d > state.repairs.get(s, 0)}
    bought = news.count(state, state.purchases) or "nothing"
    state = news.tell(state, "K2", "", f"{news.name_of_power(state, state.power)} buys {bought}.")
    for space, points in state.repairs.items():
        state = news.tell(state, "K4", space, f"{points} damage is repaired in {news.name_of_space(state, space)}.")
    money = {**state.money, state.power: left}
    return replace(state, money=money, damage=damage, phase=Phase.COMBAT_MOVE, asked={})


def cost(state: State, purchases: dict[str, int], repairs: dict[str, int]) -> int:
    """What units and repairs cost together (K2, K4)."""
    return sum(state.setting.types[key].cost * number for key, number in purchases.items()) + sum(repairs.values())


def _pay(state: State, purchases: dict[str, int], repairs: dict[str, int]) -> None:
    price, money = cost(state, purchases, repairs), state.money.get(state.power, 0)
    if price > money:
        raise Refused("K2", f"That costs {price} and you have {money}.")

"""Anti-aircraft guns: they fire at aircraft that attack their territory, before all else, once (C2.3, K5.2)."""

from room40_server.rules.combined_arms import fire
from room40_server.rules.combined_arms.fighting import ATTACKER, DEFENDER, enemies_of_attacker, now, side
from room40_server.rules.combined_arms.hits import ON_TYPE
from room40_server.rules.combined_arms.state import Domain, State, Unit, has, type_of
from room40_server.rules.dice import Dice


def gun(state: State, space: str) -> Unit | None:
    """An enemy gun in a territory, the best of them; however many there are, one fires (K5.2)."""
    guns = [unit for unit in enemies_of_attacker(state, space) if has(state, unit, "anti-aircraft")]
    return max(guns, key=lambda u: type_of(state, u).defence, default=None)


def fire_at_aircraft(state: State, dice: Dice) -> State:
    """One die for each attacking aircraft, rolled by type; the owner will choose within the type (K5.2)."""
    firing = gun(state, now(state).space)
    if firing is None:
        return state
    needs = type_of(state, firing).defence
    targets: dict[fire.Shots, int] = {}
    for unit in sorted(side(state, ATTACKER), key=lambda u: list(state.setting.types).index(u.type)):
        if type_of(state, unit).domain is Domain.AIR:
            volley = (unit.type, needs, f"{ON_TYPE}{unit.type}")
            targets[volley] = targets.get(volley, 0) + 1
    return fire.throw(state, targets, DEFENDER, "fires anti-aircraft guns, target by target", "K5.2", dice)

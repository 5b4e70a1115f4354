"""Strategic bombing raids (K4)."""

from msgspec.structs import replace

from room40.combined_arms.orders import Duty
from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.fighting import ATTACKER, enemies_of_attacker, now, put, side
from room40_server.rules.combined_arms.state import Roll, State, Unit, has
from room40_server.rules.dice import Dice, throw_many


def raiders(state: State, space: str) -> tuple[Unit, ...]:
    """The bombers sent on a raid to a space; they take no part in the battle there (K4)."""
    return tuple(
        unit
        for _, unit in sorted(state.units.items())
        if unit.space == space and unit.owner == state.power and unit.duty == Duty.RAID.value
    )


def has_target(state: State, space: str) -> bool:
    """Whether there is an enemy complex to bomb."""
    return any(has(state, unit, "complex") for unit in enemies_of_attacker(state, space))


def bomb(state: State, dice: Dice) -> State:
    """Each bomber that is left rolls one die; in all at most twice the territory's value, old damage counted (K4)."""
    space, bombers = now(state).space, side(state, ATTACKER)
    if not bombers:
        return state
    pips = throw_many(dice, f"{space} raid damage", len(bombers))
    before = state.damage.get(space, 0)
    after = min(before + sum(pips), max(before, state.setting.raid_limit * state.setting.spaces[space].value))
    rolls = (*now(state).rolls, Roll(ATTACKER, "damage", 0, pips))
    state = replace(put(state, rolls=rolls), damage={**state.damage, space: after})
    number = f"{len(bombers)} {'bomber' if len(bombers) == 1 else 'bombers'}"
    bomb = "bombs" if len(bombers) == 1 else "bomb"
    text = f"{number} of {news.name_of_power(state, state.power)} {bomb} {news.name_of_space(state, space)}"
    done = f"{after - before} damage, {after} in all"
    return news.tell(state, "K4", space, f"{text}: {' '.join(map(str, pips))}. {done}.")

"""Battles at random, answered at random: no unit comes or goes but by a rule, and every loss is told."""

import random
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import battles, bombardment, hits, retreats, submarines
from room40_server.rules.combined_arms.battle_steps import asked_side
from room40_server.rules.combined_arms.state import Phase, State, has
from room40_server.rules.dice import SeededDice
from tests.combined_arms.kit import game

LANDS = {"home": "Germans 3", "isle": "British 4", "rock": "British 2 by-right-of Americans"}
AT_SEA = ("submarine", "destroyer", "cruiser", "battleship", "carrier", "transport", "fighter")
ON_LAND = ("infantry", "artillery", "tank", "fighter", "bomber")


def forces(chance: random.Random, types: tuple[str, ...], powers: tuple[str, ...]) -> str:
    return ", ".join(f"{chance.randint(1, 3)} {kind} {chance.choice(powers)}" for kind in types if chance.random() < 0.45)


def war(chance: random.Random) -> State:
    """A sea battle or none, a landing beside it, an attack over land, a raid."""
    cargo = chance.choice(("2 infantry", "1 tank, 1 infantry", "1 artillery"))
    state = game(
        "5-6 6-7 6-isle home-isle home-rock 7-rock",
        lands=LANDS,
        units={
            "6": f"2 transport Germans ({cargo}), {forces(chance, AT_SEA, ('Germans',))}, "
            f"{forces(chance, AT_SEA[:-1], ('British', 'Americans'))}, 1 carrier British (1 fighter Americans)",
            "isle": f"{forces(chance, ON_LAND, ('Germans',))}, {forces(chance, ON_LAND, ('British', 'Americans'))}, "
            "1 anti-aircraft-gun British, 1 industrial-complex British, 1 bomber Germans",
            "rock": f"1 infantry Germans, {forces(chance, ON_LAND, ('British',))}",
            "7": f"{forces(chance, AT_SEA[:4], ('Germans',))}, {forces(chance, AT_SEA[:4], ('British',))}",
        },
        phase="purchase",
    )
    return battles.build(state_of(state, chance))


def state_of(state: State, chance: random.Random) -> State:
    moved = {}
    for unit in state.units.values():
        if unit.owner != "germans":
            continue
        origin = {"6": "5", "isle": "home", "rock": "home", "7": "6"}[unit.space]
        changes: dict[str, object] = {"moved_in": "combat move", "came_from": origin}
        if unit.aboard:
            changes = {"assault": "isle", "moved_in": "combat move"}
        elif unit.type == "bomber" and unit.space == "isle":
            changes["duty"] = chance.choice(("raid", "landing"))
        moved[unit.id] = replace(unit, **changes)
    return replace(state, units={**state.units, **moved}, engage={"6": True, "7": True}, asked={})


def answer(state: State, chance: random.Random) -> tuple[str, o.Order]:
    seat, kind = next(iter(state.asked.items()))
    if kind == "choose battle":
        return seat, o.ChooseBattle(chance.choice(battles.to_choose(state)).space)
    if kind == "land homeless":
        return seat, o.LandHomeless({})
    if kind == "press or retreat":
        return seat, o.Retreat(chance.choice(retreats.options(state))) if chance.random() < 0.2 else o.Press()
    if kind == "bombard":
        return seat, o.Bombard(bombardment.all_that_may(state))
    side = asked_side(state)
    if kind == "submerge":
        return seat, o.Submerge(tuple(u.id for u in submarines.free(state, side) if chance.random() < 0.3))
    assert kind == "casualties"
    assert hits.is_choice(state, side)
    return seat, o.Casualties(hits.suggestion(state, side))


def fought_out(state: State, chance: random.Random, seed: int) -> State:
    dice = SeededDice(bytes([seed % 256]) * 32)
    handlers = {
        o.ChooseBattle: battles.choose, o.LandHomeless: battles.land_homeless, o.Press: battles.press,
        o.Retreat: battles.retreat, o.Bombard: battles.bombard, o.Submerge: battles.submerge,
        o.Casualties: battles.casualties,
    }  # fmt: skip
    while state.phase is Phase.COMBAT:
        if not state.asked:
            state = battles.step(state, dice)
            continue
        seat, order = answer(state, chance)
        state = handlers[type(order)](state, seat, order, dice)  # type: ignore[operator]
    return state


@pytest.mark.clause("K5.4", "C5.1", "K5.9")
@pytest.mark.parametrize("seed", range(40))
def test_no_unit_is_made_or_lost_but_by_a_rule(seed: int) -> None:
    chance = random.Random(seed)
    before = war(chance)
    after = fought_out(before, chance, seed)
    assert after.units.keys() <= before.units.keys()
    told: Counter[tuple[str, str]] = Counter()
    for event in after.log.values():
        found = re.fullmatch(r"(.+) loses (.+)\.", event.text)
        for number, kind in re.findall(r"(\d+) ([a-z]+)", found[2]) if found else []:
            told[found[1], kind if kind in before.setting.types else kind.removesuffix("s")] += int(number)
        lost = re.fullmatch(r"A (\w+) of (.+) finds no place to land and is lost\.", event.text)
        if lost:
            told[lost[2], lost[1]] += 1
    names = {key: power.name for key, power in before.setting.powers.items()}
    gone = Counter((names[u.owner], u.type) for i, u in before.units.items() if i not in after.units)
    assert told == gone
    for unit_id, unit in after.units.items():
        old = before.units[unit_id]
        captured = has(after, unit, "anti-aircraft") or has(after, unit, "complex")
        assert unit.owner == old.owner or captured
        assert not unit.damage
        assert not unit.aboard or after.units[unit.aboard].space == unit.space
    assert all(battle.outcome for battle in after.battles.values())
    assert sum(after.money.values()) == sum(before.money.values())


@pytest.mark.clause("K5.11")
@pytest.mark.parametrize("seed", range(40, 60))
def test_nothing_lands_from_a_zone_that_enemy_surface_warships_hold(seed: int) -> None:
    chance = random.Random(seed)
    after = fought_out(war(chance), chance, seed)
    hostile = any(u.space == "6" and has(after, u, "surface warship") and u.owner != "germans" for u in after.units.values())
    landed = [u for u in after.units.values() if u.space == "isle" and u.assault]
    assert not (hostile and landed)
    assert not [u for u in after.units.values() if u.aboard and u.assault]

"""Where units can go: what is offered is accepted by the rules, and what they accept is offered (C1 to C4, K3)."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.reach import Manner, Meets, Reach, Way
from room40_server.rules.combined_arms.state import State, Unit
from room40_server.rules.combined_arms.views import view
from room40_server.rules.game import Refused
from tests.combined_arms.kit import GAME, dice, game, give

MAP = "5-6 6-7 7-8 5-home 6-home 6-isle home-rock rock-cape rock-back cape-7 isle-7 cape-far 8-far back-waste"
KINDS_AT_SEA = ("submarine", "destroyer", "cruiser", "transport", "transport", "carrier")
KINDS_ON_LAND = ("infantry", "artillery", "tank", "fighter", "bomber", "aagun")


def position(chance: random.Random) -> State:
    """A random board in a random phase of moves, the strait open or shut."""
    owners = {key: chance.choice(("Germans", "Japanese", "British", "-")) for key in ("rock", "cape", "far", "isle", "back")}
    lands = {key: f"{owner} 2" for key, owner in owners.items()} | {"home": "Germans 4", "waste": "- 0 impassable"}
    units = {}
    for land, owner in {**owners, "home": "Germans"}.items():
        if owner != "-" and chance.random() < 0.7:
            kinds = [*KINDS_ON_LAND, "factory"] if chance.random() < 0.3 else KINDS_ON_LAND
            units[land] = ", ".join(f"{chance.randint(1, 2)} {k} {owner}" for k in chance.sample(kinds, 2))
    for zone in ("5", "6", "7", "8"):
        cargo = chance.choice(("", " (1 tank)", " (1 infantry)", " (1 infantry, 1 artillery)"))
        fleet = [f"{chance.randint(1, 2)} transport {chance.choice(('Germans', 'Germans', 'Japanese'))}{cargo}"]
        for owner in ("Germans", "Germans", "British"):
            kind = chance.choice(KINDS_AT_SEA)
            guests = " (1 fighter)" if kind == "carrier" else ""
            fleet += [f"1 {kind} {owner}{guests}"] if chance.random() < 0.5 else []
        units[zone] = ", ".join(fleet)
    phase = chance.choice(("combat move", "non-combat move"))
    state = game(MAP, lands=lands, units=units, phase=phase, canals=(("strait", "6-7", "isle rock"),))
    if phase == "non-combat move":
        tired = {i: _tired(unit, chance) for i, unit in state.units.items()}
        state = replace(state, units=tired, base=tired)
    return state


def _tired(unit: Unit, chance: random.Random) -> Unit:
    """Some units have moved, fought or flown in phase 2."""
    if unit.owner != "germans" or unit.aboard or chance.random() < 0.7:
        return unit
    return replace(unit, used=1, moved_in="combat move", fought=chance.random() < 0.5)


def walk(state: State, start: str, chance: random.Random) -> tuple[str, ...]:
    path = [start]
    for _ in range(chance.choice((1, 1, 2, 2, 3, 4))):
        path.append(chance.choice(state.setting.connections[path[-1]]))
    return tuple(path)


def accepts(state: State, order: o.Move) -> State | None:
    try:
        return GAME.submit(state, "germans", order, dice())
    except Refused:
        return None


@pytest.mark.clause("K3.1", "K3.8", "C4.5", "C4.7")
@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 60))])
def test_what_is_offered_is_accepted_and_what_is_accepted_is_offered(seed: int) -> None:
    chance = random.Random(seed)
    state = position(chance)
    for _ in range(8):
        own = sorted(i for i, u in state.units.items() if u.owner == "germans")
        after: list[State] = []
        for unit in own:
            ways = Reach(view(state, "germans")).ways((unit,))
            for way in ways:
                for duty in way.duties or (o.Duty.BATTLE,):
                    made = accepts(state, o.Move((unit,), way.path, duty))
                    assert made is not None, (unit, way)
                    at_sea = way.manner in (Manner.LAND, Manner.LOAD)  # with its ship, wherever that has gone
                    assert at_sea or made.units[unit].space == way.end
                    after.append(made)
            ends = {way.end for way in ways}
            for _ in range(12):
                path = walk(state, state.units[unit].space, chance)
                if path[-1] not in ends:
                    assert accepts(state, o.Move((unit,), path)) is None, (unit, path)
        if not after:
            break
        state = chance.choice(after)


def ways(state: State, *units: str) -> dict[tuple[Manner, str], Way]:
    return {(way.manner, way.end): way for way in Reach(view(state, "germans")).ways(units)}


BLITZ: dict[str, Any] = {
    "links": "home-gap gap-deep gap-gate home-gate gate-deep",
    "lands": {"home": "Germans 3", "gap": "British 1", "deep": "British 1", "gate": "British 1"},
    "units": {"home": "1 tank Germans, 1 infantry Germans", "gate": "1 aagun British", "deep": "1 infantry British"},
}


@pytest.mark.clause("C4.5", "C4.6")
def test_a_tank_is_offered_the_blitz_through_an_empty_territory_and_not_past_a_gun() -> None:
    found = ways(game(**BLITZ), "tank-1")
    assert found[Manner.MARCH, "deep"].path == ("home", "gap", "deep")
    assert found[Manner.MARCH, "deep"].takes == ("gap",)
    assert found[Manner.MARCH, "deep"].meets is Meets.FIGHTS
    assert found[Manner.MARCH, "gate"].left == 1
    only_gate = ways(game(**{**BLITZ, "links": "home-gate gate-gap gate-deep"}), "tank-1")
    assert [end for _, end in only_gate] == ["gate"]


@pytest.mark.clause("K3.1")
def test_units_that_go_together_go_where_the_slowest_can() -> None:
    state = game(**BLITZ)
    assert (Manner.MARCH, "deep") not in ways(state, "tank-1", "infantry-1")
    assert ways(state, "tank-1", "infantry-1")[Manner.MARCH, "gap"].meets is Meets.TAKES
    assert ways(state, "tank-1", "infantry-2") == {}


FERRY: dict[str, Any] = {
    "links": "home-5 5-isle 5-6 6-far",
    "lands": {"home": "Germans 3", "isle": "British 1", "far": "British 1"},
    "units": {"home": "2 infantry Germans, 2 tank Germans", "5": "1 transport Germans"},
}


@pytest.mark.clause("K3.8", "C4.8", "C3.1")
def test_a_transport_takes_one_tank_and_one_infantry_across_by_one_order_each_or_both_by_one() -> None:
    state = game(**FERRY)
    over = ways(state, "tank-1", "infantry-1")[Manner.LAND, "isle"]
    assert over.path == ("home", "5", "isle")
    assert over.aboard == {"tank-1": "transport-1", "infantry-1": "transport-1"}
    assert over.takes == ("isle",)
    assert ways(state, "tank-1", "tank-2") == {}
    after = give(state, o.Move(("tank-1",), over.path))
    assert ways(after, "tank-2") == {}
    assert (Manner.LOAD, "5") in ways(after, "infantry-2")


@pytest.mark.clause("K3.8")
def test_a_ship_whose_cargo_lands_is_offered_no_way_on() -> None:
    state = game(**FERRY)
    assert (Manner.SAIL, "6") in ways(state, "transport-1")
    landed = give(state, o.Move(("tank-1",), ("home", "5", "isle")))
    assert [end for _, end in ways(landed, "transport-1")] == ["5"]


@pytest.mark.clause("K4", "C3.4")
def test_a_bomber_is_offered_a_raid_where_there_is_a_complex() -> None:
    lands = {"home": "Germans 3", "town": "British 3", "field": "British 1"}
    state = game("home-town town-field", lands=lands, units={"home": "1 bomber Germans", "town": "1 factory British"})
    found = ways(state, "bomber-1")
    assert found[Manner.FLY, "town"].duties == (o.Duty.BATTLE, o.Duty.RAID, o.Duty.LANDING)
    assert found[Manner.FLY, "field"].duties == (o.Duty.BATTLE, o.Duty.LANDING)


@pytest.mark.clause("K1")
def test_nothing_is_offered_to_who_is_not_asked_or_for_units_of_others() -> None:
    state = game(**BLITZ)
    assert Reach(view(state, "british")).ways(("tank-1",)) == ()
    assert Reach(view(state, "germans")).ways(("infantry-2",)) == ()
    assert Reach(view(game(**BLITZ, phase="mobilise"), "germans")).ways(("tank-1",)) == ()

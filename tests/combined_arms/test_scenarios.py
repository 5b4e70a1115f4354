"""The scenarios of 1942: whole, playable to the end by players who know nothing, and exact about what is wrong in a file."""

import copy
from pathlib import Path

import pytest

from room40_server import combined_arms_scenarios as scenarios
from room40_server.rules.combined_arms.state import Phase, State, has
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import PUBLIC
from room40_server.scenario_files import Raw, ScenarioError, data_root, read_toml
from tests.combined_arms.random_player import RandomPlayer

PATH = data_root() / "combined_arms" / "two-islands" / "scenario.toml"


def test_the_teaching_map_is_offered_with_its_seats() -> None:
    card = next(card for card in scenarios.catalogue() if card.name == "two-islands")
    assert (card.system, card.title, card.seats) == ("combined_arms", "Two islands", ("west", "east"))


@pytest.mark.clause("K1")
def test_a_game_opens_with_the_purchase_of_the_first_power() -> None:
    state = scenarios.load("two-islands")
    assert (state.phase, state.power, state.round) == (Phase.PURCHASE, "marran", 1)
    assert state.asked == {"west": "purchase"}


def test_what_stands_at_sea_is_aboard_a_ship_and_connections_hold_both_ways() -> None:
    state = scenarios.load("two-islands")
    for unit in state.units.values():
        at_sea = state.setting.spaces[unit.space].water
        assert bool(unit.aboard) == (at_sea and has(state, unit, "fighter"))
    near = state.setting.connections
    assert all(one in near[other] for one in near for other in near[one])


def test_an_option_of_the_table_takes_the_place_of_the_scenarios() -> None:
    assert scenarios.load("two-islands").setting.allies_see is True
    assert scenarios.load("two-islands", {"allies_see": False}).setting.allies_see is False
    for options in ({"allies_see": 1}, {"fuel": True}):
        with pytest.raises(ScenarioError):
            scenarios.load("two-islands", options)
    with pytest.raises(ScenarioError, match="no scenario has this name"):
        scenarios.load("../two-islands")


def check(state: State) -> None:
    """What holds in every state of a game."""
    units = state.units
    assert all(money >= 0 for money in state.money.values())
    for unit in units.values():
        assert unit.space in state.setting.spaces
        assert not unit.aboard or units[unit.aboard].space == unit.space
        assert not state.setting.spaces[unit.space].impassable
    assert state.phase is Phase.OVER or state.asked


@pytest.mark.clause("K1", "K1.1")
@pytest.mark.parametrize("seed", range(6))
def test_players_at_random_play_the_teaching_map_to_its_end(seed: int) -> None:
    state, player, dice = scenarios.load("two-islands"), RandomPlayer(seed), SeededDice(bytes([seed]))
    for _ in range(4000):
        if state.phase is Phase.OVER:
            break
        state = player.play(state, dice)
        check(state)
    assert state.phase is Phase.OVER
    assert view(state, PUBLIC).result == state.result != ""
    assert any(event.clause == "C5.1" for event in state.log.values())
    assert all(refused.clause and refused.sentence.endswith(".") for refused in player.refused)


BROKEN: dict[str, tuple[tuple[str, ...], object, str]] = {
    "unknown neighbour": (("spaces", "lagoon", "near"), ["moon"], "[spaces.lagoon] near: no space is called 'moon'."),
    "its own neighbour": (("spaces", "lagoon", "near"), ["lagoon"], "[spaces.lagoon] near: a space does not touch itself."),
    "cut off": (("spaces", "rock"), {"name": "Rock"}, "[spaces.rock] near: nothing leads here from the rest of the map."),
    "unknown owner": (("spaces", "the-neck", "owner"), "moon", "[spaces.the-neck] owner: no power is called 'moon'."),
    "owned sea": (("spaces", "strait", "value"), 2, "[spaces.strait] water: a sea zone has no owner, value"),
    "order": (("order",), ["marran", "tavik", "sorrel"], "order: the power 'ostrey' must be named once, not 0 times."),
    "seats": (("seats", "west"), ["marran"], "[seats]: the power 'sorrel' must be named once, not 0 times."),
    "public": (("seats", "public"), [], "[seats] public: this is what watchers are called"),
    "letter": (("powers", "tavik", "letter"), "M", "[powers.tavik] letter: marran has this letter already."),
    "long letter": (("powers", "tavik", "letter"), "MM", "[powers.tavik] letter: "),
    "cities": (("cities_to_win", "West"), 9, "[cities_to_win] West: the map has 5 cities."),
    "alliance": (("cities_to_win", "South"), 1, "[cities_to_win] South: no alliance is called 'South'."),
    "canal zones": (("canals", "neck-canal", "zones"), ["lagoon", "west-bay"], "[canals.neck-canal] zones: these zones"),
    "canal shores": (("canals", "neck-canal", "shores"), ["strait"], "[canals.neck-canal] shores: 'strait' is no"),
    "force nowhere": (("forces", "marran", "moon"), {"tank": 1}, "[forces.marran] moon: no space is called 'moon'."),
    "force of nobody": (("forces", "moon"), {}, "[forces] moon: no power is called 'moon'."),
    "unknown unit": (("forces", "marran", "strait"), {"blimp": 1}, "[forces.marran.strait] blimp: no unit is called"),
    "ship ashore": (("forces", "marran", "marran-hills"), {"cruiser": 1}, "[forces.marran.marran-hills] cruiser: ships"),
    "swimming": (("forces", "marran", "strait"), {"tank": 1}, "[forces.marran.strait] tank: there is no room"),
    "full": (("forces", "marran", "strait"), {"transport": 1, "tank": 2}, "[forces.marran.strait] tank: there is no room"),
    "bomber": (("forces", "marran", "strait"), {"carrier": 1, "bomber": 1}, "[forces.marran.strait] bomber: there is no"),
    "two complexes": (("forces", "marran", "port-marran"), {"industrial-complex": 2}, "industrial-complex: there is one"),
    "among enemies": (("forces", "marran", "ostrey"), {"tank": 1}, "[forces.marran] ostrey: this territory is not held"),
    "impassable": (("forces", "marran", "the-fells"), {"tank": 1}, "[forces.marran] the-fells: nothing can be in"),
    "unknown key": (("spaces", "lagoon", "depth"), 9, "[spaces.lagoon] depth: "),
    "wrong type": (("rounds",), "many", "rounds: "),
    "unit table": (("units", "tank"), {"cost": "much"}, "[units.tank] cost: "),
}  # fmt: skip


def with_value(raw: Raw, path: tuple[str, ...], value: object) -> Raw:
    changed = here = copy.deepcopy(raw)
    for key in path[:-1]:
        here = here.setdefault(key, {})  # type: ignore[assignment]
    here[path[-1]] = value
    return changed


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_in_a_file_is_said_with_file_table_and_key(what: str) -> None:
    path, value, said = BROKEN[what]
    with pytest.raises(ScenarioError) as error:
        scenarios.from_raw(with_value(read_toml(PATH), path, value), Path(PATH))
    assert str(error.value).startswith("scenarios/combined_arms/two-islands/scenario.toml")
    assert said in str(error.value)


def test_a_scenario_may_change_the_unit_table_and_load_transports() -> None:
    raw = with_value(read_toml(PATH), ("units", "tank"), {"cost": 6})
    raw = with_value(raw, ("forces", "marran", "strait"), {"tank": 1, "infantry": 1, "transport": 1})
    state = scenarios.from_raw(raw, PATH)
    assert (state.setting.types["tank"].cost, state.setting.types["tank"].attack) == (6, 3)
    aboard = [unit.type for unit in state.units.values() if unit.aboard and unit.space == "strait"]
    assert sorted(aboard) == ["infantry", "tank"]

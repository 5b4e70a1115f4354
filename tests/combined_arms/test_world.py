"""The maps that come with the 1942 system: what a map must be to be played on, and who holds which seat."""

import copy
from collections import Counter

import pytest

from room40.combined_arms import orders as o
from room40.geometry.spacemap import SpaceMap
from room40_server import combined_arms_scenarios as scenarios
from room40_server.rules.combined_arms import victory
from room40_server.rules.combined_arms.situation import survey
from room40_server.rules.combined_arms.state import Domain, Phase, State, alliance, has, type_of
from room40_server.scenario_files import Raw, ScenarioError, data_root, read_toml
from tests.combined_arms.kit import give

MAPS = ("two-islands", "world-1942")
PATH = data_root() / "combined_arms" / "world-1942" / "scenario.toml"
FAR = 4
"""Columns or rows from a space to one that it touches, at most, so that a route is seen on the drawing."""


@pytest.fixture(params=MAPS)
def opening(request: pytest.FixtureRequest) -> State:
    return scenarios.load(request.param)


def test_connections_hold_both_ways_and_nothing_is_cut_off(opening: State) -> None:
    chart = SpaceMap(opening.setting.connections)
    assert chart.one_sided() == () == chart.cut_off()


def test_every_territory_that_can_be_entered_is_reached_from_the_sea_or_over_land_that_can_be_entered(
    opening: State,
) -> None:
    spaces = opening.setting.spaces
    reached = SpaceMap(opening.setting.connections).ways(
        next(key for key, space in spaces.items() if space.capital_of), len(spaces), lambda _, to: not spaces[to].impassable
    )
    assert reached.keys() == {key for key, space in spaces.items() if not space.impassable}


def test_every_space_is_drawn_in_a_cell_of_its_own_near_what_it_touches(opening: State) -> None:
    spaces = opening.setting.spaces
    assert all(count == 1 for count in Counter((s.x, s.y) for s in spaces.values()).values())
    assert all(space.x >= 0 and space.y >= 0 for space in spaces.values())
    around = 1 + max(space.x for space in spaces.values())
    for key, others in opening.setting.connections.items():
        for other in others:
            across = abs(spaces[key].x - spaces[other].x)
            assert min(across, around - across) <= FAR, (key, other)
            assert abs(spaces[key].y - spaces[other].y) <= FAR, (key, other)


def test_names_and_letters_tell_spaces_and_powers_apart_in_a_narrow_cell(opening: State) -> None:
    names = [space.name for space in opening.setting.spaces.values()]
    assert len({name[:10] for name in names}) == len(names)
    assert len({power.letter for power in opening.setting.powers.values()}) == len(opening.setting.powers)


@pytest.mark.clause("K3.2")
def test_a_canal_joins_zones_that_touch_and_its_shores_lie_on_one_of_them(opening: State) -> None:
    near = opening.setting.connections
    assert opening.setting.canals
    for canal in opening.setting.canals:
        one, other = canal.zones
        assert other in near[one]
        assert all(one in near[shore] or other in near[shore] for shore in canal.shores)


@pytest.mark.clause("K7")
def test_every_power_has_a_capital_with_a_complex_and_a_gun_and_money_for_its_first_turn(opening: State) -> None:
    for power in opening.setting.order:
        capital = next(space for space in opening.setting.spaces.values() if space.capital_of == power)
        assert opening.owners[capital.key] == power
        there = [u for u in opening.units.values() if u.space == capital.key]
        assert any(has(opening, u, "complex") for u in there)
        assert any(has(opening, u, "anti-aircraft") for u in there)
        assert opening.money[power] > 0


def test_every_complex_stands_where_something_can_be_made(opening: State) -> None:
    complexes = [u for u in opening.units.values() if has(opening, u, "complex")]
    assert complexes
    assert all(opening.setting.spaces[unit.space].value > 0 for unit in complexes)


def test_the_world_has_the_islands_that_a_war_in_the_pacific_is_about() -> None:
    spaces, near = (setting := scenarios.load("world-1942").setting).spaces, setting.connections
    islands = {key for key, space in spaces.items() if not space.water and all(spaces[other].water for other in near[key])}
    assert {"japan", "hawaii", "philippines", "east-indies", "new-guinea", "carolines", "australia", "britain"} <= islands


@pytest.mark.clause("K3.3")
def test_no_zone_holds_surface_warships_of_both_alliances_when_the_game_begins(opening: State) -> None:
    flags: dict[str, set[str]] = {}
    for unit in opening.units.values():
        if has(opening, unit, "surface warship"):
            flags.setdefault(unit.space, set()).add(alliance(opening, unit.owner))
    assert all(len(found) == 1 for found in flags.values())


def test_the_world_has_two_alliances_of_five_powers_and_no_territory_of_theirs_without_a_garrison() -> None:
    world = scenarios.load("world-1942")
    assert world.setting.order == ("soviet-union", "germany", "united-kingdom", "japan", "united-states")
    assert victory.alliances(world) == ("Allies", "Axis")
    held = {u.space for u in world.units.values() if type_of(world, u).domain is Domain.LAND}
    assert {space for space, owner in world.owners.items() if owner} <= held
    assert sum(space.water for space in world.setting.spaces.values()) == 28
    assert len(world.setting.spaces) == 68


@pytest.mark.clause("K1.1")
def test_the_world_cannot_end_in_a_draw_while_every_city_is_held(opening: State) -> None:
    held = victory.cities(scenarios.load("world-1942"))
    assert sum(held.values()) % 2 == 1
    for one, needed in opening.setting.cities_to_win.items():
        assert victory.cities(opening)[one] < needed, "nobody has won before the first turn"


@pytest.mark.clause("K3.2")
def test_in_1942_canals_are_open_to_who_holds_their_shores_and_the_turkish_straits_to_nobody() -> None:
    world = scenarios.load("world-1942")
    shut = {alliance(world, power): survey(_turn_of(world, power)).shut for power in ("soviet-union", "germany")}
    assert ("north-sea", "baltic") in shut["Allies"] - shut["Axis"]
    assert {("east-med", "arabian-sea"), ("caribbean", "west-coast")} <= shut["Axis"] - shut["Allies"]
    assert ("black-sea", "east-med") in shut["Axis"] & shut["Allies"]


def _turn_of(state: State, power: str) -> State:
    """The game at the combat move of a power, the others before it having done nothing."""
    while (state.power, state.phase) != (power, Phase.COMBAT_MOVE):
        state = give(state, o.Commit())
    return state


# ---- seats


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_world_is_played_by_two_to_five_seats_each_with_powers_of_one_alliance(number: int) -> None:
    world = scenarios.load("world-1942", {"seats": number})
    assert len(world.setting.seats) == number
    held = [power for powers in world.setting.seats.values() for power in powers]
    assert sorted(held) == sorted(world.setting.order)
    for powers in world.setting.seats.values():
        assert len({alliance(world, power) for power in powers}) == 1
    assert world.asked == {next(s for s, p in world.setting.seats.items() if "soviet-union" in p): "purchase"}


@pytest.mark.parametrize("number", [0, 1, 6, True, "five"])
def test_a_table_for_a_number_of_seats_that_the_scenario_does_not_provide_for_is_not_opened(
    number: int | str | bool,
) -> None:
    with pytest.raises(ScenarioError, match="seats: this scenario is played by 2 or 3 or 4 or 5 seats"):
        scenarios.load("world-1942", {"seats": number})


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ({"a": ["germany"]}, "[seatings.3]: the power 'soviet-union' must be named once, not 0 times."),
        ({"a": ["moon"]}, "[seatings.3]: no power is called 'moon'."),
        (
            {"public": ["germany", "japan"], "b": ["soviet-union", "united-kingdom", "united-states"]},
            "[seatings.3] public: ",
        ),
        ({"a": ["germany", "japan"], "b": ["soviet-union", "united-kingdom", "united-states"]}, "[seatings] 3: there are 2"),
    ],
)
def test_a_seating_that_cannot_be_is_said_with_its_place(seats: Raw, said: str) -> None:
    raw = copy.deepcopy(read_toml(PATH))
    raw["seatings"]["3"] = seats  # type: ignore[index]
    with pytest.raises(ScenarioError) as error:
        scenarios.from_raw(raw, PATH)
    assert said in str(error.value)

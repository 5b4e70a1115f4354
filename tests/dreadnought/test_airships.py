"""Airships (H14)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import airships, sight
from room40_server.rules.dreadnought.state import Airship, Phase, with_fleet
from room40_server.rules.game import Refused

from .kit import dice, fleet, game

ENEMY = {"CP-1": fleet("intercept", ["Seydlitz", "Moltke", "Rostock", "German TB #1"], "C4", leader="Seydlitz")}


def flying(zone="C4", base="C2", fleets=ENEMY, *, turns=1, route=(), columns=20, **more):
    ship = Airship("z5", "Z 5", Side.EN, base, zone, turns if zone else 0, route)
    return game(fleets, airships={"z5": ship}, columns=columns, **more)


def fly(state, *zones, side=Side.EN):
    return airships.fly(state, side, o.Fly("z5", zones), dice())


@pytest.mark.clause("H14", "5.46")
@pytest.mark.parametrize(
    "weather, light, there", [(1, "day", True), (2, "day", True), (3, "day", False), (4, "day", False), (2, "night", False)]
)
def test_an_airship_finds_things_by_day_in_clear_and_cloudy_weather(weather, light, there):
    state = flying(weather=weather, light=light)
    assert airships.over(state, "C4", Side.EN) is there
    assert not airships.over(state, "C4", Side.CP)
    assert not airships.over(state, "C5", Side.EN)


@pytest.mark.clause("H14", "H21")
def test_an_airship_reports_counters_by_category_and_not_boats():
    state = flying()
    assert airships.report(state, "C4", state.fleets["CP-1"]) == "capital 2, light 2, other 0"
    assert airships.report(state, "C5", state.fleets["CP-1"]) == ""


@pytest.mark.clause("H14", "5.2")
def test_an_escort_is_counted_with_its_charge():
    fleets = {**ENEMY, "CP-2": fleet("escort", ["Breslau", "merchant"], "C4", charge="CP-1")}
    state = flying(fleets=fleets)
    assert airships.report(state, "C4", state.fleets["CP-1"]) == "capital 2, light 3, other 1"


@pytest.mark.clause("H14")
def test_an_airship_makes_three_zones_a_turn_over_sea_and_land():
    state = flying(land=("C5",))
    assert fly(state, "C5", "C6", "C7").airships["z5"].route == ("C5", "C6", "C7")
    with pytest.raises(Refused, match="3 zones a turn") as no:
        fly(state, "C5", "C6", "C7", "C8")
    assert no.value.clause == "H14"
    with pytest.raises(Refused, match="does not touch"):
        fly(state, "C6")
    with pytest.raises(Refused, match="not on this chart"):
        fly(state, "C5", "C99")


@pytest.mark.clause("H14")
def test_an_airship_keeps_within_eight_zones_of_its_base():
    assert fly(flying("C9"), "C10").airships["z5"].route == ("C10",)
    with pytest.raises(Refused, match="more than 8 zones"):
        fly(flying("C9"), "C10", "C11")


@pytest.mark.clause("H14")
def test_an_airship_does_not_risk_a_seventh_turn_in_the_air():
    assert fly(flying("C9", turns=2), "C10")
    with pytest.raises(Refused, match="not be home after 6 turns"):
        fly(flying("C9", turns=3), "C10")


@pytest.mark.clause("H14")
def test_an_airship_flies_by_day_and_in_grades_one_to_three():
    assert fly(flying(weather=3), "C5")
    with pytest.raises(Refused, match="weather"):
        fly(flying(weather=4), "C5")
    with pytest.raises(Refused, match="by day"):
        fly(flying(light="night"), "C5")


def test_the_other_sides_airship_is_refused_as_if_there_were_none():
    with pytest.raises(Refused, match="You have no airship 'z5'"):
        fly(flying(), "C5", side=Side.CP)


@pytest.mark.clause("H14")
def test_an_airship_moves_by_its_route_and_without_one_flies_home():
    out = airships.move(flying(route=("C5", "C6")), dice()).airships["z5"]
    assert (out.zone, out.turns) == ("C6", 2)
    home = airships.move(flying(), dice())
    assert (home.airships["z5"].zone, home.airships["z5"].turns) == ("", 0)
    assert set(home.log) == {"EN"}
    on_the_way = airships.move(flying("C9", turns=2), dice()).airships["z5"]
    assert (on_the_way.zone, on_the_way.turns) == ("C6", 3)
    resting = flying("")
    assert airships.move(resting, dice()).airships == resting.airships


@pytest.mark.clause("H14", "H4.1")
@pytest.mark.parametrize("weather, die, lost", [(5, 5, False), (5, 6, True), (6, 3, False), (6, 4, True)])
def test_storm_and_gale_destroy_airships_that_are_out(weather, die, lost):
    after = airships.move(flying(weather=weather), dice(die))
    assert after.airships["z5"].lost is lost
    assert "public" not in after.log
    assert "CP" not in after.log


@pytest.mark.clause("H14")
def test_an_airship_at_its_base_throws_no_die_in_a_gale():
    assert not airships.move(flying("", weather=6), dice()).airships["z5"].lost


@pytest.mark.clause("H14")
def test_an_airship_that_cannot_be_home_in_time_is_lost():
    after = airships.move(flying("C10", turns=5), dice())
    assert after.airships["z5"].lost


def seen_then_gone(route=("C4",), to="C5", **more):
    state = sight.look(flying(route=route, phase="movement", **more))
    return with_fleet(state, replace(state.fleets["CP-1"], zone=to, entered=(to,), came_from="C4"))


@pytest.mark.clause("H14")
@pytest.mark.parametrize("die, zone", [(2, "C4"), (3, "C5")])
def test_a_hovering_airship_keeps_touch_on_three_or_more(die, zone):
    after = airships.shadow(seen_then_gone(), dice(die))
    assert after.airships["z5"].zone == zone
    told = list(after.log["EN"].values())[-1].text
    assert f"die {die}" in told
    assert "enemy A" in told
    assert after.log.get("CP") == seen_then_gone().log.get("CP")


@pytest.mark.clause("H14")
def test_nothing_is_thrown_for_an_airship_that_moved_or_whose_quarry_stayed():
    assert airships.shadow(seen_then_gone(route=("C5", "C4")), dice()).airships["z5"].zone == "C4"
    staying = sight.look(flying(route=("C4",), phase="movement"))
    assert airships.shadow(staying, dice()) is staying
    assert staying.phase is Phase.MOVEMENT


@pytest.mark.clause("H14", "H11")
@pytest.mark.parametrize("hidden", [{"in_port": True}, {"on_map": False}])
def test_an_airship_follows_no_fleet_into_port_or_off_the_map(hidden):
    state = seen_then_gone()
    gone = with_fleet(state, replace(state.fleets["CP-1"], **hidden))
    assert airships.shadow(gone, dice()) is gone

"""Fuel, in twelfths of a unit (H12)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import fuel
from room40_server.rules.dreadnought.state import with_fleet

from .kit import fleet, game


def novara(zone="C4", port="", **more):
    ports = {zone: port} if port else {}
    return game({"CP-1": fleet("intercept", ["Novara"], zone, **more)}, ports=ports)


def left(state, ship="novara"):
    return state.ships[ship].fuel


@pytest.mark.clause("H12")
@pytest.mark.parametrize("entered, price", [((), 1), (("C4",), 1), (("C4", "C5"), 3)])
def test_a_turn_at_sea_costs_one_and_two_zones_cost_three(entered, price):
    state = novara(entered=entered, fuel=50)
    assert left(fuel.pay(state)) == 50 - price


@pytest.mark.clause("H12", "H21")
def test_a_fleet_pays_for_the_zones_it_really_entered():
    state = novara(entered=("C4",), orders={1: "C4/C5"}, stopped=True, fuel=50)
    assert left(fuel.pay(state)) == 49


@pytest.mark.clause("H12")
def test_a_turn_in_port_is_free_and_a_major_port_fills_a_sixth_of_capacity():
    state = novara(port="major CP", in_port=True, fuel=10)
    capacity = fuel.capacity(state, state.ships["novara"])
    assert left(fuel.pay(state)) == 10
    assert left(fuel.fill(state)) == 10 + capacity // 6


@pytest.mark.clause("H12")
def test_a_minor_port_fills_half_of_that_and_never_above_capacity():
    state = novara(port="minor CP", in_port=True, fuel=10)
    capacity = fuel.capacity(state, state.ships["novara"])
    assert left(fuel.fill(state)) == 10 + capacity // 12
    nearly = novara(port="minor CP", in_port=True, fuel=capacity - 1)
    assert left(fuel.fill(nearly)) == capacity


@pytest.mark.clause("H12")
def test_an_enemy_or_neutral_port_and_the_turn_of_arrival_fill_nothing():
    for port in ("major EN", "minor"):
        assert left(fuel.fill(novara(port=port, in_port=True, fuel=10))) == 10
    assert left(fuel.fill(novara(port="major CP", in_port=True, entered=("C4",), fuel=10))) == 10


@pytest.mark.clause("H12")
def test_a_fleet_with_an_empty_ship_is_out_of_fuel_and_its_owner_alone_is_told():
    state = fuel.pay(novara(fuel=1))
    assert fuel.out_of_fuel(state, state.fleets["CP-1"])
    assert fuel.is_empty(state, state.ships["novara"])
    assert set(state.log) == {"CP"}


@pytest.mark.clause("H12")
@pytest.mark.parametrize("twelfths, zones", [(0, 0), (1, 1), (2, 1), (3, 2), (90, 2)])
def test_what_is_left_limits_the_zones_that_can_be_entered(twelfths, zones):
    state = novara(fuel=twelfths)
    assert fuel.reach(state, state.fleets["CP-1"]) == zones


@pytest.mark.clause("H12")
def test_a_scenario_may_switch_fuel_off():
    state = game({"CP-1": fleet("intercept", ["Novara"], "C4", fuel=0)}, setting={"fuel": False})
    assert not fuel.out_of_fuel(state, state.fleets["CP-1"])
    assert left(fuel.pay(state)) == 0


@pytest.mark.clause("H12")
def test_towing_costs_one_a_zone():
    state = game({"CP-1": fleet("intercept", ["Novara", "Helgoland"], "C4", entered=("C4",), fuel=20)})
    towing = replace(state, ships={**state.ships, "novara": replace(state.ships["novara"], towing="helgoland")})
    assert left(fuel.pay(towing)) == 19


def with_collier(weather=2, entered=()):
    return game(
        {
            "EN-1": fleet("intercept", ["Dublin"], "C4", fuel=10, orders={1: "stay coal"}),
            "EN-2": fleet("transport", ["collier"], "C4", entered=entered),
        },
        weather=weather,
    )


@pytest.mark.clause("H12")
def test_at_sea_a_collier_gives_two_units_a_turn_when_both_stay():
    state = with_collier()
    assert left(fuel.coal_at_sea(state, state.fleets["EN-1"]), "dublin") == 10 + 24


@pytest.mark.clause("H12")
@pytest.mark.parametrize("bad", [{"weather": 4}, {"entered": ("C4",)}])
def test_nobody_coals_in_a_squall_or_from_a_collier_that_moves(bad):
    state = with_collier(**bad)
    after = fuel.coal_at_sea(state, state.fleets["EN-1"])
    assert left(after, "dublin") == 10
    assert "does not coal" in after.log["EN"][1].text


@pytest.mark.clause("7.39", "H12")
def test_every_ship_of_the_fleet_pays_the_same():
    state = game({"CP-1": fleet("intercept", ["Novara", "Goeben"], "C4", fuel=20)})
    after = fuel.spend(state, state.fleets["CP-1"], 5)
    assert {s.fuel for s in after.ships.values()} == {15}


@pytest.mark.clause("H12")
def test_a_voyage_is_paid_as_sailed():
    """One zone, two zones, a stay with a battle's five, two zones, one zone into port, and a turn of coaling."""
    state = novara("C2", port="major CP", in_port=True, fuel=96)
    state = replace(state, setting=replace(state.setting, cards={
        **state.setting.cards, "Novara": replace(state.setting.cards["Novara"], fuel=8)}))  # fmt: skip
    seen = []
    for entered, port, battle in [
        ((), True, 0), (("C3",), False, 0), (("C4", "C5"), False, 0), ((), False, 5), (("C4", "C3"), False, 0),
        (("C2",), True, 0), ((), True, 0),
    ]:  # fmt: skip
        here = entered[-1] if entered else state.fleets["CP-1"].zone
        sailed = replace(state.fleets["CP-1"], zone=here, in_port=port, entered=entered)
        state = fuel.spend(with_fleet(state, sailed), sailed, battle)
        state = fuel.fill(fuel.pay(state))
        seen.append(left(state))
    assert seen == [96, 95, 92, 86, 83, 82, 96]

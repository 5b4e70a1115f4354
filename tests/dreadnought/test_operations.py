"""Operations after the battles (H4, H21.26)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import operations, work
from room40_server.rules.dreadnought.state import Phase

from .kit import dice, fleet, game


@pytest.mark.clause("H4")
def test_a_turn_without_operations_goes_on_to_its_end():
    state = game({"CP-1": fleet("intercept", ["Novara"], "C4", {1: "stay"})}, phase="operations")
    after = operations.step(state, dice())
    assert after == replace(state, phase=Phase.END)


@pytest.mark.clause("H21")
@pytest.mark.parametrize("held", ["stopped", "off_board"])
def test_a_fleet_pulled_back_or_gone_from_its_battle_does_no_operations(held):
    state = game({"CP-1": fleet("intercept", ["Novara"], "C4", {1: "stay"}, **{held: True})})
    assert not work.may_operate(state, state.fleets["CP-1"])
    free = replace(state.fleets["CP-1"], **{held: False})
    assert work.may_operate(state, free)


@pytest.mark.clause("H4", "H12")
def test_coaling_at_sea_is_an_operation():
    fleets = {
        "EN-1": fleet("intercept", ["Dublin"], "C4", {1: "stay coal"}, fuel=10),
        "EN-2": fleet("transport", ["collier"], "C4"),
    }
    after = operations.step(game(fleets, phase="operations"), dice())
    assert after.ships["dublin"].fuel == 34

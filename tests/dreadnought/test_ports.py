"""Ports and the port clock (H11, 5.22)."""

import pytest

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import ports

from .kit import fleet, game


def lying(port, **more):
    return game({"CP-1": fleet("intercept", ["Novara"], "C4", in_port=True, **more)}, ports={"C4": port})


@pytest.mark.clause("H11")
def test_a_port_is_friendly_to_its_owner_only():
    state = lying("minor CP")
    assert ports.is_friendly(state, Side.CP, "C4")
    assert not ports.is_friendly(state, Side.EN, "C4")
    assert ports.is_hostile(state, Side.EN, "C4")
    assert ports.port_at(state, "C5") is None
    assert not ports.is_friendly(state, Side.CP, "C5")
    assert not ports.is_major(state, "C4")
    assert ports.is_major(lying("major CP"), "C4")


@pytest.mark.clause("5.22", "H21")
def test_the_clock_counts_whole_turns_and_not_the_turn_of_arrival():
    assert ports.run_clocks(lying("minor CP", port_turns=4)).fleets["CP-1"].port_turns == 5
    assert ports.run_clocks(lying("minor CP", port_turns=4, entered=("C4",))).fleets["CP-1"].port_turns == 0


@pytest.mark.clause("5.22")
def test_the_clock_begins_anew_at_sea_and_does_not_run_in_a_neutral_port():
    at_sea = game({"CP-1": fleet("intercept", ["Novara"], "C4", port_turns=5)}, ports={"C4": "minor CP"})
    assert ports.run_clocks(at_sea).fleets["CP-1"].port_turns == 0
    assert ports.run_clocks(lying("minor", port_turns=5)).fleets["CP-1"].port_turns == 0

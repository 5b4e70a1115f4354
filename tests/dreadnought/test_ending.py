"""The end of a turn (H4)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import ending
from room40_server.rules.dreadnought.state import Phase

from .kit import dice, fleet, game

SAILED = fleet(
    "intercept", ["Novara"], "C5", entered=("C4", "C5"), started="C3", came_from="C4", stopped=True, off_board=True,
    lingering=True, fuel=20,
)  # fmt: skip


def ended(fleets=None, **more):
    both = {"CP-1": SAILED, "EN-1": fleet("intercept", ["Dublin"], "G9", in_port=True, port_turns=5), **(fleets or {})}
    return ending.step(game(both, turn=4, phase="end", ports={"G9": "minor EN"}, **more), dice())


@pytest.mark.clause("H4")
def test_the_next_turn_begins_with_the_weather_and_nothing_left_of_the_last():
    after = ended()
    assert (after.phase, after.turn) == (Phase.WEATHER, 5)
    one = after.fleets["CP-1"]
    assert (one.entered, one.came_from, one.stopped, one.off_board, one.lingering) == ((), "", False, False, False)
    assert (one.started, one.started_in_port) == ("C5", False)
    assert after.fleets["EN-1"].started_in_port


@pytest.mark.clause("H4", "H12", "5.22")
def test_at_the_end_fuel_is_paid_and_port_clocks_run():
    after = ended()
    assert after.ships["novara"].fuel == 17
    assert after.fleets["EN-1"].port_turns == 6


@pytest.mark.clause("H4", "H14")
def test_the_contacts_of_the_turn_are_forgotten():
    state = ended()
    assert (state.contacts, state.battles, state.checks) == (None, {}, ())


@pytest.mark.clause("H4")
def test_nothing_is_told_at_the_end_of_a_quiet_turn():
    quiet = {"CP-1": replace_entered()}
    assert ended(quiet).log == {}


def replace_entered():
    return {**SAILED, "entered": (), "stopped": False}


def test_a_fleet_that_has_nothing_to_forget_stays_the_same_object():
    first = ended()
    again = ending.step(replace(first, phase=Phase.END, turn=6), dice())
    assert again.fleets["CP-1"] is first.fleets["CP-1"]

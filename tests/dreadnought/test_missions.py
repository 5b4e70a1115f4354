"""Who may go on which mission, and in what company (5.2, 5.25, H9)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought.orders import Mission, Side
from room40_server.rules.dreadnought import missions
from room40_server.rules.dreadnought.state import ships_of, with_ship

from .kit import fleet, game


def force(side, ships, **more):
    state = game({f"{side}-1": fleet("intercept", ships, "C3", **more)})
    return state, ships_of(state, state.fleets[f"{side}-1"])


@pytest.mark.clause("H9")
def test_a_counter_of_boats_counts_for_all_its_boats():
    _, ships = force("EN", ["Quarto", "Mirabello", "Beagle-class DD"])
    assert missions.ship_count(ships) == 5


@pytest.mark.clause("5.2")
class TestNationality:
    @pytest.mark.parametrize(
        "side, ships, legal",
        [
            ("EN", ["Dartmouth", "Quarto", "Mirabello", "Ernest Renan"], True),
            ("EN", ["Dartmouth", "Weymouth", "Quarto", "Mirabello", "Ernest Renan"], False),
            ("EN", ["Quarto", "Mirabello", "Beagle-class DD"], False),
            ("CP", ["Sankt Georg", "Novara", "Saida", "Helgoland", "Goeben"], True),
            ("EN", ["Lion", "Tiger", "Southampton", "Arethusa", "Australian cruiser"], True),
        ],
    )
    def test_one_nationality_or_four_ships(self, side, ships, legal):
        assert (missions.nationality_fault(*force(side, ships)) is None) is legal

    def test_the_scenario_may_say_otherwise(self):
        state, ships = force("EN", ["Dartmouth", "Weymouth", "Quarto", "Mirabello", "Ernest Renan"])
        mixed = replace(state, setting=replace(state.setting, mixed_fleets=True))
        assert missions.nationality_fault(mixed, ships) is None


@pytest.mark.clause("5.2")
class TestWhoMayGo:
    @pytest.mark.parametrize(
        "ship, barred",
        [
            ("Dublin", {Mission.MINELAYING, Mission.MINESWEEPING}),
            ("troopship", set(Mission) - {Mission.TRANSPORT, Mission.ABORT}),
            ("collier", {Mission.MINELAYING, Mission.MINESWEEPING}),
            ("minesweeper", set(Mission) - {Mission.TRANSPORT, Mission.ABORT, Mission.MINESWEEPING}),
        ],
    )
    def test_classes_by_mission(self, ship, barred):
        state, ships = force("EN", [ship], leader=ship)
        assert {m for m in Mission if missions.mission_fault(state, ships, m, Side.EN)} == barred

    def test_a_minelayer_lays_and_so_does_whom_the_scenario_names(self):
        state, ships = force("CP", ["Albatross", "Kolberg"])
        assert missions.mission_fault(state, ships, Mission.MINELAYING, Side.CP).about == "kolberg"
        state = with_ship(state, replace(state.ships["kolberg"], lays_mines=True))
        ships = ships_of(state, state.fleets["CP-1"])
        assert missions.mission_fault(state, ships, Mission.MINELAYING, Side.CP) is None

    def test_a_raider_has_a_leader_and_two_ships(self):
        def fault(ships, leader=""):
            return missions.mission_fault(*force("CP", ships, leader=leader), Mission.RAIDING, Side.CP)

        assert fault(["Goeben", "Breslau"], "Goeben") is None
        assert "leader" in fault(["Goeben", "Breslau"]).sentence
        assert "at most 2 ships" in fault(["Goeben", "Breslau", "Roon"], "Goeben").sentence
        assert "4" in fault(["German TB #1"], "German TB #1").sentence


@pytest.mark.clause("5.25")
def test_one_raider_a_side_unless_the_scenario_says_otherwise():
    state = game({"CP-1": fleet("raiding", ["Goeben"], "C3"), "CP-2": fleet("intercept", ["Breslau"], "C3")})
    assert missions.another_raider_fault(state, Side.CP, "CP-2").clause == "5.25"
    assert missions.another_raider_fault(state, Side.CP, "CP-1") is None
    more = replace(state, setting=replace(state.setting, raiding_fleets={"CP": 2}))
    assert missions.another_raider_fault(more, Side.CP, "CP-2") is None

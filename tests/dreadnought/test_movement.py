"""Fleet movement and stop-and-delay (5.3, 5.43)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import movement
from room40_server.rules.dreadnought.state import Airship, Phase, Submarine

from .kit import dice, fleet, game, text_sheet

LIGHT = ["Rostock", "Frankfurt"]


def moved(fleets, *pips, **more):
    return movement.step(game(fleets, turn=4, phase="movement", **more), dice(*pips))


def told(state, side):
    return [e.text for e in state.log.get(side, {}).values()]


@pytest.mark.clause("5.3")
def test_fleets_move_as_written():
    state = moved(
        {
            "CP-1": fleet("intercept", LIGHT, "C3", {4: "C4/C5", 5: "C6"}),
            "CP-2": fleet("intercept", ["Roon"], "D3", {4: "stay"}),
            "EN-1": fleet("intercept", ["Lion"], "F6", {4: "F7"}),
        }
    )
    first, second, third = (state.fleets[i] for i in ("CP-1", "CP-2", "EN-1"))
    assert (first.zone, first.entered, first.came_from, first.started) == ("C5", ("C4", "C5"), "C4", "C3")
    assert (second.zone, second.entered, second.came_from) == ("D3", (), "")
    assert (third.zone, third.came_from) == ("F7", "F6")
    assert state.phase is Phase.CONTACT
    assert state.contacts is None


@pytest.mark.clause("5.3")
def test_a_blank_slot_is_a_stay():
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {5: "C4"})})
    assert state.fleets["CP-1"].zone == "C3"
    assert text_sheet(state, "CP-1") == {5: "C4"}


@pytest.mark.clause("5.3")
def test_an_owner_is_told_of_his_own_moves_and_nobody_else_is():
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4/C5"})})
    assert told(state, "CP") == ["Fleet 1 sails C4/C5."]
    assert told(state, "EN") == told(state, "public") == []


@pytest.mark.clause("5.11", "H21.12")
def test_a_fleet_slowed_by_damage_enters_the_first_zone_and_the_rest_is_delayed():
    slow = fleet("intercept", LIGHT, "C3", {4: "C4/C5", 5: "stay", 6: "C6"}, speeds={"Rostock": "1"})
    state = moved({"CP-1": slow})
    assert state.fleets["CP-1"].zone == "C4"
    assert text_sheet(state, "CP-1") == {4: "C4", 5: "C5", 6: "C6"}
    assert told(state, "CP")[0] == "Fleet 1 cannot make C5 this turn; it is delayed (5.11)."


@pytest.mark.clause("H4.1", "H21.12")
def test_in_a_squall_small_craft_hold_their_fleet_to_one_zone():
    fleets = {
        "CP-1": fleet("intercept", ["Rostock", "German TB #1"], "C3", {4: "C4/C5", 5: "stay"}),
        "CP-2": fleet("intercept", ["Stralsund", "Kolberg"], "C3", {4: "D3/D4"}),
    }
    state = moved(fleets, weather=4)
    assert state.fleets["CP-1"].zone == "C4"
    assert text_sheet(state, "CP-1")[5] == "C5"
    assert state.fleets["CP-2"].zone == "D4"


@pytest.mark.clause("5.42", "H21.12")
def test_an_action_slides_with_the_zone_that_was_not_reached():
    raid = fleet("bombardment", ["Seydlitz", "Moltke"], "C3", {4: "C4/C5 bombard", 5: "C6"}, speeds={"Moltke": "1"})
    state = moved({"CP-1": raid})
    assert text_sheet(state, "CP-1") == {4: "C4", 5: "C5 bombard", 6: "C6"}


@pytest.mark.clause("H12")
def test_a_fleet_out_of_fuel_stays_and_its_whole_move_is_delayed():
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4/C5", 5: "C6"}, fuel=0)})
    assert state.fleets["CP-1"].zone == "C3"
    assert text_sheet(state, "CP-1") == {4: "stay", 5: "C4"}
    assert state.fleets["CP-1"].owed == ("C5", "C6")


@pytest.mark.clause("H21.28")
def test_a_port_is_entered_where_the_slot_says_so_and_kept_by_staying():
    fleets = {
        "CP-1": fleet("intercept", LIGHT, "C3", {4: "C4 port"}),
        "CP-2": fleet("intercept", ["Roon"], "C3", {4: "C4"}),
        "CP-3": fleet("intercept", ["Moltke"], "C4", {4: "stay"}, in_port=True),
        "CP-4": fleet("intercept", ["Seydlitz"], "C4", {4: "C4"}, in_port=True),
        "CP-5": fleet("intercept", ["Goeben"], "C4", {4: "C4 port"}),
    }
    state = moved(fleets, ports={"C4": "major CP"})
    assert [state.fleets[f"CP-{n}"].in_port for n in (1, 2, 3, 4, 5)] == [True, False, True, False, True]
    assert state.fleets["CP-4"].entered == ("C4",)


@pytest.mark.clause("H11")
def test_a_slot_cut_short_enters_no_port():
    slow = fleet("intercept", LIGHT, "C2", {4: "C3/C4 port", 5: "stay"}, speeds={"Rostock": "1"})
    state = moved({"CP-1": slow}, ports={"C4": "major CP"})
    assert not state.fleets["CP-1"].in_port
    assert text_sheet(state, "CP-1")[5] == "C4 port"


@pytest.mark.clause("5.2 Escort", "H21.24")
def test_an_escort_moves_with_its_charge_at_the_slower_speed():
    fleets = {
        "CP-1": fleet("intercept", LIGHT, "C3", {4: "C4/C5", 5: "stay"}),
        "CP-2": fleet("escort", ["Roon"], "C3", charge="CP-1"),
    }
    state = moved(fleets)
    charge, escort = state.fleets["CP-1"], state.fleets["CP-2"]
    assert charge.zone == escort.zone == "C4"
    assert escort.entered == ("C4",)
    assert text_sheet(state, "CP-1")[5] == "C5"


@pytest.mark.clause("5.2 Minesweeping")
def test_a_minesweeping_fleet_that_lingers_stays_and_its_plan_comes_a_turn_later():
    sweepers = fleet("minesweeping", ["minesweeper #1"], "C3", {4: "C4", 5: "C5", 6: "stay"}, lingering=True)
    state = moved({"CP-1": sweepers})
    assert state.fleets["CP-1"].zone == "C3"
    assert text_sheet(state, "CP-1") == {4: "stay", 5: "C4", 6: "C5", 7: "stay"}


BOILERS = {"strict_speed_die": {"goeben": 1}}


@pytest.mark.parametrize(
    "before, die, zone, count", [(2, 1, "C4", 0), (2, 2, "C5", 3), (5, 6, "C5", 6), (1, None, "C5", 2), (0, None, "C5", 1)]
)
def test_bad_boilers_may_fail_from_the_third_two_zone_turn_in_a_row(before, die, zone, count):
    goeben = fleet("intercept", ["Goeben"], "C3", {4: "C4/C5", 5: "stay"}, fast_turns=before)
    pips = dice(*([] if die is None else [die]))
    state = movement.step(game({"CP-1": goeben}, turn=4, phase="movement", setting=BOILERS), pips)
    assert state.fleets["CP-1"].zone == zone
    assert state.fleets["CP-1"].fast_turns == count
    assert pips.left == ()
    assert text_sheet(state, "CP-1")[5] == ("C5" if zone == "C4" else "stay")


def test_a_turn_of_one_zone_rests_the_boilers():
    goeben = fleet("intercept", ["Goeben"], "C3", {4: "C4"}, fast_turns=4)
    assert moved({"CP-1": goeben}, setting=BOILERS).fleets["CP-1"].fast_turns == 0


def test_airships_and_submarines_move_with_the_fleets():
    more = {
        "airships": {"l1": Airship("l1", "L 1", "CP", "C3", route=("C4", "C5"))},
        "submarines": {"u1": Submarine("u1", "U 1", "CP", "D4", order="D5")},
    }
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3")}, **more)
    assert state.airships["l1"].zone == "C5"
    assert state.submarines["u1"].zone == "D5"


# ---- stop and delay (5.43) -----------------------------------------------------------------------------------------------


@pytest.mark.clause("5.43")
def test_a_fleet_that_passed_goes_back_and_its_moves_are_delayed_not_changed():
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4/C5", 5: "C6/C7", 6: "D7/D8"})})
    held = movement.stand(state, state.fleets["CP-1"], "C4", False).fleets["CP-1"]
    assert (held.zone, held.entered, held.came_from, held.stopped) == ("C4", ("C4",), "C3", True)
    assert text_sheet(replace(state, fleets={"CP-1": held}), "CP-1") == {4: "C4", 5: "C5/C6", 6: "C7/D7"}
    assert held.owed == ("D8",)


@pytest.mark.clause("5.43")
def test_a_fleet_whose_move_was_complete_is_not_delayed():
    state = moved({"CP-1": fleet("intercept", LIGHT, "C3", {4: "C4/C5", 5: "C6"})})
    assert movement.stand(state, state.fleets["CP-1"], "C5", False) is state


@pytest.mark.clause("5.43", "H21.15")
def test_a_fleet_sent_back_to_where_it_began_did_not_move():
    state = moved({"CP-1": fleet("intercept", ["Roon"], "C4", {4: "C5", 5: "C6", 6: "stay"})})
    held = movement.stand(state, state.fleets["CP-1"], "C4", False)
    assert (held.fleets["CP-1"].entered, held.fleets["CP-1"].came_from) == ((), "")
    assert text_sheet(held, "CP-1") == {4: "stay", 5: "C5", 6: "C6"}


@pytest.mark.clause("5.43", "H21.28")
def test_a_fleet_met_outside_the_port_it_was_making_for_enters_it_later():
    state = moved({"CP-1": fleet("intercept", ["Roon"], "C3", {4: "C4 port", 5: "stay"})}, ports={"C4": "major CP"})
    held = movement.stand(state, state.fleets["CP-1"], "C4", False)
    assert not held.fleets["CP-1"].in_port
    assert text_sheet(held, "CP-1") == {4: "C4", 5: "C4 port"}


@pytest.mark.clause("5.43", "5.2 Escort")
def test_an_escort_is_held_with_its_charge():
    fleets = {
        "CP-1": fleet("intercept", LIGHT, "C3", {4: "C4/C5", 5: "stay"}),
        "CP-2": fleet("escort", ["Kolberg"], "C3", charge="CP-1"),
    }
    state = moved(fleets)
    held = movement.stand(state, state.fleets["CP-1"], "C4", False)
    assert held.fleets["CP-2"].zone == "C4"
    assert held.fleets["CP-2"].entered == ("C4",)


@pytest.mark.clause("5.3")
def test_what_held_for_the_turn_before_is_forgotten():
    tired = fleet("intercept", LIGHT, "C3", entered=("C3",), came_from="C2", stopped=True, off_board=True)
    fresh = moved({"CP-1": tired}).fleets["CP-1"]
    assert (fresh.entered, fresh.came_from, fresh.stopped, fresh.off_board) == ((), "", False, False)

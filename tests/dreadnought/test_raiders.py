"""Raiders on and off the map (5.2 Raiding, H21.4, H21.21)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import movement, raiders, sight
from room40_server.rules.dreadnought.state import Airship

from .kit import dice, fleet, game


def raider(zone, orders, on_map=False, **more):
    return fleet("raiding", ["Goeben", "Breslau"], zone, orders, leader="Goeben", on_map=on_map, **more)


def patrol(zone, orders=None, **more):
    return fleet("intercept", ["Dublin"], zone, orders or {4: "stay"}, **more)


def moved(fleets, **more):
    return movement.step(game(fleets, turn=4, phase="movement", **more), dice())


def on_map(state):
    return state.fleets["CP-1"].on_map


def airship(side, zone):
    return {"airships": {"a": Airship("a", "A", side, "C3", zone, 1, (zone,))}}


# ---- off the map ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.2 Raiding")
def test_a_raider_goes_off_the_map_once_it_has_begun_to_move():
    still = moved({"CP-1": raider("C3", {4: "stay"}, on_map=True, take_off=True, begun=False)})
    assert on_map(still)
    assert still.fleets["CP-1"].take_off
    gone = moved({"CP-1": raider("C3", {4: "C4"}, on_map=True, take_off=True, begun=False)})
    assert not on_map(gone)
    assert not gone.fleets["CP-1"].take_off


@pytest.mark.clause("5.2 Raiding")
def test_its_owner_may_leave_it_on_the_map():
    assert on_map(moved({"CP-1": raider("C3", {4: "C4"}, on_map=True)}))


@pytest.mark.clause("5.2 Raiding")
@pytest.mark.parametrize("shown_on, off", [(0, True), (2, True), (3, False), (1, True)])
def test_after_a_forced_return_it_waits_two_turns(shown_on, off):
    state = moved({"CP-1": raider("C3", {4: "C4"}, on_map=True, take_off=True, shown_on=shown_on)})
    assert on_map(state) is not off


@pytest.mark.clause("5.2 Raiding")
def test_an_enemy_counter_or_airship_or_a_bombardment_or_a_port_keeps_it_on_the_map():
    leaving = {"on_map": True, "take_off": True}
    assert on_map(moved({"CP-1": raider("C3", {4: "C4"}, **leaving), "EN-1": patrol("C4")}))
    assert on_map(moved({"CP-1": raider("C3", {4: "C4"}, **leaving)}, **airship("EN", "C4")))
    assert on_map(moved({"CP-1": raider("C3", {4: "C4 bombard"}, **leaving)}, ports={"C4": "minor EN"}))
    assert not on_map(moved({"CP-1": raider("C3", {4: "C4 bombard"}, **leaving)}))  # there is nothing to bombard
    assert on_map(moved({"CP-1": raider("C3", {4: "C4 port"}, **leaving)}, ports={"C4": "minor CP"}))
    assert not on_map(moved({"CP-1": raider("C3", {4: "C4"}, **leaving), "EN-1": patrol("C5")}))


# ---- forced back -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.2 Raiding", "H21.21")
@pytest.mark.parametrize(
    "orders, theirs, shown",
    [
        ("stay", ("C4", "stay"), True),
        ("C5", ("C5", "stay"), True),
        ("C5/C6", ("C5", "stay"), True),
        ("C5", ("C5", "C4"), True),
        ("C5", ("C6", "stay"), False),
        ("C5", ("C4", "stay"), False),
    ],
)
def test_being_in_a_zone_with_an_enemy_counter_shows_it_also_in_passing(orders, theirs, shown):
    state = moved({"CP-1": raider("C4", {4: orders}), "EN-1": patrol(theirs[0], {4: theirs[1]})})
    assert on_map(state) is shown
    assert state.fleets["CP-1"].shown_on == (4 if shown else 0)


@pytest.mark.clause("5.2 Raiding")
def test_an_enemy_fleet_in_port_has_no_counter_and_shows_nobody():
    state = moved({"CP-1": raider("C3", {4: "C4"}), "EN-1": patrol("C4", in_port=True)}, ports={"C4": "minor EN"})
    assert not on_map(state)


@pytest.mark.clause("5.2 Raiding", "H14")
def test_an_enemy_airship_that_can_see_shows_it_an_own_one_does_not():
    hidden = {"CP-1": raider("C3", {4: "C4/C5"})}
    assert on_map(moved(hidden, **airship("EN", "C4")))
    assert not on_map(moved(hidden, **airship("CP", "C4")))
    assert not on_map(moved(hidden, weather=3, **airship("EN", "C4")))
    assert not on_map(moved(hidden, **airship("EN", "D7")))


@pytest.mark.clause("5.2 Raiding")
def test_entering_a_port_shows_it():
    state = moved({"CP-1": raider("C3", {4: "C4 port"})}, ports={"C4": "minor CP"})
    assert on_map(state)
    assert "it enters a port" in state.log["CP"][2].text


@pytest.mark.clause("5.2 Raiding", "5.49")
def test_two_hidden_raiders_share_a_zone_and_neither_owner_learns_of_it():
    other = fleet("raiding", ["Gloucester"], "C5", {4: "C4"}, leader="Gloucester", on_map=False)
    state = moved({"CP-1": raider("C4", {4: "stay"}), "EN-1": other})
    assert not on_map(state)
    assert not state.fleets["EN-1"].on_map
    assert set(state.log) == {"EN"}
    assert [e.text for e in state.log["EN"].values()] == ["Fleet 1 sails C4."]


@pytest.mark.clause("5.2 Raiding", "5.49")
def test_leaving_the_map_tells_nothing_of_a_raider_hidden_there():
    other = fleet("raiding", ["Gloucester"], "C4", {4: "stay"}, leader="Gloucester", on_map=False)
    leaving = {"CP-1": raider("C3", {4: "C4"}, on_map=True, take_off=True)}
    alone, together = moved(leaving), moved({**leaving, "EN-1": other})
    assert not on_map(together)
    assert not together.fleets["EN-1"].on_map
    assert sight.look(alone).log["CP"] == sight.look(together).log["CP"]


@pytest.mark.clause("5.2 Raiding")
def test_a_raider_on_the_map_shows_the_enemys_hidden_one():
    other = fleet("raiding", ["Gloucester"], "C4", {4: "stay"}, leader="Gloucester", on_map=False)
    state = moved({"CP-1": raider("C3", {4: "C4"}, on_map=True), "EN-1": other})
    assert state.fleets["EN-1"].on_map
    assert state.fleets["EN-1"].shown_on == 4


@pytest.mark.clause("5.2 Raiding")
def test_the_enemy_sees_it_only_when_the_phase_is_over_and_is_told_no_reason():
    state = moved({"CP-1": raider("C3", {4: "C4"}), "EN-1": patrol("C4")})
    assert "EN" not in state.log
    looked = sight.look(state)
    assert sight.label(looked, "EN", "CP-1")


def test_no_fleet_but_a_raider_is_off_the_map():
    state = moved({"CP-1": fleet("abort", ["Goeben"], "C3", {4: "C4"}, on_map=False)})
    assert on_map(state)


# ---- show and leave, as other rules use them -----------------------------------------------------------------------


@pytest.mark.clause("5.2 Raiding")
def test_showing_a_raider_that_is_on_the_map_changes_nothing():
    state = game({"CP-1": raider("C3", {}, on_map=True), "CP-2": fleet("intercept", ["Roon"], "C3")}, turn=4)
    assert raiders.show(state, "CP-1", "5.2", "it bombards") is state
    assert raiders.show(state, "CP-2", "5.2", "it bombards") is state


@pytest.mark.clause("5.2 Raiding")
def test_showing_a_hidden_raider_is_told_to_its_owner_alone():
    state = raiders.show(game({"CP-1": raider("C3", {})}, turn=4), "CP-1", "5.2", "it bombards")
    assert on_map(state)
    assert [e.text for e in state.log["CP"].values()] == ["Fleet 1's counter is back on the map: it bombards (5.2)."]
    assert set(state.log) == {"CP"}


def fault(fleets, now=True, **more):
    state = game(fleets, turn=4, **more)
    return raiders.leave_fault(state, state.fleets["CP-1"], now)


@pytest.mark.clause("5.2 Raiding")
def test_only_a_raider_that_has_begun_to_move_is_ordered_off_the_map_at_once():
    assert "not on Raiding" in fault({"CP-1": fleet("intercept", ["Roon"], "C3")}).sentence
    assert "not begun" in fault({"CP-1": raider("C3", {}, on_map=True, begun=False)}).sentence
    assert fault({"CP-1": raider("C3", {}, on_map=True, begun=False)}, now=False) is None
    assert fault({"CP-1": raider("C3", {}, on_map=True)}) is None


@pytest.mark.clause("5.2 Raiding")
def test_the_orders_phase_knows_what_holds_a_raider_on_the_map():
    assert "turn 5" in fault({"CP-1": raider("C3", {}, on_map=True, shown_on=3)}).sentence
    assert "enemy counter" in fault({"CP-1": raider("C3", {}, on_map=True), "EN-1": patrol("C3")}).sentence
    assert "airship" in fault({"CP-1": raider("C3", {}, on_map=True)}, **airship("EN", "C3")).sentence
    hidden = fleet("raiding", ["Gloucester"], "C3", leader="Gloucester", on_map=False)
    assert fault({"CP-1": raider("C3", {}, on_map=True), "EN-1": hidden}) is None


def test_hidden_means_a_raider_off_the_map():
    state = game({"CP-1": raider("C3", {}), "EN-1": patrol("C3", on_map=False)})
    assert raiders.hidden(state.fleets["CP-1"])
    assert not raiders.hidden(replace(state.fleets["CP-1"], on_map=True))
    assert not raiders.hidden(state.fleets["EN-1"])

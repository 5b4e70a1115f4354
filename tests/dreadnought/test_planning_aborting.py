"""The way home (5.2 Abort, H21.23, H21.24, H21.30)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission
from room40.dreadnought.sheet import STAY, Slot
from room40_server.rules.dreadnought import aborting, planning
from room40_server.rules.dreadnought.state import Phase, with_fleet

from .kit import dice, fleet, text_sheet
from .test_planning import cp, refused, table

PORTS = {"C1": "major CP", "H5": "minor CP", "A5": "major EN"}


def raider(turn=10, orders=None, fuel=600, ships=("Rostock",), mission="intercept", ports=None, **more):
    orders = {turn: "C6/C5", turn + 1: "stay"} if orders is None else orders
    fleets = {"CP-3": fleet(mission, list(ships), "C7", orders, fuel=fuel, **more)}
    return table(fleets, turn=turn, ports=PORTS if ports is None else ports)


def future(state, first=12):
    return {t: s for t, s in text_sheet(state, "CP-3").items() if t >= first}


@pytest.mark.clause("5.2")
class TestAbort:
    def test_the_sources_example_aborts_on_turn_10_from_slot_12(self):
        state = cp(raider(), o.Abort("CP-3"))
        assert text_sheet(state, "CP-3") == {10: "C6/C5", 11: "stay", 12: "C4/C3", 13: "C2/C1 port"}
        assert state.fleets["CP-3"].mission is Mission.INTERCEPT
        then = planning.orders_step(replace(state, turn=12, asked={}, phase=Phase.ORDERS), dice())
        assert then.fleets["CP-3"].mission is Mission.ABORT

    @pytest.mark.clause("H21.23")
    def test_a_bombardment_in_a_standing_slot_stands_and_none_follows(self):
        orders = {10: "C6/C5", 11: "stay bombard", 12: "stay bombard"}
        state = cp(raider(orders=orders, mission="bombardment"), o.Abort("CP-3"))
        assert text_sheet(state, "CP-3")[11] == "stay bombard"
        assert all("bombard" not in slot for slot in future(state).values())

    def test_to_the_port_its_owner_names(self):
        assert future(cp(raider(), o.Abort("CP-3", port="H5"))) == {12: "D4/E4", 13: "F4/G5", 14: "H5 port"}
        refused(raider(), o.Abort("CP-3", port="A5"), "5.2")

    def test_nothing_owed_or_open_is_left_and_no_slot_is_asked_for(self):
        state = cp(raider(owed=("C4",)), o.Abort("CP-3"))
        assert state.fleets["CP-3"].owed == ()
        assert cp(state, o.Commit())

    def test_a_fleet_at_home_has_nothing_to_sail(self):
        state = raider(orders={10: "stay", 11: "stay"}, ports={"C7": "major CP"}, in_port=True)
        assert future(cp(state, o.Abort("CP-3"))) == {}

    def test_it_may_be_given_again_in_the_same_phase_but_not_later(self):
        state = cp(cp(raider(), o.Abort("CP-3")), o.Abort("CP-3", port="H5"))
        assert future(state)[14] == "H5 port"
        refused(replace(state, turn=11), o.Abort("CP-3"), "5.2")

    def test_where_no_friendly_port_can_be_reached_it_is_said(self):
        assert "no friendly port" in refused(raider(ports={"A5": "major EN"}), o.Abort("CP-3"), "5.2")


@pytest.mark.clause("H21.30")
class TestFuel:
    # slots 10 and 11 cost 3 and 1; home is four zones: 6 at full speed, 5 with one double step, 4 at single steps

    @pytest.mark.parametrize("fuel, turns", [(11, 2), (10, 3), (9, 4)])
    def test_the_bunkers_decide_how_fast(self, fuel, turns):
        assert len(future(cp(raider(fuel=fuel), o.Abort("CP-3")))) == turns

    def test_no_arrival_with_empty_bunkers(self):
        assert "no friendly port" in refused(raider(fuel=8), o.Abort("CP-3"), "5.2")
        assert "with the fuel" in refused(raider(fuel=8), o.Abort("CP-3", port="C1"), "5.2")

    @pytest.mark.clause("H11")
    @pytest.mark.parametrize("fuel, can", [(9, True), (8, False)])
    def test_with_a_tow_every_other_turn_is_one_of_rest_and_is_paid_for(self, fuel, can):
        state = raider(orders={10: "C6", 11: "C5"}, ships=("Rostock", "Breslau"), fuel=fuel + 2, ports={"C1": "major CP"})
        tug = replace(state.ships["rostock"], towing="breslau")
        state = replace(state, ships={**state.ships, "rostock": tug})
        if can:
            home = {12: "stay", 13: "C4", 14: "stay", 15: "C3", 16: "stay", 17: "C2", 18: "stay", 19: "C1 port"}
            assert future(cp(state, o.Abort("CP-3"))) == home
        else:
            refused(state, o.Abort("CP-3"), "5.2")

    @pytest.mark.clause("H12")
    @pytest.mark.parametrize("harbour, can", [("minor CP", True), ("minor EN", False)])
    def test_what_a_friendly_port_fills_before_the_first_slot_counts(self, harbour, can):
        # three twelfths: slot 10 lies in the port of C7, which fills, slot 11 sails two zones for three
        state = raider(orders={10: "stay", 11: "C6/C5"}, fuel=3, in_port=True, ports={"C7": harbour, "C1": "major CP"})
        if can:
            assert future(cp(state, o.Abort("CP-3", port="C1")))
        else:
            refused(state, o.Abort("CP-3", port="C1"), "5.2")


@pytest.mark.clause("5.2")
class TestByHand:
    def by_hand(self, **slots):
        return o.Abort("CP-3", slots={k[1:]: v for k, v in slots.items()})

    def test_another_shortest_path_is_as_good_and_the_port_need_not_be_said(self):
        state = cp(raider(), self.by_hand(t12="D5/E5", t13="F5/G5", t14="H5"))
        assert future(state) == {12: "D5/E5", 13: "F5/G5", 14: "H5 port"}

    @pytest.mark.parametrize(
        "slots, clause",
        [
            ({"t12": "C4", "t13": "C3/C2", "t14": "C1"}, "5.2"),  # not at full speed
            ({"t12": "C4/D3", "t13": "D2/D1", "t14": "C1"}, "5.2"),  # not the shortest way
            ({"t12": "stay", "t13": "C4/C3", "t14": "C2/C1"}, "5.2"),
            ({"t12": "C4/C3", "t13": "C2"}, "5.2"),  # not home
            ({"t12": "C4/C3 bombard", "t13": "C2/C1"}, "5.2"),
            ({"t12": "C4/C2", "t13": "C1"}, "5.1"),
            ({"t11": "C4/C3", "t12": "C2/C1"}, "5.2"),
            ({"t13": "C4/C3", "t12x": "C2/C1"}, "5.2"),
            ({"t12": "C4/C3/C2", "t13": "C1"}, "5.11"),
        ],
    )
    def test_what_is_no_way_home_is_refused(self, slots, clause):
        refused(raider(), self.by_hand(**slots), clause)

    def test_the_end_of_the_game_may_come_before_the_port(self):
        state = raider(turn=17, orders={17: "C6/C5", 18: "stay"})
        state = replace(state, setting=replace(state.setting, calendar=replace(state.setting.calendar, length=19)))
        assert future(cp(state, self.by_hand(t19="C4/C3")), 19) == {19: "C4/C3"}
        assert future(cp(state, o.Abort("CP-3")), 19) == {19: "C4/C3"}
        refused(state, self.by_hand(t19="C6/C7"), "5.2")


@pytest.mark.clause("H21.24")
class TestEscorts:
    def convoy(self):
        fleets = {
            "CP-3": fleet("intercept", ["Rostock"], "C7", {10: "C6/C5", 11: "stay"}),
            "CP-4": fleet("escort", ["Goeben"], "C7", charge="CP-3"),
        }
        return table(fleets, turn=10, ports={"C1": "major CP"})

    def test_an_escort_aborts_from_where_its_charge_takes_it(self):
        state = cp(self.convoy(), o.Abort("CP-4"))
        assert text_sheet(state, "CP-4") == {10: "C6/C5", 11: "stay", 12: "C4/C3", 13: "C2/C1 port"}

    @pytest.mark.clause("5.2 Abort")
    def test_it_goes_home_at_its_own_full_speed_and_on_its_own_fuel(self):
        state = self.convoy()
        slow = {**state.ships, "rostock": replace(state.ships["rostock"], speed="1", fuel=1)}
        charge = replace(state.fleets["CP-3"], sheet={10: Slot(("C6",)), 11: STAY})
        state = cp(with_fleet(replace(state, ships=slow), charge), o.Abort("CP-4"))
        assert text_sheet(state, "CP-4") == {10: "C6", 11: "stay", 12: "C5/C4", 13: "C3/C2", 14: "C1 port"}

    def test_if_its_charge_was_held_up_the_way_home_begins_where_they_are(self):
        state = cp(self.convoy(), o.Abort("CP-4"))
        state = planning.orders_step(replace(state, turn=12, asked={}), dice())
        assert text_sheet(state, "CP-4") == {12: "C6/C5", 13: "C4/C3", 14: "C2/C1 port"}
        assert (state.fleets["CP-4"].mission, state.fleets["CP-4"].charge) == (Mission.ABORT, "")

    def test_an_escort_without_its_charge_goes_home_at_once(self):
        state = self.convoy()
        gone = replace(state, fleets={k: f for k, f in state.fleets.items() if k != "CP-3"}, asked={})
        state = planning.orders_step(gone, dice())
        assert text_sheet(state, "CP-4") == {10: "C6/C5", 11: "C4/C3", 12: "C2/C1 port"}

    def test_one_that_can_reach_no_port_stays_and_its_owner_hears_of_it(self):
        state = self.convoy()
        state = replace(state, setting=replace(state.setting, ports={}))
        lost = aborting.forsake(state, state.fleets["CP-4"])
        assert text_sheet(lost, "CP-4") == {}
        assert "no friendly port" in lost.log["CP"][1].text
        assert "EN" not in lost.log

    def test_an_escort_goes_home_with_a_charge_that_aborts(self):
        state = cp(self.convoy(), o.Abort("CP-3"))
        assert (state.fleets["CP-4"].mission, state.fleets["CP-4"].charge) == (Mission.ESCORT, "CP-3")


def test_a_side_that_lost_a_fleet_without_a_battle_has_its_counter_back():
    state = raider()
    empty = replace(state.fleets["CP-3"], id="CP-5", number=5, ships=())
    state = planning.orders_step(replace(with_fleet(state, empty), asked={}), dice())
    assert "CP-5" not in state.fleets

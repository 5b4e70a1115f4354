"""Pace, open slots, and plans that slide (5.11, 5.12, 5.2, 5.43, 7.38, H21.12)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from room40.dreadnought.orders import Mission
from room40.dreadnought.sheet import Action, Slot
from room40_server.rules.dreadnought import plots
from room40_server.rules.dreadnought.state import with_fleet, with_ship

from .kit import fleet, game, slot, text_sheet


def one(ships, orders=None, *, mission="intercept", turn=4, zone="C3", **more):
    kept = {k: more.pop(k) for k in ("owed", "port_turns", "in_port", "abort_from", "speeds", "fuel") if k in more}
    state = game({"CP-1": fleet(mission, ships, zone, orders, **kept)}, turn=turn, **more)
    return state, state.fleets["CP-1"]


class TestPace:
    @pytest.mark.clause("5.11")
    @pytest.mark.parametrize(
        "ships, zones",
        [(["Rostock", "Frankfurt"], 2), (["Stralsund", "Roon"], 1), (["Novara", "Tatra-class DD"], 2), (["Rostislav"], 1)],
    )
    def test_only_a_fleet_made_wholly_of_2_and_2_plus_enters_two_zones(self, ships, zones):
        assert plots.pace(*one(ships)) == zones

    @pytest.mark.clause("H21.1")
    def test_1_plus_moves_as_1(self):
        assert plots.pace(*one(["Rostock"], speeds={"Rostock": "1+"})) == 1

    @pytest.mark.clause("H4.1")
    def test_small_craft_hold_their_fleet_to_one_zone_in_a_squall_but_not_its_plan(self):
        state, mixed = one(["Rostock", "German TB #1"], weather=4)
        assert (plots.pace(state, mixed), plots.planned_pace(state, mixed)) == (1, 2)
        assert plots.pace(*one(["Rostock"], weather=4)) == 2

    @pytest.mark.clause("H12")
    def test_a_fleet_out_of_fuel_does_not_move(self):
        assert plots.pace(*one(["Rostock"], fuel=0)) == 0
        assert plots.pace(*one(["Rostock"], fuel=0, setting={"fuel": False})) == 2

    @pytest.mark.clause("H11")
    def test_a_wreck_holds_its_fleet_until_it_is_in_tow_and_then_moves_one_zone_in_two_turns(self):
        state, lame = one(["Seydlitz", "Moltke"], {3: "stay"}, speeds={"Moltke": "0"})
        assert plots.pace(state, lame) == 0
        towed = with_ship(state, replace(state.ships["seydlitz"], towing="moltke"))
        assert plots.pace(towed, lame) == 1
        assert plots.pace(towed, replace(lame, sheet={3: slot("C3")})) == 0

    @pytest.mark.clause("5.2")
    def test_an_escort_and_its_charge_move_at_the_slower_ones_pace(self):
        state = game({"EN-1": fleet("intercept", ["Lion"], "C3"), "EN-2": fleet("escort", ["Warrior"], "C3", charge="EN-1")})
        assert plots.pace(state, state.fleets["EN-1"]) == 1
        apart = with_fleet(state, replace(state.fleets["EN-2"], zone="C5"))
        assert plots.pace(apart, apart.fleets["EN-1"]) == 2


class TestOpenSlots:
    @pytest.mark.clause("5.2")
    def test_two_turns_ahead(self):
        assert plots.open_slots(*one(["Rostock"], {4: "C4", 5: "C5/C6"})) == (6,)
        assert plots.open_slots(*one(["Rostock"], turn=1, phase="plan")) == (1, 2)

    @pytest.mark.clause("5.2")
    def test_no_slot_is_open_past_the_end_of_the_game_or_outside_the_phases_of_orders(self):
        assert plots.open_slots(*one(["Rostock"], {4: "C4", 5: "C5"}, length=5)) == ()
        assert plots.open_slots(*one(["Rostock"], phase="movement")) == ()

    @pytest.mark.clause("5.12")
    def test_a_pre_planned_fleet_writes_all_before_the_game_and_nothing_later(self):
        assert plots.open_slots(*one(["Roon"], mission="bombardment", turn=1, phase="plan", length=8)) == tuple(range(1, 9))
        assert plots.open_slots(*one(["Roon"], {4: "C4"}, mission="bombardment")) == ()

    @pytest.mark.clause("5.23")
    def test_nothing_is_open_while_a_pursuit_goes_on_and_then_all_that_it_left_blank(self):
        assert plots.open_slots(*one(["Rostock"], {4: "pursue", 5: "pursue"})) == ()
        assert plots.open_slots(*one(["Rostock"], {3: "pursue"})) == (4, 5, 6)

    @pytest.mark.clause("5.2")
    def test_an_escort_and_a_fleet_that_goes_home_write_nothing(self):
        assert plots.open_slots(*one(["Rostock"], mission="escort")) == ()
        assert plots.open_slots(*one(["Rostock"], {4: "C4"}, mission="abort")) == ()
        assert plots.open_slots(*one(["Rostock"], {4: "C4"}, abort_from=6)) == ()


class TestWhereItStands:
    @pytest.mark.clause("H21.28")
    def test_a_zone_and_the_port_in_it_are_two_places(self):
        state, cruiser = one(["Roon"], {4: "C4 port", 5: "stay", 6: "C4", 7: "C5"}, ports={"C4": "major CP"})
        where = [plots.stands_at(state, cruiser, t) for t in range(4, 9)]
        assert where == [("C3", False), ("C4", True), ("C4", True), ("C4", False), ("C5", False)]

    @pytest.mark.clause("5.12")
    @pytest.mark.parametrize("stays, end", [(6, 9), (5, 15)])
    def test_six_turns_in_port_after_the_turn_of_arrival_end_a_plan(self, stays, end):
        orders = {1: "C3", 2: "C4 port", **dict.fromkeys(range(3, 3 + stays), "stay")}
        state, convoy = one(
            ["troopship"], orders, mission="transport", turn=1, zone="C2", length=14, phase="plan", ports={"C4": "major CP"}
        )
        assert plots.planned_until(state, convoy, 1) == end


class TestDelay:
    def after(self, undone, orders, carried=None, ships=("Seydlitz", "Moltke"), **more):
        state, held = one(list(ships), orders, phase="contact", **more)
        held = plots.delay(state, held, undone, 5, slot(carried) if carried else None)
        return {t: s for t, s in text_sheet(with_fleet(state, held), "CP-1").items() if t > 4}, held.owed

    @pytest.mark.clause("5.43")
    def test_zones_not_made_go_to_the_head_and_each_turn_keeps_its_number(self):
        assert self.after(("C5",), {5: "C6/C7", 6: "D7/D8"}) == ({5: "C5/C6", 6: "C7/D7"}, ("D8",))

    @pytest.mark.clause("5.43")
    def test_a_turn_without_a_move_takes_what_is_owed_and_no_more(self):
        assert self.after(("K70",), {5: "K71/K72", 6: "stay", 7: "stay"}) == ({5: "K70/K71", 6: "K72", 7: "stay"}, ())

    @pytest.mark.clause("5.43")
    def test_nothing_slides_into_a_stay_when_nothing_is_owed(self):
        assert self.after((), {5: "stay", 6: "C4"}) == ({5: "stay", 6: "C4"}, ())

    @pytest.mark.clause("H21.12")
    def test_an_action_belongs_to_its_zone_and_ends_the_turn_there(self):
        sheet, owed = self.after(("C5",), {5: "C4/C3"}, "C4/C5 bombard", mission="bombardment", length=6)
        assert (sheet, owed) == ({5: "C5 bombard", 6: "C4/C3"}, ())

    @pytest.mark.clause("H21.12")
    def test_the_tail_of_a_pre_planned_fleet_runs_into_added_turns_but_not_past_the_end(self):
        assert self.after(("C4", "C5"), {5: "C6/C7"}, mission="bombardment") == ({5: "C4/C5", 6: "C6/C7"}, ())
        assert self.after(("C4", "C5"), {5: "C6/C7"}, mission="bombardment", length=5) == ({5: "C4/C5"}, ())

    @pytest.mark.clause("H21.12")
    def test_what_was_owed_already_stays_behind_what_is_written(self):
        assert self.after(("C5",), {5: "C6", 6: "C7"}, owed=("C8",)) == ({5: "C5", 6: "C6"}, ("C7", "C8"))

    @pytest.mark.clause("H21.28")
    def test_entering_the_port_of_the_zone_one_stands_in_is_a_turn_of_its_own(self):
        sheet, _ = self.after(("C3", "C4"), {5: "C5", 6: "C5 port", 7: "stay"}, mission="bombardment")
        assert sheet == {5: "C3", 6: "C4", 7: "C5", 8: "C5 port"}


class TestLongBattle:
    @pytest.mark.clause("7.38")
    def test_sterneck_fights_for_one_and_a_half_rounds(self):
        state, sterneck = one(
            ["Sterneck"],
            {3: "V36/W36", 4: "X35/Y35"},
            turn=2,
            zone="U37",
            rows="U-Y",
            columns=(33, 38),
            phase="after battle",
        )
        slowed = plots.shorten_next(state, sterneck, 3)
        assert text_sheet(with_fleet(state, slowed), "CP-1") == {3: "V36", 4: "W36/X35"}
        assert slowed.owed == ("Y35",)

    @pytest.mark.clause("7.38", "H21.3")
    @pytest.mark.parametrize("written", ["C4", "stay"])
    def test_who_may_move_but_one_zone_is_not_delayed(self, written):
        state, held = one(["Roon"], {5: written, 6: "stay"}, phase="after battle")
        assert plots.shorten_next(state, held, 5) is held


class TestFit:
    @pytest.mark.clause("5.11")
    def test_a_fleet_that_has_become_slow_keeps_its_route(self):
        state, slow = one(["Seydlitz"], {4: "C4/C5", 5: "stay", 6: "C6"}, speeds={"Seydlitz": "1"}, mission="bombardment")
        assert text_sheet(with_fleet(state, plots.fit(state, slow, 4)), "CP-1") == {4: "C4", 5: "C5", 6: "C6"}


steps = st.lists(st.sampled_from(["", "1", "2", "1b", "b"]), min_size=1, max_size=8)


class TestTheRouteNeverChanges:
    @settings(max_examples=60, deadline=None, database=None, derandomize=True)
    @given(steps, st.integers(0, 2), st.integers(0, 2), st.booleans())
    def test_a_delay_moves_zones_in_time_and_changes_none(self, shape, undone, owed, ahead):
        zones = iter(f"C{n}" for n in range(1, 40))
        lost = tuple(next(zones) for _ in range(undone))
        sheet = {}
        for turn, word in enumerate(shape, 5):
            entered = tuple(next(zones) for _ in range(int(word[:1]) if word[:1].isdigit() else 0))
            sheet[turn] = Slot(entered, False, Action.BOMBARD if "b" in word else Action.NONE)
        after = tuple(next(zones) for _ in range(owed)) if ahead else ()
        state, held = one(["Seydlitz"], phase="contact", columns=45, length=60)
        mission = Mission.RAIDING if ahead else Mission.BOMBARDMENT
        held = replace(held, mission=mission, sheet=sheet, owed=after)
        before = [*lost, *(z for t in sorted(sheet) for z in sheet[t].zones), *after]
        slid = plots.delay(state, held, lost, 5)
        later = [slid.sheet[t] for t in sorted(slid.sheet)]
        assert [*(z for s in later for z in s.zones), *slid.owed] == before
        assert all(len(s.zones) <= 2 for s in later)
        where = {s.zones[-1] for s in sheet.values() if s.action and s.zones}
        assert {s.zones[-1] for s in later if s.action and s.zones} <= where

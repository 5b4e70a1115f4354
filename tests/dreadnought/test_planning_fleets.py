"""Fleets made and unmade: formed, merged, split (5.2, 5.21, 5.24, 5.25)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission
from room40.dreadnought.sheet import Slot
from room40_server.rules.dreadnought.state import Pursuit, Sighting, Sightings, with_fleet

from .kit import fleet, text_sheet
from .test_planning import cp, cruisers, refused, table


def four_ships(**more):
    fleets = {
        "CP-1": fleet("intercept", ["Goeben", "Breslau"], "C3", {1: "C4", 2: "C5"}, leader="Goeben"),
        "CP-2": fleet("intercept", ["Roon"], "C3"),
        "CP-3": fleet("intercept", ["Rostock"], "D3"),
    }
    return table(fleets, phase="plan", **more)


def part(number, ships, mission="intercept", charge=None):
    return o.Formation(f"CP-{number}", tuple(ships), Mission(mission), charge)


@pytest.mark.clause("5.2")
class TestForming:
    def test_the_ships_are_divided_anew_and_an_unchanged_fleet_keeps_its_sheet(self):
        order = o.Form((part(1, ["goeben", "breslau"]), part(5, ["roon"], "bombardment"), part(3, ["rostock"])))
        state = cp(four_ships(), order)
        assert sorted(f for f in state.fleets if f.startswith("CP")) == ["CP-1", "CP-3", "CP-5"]
        assert text_sheet(state, "CP-1") == {1: "C4", 2: "C5"}
        assert (state.fleets["CP-5"].zone, state.fleets["CP-5"].mission) == ("C3", Mission.BOMBARDMENT)

    @pytest.mark.parametrize(
        "fleets, says",
        [
            ([part(1, ["goeben", "breslau", "roon"])], "Rostock is left without a fleet"),
            ([part(1, ["goeben", "breslau", "roon", "rostock"])], "Ships in C3 and D3 cannot form one fleet"),
            ([part(1, ["goeben", "breslau", "roon"]), part(3, ["rostock", "roon"])], "two fleets"),
            ([part(1, ["goeben", "breslau", "roon"]), part(3, ["rostock", "dublin"])], "no ship 'dublin'"),
            ([part(1, ["goeben", "breslau", "roon"]), part(2, []), part(3, ["rostock"])], "no ships"),
            ([part(1, ["goeben", "breslau", "roon"], "abort"), part(3, ["rostock"])], "begins the game on abort"),
            ([part(1, ["goeben", "breslau", "roon"], "raiding"), part(3, ["rostock"])], "at most 2 ships"),
            ([part(1, ["goeben", "breslau", "roon"], "escort", "CP-3"), part(3, ["rostock"])], "does not lie with"),
            ([part(1, ["goeben", "breslau", "roon"], "escort"), part(3, ["rostock"])], "which own fleet"),
        ],
    )
    def test_what_is_no_division_is_refused(self, fleets, says):
        assert says in refused(four_ships(), o.Form(tuple(fleets)), "5.2")

    @pytest.mark.clause("5.25")
    def test_counters_are_what_the_side_has(self):
        state = four_ships(counters={"CP": 3, "EN": 3})
        rest = (part(1, ["goeben", "breslau"]), part(2, ["roon"]))
        refused(state, o.Form((*rest, part(4, ["rostock"]))), "5.25")
        refused(state, o.Form((part(1, ["goeben"]), part(1, ["breslau"]), part(3, ["rostock", "roon"]))), "5.25")
        refused(state, o.Form((*rest, o.Formation("EN-3", ("rostock",), Mission.INTERCEPT))), "5.25")

    @pytest.mark.clause("5.25")
    def test_one_raider(self):
        two = (part(1, ["goeben"], "raiding"), part(2, ["breslau", "roon"], "raiding"), part(3, ["rostock"]))
        state = four_ships(setting={"raider_needs_leader": False})
        refused(state, o.Form(two), "5.25")
        assert cp(four_ships(setting={"raider_needs_leader": False, "raiding_fleets": {"CP": 2}}), o.Form(two))

    def test_a_scenario_may_keep_its_fleets(self):
        refused(four_ships(setting={"free_forming": False}), o.Form((part(1, ["goeben"]),)), "5.2")

    def test_an_escort_lies_with_its_charge(self):
        order = o.Form((part(1, ["goeben", "breslau"], "escort", "CP-2"), part(2, ["roon"]), part(3, ["rostock"])))
        assert cp(four_ships(), order).fleets["CP-1"].charge == "CP-2"


def two_fleets(one="intercept", other="intercept", zone="C4", **more):
    fleets = {
        "CP-1": fleet(one, ["Seydlitz", "Moltke"], "C4", {5: "C5/C6", 6: "stay"}, port_turns=2),
        "CP-2": fleet(other, ["Derfflinger"], zone, {5: "D4/D5", 6: "D6"}, **more),
    }
    return table(fleets, turn=5)


@pytest.mark.clause("5.21")
class TestMerging:
    def test_one_counter_goes_and_the_others_orders_stand(self):
        state = cp(two_fleets(port_turns=4), o.Merge("CP-1", "CP-2"))
        assert "CP-1" not in state.fleets
        merged = state.fleets["CP-2"]
        assert (set(merged.ships), merged.port_turns) == ({"seydlitz", "moltke", "derfflinger"}, 2)
        assert text_sheet(state, "CP-2") == {5: "D4/D5", 6: "D6"}

    def test_not_from_another_zone_mission_or_port(self):
        refused(two_fleets(zone="C5"), o.Merge("CP-1", "CP-2"), "5.21")
        refused(two_fleets(other="bombardment"), o.Merge("CP-1", "CP-2"), "5.21")
        refused(two_fleets(in_port=True), o.Merge("CP-1", "CP-2"), "5.21")
        refused(two_fleets(), o.Merge("CP-1", "CP-1"), "5.21")

    @pytest.mark.clause("5.2 Escort")
    def test_two_escorts_merge_whichever_fleet_each_escorts(self):
        fleets = {
            "CP-1": fleet("intercept", ["Seydlitz"], "C4"),
            "CP-2": fleet("transport", ["troopship #1"], "C4"),
            "CP-3": fleet("escort", ["Rostock"], "C4", charge="CP-1"),
            "CP-4": fleet("escort", ["Roon"], "C4", charge="CP-2"),
        }
        merged = cp(table(fleets), o.Merge("CP-3", "CP-4")).fleets["CP-4"]
        assert (merged.ships, merged.charge) == (("roon", "rostock"), "CP-2")
        refused(table(fleets), o.Merge("CP-3", "CP-1"), "5.21")

    def test_any_fleet_joins_an_aborted_one_and_never_the_other_way(self):
        state = two_fleets(other="abort")
        assert cp(state, o.Merge("CP-1", "CP-2")).fleets["CP-2"].mission is Mission.ABORT
        refused(state, o.Merge("CP-2", "CP-1"), "5.21")
        pending = two_fleets(abort_from=6)
        refused(pending, o.Merge("CP-2", "CP-1"), "5.21")
        assert cp(pending, o.Merge("CP-1", "CP-2"))

    @pytest.mark.clause("H21.27")
    def test_the_limits_of_a_raider_hold_for_the_merged_fleet(self):
        assert "at most 2" in refused(two_fleets("raiding", "raiding"), o.Merge("CP-1", "CP-2"), "5.2")

    def test_whoever_escorts_or_pursues_it_turns_to_the_other(self):
        state = two_fleets()
        escort = replace(state.fleets["CP-1"], id="CP-3", number=3, mission=Mission.ESCORT, charge="CP-1", ships=())
        hunter = replace(state.fleets["EN-9"], pursuit=Pursuit("CP-1", 2))
        state = cp(with_fleet(with_fleet(state, escort), hunter), o.Merge("CP-1", "CP-2"))
        assert state.fleets["CP-3"].charge == "CP-2"
        assert state.fleets["EN-9"].pursuit.quarry == "CP-2"

    def test_a_counter_used_again_is_not_taken_for_the_one_that_went(self):
        seen = Sightings({"A": Sighting("CP-1", "CP", "C4", 4, 4)}, dealt=1)
        state = replace(two_fleets(), sightings={"EN": seen})
        state = cp(state, o.Merge("CP-1", "CP-2"))
        assert state.sightings["EN"].seen["A"].fleet == ""
        state = cp(state, o.Split("CP-2", (o.Part(("seydlitz",)),)))
        assert state.fleets["CP-1"].ships == ("seydlitz",)


def fast(**more):
    return table(
        {"CP-1": fleet("intercept", ["Seydlitz", "Moltke", "Rostock"], "C4", {4: "C5/C6", 5: "stay"}, **more)}, turn=4
    )


@pytest.mark.clause("5.24")
class TestSplitting:
    def test_with_a_slow_ship_nobody_moves(self):
        state = table({"CP-1": fleet("intercept", ["Roon", "Rostock"], "C4", {4: "C5", 5: "C6"})}, turn=4)
        refused(state, o.Split("CP-1", (o.Part(("rostock",), "C5"),)), "5.24")
        refused(state, o.Split("CP-1", (o.Part(("rostock",)),), before="C5"), "5.24")
        state = cp(state, o.Split("CP-1", (o.Part(("rostock",)),)))
        for fleet_id in ("CP-1", "CP-2"):
            assert text_sheet(state, fleet_id) == {4: "stay", 5: "C5"}
        assert (state.fleets["CP-1"].owed, state.fleets["CP-2"].owed) == (("C6",), ())
        refused(state, o.Plot("CP-2", 4, "D4"), "5.2")

    def test_all_fast_ships_move_one_zone_before(self):
        state = cp(fast(), o.Split("CP-1", (o.Part(("rostock",)),), before="C5"))
        assert text_sheet(state, "CP-1") == text_sheet(state, "CP-2") == {4: "C5", 5: "C6"}

    def test_or_each_after_it(self):
        state = cp(fast(), o.Split("CP-1", (o.Part(("rostock",), "C5"), o.Part(("moltke",))), zone="C5"))
        sheets = [text_sheet(state, f"CP-{n}") for n in (1, 2, 3)]
        assert sheets == [{4: "C5", 5: "C6"}, {4: "C5", 5: "C6"}, {4: "stay", 5: "C5/C6"}]
        refused(fast(), o.Split("CP-1", (o.Part(("rostock",), "C5"),), before="C5"), "5.24")

    def test_the_old_counter_keeps_to_its_route_and_a_new_one_may_turn_off(self):
        refused(fast(), o.Split("CP-1", (o.Part(("rostock",)),), zone="D4"), "5.24")
        refused(fast(), o.Split("CP-1", (o.Part(("rostock",), "E9"),)), "5.1")
        state = cp(fast(), o.Split("CP-1", (o.Part(("rostock",), "D4"),)))
        assert text_sheet(state, "CP-2") == {4: "D4", 5: "stay"}

    def test_a_new_fleet_takes_a_free_counter_and_the_mission(self):
        state = cp(fast(), o.Split("CP-1", (o.Part(("rostock",)), o.Part(("moltke",)))))
        assert {f.number: f.mission for f in state.fleets.values() if f.side == "CP"} == dict.fromkeys(
            (1, 2, 3), Mission.INTERCEPT
        )
        few = replace(fast(), setting=replace(fast().setting, counters={"CP": 2, "EN": 2}))
        assert "counters" in refused(few, o.Split("CP-1", (o.Part(("rostock",)), o.Part(("moltke",)))), "5.24")

    def test_what_was_written_ahead_is_written_anew(self):
        state = cp(cp(fast(), o.Plot("CP-1", 6, "C7")), o.Split("CP-1", (o.Part(("rostock",)),)))
        assert 6 not in text_sheet(state, "CP-1")
        refused(state, o.Commit(), "5.2")

    @pytest.mark.clause("5.43")
    def test_what_the_split_pushes_past_the_written_slots_comes_after_them(self):
        state = fast(open_slots=(4, 5, 6))
        mine = replace(state.fleets["CP-1"], sheet={4: Slot(("C5", "C6")), 5: Slot(("C7",))})
        state = cp(with_fleet(state, mine), o.Split("CP-1", (o.Part(("rostock",)),)))
        assert text_sheet(state, "CP-1") == {4: "stay", 5: "C5"}
        assert state.fleets["CP-1"].owed == ("C6", "C7")
        refused(state, o.Plot("CP-1", 5, "C6"), "5.2")
        assert text_sheet(cp(state, o.Plot("CP-1", 6, "C6/C7")), "CP-1")[6] == "C6/C7"

    def test_a_blank_slot_is_settled_by_it_too(self):
        state = table({"CP-1": fleet("intercept", ["Roon", "Rostock"], "C4", {5: "C5"})}, turn=4)
        state = cp(state, o.Split("CP-1", (o.Part(("rostock",)),)))
        for fleet_id in ("CP-1", "CP-2"):
            refused(state, o.Plot(fleet_id, 4, "C5"), "5.2")

    def beside_a_fast_fleet(self, slot="C5/C6", **more):
        fleets = {
            "CP-1": fleet("intercept", ["Roon", "Rostock"], "C4", {4: "stay", 5: "stay"}, **more),
            "CP-3": fleet("intercept", ["Frankfurt"], "C4", {4: slot, 5: "stay"} if slot else {5: "stay"}, **more),
        }
        return cp(table(fleets, turn=4, ports={"C4": "major CP"}), o.Split("CP-1", (o.Part(("rostock",)),)))

    @pytest.mark.clause("5.21")
    def test_who_may_not_move_after_it_is_not_carried_on_by_merging(self):
        assert "no zone" in refused(self.beside_a_fast_fleet(), o.Merge("CP-2", "CP-3"), "5.24")
        for slot in ("stay", ""):
            state = cp(self.beside_a_fast_fleet(slot), o.Merge("CP-2", "CP-3"))
            refused(state, o.Plot("CP-3", 4, "C5"), "5.2")
            refused(state, o.Split("CP-3", (o.Part(("frankfurt",), "C5"),)), "5.24")

    @pytest.mark.clause("5.22")
    def test_nor_by_a_new_mission(self):
        state = self.beside_a_fast_fleet(in_port=True, port_turns=6)
        state = cp(state, o.NewMission("CP-2", Mission.INTERCEPT))
        refused(state, o.Plot("CP-2", 4, "C5"), "5.2")
        assert cp(state, o.Plot("CP-2", 5, "C5"))

    @pytest.mark.parametrize(
        "parts",
        [
            (o.Part(()),),
            (o.Part(("dublin",)),),
            (o.Part(("rostock",)), o.Part(("rostock",))),
            (o.Part(("rostock", "moltke", "seydlitz")),),
        ],
    )
    def test_what_is_no_division_is_refused(self, parts):
        refused(fast(), o.Split("CP-1", parts), "5.24")

    def test_only_intercept_and_raiding_split_and_once_a_turn(self):
        refused(cruisers(mission="bombardment"), o.Split("CP-1", (o.Part(("rostock",)),)), "5.24")
        refused(cruisers({4: "pursue", 5: "pursue"}), o.Split("CP-1", (o.Part(("rostock",)),)), "5.24")
        once = cp(fast(), o.Split("CP-1", (o.Part(("rostock",)),)))
        refused(once, o.Split("CP-1", (o.Part(("moltke",)),)), "5.24")

    @pytest.mark.clause("H21.8")
    def test_who_pursues_it_hears_of_the_parts(self):
        state = fast()
        state = with_fleet(state, replace(state.fleets["EN-9"], pursuit=Pursuit("CP-1", 2)))
        state = cp(state, o.Split("CP-1", (o.Part(("rostock",)),)))
        assert state.fleets["EN-9"].pursuit.parts == ("CP-2",)

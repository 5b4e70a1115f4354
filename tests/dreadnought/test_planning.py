"""The orders phase and the planning before the game (5.1, 5.2, 5.12, 5.22)."""

import msgspec
import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40_server.rules.dreadnought import planning, turn
from room40_server.rules.dreadnought.setting import Calendar
from room40_server.rules.dreadnought.state import with_fleet
from room40_server.rules.game import Refused

from .kit import GAME, dice, fleet, game, text_sheet

EN_FAR = {"EN-9": fleet("intercept", ["Dublin"], "H10", dict.fromkeys(range(1, 30), "stay"))}


def table(fleets, **more):
    """A game in which both sides are asked."""
    return turn.advance(game({**fleets, **EN_FAR}, **more), dice())


def cp(state, order, *pips):
    return GAME.submit(state, "CP", order, dice(*pips))


def refused(state, order, clause, seat="CP"):
    """The sentence with which an order is refused; it must leave the state as it was."""
    before = msgspec.msgpack.encode(state)
    with pytest.raises(Refused) as no:
        GAME.submit(state, seat, order, dice())
    assert no.value.clause == clause
    assert msgspec.msgpack.encode(state) == before
    return no.value.sentence


def cruisers(orders=None, *, turn=4, **more):
    kept = {k: more.pop(k) for k in ("owed", "port_turns", "in_port", "zone", "bounds", "begun", "on_map") if k in more}
    mission, zone = more.pop("mission", "intercept"), kept.pop("zone", "C3")
    orders = {4: "C4", 5: "C5/C6"} if orders is None else orders
    return table({"CP-1": fleet(mission, ["Rostock", "Frankfurt"], zone, orders, **kept)}, turn=turn, **more)


@pytest.mark.clause("5.1")
class TestASlot:
    def test_the_sources_two_zone_plot(self):
        state = table(
            {"CP-1": fleet("intercept", ["Rostock"], "Q31", {1: "P32/O32", 2: "stay"})},
            rows="H-U", columns=(5, 40), shifted="odd",
        )  # fmt: skip
        state = cp(state, o.Plot("CP-1", 3, "o33 / n33"))
        assert text_sheet(state, "CP-1")[3] == "O33/N33"

    def test_a_slot_starts_where_the_slot_before_it_ends(self):
        state = cruisers()
        assert text_sheet(cp(state, o.Plot("CP-1", 6, "D6/D7")), "CP-1") == {4: "C4", 5: "C5/C6", 6: "D6/D7"}
        assert refused(state, o.Plot("CP-1", 6, "D3/D4"), "5.1") == "D3 does not touch C6."

    def test_it_may_be_written_anew_until_the_commit(self):
        state = cp(cp(cruisers(), o.Plot("CP-1", 6, "D6")), o.Plot("CP-1", 6, "stay"))
        assert text_sheet(state, "CP-1")[6] == "stay"
        refused(cp(state, o.Commit()), o.Plot("CP-1", 6, "D6"), "H4")

    @pytest.mark.parametrize(
        "route, clause",
        [("", "5.1"), ("nonsense", "5.1"), ("[b]C5", "5.1"), ("A99", "5.0"), ("C7/C8/C9", "5.11"), ("C7 port", "H11")],
    )
    def test_what_is_no_slot_is_refused(self, route, clause):
        refused(cruisers(), o.Plot("CP-1", 6, route), clause)

    @pytest.mark.clause("5.0")
    def test_another_sides_fleet_and_no_fleet_are_refused_in_the_same_words(self):
        state = cruisers()
        theirs, none = (refused(state, o.Plot(f, 6, "stay"), "5.0") for f in ("EN-9", "EN-8"))
        assert theirs.replace("EN-9", "EN-8") == none

    def test_a_fleet_that_the_scenario_keeps_in_some_columns_does_not_leave_them(self):
        state = cruisers({4: "C4", 5: "C5"}, bounds=6)
        assert "columns 1 to 6" in refused(state, o.Plot("CP-1", 6, "C6/C7"), "5.1")

    @pytest.mark.clause("H21.28")
    def test_stay_port_at_sea_enters_the_port(self):
        state = cruisers(ports={"C6": "major CP"})
        assert text_sheet(cp(state, o.Plot("CP-1", 6, "stay port")), "CP-1")[6] == "C6 port"

    @pytest.mark.clause("H11")
    @pytest.mark.parametrize("port, legal", [("major CP", True), ("minor EN", True), ("major EN", False), ("minor", False)])
    def test_an_enemys_minor_port_may_be_entered_no_major_and_no_neutral_one(self, port, legal):
        state = cruisers(ports={"D6": port})
        if legal:
            assert cp(state, o.Plot("CP-1", 6, "D6 port"))
        else:
            refused(state, o.Plot("CP-1", 6, "D6 port"), "H11")

    @pytest.mark.clause("5.2")
    @pytest.mark.parametrize(
        "mission, route, clause",
        [
            ("intercept", "stay bombard", "5.2"),
            ("raiding", "stay bombard", ""),
            ("intercept", "stay unload", "5.2"),
            ("intercept", "C7 search", "5.2"),
            ("raiding", "C7 search", ""),
            ("raiding", "C7/C8 search", "H10"),
            ("raiding", "stay lay C7", "5.2"),
            ("raiding", "stay lay C9", "H13"),
            ("intercept", "stay coal", ""),
            ("intercept", "C7 coal", "H12"),
            ("intercept", "stay pursue", "5.23"),
        ],
    )
    def test_an_action_goes_with_the_mission(self, mission, route, clause):
        state = cruisers(mission=mission)
        if clause:
            refused(state, o.Plot("CP-1", 6, route), clause)
        else:
            assert cp(state, o.Plot("CP-1", 6, route))

    @pytest.mark.clause("H10")
    def test_merchants_are_not_searched_for_by_night(self):
        night_in_turn_6 = Calendar("1914-08-06", 5, 20, night=(4,))
        state = cruisers(mission="raiding", setting={"calendar": night_in_turn_6})
        assert "by night" in refused(state, o.Plot("CP-1", 6, "C7 search"), "H10")


@pytest.mark.clause("5.2")
class TestTwoTurnsAhead:
    def test_the_slots_t_and_t_plus_1_stand(self):
        state = cruisers()
        assert (
            refused(state, o.Plot("CP-1", 4, "stay"), "5.2") == "Slot 4 of Fleet 1 is not open; in turn 4 it writes slot 6."
        )
        refused(state, o.Plot("CP-1", 5, "C5"), "5.2")
        refused(state, o.Plot("CP-1", 7, "C5"), "5.2")

    def test_there_is_no_slot_past_the_end_of_the_game(self):
        refused(cruisers(length=5), o.Plot("CP-1", 6, "stay"), "H4")
        assert cp(cruisers(length=5), o.Commit())

    def test_a_commit_needs_every_slot_and_names_what_is_missing(self):
        fleets = {f"CP-{n}": fleet("intercept", [s], "C3", {4: "stay"}) for n, s in ((1, "Roon"), (2, "Rostock"))}
        state = table(fleets, turn=4)
        said = refused(state, o.Commit(), "5.2")
        assert said == "Still to be written: Fleet 1 slots 5 and 6; Fleet 2 slots 5 and 6."

    def test_a_slot_that_fits_no_more_stops_the_commit(self):
        state = table({"CP-1": fleet("intercept", ["Roon"], "C3")}, turn=1, phase="plan")
        for number, route in ((1, "C4"), (2, "C5"), (1, "D3")):
            state = cp(state, o.Plot("CP-1", number, route))
        assert refused(state, o.Commit(), "5.1") == "Slot 2 of Fleet 1: C5 does not touch D3."


@pytest.mark.clause("5.43")
class TestWhatIsOwed:
    def test_it_opens_the_next_slot_and_is_then_paid(self):
        state = cruisers({4: "C4", 5: "C5"}, owed=("C6", "C7"))
        assert "begins with C6" in refused(state, o.Plot("CP-1", 6, "stay"), "5.43")
        refused(state, o.Plot("CP-1", 6, "C6/D6"), "5.43")
        paid = planning.orders_step(replace(cp(state, o.Plot("CP-1", 6, "C6")), committed=tuple(Side), asked={}), dice())
        assert paid.fleets["CP-1"].owed == ("C7",)
        paid = planning.orders_step(replace(cp(state, o.Plot("CP-1", 6, "C6/C7")), committed=tuple(Side), asked={}), dice())
        assert paid.fleets["CP-1"].owed == ()


@pytest.mark.clause("5.22")
class TestNewMission:
    def rested(self, mission="transport", port_turns=6, **more):
        return cruisers(
            {}, mission=mission, zone="C2", in_port=True, port_turns=port_turns, ports={"C2": "major CP"}, **more
        )  # fmt: skip

    def test_after_six_turns_running_in_a_friendly_port(self):
        state = cp(self.rested(), o.NewMission("CP-1", Mission.INTERCEPT))
        for number, route in ((4, "C3"), (5, "C4"), (6, "C5")):
            state = cp(state, o.Plot("CP-1", number, route))
        assert cp(state, o.Commit()).committed == (Side.CP,)

    def test_five_are_not_enough(self):
        assert "5 of 6" in refused(self.rested(port_turns=5), o.NewMission("CP-1", Mission.INTERCEPT), "5.22")

    @pytest.mark.clause("5.12")
    @pytest.mark.clause("H21.25")
    def test_a_pre_planned_fleet_is_planned_anew_to_the_end(self):
        state = cp(self.rested(length=8), o.NewMission("CP-1", Mission.BOMBARDMENT))
        assert "slots 4 to 8" in refused(state, o.Commit(), "5.12")
        for number in range(4, 9):
            state = cp(state, o.Plot("CP-1", number, "stay"))
        assert cp(state, o.Commit())

    @pytest.mark.clause("H21.20")
    def test_the_limits_of_a_raider_bind(self):
        assert "leader" in refused(self.rested(), o.NewMission("CP-1", Mission.RAIDING), "5.2")
        refused(self.rested(), o.NewMission("CP-1", Mission.ABORT), "5.22")
        refused(self.rested(), o.NewMission("CP-1", Mission.ESCORT), "5.2")

    @pytest.mark.clause("H21.24")
    def test_its_escort_aborts(self):
        state = self.rested()
        escort = replace(state.fleets["CP-1"], id="CP-2", number=2, mission=Mission.ESCORT, charge="CP-1", port_turns=6)
        state = cp(with_fleet(state, escort), o.NewMission("CP-1", Mission.INTERCEPT))
        assert (state.fleets["CP-2"].mission, state.fleets["CP-2"].charge) == (Mission.ABORT, "")


@pytest.mark.clause("5.2")
class TestTheCounterOfARaider:
    def test_off_the_map_once_it_has_begun_to_move(self):
        state = cruisers(mission="raiding", begun=False)
        refused(state, o.Counter("CP-1", False, now=True), "5.2")
        assert cp(state, o.Counter("CP-1", False)).fleets["CP-1"].take_off
        assert not cp(cruisers(mission="raiding"), o.Counter("CP-1", False, now=True)).fleets["CP-1"].on_map

    def test_on_the_map_whenever_its_owner_likes(self):
        state = cp(cruisers(mission="raiding", on_map=False), o.Counter("CP-1", True))
        assert state.fleets["CP-1"].on_map

    def test_of_no_other_fleet(self):
        refused(cruisers(), o.Counter("CP-1", False), "5.2")


@pytest.mark.clause("5.2")
def test_only_minesweepers_linger():
    refused(cruisers(), o.Linger("CP-1"), "5.2")
    state = table({"CP-1": fleet("minesweeping", ["minesweeper"], "C4", {4: "C5"})}, turn=4)
    assert cp(state, o.Linger("CP-1")).fleets["CP-1"].lingering


@pytest.mark.clause("5.2")
class TestWhatAFleetMayBeTold:
    def test_what_may_would_refuse_outright_is_left_out(self):
        assert planning.may(*with_one(cruisers())) == ("abort", "split", "habit", "tow")
        assert planning.may(*with_one(cruisers(mission="raiding"))) == ("abort", "split", "counter", "habit", "tow")
        assert planning.may(*with_one(cruisers(mission="bombardment"))) == ("abort", "habit", "tow")
        assert planning.may(*with_one(cruisers(length=5))) == ("split", "habit", "tow")

    def test_merging_needs_a_fleet_of_the_same_mission_beside_it(self):
        fleets = {f"CP-{n}": fleet("intercept", [s], "C3", {4: "stay"}) for n, s in ((1, "Roon"), (2, "Rostock"))}
        assert "merge" in planning.may(*with_one(table(fleets, turn=4)))


def with_one(state):
    return state, state.fleets["CP-1"]

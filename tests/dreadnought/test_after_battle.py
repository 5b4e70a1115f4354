"""After a battle: abort at once, long battles, the way back, fuel, exchange (7.29, 7.37 to 7.39)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40_server.rules.dreadnought import after_battle, turn
from room40_server.rules.dreadnought.state import Battle, Phase, with_fleet

from .kit import GAME, dice, fleet, game, text_sheet
from .test_planning import refused

ENEMY = {"EN-1": fleet("intercept", ["Dublin"], "D4", {6: "stay", 7: "stay"}, fought=5)}


def fought(fleets, pips=(), fuel=False, **more):
    """The state in which both sides are asked for their orders after a battle in D4."""
    made = {i: {"fought": 5, **data} for i, data in fleets.items()}
    ids = {Side.CP.value: tuple(i for i in made if i.startswith("CP")), Side.EN.value: ("EN-1",)}
    battles = {"D4": Battle("D4", ids, over=True)}
    more.setdefault("setting", {})["fuel"] = fuel
    state = game({**made, **ENEMY}, turn=5, phase="after battle", battles=battles, **more)
    return turn.advance(state, dice(*pips))


def cp(state, order):
    return GAME.submit(state, "CP", order, dice())


def one(orders=None, **more):
    kept = {k: more.pop(k) for k in ("long_battle", "off_board", "zone", "owed", "mission") if k in more}
    mission, zone = kept.pop("mission", "intercept"), kept.pop("zone", "D4")
    orders = {6: "D5/D6", 7: "D7"} if orders is None else orders
    return fought({"CP-1": fleet(mission, ["Seydlitz", "Moltke"], zone, orders, **kept)}, **more)


def later(state, fleet_id="CP-1"):
    return {t: s for t, s in text_sheet(state, fleet_id).items() if t > 5}


class TestThePhase:
    @pytest.mark.clause("7.37")
    def test_both_sides_are_asked_after_a_battle_and_then_operations_follow(self):
        state = one()
        assert state.asked == {"CP": "after battle", "EN": "after battle"}
        done = replace(state, asked={}, committed=tuple(Side))
        assert after_battle.step(done, dice()).phase is Phase.OPERATIONS

    @pytest.mark.clause("7.37")
    def test_without_a_battle_nobody_is_asked(self):
        state = game({"CP-1": fleet("intercept", ["Roon"], "C3")}, turn=5, phase="after battle")
        assert after_battle.step(state, dice()).phase is Phase.OPERATIONS


class TestFuel:
    @pytest.mark.clause("7.39")
    def test_one_die_a_fleet_that_fought_in_twelfths_for_each_of_its_ships(self):
        fleets = {"CP-1": fleet("intercept", ["Seydlitz", "Moltke"], "D4", fuel=60)}
        state = fought(fleets, pips=(3, 5), fuel=True)
        assert (state.ships["seydlitz"].fuel, state.ships["moltke"].fuel) == (57, 57)
        assert "3/12" in state.log["CP"][1].text
        assert all("3/12" not in event.text for event in state.log.get("EN", {}).values())

    @pytest.mark.clause("7.39")
    def test_a_scenario_without_fuel_throws_no_die(self):
        assert one().log.get("CP") is None


class TestLongBattle:
    @pytest.mark.clause("7.38")
    def test_it_takes_a_zone_from_the_next_turn(self):
        state = one(long_battle=True)
        assert later(state) == {6: "D5", 7: "D6"}
        assert state.fleets["CP-1"].owed == ("D7",)

    @pytest.mark.clause("7.38")
    def test_a_short_one_takes_none(self):
        assert later(one()) == {6: "D5/D6", 7: "D7"}


HOME = {"D1": "major CP"}


class TestAbortAtOnce:
    @pytest.mark.clause("7.37")
    def test_from_the_next_turn_on(self):
        state = cp(one(ports=HOME), o.Abort("CP-1"))
        assert later(state) == {6: "D3/D2", 7: "D1 port"}
        assert state.fleets["CP-1"].mission is Mission.ABORT
        assert cp(one(ports=HOME), o.Abort("CP-1", slots={"6": "D3/D2", "7": "D1"})).fleets["CP-1"].abort_from == 6

    @pytest.mark.clause("7.38")
    def test_after_a_long_battle_the_first_turn_is_one_zone(self):
        state = one(ports=HOME, long_battle=True)
        assert later(cp(state, o.Abort("CP-1"))) == {6: "D3", 7: "D2/D1 port"}
        refused(state, o.Abort("CP-1", slots={"6": "D3/D2", "7": "D1"}), "5.2")

    @pytest.mark.clause("7.37")
    def test_not_for_a_fleet_that_did_not_fight(self):
        state = one(ports=HOME)
        state = with_fleet(state, replace(state.fleets["CP-1"], fought=4))
        refused(state, o.Abort("CP-1"), "7.37")

    @pytest.mark.clause("7.37")
    def test_who_goes_on_keeps_its_route(self):
        refused(one(), o.Rejoin("CP-1", {"6": "D3"}), "7.37")


class TestTheWayBack:
    # the fleet left the battle in D4 for C4; its route goes on D5/D6, then D7

    @pytest.mark.clause("7.37")
    def test_a_shortest_path_to_the_nearest_later_zone_and_on_as_written(self):
        state = one(zone="C4", off_board=True)
        assert later(state) == {6: "C5/D5", 7: "D6"}
        assert state.fleets["CP-1"].owed == ("D7",)

    @pytest.mark.clause("7.37")
    def test_a_route_that_it_stands_on_is_simply_followed(self):
        assert later(one(zone="D5", off_board=True)) == {6: "D6", 7: "D7"}

    @pytest.mark.clause("H21.19")
    def test_what_is_to_be_done_in_the_zone_is_done_there(self):
        state = one({6: "D5 bombard", 7: "D6"}, zone="C4", off_board=True, mission="bombardment")
        assert later(state) == {6: "C5", 7: "D5 bombard", 8: "D6"}

    @pytest.mark.clause("H21.19")
    def test_another_shortest_path_may_be_written_by_hand(self):
        state = one(zone="C4", off_board=True)
        assert later(cp(state, o.Rejoin("CP-1", {"6": "D4/D5"}))) == {6: "D4/D5", 7: "D6"}

    @pytest.mark.clause("H21.19")
    @pytest.mark.parametrize("slots", [{"6": "B4/B5"}, {"6": "C5"}, {"6": "C5/D5", "7": "E6"}, {"9": "C5"}])
    def test_nothing_else_may(self, slots):
        refused(one(zone="C4", off_board=True), o.Rejoin("CP-1", slots), "7.37")


@pytest.mark.clause("7.29")
class TestExchange:
    def two(self, other="intercept", **more):
        fleets = {
            "CP-1": fleet("intercept", ["Seydlitz", "Moltke"], "D4", {6: "D5/D6", 7: "D7"}),
            "CP-2": fleet(other, ["Roon"], "D4", {6: "D3", 7: "D2"}, **more),
        }
        return fought(fleets)

    def test_ships_change_over_between_fleets_that_fought_side_by_side(self):
        state = cp(self.two(), o.Exchange(("moltke",), "CP-2"))
        assert state.fleets["CP-1"].ships == ("seydlitz",)
        assert state.fleets["CP-2"].ships == ("roon", "moltke")

    def test_a_fleet_that_becomes_slow_keeps_its_route(self):
        state = cp(self.two(), o.Exchange(("roon",), "CP-1"))
        assert later(state) == {6: "D5", 7: "D6"}
        assert "CP-2" not in state.fleets

    def test_only_of_one_mission_and_one_battle_and_still_on_the_map(self):
        refused(self.two("bombardment"), o.Exchange(("moltke",), "CP-2"), "7.29")
        refused(self.two(fought=4), o.Exchange(("moltke",), "CP-2"), "7.29")
        refused(self.two(off_board=True), o.Exchange(("moltke",), "CP-2"), "7.29")
        refused(self.two(), o.Exchange(("roon",), "CP-2"), "7.29")

    @pytest.mark.clause("5.2 Escort")
    def test_between_escorts_whichever_fleet_each_escorts(self):
        state = self.two()
        for number, charge in ((1, "CP-8"), (2, "CP-9")):
            escort = replace(state.fleets[f"CP-{number}"], mission=Mission.ESCORT, charge=charge)
            state = replace(state, fleets={**state.fleets, escort.id: escort})
        assert cp(state, o.Exchange(("moltke",), "CP-2")).fleets["CP-2"].ships == ("roon", "moltke")

    @pytest.mark.parametrize("ships", [(), ("moltke", "moltke"), ("dublin",), ("nobody",)])
    def test_only_own_ships_each_once(self, ships):
        refused(self.two(), o.Exchange(ships, "CP-2"), "7.29")

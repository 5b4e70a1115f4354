"""Transports: loading, carrying, unloading, and the landings they declare."""

import pytest

from room40.combined_arms.orders import Commit, Engage, Move, Submerge, TakeBack
from room40_server.rules.combined_arms.transports import landings
from tests.combined_arms.kit import game, give, inside, refusal

LINKS = "uk-2 2-3 3-iceland 2-iceland 3-norway 2-norway norway-sweden 3-4"
LANDS = {"uk": "British 8 capital", "iceland": "British 0", "norway": "Germans 3", "sweden": "Germans 1"}


def crossing(units, turn="British", **more):
    return game(LINKS, lands=LANDS, units=units, turn=turn, **more)


FERRY = {"2": "1 transport British", "uk": "2 infantry British, 1 tank British, 1 artillery British"}


@pytest.mark.clause("C3.1", "C3.2")
def test_a_landing_is_declared_in_the_combat_move() -> None:
    state = give(crossing(FERRY), Move(("infantry-1", "tank-1"), ("uk", "2")), Move(("transport-1",), ("2", "3")))
    state = give(state, Move(("infantry-1", "tank-1"), ("3", "norway")))
    assert landings(state) == {"3": {"norway"}}
    assert state.units["tank-1"].aboard == "transport-1"
    assert state.units["tank-1"].assault == "norway"
    assert state.owners["norway"] == "germans"


@pytest.mark.clause("C3.1", "C4.10")
def test_cargo_lands_by_a_declared_assault_only() -> None:
    state = crossing({"3": "1 transport British (1 infantry)"}, phase="non-combat move")
    assert refusal(state, Move(("infantry-1",), ("3", "norway"))).clause == "C3.1"
    waiting = give(crossing({"3": "1 transport British (1 infantry)"}), Commit())
    assert waiting.phase == "non-combat move"
    assert waiting.units["infantry-1"].aboard == "transport-1"


@pytest.mark.clause("K3.8", "C3.1")
def test_ferrying_to_friendly_coast_belongs_to_phase_4() -> None:
    state = crossing(FERRY)
    assert refusal(state, Move(("infantry-1",), ("uk", "2", "iceland"))).clause == "K3.8"
    later = crossing(FERRY, phase="non-combat move")
    assert give(later, Move(("infantry-1",), ("uk", "2", "iceland"))).units["infantry-1"].space == "iceland"


@pytest.mark.clause("K1.2", "K3.8")
def test_one_order_or_two_for_a_bridge_and_with_the_ship_moved_first_or_last() -> None:
    state = crossing(FERRY)
    load, sail, land = (
        Move(("infantry-1",), ("uk", "2")),
        Move(("transport-1",), ("2", "3")),
        Move(("infantry-1",), ("3", "norway")),
    )
    assert give(state, load, sail, land).units == give(state, sail, load, land).units
    once = give(state, Move(("infantry-1",), ("uk", "2", "norway")))
    twice = give(state, load, Move(("infantry-1",), ("2", "norway")))
    assert once.units == twice.units


@pytest.mark.clause("K1.2")
def test_taking_back_what_another_move_needs_is_refused_and_names_it() -> None:
    state = give(crossing(FERRY), Move(("transport-1",), ("2", "3")), Move(("infantry-1",), ("uk", "2")),
                 Move(("infantry-1",), ("3", "norway")))  # fmt: skip
    error = refusal(state, TakeBack(1))
    assert error.clause == "K1.2"
    assert "Move 3 needs move 1" in error.sentence
    assert "Move 3 needs move 2" in refusal(state, TakeBack(2)).sentence
    back = give(state, TakeBack(3), TakeBack(2), TakeBack(1))
    assert back.units == crossing(FERRY).units
    assert refusal(back, TakeBack(1)).clause == "K1.2"


@pytest.mark.clause("K2", "K3.8")
def test_a_transport_holds_one_land_unit_and_one_infantry() -> None:
    state = crossing(FERRY)
    assert refusal(state, Move(("tank-1", "artillery-1"), ("uk", "2"))).clause == "K3.8"
    assert refusal(state, Move(("infantry-1", "infantry-2", "tank-1"), ("uk", "2"))).clause == "K3.8"
    state = give(state, Move(("infantry-1", "tank-1"), ("uk", "2")))
    assert refusal(state, Move(("infantry-2",), ("uk", "2"))).clause == "K3.8"


@pytest.mark.clause("K3.8")
def test_the_umpire_finds_a_ship_for_each() -> None:
    state = crossing({**FERRY, "2": "2 transport British"})
    state = give(state, Move(("infantry-1", "infantry-2", "tank-1", "artillery-1"), ("uk", "2")))
    holds = sorted((u.aboard, u.type) for u in state.units.values() if u.aboard)
    assert [ship for ship, _ in holds] == ["transport-1", "transport-1", "transport-2", "transport-2"]
    named = give(crossing({**FERRY, "2": "2 transport British"}), Move(("tank-1",), ("uk", "2"), aboard="transport-2"))
    assert named.units["tank-1"].aboard == "transport-2"


@pytest.mark.clause("K3.8")
def test_only_a_transport_that_calls_there_is_boarded() -> None:
    state = crossing({"uk": "1 infantry British", "3": "1 transport British", "2": "1 cruiser British"})
    assert refusal(state, Move(("infantry-1",), ("uk", "2"))).clause == "K3.8"
    assert refusal(state, Move(("infantry-1",), ("uk", "2"), aboard="cruiser-1")).clause == "K3.8"
    assert refusal(state, Move(("infantry-1",), ("uk", "2"), aboard="transport-1")).clause == "K3.8"
    assert refusal(state, Move(("infantry-1",), ("uk", "2"), aboard="nothing")).clause == "K3.8"


@pytest.mark.clause("C4.8")
def test_a_transport_loads_in_any_friendly_zone_on_its_way() -> None:
    state = crossing({"2": "1 transport British", "uk": "1 infantry British", "iceland": "1 infantry British"})
    state = give(state, Move(("infantry-1",), ("uk", "2")), Move(("transport-1",), ("2", "3")))
    state = give(
        state, Move(("infantry-2",), ("iceland", "3")), Move(("infantry-1", "infantry-2"), ("3", "norway")), Commit()
    )
    assert {u.owner for u in state.units.values() if u.space == "norway"} <= {"british"}


@pytest.mark.clause("C4.8")
def test_what_it_loads_in_the_combat_move_must_land_in_it() -> None:
    state = give(crossing(FERRY), Move(("infantry-1",), ("uk", "2")))
    error = refusal(state, Commit())
    assert error.clause == "C4.8"
    assert error.about == "infantry-1"
    assert give(state, TakeBack(1), Commit()).phase == "non-combat move"


@pytest.mark.clause("K3.12", "C4.8")
def test_cargo_of_earlier_turns_may_stay_aboard() -> None:
    state = give(crossing({"2": "1 transport British (2 infantry)"}), Move(("transport-1",), ("2", "3")), Commit())
    assert inside(state, "3") == ["1 transport British", "2 infantry British"]


@pytest.mark.clause("C1.3", "K3.11")
def test_nothing_is_loaded_in_a_hostile_zone() -> None:
    state = crossing({**FERRY, "2": "1 transport British, 1 cruiser Germans"})
    assert refusal(state, Move(("infantry-1",), ("uk", "2"))).clause == "C1.3"
    gone = crossing({**FERRY, "2": "1 transport British, 1 submarine Germans, 1 transport Germans"})
    assert give(gone, Move(("infantry-1",), ("uk", "2"))).units["infantry-1"].aboard == "transport-1"


@pytest.mark.clause("K3.11")
def test_in_phase_4_nothing_is_loaded_or_unloaded_in_a_hostile_zone() -> None:
    units = {"2": "1 transport British (1 infantry), 1 cruiser Germans", "uk": "1 infantry British"}
    state = crossing(units, phase="non-combat move")
    assert refusal(state, Move(("infantry-1",), ("2", "iceland"))).clause == "K3.11"
    assert refusal(state, Move(("infantry-2",), ("uk", "2"))).clause == "K3.11"


@pytest.mark.clause("K3.8")
def test_one_transport_unloads_into_one_territory_a_turn() -> None:
    lands = {**LANDS, "iceland": "Germans 0"}
    state = game(LINKS, lands=lands, units={"3": "1 transport British (2 infantry)"}, turn="British")
    state = give(state, Move(("infantry-1",), ("3", "norway")))
    assert refusal(state, Move(("infantry-2",), ("3", "iceland"))).clause == "K3.8"
    assert landings(give(state, Move(("infantry-2",), ("3", "norway")))) == {"3": {"norway"}}


@pytest.mark.clause("K3.8")
def test_unloading_ends_the_way_of_a_transport() -> None:
    state = give(crossing({"3": "1 transport British (1 infantry)"}), Move(("infantry-1",), ("3", "norway")))
    assert refusal(state, Move(("transport-1",), ("3", "4"))).clause == "K3.8"


@pytest.mark.clause("K3.8")
def test_loading_is_a_land_units_whole_move() -> None:
    lands = {**LANDS, "norway": "British 3"}
    state = game(LINKS, lands=lands, units={"sweden": "1 tank British", "3": "1 transport British"}, turn="British")
    moved = give(state, Move(("tank-1",), ("sweden", "norway")))
    assert refusal(moved, Move(("tank-1",), ("norway", "3"))).clause == "K3.8"


@pytest.mark.clause("K3.8")
def test_unloading_is_a_land_units_whole_move() -> None:
    state = crossing({"2": "1 transport British (1 tank)"}, phase="non-combat move")
    state = give(state, Move(("tank-1",), ("2", "iceland")))
    assert state.units["tank-1"].aboard == ""
    lands = {**LANDS, "norway": "British 3", "sweden": "British 1"}
    state = game(LINKS, lands=lands, units={"2": "1 transport British (1 tank)"}, turn="British", phase="non-combat move")
    assert refusal(state, Move(("tank-1",), ("2", "norway", "sweden"))).clause == "K2"


@pytest.mark.clause("K3.8", "C4.10")
def test_cargo_sails_with_its_ship_and_never_from_ship_to_ship() -> None:
    state = crossing({"2": "1 transport British (1 infantry)", "3": "1 transport British"})
    assert refusal(state, Move(("infantry-1",), ("2", "3"))).clause == "C4.10"
    moved = give(state, Move(("transport-1", "infantry-1"), ("2", "3")))
    assert moved.units["infantry-1"].space == "3"
    assert moved.units["infantry-1"].aboard == "transport-1"


@pytest.mark.clause("K3.8")
@pytest.mark.parametrize("did", ["fought", "moved_in", "loaded", "unloaded"])
def test_a_transport_that_did_anything_before_does_nothing_in_phase_4(did: str) -> None:
    done = {"fought": True, "moved_in": "combat move", "loaded": True, "unloaded": "norway"}[did]
    state = crossing(FERRY, phase="non-combat move", fields={"transport-1": {did: done}})
    assert refusal(state, Move(("infantry-1",), ("uk", "2"))).clause == "K3.8"
    assert refusal(state, Move(("infantry-1",), ("uk", "2"), aboard="transport-1")).clause == "K3.8"
    assert refusal(state, Move(("transport-1",), ("2", "3"))).clause == "K3.8"


@pytest.mark.clause("K3.8")
def test_after_an_assault_no_second_unloading_in_phase_4_not_even_to_the_same_territory() -> None:
    lands = {**LANDS, "norway": "British 3"}
    units = {"3": "1 transport British (1 infantry)"}
    state = game(LINKS, lands=lands, units=units, turn="British", phase="non-combat move",
                 fields={"transport-1": {"unloaded": "norway"}})  # fmt: skip
    assert refusal(state, Move(("infantry-1",), ("3", "norway"))).clause == "K3.8"


@pytest.mark.clause("K3.8")
def test_an_allys_transport_too_unloads_once_a_turn() -> None:
    state = game("5-norway", lands={"norway": "British 3"}, units={"5": "1 transport Japanese (2 infantry Germans)"})
    state = give(state, Move(("infantry-1",), ("5", "norway")), Commit())
    assert inside(state, "norway") == ["1 infantry Germans"]
    assert refusal(state, Move(("infantry-2",), ("5", "norway"))).clause == "K3.8"


@pytest.mark.clause("C4.9")
def test_a_landing_from_beside_warships_needs_a_fight_and_not_only_a_submarine_that_hides() -> None:
    units = {"5": "1 transport Japanese (1 infantry Germans), 1 submarine Germans, 1 cruiser British"}
    state = game("5-norway", lands={"norway": "British 3"}, units=units)
    state = give(state, Move(("infantry-1",), ("5", "norway")))
    assert refusal(state, Commit()).clause == "C4.9"
    state = give(state, Engage("5", True), Commit(), Submerge(), pips=(1,))
    assert inside(state, "norway") == ["1 infantry Germans"]


@pytest.mark.clause("K3.12")
def test_after_a_retreat_cargo_stays_aboard_all_turn() -> None:
    aboard = {"transport-1": {"fought": True, "moved_in": "combat move", "loaded": True},
              "infantry-1": {"moved_in": "combat move", "loaded": True, "used": 1}}  # fmt: skip
    state = crossing({"2": "1 transport British (1 infantry)"}, phase="non-combat move", fields=aboard)
    assert refusal(state, Move(("infantry-1",), ("2", "iceland"))).clause == "K3.12"


@pytest.mark.clause("K3.8")
def test_an_ally_boards_in_his_own_turn_is_carried_in_yours_and_leaves_in_his() -> None:
    units = {"2": "1 transport British", "uk": "1 infantry Americans, 1 infantry British"}
    state = crossing(units)
    assert refusal(state, Move(("infantry-1",), ("uk", "2"))).clause == "K3.8"
    theirs = crossing(units, turn="Americans", phase="non-combat move")
    theirs = give(theirs, Move(("infantry-1",), ("uk", "2")))
    assert theirs.units["infantry-1"].aboard == "transport-1"
    assert refusal(theirs, Move(("infantry-1",), ("2", "iceland"))).clause == "K3.8"
    carried = {"2": "1 transport British (1 infantry Americans)"}
    mine = give(crossing(carried), Move(("transport-1",), ("2", "3")))
    assert mine.units["infantry-1"].space == "3"
    later = crossing(carried, turn="Americans")
    assert landings(give(later, Move(("infantry-1",), ("2", "norway")))) == {"2": {"norway"}}


@pytest.mark.clause("K3.8")
def test_an_allys_transport_is_boarded_in_phase_4_only() -> None:
    state = crossing({"2": "1 transport British", "uk": "1 infantry Americans"}, turn="Americans")
    assert refusal(state, Move(("infantry-1",), ("uk", "2", "norway"))).clause == "K3.8"
    assert refusal(state, Move(("infantry-1",), ("uk", "2"), aboard="transport-1")).clause == "K3.8"


@pytest.mark.clause("C4.9", "C3.2")
def test_a_landing_from_a_hostile_zone_needs_somebody_who_can_win_it() -> None:
    units = {"2": "1 transport British (1 infantry), 1 cruiser British", "3": "1 destroyer Germans"}
    state = give(crossing(units), Move(("transport-1", "cruiser-1"), ("2", "3")), Move(("infantry-1",), ("3", "norway")))
    assert give(state, Commit(), pips=(1, 6)).phase != "combat move"
    alone = crossing({"3": "1 transport British (1 infantry), 1 destroyer Germans"})
    alone = give(alone, Move(("infantry-1",), ("3", "norway")))
    assert refusal(alone, Commit()).clause == "C4.9"


@pytest.mark.clause("C4.10")
def test_only_what_is_aboard_lands_and_once() -> None:
    state = give(crossing({"3": "1 transport British (1 infantry)"}), Move(("infantry-1",), ("3", "norway")))
    assert refusal(state, Move(("infantry-1",), ("3", "norway"))).clause == "C3.1"


@pytest.mark.clause("K1.2", "C4.8")
def test_a_unit_may_be_told_to_load_where_its_ship_has_been_on_its_way() -> None:
    state = give(crossing({**FERRY, "3": "1 cruiser British"}), Move(("transport-1",), ("2", "3", "4")))
    state = give(state, Move(("infantry-1",), ("uk", "2")))
    assert state.units["infantry-1"].space == "4"
    assert state.units["infantry-1"].aboard == "transport-1"
    assert state.units["infantry-1"].loaded_at == "2"


@pytest.mark.clause("K3.8")
def test_a_unit_unloads_where_the_way_of_its_ship_ends() -> None:
    state = give(crossing({"2": "1 transport British (1 infantry)"}), Move(("transport-1",), ("2", "3")))
    assert refusal(state, Move(("infantry-1",), ("2", "norway"))).clause == "K3.8"

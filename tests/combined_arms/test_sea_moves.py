"""Ships: leaving hostile zones, submarines, carriers, canals, and where a battle will be."""

import pytest

from room40.combined_arms.orders import Commit, Engage, Move, TakeBack
from room40_server.rules.combined_arms.sea_moves import must_fight, sea_fights
from tests.combined_arms.kit import game, give, inside, refusal

CHAIN = "1-2 2-3 3-4 home-1 home-2"
HOME = {"home": "Germans 5"}


def sea(units, turn="Germans", **more):
    return game(CHAIN, lands=HOME, units=units, turn=turn, **more)


@pytest.mark.clause("C1.1", "C1")
def test_ships_that_stay_with_enemy_warships_fight_there() -> None:
    state = sea({"1": "1 cruiser Germans, 1 destroyer British"})
    assert sea_fights(state) == ("1",)
    assert refusal(state, Engage("1", attack=False)).clause == "C1.1"


@pytest.mark.clause("C1.2")
def test_ships_leave_a_hostile_zone_and_fight_elsewhere() -> None:
    state = sea({"1": "1 cruiser Germans, 1 destroyer British", "3": "1 cruiser British"})
    state = give(state, Move(("cruiser-1",), ("1", "2", "3")))
    assert sea_fights(state) == ("3",)


@pytest.mark.clause("C1.2")
def test_ships_that_leave_a_hostile_zone_load_on_the_way_to_a_landing_elsewhere_and_no_further_than_they_move() -> None:
    links, lands = "1-2 2-3 3-4 home-1 home-2 3-isle 4-isle", {"home": "Germans 5", "isle": "British 2"}
    units = {"1": "1 cruiser Germans, 1 transport Germans, 1 destroyer British", "home": "1 infantry Germans"}
    fleet, away = ("cruiser-1", "transport-1"), Move(("infantry-1",), ("home", "2"))
    state = game(links, lands=lands, units=units | {"3": "1 cruiser British"})
    assert refusal(state, Move(fleet, ("1", "2", "3", "4"))).clause == "K3.10"
    state = give(state, Move(fleet, ("1", "2", "3")), away, Move(("infantry-1",), ("3", "isle")))
    assert sea_fights(state) == ("3",)
    after = give(state, Commit(), pips=(1, 6))
    assert (after.owners["isle"], inside(after, "1")) == ("germans", ["1 destroyer British"])
    quiet = game(links, lands=lands, units=units)
    assert refusal(quiet, Move(fleet, ("1", "2", "3", "4"))).clause == "K2"


@pytest.mark.clause("C1.3", "C1")
def test_ships_leave_load_and_come_back_to_fight() -> None:
    state = sea({"1": "1 cruiser Germans, 1 transport Germans, 1 destroyer British", "home": "2 infantry Germans"})
    assert refusal(state, Move(("infantry-1",), ("home", "1"))).clause == "C1.3"
    state = give(
        state,
        Move(("cruiser-1", "transport-1"), ("1", "2")),
        Move(("infantry-1", "infantry-2"), ("home", "2")),
        Move(("cruiser-1", "transport-1"), ("2", "1")),
    )
    assert sea_fights(state) == ("1",)
    assert inside(state, "1") == ["1 cruiser Germans", "1 destroyer British", "1 transport Germans", "2 infantry Germans"]


@pytest.mark.clause("C1.4", "C1")
def test_ships_leave_a_hostile_zone_and_fight_nowhere() -> None:
    state = give(sea({"1": "1 cruiser Germans, 1 destroyer British"}), Move(("cruiser-1",), ("1", "2")))
    assert sea_fights(state) == ()


@pytest.mark.clause("C1")
def test_the_choice_is_made_unit_by_unit() -> None:
    state = sea({"1": "2 cruiser Germans, 1 destroyer British"})
    state = give(state, Move(("cruiser-1",), ("1", "2")))
    assert sea_fights(state) == ("1",)


@pytest.mark.clause("C1.6", "K3.3")
def test_submarines_and_transports_oblige_to_nothing() -> None:
    """Attack, stay in peace, leave now, leave in phase 4 are all free."""
    state = sea({"1": "1 cruiser Germans, 2 submarine British, 1 transport British"})
    assert sea_fights(state) == ()
    assert sea_fights(give(state, Engage("1", attack=True))) == ("1",)
    assert sea_fights(give(state, Engage("1", attack=True), Engage("1", attack=False))) == ()
    assert sea_fights(give(state, Move(("cruiser-1",), ("1", "2")))) == ()
    later = give(state, Commit(), Move(("cruiser-1",), ("1", "2")))
    assert later.units["cruiser-1"].space == "2"


@pytest.mark.clause("K3.3")
def test_who_is_sent_where_only_submarines_or_transports_are_has_come_to_attack_unless_he_says_not() -> None:
    state = give(sea({"1": "1 destroyer Germans", "2": "2 transport British"}), Move(("destroyer-1",), ("1", "2")))
    assert sea_fights(state) == ("2",)
    assert len(inside(state, "2")) == 2
    assert sea_fights(give(state, Engage("2", attack=False))) == ()


@pytest.mark.clause("K3.3")
def test_a_transport_that_comes_alone_attacks_nobody() -> None:
    state = give(sea({"1": "1 transport Germans", "2": "1 submarine British"}), Move(("transport-1",), ("1", "2")))
    assert sea_fights(state) == ()


@pytest.mark.clause("K3.3")
def test_an_order_to_attack_needs_a_zone_and_an_enemy() -> None:
    state = sea({"1": "1 cruiser Germans"})
    assert refusal(state, Engage("1", attack=True)).clause == "K3.3"
    assert refusal(state, Engage("home", attack=True)).clause == "K3.3"
    assert refusal(state, Engage("nowhere", attack=True)).clause == "K3.3"


@pytest.mark.clause("K3.10")
def test_a_surface_ship_that_enters_a_hostile_zone_stops_there_and_must_fight() -> None:
    state = sea({"1": "1 cruiser Germans", "2": "1 destroyer British"})
    assert refusal(state, Move(("cruiser-1",), ("1", "2", "3"))).clause == "K3.10"
    state = give(state, Move(("cruiser-1",), ("1", "2")))
    assert sea_fights(state) == ("2",)
    assert refusal(state, Move(("cruiser-1",), ("2", "3"))).clause == "K3.10"


@pytest.mark.clause("C4.7")
def test_a_transport_that_meets_warships_on_its_way_stops() -> None:
    state = sea({"1": "1 transport Germans", "2": "1 destroyer British"})
    assert refusal(state, Move(("transport-1",), ("1", "2", "3"))).clause == "C4.7"


@pytest.mark.clause("C4.7")
def test_the_zone_where_it_started_does_not_stop_a_transport() -> None:
    state = sea({"1": "1 transport Germans, 1 destroyer British"})
    assert give(state, Move(("transport-1",), ("1", "2", "3"))).units["transport-1"].space == "3"


@pytest.mark.clause("C4.7", "K3.3")
def test_submarines_and_transports_stop_nobody() -> None:
    state = sea({"1": "1 cruiser Germans, 1 transport Germans", "2": "1 submarine British, 1 transport British"})
    state = give(state, Move(("cruiser-1", "transport-1"), ("1", "2", "3")))
    assert inside(state, "3") == ["1 cruiser Germans", "1 transport Germans"]


@pytest.mark.clause("C4.4")
def test_a_submarine_passes_enemy_ships_without_a_destroyer() -> None:
    state = sea({"1": "1 submarine Germans", "2": "1 battleship British"})
    state = give(state, Move(("submarine-1",), ("1", "2", "3")))
    assert sea_fights(state) == ()


@pytest.mark.clause("C4.4")
def test_a_submarine_that_enters_a_zone_with_a_destroyer_ends_its_move_and_fights() -> None:
    state = sea({"1": "1 submarine Germans", "2": "1 destroyer British"})
    assert refusal(state, Move(("submarine-1",), ("1", "2", "3"))).clause == "C4.4"
    assert sea_fights(give(state, Move(("submarine-1",), ("1", "2")))) == ("2",)


@pytest.mark.clause("K3.10")
def test_a_submarine_that_ends_its_combat_move_with_warships_fights() -> None:
    state = give(sea({"1": "1 submarine Germans", "2": "1 battleship British"}), Move(("submarine-1",), ("1", "2")))
    assert sea_fights(state) == ("2",)


@pytest.mark.clause("C1.6", "C4.4")
def test_a_submarine_that_starts_with_warships_may_stay_hidden_and_move_later() -> None:
    state = sea({"1": "1 submarine Germans, 1 cruiser British, 1 transport British"})
    assert sea_fights(state) == ()
    assert sea_fights(give(state, Engage("1", attack=True))) == ("1",)
    state = give(state, Commit(), Move(("submarine-1",), ("1", "2")))
    assert state.units["submarine-1"].space == "2"


@pytest.mark.clause("C1.1")
def test_with_a_destroyer_there_it_may_not_hide() -> None:
    assert sea_fights(sea({"1": "1 submarine Germans, 1 destroyer British"})) == ("1",)


@pytest.mark.clause("K3.11", "C1")
def test_transports_that_stay_with_warships_fight_and_may_leave() -> None:
    state = game(
        "5-6 6-7", units={"5": "2 submarine Germans, 1 transport Germans, 1 destroyer Germans, 1 battleship Russians",
                          "7": "1 submarine Germans"},
    )  # fmt: skip
    assert must_fight(state, "5")
    state = give(state, Move(("submarine-3",), ("7", "6", "5")), Move(("transport-1",), ("5", "6")))
    assert inside(state, "5") == ["1 battleship Russians", "1 destroyer Germans", "3 submarine Germans"]
    assert inside(state, "6") == ["1 transport Germans"]
    assert sea_fights(state) == ("5",)


@pytest.mark.clause("K3.9")
def test_transports_alone_are_not_sent_against_warships() -> None:
    state = sea({"1": "1 transport Germans, 1 cruiser Germans", "2": "1 destroyer British"})
    state = give(state, Move(("transport-1",), ("1", "2")))
    assert refusal(state, Commit()).clause == "K3.9"
    state = give(state, Move(("cruiser-1",), ("1", "2")))
    assert give(state, Commit(), pips=(1, 6)).phase != "combat move"


@pytest.mark.clause("K3.9")
def test_transports_that_were_there_may_stay_alone() -> None:
    assert give(sea({"1": "1 transport Germans, 1 destroyer British"}), Commit(), pips=(2,)).units.keys() == {"destroyer-1"}


@pytest.mark.clause("K3.9", "K3.10")
def test_in_phase_4_a_submarine_passes_and_ends_with_warships_but_not_with_a_destroyer() -> None:
    state = sea({"1": "1 submarine Germans, 1 cruiser Germans", "2": "1 battleship British", "3": "1 destroyer British"},
                phase="non-combat move")  # fmt: skip
    assert give(state, Move(("submarine-1",), ("1", "2"))).units["submarine-1"].space == "2"
    assert refusal(state, Move(("submarine-1",), ("1", "2", "3"))).clause == "K3.9"
    assert refusal(state, Move(("cruiser-1",), ("1", "2"))).clause == "K3.10"


@pytest.mark.clause("C1.5")
def test_ships_that_moved_or_fought_do_not_move_in_phase_4() -> None:
    state = sea({"1": "1 cruiser Germans", "3": "1 destroyer British"})
    state = give(state, Move(("cruiser-1",), ("1", "2")), Commit())
    assert refusal(state, Move(("cruiser-1",), ("2", "1"))).clause == "C1.5"
    fought = sea({"1": "1 cruiser Germans"}, phase="non-combat move", fields={"cruiser-1": {"fought": True}})
    assert refusal(fought, Move(("cruiser-1",), ("1", "2"))).clause == "C1.5"


@pytest.mark.clause("C3.3")
def test_ships_that_would_support_a_landing_are_too_late_in_phase_4() -> None:
    state = game("10-12 12-shore", lands={"shore": "British 3"}, phase="non-combat move", turn="Germans",
                 units={"10": "1 battleship Germans", "12": "1 transport Germans (1 infantry)"})  # fmt: skip
    state = give(state, Move(("battleship-1",), ("10", "12")))
    assert refusal(state, Move(("infantry-1",), ("12", "shore"))).clause == "C3.1"


@pytest.mark.clause("C4.1")
def test_own_fighters_take_off_before_the_carrier_moves() -> None:
    state = sea({"2": "1 carrier Germans (2 fighter)", "1": "1 destroyer British"})
    state = give(state, Move(("fighter-1", "fighter-2"), ("2", "1")), Move(("carrier-1",), ("2", "3")))
    assert [state.units[i].space for i in ("fighter-1", "fighter-2", "carrier-1")] == ["1", "1", "3"]


@pytest.mark.clause("C4.1")
def test_fighters_without_an_order_stay_where_the_carrier_was() -> None:
    state = give(sea({"2": "1 carrier Germans (2 fighter)"}), Move(("carrier-1",), ("2", "3")))
    assert inside(state, "2") == ["2 fighter Germans"]
    assert state.units["fighter-1"].aboard == ""


@pytest.mark.clause("C4.2")
def test_fighters_of_an_ally_stay_aboard_as_cargo() -> None:
    state = sea({"2": "1 carrier Germans (2 fighter Japanese)"})
    state = give(state, Move(("carrier-1",), ("2", "3", "4")))
    assert inside(state, "4") == ["1 carrier Germans", "2 fighter Japanese"]
    assert state.units["fighter-1"].aboard == "carrier-1"
    assert refusal(state, Move(("fighter-1",), ("4", "3"))).clause == "K3.8"


CANAL = {"lands": {"egypt": "Germans 2", "jordan": "Germans 1"}, "canals": (("Suez", "15-34", "egypt jordan"),)}


@pytest.mark.clause("K3.2")
def test_a_canal_is_open_to_the_alliance_that_has_held_its_shores() -> None:
    links = "14-15 15-34 egypt-15 jordan-34"
    way = Move(("battleship-1",), ("14", "15", "34"))
    ships = {"14": "1 battleship Germans", "egypt": "1 fighter Germans"}
    assert give(game(links, units=ships, **CANAL), way).units["battleship-1"].space == "34"
    shut = game(links, units=ships, **{**CANAL, "lands": {"egypt": "Germans 2", "jordan": "British 1"}})
    assert refusal(shut, way).clause == "K3.2"
    back = game(
        links, units={"34": "1 battleship Germans"}, **{**CANAL, "lands": {"egypt": "Germans 2", "jordan": "British 1"}}
    )
    assert refusal(back, Move(("battleship-1",), ("34", "15"))).clause == "K3.2"


@pytest.mark.clause("K3.2")
def test_a_canal_taken_this_turn_is_shut_this_turn() -> None:
    links = "14-15 15-34 egypt-15 jordan-34"
    before = {"egypt": "British", "jordan": "British"}
    state = game(links, units={"14": "1 battleship Germans"}, phase="non-combat move", start_owners=before, **CANAL)
    assert refusal(state, Move(("battleship-1",), ("14", "15", "34"))).clause == "K3.2"


@pytest.mark.clause("K3.2")
def test_aircraft_ignore_canals() -> None:
    links = "14-15 15-34 egypt-15 jordan-34"
    state = game(links, units={"egypt": "1 fighter Germans"}, lands={"egypt": "Germans 2", "jordan": "British 1"},
                 canals=CANAL["canals"])  # fmt: skip
    assert give(state, Move(("fighter-1",), ("egypt", "15", "34"))).units["fighter-1"].space == "34"


@pytest.mark.clause("K3.1")
def test_ships_go_from_neighbour_to_neighbour_within_their_movement_and_never_ashore() -> None:
    state = sea({"1": "1 cruiser Germans"})
    assert refusal(state, Move(("cruiser-1",), ("1", "3"))).clause == "K3.1"
    assert refusal(state, Move(("cruiser-1",), ("1", "home"))).clause == "K3.1"
    assert refusal(state, Move(("cruiser-1",), ("1", "2", "3", "4"))).clause == "K2"
    assert refusal(state, Move(("cruiser-1",), ("2", "3"))).clause == "K1.2"
    assert refusal(state, Move(("cruiser-1",), ("1", "nowhere"))).clause == "K3.1"


@pytest.mark.clause("K1.2")
def test_taking_a_carriers_move_back_brings_its_fighters_home() -> None:
    state = sea({"2": "1 carrier Germans (2 fighter)"})
    assert give(state, Move(("carrier-1",), ("2", "3")), TakeBack(1)).units == state.units

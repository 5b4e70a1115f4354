"""Phases 4 and 5: landing, hovering, and where new units appear."""

import pytest

from room40.combined_arms.orders import Buy, Commit, Move, Place
from tests.combined_arms.kit import game, give, inside, refusal

LINKS = "home-1 home-2 port-2 home-port 2-3 port-away 1-4"
LANDS = {"home": "Germans 3", "port": "Germans 2", "away": "British 3"}
UNITS = {"home": "1 factory Germans", "port": "1 factory Germans"}


def yard(bought: dict[str, int], units: dict[str, str] | None = None, **more):
    """A state in phase 5 with these units bought."""
    return game(LINKS, lands={**LANDS, **more.pop("lands", {})}, units={**UNITS, **(units or {})}, phase="mobilise",
                purchases=bought, **more)  # fmt: skip


@pytest.mark.clause("K7")
def test_units_appear_at_the_commit() -> None:
    state = give(yard({"infantry": 2}), Place("home", {"infantry": 2}))
    assert "infantry" not in str(inside(state, "home"))
    state = give(state, Commit())
    assert inside(state, "home") == ["1 industrial-complex Germans", "2 infantry Germans"]


@pytest.mark.clause("K7")
def test_a_complex_brings_forth_its_value_less_its_damage() -> None:
    state = yard({"infantry": 4})
    assert refusal(state, Place("home", {"infantry": 4})).clause == "K7"
    assert give(state, Place("home", {"infantry": 3})).placed == {"home": 3}
    hit = yard({"infantry": 4}, damage={"home": 2})
    assert refusal(hit, Place("home", {"infantry": 2})).clause == "K7"
    wrecked = yard({"infantry": 4}, damage={"home": 6})
    assert refusal(wrecked, Place("home", {"infantry": 1})).clause == "K7"


@pytest.mark.clause("K7")
def test_a_placement_takes_the_place_of_the_one_before_and_an_empty_one_takes_it_away() -> None:
    state = give(yard({"infantry": 3}), Place("home", {"infantry": 3}), Place("home", {"infantry": 1}))
    state = give(state, Place("port", {"infantry": 2}))
    assert refusal(state, Place("home", {"infantry": 2})).clause == "K7"
    state = give(state, Place("port", {}))
    assert give(state, Place("home", {"infantry": 3})).placed == {"home": 3}


@pytest.mark.clause("K7")
def test_only_what_was_bought_appears() -> None:
    state = yard({"infantry": 1})
    assert refusal(state, Place("home", {"infantry": 2})).clause == "K7"
    assert refusal(state, Place("home", {"tank": 1})).clause == "K7"
    assert refusal(state, Place("home", {"zeppelin": 1})).clause == "K7"
    assert refusal(state, Place("nowhere", {"infantry": 1})).clause == "K7"


@pytest.mark.clause("K7")
def test_nothing_appears_where_no_complex_is_or_it_has_not_been_owned_since_the_turn_began() -> None:
    state = yard({"infantry": 1}, {"away": "1 factory British"})
    assert refusal(state, Place("away", {"infantry": 1})).clause == "K7"
    taken = yard({"infantry": 1, "destroyer": 1}, start_owners={"port": "British", "home": "British"})
    assert refusal(taken, Place("port", {"infantry": 1})).clause == "K7"
    assert refusal(taken, Place("2", {"destroyer": 1})).clause == "K7"


@pytest.mark.clause("K7")
def test_ships_appear_in_adjacent_zones_even_hostile_ones() -> None:
    state = yard({"destroyer": 2}, {"1": "1 battleship British"})
    state = give(state, Place("1", {"destroyer": 1}), Place("2", {"destroyer": 1}))
    assert refusal(state, Place("3", {"destroyer": 1})).clause == "K7"
    assert refusal(state, Place("home", {"destroyer": 1})).clause == "K7"
    state = give(state, Commit())
    assert inside(state, "1") == ["1 battleship British", "1 destroyer Germans"]


@pytest.mark.clause("K7")
def test_land_units_and_bombers_do_not_appear_at_sea() -> None:
    state = yard({"infantry": 1, "bomber": 1})
    assert refusal(state, Place("1", {"infantry": 1})).clause == "K7"
    assert refusal(state, Place("1", {"bomber": 1})).clause == "K7"


@pytest.mark.clause("K7")
def test_ships_in_a_shared_zone_are_spread_over_its_complexes_so_that_all_fit() -> None:
    """Zone 2 touches home (3) and port (2); what home must build itself makes room by turning to port."""
    state = give(yard({"submarine": 3, "infantry": 2}), Place("2", {"submarine": 3}), Place("home", {"infantry": 2}))
    assert state.placed == {"home": 3, "port": 2}
    state = give(yard({"submarine": 3, "infantry": 2}), Place("home", {"infantry": 2}), Place("2", {"submarine": 3}))
    assert state.placed == {"home": 3, "port": 2}
    assert refusal(yard({"submarine": 6}), Place("2", {"submarine": 6})).clause == "K7"


@pytest.mark.clause("K7")
def test_a_new_complex_needs_a_territory_with_a_value_held_all_turn_without_one() -> None:
    lands = {"away": "Germans 3"}
    state = give(yard({"industrial-complex": 1}, lands=lands), Place("away", {"industrial-complex": 1}), Commit())
    assert inside(state, "away") == ["1 industrial-complex Germans"]
    assert refusal(yard({"industrial-complex": 1}), Place("home", {"industrial-complex": 1})).clause == "K7"
    assert refusal(yard({"industrial-complex": 1}), Place("away", {"industrial-complex": 1})).clause == "K7"
    two = yard({"industrial-complex": 2}, lands=lands)
    assert refusal(two, Place("away", {"industrial-complex": 2})).clause == "K7"
    worthless = yard({"industrial-complex": 1}, lands={"away": "Germans 0"})
    assert refusal(worthless, Place("away", {"industrial-complex": 1})).clause == "K7"
    taken = yard({"industrial-complex": 1}, lands=lands, start_owners={"away": "British"})
    assert refusal(taken, Place("away", {"industrial-complex": 1})).clause == "K7"


@pytest.mark.clause("K7")
def test_a_new_complex_brings_forth_nothing_in_the_turn_it_is_built() -> None:
    state = yard({"industrial-complex": 1, "infantry": 1}, lands={"away": "Germans 3"})
    state = give(state, Place("away", {"industrial-complex": 1}))
    assert refusal(state, Place("away", {"industrial-complex": 1, "infantry": 1})).clause == "K7"


@pytest.mark.clause("K7")
def test_fighters_appear_on_own_carriers_placed_or_standing_there() -> None:
    state = yard({"fighter": 2, "carrier": 1})
    assert refusal(state, Place("1", {"fighter": 1})).clause == "K7"
    new = give(state, Place("1", {"fighter": 2, "carrier": 1}), Commit())
    assert {u.aboard for u in new.units.values() if u.type == "fighter"} == {"carrier-1"}
    standing = yard({"fighter": 2}, {"1": "1 carrier Germans (1 fighter)"})
    assert refusal(standing, Place("1", {"fighter": 2})).clause == "K7"
    assert inside(give(standing, Place("1", {"fighter": 1}), Commit()), "1") == ["1 carrier Germans", "2 fighter Germans"]
    allied = yard({"fighter": 1}, {"1": "1 carrier Japanese"})
    assert refusal(allied, Place("1", {"fighter": 1})).clause == "K7"


@pytest.mark.clause("K7")
def test_what_is_not_placed_is_paid_back() -> None:
    state = give(yard({"infantry": 3, "tank": 1}, money={"Germans": 4}), Place("home", {"infantry": 1}), Commit())
    assert state.money["germans"] == 4 + 2 * 3 + 5 + 5  # and the income of 5


WAITING = {"1": "3 fighter Germans"}


@pytest.mark.clause("K3.5")
def test_two_of_three_waiting_fighters_land_on_a_new_carrier_and_the_owner_says_which() -> None:
    state = give(yard({"carrier": 1}, WAITING), Place("1", {"carrier": 1}))
    assert refusal(state, Commit()).clause == "K3.5"
    assert refusal(state, Place("1", {"carrier": 1}, ("fighter-1", "fighter-2", "fighter-3"))).clause == "K3.5"
    state = give(state, Place("1", {"carrier": 1}, ("fighter-1", "fighter-3")), Commit())
    assert inside(state, "1") == ["1 carrier Germans", "2 fighter Germans"]
    assert "fighter-2" not in state.units
    assert state.units["fighter-3"].aboard == "carrier-1"


@pytest.mark.clause("K3.5")
def test_without_a_carrier_they_are_lost() -> None:
    state = give(yard({"carrier": 1}, {"1": "1 fighter Germans"}), Commit())
    assert "fighter-1" not in state.units
    elsewhere = give(yard({"carrier": 1}, {"1": "1 fighter Germans"}), Place("2", {"carrier": 1}), Commit())
    assert "fighter-1" not in elsewhere.units


@pytest.mark.clause("K3.5")
def test_only_who_waits_there_lands_there() -> None:
    state = yard({"carrier": 1}, {"1": "1 fighter Germans", "home": "1 fighter Germans, 1 factory Germans"})
    assert refusal(state, Place("1", {"carrier": 1}, ("fighter-1",))).clause == "K3.5"
    assert refusal(state, Place("1", {"carrier": 1}, ("nobody",))).clause == "K3.5"


@pytest.mark.clause("K3.5", "K7")
def test_new_fighters_and_waiting_ones_share_the_new_decks() -> None:
    state = yard({"carrier": 1, "fighter": 2}, {"1": "1 fighter Germans"})
    assert refusal(state, Place("1", {"carrier": 1, "fighter": 2})).clause == "K7"
    state = give(state, Place("1", {"carrier": 1, "fighter": 1}), Commit())
    assert inside(state, "1") == ["1 carrier Germans", "2 fighter Germans"]


# phase 4


def hover(units: dict[str, str], bought: dict[str, int] | None = None, **more):
    return game(LINKS, lands=LANDS, units={**UNITS, **units}, phase="non-combat move", purchases=bought or {}, **more)


@pytest.mark.clause("K3.5")
def test_aircraft_that_have_not_landed_at_the_end_of_phase_4_are_lost() -> None:
    state = give(hover({"3": "1 fighter Germans, 1 bomber Germans"}), Commit())
    assert "fighter-1" not in state.units
    assert "bomber-1" not in state.units


@pytest.mark.clause("K3.5")
def test_a_fighter_waits_where_a_bought_carrier_can_be_placed() -> None:
    state = give(hover({"1": "1 fighter Germans, 1 bomber Germans", "3": "1 fighter Germans"}, {"carrier": 1}), Commit())
    assert state.phase == "mobilise"
    assert inside(state, "1") == ["1 fighter Germans"]
    assert inside(state, "3") == []


@pytest.mark.clause("K3.6", "K3.5")
def test_territory_taken_this_turn_is_no_landing_place_in_phase_4() -> None:
    state = hover({"port": "1 fighter Germans"}, start_owners={"port": "British"})
    assert "fighter-1" not in give(state, Commit()).units
    state = give(state, Move(("fighter-1",), ("port", "home")), Commit())
    assert "fighter-1" in state.units


@pytest.mark.clause("C4.3")
def test_a_carrier_takes_fighters_where_it_ends_whichever_phase_it_moved_in() -> None:
    for fields in ({"carrier-1": {"moved_in": "combat move", "fought": True}}, {}):
        state = hover({"3": "1 carrier Germans", "1": "2 fighter Germans"}, fields=fields)
        state = give(state, Move(("fighter-1", "fighter-2"), ("1", "home", "2", "3")), Commit())
        assert {state.units[f"fighter-{n}"].aboard for n in (1, 2)} == {"carrier-1"}


@pytest.mark.clause("C4.3", "K3.4")
def test_decks_hold_no_more_than_they_hold() -> None:
    state = give(hover({"3": "1 carrier Germans, 3 fighter Germans"}), Commit())
    assert inside(state, "3") == ["1 carrier Germans", "2 fighter Germans"]


@pytest.mark.clause("C4.3")
def test_fighters_land_on_the_decks_of_allies_too_but_own_ones_first() -> None:
    state = give(hover({"3": "1 carrier Japanese (1 fighter Japanese), 1 carrier Germans, 3 fighter Germans"}), Commit())
    aboard = sorted(u.aboard for u in state.units.values() if u.type == "fighter")
    assert aboard == ["carrier-1", "carrier-1", "carrier-2", "carrier-2"]


@pytest.mark.clause("K3.5", "K7")
def test_a_whole_turn_with_a_carrier_bought_for_those_in_the_air() -> None:
    state = game(LINKS, lands=LANDS, units={**UNITS, "1": "1 fighter Germans"}, money={"Germans": 14}, phase="purchase")
    state = give(state, Buy({"carrier": 1}), Commit(), Commit(), Commit(), Place("1", {"carrier": 1}), Commit())
    assert state.units["fighter-1"].aboard == "carrier-1"

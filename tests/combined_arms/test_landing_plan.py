"""The joint landing plan: what can get home, and what cannot."""

import time
from itertools import product

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from room40.combined_arms.orders import Buy, Commit, Engage, Move
from room40_server.rules.combined_arms import deck_programme, landing_plan
from room40_server.rules.combined_arms.decks import Decks
from tests.combined_arms.kit import game, give, refusal
from tests.combined_arms.oceans import crowded, dispersed

# the Pacific of the cases: 44 and 45 side by side between the island and the enemy zones 42, 43, 53
PACIFIC = "island-45 45-44 44-43 44-42 44-53 53-52 43-42"
ISLAND = {"island": "Japanese 1"}


def pacific(units, turn="Japanese", **more):
    return game(PACIFIC, lands=ISLAND, units=units, turn=turn, **more)


@pytest.mark.clause("K3.4")
@pytest.mark.parametrize("decks", [
    {"44": "1 carrier Japanese, 1 carrier Germans (2 fighter Germans)"},
    {"44": "1 carrier Japanese (2 fighter Germans), 1 carrier Germans"},
])  # fmt: skip
def test_free_decks_of_an_ally_count_whichever_carrier_the_guests_are_on(decks: dict[str, str]) -> None:
    state = pacific({**decks, "island": "2 fighter Japanese", "43": "1 destroyer Americans"})
    flying = tuple(i for i, u in state.units.items() if u.type == "fighter" and u.owner == "japanese")
    state = give(state, Move(flying, ("island", "45", "44", "43")))
    assert landing_plan.plan(state).homeless == ()
    assert give(state, Commit(), pips=(1, 1, 6)).phase != "combat move"


@pytest.mark.clause("K3.4")
def test_when_all_decks_are_full_the_commit_is_refused_and_the_aircraft_named() -> None:
    full = {"44": "1 carrier Japanese (2 fighter Germans), 1 carrier Germans (1 fighter Germans)"}
    state = pacific({**full, "island": "2 fighter Japanese", "43": "1 destroyer Americans"})
    flying = tuple(i for i, u in state.units.items() if u.type == "fighter" and u.owner == "japanese")
    state = give(state, Move(flying, ("island", "45", "44", "43")))
    error = refusal(state, Commit())
    assert error.clause == "K3.4"
    assert error.about in flying
    assert "fighter in 43" in error.sentence
    assert len(landing_plan.plan(state).homeless) == 1


@pytest.mark.clause("K3.4")
def test_a_planned_retreat_of_a_carrier_is_no_plan() -> None:
    units = {"44": "1 carrier Japanese, 1 destroyer Japanese", "53": "1 destroyer Americans", "42": "1 transport Americans",
             "island": "1 fighter Japanese"}  # fmt: skip
    state = give(pacific(units), Move(("carrier-1", "destroyer-1"), ("44", "53")))
    state = give(state, Move(("fighter-1",), ("island", "45", "44", "42")))
    assert refusal(state, Commit()).clause == "K3.4"


@pytest.mark.clause("K3.4", "C2.2", "C4.3")
def test_a_carrier_that_has_not_moved_may_come_in_phase_4() -> None:
    units = {"44": "1 carrier Japanese", "42": "1 transport Americans", "island": "1 fighter Japanese"}
    state = give(pacific(units), Move(("fighter-1",), ("island", "45", "44", "43", "42")))
    plan = landing_plan.plan(state)
    assert plan.places == {"fighter-1": "42"}
    assert plan.carriers == {"carrier-1": "42"}
    state = give(state, Commit(), Move(("carrier-1",), ("44", "42")), Commit())
    assert state.units["fighter-1"].aboard == "carrier-1"


@pytest.mark.clause("C2.2", "K3.4")
def test_a_fighter_spends_all_four_on_a_sea_attack_if_a_carrier_can_come_once_it_is_won() -> None:
    links = "hawaii-52 52-55 55-56 56-57 52-57"
    units = {"52": "1 carrier Americans", "hawaii": "1 fighter Americans", "57": "1 destroyer Japanese"}
    state = game(links, lands={"hawaii": "Americans 1"}, units=units, turn="Americans")
    state = give(state, Move(("fighter-1",), ("hawaii", "52", "55", "56", "57")))
    assert give(state, Commit(), pips=(1, 6)).phase != "combat move"
    alone = game(links, lands={"hawaii": "Americans 1"}, units={**units, "52": ""}, turn="Americans")
    alone = give(alone, Move(("fighter-1",), ("hawaii", "52", "55", "56", "57")))
    assert refusal(alone, Commit()).clause == "K3.4"


@pytest.mark.clause("K3.4", "K3.10")
def test_no_carrier_comes_through_a_hostile_zone_where_nobody_fights() -> None:
    links = "home-1 1-2 2-3 3-4"
    units = {"home": "1 fighter Germans", "2": "1 carrier Germans", "3": "1 destroyer British", "4": "1 transport British"}
    state = game(links, lands={"home": "Germans 5"}, units=units)
    state = give(state, Move(("fighter-1",), ("home", "1", "2", "3", "4")))
    assert refusal(state, Commit()).clause == "K3.4"


@pytest.mark.clause("K3.4")
def test_a_carrier_that_must_fight_stays_where_it_is() -> None:
    links = "home-1 1-2 2-3 3-4"
    units = {"home": "1 fighter Germans", "3": "1 carrier Germans, 1 destroyer British", "4": "1 transport British"}
    state = game(links, lands={"home": "Germans 5"}, units=units)
    state = give(state, Move(("fighter-1",), ("home", "1", "2", "3", "4")))
    assert refusal(state, Commit()).clause == "K3.4"


@pytest.mark.clause("K3.4", "C2.2")
def test_a_bought_carrier_counts_where_it_can_be_placed() -> None:
    links = "home-1 1-2 2-3 3-4"
    units = {
        "home": "1 fighter Germans, 1 factory Germans",
        "1": "1 carrier Germans (1 fighter)",
        "2": "1 transport British",
    }
    state = game(links, lands={"home": "Germans 5"}, units={**units, "3": "1 destroyer British"}, money={"Germans": 20},
                 phase="purchase")  # fmt: skip
    way = Move(("fighter-2",), ("1", "2", "3"))
    bought = give(state, Buy({"carrier": 1}), Commit(), Move(("carrier-1",), ("1", "2")), way, Engage("2", attack=False))
    assert landing_plan.plan(bought).homeless == ()
    out = ("home", "1", "2", "1", "home", "1")
    assert refusal(bought, Move(("fighter-1",), out)).clause == "K2"


@pytest.mark.clause("K3.4", "K7")
def test_a_bought_carrier_saves_who_can_hover_where_it_comes_and_no_more_than_its_decks() -> None:
    units = {"home": "3 fighter Germans, 1 factory Germans", "2": "1 destroyer British"}
    state = game("home-1 1-2 2-3", lands={"home": "Germans 5"}, units=units, money={"Germans": 20}, phase="purchase")
    out = Move(("fighter-1", "fighter-2", "fighter-3"), ("home", "1", "2", "1", "2"))
    none = give(state, Commit(), out)
    assert landing_plan.plan(none).homeless == ("fighter-1", "fighter-2", "fighter-3")
    near = Move(("fighter-1", "fighter-2", "fighter-3"), ("home", "1", "2", "2a"))
    assert refusal(none, near).clause == "K3.1"
    links = "home-1 1-2 2-3 1-3"
    state = game(links, lands={"home": "Germans 5"}, units={**units, "3": "1 destroyer British"}, money={"Germans": 20},
                 phase="purchase")  # fmt: skip
    out = Move(("fighter-1", "fighter-2", "fighter-3"), ("home", "1", "2", "3"))
    plan = landing_plan.plan(give(state, Buy({"carrier": 1}), Commit(), out))
    assert plan.built == ("1",)
    assert len(plan.homeless) == 1


@pytest.mark.clause("K3.4", "K7")
def test_a_complex_builds_no_more_carriers_than_it_can() -> None:
    links = "home-1 1-2 2-3 1-3"
    units = {"home": "3 fighter Germans, 1 factory Germans", "3": "1 destroyer British"}
    state = game(links, lands={"home": "Germans 1"}, units=units, money={"Germans": 40}, phase="purchase")
    out = Move(("fighter-1", "fighter-2", "fighter-3"), ("home", "1", "2", "3"))
    plan = landing_plan.plan(give(state, Buy({"carrier": 2}), Commit(), out))
    assert plan.built == ("1",)
    assert len(plan.homeless) == 1


@pytest.mark.clause("K3.4")
def test_one_carrier_is_in_one_place_only() -> None:
    """Each fighter alone could be met by the carrier; both together cannot."""
    links = "home-1 1-2 2-3 2-4 3-5 4-6 5-7 6-8"
    units = {"home": "2 fighter Germans", "2": "1 carrier Germans", "5": "1 transport British", "6": "1 transport British"}
    state = game(links, lands={"home": "Germans 5"}, units=units)
    north = Move(("fighter-1",), ("home", "1", "2", "3", "5"))
    south = Move(("fighter-2",), ("home", "1", "2", "4", "6"))
    assert landing_plan.plan(give(state, north)).homeless == ()
    assert landing_plan.plan(give(state, south)).homeless == ()
    both = landing_plan.plan(give(state, north, south))
    assert len(both.homeless) == 1


@pytest.mark.clause("K3.4")
def test_carriers_are_shared_out_as_a_whole_not_one_by_one() -> None:
    """The near carrier could serve either fighter; only one sharing-out saves both."""
    links = "home-1 1-2 2-3 3-4 2-5 5-6 6-7"
    units = {"home": "4 fighter Germans", "2": "2 carrier Germans", "4": "1 transport British", "6": "1 transport British"}
    state = game(links, lands={"home": "Germans 5"}, units=units)
    state = give(state, Move(("fighter-1", "fighter-2"), ("home", "1", "2", "3", "4")))
    state = give(state, Move(("fighter-3", "fighter-4"), ("home", "1", "2", "5", "6")))
    plan = landing_plan.plan(state)
    assert plan.homeless == ()
    assert sorted(plan.carriers.values()) == ["4", "6"]


@pytest.mark.clause("K3.6", "K3.4")
def test_territory_taken_this_turn_is_no_landing_place() -> None:
    links = "home-a a-14 14-15 15-16 16-17"
    units = {"15": "1 carrier British (1 fighter)", "home": "1 infantry British", "14": "1 transport Germans"}
    state = game(links, lands={"home": "British 1", "a": "Germans 1"}, units=units, turn="British")
    state = give(state, Move(("infantry-1",), ("home", "a")), Move(("carrier-1",), ("15", "16", "17")))
    state = give(state, Move(("fighter-1",), ("15", "16", "15", "14")))
    assert state.owners["a"] == "british"
    assert refusal(state, Commit()).clause == "K3.4"


@pytest.mark.clause("K3.4")
def test_bombers_need_land() -> None:
    state = game("home-1 1-2 2-3", lands={"home": "Germans 5"}, units={"home": "1 bomber Germans", "1": "1 carrier Germans"})
    state = give(state, Move(("bomber-1",), ("home", "1", "2", "3", "2", "3")))
    assert refusal(state, Commit()).clause == "K3.4"


@pytest.mark.clause("K3.4")
def test_what_nothing_could_have_saved_holds_up_nobody() -> None:
    state = game("home-1 1-2 2-3 3-4 4-5 5-6", lands={"home": "Germans 5"}, units={"6": "1 fighter Germans"})
    assert give(state, Commit()).phase == "non-combat move"


@pytest.mark.clause("K3.4")
@pytest.mark.parametrize("seed", range(3))
def test_forty_aircraft_at_sea_are_planned_in_less_than_fifty_milliseconds(seed: int) -> None:
    state = dispersed(crowded(), seed)
    times = []
    for _ in range(3):
        begun = time.process_time()
        plan = landing_plan.plan(state)
        times.append(time.process_time() - begun)
    assert min(times) < 0.05
    assert len(plan.places) + len(plan.homeless) == 40
    assert len(plan.places) >= 20


def best_by_trying(reaches: list[frozenset[str]], offers: list[Decks]) -> int:
    """The greatest number that can land, found by trying everything: each carrier everywhere, each aircraft in turn."""
    ships = [(offer.zones, offer.free) for offer in offers for _ in range(offer.count)]
    best = 0
    for zones in product(*(zones for zones, _ in ships)):
        decks = [zone for zone, (_, free) in zip(zones, ships, strict=True) for _ in range(free)]
        best = max(best, _matched(reaches, decks))
    return best


def _matched(reaches: list[frozenset[str]], decks: list[str]) -> int:
    taken: dict[int, int] = {}

    def seat(aircraft: int, tried: set[int]) -> bool:
        for deck, zone in enumerate(decks):
            if zone in reaches[aircraft] and deck not in tried:
                tried.add(deck)
                if deck not in taken or seat(taken[deck], tried):
                    taken[deck] = aircraft
                    return True
        return False

    return sum(seat(aircraft, set()) for aircraft in range(len(reaches)))


ZONES = st.frozensets(st.sampled_from("abcde"), min_size=1, max_size=3)


@pytest.mark.clause("K3.4")
@drawn(st.lists(ZONES, min_size=1, max_size=7), st.lists(st.tuples(ZONES, st.integers(1, 2)), min_size=1, max_size=4))
def test_no_plan_saves_more_than_the_one_that_is_found(
    reaches: list[frozenset[str]], carriers: list[tuple[frozenset[str], int]]
) -> None:
    offers = [Decks(tuple(sorted(zones)), free, 1, (f"c{n}",), "") for n, (zones, free) in enumerate(carriers)]
    moves, landings = deck_programme.solve(reaches, [1] * len(reaches), offers, {}, {})
    assert sum(sum(group.values()) for group in landings) == best_by_trying(reaches, offers)
    for zone in "abcde":
        decks = sum(move.get(zone, 0) * offer.free for move, offer in zip(moves, offers, strict=True))
        assert sum(group.get(zone, 0) for group in landings) <= decks

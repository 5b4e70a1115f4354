"""Land units: marching, taking empty territories, the blitz."""

import pytest
from msgspec.structs import replace

from room40.combined_arms.orders import Commit, Move, TakeBack
from room40_server.rules.combined_arms import income
from tests.combined_arms.kit import game, give, inside, refusal, types

LINKS = "east-belo belo-karelia karelia-norway belo-west east-ukraine belo-ukraine"
LANDS = {
    "east": "Germans 2",
    "belo": "Russians 2",
    "karelia": "Russians 2",
    "norway": "Germans 3",
    "west": "Russians 2",
    "ukraine": "Russians 3",
}


def front(units, turn="Germans", **more):
    return game(LINKS, lands=LANDS, units=units, turn=turn, **more)


@pytest.mark.clause("C4.5")
def test_a_tank_goes_through_an_empty_hostile_territory_and_takes_it() -> None:
    state = front({"east": "1 tank Germans", "ukraine": "1 infantry Russians"})
    state = give(state, Move(("tank-1",), ("east", "belo", "ukraine")))
    assert state.owners["belo"] == "germans"
    assert state.owners["ukraine"] == "russians"
    assert state.units["tank-1"].space == "ukraine"
    assert state.units["tank-1"].came_from == "belo"


@pytest.mark.clause("C4.5")
def test_the_income_levels_move_with_the_blitz() -> None:
    state = front({"east": "1 tank Germans", "ukraine": "1 infantry Russians"})
    before = {power: income.of(state, power) for power in ("germans", "russians")}
    state = give(state, Move(("tank-1",), ("east", "belo", "ukraine")))
    assert income.of(state, "germans") == before["germans"] + 2
    assert income.of(state, "russians") == before["russians"] - 2


@pytest.mark.clause("C4.5")
def test_a_blitz_may_end_in_a_friendly_territory() -> None:
    lands = {**LANDS, "belo": "Germans 2"}
    state = game(LINKS, lands=lands, units={"belo": "1 tank Germans", "norway": "1 infantry Germans"})
    state = give(state, Move(("tank-1",), ("belo", "karelia", "norway")))
    assert state.owners["karelia"] == "germans"
    assert inside(state, "norway") == ["1 infantry Germans", "1 tank Germans"]


@pytest.mark.clause("C4.5", "K1.2")
def test_two_one_step_orders_make_one_blitz() -> None:
    state = front({"east": "1 tank Germans"})
    once = give(state, Move(("tank-1",), ("east", "belo", "west")))
    twice = give(state, Move(("tank-1",), ("east", "belo")), Move(("tank-1",), ("belo", "west")))
    assert (once.units, once.owners) == (twice.units, twice.owners)
    assert once.owners["west"] == once.owners["belo"] == "germans"


@pytest.mark.clause("C4.6")
@pytest.mark.parametrize("what", ["infantry", "aaGun", "factory"])
def test_a_tank_stops_at_any_enemy_unit_a_gun_or_a_complex_too(what: str) -> None:
    state = front({"east": "1 tank Germans", "belo": f"1 {what} Russians"})
    assert refusal(state, Move(("tank-1",), ("east", "belo", "west"))).clause == "C4.6"
    state = give(state, Move(("tank-1",), ("east", "belo")))
    assert refusal(state, Move(("tank-1",), ("belo", "west"))).clause == "C4.6"


@pytest.mark.clause("K3.1")
def test_only_a_tank_goes_on_from_a_hostile_territory() -> None:
    lorried = {**types(), "infantry": replace(types()["infantry"], move=2)}
    state = front({"east": "1 infantry Germans"}, setting={"types": lorried})
    assert refusal(state, Move(("infantry-1",), ("east", "belo", "west"))).clause == "K3.1"


@pytest.mark.clause("K3.1", "K2")
def test_a_land_unit_takes_an_empty_territory_with_its_gun_and_complex() -> None:
    state = front({"east": "1 infantry Germans", "belo": "1 factory Russians, 1 aaGun Russians"})
    state = give(state, Move(("infantry-1",), ("east", "belo")))
    assert state.owners["belo"] == "germans"
    assert inside(state, "belo") == ["1 anti-aircraft-gun Germans", "1 industrial-complex Germans", "1 infantry Germans"]


@pytest.mark.clause("K3.1")
def test_a_defended_territory_is_not_taken_before_the_battle() -> None:
    state = front({"east": "1 infantry Germans", "belo": "1 infantry Russians"})
    assert give(state, Move(("infantry-1",), ("east", "belo"))).owners["belo"] == "russians"


@pytest.mark.clause("K3.1")
def test_aircraft_take_nothing() -> None:
    state = front({"east": "1 fighter Germans"})
    assert give(state, Move(("fighter-1",), ("east", "belo"))).owners["belo"] == "russians"


@pytest.mark.clause("K1.2")
def test_taking_a_move_back_gives_the_territory_back() -> None:
    state = front({"east": "1 tank Germans, 1 infantry Germans"})
    moved = give(state, Move(("tank-1",), ("east", "belo", "west")), Move(("infantry-1",), ("east", "belo")), TakeBack(1))
    assert moved.owners["belo"] == "germans"
    assert moved.owners["west"] == "russians"
    assert moved.units["tank-1"] == state.units["tank-1"]


@pytest.mark.clause("C5.3")
def test_nobody_attacks_a_power_of_his_own_alliance() -> None:
    state = game("persia-caucasus", lands={"persia": "British 1", "caucasus": "Russians 4"},
                 units={"persia": "1 infantry British", "caucasus": "1 infantry Russians"}, turn="British")  # fmt: skip
    state = give(state, Move(("infantry-1",), ("persia", "caucasus")))
    assert state.owners["caucasus"] == "russians"
    state = give(state, Commit())
    assert state.battles == {}
    assert len(state.units) == 2


@pytest.mark.clause("K3.1")
def test_what_is_not_friendly_is_entered_in_the_combat_move_only() -> None:
    state = front({"east": "1 tank Germans"}, phase="non-combat move")
    assert refusal(state, Move(("tank-1",), ("east", "belo"))).clause == "K3.1"


@pytest.mark.clause("K3.1")
def test_a_land_unit_moves_in_one_of_the_two_phases() -> None:
    lands = {**LANDS, "belo": "Germans 2"}
    state = game(LINKS, lands=lands, units={"east": "1 tank Germans, 1 infantry Germans"})
    state = give(state, Move(("tank-1",), ("east", "belo")), Commit())
    assert refusal(state, Move(("tank-1",), ("belo", "east"))).clause == "K3.1"
    assert give(state, Move(("infantry-1",), ("east", "belo"))).units["infantry-1"].space == "belo"


@pytest.mark.clause("K3.1")
def test_impassable_territories_are_closed_to_everything() -> None:
    state = game("a-b b-c", lands={"a": "Germans 1", "b": "- 0 impassable", "c": "Germans 1"},
                 units={"a": "1 tank Germans, 1 fighter Germans"})  # fmt: skip
    assert refusal(state, Move(("tank-1",), ("a", "b"))).clause == "K3.1"
    assert refusal(state, Move(("fighter-1",), ("a", "b", "c"))).clause == "K3.1"


@pytest.mark.clause("K2")
def test_guns_move_in_phase_4_only_and_complexes_never() -> None:
    state = game("a-b", lands={"a": "Germans 1", "b": "Germans 1"}, units={"a": "1 aaGun Germans, 1 factory Germans"})
    gun = Move(("anti-aircraft-gun-1",), ("a", "b"))
    assert refusal(state, gun).clause == "K2"
    assert refusal(state, Move(("industrial-complex-1",), ("a", "b"))).clause == "K2"
    later = game("a-b", lands={"a": "Germans 1", "b": "Germans 1"}, units={"a": "1 aaGun Germans"}, phase="non-combat move")
    assert give(later, gun).units["anti-aircraft-gun-1"].space == "b"


@pytest.mark.clause("K2")
def test_nothing_goes_further_than_it_moves() -> None:
    state = front({"east": "1 tank Germans, 1 infantry Germans"})
    assert refusal(state, Move(("tank-1",), ("east", "belo", "karelia", "norway"))).clause == "K2"
    lands = dict.fromkeys(LANDS, "Germans 1")
    state = game(LINKS, lands=lands, units={"east": "1 infantry Germans"})
    assert refusal(state, Move(("infantry-1",), ("east", "belo", "west"))).clause == "K2"


@pytest.mark.clause("K5.9")
def test_a_liberated_territory_goes_back_to_its_owner() -> None:
    lands = {**LANDS, "belo": "Russians 2 by-right-of Germans", "norway": "Germans 3 capital"}
    state = game(LINKS, lands=lands, units={"east": "1 infantry Japanese"}, turn="Japanese")
    assert give(state, Move(("infantry-1",), ("east", "belo"))).owners["belo"] == "germans"

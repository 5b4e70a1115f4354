"""Which battles there are, and in what order they are fought (C5, K5.1, K5.11)."""

import pytest

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import battles
from tests.combined_arms.fights import came, fight, kinds, landing, told
from tests.combined_arms.kit import game, give, inside, refusal


@pytest.mark.clause("C5.1", "K5.11")
def test_raids_come_first_then_assaults_with_their_sea_battles_then_all_the_rest() -> None:
    state = fight(
        "germany-6 norway-6 6-12", 1, 3, 1, 6, 1, 6, 1, 6,
        turn="British",
        lands={"germany": "Germans 10", "norway": "Germans 3"},
        units={
            "germany": "1 industrial-complex Germans, 1 bomber British", "6": "1 cruiser British, 1 transport British "
            "(1 tank), 1 destroyer Germans", "norway": "1 infantry Germans",
            "12": "1 destroyer British, 1 submarine Germans",
        },
        fields={"bomber-1": {"duty": "raid"}} | landing("norway", "tank-1"),
    )  # fmt: skip
    assert [event.space for event in state.log.values() if event.clause == "C5.1"] == ["germany", "6", "norway", "12"]
    assert state.asked == {"british": "non-combat move"}


SEAS = {"units": {"6": "1 cruiser Germans, 1 destroyer British", "8": "1 cruiser Germans, 1 destroyer British"}}


@pytest.mark.clause("K5.11")
def test_within_a_step_the_attacker_chooses_the_order() -> None:
    state = fight("6-7 7-8 8-9", **SEAS)
    assert state.asked == {"germans": "choose battle"}
    assert [battle.space for battle in battles.to_choose(state)] == ["6", "8"]
    assert refusal(state, o.ChooseBattle("9")).clause == "K5.11"
    state = give(state, o.ChooseBattle("8"), pips=(1, 6, 1, 6))
    assert [event.space for event in state.log.values() if event.clause == "C5.1"] == ["8", "6"]
    assert kinds(state) == ["non-combat move"]


@pytest.mark.clause("K5.11")
def test_a_battle_of_a_later_step_cannot_be_chosen_before_its_time() -> None:
    state = fight(
        "6-isle 8-rock 6-12 12-8",
        lands={"isle": "British 1", "rock": "British 1"},
        units={
            "isle": "1 infantry British", "rock": "1 infantry British", "6": "1 transport Germans (1 tank)",
            "8": "1 transport Germans (1 tank)", "12": "1 cruiser Germans, 1 cruiser British",
        },
        fields=landing("isle", "tank-1") | landing("rock", "tank-2"),
    )  # fmt: skip
    assert kinds(state) == ["choose battle"]
    assert refusal(state, o.ChooseBattle("12")).clause == "K5.11"


@pytest.mark.clause("K5.11", "C3.5")
def test_a_landing_waits_for_its_sea_battle() -> None:
    state = fight(
        "6-isle 8-rock",
        lands={"isle": "British 1", "rock": "British 1"},
        units={
            "isle": "1 infantry British", "rock": "1 infantry British", "6": "1 cruiser Germans, "
            "1 transport Germans (1 tank), 1 cruiser British", "8": "1 transport Germans (1 tank)",
        },
        fields=landing("isle", "tank-1") | landing("rock", "tank-2"),
    )  # fmt: skip
    assert [battle.space for battle in battles.to_choose(state)] == ["6", "rock"]


@pytest.mark.clause("C5.3", "K5.1")
def test_only_the_power_in_turn_attacks_its_allies_there_take_no_part() -> None:
    state = fight("6-7", 6, 1, units={"6": "1 cruiser Germans, 2 battleship Japanese, 1 cruiser British"})
    assert "Germany fights in 6: 1 cruiser against 1 cruiser." in told(state)
    assert inside(state, "6") == ["1 cruiser British", "2 battleship Japanese"]


@pytest.mark.clause("C5.3")
def test_powers_of_one_alliance_never_fight_each_other() -> None:
    state = game("6-7", units={"6": "1 cruiser Germans, 1 submarine Japanese"}, engage={"6": True}, phase="combat")
    assert state.battles == {}


@pytest.mark.clause("C5.1")
def test_without_battles_the_phase_is_over_at_once() -> None:
    assert fight("6-7", units={"6": "1 cruiser Germans"}).phase == "non-combat move"


@pytest.mark.clause("C5.2", "C1.5")
def test_units_that_fought_do_not_move_afterwards() -> None:
    state = fight("6-7", 1, 6, units={"6": "1 cruiser Germans, 1 destroyer British"})
    assert refusal(state, o.Move(("cruiser-1",), ("6", "7"))).clause == "C1.5"


@pytest.mark.clause("K5.2", "C2.3")
def test_aircraft_alone_may_attack_a_territory_but_do_not_take_it() -> None:
    state = fight(
        "home-front", 1, 6, lands={"home": "Germans 1", "front": "British 1"},
        units={"front": "1 bomber Germans, 1 infantry British"}, fields=came("bomber-1", "home"),
    )  # fmt: skip
    assert state.owners["front"] == "british"
    assert inside(state, "front") == ["1 bomber Germans"]

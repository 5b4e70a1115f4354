"""Aircraft: their one allowance, what they are sent to do."""

import pytest

from room40.combined_arms.orders import Commit, Duty, Move
from tests.combined_arms.kit import game, give, refusal

LINKS = "home-a a-b b-c c-d d-e e-f home-1 1-2"
LANDS = {"home": "Germans 5", **dict.fromkeys("abcdef", "British 1")}


def air(units, **more):
    return game(LINKS, lands=LANDS, units=units, **more)


@pytest.mark.clause("C2.1", "K3.1")
def test_one_allowance_covers_both_moves_of_a_turn() -> None:
    state = give(air({"home": "1 fighter Germans"}), Move(("fighter-1",), ("home", "a", "b")), Commit())
    assert refusal(state, Move(("fighter-1",), ("b", "c", "d", "e"))).clause == "K2"
    state = give(state, Move(("fighter-1",), ("b", "a")), Move(("fighter-1",), ("a", "home")), Commit())
    assert state.units["fighter-1"].space == "home"


@pytest.mark.clause("C2.1", "K2")
def test_a_bomber_does_not_spend_all_six_on_the_way_out() -> None:
    out = ("home", "a", "b", "c", "d", "e", "f")
    state = give(air({"home": "1 bomber Germans"}), Move(("bomber-1",), out))
    assert refusal(state, Commit()).clause == "K3.4"


@pytest.mark.clause("K2")
def test_no_aircraft_flies_further_than_it_moves() -> None:
    state = air({"home": "1 fighter Germans"})
    assert refusal(state, Move(("fighter-1",), ("home", "a", "b", "c", "d", "e"))).clause == "K2"


@pytest.mark.clause("C2.3", "K3.1")
def test_nothing_on_the_way_stops_an_aircraft() -> None:
    state = air({"home": "1 bomber Germans", "a": "1 aaGun British, 2 fighter British", "b": "1 infantry British"})
    state = give(state, Move(("bomber-1",), ("home", "a", "b")))
    assert state.units["bomber-1"].space == "b"


@pytest.mark.clause("K4", "C5.1")
def test_only_bombers_raid_and_only_complexes() -> None:
    state = air({"home": "1 bomber Germans, 1 fighter Germans", "a": "1 factory British"})
    assert give(state, Move(("bomber-1",), ("home", "a"), Duty.RAID)).units["bomber-1"].duty == "raid"
    assert refusal(state, Move(("fighter-1",), ("home", "a"), Duty.RAID)).clause == "K4"
    assert refusal(state, Move(("bomber-1",), ("home", "a", "b"), Duty.RAID)).clause == "K4"


@pytest.mark.clause("C3.4")
def test_an_aircraft_goes_to_the_sea_battle_or_to_the_landing() -> None:
    state = game("home-1 1-shore", lands={"home": "Germans 5", "shore": "British 1"},
                 units={"home": "2 fighter Germans", "1": "1 destroyer British", "shore": "1 infantry British"})  # fmt: skip
    assert refusal(state, Move(("fighter-1",), ("home", "1"), Duty.LANDING)).clause == "C3.4"
    state = give(state, Move(("fighter-1",), ("home", "1")), Move(("fighter-2",), ("home", "1", "shore"), Duty.LANDING))
    assert [state.units[f"fighter-{n}"].space for n in (1, 2)] == ["1", "shore"]


@pytest.mark.clause("C3.4", "K4")
def test_nobody_is_sent_to_fight_in_phase_4() -> None:
    state = air({"home": "1 bomber Germans", "a": "1 factory British"}, phase="non-combat move")
    assert refusal(state, Move(("bomber-1",), ("home", "a"), Duty.RAID)).clause == "C3.4"


@pytest.mark.clause("C4.1")
def test_a_fighter_leaves_its_deck_when_it_flies() -> None:
    state = air({"1": "1 carrier Germans (1 fighter)"})
    assert give(state, Move(("fighter-1",), ("1", "2"))).units["fighter-1"].aboard == ""

"""Submarines: surprise strikes, submerging, what they hit and what hits them (K6)."""

import pytest

from room40.combined_arms import orders as o
from tests.combined_arms.fights import came, fight, kinds, told
from tests.combined_arms.kit import give, inside, refusal


@pytest.mark.clause("K6.1")
def test_submarines_of_both_sides_strike_at_the_same_time() -> None:
    state = fight("31-32", turn="British", units={"31": "1 submarine British, 1 submarine Germans"}, engage={"31": True})
    state = give(state, o.Submerge())
    assert state.asked == {"germans": "submerge"}
    state = give(state, o.Submerge(), by="germans", pips=(1, 1))
    assert inside(state, "31") == []


@pytest.mark.clause("K6.1")
def test_a_submarine_that_meets_a_destroyer_is_struck_without_firing() -> None:
    state = fight(
        "31-32", turn="British", units={"31": "1 submarine British, 1 destroyer British, 1 submarine Germans"},
        engage={"31": True},
    )  # fmt: skip
    state = give(state, o.Submerge(), pips=(1,))
    assert inside(state, "31") == ["1 destroyer British", "1 submarine British"]


@pytest.mark.clause("K6.1")
def test_with_enemy_destroyers_on_both_sides_submarines_fire_with_the_rest() -> None:
    state = fight(
        "31-32", 2, 6, 6, 1,
        units={"31": "1 submarine Germans, 1 destroyer Germans, 1 submarine British, 1 destroyer British"},
    )  # fmt: skip
    assert "The attacker fires: 1 destroyer at 2: 2; 1 submarine at 2: 6. 1 hit." in told(state)
    assert kinds(state) == ["casualties"]


@pytest.mark.clause("K6.1")
def test_the_right_to_strike_is_judged_anew_every_round() -> None:
    state = fight("31-32", 1, 6, 6, units={"31": "2 submarine Germans, 1 cruiser British, 1 destroyer British"})
    state = give(state, o.Casualties(("destroyer-1",)), by="british", pips=(6, 6))
    assert kinds(state) == ["submerge"]
    state = give(state, o.Submerge(), pips=(1, 6))
    assert inside(state, "31") == ["2 submarine Germans"]
    assert "The attacker strikes by surprise: 2 submarines at 2: 1 6. 1 hit." in told(state)


@pytest.mark.clause("K6.1", "K6.3")
def test_a_destroyer_that_is_hit_still_counts_until_it_is_removed() -> None:
    state = fight(
        "31-32", 1, 1,
        units={"31": "1 destroyer Germans, 1 submarine Germans, 1 carrier British (1 fighter), 1 destroyer British"},
        fields=came("destroyer-1", "32"),
    )  # fmt: skip
    state = give(state, o.Casualties(("destroyer-2", "carrier-1")), by="british", pips=(4, 6, 6))
    assert "The defender fires: 1 fighter at 4: 4; 1 carrier at 2: 6; 1 destroyer at 2: 6. 1 hit." in told(state)
    assert kinds(state) == ["casualties"]
    state = give(state, o.Casualties(("submarine-1",)))
    assert "submarine-1" not in state.units


@pytest.mark.clause("K6.2")
def test_any_number_of_submarines_may_submerge_and_the_others_strike() -> None:
    state = fight(
        "8-9", units={"8": "3 submarine Germans, 1 cruiser British, 1 battleship British"},
        fields=came("submarine-1", "9"),
    )  # fmt: skip
    state = give(state, o.Submerge(("submarine-1",)), pips=(6, 6, 6, 6))
    assert "The attacker strikes by surprise: 2 submarines at 2: 6 6. No hits." in told(state)
    assert state.units["submarine-1"].submerged
    assert state.units["submarine-1"].space == "8"


@pytest.mark.clause("K6.2")
def test_nobody_submerges_beside_an_enemy_destroyer_and_nobody_elses_submarine() -> None:
    state = fight("8-9", 6, 6, 6, 1, units={"8": "1 submarine Germans, 1 destroyer British"})
    assert inside(state, "8") == ["1 destroyer British"]
    state = fight("8-9", units={"8": "1 submarine Germans, 1 submarine British"}, engage={"8": True})
    refused = refusal(state, o.Submerge(("submarine-2",)))
    assert refused.clause == "K6.2"


@pytest.mark.clause("K6.2", "K5.11")
def test_a_defender_whose_last_submarine_submerges_has_left_the_battle() -> None:
    state = fight("8-9", units={"8": "1 submarine Germans, 1 submarine British"}, engage={"8": True})
    state = give(state, o.Submerge())
    state = give(state, o.Submerge(("submarine-2",)), by="british")
    assert "The battle in 8 is over; submarines have submerged." in told(state)
    assert inside(state, "8") == ["1 submarine British", "1 submarine Germans"]


@pytest.mark.clause("K6.2")
def test_when_all_attackers_have_submerged_the_defender_is_asked_nothing() -> None:
    state = fight(
        "8-9", units={"8": "1 submarine Germans, 1 submarine British, 1 cruiser British"}, fields=came("submarine-1", "9")
    )
    state = give(state, o.Submerge(("submarine-1",)))
    assert "The battle in 8 is over; submarines have submerged." in told(state)
    assert state.asked == {"germans": "non-combat move"}


@pytest.mark.clause("K6.3")
def test_submarines_never_hit_aircraft() -> None:
    state = fight("8-9", units={"8": "1 submarine Germans, 1 carrier British (2 fighter)"}, fields=came("submarine-1", "9"))
    state = give(state, o.Submerge(), pips=(1,))
    assert inside(state, "8") == ["1 submarine Germans"]
    assert "United Kingdom loses 1 carrier." in told(state)


@pytest.mark.clause("K6.3")
def test_aircraft_hit_submarines_beside_a_destroyer_of_their_own_side() -> None:
    units = {"8": "1 fighter Germans, 1 destroyer Germans, 1 submarine British"}
    state = fight("8-9", 3, 3, 6, units=units, engage={"8": True})
    assert "The attacker fires: 1 fighter at 3: 3; 1 destroyer at 2: 3. 1 hit." in told(state)
    assert inside(state, "8") == ["1 destroyer Germans", "1 fighter Germans"]


@pytest.mark.clause("K6.2")
def test_each_power_whose_submarines_submerge_is_named() -> None:
    units = {"8": "1 cruiser Germans, 1 submarine British, 2 submarine Americans"}
    state = fight("8-9", units=units, fields=came("cruiser-1", "9"), engage={"8": True})
    state = give(state, o.Submerge(("submarine-1", "submarine-2", "submarine-3")))
    assert "1 submarine of United Kingdom submerges." in told(state)
    assert "2 submarines of United States submerge." in told(state)

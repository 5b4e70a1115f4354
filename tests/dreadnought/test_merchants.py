"""The search for merchants (H10)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import merchants, operations

from .kit import dice, fleet, game


def raid(ships=("Goeben",), traffic=1, mission="raiding", light="day", **more):
    one = fleet(mission, list(ships), "C4", {4: "stay search"}, leader=ships[0], **{"on_map": False, **more})
    return game({"CP-1": one}, turn=4, phase="operations", light=light, traffic={"C4": traffic} if traffic else {})


def searched(state, *pips):
    throws = dice(*pips)
    after = operations.step(state, throws)
    assert throws.left == ()
    return after


@pytest.mark.clause("H10", "5.2")
@pytest.mark.parametrize("traffic, die, sunk", [(1, 5, False), (1, 6, True), (2, 4, False), (2, 5, True)])
def test_a_search_needs_a_six_at_rating_one_and_five_at_two(traffic, die, sunk):
    after = searched(raid(traffic=traffic), die)
    assert after.fleets["CP-1"].on_map is sunk
    assert after.traffic["C4"] == traffic - sunk
    assert after.points == ({"CP": {"merchant": 1}} if sunk else {})


@pytest.mark.clause("H10")
def test_two_ships_add_one():
    after = searched(raid(("Goeben", "Breslau")), 5)
    assert after.points == {"CP": {"merchant": 1}}
    assert "die 5 + 1 for two ships = 6" in after.log["CP"][1].text


@pytest.mark.clause("H10", "5.2")
def test_a_search_that_fails_is_told_to_its_owner_alone():
    assert set(searched(raid(), 5).log) == {"CP"}
    assert set(searched(raid(), 6).log) == {"CP", "EN", "public"}


@pytest.mark.clause("H10")
@pytest.mark.parametrize(
    "bad", [{"light": "night"}, {"mission": "intercept"}, {"entered": ("C3", "C4")}, {"in_port": True}, {"traffic": 0}]
)
def test_no_search_by_night_by_others_after_two_zones_in_port_or_in_empty_seas(bad):
    assert searched(raid(**bad)).points == {}


@pytest.mark.clause("H10", "H21")
def test_a_raider_pulled_back_by_a_contact_does_not_search():
    assert searched(raid(stopped=True)).log == {}


@pytest.mark.clause("H10")
def test_each_point_of_traffic_comes_back_six_turns_after_it_was_lost():
    once = searched(raid(traffic=2), 5)
    twice = searched(
        replace(once, turn=6, fleets={"CP-1": replace(once.fleets["CP-1"], sheet={6: once.fleets["CP-1"].sheet[4]})}), 6
    )
    assert twice.traffic == {"C4": 0}
    ratings = {turn: merchants.recover(replace(twice, turn=turn)).traffic["C4"] for turn in (9, 10, 11, 12)}
    assert ratings == {9: 0, 10: 1, 11: 1, 12: 2}
    assert merchants.recover(replace(twice, turn=12)).traffic_back == {}

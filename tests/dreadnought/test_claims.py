"""Claims before a contact die (5.46, H16, H21.7, H21.22)."""

import pytest

from room40.dreadnought.orders import Claim, Habit
from room40_server.rules.dreadnought import claims
from room40_server.rules.dreadnought.state import Airship

from .kit import fleet, game

BOATS = [f"German TB #{n}" for n in range(1, 7)]


def true_of(data, zone="C4", **more):
    state = game({"CP-1": data, **more.pop("others", {})}, **more)
    return set(claims.true_claims(state, state.fleets["CP-1"], zone))


@pytest.mark.clause("5.46", "H16")
def test_a_leader_aboard_may_be_claimed_until_he_is_lost():
    led = fleet("transport", ["Seydlitz", "Moltke"], "C4", leader="Seydlitz")
    assert true_of(led) == {Claim.LEADER}
    state = game({"CP-1": led})
    from room40_server.rules.dreadnought import damage

    sunk = damage.sink(state, "seydlitz")
    assert claims.true_claims(sunk, sunk.fleets["CP-1"], "C4") == ()
    assert claims.fault(sunk, sunk.fleets["CP-1"], "C4", (Claim.LEADER,)).clause == "5.46"


@pytest.mark.clause("5.46", "H9")
@pytest.mark.parametrize("boats, large", [(5, False), (6, True)])
def test_a_fleet_is_large_with_more_than_twenty_ships_a_counter_counting_for_its_boats(boats, large):
    """Five German counters are 20 boats, six are 24."""
    assert (Claim.LARGE in true_of(fleet("transport", BOATS[:boats], "C4"))) is large


@pytest.mark.clause("5.46", "H21.22")
def test_destroyers_torpedo_boats_and_yachts_alone_are_small_craft_a_leader_is_not():
    assert Claim.SMALL_CRAFT in true_of(fleet("transport", ["German TB #1", "Tatra #1"], "C4"))
    assert Claim.SMALL_CRAFT not in true_of(fleet("transport", ["German TB #1", "Rostock"], "C4"))
    assert Claim.SMALL_CRAFT not in true_of(fleet("transport", ["German TB #1", "Mirabello"], "C4"))


@pytest.mark.clause("5.46", "H21.22")
def test_an_escorts_ships_count_in_its_charges_claims():
    charge = fleet("transport", ["German TB #1"], "C4")
    led = {"CP-2": fleet("escort", ["Roon"], "C4", charge="CP-1", leader="Roon")}
    apart = {"CP-2": fleet("escort", ["Roon"], "C5", charge="CP-1", leader="Roon")}
    assert true_of(charge, others=led) == {Claim.LEADER}
    assert true_of(charge, others=apart) == {Claim.SMALL_CRAFT}


@pytest.mark.clause("5.46", "5.2 Intercept")
def test_the_mission_may_be_claimed_only_if_it_is_the_fleets():
    assert true_of(fleet("intercept", ["Roon"], "C4")) == {Claim.INTERCEPT}
    assert true_of(fleet("raiding", ["Roon"], "C4")) == {Claim.RAIDER_PLUS, Claim.RAIDER_MINUS}
    assert true_of(fleet("abort", ["Roon"], "C4")) == set()


@pytest.mark.clause("5.46", "H14")
@pytest.mark.parametrize(
    "side, zone, weather, light, true",
    [
        ("CP", "C4", 1, "day", True),
        ("CP", "C4", 2, "day", True),
        ("CP", "C4", 3, "day", False),
        ("CP", "C4", 2, "night", False),
        ("CP", "C5", 2, "day", False),
        ("EN", "C4", 2, "day", False),
    ],
)
def test_an_own_airship_counts_in_the_zone_of_the_check_if_it_can_find_things(side, zone, weather, light, true):
    flying = {"a": Airship("a", "A", side, "C3", zone, 1, (zone,))}
    found = true_of(fleet("transport", ["Roon"], "C4"), weather=weather, light=light, airships=flying)
    assert (Claim.AIRSHIP in found) is true


@pytest.mark.clause("5.46")
@pytest.mark.parametrize("claim", list(Claim))
def test_a_false_claim_is_refused_in_words_of_ones_own_fleet(claim):
    state = game({"CP-1": fleet("abort", ["Roon"], "C4")})
    fault = claims.fault(state, state.fleets["CP-1"], "C4", (claim,))
    assert fault.clause == "5.46"
    assert "Fleet 1" in fault.sentence or "C4" in fault.sentence


@pytest.mark.clause("5.46")
def test_a_raider_claims_one_sign_only():
    state = game({"CP-1": fleet("raiding", ["Roon"], "C4")})
    raider = state.fleets["CP-1"]
    assert claims.fault(state, raider, "C4", (Claim.RAIDER_PLUS,)) is None
    assert claims.fault(state, raider, "C4", (Claim.RAIDER_MINUS,)) is None
    assert "not both" in claims.fault(state, raider, "C4", (Claim.RAIDER_PLUS, Claim.RAIDER_MINUS)).sentence


@pytest.mark.clause("5.46")
def test_what_claims_are_worth():
    state = game({"CP-1": fleet("raiding", ["Roon"], "C4")})
    worth = {c.value: claims.worth(state, c) for c in Claim}
    assert worth == {
        "leader": 1, "large": 1, "small craft": -1, "intercept": 2, "raider +1": 1, "raider -1": -1, "airship": 2
    }  # fmt: skip


@pytest.mark.clause("H21.7")
@pytest.mark.parametrize(
    "mission, ships, habit, answer",
    [
        ("intercept", ["Roon"], Habit.ASK, None),
        ("intercept", ["Roon"], Habit.NEVER, ()),
        ("intercept", ["Roon"], Habit.ALWAYS, (Claim.LEADER, Claim.INTERCEPT)),
        ("raiding", ["Roon"], Habit.ALWAYS, (Claim.LEADER, Claim.RAIDER_PLUS)),
        ("transport", ["Roon"], Habit.ALWAYS, ()),
        ("transport", ["German TB #1"], Habit.ALWAYS, (Claim.SMALL_CRAFT,)),
        ("intercept", ["German TB #1"], Habit.ALWAYS, (Claim.LEADER, Claim.INTERCEPT)),
    ],
)
def test_a_standing_instruction_answers_for_its_owner(mission, ships, habit, answer):
    """ "Always" raises the die for hunters and lowers it for all others."""
    state = game({"CP-1": fleet(mission, ships, "C4", leader=ships[0], habit=habit)})
    assert claims.by_habit(state, state.fleets["CP-1"], "C4") == answer


@pytest.mark.clause("H21.7")
@pytest.mark.parametrize("habit", list(Habit))
@pytest.mark.parametrize("mission", ["intercept", "raiding", "transport", "abort"])
def test_what_a_standing_instruction_claims_is_never_refused(habit, mission):
    state = game({"CP-1": fleet(mission, BOATS, "C4", leader=BOATS[0], habit=habit)})
    made = claims.by_habit(state, state.fleets["CP-1"], "C4") or ()
    assert claims.fault(state, state.fleets["CP-1"], "C4", made) is None

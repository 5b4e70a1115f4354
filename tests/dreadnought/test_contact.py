"""The contact checks of a turn, from the first pair to the battles (5.4)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Claim, Habit, Side
from room40_server.rules.dice import OutOfDice
from room40_server.rules.dreadnought import contact, sight, turn
from room40_server.rules.dreadnought.state import Airship, Phase
from room40_server.rules.game import Refused

from .kit import GAME, dice, fleet, game

CP = {"CP-1": fleet("intercept", ["Rostock", "Frankfurt"], "C3", {4: "C4"})}
EN = {"EN-1": fleet("intercept", ["Dublin", "Chatham"], "C4", {4: "stay"})}
BOTH = {**CP, **EN}
SWAP = {
    "CP-1": fleet("intercept", ["Roon"], "C4", {4: "C5", 5: "C6", 6: "stay"}),
    "EN-1": fleet("intercept", ["Defence"], "C5", {4: "C4", 5: "C3", 6: "stay"}),
}
NEVER = {"habit": Habit.NEVER}


def quiet(fleets):
    """The same fleets with owners who never claim."""
    return {i: {**f, **NEVER} for i, f in fleets.items()}


def begin(fleets, *pips, **more):
    """Movement and contact until somebody is asked or the battles are formed."""
    more = {"turn": 4, "phase": "movement", **more}
    pips = dice(*pips)
    state = turn.step(sight.look(game(fleets, **more)), pips)
    return turn.step(state, pips)


def say(state, seat, order, *pips):
    """An order and what follows of the contact phase."""
    pips = dice(*pips)
    state = turn.obey(state, seat, order, pips)
    return turn.step(state, pips) if not state.asked else state


def told(state, viewpoint):
    return [e.text for e in state.log.get(viewpoint, {}).values() if e.kind == "contact"]


def outcome(state):
    return [(c.zone, c.cp, c.en, c.die, c.total, c.contact, c.surprise) for c in state.checks]


# ---- the die -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.4")
@pytest.mark.parametrize("light, die, found", [("day", 3, False), ("day", 4, True), ("night", 5, False), ("night", 6, True)])
def test_contact_is_on_four_by_day_and_six_by_night(light, die, found):
    state = begin(quiet(BOTH), die, light=light)
    assert [c.contact for c in state.checks] == [found]
    assert bool(state.battles) is found
    assert state.phase is Phase.PASSAGE


@pytest.mark.clause("5.4")
def test_one_die_is_thrown_for_a_pair_and_none_where_nobody_meets():
    assert len(begin(quiet(BOTH), 3).checks) == 1
    apart = {**quiet(CP), "EN-1": fleet("intercept", ["Dublin"], "F8", {4: "stay"}, **NEVER)}
    assert begin(apart).checks == ()


@pytest.mark.clause("5.45")
@pytest.mark.parametrize("weather, total", [(1, 4), (2, 3), (3, 3), (4, 2), (5, 2), (6, 1)])
def test_weather_changes_the_die(weather, total):
    assert begin(quiet(BOTH), 3, weather=weather).checks[0].total == total


@pytest.mark.clause("5.41", "H21.14")
@pytest.mark.parametrize("die, weather, claims, surprise", [(6, 6, (), True), (5, 1, (Claim.INTERCEPT,), False)])
def test_only_a_natural_six_is_a_surprise(die, weather, claims, surprise):
    """A five with clear weather and a claim makes eight, and no surprise."""
    state = begin(BOTH, weather=weather)
    state = say(state, "CP", o.MakeClaims(claims))
    state = say(state, "EN", o.MakeClaims(), die)
    assert state.checks[0].contact
    assert state.checks[0].surprise is surprise
    assert state.battles["C4"].surprise is surprise


@pytest.mark.clause("5.41", "H21.14")
def test_one_natural_six_among_the_contacts_of_a_zone_makes_its_battle_a_surprise():
    fleets = quiet({**BOTH, "EN-2": fleet("intercept", ["Lion"], "C5", {4: "C4"})})
    assert begin(fleets, 4, 6).battles["C4"].surprise
    assert not begin(fleets, 4, 5).battles["C4"].surprise


# ---- claims --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.46", "H21.7")
def test_both_sides_are_asked_for_claims_even_with_nothing_to_claim():
    nothing = {"CP-1": fleet("abort", ["Roon"], "C3", {4: "C4"}), **EN}
    state = begin(nothing)
    assert dict(state.asked) == {"CP": "claims", "EN": "claims"}
    assert state.phase is Phase.CONTACT


@pytest.mark.clause("5.46", "H21.7")
def test_claims_stay_secret_until_both_are_in_and_the_die_comes_after_them():
    state = begin(BOTH)
    one = say(state, "CP", o.MakeClaims((Claim.INTERCEPT,)))
    assert dict(one.asked) == {"EN": "claims"}
    assert one.log == state.log
    with pytest.raises(Refused):
        say(one, "CP", o.MakeClaims())
    with pytest.raises(OutOfDice):
        say(one, "EN", o.MakeClaims())
    both = say(one, "EN", o.MakeClaims((Claim.INTERCEPT,)), 1)
    assert both.checks[0].modifiers == {"CP intercept": 2, "EN intercept": 2}
    assert both.checks[0].total == 5


@pytest.mark.clause("5.46", "H21.22")
def test_the_same_claim_of_both_adds_twice_and_silence_adds_nothing():
    led = {**CP, "EN-1": fleet("intercept", ["Lion"], "C4", leader="Lion")}
    led["CP-1"] = fleet("intercept", ["Seydlitz"], "C3", {4: "C4"}, leader="Seydlitz")
    state = begin(led)
    silent = say(say(state, "CP", o.MakeClaims()), "EN", o.MakeClaims(), 2)
    assert silent.checks[0].total == 2
    claimed = say(say(state, "CP", o.MakeClaims((Claim.LEADER,))), "EN", o.MakeClaims((Claim.LEADER,)), 2)
    assert claimed.checks[0].total == 4


@pytest.mark.clause("5.46")
def test_a_false_claim_is_refused_and_the_owner_is_asked_still():
    state = begin(BOTH)
    with pytest.raises(Refused) as no:
        say(state, "CP", o.MakeClaims((Claim.LEADER,)))
    assert no.value.clause == "5.46"
    assert dict(state.asked) == {"CP": "claims", "EN": "claims"}


@pytest.mark.clause("5.46")
def test_a_claim_named_twice_counts_once():
    state = say(begin(BOTH), "CP", o.MakeClaims((Claim.INTERCEPT, Claim.INTERCEPT)))
    assert say(state, "EN", o.MakeClaims(), 1).checks[0].total == 3


@pytest.mark.clause("5.46", "H21.22")
def test_an_airship_counts_for_its_own_side_two_once():
    flying = {n: Airship(n, n, "EN", "C3", "C4", 1, ("C4",)) for n in ("one", "two")}
    state = say(begin(BOTH, airships=flying), "CP", o.MakeClaims())
    assert say(state, "EN", o.MakeClaims((Claim.AIRSHIP,)), 2).checks[0].total == 4


@pytest.mark.clause("H21.7")
def test_a_standing_instruction_answers_and_only_the_other_side_is_asked():
    always = {"CP-1": {**CP["CP-1"], "habit": Habit.ALWAYS}, **EN}
    state = begin(always)
    assert dict(state.asked) == {"EN": "claims"}
    assert say(state, "EN", o.MakeClaims(), 2).checks[0].modifiers == {"CP intercept": 2}


@pytest.mark.clause("H21.7", "5.46")
@pytest.mark.parametrize("viewpoint", ["EN", "public"])
def test_a_standing_instruction_looks_like_an_owner_who_is_asked_and_answers(viewpoint):
    instructed = begin({"CP-1": {**CP["CP-1"], **NEVER}, **EN})
    asked = begin(BOTH)
    answered = say(asked, "CP", o.MakeClaims())
    shown = [GAME.view(state, viewpoint) for state in (instructed, asked, answered)]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0].waiting == ["CP", "EN"]
    ends = [GAME.view(say(state, "EN", o.MakeClaims(), 2), viewpoint) for state in (instructed, answered)]
    assert ends[0] == ends[1]
    assert GAME.view(say(asked, "EN", o.MakeClaims()), "EN").waiting == ["CP"]


@pytest.mark.clause("5.46")
def test_no_claims_are_heard_when_none_are_asked():
    with pytest.raises(Refused):
        say(begin(SWAP), "EN", o.MakeClaims())


# ---- swaps ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.44")
def test_on_a_swap_the_entente_chooses_the_zone_that_is_checked_first():
    state = begin(quiet(SWAP))
    assert dict(state.asked) == {"EN": "swap"}
    assert [p.zone for p in contact.swap_choices(state)] == ["C4", "C5"]
    with pytest.raises(Refused) as no:
        say(state, "EN", o.ChooseZone("C3"))
    assert no.value.clause == "5.44"
    with pytest.raises(Refused):
        say(state, "CP", o.ChooseZone("C5"))
    assert outcome(say(state, "EN", o.ChooseZone("C5"), 4)) == [("C5", "CP-1", "EN-1", 4, 4, True, False)]


@pytest.mark.clause("5.44")
def test_contact_in_the_first_zone_of_a_swap_cancels_the_second_none_leaves_it():
    state = begin(quiet(SWAP))
    assert [c.zone for c in say(state, "EN", o.ChooseZone("C5"), 3, 2).checks] == ["C5", "C4"]
    held = say(state, "EN", o.ChooseZone("C4"), 4)
    assert [c.zone for c in held.checks] == ["C4"]
    assert held.fleets["CP-1"].zone == held.fleets["EN-1"].zone == "C4"
    assert held.fleets["CP-1"].came_from == ""
    assert held.fleets["EN-1"].came_from == "C5"


@pytest.mark.clause("5.44")
def test_no_zone_is_chosen_where_none_is_asked():
    with pytest.raises(Refused):
        say(begin(BOTH), "EN", o.ChooseZone("C4"))


@pytest.mark.clause("5.44")
def test_each_swap_of_a_turn_is_asked_for_by_itself():
    two = {
        **SWAP,
        "CP-2": fleet("intercept", ["Moltke"], "F4", {4: "F5"}),
        "EN-2": fleet("intercept", ["Lion"], "F5", {4: "F4"}),
    }
    state = begin(quiet(two))
    state = say(state, "EN", o.ChooseZone("C5"), 4)
    assert dict(state.asked) == {"EN": "swap"}
    state = say(state, "EN", o.ChooseZone("F4"), 4)
    assert [c.zone for c in state.checks] == ["C5", "F4"]


# ---- what a contact voids ------------------------------------------------------------------------------------------


@pytest.mark.clause("5.43", "5.44")
def test_a_fleet_with_contact_stands_there_and_its_checks_elsewhere_are_void():
    fleets = quiet(
        {
            "CP-1": fleet("intercept", ["Rostock"], "C3", {4: "C4/C5", 5: "stay"}),
            "EN-1": fleet("intercept", ["Dublin"], "C4", {4: "stay"}),
            "EN-2": fleet("intercept", ["Lion"], "C5", {4: "stay"}),
            "EN-3": fleet("intercept", ["Tiger"], "C4", {4: "stay"}),
        }
    )
    state = begin(fleets, 4, 2)
    assert [(c.zone, c.en) for c in state.checks] == [("C4", "EN-1"), ("C4", "EN-3")]
    assert state.fleets["CP-1"].zone == "C4"
    passed = begin(fleets, 3, 3, 3)
    assert [(c.zone, c.en) for c in passed.checks] == [("C4", "EN-1"), ("C4", "EN-3"), ("C5", "EN-2")]


@pytest.mark.clause("5.44")
def test_a_pair_is_contacted_at_most_once_a_turn():
    fleets = quiet(
        {
            "CP-1": fleet("intercept", ["Rostock"], "C3", {4: "C4/C5"}),
            "EN-1": fleet("intercept", ["Dublin"], "B3", {4: "C4/C5"}),
        }
    )
    assert [c.zone for c in begin(fleets, 4).checks] == ["C4"]
    assert [c.zone for c in begin(fleets, 3, 4).checks] == ["C4", "C5"]


# ---- automatic -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.42", "H21.14")
def test_automatic_contact_asks_nobody_and_throws_nothing():
    raid = {"CP-1": fleet("bombardment", ["Seydlitz"], "C4", {4: "stay bombard"}), **EN}
    state = begin(raid, weather=6, light="night", ports={"C4": "minor EN"})
    assert outcome(state) == [("C4", "CP-1", "EN-1", 0, 0, True, False)]
    assert not state.battles["C4"].surprise
    assert told(state, "EN") == ["Fleet 1 meets enemy A off C4: contact without a die (5.42)."]


@pytest.mark.clause("5.42", "5.49", "H21.4")
def test_automatic_contact_brings_a_hidden_raider_on_the_map():
    fleets = {
        "CP-1": fleet("raiding", ["Goeben"], "C4", {4: "stay bombard"}, leader="Goeben", on_map=False),
        "EN-1": fleet("raiding", ["Gloucester"], "C4", leader="Gloucester", on_map=False),
    }
    state = begin(fleets, ports={"C4": "minor EN"})
    assert all(f.on_map and f.shown_on == 4 for f in state.fleets.values())
    assert set(state.battles) == {"C4"}


@pytest.mark.clause("5.49")
def test_hidden_raiders_that_share_a_zone_are_not_asked_about_and_nobody_is_told():
    fleets = {
        "CP-1": fleet("raiding", ["Goeben"], "C4", leader="Goeben", on_map=False),
        "EN-1": fleet("raiding", ["Gloucester"], "C5", {4: "C4"}, leader="Gloucester", on_map=False),
    }
    state = begin(fleets)
    assert state.phase is Phase.PASSAGE
    assert state.checks == ()
    assert told(state, "CP") == told(state, "EN") == told(state, "public") == []


PORT = {"C4": "minor EN"}
GOES_IN = fleet("intercept", ["Rostock"], "C3", {4: "C4 port", 5: "stay"}, **NEVER)


@pytest.mark.clause("5.43", "5.44", "H21.28")
@pytest.mark.parametrize("inside, outside", [(1, 2), (2, 1)])
def test_who_is_found_off_a_port_never_comes_into_it_and_meets_nobody_there(inside, outside):
    fleets = {
        "CP-1": GOES_IN,
        f"EN-{inside}": fleet("intercept", ["Lion"], "C4", {4: "stay"}, in_port=True, **NEVER),
        f"EN-{outside}": fleet("intercept", ["Dublin"], "C4", {4: "stay"}, **NEVER),
    }
    held = begin(fleets, 4, ports=PORT)
    assert outcome(held) == [("C4", "CP-1", f"EN-{outside}", 4, 4, True, False)]
    assert [held.fleets[i].in_port for i in (f"EN-{inside}", "CP-1")] == [True, False]
    goes_in = begin(fleets, 3, ports=PORT)
    assert [(c.en, c.automatic) for c in goes_in.checks] == [(f"EN-{outside}", ""), (f"EN-{inside}", "5.42")]
    assert goes_in.fleets["CP-1"].in_port


@pytest.mark.clause("5.42", "H11")
def test_a_fleet_in_a_minor_port_is_found_by_who_bombards_it_and_stays_in_port():
    fleets = {
        "CP-1": fleet("bombardment", ["Seydlitz"], "C3", {4: "C4 bombard"}),
        "CP-2": GOES_IN,
        "EN-1": fleet("intercept", ["Lion"], "C4", {4: "stay"}, in_port=True, port_turns=3, **NEVER),
    }
    state = begin(fleets, ports=PORT)
    assert [(c.cp, c.en, c.automatic) for c in state.checks] == [("CP-1", "EN-1", "5.42"), ("CP-2", "EN-1", "5.42")]
    assert (state.fleets["EN-1"].in_port, state.fleets["EN-1"].stopped) == (True, False)
    assert state.battles["C4"].fleets == {"CP": ("CP-1", "CP-2"), "EN": ("EN-1",)}


# ---- battles -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.47", "H21.29")
def test_there_is_one_battle_in_a_zone_with_all_who_made_contact_there_escorts_included():
    fleets = quiet(
        {
            **BOTH,
            "CP-2": fleet("escort", ["Kolberg"], "C3", charge="CP-1"),
            "EN-2": fleet("intercept", ["Lion"], "C5", {4: "C4"}),
            "EN-3": fleet("intercept", ["Tiger"], "B4", {4: "C4"}),
        }
    )
    state = begin(fleets, 4, 4, 1)
    assert state.battles["C4"].fleets == {"CP": ("CP-1", "CP-2"), "EN": ("EN-1", "EN-2")}
    assert state.contacts is None


@pytest.mark.clause("5.47", "H21.6")
def test_battles_stand_in_order_of_zone():
    fleets = quiet(
        {
            "CP-1": fleet("intercept", ["Roon"], "F4"),
            "EN-1": fleet("intercept", ["Dublin"], "F4"),
            "CP-2": fleet("intercept", ["Moltke"], "C10"),
            "EN-2": fleet("intercept", ["Lion"], "C10"),
            "CP-3": fleet("intercept", ["Seydlitz"], "C9"),
            "EN-3": fleet("intercept", ["Tiger"], "C9"),
        }
    )
    assert list(begin(fleets, 4, 4, 4).battles) == ["C9", "C10", "F4"]


# ---- what is told --------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.46")
def test_dice_and_claims_are_open_to_all_and_fleets_are_named_as_each_knows_them():
    state = begin(BOTH, weather=1)
    state = say(state, "CP", o.MakeClaims((Claim.INTERCEPT,)))
    state = say(state, "EN", o.MakeClaims(), 1)
    assert told(state, "CP") == ["Fleet 1 sights enemy A off C4: die 1, +1 clear, +2 intercept = 4, contact (5.4)."]
    assert told(state, "EN") == ["Fleet 1 sights enemy A off C4: die 1, +1 clear, +2 enemy's intercept = 4, contact (5.4)."]
    (public,) = told(state, "public")
    assert "die 1, +1 clear, +2 Central Powers intercept = 4, contact (5.4)." in public
    assert "Fleet 1" not in public


@pytest.mark.clause("5.4")
def test_a_check_without_contact_is_told_too():
    state = begin(quiet(BOTH), 2, light="night")
    assert told(state, "EN") == ["Fleet 1 misses enemy A off C4 by night: die 2 = 2, no contact (5.4)."]


@pytest.mark.clause("H21.10")
def test_in_double_blind_the_public_hears_only_of_fleets_that_it_sees():
    passing = quiet(
        {
            "CP-1": fleet("intercept", ["Rostock"], "C3", {4: "C4/C5"}),
            "EN-1": fleet("intercept", ["Dublin"], "B3", {4: "C4/D4"}),
        }
    )
    blind = begin(passing, 2, setting={"double_blind": True})
    assert told(blind, "public") == []
    assert told(blind, "CP") == ["Fleet 1 misses an enemy fleet off C4: die 2 = 2, no contact (5.4)."]
    assert len(told(begin(passing, 2), "public")) == 1


@pytest.mark.clause("5.4")
def test_the_umpire_keeps_every_check():
    state = begin(quiet(BOTH), 4)
    (fact,) = [h for h in state.record.values() if h.what == "contact check"]
    assert (fact.zone, fact.fleets, fact.dice, fact.figures["total"]) == ("C4", ("CP-1", "EN-1"), (4,), 4)


@pytest.mark.clause("5.3", "5.4")
def test_the_order_in_which_orders_come_in_changes_nothing():
    state = begin(BOTH)
    first = say(say(state, "CP", o.MakeClaims((Claim.INTERCEPT,))), "EN", o.MakeClaims(), 4)
    second = say(say(state, "EN", o.MakeClaims()), "CP", o.MakeClaims((Claim.INTERCEPT,)), 4)
    assert first == second


def test_who_is_asked_what_is_what_the_game_says():
    state = begin(BOTH)
    assert dict(GAME.waiting(state)) == {"CP": "claims", "EN": "claims"}
    assert contact.fleet_in(state.contacts.asked, Side.EN) == "EN-1"
    assert contact.swap_choices(replace(state, contacts=None)) == ()

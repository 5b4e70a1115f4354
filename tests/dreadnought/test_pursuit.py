"""Pursuit (5.23, H21.8, H21.13)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40_server.rules.dreadnought import movement, plots, presence, pursuit, sight, turn
from room40_server.rules.dreadnought.state import Battle, Phase, Pursuit, with_fleet
from room40_server.rules.game import Refused

from .kit import dice, fleet, game, text_sheet

CHASE = {6: "pursue", 7: "pursue"}


def hunter(ships=("Lion", "Tiger"), zone="C4", orders=None, turns=2, quarry="CP-1", known=(), **more):
    hunt = Pursuit(quarry, turns, ships=known)
    return fleet("intercept", list(ships), zone, orders or CHASE, pursuit=hunt, **more)


def prey(ships=("Roon", "Prinz Adalbert"), zone="C4", orders=None, **more):
    return fleet("intercept", list(ships), zone, orders or {6: "C5", 7: "C6"}, **more)


def chase(en=None, cp=None, *pips, then="contact", more_fleets=None, **more):
    """The pursuit phase of turn 6 and, unless told otherwise, movement."""
    fleets = {"EN-1": en or hunter(), "CP-1": cp or prey(), **(more_fleets or {})}
    pips = dice(*pips)
    state = sight.look(game(fleets, turn=6, phase="pursuit", **more))
    while state.phase.value != then and not state.asked:
        state = turn.step(state, pips)
    assert pips.left == ()
    return state


def rolled(state):
    return [h.figures for h in state.record.values() if h.what == "pursuit"]


# ---- the die -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.23")
@pytest.mark.parametrize(
    "en, cp, light, die, total",
    [
        (("Lion", "Tiger"), ("Roon",), "day", 3, 6),
        (("Lion", "Tiger"), ("Seydlitz", "Moltke"), "day", 3, 5),
        (("Lion", "Tiger"), ("Roon",), "night", 5, 6),
        (("Lion", "Orion"), ("Roon",), "day", 3, 5),
        (("Lion",), ("Seydlitz", "Roon"), "day", 3, 6),
    ],
)
def test_the_die_has_two_more_by_day_and_one_if_every_pursuer_is_faster_than_the_slowest_pursued(en, cp, light, die, total):
    state = chase(hunter(en), prey(cp), die, light=light)
    assert rolled(state) == [{"total": total, "success": int(total >= 6)}]


@pytest.mark.clause("5.23")
def test_speeds_are_those_of_the_moment():
    slowed = prey(("Seydlitz", "Moltke"), speeds={"Moltke": "1"})
    assert rolled(chase(hunter(), slowed, 3))[0]["total"] == 6
    both = hunter(speeds={"Lion": "1"})
    assert rolled(chase(both, slowed, 3))[0]["total"] == 5


@pytest.mark.clause("5.23", "5.2 Escort")
def test_escorts_count_on_both_sides():
    slow_escort = {"EN-2": fleet("escort", ["Orion"], "C4", charge="EN-1")}
    assert rolled(chase(None, None, 3, more_fleets=slow_escort))[0]["total"] == 5
    guarded = {"CP-2": fleet("escort", ["Roon"], "C4", charge="CP-1")}
    assert rolled(chase(None, prey(("Seydlitz",)), 3, more_fleets=guarded))[0]["total"] == 6


@pytest.mark.clause("5.23")
def test_the_pursuer_alone_is_told_of_the_die():
    state = chase(None, None, 4, then="movement")
    assert [e.text for e in state.log["EN"].values() if e.kind == "pursuit"] == [
        "Fleet 1 keeps touch with enemy A: die 4, +2 by day, +1 faster = 7 (5.23)."
    ]
    assert not [e for side in ("CP", "public") for e in state.log.get(side, {}).values() if e.kind == "pursuit"]


# ---- success -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.23", "H21.13", "H21.14")
def test_a_pursuer_that_keeps_touch_goes_with_the_quarry_and_contact_is_automatic():
    state = chase(None, None, 4)
    assert (state.fleets["EN-1"].zone, state.fleets["EN-1"].came_from) == ("C5", "C4")
    assert [(p.zone, p.automatic) for p in presence.pairs(state)] == [("C5", "5.23")]


@pytest.mark.clause("5.23")
def test_where_the_quarry_stays_the_pursuer_meets_it_there():
    state = chase(None, prey(orders={6: "stay", 7: "stay"}), 4)
    assert state.fleets["EN-1"].entered == ()
    assert [(p.zone, p.automatic) for p in presence.pairs(state)] == [("C4", "5.23")]


@pytest.mark.clause("5.23", "H21.13", "5.43")
def test_the_pursuer_stands_in_the_first_zone_that_the_quarry_enters_whatever_its_speed():
    state = chase(hunter(("Orion",)), prey(("Rostock",), orders={6: "C5/C6", 7: "C7/C8"}), 4)
    assert state.fleets["EN-1"].zone == "C5"
    held = turn.step(state, dice())
    assert held.fleets["CP-1"].zone == "C5"
    assert text_sheet(held, "CP-1") == {6: "C5", 7: "C6/C7"}
    assert held.fleets["CP-1"].owed == ("C8",)


@pytest.mark.clause("5.23", "7.33")
def test_a_pursuer_follows_a_quarry_that_left_the_board_by_way_of_its_zone():
    state = chase(hunter(zone="C4"), prey(zone="C5", orders={6: "C6", 7: "stay"}), 4)
    assert state.fleets["EN-1"].entered == ("C5", "C6")
    assert state.fleets["EN-1"].came_from == "C5"


@pytest.mark.clause("5.23")
def test_after_the_first_success_the_second_pursue_stands():
    state = chase(None, None, 4)
    assert text_sheet(state, "EN-1")[7] == "pursue"
    assert state.fleets["EN-1"].pursuit.turns == 1


@pytest.mark.clause("5.23", "H21.13")
def test_after_the_second_roll_the_next_two_slots_are_written_anew():
    second = hunter(orders={6: "pursue"}, turns=1)
    state = chase(second, None, 4)
    after = replace(state, phase=Phase.ORDERS, turn=7)
    assert plots.open_slots(after, after.fleets["EN-1"]) == (7, 8, 9)
    assert presence.pairs(state)[0].automatic == "5.23"


@pytest.mark.clause("H12", "5.23")
def test_a_pursuer_without_fuel_stays():
    assert chase(hunter(fuel=0), None, 4).fleets["EN-1"].zone == "C4"


@pytest.mark.clause("5.23", "H21.13")
def test_a_pursuer_dead_in_the_water_stays_and_a_crawling_one_follows():
    assert chase(hunter(speeds={"Tiger": "0"}), None, 4).fleets["EN-1"].zone == "C4"
    assert chase(hunter(speeds={"Tiger": "1s"}), None, 4).fleets["EN-1"].zone == "C5"


@pytest.mark.clause("5.23")
def test_two_fleets_that_pursue_each_other_meet_where_they_are():
    state = chase(None, prey(orders=CHASE, pursuit=Pursuit("EN-1", 2)), 6, 6)
    assert {f.zone for f in state.fleets.values()} == {"C4"}
    assert [p.automatic for p in presence.pairs(state)] == ["5.23"]


# ---- failure -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.23", "H21.13")
def test_a_pursuer_that_loses_touch_stays_and_its_next_two_slots_are_written_anew():
    state = chase(None, None, 2)
    assert state.fleets["EN-1"].zone == "C4"
    assert state.fleets["EN-1"].pursuit is None
    assert text_sheet(state, "EN-1") == {6: "stay"}
    after = replace(state, phase=Phase.ORDERS, turn=7)
    assert plots.open_slots(after, after.fleets["EN-1"]) == (7, 8, 9)
    assert presence.pairs(state) == ()


@pytest.mark.clause("5.23")
def test_a_failure_cancels_the_second_roll():
    state = chase(None, None, 2)
    again = turn.step(replace(state, phase=Phase.PURSUIT, turn=7), dice())
    assert len(rolled(again)) == 1


@pytest.mark.clause("5.23")
def test_a_quarry_that_is_sunk_is_pursued_no_more():
    fleets = {"EN-1": hunter(known=("roon", "prinz-adalbert")), "CP-1": prey()}
    state = game(fleets, turn=6, phase="pursuit")
    state = replace(state, ships={i: replace(s, sunk=s.side == "CP") for i, s in state.ships.items()})
    state = turn.step(state, dice())
    assert state.phase is Phase.MOVEMENT
    assert state.fleets["EN-1"].pursuit is None
    assert text_sheet(state, "EN-1") == {6: "stay"}


@pytest.mark.clause("5.23")
def test_a_pursuit_whose_slot_was_overwritten_is_given_up():
    state = chase(hunter(orders={6: "D4"}), None)
    assert state.fleets["EN-1"].zone == "D4"
    assert state.fleets["EN-1"].pursuit is None


# ---- a quarry that divides -----------------------------------------------------------------------------------------

FIVE = ("seydlitz", "moltke", "derfflinger", "rostock", "stralsund")
PART = {"CP-2": fleet("intercept", ["Rostock", "Stralsund"], "C4", {6: "D4", 7: "stay"})}


@pytest.mark.clause("5.23", "H21.8")
@pytest.mark.parametrize("old, new, followed", [(3, 2, "C5"), (2, 3, "D4")])
def test_the_largest_part_of_a_divided_quarry_is_followed_not_its_old_counter(old, new, followed):
    names = ["Seydlitz", "Moltke", "Derfflinger", "Rostock", "Stralsund"]
    part = {"CP-2": fleet("intercept", names[old:], "C4", {6: "D4", 7: "stay"})}
    state = chase(hunter(known=FIVE), prey(names[:old]), 4, more_fleets=part)
    assert state.fleets["EN-1"].zone == followed
    assert len(names[old:]) == new


@pytest.mark.clause("5.23", "5.21")
def test_a_quarry_that_merged_is_known_again_by_its_ships():
    joined = {"CP-2": fleet("intercept", ["Seydlitz", "Roon"], "C4", {6: "D4"})}
    state = chase(hunter(known=("roon",)), prey(("Moltke",)), 4, more_fleets=joined)
    assert state.fleets["EN-1"].zone == "D4"


@pytest.mark.clause("5.23", "H21.8")
def test_between_equal_parts_the_pursuer_chooses_before_the_die():
    state = chase(hunter(known=FIVE), prey(("Seydlitz", "Moltke")), more_fleets=PART)
    assert dict(state.asked) == {"EN": "quarry"}
    assert rolled(state) == []
    fleet_asked = pursuit.tied(state, o.Side.EN)
    assert sorted(pursuit.part_labels(state, fleet_asked)) == ["A", "B"]
    with pytest.raises(Refused) as no:
        turn.obey(state, "EN", o.ChooseQuarry("EN-1", "Z"), dice())
    assert no.value.clause == "5.23"
    with pytest.raises(Refused):
        turn.obey(state, "EN", o.ChooseQuarry("EN-2", "A"), dice())
    state = turn.obey(state, "EN", o.ChooseQuarry("EN-1", "B"), dice())
    assert not state.asked
    state = turn.step(turn.step(state, dice(6)), dice())
    assert state.fleets["EN-1"].zone == "D4"


@pytest.mark.clause("H21.8")
def test_a_part_that_nobody_has_seen_yet_has_no_label_of_its_own():
    state = chase(hunter(known=FIVE), prey(("Seydlitz", "Moltke")), more_fleets=PART)
    unseen = replace(state, sightings={})
    assert pursuit.part_labels(unseen, pursuit.tied(unseen, o.Side.EN)) == {"part 1": "CP-1", "part 2": "CP-2"}


# ---- the order after a battle --------------------------------------------------------------------------------------


def after_battle(en=None, cp=None, **more):
    fleets = {
        "EN-1": en or fleet("intercept", ["Lion"], "C4", {5: "stay", 6: "C3", 7: "C2"}, fought=5),
        "CP-1": cp or fleet("intercept", ["Roon"], "C4", {5: "stay", 6: "C5", 7: "C6"}, fought=5),
        "CP-2": fleet("intercept", ["Seydlitz"], "E4", {5: "stay"}),
    }
    battle = Battle("C4", {"CP": ("CP-1",), "EN": ("EN-1",)}, over=True, rounds_fought=1)
    state = game(fleets, turn=5, phase="after battle", battles={"C4": battle}, **more)
    return sight.look(replace(state, asked={"CP": "after battle", "EN": "after battle"}))


@pytest.mark.clause("5.23")
def test_pursuit_is_written_into_the_next_two_slots_in_place_of_what_stood_there():
    state = turn.obey(after_battle(), "EN", o.Pursue("EN-1", "A"), dice())
    assert text_sheet(state, "EN-1") == {5: "stay", 6: "pursue", 7: "pursue"}
    assert state.fleets["EN-1"].pursuit == Pursuit("CP-1", 2, ships=("roon",), label="A")
    assert not [e for e in state.log.get("CP", {}).values() if e.kind == "pursuit"]


@pytest.mark.clause("5.23")
def test_pursuit_is_not_written_past_the_end_of_the_game():
    state = turn.obey(after_battle(length=6), "EN", o.Pursue("EN-1", "A"), dice())
    assert text_sheet(state, "EN-1") == {5: "stay", 6: "pursue"}


@pytest.mark.clause("5.23", "5.43")
def test_what_a_pursuer_owed_is_forgotten():
    owing = fleet("intercept", ["Lion"], "C4", {5: "stay", 6: "C3"}, fought=5, owed=("C2",))
    assert turn.obey(after_battle(owing), "EN", o.Pursue("EN-1", "A"), dice()).fleets["EN-1"].owed == ()


@pytest.mark.clause("5.23")
@pytest.mark.parametrize(
    "change, words",
    [
        ({"mission": "transport"}, "Intercept and Raiding pursue"),
        ({"mission": "abort"}, "going home"),
        ({"fought": 4}, "not just fought"),
        ({"off_board": True}, "left the battle"),
    ],
)
def test_only_a_fleet_on_intercept_or_raiding_that_has_just_fought_pursues(change, words):
    state = after_battle()
    mission = o.Mission(change.pop("mission", "intercept"))
    state = with_fleet(state, replace(state.fleets["EN-1"], mission=mission, **change))
    with pytest.raises(Refused, match=words) as no:
        turn.obey(state, "EN", o.Pursue("EN-1", "A"), dice())
    assert no.value.clause == "5.23"


@pytest.mark.clause("5.23")
@pytest.mark.parametrize("fleet_id, label", [("EN-1", "B"), ("EN-1", "Z"), ("CP-1", "A"), ("EN-9", "A")])
def test_only_an_enemy_of_the_same_battle_is_pursued_by_ones_own_fleet(fleet_id, label):
    """B is Seydlitz in E4, who took no part."""
    with pytest.raises(Refused) as no:
        turn.obey(after_battle(), "EN", o.Pursue(fleet_id, label), dice())
    assert no.value.clause == "5.23"
    assert "Seydlitz" not in no.value.sentence


@pytest.mark.clause("5.23")
def test_from_the_battle_to_the_next_contact():
    state = turn.obey(after_battle(), "EN", o.Pursue("EN-1", "A"), dice())
    state = sight.look(replace(state, turn=6, phase=Phase.PURSUIT, asked={}, battles={}))
    state = movement.step(turn.step(state, dice(3)), dice())
    assert rolled(state) == [{"total": 6, "success": 1}]
    assert state.fleets["EN-1"].zone == state.fleets["CP-1"].zone == "C5"


@pytest.mark.clause("5.23", "H21.28")
@pytest.mark.parametrize("harbour, inside, clause", [("minor CP", True, "5.42"), ("major CP", False, None)])
def test_a_quarry_that_runs_into_port_is_followed_there_if_the_port_is_open_to_the_pursuer(harbour, inside, clause):
    state = chase(None, prey(orders={6: "C4 port", 7: "stay"}), 4, ports={"C4": harbour})
    assert state.fleets["EN-1"].in_port is inside
    assert [p.automatic for p in presence.pairs(state)] == ([clause] if clause else [])


@pytest.mark.clause("5.23", "H21.28")
def test_a_pursuer_in_a_minor_port_comes_out_after_its_quarry_or_meets_it_there():
    harbour, inside = {"C4": "minor CP"}, {"in_port": True}
    out = chase(hunter(**inside), prey(orders={6: "C4"}, **inside), 4, ports=harbour)
    assert not out.fleets["EN-1"].in_port
    stays = chase(hunter(**inside), prey(orders={6: "stay"}, **inside), 4, ports=harbour)
    assert [[(p.zone, p.automatic) for p in presence.pairs(s)] for s in (out, stays)] == [[("C4", "5.23")]] * 2


@pytest.mark.clause("5.23", "H21.28")
def test_a_quarry_making_for_a_port_is_met_in_the_zone_round_it():
    state = chase(None, prey(orders={6: "C5 port"}), 4, ports={"C5": "major CP"})
    assert [(p.zone, p.automatic) for p in presence.pairs(state)] == [("C5", "5.23")]
    held = turn.step(state, dice())
    assert not held.fleets["CP-1"].in_port

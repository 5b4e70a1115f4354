"""Movement on the board: groups, tows, damaged ships, leaving (7.3, 7.31 to 7.35)."""

import pytest

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.state import State, with_ship
from room40_server.rules.dreadnought.tactical import groups, impulses
from tests.dreadnought import kit
from tests.dreadnought.tactical.board_kit import ZONE, at, board, ground_battle, group, on_board, refusal, say

FAR = {"EN": {"3,0": ["Dublin"]}}


def moves(**ways: str) -> o.Manoeuvre:
    return o.Manoeuvre(ZONE, ways)


@pytest.mark.clause("7.32")
def test_a_group_stays_or_moves_one_hex_and_movement_is_not_asked_of_it() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"], "0,1": ["Breslau"]}, **FAR}, step=6)
    after = say(state, "CP", moves(**{group(state, "Goeben"): "1,0"}))
    assert (at(after, "Goeben"), at(after, "Breslau")) == ("1,0", "0,1")
    assert refusal(state, "CP", moves(**{group(state, "Goeben"): "2,0"})).clause == "7.32"
    assert refusal(state, "CP", moves(**{group(state, "Goeben"): "9,0"})).clause == "7.32"


@pytest.mark.clause("7.3")
def test_another_sides_group_and_one_that_is_not_there_are_refused_alike() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"]}, **FAR}, step=6)
    theirs = refusal(state, "CP", moves(**{group(state, "Dublin"): "2,0"}))
    none = refusal(state, "CP", moves(eg9="2,0"))
    assert theirs.sentence.replace("eg1", "eg9") == none.sentence


@pytest.mark.clause("7.3", "7.32")
def test_groups_merge_where_both_end() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"], "0,1": ["Breslau"]}, **FAR}, step=6)
    one, other = group(state, "Goeben"), group(state, "Breslau")
    after = say(state, "CP", o.Manoeuvre(ZONE, {one: "0,1"}, {one: other}))
    assert set(board(after).groups[other].ships) == {"goeben", "breslau"}
    assert refusal(state, "CP", o.Manoeuvre(ZONE, {}, {one: other})).clause == "7.3"
    assert refusal(state, "CP", o.Manoeuvre(ZONE, {}, {one: one})).clause == "7.3"


def damaged(state: State) -> State:
    ship = state.ships["goeben"]
    from msgspec.structs import replace

    return with_ship(state, replace(ship, speed="1"))


@pytest.mark.clause("7.35")
def test_a_ship_taken_out_moves_and_merges_under_her_own_name_in_the_same_step() -> None:
    state = damaged(on_board({"CP": {"0,0": ["Goeben", "Moltke"], "0,1": ["Breslau"]}, **FAR}, step=10))
    order = o.Manoeuvre(ZONE, {"goeben": "0,1"}, {"goeben": group(state, "Breslau")}, ("goeben",))
    after = say(state, "CP", order)
    assert at(after, "Goeben") == "0,1"
    assert set(board(after).groups[group(after, "Breslau")].ships) == {"breslau", "goeben"}
    assert board(after).groups[group(after, "Moltke")].ships == ("moltke",)


@pytest.mark.clause("7.35", "7.3")
def test_without_the_slow_ship_the_rest_moves_at_its_own_speed_again() -> None:
    state = damaged(on_board({"CP": {"0,0": ["Goeben", "Moltke"]}, **FAR}, step=6))
    moltke = group(state, "Moltke")
    assert refusal(state, "CP", moves(**{moltke: "1,0"})).clause == "7.31"
    after = say(state, "CP", o.Manoeuvre(ZONE, {moltke: "1,0"}, detach=("goeben",)))
    assert (at(after, "Moltke"), at(after, "Goeben")) == ("1,0", "0,0")


@pytest.mark.clause("7.35")
def test_a_lone_ship_is_not_taken_out_and_neither_is_a_tow() -> None:
    state = damaged(on_board({"CP": {"0,0": ["Goeben"]}, **FAR}, step=6))
    assert refusal(state, "CP", o.Manoeuvre(ZONE, detach=("goeben",))).clause == "7.35"
    assert refusal(state, "CP", o.Manoeuvre(ZONE, detach=("dublin",))).clause == "7.35"


@pytest.mark.clause("7.35", "H9")
def test_a_counter_of_boats_is_taken_out_that_lost_half_its_boats() -> None:
    from msgspec.structs import replace

    ship = kit.ship("German TB #1", "CP")
    state = on_board({"CP": {"0,0": ["German TB #1", "German TB #2"]}, **FAR}, step=6)
    assert not groups.may_detach(state, replace(ship, boats=3))
    assert groups.may_detach(state, replace(ship, boats=2))


@pytest.mark.clause("7.31", "H4.1", "H12")
def test_destroyers_are_slow_in_a_squall_and_so_is_a_ship_out_of_fuel() -> None:
    from msgspec.structs import replace

    state = on_board({"CP": {"0,0": ["German TB #1"], "0,1": ["Goeben"]}, **FAR}, step=6, weather=4, setting={"fuel": True})
    state = with_ship(state, replace(state.ships["goeben"], fuel=0))
    view = kit.GAME.view(state, "CP").board[ZONE]
    assert {g.ships[0]: g.speed for g in view.groups.values()} == {"german-tb-1": "1", "goeben": "1s"}


@pytest.mark.clause("7.31")
def test_a_group_with_a_ship_dead_in_the_water_does_not_move() -> None:
    from msgspec.structs import replace

    state = on_board({"CP": {"0,0": ["Goeben", "Moltke"]}, **FAR}, step=14)
    state = with_ship(state, replace(state.ships["goeben"], speed="0"))
    found = refusal(state, "CP", moves(**{group(state, "Moltke"): "1,0"}))
    assert found.clause == "7.31"
    assert "dead in the water" in found.sentence


@pytest.mark.clause("7.33")
def test_who_leaves_unseen_cannot_come_back_and_the_battle_goes_on_without_her() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"], "-5,2": ["Breslau"]}, **FAR}, step=6)
    after = say(state, "CP", moves(**{group(state, "Breslau"): "off W"}))
    assert board(after).left == {"breslau": "D3"}
    assert board(after).left_in == {"breslau": 1}
    assert at(after, "Breslau") == ""
    assert "breslau" not in board(after).watch["EN"].tokens.values()


@pytest.mark.clause("7.33")
def test_only_ring_hexes_lead_off_the_board_and_only_over_their_own_sides() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"], "-5,2": ["Breslau"]}, **FAR}, step=6)
    assert refusal(state, "CP", moves(**{group(state, "Goeben"): "off W"})).clause == "7.33"
    assert refusal(state, "CP", moves(**{group(state, "Breslau"): "off E"})).clause == "7.33"
    assert refusal(state, "CP", moves(**{group(state, "Breslau"): "off W N"})).clause == "7.32"


@pytest.mark.clause("7.33")
def test_the_shift_keeps_all_relative_positions_and_goes_against_the_step_that_was_named() -> None:
    hexes = {"CP": {"-5,2": ["Breslau"], "0,0": ["Goeben"]}, "EN": {"-3,2": ["Dublin"], "1,1": ["Chatham"]}}
    state = on_board(hexes, step=6)
    ways = {
        "off W": ("-5,2", "1,-1", "-2,1", "2,0"),
        "off W SW": ("-5,2", "1,-1", "-2,1", "2,0"),
        "off W NW": ("-5,2", "1,0", "-2,2", "2,1"),
    }
    for way, ends in ways.items():
        after = say(state, "CP", moves(**{group(state, "Breslau"): way}))
        assert tuple(at(after, n) for n in ("Breslau", "Goeben", "Dublin", "Chatham")) == ends, way


@pytest.mark.clause("7.33")
def test_who_is_shifted_back_may_meet_there_no_more_than_eight() -> None:
    nine = [f"German TB #{n}" for n in range(1, 9)]
    hexes = {"CP": {"-5,2": ["Breslau"], "-4,2": nine}, "EN": {"-3,2": ["Dublin"], "5,-3": ["Courbet"]}}
    state = on_board(hexes, step=6)
    # no shift is possible, so Breslau would stay in the hex that the eight enter
    order = moves(**{group(state, "Breslau"): "off W", group(state, "German TB #1"): "-5,2"})
    assert refusal(state, "CP", order).clause == "7.32"


@pytest.mark.clause("7.31")
def test_the_twenty_impulses_are_data_and_every_movement_step_has_a_side_and_a_speed() -> None:
    steps = kit.tables().tactical.impulses
    assert len(steps) == 20
    assert [n for n, s in enumerate(steps, 1) if s.do == impulses.GUNNERY] == [3, 7, 11, 15, 19]
    assert [n for n, s in enumerate(steps, 1) if s.do == impulses.TORPEDOES] == [4, 8, 12, 16, 20]
    assert [n for n, s in enumerate(steps, 1) if s.who == "A"] == [2, 6, 10, 14, 18]
    assert [n for n, s in enumerate(steps, 1) if s.who == "B"] == [5, 9, 13, 17]


@pytest.mark.clause("7.31")
def test_a_round_gives_a_five_four_three_two_moves_and_b_four_three_two_one() -> None:
    steps = kit.tables().tactical.impulses
    order = ("1s", "1", "2", "2+")
    counts = {
        who: [sum(s.who == who and order.index(s.slowest) <= order.index(speed) for s in steps) for speed in reversed(order)]
        for who in ("A", "B")
    }
    assert counts == {"A": [5, 4, 3, 2], "B": [4, 3, 2, 1]}


@pytest.mark.clause("7.31", "7.21")
def test_a_movement_step_is_passed_over_only_when_the_enemy_knows_that_nothing_there_is_so_fast() -> None:
    seen = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"2,0": ["Dublin"]}}, step=2)
    assert board(seen).step == 3
    unknown = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"4,0": ["Dublin"]}}, step=2)
    assert (board(unknown).step, unknown.asked) == (2, {"CP": "manoeuvre"})
    assert ground_battle(unknown).round == 1


@pytest.mark.clause("7.33")
def test_who_left_over_two_sides_by_different_steps_are_shifted_back_together() -> None:
    hexes = {"CP": {"-5,2": ["Breslau"], "-3,5": ["Goeben"], "0,0": ["Moltke"]}, "EN": {"-2,2": ["Dublin"]}}
    state = on_board(hexes, step=6)
    order = moves(**{group(state, "Breslau"): "off W SW", group(state, "Goeben"): "off SW S"})
    after = say(state, "CP", order)
    # the steps lead to -6,3 and -3,6; one shift by a hex to the north-east brings both back and keeps all positions
    assert [at(after, n) for n in ("Breslau", "Goeben", "Moltke", "Dublin")] == ["-5,2", "-2,5", "1,-1", "-1,1"]


@pytest.mark.clause("7.33")
def test_who_left_over_opposite_sides_in_sight_stay_where_they_are() -> None:
    hexes = {"CP": {"-5,2": ["Breslau"], "5,-2": ["Goeben"]}, "EN": {"-4,2": ["Dublin"], "4,-2": ["Chatham"]}}
    state = on_board(hexes, step=6)
    after = say(state, "CP", moves(**{group(state, "Breslau"): "off W", group(state, "Goeben"): "off E"}))
    assert board(after).left == {}
    assert [at(after, n) for n in ("Breslau", "Goeben", "Dublin", "Chatham")] == ["-5,2", "5,-2", "-4,2", "4,-2"]


@pytest.mark.clause("7.34", "7.3")
def test_a_tow_of_another_category_forms_her_own_group_once_she_is_cast_off() -> None:
    from msgspec.structs import replace

    from room40_server.rules.dreadnought.tactical import ground
    from tests.dreadnought.tactical.board_kit import hex_at

    state = on_board({"CP": {"0,0": ["Goeben"], "0,1": ["Breslau"]}, **FAR}, step=6)
    state = with_ship(state, replace(state.ships["goeben"], towing="breslau"))
    state = with_ship(state, replace(state.ships["breslau"], speed="0"))
    # as they would have set up: one group, for the tow's sake
    formed, numbered = groups.form(state, ground_battle(state), Side.CP, {hex_at("0,0"): ("goeben", "breslau")})
    theirs = {i: g for i, g in board(state).groups.items() if i.startswith("e")}
    state = ground.put(state, ground_battle(state), groups={**theirs, **formed}, numbered=numbered)
    (tug,) = formed
    assert refusal(state, "CP", moves(**{tug: "0,1"})).clause == "7.34"
    after = say(state, "CP", o.Manoeuvre(ZONE, {tug: "0,1"}, cast_off=("goeben",)))
    assert (at(after, "Goeben"), at(after, "Breslau")) == ("0,1", "0,0")
    assert refusal(state, "CP", o.Manoeuvre(ZONE, {"breslau": "0,1"}, cast_off=("goeben",))).clause == "7.31"


@pytest.mark.clause("7.34", "H11")
def test_a_tug_that_is_dead_in_the_water_tows_nothing() -> None:
    from msgspec.structs import replace

    state = on_board({"CP": {"0,0": ["Goeben", "Moltke"]}, **FAR}, step=18)
    towing = with_ship(state, replace(state.ships["goeben"], towing="moltke"))
    towing = with_ship(towing, replace(towing.ships["moltke"], speed="0"))
    assert at(say(towing, "CP", moves(**{group(towing, "Goeben"): "0,1"})), "Moltke") == "0,1"
    dead = with_ship(towing, replace(towing.ships["goeben"], speed="0"))
    assert refusal(dead, "CP", moves(**{group(dead, "Goeben"): "0,1"})).clause == "7.31"


@pytest.mark.clause("7.31")
def test_an_order_for_one_step_is_carried_out_in_no_other() -> None:
    """Two clients may hold one seat; what the slower of them orders comes when the step has been answered."""
    near = {"-5,0": ["Goeben"]}
    state = on_board({"CP": near, "EN": {"0,0": ["Dublin"]}}, step=6)
    order = o.Manoeuvre(ZONE, moment=106)
    after = say(state, "CP", order)
    assert board(after).step == 9
    late = say(after, "EN", o.Manoeuvre(ZONE))
    assert (board(late).step, late.asked) == (10, {"CP": "manoeuvre"})
    refused = refusal(late, "CP", order)
    assert refused.clause == "7.31"
    assert "step 6 of round 1" in refused.sentence
    assert refusal(late, "CP", o.FireGuns(ZONE)).sentence == "That is not asked for now; what is: movement."
    say(late, "CP", o.Manoeuvre(ZONE, moment=110))
    say(late, "CP", o.Manoeuvre(ZONE))

"""Gunnery and torpedo steps on the board (7.31, H7.5, H7.7, 7.27)."""

from typing import Any

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import ArmsView, BoardView
from room40.dreadnought.boardplay import dice_at, reaches
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.state import State, with_ship
from room40_server.rules.dreadnought.tactical import detection
from tests.dreadnought import kit
from tests.dreadnought.tactical.board_kit import ZONE, at, board, on_board, refusal, say


def token(state: State, viewer: str, name: str) -> str:
    tokens = detection.watch_of(board(state), Side(viewer)).tokens
    return next(t for t, ship in tokens.items() if ship == kit.slug(name))


def aim(state: State, seat: str, ship: str, gun: str, target: str) -> o.Aim:
    return o.Aim(kit.slug(ship), o.Gun(gun), token(state, seat, target))


def shown(state: State, viewpoint: str) -> BoardView:
    return kit.GAME.view(state, viewpoint).board[ZONE]


def duel(step: int = 7, distance: int = 2, **more: Any) -> State:
    return on_board({"CP": {"0,0": ["Goeben", "Breslau"]}, "EN": {f"{distance},0": ["Tiger", "Dublin"]}}, step=step, **more)


@pytest.mark.clause("7.31", "H7.5")
def test_both_sides_are_asked_and_all_dice_are_thrown_when_both_are_in() -> None:
    state = duel()
    assert state.asked == {"CP": "gunnery", "EN": "gunnery"}
    state = say(state, "EN", o.FireGuns(ZONE, (aim(state, "EN", "Tiger", "primary", "Goeben"),)))
    assert state.asked == {"CP": "gunnery"}
    after = say(state, "CP", o.FireGuns(ZONE, (aim(state, "CP", "Goeben", "primary", "Tiger"),)), *[1] * 6, *[1] * 7)
    assert board(after).step == 9
    text = [e.text for e in after.log["public"].values()][-1]
    assert text == ("Step 7, gunnery (H7.5). At Tiger: Goeben P 111111: no hit. At Goeben: Tiger P 1111111: no hit.")


@pytest.mark.clause("H7.5")
@pytest.mark.parametrize("order", [o.FireGuns(ZONE, free=True), o.FireGuns(ZONE)])
def test_fire_shows_to_nobody_until_both_are_in_not_even_that_it_was_ordered(order: o.FireGuns) -> None:
    state = duel()
    after = say(state, "EN", order)
    for viewpoint in ("CP", "public"):
        assert kit.GAME.view(after, viewpoint) == kit.GAME.view(state, viewpoint)
    assert kit.GAME.view(after, "CP").waiting == ["CP", "EN"]
    assert kit.GAME.view(after, "EN").waiting == ["CP"]


@pytest.mark.clause("7.31")
def test_who_is_not_asked_still_sees_which_rule_is_at_hand() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"2,0": ["Tiger"]}}, step=6)
    mine, theirs = (kit.GAME.view(state, seat).ask for seat in ("CP", "EN"))
    assert (mine.kind, mine.clause, mine.zone) == ("manoeuvre", "7.31", ZONE)
    assert theirs == replace(mine, kind="")


@pytest.mark.clause("H7.5", "H9")
def test_boats_that_fire_at_one_target_are_named_once_by_class_and_those_lost_are_counted_together() -> None:
    boats = ["German TB #1", "German TB #2"]
    state = on_board({"CP": {"0,0": boats}, "EN": {"1,0": ["Tiger"]}}, step=7, first="CP")
    shots = tuple(aim(state, "CP", boat, "tertiary", "Tiger") for boat in boats)
    state = say(state, "CP", o.FireGuns(ZONE, shots))
    after = say(state, "EN", o.FireGuns(ZONE, (aim(state, "EN", "Tiger", "secondary", "German TB #1"),)), 5, 4, 6, 6, 2, 1)
    text = next(e.text for e in after.log["public"].values() if e.clause == "H7.5")
    assert "At Tiger: German TB #1 T 5, #2 T 4: no hit." in text
    assert "At German TB #1: Tiger S 6621: 2 boats lost, 2 left." in text


@pytest.mark.clause("H7.5")
def test_a_ship_sunk_in_a_step_has_fired_and_is_off_the_board_after_it() -> None:
    state = duel(step=7)
    state = with_ship(state, replace(state.ships["breslau"], hull=1))
    state = say(state, "EN", o.FireGuns(ZONE, (aim(state, "EN", "Dublin", "secondary", "Breslau"),)))
    breslau = aim(state, "CP", "Goeben", "secondary", "Dublin")
    after = say(state, "CP", o.FireGuns(ZONE, (breslau,)), *[1] * 4, 6, 1, 3, 4)
    assert after.ships["breslau"].sunk
    assert at(after, "Breslau") == ""
    assert "breslau" not in detection.watch_of(board(after), Side.EN).tokens.values()


@pytest.mark.clause("7.27", "H7.5")
def test_any_friends_sight_serves_and_a_ship_that_is_not_seen_itself_fires_unnamed() -> None:
    hexes = {"CP": {"0,0": ["Goeben"]}, "EN": {"1,0": ["Dublin"], "3,-1": ["Lion"]}}
    state = on_board(hexes, step=7, light="night")
    assert not shown(state, "CP").stacks["EN"]["3,-1"].up
    assert refusal(state, "CP", o.FireGuns(ZONE, (aim(state, "CP", "Goeben", "primary", "Lion"),))).clause == "7.27"
    state = say(state, "EN", o.FireGuns(ZONE, (aim(state, "EN", "Lion", "primary", "Goeben"),)))
    after = say(state, "CP", o.FireGuns(ZONE), *[1] * 7)
    lines = {v: list(after.log[v].values())[-1].text for v in ("CP", "EN", "public")}
    assert "At Goeben: Lion" in lines["EN"]
    assert "At Goeben: a ship" in lines["CP"]
    assert "At Goeben: a ship" in lines["public"]


@pytest.mark.clause("H7.5")
def test_same_again_fires_what_still_may_be_fired_and_words_of_this_step_go_first() -> None:
    state = duel(step=7)
    state = say(state, "CP", o.FireGuns(ZONE, (aim(state, "CP", "Goeben", "primary", "Tiger"),)))
    state = say(state, "EN", o.FireGuns(ZONE), *[1] * 6)
    while state.asked != {"CP": "gunnery", "EN": "gunnery"}:
        state = say(state, next(iter(state.asked)), o.Manoeuvre(ZONE))
    assert shown(state, "CP").same == {token(state, "CP", "Tiger"): {"goeben": "p"}}
    again = say(say(state, "CP", o.FireGuns(ZONE, same=True)), "EN", o.FireGuns(ZONE), *[1] * 6)
    assert "At Tiger: Goeben P" in list(again.log["CP"].values())[-1].text
    other = o.FireGuns(ZONE, (aim(state, "CP", "Goeben", "primary", "Dublin"),), same=True)
    changed = say(say(state, "CP", other), "EN", o.FireGuns(ZONE), *[1] * 6)
    assert "At Dublin: Goeben P" in list(changed.log["CP"].values())[-1].text


@pytest.mark.clause("H7.5")
def test_guns_left_without_a_word_hold_their_fire_or_fire_freely() -> None:
    state = duel(step=7)
    held = say(say(state, "CP", o.FireGuns(ZONE)), "EN", o.FireGuns(ZONE))
    assert board(held).step == 9
    free = say(say(state, "CP", o.FireGuns(ZONE, free=True)), "EN", o.FireGuns(ZONE), *[1] * 10)
    assert ": Goeben P" in list(free.log["CP"].values())[-1].text


@pytest.mark.clause("7.31")
def test_a_gunnery_step_in_which_nothing_lies_face_up_passes_by_itself() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"4,0": ["Tiger"]}}, step=7)
    assert (board(state).step, state.asked) == (9, {"EN": "manoeuvre"})


@pytest.mark.clause("7.31")
def test_a_gunnery_step_passes_when_all_are_known_and_no_gun_was_built_that_reaches() -> None:
    state = on_board({"CP": {"0,0": ["Breslau"]}, "EN": {"3,0": ["Gloucester"]}}, step=7)
    assert board(state).step == 9


@pytest.mark.clause("7.31", "H7.7")
def test_a_torpedo_step_is_asked_only_with_a_face_up_enemy_in_reach_and_not_in_a_seaway() -> None:
    near = duel(step=8, distance=1)
    assert near.asked == {"CP": "torpedoes", "EN": "torpedoes"}
    assert board(duel(step=8, distance=2)).step == 9
    assert board(duel(step=8, distance=1, weather=4)).step == 9


@pytest.mark.clause("H7.7", "H21.32")
def test_torpedoes_hit_on_a_six_next_door_and_on_a_five_in_the_same_hex_and_are_gone() -> None:
    state = duel(step=8, distance=1)
    state = say(state, "CP", o.FireTorpedoes(ZONE, {"goeben": token(state, "CP", "Tiger")}))
    after = say(state, "EN", o.FireTorpedoes(ZONE), 5)
    assert after.ships["goeben"].torpedoes == 0
    assert "At Tiger, 6+ hits: Goeben 5: no hit." in list(after.log["EN"].values())[-1].text
    here = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"0,0": ["Tiger"]}}, step=8)
    here = say(here, "CP", o.FireTorpedoes(ZONE, {"goeben": token(here, "CP", "Tiger")}))
    after = say(here, "EN", o.FireTorpedoes(ZONE), 5, 3)
    assert "At Tiger, 5+ hits: Goeben 5: effect 3 hull -2" in list(after.log["EN"].values())[-1].text


@pytest.mark.clause("H7.7", "H11")
def test_torpedoes_out_of_reach_spent_or_in_tow_are_refused() -> None:
    hexes = {"CP": {"0,0": ["Goeben", "Breslau"]}, "EN": {"1,0": ["Tiger"], "2,0": ["Dublin"]}}
    state = on_board(hexes, step=8)
    far = o.FireTorpedoes(ZONE, {"goeben": token(state, "CP", "Dublin")})
    near = o.FireTorpedoes(ZONE, {"goeben": token(state, "CP", "Tiger")})
    assert refusal(state, "CP", far).clause == "H7.7"
    spent = with_ship(state, replace(state.ships["goeben"], torpedoes=0))
    assert refusal(spent, "CP", near).clause == "H7.7"
    towing = with_ship(state, replace(state.ships["goeben"], towing="breslau"))
    assert refusal(towing, "CP", near).clause == "H11"
    assert shown(towing, "CP").arms["goeben"].torpedoes == []


@pytest.mark.clause("H7.5", "H4.1")
def test_what_a_seat_is_shown_of_its_guns_is_what_the_weather_and_damage_leave() -> None:
    state = duel(step=7)
    assert shown(state, "CP").arms["goeben"] == ArmsView([3, 6], [2, 4], [1, 2], [1, 1])
    hurt = with_ship(state, replace(state.ships["goeben"], primary=2, tertiary=0))
    assert shown(hurt, "CP").arms["goeben"] == ArmsView([3, 2], [2, 4], [], [1, 1])
    squall = duel(step=7, weather=4)
    assert shown(squall, "CP").arms["goeben"] == ArmsView([3, 6], [2, 4], [], [])


@pytest.mark.clause("H7.5")
def test_the_sums_that_screens_do_are_those_of_the_rules() -> None:
    assert dice_at(6, "primary", "DD", 3) == 2
    assert dice_at(2, "primary", "TB", 3) == 1
    assert dice_at(4, "secondary", "DD", 3) == 4
    assert dice_at(6, "primary", "CL", 3) == 6
    assert reaches(3, 3, "primary", "CL", 2)
    assert not reaches(3, 3, "primary", "DL", 2)
    assert reaches(1, 1, "torpedoes", "DD", 0)


@pytest.mark.clause("7.31")
def test_an_order_that_does_not_answer_what_is_asked_is_refused() -> None:
    state = duel(step=7)
    assert refusal(state, "CP", o.Manoeuvre(ZONE)).clause == "7.31"
    assert refusal(state, "CP", o.Fight(ZONE)).clause == "7.2"
    assert refusal(state, "CP", o.FireGuns("A1")).clause == "H21.6"

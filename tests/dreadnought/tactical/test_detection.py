"""Counters in the enemy's view: faces, names, what is remembered (7.21, 7.27, H21.5, H21.9)."""

from typing import Any

import pytest

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView
from room40_server.rules.dreadnought.state import State
from tests.dreadnought import kit
from tests.dreadnought.tactical.board_kit import ZONE, board, group, on_board, say


def shown(state: State, viewpoint: str = "EN") -> BoardView:
    return kit.GAME.view(state, viewpoint).board[ZONE]


def tokens(state: State, viewpoint: str = "EN") -> dict[str, list[str]]:
    return {h: s.counters for h, s in shown(state, viewpoint).stacks["CP"].items()}


def move(state: State, seat: str = "CP", **ways: str) -> State:
    return say(state, seat, o.Manoeuvre(ZONE, {group(state, ship.replace("_", " ")): to for ship, to in ways.items()}))


def far(hexes: dict[str, list[str]], **more: Any) -> State:
    return on_board({"CP": hexes, "EN": {"5,-1": ["Dublin"]}}, step=6, **more)


@pytest.mark.clause("7.21")
def test_a_face_down_counter_shows_its_side_and_place_and_nothing_else() -> None:
    state = far({"0,0": ["Goeben", "Breslau"]})
    view = shown(state)
    assert tokens(state) == {"0,0": ["c1", "c2"]}
    assert not view.known
    assert kit.GAME.view(state, "EN").battle[ZONE].ships == {}


@pytest.mark.clause("7.21")
def test_a_counter_that_moves_alone_keeps_its_name() -> None:
    state = far({"0,0": ["Goeben"], "-2,0": ["Breslau"]})
    before = tokens(state)
    assert tokens(move(state, Goeben="0,-1")) == {"0,-1": before["0,0"], "-2,0": before["-2,0"]}


@pytest.mark.clause("7.21")
def test_counters_that_part_from_a_stack_are_dealt_anew_by_hex_and_not_by_what_they_are() -> None:
    state = far({"0,0": ["Goeben", "Breslau"]})
    assert tokens(move(state, Goeben="-1,0")) == {"-1,0": ["c3"], "0,0": ["c4"]}
    assert tokens(move(state, Goeben="1,-1")) == {"0,0": ["c3"], "1,-1": ["c4"]}
    assert tokens(move(state, Goeben="-1,0")) == tokens(move(state, Breslau="-1,0"))


@pytest.mark.clause("7.21")
def test_counters_that_mingle_in_a_stack_are_dealt_anew() -> None:
    state = far({"0,0": ["Goeben"], "-1,0": ["Breslau"]})
    assert tokens(move(state, Goeben="-1,0")) == {"-1,0": ["c3", "c4"]}


@pytest.mark.clause("7.27")
def test_what_was_once_identified_is_remembered_while_its_counter_can_be_told_apart() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"], "0,2": ["Breslau"]}, "EN": {"3,0": ["Dublin"]}}, step=6)
    assert set(shown(state).known.values()) == {"goeben", "breslau"}
    gone = move(state, Goeben="-1,0", Breslau="-1,3")
    assert not any(stack.up for stack in shown(gone).stacks["CP"].values())
    assert set(shown(gone).known.values()) == {"goeben", "breslau"}
    assert shown(gone).last_seen == {}
    mingled = on_board({"CP": {"0,0": ["Goeben"], "0,1": ["Breslau"]}, "EN": {"3,0": ["Dublin"]}}, step=6)
    mingled = move(mingled, Goeben="-1,1", Breslau="-1,1")
    assert shown(mingled).known == {}
    assert {ship: s.hex for ship, s in shown(mingled).last_seen.items()} == {"goeben": "0,0", "breslau": "0,1"}


@pytest.mark.clause("7.27")
def test_ships_that_go_face_down_together_are_still_known_until_they_part() -> None:
    state = on_board({"CP": {"0,0": ["Goeben", "Breslau"]}, "EN": {"3,0": ["Dublin"]}}, step=6)
    together = move(state, Goeben="-1,0", Breslau="-1,0")
    assert set(shown(together).known.values()) == {"goeben", "breslau"}
    while together.asked != {"CP": "manoeuvre"}:
        seat = next(iter(together.asked))
        together = say(together, seat, o.Manoeuvre(ZONE))
    parted = move(together, Goeben="-2,0")
    assert shown(parted).known == {}
    assert set(shown(parted).last_seen) == {"goeben", "breslau"}


@pytest.mark.clause("7.27", "H21.5")
def test_a_counter_is_tested_again_after_every_movement_step_and_at_the_range_it_lies_face_down() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"4,0": ["Dublin"]}}, step=6)
    assert not shown(state).stacks["CP"]["0,0"].up
    near = move(state, Goeben="1,0")
    assert shown(near).stacks["CP"]["1,0"].up
    assert shown(near, "CP").stacks["EN"]["4,0"].up


@pytest.mark.clause("H21.9")
def test_blind_what_no_own_ship_sees_is_absent() -> None:
    state = far({"0,0": ["Goeben"], "2,-1": ["Breslau"]}, setting={"blind": True})
    assert tokens(state) == {"2,-1": ["c1"]}
    assert tokens(far({"0,0": ["Goeben"], "2,-1": ["Breslau"]})) == {"0,0": ["c1"], "2,-1": ["c2"]}
    assert shown(state, "public").stacks["CP"].keys() == {"2,-1"}


@pytest.mark.clause("H21.9")
def test_blind_a_counter_that_comes_into_sight_again_has_a_new_name() -> None:
    state = far({"1,-1": ["Goeben"], "2,-1": ["Breslau"]}, setting={"blind": True})
    assert tokens(state) == {"1,-1": ["c1"], "2,-1": ["c2"]}
    away = move(state, Goeben="0,-1")
    assert tokens(away) == {"2,-1": ["c2"]}
    while away.asked != {"CP": "manoeuvre"}:
        away = say(away, next(iter(away.asked)), o.Manoeuvre(ZONE))
    assert tokens(move(away, Goeben="1,-1")) == {"1,-1": ["c3"], "2,-1": ["c2"]}


@pytest.mark.clause("7.21")
def test_the_public_has_of_each_side_what_the_other_has() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"3,0": ["Dublin"], "-5,2": ["Lion"]}}, step=6)
    public = shown(state, "public")
    assert set(public.known.values()) == {"goeben", "dublin"}
    assert public.groups == {}
    assert public.arms == {}
    assert public.stacks["EN"].keys() == {"3,0", "-5,2"}
    assert set(kit.GAME.view(state, "public").battle[ZONE].ships) == {"goeben", "dublin"}
    assert board(state).watch["EN"].known == ("c1",)

"""The tactical board: its hexes, sides and names (H7.41, and the distances of 7.27)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from room40.geometry.hexgrid import (
    CENTRE,
    OUTWARD,
    SIDES,
    STEPS,
    Board,
    Hex,
    add,
    bearing,
    distance,
    neighbours,
    parse_hex,
)
from room40.geometry.seachart import Direction

BOARD = Board()
HEXES = tuple(BOARD.hexes())
NUMBERED = {
    "W": ["-5,1", "-5,2", "-5,3", "-5,4"],
    "E": ["5,-4", "5,-3", "5,-2", "5,-1"],
    "NW": ["-4,-1", "-3,-2", "-2,-3", "-1,-4"],
    "NE": ["1,-5", "2,-5", "3,-5", "4,-5"],
    "SE": ["1,4", "2,3", "3,2", "4,1"],
    "SW": ["-4,5", "-3,5", "-2,5", "-1,5"],
}
on_board = st.sampled_from(HEXES)


@pytest.mark.clause("H7.41")
def test_the_board_is_a_hexagon_of_91_hexes_in_columns_of_six_to_eleven():
    assert len(HEXES) == 91
    columns = [sum(h.q == q for h in HEXES) for q in range(-5, 6)]
    assert columns == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]


@pytest.mark.clause("H7.41")
def test_the_ring_has_thirty_hexes_and_the_centre_seven_four_from_it():
    assert sum(BOARD.is_ring(h) for h in HEXES) == 30
    assert len(BOARD.centre()) == 7
    rim = [h for h in BOARD.centre() if h != CENTRE]
    assert all(min(distance(h, ring) for ring in HEXES if BOARD.is_ring(ring)) == 4 for h in rim)


@pytest.mark.clause("H7.41")
@pytest.mark.parametrize("side", list(SIDES))
def test_each_side_has_four_numbered_hexes_that_are_no_corners(side):
    assert {str(h) for h in BOARD.numbered(side)} == set(NUMBERED[side])


@pytest.mark.clause("H7.41", "H21.34")
def test_numbers_count_clockwise_along_a_side():
    assert [str(h) for h in BOARD.numbered(Direction.W)] == ["-5,4", "-5,3", "-5,2", "-5,1"]
    assert [str(h) for h in BOARD.numbered(Direction.NE)] == ["1,-5", "2,-5", "3,-5", "4,-5"]


@pytest.mark.clause("H7.41")
def test_a_corner_lies_on_two_sides():
    assert BOARD.sides_of(Hex(-5, 5)) == (Direction.SW, Direction.W)
    assert BOARD.sides_of(Hex(-5, 2)) == (Direction.W,)
    assert BOARD.sides_of(CENTRE) == ()


@pytest.mark.parametrize("side", list(SIDES))
def test_the_outward_steps_of_a_side_leave_the_board_and_no_others_do(side):
    for hex_ in BOARD.numbered(side):
        assert {name for name, to in neighbours(hex_).items() if to not in BOARD} == set(OUTWARD[side])


@pytest.mark.clause("7.27")
def test_the_distance_counts_the_far_hex_and_not_the_own():
    assert distance(Hex(0, 0), Hex(-4, 2)) == 4
    assert distance(Hex(0, 0), Hex(-3, 1)) == 3
    assert distance(Hex(-3, -2), Hex(2, 1)) == 8


@given(on_board, on_board, on_board)
def test_distance_is_a_metric(a, b, c):
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(on_board)
def test_a_step_is_a_distance_of_one_and_its_opposite_leads_back(hex_):
    assert {distance(hex_, n) for n in neighbours(hex_).values()} == {1}
    for opposite in (("N", "S"), ("NE", "SW"), ("SE", "NW")):
        assert add(add(hex_, STEPS[opposite[0]]), STEPS[opposite[1]]) == hex_


@given(on_board, on_board)
def test_a_bearing_names_the_one_or_two_ways_that_lead_there_the_longer_first(one, other):
    far, ways = distance(one, other), [STEPS[way] for way in bearing(one, other).split(" and ") if way]
    assert bool(ways) == (far > 0)
    if len(ways) == 1:
        assert add(one, ways[0], far) == other
    if len(ways) == 2:
        assert any(add(add(one, ways[0], many), ways[1], far - many) == other for many in range((far + 1) // 2, far))


@given(on_board)
def test_a_hex_is_found_again_by_its_name_and_by_its_coordinates(hex_):
    assert BOARD.named(BOARD.name(hex_).lower()) == hex_
    assert BOARD.named(str(hex_)) == hex_
    assert parse_hex(str(hex_)) == hex_


def test_names_are_all_different():
    assert len({BOARD.name(h) for h in HEXES}) == 91
    assert BOARD.name(Hex(-5, 3)) == "W2"
    assert BOARD.name(CENTRE) == "G6"


@pytest.mark.parametrize("text", ["", "Z9", "E9", "6,0", "1;2", "a,b", "W5"])
def test_what_is_no_hex_of_the_board_has_no_hex(text):
    assert BOARD.named(text) is None

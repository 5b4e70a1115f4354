"""The staggered sea chart (5.0): the adjacency facts of the rule book, and what must hold on every chart."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from room40.dreadnought.sheet import Slot, route_fault
from room40.geometry.seachart import (
    Direction,
    SeaChart,
    Terrain,
    Zone,
    edge,
    parse_zone,
    place,
    row_letters,
    row_number,
    zone_at,
)

OPPOSITE = {"W": "E", "E": "W", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
ALL_SIX = set(Direction)


def sea(rows: int, columns: int, shifted: str, first_row: int = 1, first_column: int = 1) -> SeaChart:
    return SeaChart(tuple("~" * columns for _ in range(rows)), shifted, first_row, first_column)  # type: ignore[arg-type]


MEDITERRANEAN = sea(40, 80, "even")
NORTH_SEA = sea(30, 50, "odd")


# ---- the facts of the rule book ------------------------------------------------------------------------------------


@pytest.mark.clause("5.0")
def test_l69_touches_the_zones_of_its_row_and_both_columns_beside_it():
    around = {d.value: z for d, z in MEDITERRANEAN.neighbours(Zone("L69")).items()}
    assert around == {"W": "L68", "E": "L70", "NW": "K69", "NE": "K70", "SW": "M69", "SE": "M70"}


@pytest.mark.clause("5.0")
@pytest.mark.parametrize(
    "start, way, end",
    [
        ("N37", "NW", "M37"),
        ("F33", "W", "F32"),
        ("C4", "NW", "B3"),
        ("D4", "NW", "C4"),
        ("C4", "SE", "D4"),
        ("D4", "SE", "E5"),
    ],
)
def test_even_rows_lie_half_a_zone_east_in_the_mediterranean(start, way, end):
    assert MEDITERRANEAN.step(Zone(start), Direction(way)) == end


@pytest.mark.clause("5.0")
def test_u37_to_y35_is_a_straight_run_to_the_south_west():
    run = [Zone(z) for z in ("U37", "V36", "W36", "X35", "Y35")]
    assert [MEDITERRANEAN.direction(a, b) for a, b in pairwise(run)] == [Direction.SW] * 4
    assert MEDITERRANEAN.path(run[0], run[-1]) == tuple(run[1:])


@pytest.mark.clause("5.0")
@pytest.mark.parametrize("one, other", [("V8", "U7"), ("Q31", "P32"), ("P32", "O32"), ("O32", "N32")])
def test_odd_rows_lie_half_a_zone_east_in_the_north_sea(one, other):
    assert NORTH_SEA.touches(Zone(one), Zone(other))
    assert NORTH_SEA.touches(Zone(other), Zone(one))


@pytest.mark.clause("5.0")
def test_q31_to_n32_is_a_run_to_the_north_east():
    run = [Zone(z) for z in ("Q31", "P32", "O32", "N33")]
    assert [NORTH_SEA.direction(a, b) for a, b in pairwise(run)] == [Direction.NE] * 3
    assert NORTH_SEA.direction(Zone("O32"), Zone("N32")) is Direction.NW


@pytest.mark.clause("5.0")
def test_the_parity_matters_for_the_rows_beside_a_zone():
    assert sea(9, 9, "even").step(Zone("D4"), Direction.NW) == "C4"
    assert sea(9, 9, "odd").step(Zone("D4"), Direction.NW) == "C3"


@pytest.mark.clause("5.0")
def test_rows_go_on_with_two_letters_after_z():
    assert [row_letters(n) for n in (1, 26, 27, 28, 52, 53)] == ["A", "Z", "AA", "AB", "AZ", "BA"]
    chart = sea(4, 6, "even", first_row=25)
    assert chart.step(Zone("Z5"), Direction.SW) == "AA5"
    assert chart.step(Zone("AA5"), Direction.NW) == "Z4"
    assert not chart.is_shifted(row_number("AA"))
    assert chart.is_shifted(row_number("AB"))


@pytest.mark.clause("5.0")
def test_no_zone_lies_off_the_chart():
    chart = sea(3, 3, "even")
    assert set(chart.neighbours(Zone("A1"))) == {Direction.E, Direction.SE}
    assert set(chart.neighbours(Zone("B3"))) == {Direction.W, Direction.NW, Direction.SW}
    assert not chart.has(Zone("D1"))
    assert not chart.has(Zone("A4"))
    assert chart.terrain(Zone("A9")) is None
    assert not chart.is_water(Zone("Z99"))


# ---- keys ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.0")
@pytest.mark.parametrize(
    "text, zone", [("n37", "N37"), (" N 37 ", "N37"), ("N037", "N37"), ("aa5", "AA5"), ("AA 05", "AA5"), ("A1", "A1")]
)
def test_a_zone_is_read_as_players_write_it(text, zone):
    assert parse_zone(text) == zone


@pytest.mark.parametrize("text", ["", "N", "37", "N0", "NNN3", "N1000", "N-3", "N3.", "Н37", "N３7", "N37\n7"])
def test_what_is_no_key_is_no_zone(text):
    assert parse_zone(text) is None


@given(st.integers(1, 702))
def test_row_letters_and_numbers_are_each_others_inverse(number):
    assert row_number(row_letters(number)) == number


@given(st.integers(1, 80), st.integers(1, 999))
def test_a_key_says_its_row_and_column(row, column):
    assert place(zone_at(row, column)) == (row, column)
    assert parse_zone(zone_at(row, column)) == zone_at(row, column)


# ---- properties of every chart --------------------------------------------------------------------------------------

charts = st.builds(
    sea,
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(("even", "odd")),
    st.sampled_from((1, 2, 25, 26)),
    st.sampled_from((1, 2, 66)),
)


@st.composite
def chart_and_zones(draw, number=2, land=False):
    chart = draw(charts)
    if land:
        marks = st.text("~~~.#", min_size=len(chart.rows[0]), max_size=len(chart.rows[0]))
        chart = replace(chart, rows=tuple(draw(marks) for _ in chart.rows))
    zones = st.sampled_from(sorted(chart.zones()))
    return (chart, *(draw(zones) for _ in range(number)))


@pytest.mark.clause("5.0")
@given(chart_and_zones())
def test_neighbours_are_each_others_neighbours_the_opposite_way(drawn):
    chart, zone, _ = drawn
    for way, other in chart.neighbours(zone).items():
        assert chart.step(other, Direction(OPPOSITE[way])) == zone


@pytest.mark.clause("5.0")
@given(chart_and_zones())
def test_no_two_neighbours_are_the_same_zone(drawn):
    chart, zone, _ = drawn
    around = list(chart.neighbours(zone).values())
    assert len({*around, zone}) == len(around) + 1


@pytest.mark.clause("5.0")
@given(st.sampled_from(("even", "odd")), st.integers(2, 8), st.integers(2, 8))
def test_every_zone_inside_a_chart_has_six_neighbours(shifted, row, column):
    assert set(sea(9, 9, shifted).neighbours(zone_at(row, column))) == ALL_SIX


@pytest.mark.clause("5.0")
@given(chart_and_zones())
def test_distance_is_the_number_of_steps_where_all_is_sea(drawn):
    chart, one, other = drawn
    assert chart.distances(one)[other] == chart.distance(one, other)


@given(chart_and_zones())
def test_distance_is_the_same_both_ways(drawn):
    chart, one, other = drawn
    assert chart.distance(one, other) == chart.distance(other, one)
    assert (chart.distance(one, other) == 0) == (one == other)


@given(chart_and_zones(land=True))
def test_a_path_is_a_shortest_way_over_water(drawn):
    chart, one, other = drawn
    reached = chart.distances(one)
    way = chart.path(one, other)
    if other not in reached or one == other:
        assert way == ()
        return
    assert len(way) == reached[other] >= chart.distance(one, other)
    assert way[-1] == other
    for start, end in zip((one, *way), way, strict=False):
        assert chart.touches(start, end)
        assert chart.is_water(end)


@given(chart_and_zones(number=3))
def test_a_path_keeps_out_of_what_is_to_be_avoided(drawn):
    chart, one, other, barred = drawn
    way = chart.path(one, other, avoid=[barred])
    assert barred not in way
    assert len(way) == chart.distances(one, avoid=[barred]).get(other, 0)


@given(chart_and_zones(land=True))
def test_the_nearest_wanted_zone_is_at_the_least_distance(drawn):
    chart, one, other = drawn
    wanted = {other, one}
    found = chart.nearest(one, lambda z: z in wanted)
    assert found == one


@given(chart_and_zones())
def test_an_edge_has_one_name_from_both_sides(drawn):
    _, one, other = drawn
    assert edge(one, other) == edge(other, one)


# ---- land, barriers, canals ------------------------------------------------------------------------------------------

STRAIT = SeaChart(("~~~", "~#~", "~~~"), "even")


@pytest.mark.clause("5.0")
def test_land_is_a_neighbour_but_cannot_be_entered():
    assert Zone("B2") in STRAIT.neighbours(Zone("B1")).values()
    assert Zone("B2") not in STRAIT.sea_neighbours(Zone("B1"))
    assert STRAIT.terrain(Zone("B2")) is Terrain.LAND
    assert STRAIT.distance(Zone("B1"), Zone("B3")) == 2
    assert STRAIT.distances(Zone("B1"))[Zone("B3")] == 3


@pytest.mark.clause("5.0")
def test_a_closed_edge_is_crossed_by_nobody_and_a_canal_by_its_own_side():
    chart = replace(STRAIT, closed=("A1-A2",), canals={"A2-A3": "CP"})
    assert not chart.is_open(Zone("A1"), Zone("A2"))
    assert not chart.is_open(Zone("A2"), Zone("A1"), "CP")
    assert chart.is_open(Zone("A2"), Zone("A3"), "CP")
    assert not chart.is_open(Zone("A2"), Zone("A3"), "EN")


@pytest.mark.clause("5.1")
@pytest.mark.parametrize(
    "zones, clause",
    [
        (("C5", "C6"), None),
        (("C5",), None),
        ((), None),
        (("C6",), "5.1"),
        (("C4",), "5.1"),
        (("Z99",), "5.0"),
        (("C5", "C5"), "5.1"),
    ],
)
def test_a_route_runs_from_neighbour_to_neighbour(zones, clause):
    fault = route_fault(sea(8, 10, "even"), "CP", Zone("C4"), Slot(tuple(Zone(z) for z in zones)), 2)
    assert (fault and fault.clause) == clause

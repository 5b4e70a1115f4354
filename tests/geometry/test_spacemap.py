"""The map of spaces: what touches what, how far, which way."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from room40.geometry.spacemap import SpaceMap

RING = SpaceMap({"a": ("b", "d"), "b": ("a", "c"), "c": ("b", "d", "e"), "d": ("a", "c"), "e": ("c",)})


def test_distances_are_counted_in_steps_from_the_start() -> None:
    assert RING.distances("a", 9) == {"a": 0, "b": 1, "d": 1, "c": 2, "e": 3}
    assert RING.distances("a", 1) == {"a": 0, "b": 1, "d": 1}
    assert RING.distances("a", 0) == {"a": 0}


def test_of_two_ways_of_the_same_length_the_one_named_first_is_found() -> None:
    assert RING.path("a", "c", 2) == ("a", "b", "c")


def test_a_step_that_is_not_allowed_is_gone_around() -> None:
    assert RING.path("a", "c", 2, lambda here, there: there != "b") == ("a", "d", "c")
    assert RING.path("a", "c", 9, lambda here, there: there not in "bd") == ()


def test_no_way_is_longer_than_allowed_or_leads_from_or_to_what_is_not_on_the_map() -> None:
    assert RING.path("a", "e", 2) == ()
    assert RING.path("a", "x", 9) == ()
    assert RING.path("x", "a", 9) == ()
    assert RING.path("a", "a", 0) == ("a",)


@pytest.mark.parametrize(
    "path, holds",
    [(("a",), True), (("a", "b", "c"), True), (("a", "c"), False), (("x",), False), (("a", "x"), False), ((), False)],
)
def test_a_way_goes_from_space_to_touching_space(path: tuple[str, ...], holds: bool) -> None:
    assert RING.is_way(path) is holds


def test_faults_of_a_map_are_connections_of_one_direction_and_parts_cut_off() -> None:
    assert RING.one_sided() == ()
    assert RING.cut_off() == ()
    broken = SpaceMap({"a": ("b",), "b": (), "c": ("x",)})
    assert broken.one_sided() == (("a", "b"), ("c", "x"))
    assert broken.cut_off() == ("c",)


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25), st.integers(0, 5))
def test_every_way_is_a_way_of_its_length_and_distances_do_not_depend_on_direction(
    pairs: set[tuple[int, int]], within: int
) -> None:
    near: dict[str, tuple[str, ...]] = {str(n): () for n in range(10)}
    for one, other in sorted(pairs):
        if one != other and str(other) not in near[str(one)]:
            near[str(one)] += (str(other),)
            near[str(other)] += (str(one),)
    chart = SpaceMap(near)
    assert chart.one_sided() == ()
    for end, way in chart.ways("0", within).items():
        assert (way[0], way[-1]) == ("0", end)
        assert len(way) <= within + 1
        assert chart.is_way(way)
        assert chart.distances(end, within)["0"] == len(way) - 1
        assert all(chart.touches(other, one) for one, other in pairwise(way))

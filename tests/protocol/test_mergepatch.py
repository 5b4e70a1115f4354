"""The difference of two trees, applied to the first, is the second; and what did not change is not even copied."""

from enum import StrEnum
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from room40.protocol.codec import encode, unpack
from room40.protocol.mergepatch import diff, merge, to_tree

scalars = st.integers(-5, 5) | st.text(max_size=3) | st.booleans()
lists = st.lists(scalars, max_size=3)
keys = st.sampled_from("abc")
flat = st.dictionaries(keys, scalars | lists, max_size=3)
maps = st.dictionaries(keys, scalars | lists | flat | st.dictionaries(keys, flat, max_size=2), max_size=3)


class Side(StrEnum):
    ENTENTE = "entente"
    CENTRAL = "central"


class Ship(Struct, frozen=True):
    name: str
    damage: int = 0
    flag: str | None = None


class Sunk(Struct, frozen=True, tag="sunk"):
    name: str
    flag: str | None = None


class Afloat(Struct, frozen=True, tag="afloat"):
    name: str
    slots: dict[int, Ship] = {}


class Mark(Struct, frozen=True, array_like=True):
    zone: str
    turn: int


class State(Struct, frozen=True):
    turn: int
    slots: dict[int, Ship]
    sides: dict[Side, tuple[int, ...]]
    fate: Sunk | Afloat | None = None
    mark: Mark | None = None
    seen: frozenset[str] = frozenset()


ships = st.builds(Ship, st.text(max_size=2), st.integers(0, 3), st.none() | st.just("admiral"))
states = st.builds(
    State,
    turn=st.integers(0, 3),
    slots=st.dictionaries(st.integers(0, 12), ships, max_size=3),
    sides=st.dictionaries(st.sampled_from(Side), st.lists(st.integers(0, 2), max_size=2).map(tuple)),
    fate=st.none()
    | st.builds(Sunk, st.text(max_size=2), st.none() | st.just("a"))
    | st.builds(Afloat, st.text(max_size=2), st.dictionaries(st.integers(0, 3), ships, max_size=2)),
    mark=st.none() | st.builds(Mark, st.just("A1"), st.integers(0, 2)),
    seen=st.frozensets(st.sampled_from("xyz")),
)


@given(maps, maps)
def test_a_patch_makes_the_old_tree_the_new_one(old: dict[str, Any], new: dict[str, Any]):
    assert merge(old, diff(old, new)) == new


@given(states, states)
def test_patches_of_structs_fold_to_the_tree_and_back_to_the_struct(old: State, new: State):
    patch = unpack(encode(diff(old, new)))
    folded = merge(unpack(encode(to_tree(old))), patch)
    assert encode(folded) == encode(to_tree(new))
    assert msgspec.convert(folded, State, str_keys=True) == new
    assert (patch == {}) == (old == new)


@given(maps, maps)
def test_what_a_patch_does_not_name_stays_the_same_object(old: dict[str, Any], new: dict[str, Any]):
    patch = diff(old, new)
    merged = merge(old, patch)
    for key, value in old.items():
        if key not in patch:
            assert merged[key] is value


@given(states)
def test_a_tree_has_no_null_and_only_text_for_keys(state: State):
    def check(node: object) -> None:
        assert node is not None
        if isinstance(node, dict):
            assert all(type(key) is str for key in node)
            for item in node.values():
                check(item)

    check(to_tree(state))


@given(st.dictionaries(st.text(max_size=3), scalars, min_size=2))
def test_one_value_has_one_encoding_in_whatever_order_it_was_made(value: dict[str, Any]):
    backwards = dict(reversed(value.items()))
    assert encode(value) == encode(backwards)


def test_the_same_object_is_skipped_unseen():
    class Untouchable(dict):  # type: ignore[type-arg]
        def __eq__(self, other: object) -> bool:
            raise AssertionError("looked at")

        __hash__ = None  # type: ignore[assignment]

    part = Untouchable(a=1)
    assert diff({"part": part, "turn": 1}, {"part": part, "turn": 2}) == {"turn": 2}


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"u": Afloat("E", {1: Ship("x")})}, {"u": Sunk("E")}, {"u": {"slots": None, "type": "sunk"}}),
        ({"u": Ship("E")}, {"u": {}}, {"u": {"name": None, "damage": None}}),
        ({"u": Ship("E", 1, "v")}, {"u": Ship("E", 1)}, {"u": {"flag": None}}),
        ({10: 1, 2: 1}, {10: 1}, {"2": None}),
        ({Side.ENTENTE: 1}, {Side.CENTRAL: 1}, {"entente": None, "central": 1}),
        ({"u": [1]}, {"u": {"a": 1}}, {"u": {"a": 1}}),
        ({"u": {"a": 1}}, {"u": [1]}, {"u": [1]}),
        ({"u": 1}, {"u": True}, {"u": True}),
        ({}, {"u": {}}, {"u": {}}),
        ({}, {"u": None}, {}),
        ({"u": Mark("A1", 1)}, {"u": Mark("A2", 1)}, {"u": ["A2", 1]}),
    ],
)
def test_patches_of_every_kind_of_change(old: Any, new: Any, patch: Any):
    assert diff(old, new) == patch
    assert merge(to_tree(old), patch) == to_tree(new)

"""Differences of trees as RFC 7396 merge patches.

A *tree* is what travels and what is kept: maps with string keys, lists, scalars, and no null inside a map (a field that
is None is left out, so its default must be None). A Struct or a dict with keys of other kinds becomes a tree through
`to_tree`. In a patch, null deletes a key; a list is a leaf and travels whole.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

Tree: TypeAlias = dict[str, Any]
"""A map of a tree. Its values are maps, lists and scalars."""

_MISSING = object()
_PLAIN = frozenset({int, str, bool, float, bytes})


def to_tree(value: object) -> Any:
    """`value` as a tree: Structs as maps, sorted string keys, nothing that is None inside a map."""
    return _without_none(msgspec.to_builtins(value, builtin_types=(bytes,), str_keys=True, order="sorted"))


def diff(old: object, new: object) -> Tree:
    """The patch that makes the tree of `old` into the tree of `new`; empty when nothing changed.

    Both are Structs or dicts. What `is` the same object is skipped unseen, so a state made by replacing the path to
    what changed costs only that path.
    """
    if old is new:
        return {}
    if isinstance(new, Struct) and type(old) is type(new):
        return _diff_of_fields(old, new)
    return _diff_of_maps(_as_map(old), _as_map(new))


def merge(target: object, patch: object) -> Any:
    """`target` with `patch` applied. The path to each change is copied; what is unchanged stays the same object."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            out[key] = merge(out.get(key), value)
        else:
            out[key] = value
    return out


def _diff_of_fields(old: object, new: Struct) -> Tree:
    patch: Tree = {}
    for name, key in _fields(type(new)):
        was, value = getattr(old, name), getattr(new, name)
        if was is not value:
            _change(patch, key, was, value)
    return patch


def _diff_of_maps(old: Mapping[object, object], new: Mapping[object, object]) -> Tree:
    patch: Tree = {_key(key): None for key in old if key not in new and old[key] is not None}
    for key, value in new.items():
        was = old.get(key, _MISSING)
        if was is not value:
            _change(patch, _key(key), was, value)
    return patch


def _change(patch: Tree, key: str, was: object, value: object) -> None:
    if value is None:
        if was is not _MISSING:
            patch[key] = None
    elif type(was) is type(value) and was == value:
        return  # made anew, but the same
    elif _is_map(value) and _is_map(was):
        if inner := diff(was, value):
            patch[key] = inner
    else:
        patch[key] = value if type(value) in _PLAIN else to_tree(value)


def _is_map(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, Struct) and not value.__struct_config__.array_like)


def _as_map(value: object) -> Mapping[object, object]:
    """A Struct of another kind than the one it is compared with goes with its tag, which is no field."""
    if isinstance(value, dict):
        return value
    made: Mapping[object, object] = msgspec.to_builtins(value, builtin_types=(bytes,), str_keys=True)
    return made


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    return tuple(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))


def _key(key: object) -> str:
    return str(key.value) if isinstance(key, Enum) else str(key)


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [_without_none(item) for item in value]
    return value

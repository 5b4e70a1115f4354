"""Views for people to read: every field by its name, those too that travel as lists or in short."""

from typing import Any

import msgspec
from msgspec import Struct


def named(thing: Struct) -> dict[str, Any]:
    """A Struct as maps, lists and plain values, whichever way it is encoded on the wire."""
    full: dict[str, str] = getattr(thing, "IN_FULL", {})
    return {name: _plain(getattr(thing, name)) for name in (full.get(field, field) for field in thing.__struct_fields__)}


def _plain(value: object) -> Any:
    if isinstance(value, Struct):
        return named(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return msgspec.to_builtins(value)

"""Bytes to messages and back: the only module that knows MessagePack.

One value has one encoding: keys are strings and sorted, so that the order in which a map was filled tells nothing.
Whatever is wrong with bytes from outside is one error, `WireError`.
"""

from functools import cache
from typing import Any, TypeVar

import msgpack  # type: ignore[import-untyped]
import msgspec

from room40.protocol.messages import AnyDown, AnyUp
from room40.protocol.text import clean

T = TypeVar("T")

REASON_LENGTH = 200


class WireError(ValueError):
    """Bytes, or a tree, that are not what they should be. `reason` is one sentence, `where` names the field."""

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.where = where


def encode(value: object) -> bytes:
    """The one encoding of a message, an entry or a tree."""
    return pack(msgspec.to_builtins(value, builtin_types=(bytes,), str_keys=True, order="sorted"))


def pack(tree: object) -> bytes:
    """The encoding of a tree whose keys are sorted already."""
    packed: bytes = msgpack.packb(tree)
    return packed


def unpack(raw: bytes) -> Any:
    """The tree that `raw` encodes. Raises `WireError`: cut short, trailing bytes, too deep, a key double or no text."""
    try:
        return msgpack.unpackb(raw, object_pairs_hook=_strict_map, ext_hook=_no_extension)
    except (ValueError, TypeError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise WireError(f"The message is not well formed: {clean(str(error) or type(error).__name__, 100)}.") from None


def unpack_kept(raw: bytes) -> Any:
    """The tree of bytes that this program wrote itself: without the checks that outsiders need."""
    return msgpack.unpackb(raw)


def shape(tree: object, kind: type[T]) -> T:
    """`tree` as a `kind`, types checked strictly. Raises `WireError`, whose `where` names the field at fault."""
    shaped: T = shape_any(tree, kind)
    return shaped


def shape_any(tree: object, kind: object) -> Any:
    """As `shape`, for a `kind` that is a union."""
    is_plain = isinstance(kind, type)
    try:
        if is_plain:
            return msgspec.convert(tree, kind, builtin_types=(bytes,), str_keys=True)
        return msgspec.convert((tree,), _box(kind), builtin_types=(bytes,), str_keys=True).value
    except (msgspec.ValidationError, RecursionError) as error:
        said = str(error) if is_plain else str(error).replace("$[0]", "$", 1)  # the place in the box
        reason, where = _in_words(said)
        raise WireError(reason, where) from None


def decode(raw: bytes, kind: type[T]) -> T:
    """The message that `raw` is. Raises `WireError`."""
    return shape(unpack(raw), kind)


def decode_up(raw: bytes) -> AnyUp:
    """A message from a client. Raises `WireError`."""
    message: AnyUp = shape_any(unpack(raw), AnyUp)
    return message


def decode_down(raw: bytes) -> AnyDown:
    """A message from a server. Raises `WireError`."""
    message: AnyDown = shape_any(unpack(raw), AnyDown)
    return message


def peek_protocol(raw: bytes) -> int | None:
    """The protocol version a first message names, however the rest of it looks. None if it names none."""
    try:
        tree = unpack(raw)
    except WireError:
        return None
    if isinstance(tree, list) and len(tree) > 1 and type(tree[1]) is int:
        return tree[1]
    return None


@cache
def _box(kind: object) -> Any:
    """A Struct with one field of a kind that is a union: msgspec keeps what it works out for a Struct, but works a union
    out at every call (measured: 29 µs an order, and 2 µs in a box)."""
    return msgspec.defstruct("Box", [("value", kind)], array_like=True, frozen=True)


def _in_words(error: str) -> tuple[str, str]:
    """A sentence and the name of the field from what msgspec says ("Expected `int`, got `str` - at `$.path[0]`")."""
    what, _, place = error.partition(" - at ")
    where = clean(place.replace("`", "").replace("key in ", "").removeprefix("$").lstrip("."), 80)
    what = clean(what.replace("`", '"').replace("Object", "it").removesuffix("."), REASON_LENGTH)
    what = what[:1].lower() + what[1:]
    return (f'The field "{where}" is not right: {what}.' if where else f"The message is not right: {what}."), where


def _strict_map(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice in a map")
    for key in made:
        if type(key) is not str:
            raise ValueError("a key is no text")
    return made


def _no_extension(code: int, _data: bytes) -> object:
    raise ValueError(f"extension type {code} is not used here")

"""Bytes from outside are a message or one `WireError`, never anything else."""

import contextlib

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from room40.protocol.codec import WireError, decode, decode_down, decode_up, encode, peek_protocol, shape
from room40.protocol.messages import (
    Bye,
    Catalogue,
    ChatLine,
    Create,
    Done,
    Hello,
    Made,
    Over,
    Patch,
    Refusal,
    Say,
    ScenarioCard,
    Snapshot,
    Submit,
    Welcome,
)

HELLO = Hello(1, "t1", "secret", "Anne", -1, 0)


@pytest.mark.parametrize(
    "message",
    [
        HELLO,
        Create(1, "dreadnought", "goeben", {"double_blind": True, "turns": 3, "side": "x"}, ("*",), "", "s"),
        Submit({"kind": "commit"}, 7),
        Submit(["commit"], 7),
        Say("hello"),
    ],
)
def test_what_a_client_sends_comes_through_as_it_was(message):
    assert decode_up(encode(message)) == message


@pytest.mark.parametrize(
    "message",
    [
        Welcome("entente", "dreadnought", "goeben", b"\xff" * 32, 5),
        Snapshot({"turn": 1}, 3),
        Patch({"turn": None}, 4),
        Done({}, 4, 9),
        Refusal("5.24", "Rostock is speed 1.", "Rostock", 9),
        ChatLine("entente", "Anne", "hello", 1),
        Over("The Goeben is through.", b"\x00" * 32),
        Catalogue((ScenarioCard("dreadnought", "goeben", "Flight", "…", ("entente", "central")),)),
        Made("", "t", "entente", {"entente": "s"}, "w"),
        Bye("The server stops."),
    ],
)
def test_what_a_server_sends_comes_through_as_it_was(message):
    assert decode_down(encode(message)) == message


BAD = {
    "cut short": b"\x93",
    "a byte that means nothing": b"\xc1",
    "bytes left over": encode(HELLO) + b"\x00",
    "no array": msgpack.packb({"kind": 0}),
    "no such kind": msgpack.packb([77, {}, 1]),
    "a field too few": msgpack.packb([0, 1, "t"]),
    "a field too many": msgpack.packb([3, {}, 1, 1]),
    "an id of 0": msgpack.packb([3, {}, 0]),
    "an id past 2**53": msgpack.packb([3, {}, 2**53]),
    "an id that is true": msgpack.packb([3, {}, True]),
    "an id that is 1.0": msgpack.packb([3, {}, 1.0]),
    "an order that is a word": msgpack.packb([3, "commit", 1]),
    "an order of too many pieces": msgpack.packb([3, [0] * 257, 1]),
    "a table's name with a line break": msgpack.packb([0, 1, "t\n", "", "", -1, 0]),
    "a name that is too long": msgpack.packb([0, 1, "t", "", "n" * 81, -1, 0]),
    "a name of bytes": msgpack.packb([0, 1, "t", "", b"n", -1, 0]),
    "options without end": msgpack.packb([1, 1, "s", "n", {str(i): 1 for i in range(33)}, [], "", ""]),
    "a key of a number": b"\x93\x03\x81\x01\x01\x01",
    "a key twice": b"\x93\x03\x82\xa1a\x01\xa1a\x02\x01",
    "10,000 arrays deep": b"\x91" * 10_000,
    "10,000 maps deep": b"\x81\xa1a" * 10_000,
    "an array said to have 2**32 - 1 members": b"\xdd\xff\xff\xff\xff",
    "text that is not UTF-8": b"\x93\x04\xa1\xff",
    "an extension type": msgpack.packb([3, {"a": msgpack.ExtType(5, b"x")}, 1]),
}


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD.keys())
def test_bad_bytes_are_one_kind_of_error(raw):
    with pytest.raises(WireError) as error:
        decode_up(raw)
    assert error.value.reason.endswith(".")
    assert len(error.value.reason) < 300


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_a_wire_error(raw):
    with contextlib.suppress(WireError):
        decode_up(raw)


class Plot(Struct, frozen=True, forbid_unknown_fields=True):
    fleet: str
    zones: tuple[str, ...]


@pytest.mark.parametrize(
    ("order", "where", "word"),
    [
        ({"fleet": 3, "zones": []}, "fleet", "str"),
        ({"fleet": "L1", "zones": ["A1", 2]}, "zones[1]", "str"),
        ({"fleet": "L1", "zones": [], "speed": 9}, "", "speed"),
        ({"fleet": "L1"}, "", "zones"),
    ],
)
def test_a_wrong_field_is_named(order, where, word):
    with pytest.raises(WireError) as error:
        shape(order, Plot)
    assert error.value.where == where
    assert word in error.value.reason


def test_a_client_is_forgiven_a_field_more_at_the_end():
    assert decode(msgpack.packb([9, "Bye.", "something new"]), Bye) == Bye("Bye.")


def test_the_protocol_version_is_read_even_from_a_message_of_another_version():
    assert peek_protocol(msgpack.packb([0, 2, {"new": "shape"}])) == 2
    assert peek_protocol(encode(HELLO)) == 1
    for raw in (b"\xc1", b"\x90", msgpack.packb([0, True]), msgpack.packb({})):
        assert peek_protocol(raw) is None

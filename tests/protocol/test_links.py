"""Links as people paste them, and text as people should not send it."""

import pytest

from room40.protocol.links import Link, LinkError, parse_link, server_address
from room40.protocol.text import DEEPEST, TooDeep, clean, harmless


def test_a_link_is_read_as_it_is_written():
    link = Link("ws://127.0.0.1:4014", "abc", "s-_1")
    assert str(link) == "ws://127.0.0.1:4014/t/abc#s-_1"
    assert parse_link(f"  {link}\n") == link
    assert "s-_1" not in link.address


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("localhost:4014", "ws://localhost:4014"),
        ("wss://room40.example/", "wss://room40.example"),
        ("ws://[::1]:99", "ws://[::1]:99"),
    ],
)
def test_an_address_of_a_server_is_forgiven_its_form(text, base):
    assert server_address(text) == base


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ws://h:1",
        "ws://h:1/t/",
        "ws://h:1/t/a",
        "ws://h:1/t/a#",
        "http://h:1/t/a#b",
        "ws://h:x/t/a#b",
        "ws://h:1/t/a b#c",
        "ws://a..b:1/t/a#b",
        f"ws://{'h' * 64}:1/t/a#b",
        "ws://a b:1/t/a#b",
        "ws://\x1b[2J:1/t/a#b",
        "ws://[::1%\x1b]:1/t/a#b",
    ],
)
def test_a_broken_link_is_one_sentence(text):
    with pytest.raises(LinkError, match=r"\.$"):
        parse_link(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\x1b[31mred\x07", "a[31mred"),
        ("two\nlines\ttab", "two lines tab"),
        ("right\u202eto left", "rightto left"),
        ("  Jellicoe  ", "Jellicoe"),
        ("x" * 99, "x" * 20),
    ],
)
def test_control_and_format_characters_are_dropped(text, kept):
    assert clean(text, 20) == kept


def test_a_tree_from_afar_loses_what_could_harm_a_terminal_and_nothing_else():
    tree = {"a\x00": ["é ☃\n", "\u202e\x1b[0m", 1, 2.5, None, True, b"\x1b"]}
    assert harmless(tree) == {"a": ["é ☃\n", "[0m", 1, 2.5, None, True, b"\x1b"]}


def test_a_tree_from_afar_has_a_bottom():
    tree = 1
    for _ in range(DEEPEST):
        tree = [tree]
    assert harmless(tree) == tree
    with pytest.raises(TooDeep):
        harmless([tree])

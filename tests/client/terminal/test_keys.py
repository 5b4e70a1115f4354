"""The reading of keys: whatever is typed, or said by a terminal, it goes on, and nothing piles up."""

import os
from collections.abc import Iterable
from threading import Event

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key, MouseDown, Paste
from textual.message import Message

from room40_client.terminal.keys import LONGEST_PASTE, Parser, read


def told(*texts: str) -> list[Message]:
    """What is told of these texts, read one after the other."""
    parser = Parser(False)
    return [event for text in texts for event in parser.told(text)]


@pytest.mark.parametrize("size", ["20000;20000;1;1", "24;80;0;0", "0;0;0;0"])
def test_a_size_among_the_keys_is_not_believed_and_breaks_no_click(size: str) -> None:
    click, *rest = told(f"\x1b[48;{size}t", "\x1b[?2048;1$y", "\x1b[<0;5;6M", "q")
    assert isinstance(click, MouseDown)
    assert (click.x, click.y) == (4, 5)
    assert [event.key for event in rest if isinstance(event, Key)] == ["q"]


def test_a_paste_is_one_event_and_no_key() -> None:
    paste, key = told("\x1b[200~te", "xt\rq\x1b[201~q")
    assert isinstance(paste, Paste)
    assert paste.text == "text\rq"
    assert isinstance(key, Key)


@pytest.mark.parametrize(
    ("texts", "keys"),
    [
        (["\x1b\r"], ["escape", "enter"]),
        (["\x1b", "\r"], ["escape", "enter"]),
        (["\x1bq"], ["escape", "q"]),
        (["\x1b1"], ["escape", "1"]),
        (["w\x1bQw"], ["w", "escape", "Q", "w"]),
        (["\x1b\x1b[A"], ["escape", "up"]),
        (["\x1b", "[A"], ["up"]),
        (["\x1bOA"], ["up"]),
    ],
)
def test_escape_is_not_lost_where_the_next_key_comes_at_once(texts: list[str], keys: list[str]) -> None:
    assert [event.key for event in told(*texts) if isinstance(event, Key)] == keys


def test_an_escape_is_the_key_once_nothing_came_for_a_while() -> None:
    parser = Parser(False)
    assert not list(parser.told("\x1b"))
    assert not list(parser.ticked(quiet=False)), "the rest of an arrow may be on its way"
    [escape] = parser.ticked()
    assert isinstance(escape, Key)
    assert escape.key == "escape"
    assert not list(parser.ticked())


def test_of_a_paste_that_does_not_end_no_more_is_kept_and_its_rest_is_no_key() -> None:
    parser = Parser(False)
    piece = "commit\r" * 500
    assert not list(parser.told("\x1b[200~"))
    for _ in range(100):
        assert not list(parser.told(piece))
    first, *rest = parser.told("end\x1b[201~q")
    assert isinstance(first, Paste)
    assert len(first.text) < LONGEST_PASTE
    assert [event.key for event in rest if isinstance(event, Key)] == ["q"]


@pytest.mark.parametrize("fault", [ValueError, ZeroDivisionError, MemoryError])
def test_a_fault_of_the_parser_costs_what_was_typed_and_no_more(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = XTermParser.feed

    def feed(parser: XTermParser, text: str) -> Iterable[Message]:
        if "!" in text:
            raise fault
        return usual(parser, text)

    monkeypatch.setattr(XTermParser, "feed", feed)
    parser = Parser(False)
    assert not list(parser.told("a!"))
    (key,) = parser.told("q")
    assert isinstance(key, Key)


def test_no_more_keys_are_read_until_those_before_are_heard() -> None:
    reading, writing = os.pipe()
    typed: list[Message] = []
    waiting: list[int] = []
    ended = Event()

    def heard() -> None:
        waiting.append(len(typed))
        if len(waiting) == 1:
            os.write(writing, b"more")
        else:
            ended.set()

    os.write(writing, b"some")
    assert read(reading, ended, False, typed.append, heard)
    assert waiting == [4, 8]
    os.close(reading)
    os.close(writing)

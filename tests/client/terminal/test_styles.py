"""How a cell looks, and the way from one look to another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from room40_client.terminal.styles import PLAIN, Style, change, erases, in_mono, in_sixteen, on_blank, told

COLOURS = st.sampled_from(["", "31", "96", "38;5;208", "38;2;10;20;30"])
GROUNDS = st.sampled_from(["", "44", "107", "48;5;17", "48;2;1;2;3"])
FLAGS = st.sets(st.sampled_from([1, 2, 3, 4, 7, 8, 9])).map(lambda codes: sum(1 << code for code in codes))
STYLES = st.builds(Style, FLAGS, COLOURS, GROUNDS)


@given(STYLES, STYLES)
def test_the_change_from_one_style_to_another_leads_there(old: Style, new: Style) -> None:
    sequence = change(old, new)
    assert (sequence == "") == (old == new)
    assert told(old, sequence[2:-1]) == new if sequence else old == new


@given(STYLES, STYLES)
def test_no_change_is_longer_than_beginning_afresh(old: Style, new: Style) -> None:
    assert len(change(old, new)) <= len(change(PLAIN, new)) + 1 or new == PLAIN


def test_nothing_blinks() -> None:
    assert told(PLAIN, "5;1") == told(told(PLAIN, "6"), "1") == told(PLAIN, "1")


@pytest.mark.parametrize("written", ["1;36", "0;1;36", "36;1", "1;34;36", "4;24;1;36", "48;5;9;1;49;36"])
def test_one_look_is_one_style_however_it_was_said(written: str) -> None:
    assert told(PLAIN, written) == Style(1 << 1, "36", "")


def test_of_a_blank_only_what_shows_is_told() -> None:
    assert on_blank(told(PLAIN, "1;36")) == PLAIN
    assert on_blank(told(PLAIN, "1;36;44")) == Style(0, "", "44")
    assert on_blank(told(PLAIN, "7;36")) == told(PLAIN, "7;36")
    assert erases(told(PLAIN, "1;36"))
    assert not erases(told(PLAIN, "44"))


def test_on_a_terminal_of_sixteen_colours_each_is_one_of_them() -> None:
    assert in_sixteen(told(PLAIN, "1;36")) == told(PLAIN, "1;36")
    assert in_sixteen(told(PLAIN, "38;2;250;5;5;48;5;21")) == told(PLAIN, "31;44")


def test_without_colour_what_stood_out_by_its_background_is_reversed() -> None:
    assert in_mono(told(PLAIN, "1;36")) == told(PLAIN, "1")
    assert in_mono(told(PLAIN, "1;30;47")) == told(PLAIN, "1;7")
    assert in_mono(told(PLAIN, "33;40")) == PLAIN
    assert in_mono(told(PLAIN, "7;33;43")) == told(PLAIN, "7")

"""Drawing lots."""

import pytest

from room40_server.rules.dreadnought.lots import draw

from .kit import dice


def test_one_alone_throws_no_die():
    assert draw(dice(), "lot", ["only"]) == "only"


@pytest.mark.parametrize("pips, drawn", [(1, "a"), (3, "a"), (4, "b"), (6, "b")])
def test_of_two_the_low_half_of_the_die_is_the_first(pips, drawn):
    assert draw(dice(pips), "lot", "ab") == drawn


def test_pips_that_do_not_divide_are_thrown_again():
    throws = dice(6, 5, 4)
    assert draw(throws, "lot", "abcd") == "d"
    assert throws.left == ()


def test_of_more_than_six_two_dice_are_read_as_a_number():
    items = list(range(9))
    assert draw(dice(1, 1), "lot", items) == 0
    assert draw(dice(6, 6), "lot", items) == 8
    assert sorted({draw(dice(a, b), "lot", items) for a in range(1, 7) for b in range(1, 7)}) == items

"""The dice are fair, repeat from their seed, and can be derived by anyone who has the seed."""

import hmac
from collections import Counter

import pytest

from room40_server.rules.dice import OutOfDice, ScriptedDice, SeededDice, Throw, commitment, throw_many


def test_the_same_seed_and_purposes_throw_the_same_pips():
    first, second = SeededDice(b"seed"), SeededDice(b"seed")
    assert throw_many(first, "contact", 50) == throw_many(second, "contact", 50)
    assert throw_many(SeededDice(b"other"), "contact", 50) != throw_many(SeededDice(b"seed"), "contact", 50)


def test_dice_taken_up_again_go_on_where_they_stopped():
    whole = SeededDice(b"seed")
    all_of_them = throw_many(whole, "gunnery", 20)
    again = SeededDice(b"seed", count=12)
    assert throw_many(again, "gunnery", 8) == all_of_them[12:]
    assert again.count == whole.count == 20


def test_a_throw_can_be_derived_from_the_seed_alone():
    seed = b"published at the end"
    thrown = SeededDice(seed, count=7).throw("contact C4")
    first_fair = next(b for b in hmac.digest(seed, b"7:contact C4:0", "sha256") if b < 252)
    assert thrown == first_fair % 6 + 1


def test_pips_are_even_over_many_throws():
    counts = Counter(throw_many(SeededDice(b"fair"), "n", 6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5  # chi squared, five degrees, one in a thousand


def test_every_throw_is_recorded_with_its_purpose():
    dice = ScriptedDice([3, 5])
    dice.throw("weather")
    dice.throw("contact")
    assert dice.thrown == [Throw("weather", 3), Throw("contact", 5)]


def test_a_script_that_runs_out_says_for_what():
    dice = ScriptedDice([1])
    dice.throw("weather")
    with pytest.raises(OutOfDice, match="contact C4"):
        dice.throw("contact C4")


def test_the_commitment_is_the_seeds_sha256():
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

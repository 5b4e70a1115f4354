"""The initiative die (7.2) with its leaders (H16) and nationalities (H11)."""

import pytest

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import initiative

from .kit import dice, ship, tables


def force(side, names, leader=False):
    return [ship(n, side, leader="Admiral" if leader and not i else "") for i, n in enumerate(names)]


def thrown(die, cp=("Seydlitz",), en=("Lion",), leaders=()):
    return initiative.throw(
        tables().initiative, force("CP", cp, "CP" in leaders), force("EN", en, "EN" in leaders), dice(die)
    )


@pytest.mark.clause("7.2", "H16")
@pytest.mark.parametrize(
    "leaders, die, total, side",
    [
        ((), 3, 3, "CP"), ((), 4, 4, "EN"), (("CP",), 4, 3, "CP"), (("EN",), 3, 4, "EN"), (("CP", "EN"), 4, 4, "EN"),
        (("CP",), 6, 5, "EN"),
    ],
)  # fmt: skip
def test_three_or_less_is_the_central_powers_and_a_leader_shifts_the_die_for_his_side(leaders, die, total, side):
    found = thrown(die, leaders=leaders)
    assert (found.total, found.side) == (total, Side(side))


@pytest.mark.clause("7.2", "H11", "5.2")
@pytest.mark.parametrize(
    "en, cp, die, leaders, total, side",
    [
        (("Dartmouth", "Quarto", "Ernest Renan"), ("Novara", "Saida"), 5, (), 3, "CP"),
        (("Dublin", "Chatham"), ("Novara", "Goeben"), 3, (), 3, "CP"),
        (("Lion", "Australian cruiser"), ("Seydlitz",), 4, (), 4, "EN"),
        (("Dartmouth", "Quarto"), ("Novara",), 4, ("EN",), 4, "EN"),
    ],
)
def test_each_nationality_over_one_counts_against_its_side(en, cp, die, leaders, total, side):
    found = thrown(die, cp, en, leaders)
    assert (found.total, found.side) == (total, Side(side))


@pytest.mark.clause("H16")
def test_two_leaders_of_a_side_count_once():
    two = [ship(n, "EN", leader="Admiral") for n in ("Lion", "Tiger")]
    assert initiative.modifiers(tables().initiative, force("CP", ["Seydlitz"]), two) == {"leader": 1}


def test_modifiers_that_are_nothing_are_not_named():
    assert thrown(2).modifiers == {}

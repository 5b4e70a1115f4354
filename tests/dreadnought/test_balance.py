"""The numbers of the rules give battles as history had them (H7.5); `python -m benchmarks balance` fights many more."""

from statistics import fmean

import pytest
from benchmarks import balance


def test_the_dogger_bank_costs_the_germans_one_ship_or_two_and_the_british_hardly_any() -> None:
    fought = [balance.duel(seed) for seed in range(60)]
    assert 1 <= fmean(x.sunk.get("CP", 0) for x in fought) <= 2.5
    assert fmean(x.sunk.get("EN", 0) for x in fought) < 0.6


@pytest.mark.slow
def test_goeben_beats_one_indefatigable_and_loses_to_three() -> None:
    one = [balance.one_to_one(seed) for seed in range(20)]
    three = [balance.one_to_three(seed) for seed in range(20)]
    assert fmean(x.points["CP"] > x.points["EN"] for x in one) > 0.6
    assert fmean(x.points["CP"] > x.points["EN"] for x in three) < 0.2
    assert fmean(x.points["EN"] - x.points["CP"] for x in three) > 1


@pytest.mark.slow
def test_a_large_battle_between_two_players_of_the_computer_is_quick() -> None:
    assert min(balance.ten_to_ten(seed).seconds for seed in range(2)) < 2  # the bar of 0.5 s is the benchmark's

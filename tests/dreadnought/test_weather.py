"""The weather of the turn (H4.1)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import weather
from room40_server.rules.dreadnought.state import Phase

from .kit import dice, fleet, game

ONE = {"CP-1": fleet("intercept", ["Novara"], "C4")}


def in_weather(grade, winter=False, turn=1, **setting):
    return game(ONE, turn=turn, phase="weather", weather=grade, setting={"winter": winter, **setting})


@pytest.mark.clause("H4", "H4.1")
@pytest.mark.parametrize(
    "grade, die, winter, now",
    [
        (2, 1, False, 1),
        (2, 3, False, 2),
        (2, 6, False, 3),
        (1, 1, False, 1),
        (6, 6, False, 6),
        (3, 5, False, 3),
        (3, 5, True, 4),
        (3, 4, True, 3),
        (4, 1, True, 3),
    ],
)
def test_one_is_better_six_is_worse_and_in_winter_five_too(grade, die, winter, now):
    after = weather.step(in_weather(grade, winter), dice(die))
    assert after.weather == now
    assert after.phase is Phase.ORDERS


@pytest.mark.clause("H4.1")
def test_everybody_is_told_the_weather_and_its_die():
    after = weather.step(in_weather(2), dice(6))
    assert {log[1].text for log in after.log.values()} == {"The weather turns from cloudy to mist: die 6 (H4.1)."}
    assert set(after.log) == {"CP", "EN", "public"}


@pytest.mark.clause("H4.1")
def test_a_turn_whose_weather_the_scenario_fixes_throws_no_die():
    state = in_weather(2, fixed_weather=(5,))
    assert weather.step(state, dice()).weather == 5
    later = replace(state, turn=2)
    assert weather.step(later, dice(1)).weather == 1

"""Victory (H18)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import ending, victory
from room40_server.rules.dreadnought.setting import Goal
from room40_server.rules.dreadnought.state import Phase

from .kit import dice, fleet, game

BOTH = {"CP-1": fleet("intercept", ["Goeben"], "C4"), "EN-1": fleet("intercept", ["Dublin"], "G9")}


def playing(goals=None, fleets=BOTH, turn=5, length=20, **more):
    return game(fleets, turn=turn, phase="end", length=length, setting={"goals": goals or {}}, **more)


@pytest.mark.clause("H18")
@pytest.mark.parametrize(
    "high, low, level",
    [(20, 10, "decisive"), (19, 9, "decisive"), (18, 9, "marginal"), (19, 10, "marginal"), (10, 0, "decisive"),
     (9, 0, "marginal"), (5, 4, "marginal"), (11, 9, ""), (0, 0, "")],
)  # fmt: skip
def test_decisive_is_twice_and_ten_more_marginal_a_quarter_more(high, low, level):
    assert victory.grade(playing(), high, low) == level


@pytest.mark.clause("H18")
def test_the_result_names_the_victor_and_the_points():
    state = playing(points={"EN": {"sunk goeben": 20}, "CP": {"merchant": 2}})
    assert victory.verdict(state) == "A decisive victory of the Entente, 20 to 2."
    assert victory.verdict(playing()) == "A draw, Central Powers 0 to Entente 0."


@pytest.mark.clause("H18")
def test_half_her_hull_lost_at_the_end_is_half_her_points_down():
    state = playing(length=5)
    built = state.setting.cards["Goeben"]
    half = replace(state.ships["goeben"], hull=built.hull // 2)
    after = ending.step(replace(state, ships={**state.ships, "goeben": half}), dice())
    assert after.points == {"EN": {"damaged goeben": built.points // 2}}
    less = replace(half, hull=built.hull // 2 + 1)
    assert ending.step(replace(state, ships={**state.ships, "goeben": less}), dice()).points == {}


@pytest.mark.clause("H18")
def test_the_game_ends_with_its_calendar_and_the_reckoning_is_told_to_all_line_by_line():
    state = playing(length=5, points={"CP": {"merchant": 2, "cargo goeben": 2}})
    after = ending.step(state, dice())
    assert after.phase is Phase.OVER
    lines = [e.text for e in after.log["public"].values()]
    assert lines == [
        "Central Powers: merchants sunk, 2.",
        "Central Powers: cargo delivered by Goeben, 2.",
        "Central Powers: 4 points in all.",
        "Entente: 0 points in all.",
        "A marginal victory of the Central Powers, 4 to 0.",
    ]
    assert after.result == lines[-1]
    assert ending.step(replace(state, turn=4), dice()).phase is Phase.WEATHER


HOME = Goal("reach", Side.CP, 15, "Goeben reaches Port C4.", ("goeben",), "C4", True, True)


@pytest.mark.clause("H18")
def test_a_goal_is_reached_in_its_port_and_may_end_the_game():
    state = playing({"home": HOME}, ports={"C4": "major CP"})
    outside = ending.step(state, dice())
    assert outside.goals_met == ()
    assert outside.phase is Phase.WEATHER
    inside = replace(state, fleets={**state.fleets, "CP-1": replace(state.fleets["CP-1"], in_port=True)})
    after = ending.step(inside, dice())
    assert after.goals_met == ("home",)
    assert after.points == {"CP": {"goal home": 15}}
    assert after.result == "A decisive victory of the Central Powers, 15 to 0."


@pytest.mark.clause("H18")
def test_a_goal_at_sea_counts_once_and_also_for_a_zone_passed():
    goal = replace(HOME, port=False, ends_game=False, zone="C3")
    state = playing({"past": goal})
    passing = replace(state, fleets={**state.fleets, "CP-1": replace(state.fleets["CP-1"], entered=("C3", "C4"))})
    once = victory.goals_reached(passing)
    assert once.points == {"CP": {"goal past": 15}}
    assert victory.goals_reached(once) is once


@pytest.mark.clause("H18")
def test_goals_of_the_end_count_ships_afloat_and_ships_kept_away():
    survive = Goal("survive", Side.CP, 5, "Each ship afloat.", ("goeben",))
    denied = Goal("denied", Side.EN, 7, "Goeben kept out of Port C4.", ("goeben",), "C4", True)
    state = playing({"a": survive, "b": denied}, length=5, ports={"C4": "major CP"})
    assert ending.step(state, dice()).points == {"CP": {"goal a": 5}, "EN": {"goal b": 7}}
    sunk = replace(state, ships={**state.ships, "goeben": replace(state.ships["goeben"], sunk=True, hull=0)})
    assert ending.step(sunk, dice()).points == {}
    home = replace(state, fleets={**state.fleets, "CP-1": replace(state.fleets["CP-1"], in_port=True)})
    assert ending.step(home, dice()).points == {"CP": {"goal a": 5}}


@pytest.mark.clause("H18")
def test_a_side_without_a_ship_ends_the_game():
    after = ending.step(playing(fleets={"CP-1": BOTH["CP-1"]}), dice())
    assert after.phase is Phase.OVER


@pytest.mark.clause("H18")
def test_who_gives_up_loses_decisively():
    after = victory.concede(playing(asked={"CP": "orders", "EN": "orders"}), Side.EN)
    assert after.result == "The Entente gives the game up: a decisive victory of the Central Powers."
    assert (after.phase, after.asked) == (Phase.OVER, {})

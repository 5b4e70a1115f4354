"""Scenarios of a single battle: it begins as soon as both have read the briefing, and the game ends with it (7.2)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order, Side
from room40.geometry.seachart import Zone
from room40_server import scenarios
from room40_server.bots.dreadnought import Bot
from room40_server.rules.dice import ScriptedDice, SeededDice
from room40_server.rules.dreadnought import turn
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.dreadnought.tactical import ground
from room40_server.rules.game import Refused
from room40_server.scenario_files import Raw, ScenarioError, data_root, merged, read_toml
from tests.dreadnought.kit import GAME

BATTLES = ("coronel", "falklands", "cape-sarych")


def begun(name: str, *pips: int) -> State:
    """The battle when both have committed."""
    return committed(scenarios.load(name), *pips)


def committed(state: State, *pips: int) -> State:
    """The state when both sides have read the briefing."""
    dice = ScriptedDice(pips)
    for side in Side:
        state = GAME.submit(state, side, o.Commit(), dice)
    return state


def fight(state: State, until: str = "", seed: bytes = b"battle") -> State:
    """Play on by two bots until a kind of question is asked, or to the end."""
    dice, bots = SeededDice(seed), {s.value: Bot(s, 1) for s in Side}
    while state.asked and until not in state.asked.values():
        seat = sorted(state.asked)[0]
        for order in bots[seat].decide(GAME.view(state, seat), seat):
            state = GAME.submit(state, seat, order, dice)
    return state


def refusal(state: State, seat: str, order: Order) -> str:
    with pytest.raises(Refused) as caught:
        GAME.submit(state, seat, order, ScriptedDice(()))
    return caught.value.sentence


@pytest.mark.clause("7.2")
@pytest.mark.parametrize("name", BATTLES)
def test_nothing_is_written_before_a_single_battle(name: str) -> None:
    state = scenarios.load(name)
    assert state.asked == {"CP": "plan", "EN": "plan"}
    for side in Side:
        view = GAME.view(state, side)
        assert not view.ask.missing
        assert not any(f.open for f in view.fleets.values())


@pytest.mark.clause("7.2")
def test_the_scenario_may_give_the_initiative() -> None:
    assert begun("coronel").asked == {"EN": "set up"}
    assert begun("falklands").asked == {"CP": "set up"}


@pytest.mark.clause("7.2")
@pytest.mark.parametrize("die, middle", [(3, "EN"), (4, "CP")])
def test_else_it_is_thrown_once_both_have_committed(die: int, middle: str) -> None:
    path = data_root() / "dreadnought" / "cape-sarych" / "scenario.toml"
    raw = read_toml(path)
    battle = raw["battle"]
    assert isinstance(battle, dict)
    left = {key: value for key, value in battle.items() if key != "initiative"}
    state = turn.advance(scenarios.from_raw({**raw, "battle": left}, path), ScriptedDice(()))
    assert committed(state, die).asked == {middle: "set up"}


@pytest.mark.clause("7.24")
def test_a_fleet_comes_on_from_the_zone_it_left() -> None:
    state = begun("falklands")
    assert GAME.view(state, "CP").board["C3"].entries == ["NW"]


@pytest.mark.clause("7.33")
def test_land_and_the_edge_of_the_chart_close_sides_of_the_board() -> None:
    open_sides = ground.open_sides(begun("cape-sarych"), Zone("F58"), Side.CP)
    assert [s.value for s in open_sides] == ["E", "SE", "SW", "W"]


@pytest.mark.clause("7.27")
@pytest.mark.parametrize("number, hexes", [(1, 4), (2, 4), (3, 2), (4, 2)])
def test_dusk_falls_in_the_third_round_at_coronel(number: int, hexes: int) -> None:
    state = begun("coronel")
    later = replace(state.battles["B3"], round=number)
    assert ground.detection(replace(state, battles={"B3": later})) == hexes


@pytest.mark.clause("7.31")
def test_only_evstafi_of_the_russians_fires_in_the_first_step_of_fire() -> None:
    state = fight(begun("cape-sarych"), until="gunnery")
    arms = next(iter(GAME.view(state, "EN").board.values())).arms
    assert [ship for ship, guns in arms.items() if guns] == ["evstafi"]
    token = next(t for t, s in GAME.view(state, "EN").board["F58"].known.items())
    order = o.FireGuns("F58", (o.Aim("panteleimon", o.Gun.PRIMARY, token),))
    assert "no clear view" in refusal(state, "EN", order)
    for seat in sorted(state.asked):
        state = GAME.submit(state, seat, o.FireGuns("F58", free=True), SeededDice(b"fire"))
    fired = {h.ships[0] for h in state.record.values() if h.what.startswith("fire ")}
    assert not fired & {"panteleimon", "ioann-zlatoust", "tri-sviatitelia", "rostislav"}


@pytest.mark.clause("7.36")
@pytest.mark.parametrize("name", BATTLES)
def test_the_game_is_over_with_the_battle(name: str) -> None:
    end = fight(scenarios.load(name))
    assert end.phase is Phase.OVER
    assert end.result
    assert end.turn == 1


@pytest.mark.parametrize(
    "over, place, word",
    [
        ({"length": 2}, "length", "one turn"),
        ({"battle": {"zone": "D5"}}, "zone", "the battle is fought in D5"),
        ({"battle": {"zone": "C5"}}, "zone", "no water"),
        ({"battle": {"first_fire": {"EN": ["Scharnhorst"]}}}, "first_fire", "EN has no ship"),
        ({"battle": {"dusk": 3}}, "dusk", "no field"),
    ],
)
def test_what_does_not_fit_a_single_battle_is_one_sentence(over: Raw, place: str, word: str) -> None:
    path = data_root() / "dreadnought" / "coronel" / "scenario.toml"
    with pytest.raises(ScenarioError) as caught:
        scenarios.from_raw(merged(read_toml(path), over), Path(path))
    assert place in str(caught.value)
    assert word in str(caught.value)

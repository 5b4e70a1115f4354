"""The scenarios that are shipped: they load, they hold what their sources say, and a new player can begin at once."""

import pytest

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import Slot
from room40.geometry.seachart import Zone
from room40_server import scenarios
from room40_server.bots import tactics
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought import turn, views
from room40_server.rules.dreadnought.state import Phase, State, fleets_of, is_night
from room40_server.scenarios import ScenarioError

NAMES = [name for _, name, _, _ in scenarios.available()]


def opened(name: str) -> State:
    return turn.advance(scenarios.load(name), SeededDice(b"scenario"))


def test_the_first_scenario_offered_is_the_one_to_learn_with() -> None:
    cards = scenarios.catalogue()
    assert [c.name for c in cards][:2] == ["first-cruise", "goeben"]
    assert cards[0].seats == ("CP", "EN")
    assert all(c.summary and c.title for c in cards)


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_begins_with_the_plans_of_both_sides(name: str) -> None:
    state = opened(name)
    assert state.phase is Phase.PLAN
    assert set(state.asked) == {"CP", "EN"}


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_may_commit_the_plans_as_given(name: str) -> None:
    state, dice, game = opened(name), SeededDice(b"scenario"), turn.Dreadnought()
    for side in Side:
        assert views.view(state, side).ask.missing == []
        state = game.submit(state, side, o.Commit(), dice)
    assert state.phase is (Phase.BATTLES if state.setting.opening else Phase.ORDERS)
    assert state.turn == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_ship_of_a_scenario_sails_in_one_fleet(name: str) -> None:
    state = scenarios.load(name)
    aboard = [ship for fleet in state.fleets.values() for ship in fleet.ships]
    assert sorted(aboard) == sorted(state.ships)
    assert all(state.ships[s].card in state.setting.cards for s in aboard)


@pytest.mark.clause("5.0")
def test_the_distances_of_the_flight_of_the_goeben() -> None:
    chart = scenarios.load("goeben").setting.chart
    assert [len(chart.path(a, b, "CP")) for a, b in (("R32", "U42"), ("U42", "T46"), ("T46", "N46"))] == [11, 5, 6]


@pytest.mark.clause("5.0")
@pytest.mark.parametrize(
    "start, end, what",
    [
        ("Q42", "R42", "the isthmus of Corinth"),
        ("R31", "S32", "Sicily"),
        ("Q32", "Q33", "the toe of Italy"),
        ("M34", "M35", "the heel of Italy"),
        ("M47", "M48", "the isthmus of Gallipoli"),
    ],
)
def test_no_ship_crosses_the_land_between(start: str, end: str, what: str) -> None:
    chart = scenarios.load("goeben").setting.chart
    assert chart.touches(start, end)  # type: ignore[arg-type]
    assert not chart.is_open(start, end, "CP"), what  # type: ignore[arg-type]
    assert len(chart.path(start, end, "CP")) > 1  # type: ignore[arg-type]


@pytest.mark.clause("5.0")
def test_only_the_central_powers_pass_the_dardanelles() -> None:
    chart = scenarios.load("goeben").setting.chart
    assert chart.path("N46", "L51", "CP")  # type: ignore[arg-type]
    assert not chart.path("N46", "L51", "EN")  # type: ignore[arg-type]


@pytest.mark.clause("H11")
def test_a_neutral_port_is_no_port_to_either_side() -> None:
    state, dice = opened("goeben"), SeededDice(b"scenario")
    assert state.setting.ports["R32"].side == ""
    with pytest.raises(turn.Refused, match="neutral"):
        turn.Dreadnought().submit(state, "CP", o.Plot("CP-1", 1, "stay port"), dice)


def test_goeben_is_a_raider_with_bad_boilers() -> None:
    state = scenarios.load("goeben")
    assert state.fleets["CP-1"].mission is Mission.RAIDING
    assert state.setting.strict_speed_die == {"goeben": 1}
    assert state.ships["goeben"].fuel == state.ships["breslau"].fuel == 30
    assert state.ships["goeben"].leader == "Souchon"


def test_the_french_stay_in_the_western_basin() -> None:
    state, dice = opened("goeben"), SeededDice(b"scenario")
    french = [f for f in fleets_of(state, Side.EN) if any(state.ships[s].nation == "FR" for s in f.ships)]
    assert french
    assert all(f.bounds == 24 for f in french)
    assert state.ships["collier-1"].nation == "DE"
    del dice


def test_the_french_convoy_sails_as_planned_and_counts_for_little() -> None:
    state = scenarios.load("goeben")
    assert state.fleets["EN-9"].sheet[12] == Slot((Zone("H18"),), port=True)
    assert state.ships["troopship-1"].cargo_from == "T14"
    assert state.setting.tables.victory.cargo_troopship == 1


@pytest.mark.clause("5.0")
def test_the_distances_to_the_dogger_bank() -> None:
    chart = scenarios.load("dogger-bank").setting.chart
    assert [len(chart.path(a, b, s)) for a, b, s in (("N2", "O10", "EN"), ("U7", "O10", "EN"), ("R17", "P13", "CP"))] == [
        9,
        6,
        5,
    ]  # type: ignore[arg-type]


def test_hipper_sails_in_turn_three_and_it_is_light_in_turns_five_and_six() -> None:
    state = opened("dogger-bank")
    assert [t for t in range(1, 10) if not is_night(state, t)] == [5, 6]
    assert views.view(state, "CP").fleets["CP-1"].open == []
    with pytest.raises(turn.Refused, match="does not sail before turn 3"):
        turn.Dreadnought().submit(state, "CP", o.Plot("CP-1", 2, "R16"), SeededDice(b"scenario"))
    dice, game = SeededDice(b"scenario"), turn.Dreadnought()
    for side in Side:
        state = game.submit(state, side, o.Commit(), dice)
    assert views.view(state, "CP").fleets["CP-1"].open == [3]


def test_a_table_may_be_opened_double_blind() -> None:
    assert not scenarios.load("goeben").setting.double_blind
    assert scenarios.load("goeben", {"double_blind": True}).setting.double_blind


@pytest.mark.parametrize("options", [{"nothing": True}, {"fuel": 3}, {"fuel": "no"}])
def test_an_unknown_option_is_refused_by_name(options: dict[str, int | str | bool]) -> None:
    with pytest.raises(ScenarioError) as caught:
        scenarios.load("goeben", options)
    assert caught.value.key == next(iter(options))


@pytest.mark.parametrize("name", ["nowhere", "../goeben", "goeben/", "", "GOEBEN", "charts"])
def test_an_unknown_scenario_is_one_sentence(name: str) -> None:
    with pytest.raises(ScenarioError, match="no scenario has this name"):
        scenarios.load(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_plays_to_its_end(name: str) -> None:
    state, dice, game = opened(name), SeededDice(b"to the end"), turn.Dreadnought()
    for _ in range(2000):
        if state.result:
            break
        seat, kind = sorted(state.asked.items())[0]
        for order in plain_answer(state, seat, kind):
            state = game.submit(state, seat, order, dice)
    assert state.phase is Phase.OVER
    assert state.turn <= state.setting.calendar.length


def plain_answer(state: State, seat: str, kind: str) -> list[o.Order]:
    """Claims nothing, fights on, stays where it may write."""
    view = views.view(state, seat)
    match kind:
        case "claims":
            return [o.MakeClaims()]
        case "swap":
            return [o.ChooseZone(view.ask.choices[0])]
        case "fight":
            return [o.Fight(view.ask.zone)]
        case "entry" | "set up" | "manoeuvre" | "gunnery" | "torpedoes" | "keep":
            return [tactics.answer(view)]
    stays: list[o.Order] = [
        o.Plot(fleet_id, number, "/".join(fleet.owed[:1]) or "stay")
        for fleet_id, fleet in view.fleets.items()
        for number in fleet.open
        if str(number) not in fleet.sheet
    ]
    return [*stays, o.Commit()]

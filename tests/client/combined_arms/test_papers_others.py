"""Placing what was bought, asking odds, reading the log."""

import subprocess
import sys

import pytest

from room40.combined_arms import orders as o
from room40.combined_arms.forces import Odds, Question
from room40_client.tui.combined_arms.papers import LogScreen, OddsScreen, PlacementScreen, reckoning
from room40_client.tui.combined_arms.papers import odds_sheet as sheet
from room40_client.tui.combined_arms.papers.odds_sheet import Draft
from room40_client.tui.screens.paper import Rules
from room40_server import odds as command
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.views import view
from tests.client import shots
from tests.client.combined_arms.papers_kit import RulesWire, paper
from tests.combined_arms.fights import fight
from tests.combined_arms.kit import game

HOME = {"home": "Germans 5 capital", "hills": "Germans 2"}


def bought(units: str = "1 industrial-complex Germans", at_sea: str = "", **purchases: int) -> State:
    return game(
        "home-6 home-hills 6-7 hills-6", phase="mobilise", lands=HOME,
        units={"home": units} | ({"6": at_sea} if at_sea else {}),
        purchases={key.replace("_", "-"): number for key, number in purchases.items()},
    )  # fmt: skip


# ---- placing ----


@pytest.mark.clause("K7")
async def test_all_of_a_type_are_placed_with_one_key_and_undone_with_another() -> None:
    wire = RulesWire(bought(infantry=3))
    async with paper(PlacementScreen, wire) as story:
        assert "3 infantry to place: choose a space." in story.asked
        await story.keys("a")
        assert wire.orders == [o.Place("home", {"infantry": 3})]
        assert "All is placed." in story.asked
        await story.keys("u")
        assert wire.orders[-1] == o.Place("home", {})
        assert "3 infantry to place" in story.asked


async def test_keys_pressed_while_the_umpire_rules_are_not_lost() -> None:
    wire = RulesWire(bought(infantry=5))
    async with paper(PlacementScreen, wire) as story:
        for _ in range(3):
            story.paper.action_pressed("plus")
        await story.keys()
        assert wire.orders == [o.Place("home", {"infantry": number}) for number in (1, 2, 3)]


@pytest.mark.clause("K7")
async def test_ships_are_offered_the_zones_beside_and_the_room_left_is_said() -> None:
    wire = RulesWire(bought(infantry=2, destroyer=4))
    async with paper(PlacementScreen, wire) as story:
        await story.keys("a")
        assert "Spaces for destroyer" in story.text
        assert "room for 3" in story.text
        await story.keys("a")
        assert wire.orders[-1] == o.Place("6", {"destroyer": 3})
        await story.keys("plus")
        assert "bring forth 5 units at most" in story.asked


@pytest.mark.clause("K7")
async def test_what_has_no_place_is_paid_back_only_if_it_is_said_twice() -> None:
    wire = RulesWire(bought(infantry=6))
    async with paper(PlacementScreen, wire) as story:
        await story.keys("a", "enter")
        assert "1 infantry not placed: 3 is paid back." in story.asked
        assert o.Commit() not in wire.orders
        await story.keys("enter")
        assert wire.orders[-1] == o.Commit()
        assert story.is_closed


@pytest.mark.clause("K3.5")
async def test_where_more_fighters_wait_than_decks_come_as_many_as_can_are_named() -> None:
    wire = RulesWire(bought(at_sea="3 fighter Germans", carrier=1))
    async with paper(PlacementScreen, wire) as story:
        assert "3 fighters wait for a deck" in story.text
        await story.keys("plus")
        assert wire.orders == [o.Place("6", {"carrier": 1}, ("fighter-1", "fighter-2"))]
        assert "1 fighter over 6 will find no deck." in story.asked
        await story.keys("enter")
        assert [u.aboard for u in wire.state.units.values() if u.type == "fighter"] == ["carrier-1", "carrier-1"]


@pytest.mark.clause("K7")
async def test_a_new_complex_is_offered_only_where_there_is_none() -> None:
    wire = RulesWire(bought(industrial_complex=1))
    async with paper(PlacementScreen, wire) as story:
        assert "hills" in story.text
        await story.keys("plus")
        assert wire.orders == [o.Place("hills", {"industrial-complex": 1})]


# ---- odds ----


@pytest.mark.clause("K8")
async def test_typed_forces_have_the_odds_that_the_command_tells(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["10 infantry, 5 tanks", "10 infantry, 2 tanks"]) == 0
    told = capsys.readouterr().out
    async with paper(OddsScreen, RulesWire(bought(infantry=1))) as story:
        await story.keys("1", "0", "down", "down", "5", "tab", "2", "up", "up", "1", "0")
        assert "Odds on land, exact" in story.text
        for name in ("attacker wins", "defender wins", "both gone"):
            chance = next(row.split()[-2] for row in told.split("\n") if row.startswith(name))
            assert next(row for row in story.text.split("\n") if row.startswith(f" {name}")).split()[2] == chance


async def test_a_force_is_written_in_words_and_what_cannot_be_read_is_said() -> None:
    async with paper(OddsScreen, RulesWire(bought(infantry=1))) as story:
        await story.keys("w")
        await story.keys(*"2 elves", "enter")
        assert "No unit is called 'elves'" in story.asked
        await story.keys("w")
        await story.keys(*"2 tanks", "enter")
        await story.keys("tab", "1")
        assert "attacker wins" in story.text


async def test_forces_that_cannot_meet_are_refused_in_words() -> None:
    seen = view(bought(infantry=1), "germans")
    draft = Draft(({"infantry": 1}, {}), (0, 0))
    assert sheet.asked(seen, draft) is None
    async with paper(OddsScreen, RulesWire(bought(infantry=1))) as story:
        await story.keys("1", "tab", "w")
        await story.keys(*"1 transport", "enter")
        assert "Infantry cannot fight at sea" in story.text


@pytest.mark.clause("K8")
async def test_simulation_is_said_with_its_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(asked: Question) -> Odds:
        return Odds(0.5, 0.4, 0.1, 0.0, 0.5, {"infantry": 1.0}, {"infantry": 1.0}, 3.0, 3.0, 0.0022, 50_000)

    monkeypatch.setattr(reckoning, "reckon", slow)
    async with paper(OddsScreen, RulesWire(bought(infantry=1))) as story:
        await story.keys("3", "tab", "3")
        assert "50000 battles simulated, standard error 0.22 %" in story.text


async def test_the_forces_of_a_battle_are_taken_from_the_map() -> None:
    state = game(
        "germany-poland", phase="combat", lands={"germany": "Germans 10", "poland": "Russians 3"},
        units={"germany": "1 infantry Germans", "poland": "2 infantry Germans, 1 tank Russians"},
    )  # fmt: skip
    async with paper(OddsScreen, RulesWire(state)) as story:
        assert "Odds: poland" in story.text
        assert " infantry                   >2         ." in story.text
        assert " tank                        .         1" in story.text
        await story.keys("x")
        assert "Give each side some units." in story.text
        await story.keys("t", "enter")
        assert "Odds: poland" in story.text


async def test_who_defends_the_space_that_is_looked_at_stands_there_at_first() -> None:
    state = game(
        "germany-poland poland-ukraine", phase="combat move", lands={"germany": "Germans 10", "poland": "Russians 3"}
        | {"ukraine": "Russians 2"}, units={"germany": "1 infantry Germans", "ukraine": "2 tank Russians"},
    )  # fmt: skip
    async with paper(lambda ink, desk: OddsScreen(ink, desk, "ukraine"), RulesWire(state)) as story:
        assert "Odds: ukraine" in story.text
        assert " tank                        .         2" in story.text


@pytest.mark.clause("K8")
def test_a_side_loses_its_units_in_the_order_that_is_set() -> None:
    seen = view(bought(infantry=1), "germans")
    forces = ({"infantry": 1, "fighter": 1, "bomber": 1}, {"tank": 1})
    by_cost = sheet.asked(seen, Draft(forces, (0, 0)))
    aircraft_last = sheet.asked(seen, Draft(forces, (1, 0), hold=True))
    assert by_cost is not None
    assert aircraft_last is not None
    assert by_cost.attacker_order == ()
    assert aircraft_last.attacker_order == ("fighter", "bomber")
    assert aircraft_last.hold


async def test_a_force_of_more_than_200_is_not_taken() -> None:
    async with paper(OddsScreen, RulesWire(bought(infantry=1))) as story:
        await story.keys("2", "0", "1")
        assert "A force has 200 units at most." in story.asked


def test_numpy_is_imported_only_when_odds_are_asked() -> None:
    names = "import sys, room40_client.tui.combined_arms.papers; print('numpy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


# ---- the log ----


async def test_the_log_opens_at_its_end_and_f1_explains_the_line() -> None:
    state = fight("6-7", 1, 6, units={"6": "1 cruiser Germans, 1 destroyer British"})
    async with paper(LogScreen, RulesWire(state)) as story:
        assert "Round 1, Germany: combat" in story.text
        assert "The attacker fires: 1 cruiser at 3: 1. 1 hit." in story.text
        await story.keys("up", "f1")
        assert isinstance(story.app.screen, Rules)
        assert "K5.4" in shots.row(story.app, "#found")


async def test_the_log_is_read_for_one_space() -> None:
    async with paper(
        LogScreen, RulesWire(fight("6-7", 1, 6, units={"6": "1 cruiser Germans, 1 destroyer British"}))
    ) as story:
        whole = story.asked
        await story.keys("s")
        await story.keys("1")
        assert "Log: 6" in story.text
        await story.keys("a")
        assert story.asked == whole
        await story.keys("p")
        await story.keys("1")
        assert "turns of" in story.text

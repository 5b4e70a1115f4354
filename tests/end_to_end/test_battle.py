"""A war from the chart to the board and back over the loopback: contact, set-up, impulses, the end, the voyage after."""

import asyncio
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from room40.dreadnought.orders import FireGuns, Manoeuvre, SetUp
from room40.protocol import codec
from room40_server.journal.entries import fold
from room40_server.replay import read_journal, replay, verify
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems, system_from
from tests.end_to_end.house import serving
from tests.end_to_end.off_malta import MALTA, MET_IN, NAME, Person
from tests.end_to_end.players import Onlooker, Seat
from tests.end_to_end.secrecy import Step, assert_twins_look_alike, shown_by, steps
from tests.end_to_end.tables import TABLE, link, open_table

MODULE = "tests.end_to_end.off_malta"
PATIENCE = 60
"""Seconds after which a battle that hangs is a failure."""
SEED = sha256(b"off Malta").digest()
HOME = MET_IN + 2
"""The turn in whose orders phase the story ends: the battle is over, and all have sailed on for a turn."""


class Fought:
    """What is left of a battle: the people, the journal, and every step of it."""

    def __init__(self, people: dict[str, Onlooker], raws: list[bytes], systems: Systems) -> None:
        self.people = people
        self.raws = raws
        self.systems = systems
        self.game = systems.get(NAME).game
        self.record: list[Step] = list(steps(raws, self.game))
        self.end: State = self.record[-1].after
        self.on_board = [step for step in self.record if step.before.phase is Phase.BATTLES and step.before.turn == MET_IN]


async def fight(path: Path, computers: tuple[str, ...]) -> Fought:
    """From the plans to the orders after the battle, by two people or by one and the computer, under a watcher's eyes."""
    systems = Systems([system_from(MODULE)])
    await open_table(path, systems, NAME, "goeben", SEED, computers)
    async with serving(path, [MODULE]) as server:
        watcher = Onlooker(link(server.base, PUBLIC))
        seats = {seat: Seat(link(server.base, seat), Person(seat)) for seat in ("CP", "EN") if seat not in computers}
        async with asyncio.timeout(PATIENCE), watcher.session, asyncio.TaskGroup() as all_done:
            all_done.create_task(watcher.until_turn(HOME))
            for seat in seats.values():
                all_done.create_task(_take_part(seat))
        assert await server.stop() == 0
    raws = (await asyncio.to_thread(read_journal, path, [TABLE]))[TABLE]
    return Fought({PUBLIC: watcher, **seats}, raws, systems)


async def _take_part(seat: Seat) -> None:
    async with seat.session:
        await seat.play(HOME)
        await seat.until_turn(HOME)


TABLES = {"two people": (), "a person and the computer": ("EN",)}


@pytest.fixture(scope="module", params=list(TABLES))
def fought(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Fought:
    return asyncio.run(fight(tmp_path_factory.mktemp("battle") / "tables.db", TABLES[request.param]))


@pytest.mark.clause("5.42", "5.47")
def test_plots_that_cross_bring_all_fleets_of_the_zone_to_one_board(fought: Fought) -> None:
    first = fought.on_board[0].before
    assert list(first.battles) == [MALTA]
    assert first.battles[MALTA].fleets == {"CP": ("CP-1",), "EN": ("EN-5", "EN-6", "EN-7")}
    assert first.battles[MALTA].board is not None


@pytest.mark.clause("7.22", "7.31", "7.36")
def test_the_battle_is_fought_to_its_end_by_orders_of_both_sides(fought: Fought) -> None:
    given = Counter((step.entry.seat, type(step.order)) for step in fought.on_board)
    for seat in ("CP", "EN"):
        assert given[seat, SetUp] == 1
        assert given[seat, Manoeuvre] >= 2
        assert given[seat, FireGuns] >= 1
    assert any(fact.what.startswith("fire ") for fact in fought.end.record.values())
    assert any(f"The battle in {MALTA} is over" in line.text for line in fought.end.log[PUBLIC].values())
    assert fought.on_board[-1].after.phase is not Phase.BATTLES


@pytest.mark.clause("7.33", "7.37")
def test_then_all_sail_on_with_what_the_battle_left_of_them(fought: Fought) -> None:
    after, end = fought.on_board[-1].after, fought.end
    assert (end.turn, end.phase, end.battles) == (HOME, Phase.ORDERS, {})
    assert {s.id for s in end.ships.values() if s.sunk} >= {s.id for s in after.ships.values() if s.sunk}
    hurt = {s.id: s.hull for s in after.ships.values() if s.hull < after.setting.cards[s.card].hull}
    assert hurt
    assert all(end.ships[ship].hull <= hull for ship, hull in hurt.items())
    for person in fought.people.values():
        assert (person.view.turn, person.view.battle) == (HOME, {})
    orders = Counter(step.entry.seat for step in fought.record if step.before.turn > MET_IN)
    assert all(orders[seat] for seat in ("CP", "EN"))


def test_the_journal_makes_the_same_battle_again_and_its_dice_are_the_seeds(fought: Fought) -> None:
    replayed = replay(TABLE, fought.raws, fought.systems)
    assert replayed.difference == ""
    assert codec.shape(fold(fought.raws).state, State) == fought.end
    verified = verify(TABLE, fought.raws)
    assert (verified.wrong, verified.throws) == ("", replayed.throws)
    assert replayed.throws > 20


def test_everyone_was_shown_what_the_record_says_and_views_that_hold(fought: Fought) -> None:
    for name, person in fought.people.items():
        assert person.faults == []
        made = shown_by(fought.record, fought.game, name)
        assert person.shown.items() <= made.items()
        assert len(person.shown) > 20


@pytest.mark.clause("7.21")
def test_nobody_is_shown_on_the_board_what_the_other_side_hides(fought: Fought) -> None:
    for step in fought.on_board:
        assert_twins_look_alike(step.after, fought.game)

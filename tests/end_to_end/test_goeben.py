"""Whole games over the loopback: two players and a watcher, lines that break, and a server that is killed."""

import asyncio
from hashlib import sha256
from pathlib import Path

import pytest

from room40.dreadnought.orders import Commit
from room40.protocol import codec
from room40_client.session import Decided
from room40_server.bots.dreadnought import Bot
from room40_server.journal.entries import fold
from room40_server.replay import read_journal, replay, verify
from room40_server.rules.dreadnought.state import State
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems, system_from
from tests.end_to_end.house import cable, serving
from tests.end_to_end.players import Onlooker, Seat
from tests.end_to_end.secrecy import IN_SECRET, Step, assert_orders_are_secret, assert_twins_look_alike, shown_by, steps
from tests.end_to_end.tables import TABLE, link, open_table

PATIENCE = 60
"""Seconds after which a game that hangs is a failure."""
SEED = sha256(b"a whole game").digest()


class Played:
    """What is left of a game: its people, and its journal."""

    def __init__(self, people: dict[str, Onlooker], raws: list[bytes], systems: Systems, system: str) -> None:
        self.people = people
        self.raws = raws
        self.systems = systems
        self.game = systems.get(system).game
        self.record: list[Step] = list(steps(raws, self.game))


class Killed(Exception):
    """The client is no more."""


async def play(path: Path, module: str, system: str, scenario: str) -> Played:
    """The game by two brains under a watcher's eyes.

    On the way the Central Powers' line breaks with the answer to an order in it, the server is killed between two orders
    of the Entente and started again, and the Entente's client is killed and another takes its seat.
    """
    systems = Systems([system_from(module)] if module else [])
    await open_table(path, systems, system, scenario, SEED)
    async with serving(path, [module] if module else []) as server, cable(server) as one, cable(server) as two:

        async def a_break(number: int) -> None:
            if number == 25:
                one.lose_next_answer()

        async def a_crash_and_a_death(number: int) -> None:
            if number == 40:
                await server.kill_and_restart()
            if number == 60:
                two.cut()
                raise Killed

        watcher = Onlooker(link(server.base, PUBLIC))
        cp = Seat(link(one.base, "CP"), Bot("CP", 1), a_break)
        first = Seat(link(two.base, "EN"), Bot("EN", 2), a_crash_and_a_death)
        second = Seat(link(two.base, "EN"), Bot("EN", 3))
        async with asyncio.timeout(PATIENCE), watcher.session, cp.session, asyncio.TaskGroup() as others:
            others.create_task(watcher.until_the_end())
            others.create_task(cp.play())
            async with first.session:
                with pytest.raises(Killed):
                    await first.play()
            async with second.session:
                await second.play()
        assert one.connections >= 3  # at first, after the break, after the crash; more while the server was away
        assert await server.stop() == 0
    people = {"CP": cp, "EN": second, "EN, killed": first, PUBLIC: watcher}
    return Played(people, (await asyncio.to_thread(read_journal, path, [TABLE]))[TABLE], systems, system)


GAMES = {"goeben": ("", "dreadnought", "goeben"), "made-up": ("tests.end_to_end.made_up", "made-up", "1")}


@pytest.fixture(scope="module", params=list(GAMES))
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    return asyncio.run(play(tmp_path_factory.mktemp("game") / "tables.db", *GAMES[request.param]))


def test_a_game_comes_to_an_end_and_all_learn_the_same_outcome(played: Played) -> None:
    result = played.record[-1].after.result
    assert result
    for name in ("CP", "EN", PUBLIC):
        person = played.people[name]
        assert person.session.view["result"] == result
        assert person.decided == Decided(result, honest=True)


def test_each_order_counted_once_though_lines_broke_and_the_server_was_killed(played: Played) -> None:
    given = {"CP": played.people["CP"].orders, "EN": played.people["EN"].orders + played.people["EN, killed"].orders - 1}
    for seat, number in given.items():
        assert [step.entry.id for step in played.record if step.entry.seat == seat] == list(range(1, number + 1))


def test_the_journal_makes_the_same_game_again_and_its_dice_are_the_seeds(played: Played) -> None:
    replayed = replay(TABLE, played.raws, played.systems)
    assert replayed.difference == ""
    assert replayed.outcome == played.record[-1].after.result
    assert replayed.orders == len(played.record)
    assert codec.shape(fold(played.raws).state, State) == played.record[-1].after
    verified = verify(TABLE, played.raws)
    assert (verified.wrong, verified.throws) == ("", replayed.throws)
    assert verified.throws > 0


def test_every_view_anyone_was_shown_is_the_one_the_rules_make_and_none_was_missed(played: Played) -> None:
    for name, person in played.people.items():
        assert person.faults == []
        made = shown_by(played.record, played.game, name.partition(",")[0])
        assert person.shown.items() <= made.items()
        if name == PUBLIC:
            assert person.shown.keys() == made.keys()


def test_an_order_of_the_orders_phase_makes_no_frame_for_anyone_but_its_seat(played: Played) -> None:
    secret = [step for step in played.record if step.before.phase in IN_SECRET and step.order != Commit()]
    assert len(secret) > 50
    for step in secret:
        assert_orders_are_secret(step)
    quiet = sum(1 for step in played.record if PUBLIC not in step.entry.versions)
    assert len(played.people[PUBLIC].shown) - 1 == len(played.record) - quiet


def test_nobody_is_shown_anything_that_depends_on_what_the_other_side_hides(played: Played) -> None:
    """After every order: the state with all that a side hides made otherwise looks the same to the byte."""
    for step in played.record[:-1]:  # when the game is decided the whole reckoning is told
        assert_twins_look_alike(step.after, played.game)

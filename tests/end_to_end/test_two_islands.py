"""A whole war of 1942 over the loopback: a person's first turn, two seats to victory, a watcher, mishaps on the way."""

import asyncio
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from room40.combined_arms import orders as o
from room40.protocol import codec
from room40_client.session import Decided
from room40_server.bots.combined_arms.player import Bot
from room40_server.journal.entries import fold
from room40_server.replay import read_journal, replay, verify
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems
from tests.combined_arms.checks import SECRET, Watch
from tests.end_to_end.commanders import ATTACK, PLACEMENT, PURCHASE, Commander, Person, Spectator
from tests.end_to_end.house import cable, serving
from tests.end_to_end.players import Onlooker
from tests.end_to_end.secrecy import Step, shown_by, steps
from tests.end_to_end.tables import TABLE, link, open_table

PATIENCE = 120
"""Seconds after which a war that hangs is a failure."""
SEED = sha256(b"two islands").digest()
SYSTEM, SCENARIO = "combined_arms", "two-islands"


class Killed(Exception):
    """The client is no more."""


class War:
    """What is left of it: its people, and its journal."""

    def __init__(self, people: dict[str, Onlooker], path: Path) -> None:
        self.people = people
        self.path = path
        self.raws = read_journal(path, [TABLE])[TABLE]
        self.game = Systems().get(SYSTEM).game
        self.record: list[Step] = list(steps(self.raws, self.game))
        self.end: State = self.record[-1].after
        self.first_turn = [s for s in self.record if s.before.round == 1 and s.before.power == "marran"]


async def fight(path: Path) -> War:
    """From the first purchase to the end, with mishaps.

    West's line breaks with an answer in it amid its plan, the server is killed in its battle and started again, and East's
    client is killed and another takes its seat.
    """
    await open_table(path, Systems(), SYSTEM, SCENARIO, SEED)
    async with serving(path) as server, cable(server) as one, cable(server) as two:

        async def a_break(number: int) -> None:
            if number == 8:
                one.lose_next_answer()
            if number == 17:
                await server.kill_and_restart()

        async def a_death(number: int) -> None:
            if number == 12:
                two.cut()
                raise Killed

        watcher = Spectator(link(server.base, PUBLIC))
        west = Commander(link(one.base, "west"), Person(), a_break)
        first = Commander(link(two.base, "east"), Bot(2), a_death)
        second = Commander(link(two.base, "east"), Bot(3))
        async with asyncio.timeout(PATIENCE), watcher.session, west.session, asyncio.TaskGroup() as others:
            others.create_task(watcher.until_the_end())
            others.create_task(west.play())
            async with first.session:
                with pytest.raises(Killed):
                    await first.play()
            async with second.session:
                await second.play()
        assert one.connections >= 2
        assert await server.stop() == 0
    return await asyncio.to_thread(War, {"west": west, "east": second, "east, killed": first, PUBLIC: watcher}, path)


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> War:
    return asyncio.run(fight(tmp_path_factory.mktemp("war") / "tables.db"))


@pytest.mark.clause("K1", "K1.1")
def test_the_war_is_fought_to_victory_and_all_learn_who_has_won(war: War) -> None:
    assert "wins" in war.end.result
    for name in ("west", "east", PUBLIC):
        person = war.people[name]
        assert person.session.view["result"] == war.end.result
        assert person.decided == Decided(war.end.result, honest=True)


@pytest.mark.clause("K1.2", "K2", "C3.1", "K4", "K5.5", "K5.8", "K7")
def test_a_first_turn_is_played_as_it_was_planned(war: War) -> None:
    given = [step.order for step in war.first_turn]
    kinds = {type(order) for order in given}
    assert given[: len(PURCHASE) + len(ATTACK)] == [*PURCHASE, *ATTACK]
    assert {o.Casualties, o.Retreat} <= kinds
    assert given[-2:] == list(PLACEMENT)
    after = war.first_turn[-1].after
    assert (after.power, after.phase) == ("tavik", Phase.PURCHASE)
    assert after.owners["the-neck"] == "marran"
    assert after.units["infantry-4"].space == "marran-hills"
    assert sum(u.space == "port-marran" and u.type == "artillery" for u in after.units.values()) == 2


def test_each_order_counted_once_though_a_line_broke_and_a_client_died(war: War) -> None:
    given = {"west": war.people["west"].orders, "east": war.people["east"].orders + war.people["east, killed"].orders - 1}
    for seat, number in given.items():
        assert [step.entry.id for step in war.record if step.entry.seat == seat] == list(range(1, number + 1))


@pytest.mark.clause("K1.2")
def test_an_unfinished_phase_makes_no_frame_for_anyone_but_its_own_seat(war: War) -> None:
    secret = [step for step in war.record if step.before.phase in SECRET and not isinstance(step.order, o.Commit)]
    assert len(secret) > 30
    for step in secret:
        assert set(step.entry.versions) <= {step.entry.seat}, f"{step.order} shows to {step.entry.versions}"


def test_every_view_anyone_was_shown_is_the_one_the_rules_make_and_none_was_missed(war: War) -> None:
    for name, person in war.people.items():
        assert person.faults == []
        made = shown_by(war.record, war.game, name.partition(",")[0])
        assert person.shown.items() <= made.items()
        if name == PUBLIC:
            assert person.shown.keys() == made.keys()


@pytest.mark.clause("K1.2", "K2", "K7")
def test_nothing_in_the_war_was_lost_or_made_or_shown_but_by_a_rule(war: War) -> None:
    watch = Watch(war.record[0].before)
    for step in war.record:
        watch.step(step.before, step.order, step.after)
    assert watch.steps == len(war.record)


def test_the_journal_makes_the_same_war_again(war: War) -> None:
    replayed = replay(TABLE, war.raws, Systems())
    assert (replayed.difference, replayed.outcome, replayed.orders) == ("", war.end.result, len(war.record))
    assert codec.shape(fold(war.raws).state, State) == war.end
    assert verify(TABLE, war.raws).wrong == ""
    command = [sys.executable, "-m", "room40_server", "replay", str(war.path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    (told,) = json.loads(ran.stdout)
    assert (ran.returncode, told["difference"], told["outcome"]) == (0, "", war.end.result)

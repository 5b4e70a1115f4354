"""A table of five over the loopback: two people, three seats by the computer, opened as `room40 open` opens it."""

import asyncio
from pathlib import Path

import pytest

from room40.combined_arms import orders as o
from room40.protocol.messages import Made
from room40_client import cli
from room40_client.reception import create, links
from room40_client.session import SessionClosed
from room40_server.bots.combined_arms.player import Bot
from room40_server.replay import read_journal
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems
from tests.combined_arms.checks import SECRET
from tests.end_to_end.commanders import Commander, Spectator
from tests.end_to_end.house import ServerProcess, serving
from tests.end_to_end.secrecy import Step, shown_by, steps

PATIENCE = 180
"""Seconds after which a table that hangs is a failure."""
SEATS = ("soviet", "germany", "britain", "japan", "america")
COMPUTERS = ("germany", "japan", "america")
PEOPLE = ("soviet", "britain")


async def made(server: ServerProcess, computers: tuple[str, ...] = COMPUTERS, **options: int | str | bool) -> Made:
    """A table of the world opened from the client's side."""
    return await create(server.base, "combined_arms", "world-1942", {"seats": 5, **options}, computers, "", "")


class Played:
    """One round and a bit of it."""

    def __init__(self, opened: Made, people: dict[str, Commander], watcher: Spectator, path: Path) -> None:
        self.opened, self.people, self.watcher = opened, people, watcher
        self.game = Systems().get("combined_arms").game
        ((_, raws),) = read_journal(path, []).items()
        self.record: list[Step] = list(steps(raws, self.game))


async def play(path: Path) -> Played:
    """Until the second round has come to a person."""
    async with serving(path) as server:
        opened = await made(server)
        seats, watch = links(opened, server.base)
        people = {seat: Commander(link, Bot(4)) for seat, link in seats.items()}
        watcher = Spectator(watch)
        async with asyncio.timeout(PATIENCE), watcher.session, asyncio.TaskGroup() as all_done:
            for person in people.values():
                all_done.create_task(_take_part(person))
        assert await server.stop() == 0
    return await asyncio.to_thread(Played, opened, people, watcher, path)


async def _take_part(person: Commander) -> None:
    async with person.session:
        playing = asyncio.create_task(person.play(2))
        arrived = asyncio.create_task(person.session.until(lambda view: view["round"] >= 2))
        await asyncio.wait([playing, arrived], return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await playing  # it may have failed
        await arrived
        playing.cancel()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return asyncio.run(play(tmp_path_factory.mktemp("five") / "tables.db"))


@pytest.mark.clause("K1", "K1.1")
def test_a_round_goes_through_all_five_seats_people_and_computers(played: Played) -> None:
    assert set(played.opened.seats) == set(PEOPLE)
    first = [step for step in played.record if step.before.round == 1]
    powers = list(dict.fromkeys(step.before.power for step in first))
    assert powers == ["soviet-union", "germany", "united-kingdom", "japan", "united-states"]
    assert {step.entry.seat for step in first} == set(SEATS)
    assert played.record[0].before.setting.seats["britain"] == ("united-kingdom",)


@pytest.mark.clause("K1.2")
def test_an_ally_sees_an_unfinished_phase_and_nobody_else_does(played: Played) -> None:
    allies = {"soviet", "britain", "america"}
    secret = [s for s in played.record if s.before.phase in SECRET and not isinstance(s.order, o.Commit)]
    assert {step.entry.seat for step in secret} == set(SEATS)
    for step in secret:
        shown = set(step.entry.versions)
        assert shown <= (allies if step.entry.seat in allies else set(SEATS) - allies)
    assert any(len(step.entry.versions) > 1 for step in secret)


def test_every_view_anyone_was_shown_is_the_one_the_rules_make(played: Played) -> None:
    for name, person in [*played.people.items(), (PUBLIC, played.watcher)]:
        assert person.faults == []
        assert person.shown.items() <= shown_by(played.record, played.game, name).items()


@pytest.mark.parametrize("computers, options, says", [
    (("rome",), {}, "This scenario has no seat 'rome': it has soviet, germany, britain, japan, america."),
    ((), {"seats": 9}, "seats"),
    ((), {"seats": True}, "seats"),
    ((), {"allies_see": 3}, "allies_see"),
])  # fmt: skip
def test_a_table_that_cannot_be_opened_so_is_refused_in_a_sentence(
    tmp_path: Path, computers: tuple[str, ...], options: dict[str, int], says: str
) -> None:
    async def ask() -> None:
        async with serving(tmp_path / "tables.db") as server:
            await made(server, computers, **options)

    with pytest.raises(SessionClosed) as told:
        asyncio.run(ask())
    assert says in str(told.value)


def test_the_command_opens_a_table_of_whichever_system_the_scenario_is_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def ask() -> list[int]:
        async with serving(tmp_path / "tables.db") as server:
            wishes = (["two-islands", "--computer", "East"], ["goeben"], ["no-such"])
            return [await asyncio.to_thread(cli.main, ["open", server.base, *wish]) for wish in wishes]

    assert asyncio.run(ask()) == [0, 0, 2]
    said = capsys.readouterr()
    assert [line.split()[0] for line in said.out.splitlines()] == ["west", "watch", "CP", "EN", "watch"]
    assert said.err.startswith("room40: There is no scenario 'no-such'; there are first-cruise,")
    assert len(said.err.splitlines()) == 1

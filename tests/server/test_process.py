"""The server as its operator has it: a process that is started, asked, stopped, and killed."""

import asyncio
import json
import resource
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from room40.protocol.messages import Done
from room40_client.reception import create, links
from room40_client.session import LineChanged, LineState, Session
from room40_server.__main__ import main
from room40_server.journal.entries import orders_of
from room40_server.replay import read_journal
from tests.server.mini_naval import Commit, Plot

ROOT = Path(__file__).parents[2]
SYSTEM = ("--with-system", "tests.server.mini_naval")


class Server:
    """A server process, and the address it listens on."""

    def __init__(self, process, base):
        self.process = process
        self.base = base
        self.port = base.rpartition(":")[2]

    async def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        return await self.process.wait()


async def start(journal, port="0"):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "room40_server", "serve", "--port", port, "--journal", str(journal), "--announce"),
        *SYSTEM,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said = (await process.stdout.readline()).decode()
    assert said.startswith("listening ws://127.0.0.1:"), said + (await process.stderr.read()).decode()
    return Server(process, said.split()[1])


@asynccontextmanager
async def serving(journal, port="0"):
    server = await start(journal, port)
    try:
        yield server
    finally:
        if server.process.returncode is None:
            await server.kill()


async def test_a_killed_server_has_lost_nothing_it_acknowledged_and_the_clients_come_back(tmp_path):
    """Orders without pause, and the server killed among them four times: each order counts once, none is lost."""
    journal = tmp_path / "tables.db"
    async with serving(journal) as first:
        made = await create(first.base, "mini-naval", "skirmish")
        seats, watch = links(made, first.base)
        port = first.port
        async with Session(seats["red"], first_wait=0.02) as red, Session(watch, first_wait=0.02) as watcher:
            server, orders = first, 0

            async def give(number):
                for _ in range(number):
                    nonlocal orders
                    orders += 1
                    answer = await red.order(Plot(0, (1,) if orders % 2 else ()))
                    assert isinstance(answer, Done)

            for _ in range(4):
                await give(5)
                giving = asyncio.create_task(give(10))
                while orders % 15 < 8:  # in the midst of it
                    await asyncio.sleep(0)
                await server.kill()
                server = await start(journal, port)
                await giving
            assert orders == 60
            assert red.version == 60  # every order changed the view by one
            assert (await red.order(Commit())).order == 61
            await watcher.until(lambda view: view["committed"] == ["red"])
            async with Session(seats["red"]) as fresh:
                assert (fresh.view, fresh.version) == (red.view, 61)
            assert await server.kill(signal.SIGTERM) == 0


async def test_a_full_disk_takes_no_order_and_loses_none_and_when_there_is_room_the_game_goes_on(tmp_path):
    journal = tmp_path / "tables.db"
    async with serving(journal) as server:
        made = await create(server.base, "mini-naval", "skirmish")
        link = links(made, server.base)[0]["red"]
        room = (tmp_path / "tables.db-wal").stat().st_size + 50_000
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        given = 0
        async with Session(link, first_wait=0.02) as red:

            async def orders(until):
                nonlocal given
                while given < until:
                    given += 1
                    assert isinstance(await red.order(Plot(0, (1,) if given % 2 else ())), Done)

            giving = asyncio.create_task(orders(300))
            changes = red.changed()
            full = LineChanged(LineState.AWAY)
            while await anext(changes) != full:  # an order is not taken, and the table is read anew
                pass
            acknowledged = given - 1
            assert 0 < acknowledged < 299
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            await giving
            assert red.version == given == 300
    record = await asyncio.to_thread(read_journal, journal, [made.table])
    assert [entry.id for entry in orders_of(record[made.table])] == list(range(1, 301))


async def test_a_server_out_of_connections_says_so_once_and_who_plays_plays_on(tmp_path):
    async with serving(tmp_path / "tables.db") as server:
        made = await create(server.base, "mini-naval", "skirmish")
        async with Session(links(made, server.base)[0]["red"]) as red:
            await red.order(Plot(0, (1,)))
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (20, 20))
            crowd = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(40)]
            said = await server.process.stderr.readline()
            for number in range(20):
                assert isinstance(await red.order(Plot(0, (1,) if number % 2 else ())), Done)
            for _, writer in crowd:
                writer.close()
        assert await server.kill(signal.SIGTERM) == 0
        assert said + await server.process.stderr.read() == b"no new connection can be taken: Too many open files\n"


async def test_a_server_told_to_stop_stops_and_its_journal_can_be_replayed_and_verified(tmp_path, capsys):
    journal = tmp_path / "tables.db"
    async with serving(journal) as server:
        made = await create(server.base, "mini-naval", "skirmish", computers=("*",))
        async with Session(links(made, server.base)[0]["red"]) as red:
            for turn in range(1, 10):
                for key in range(4):
                    await red.order(Plot(key, (10 * key + turn,)))
                await red.order(Commit())
                await red.until(lambda view, turn=turn: view["turn"] == turn + 1)
        assert await server.kill(signal.SIGTERM) == 0
    await asyncio.to_thread(main, ["replay", str(journal), *SYSTEM])
    (replayed,) = json.loads(capsys.readouterr().out)
    assert replayed["table"] == made.table
    assert replayed["computers"] == ["blue"]
    assert replayed["orders"] >= 9 * 6  # the computer may have begun the tenth turn
    assert replayed["throws"] > 0
    assert replayed["difference"] == ""
    assert await asyncio.to_thread(main, ["verify", str(journal), made.table]) == 0
    assert json.loads(capsys.readouterr().out)["throws"] == replayed["throws"]


async def test_a_private_server_does_not_outlive_the_client_that_started_it(tmp_path):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "room40_server", "serve", "--port", "0", "--journal", str(tmp_path / "a.db")),
        "--until-eof",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert (await process.stdout.readline()).startswith(b"listening ws://127.0.0.1:")
    process.stdin.close()
    assert await process.wait() == 0


async def test_an_address_that_is_taken_is_one_sentence(tmp_path):
    async with serving(tmp_path / "a.db") as server:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "room40_server", "serve", "--port", server.port, "--journal", str(tmp_path / "b.db")),
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await process.communicate()
        assert process.returncode == 2
        assert said.startswith(b"room40-server: ")
        assert said.count(b"\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "{}/none.db"],
        ["verify", "{}/none.db", "t"],
        ["verify", "{}/empty.db", "t"],
        ["replay", "{}/empty.db", "t"],
        ["replay", "{}/text.db"],
        ["scenarios", "--with-system", "no.such.module"],
        ["scenarios", "--with-system", "json"],
    ],
)
def test_what_cannot_be_done_is_one_sentence_to_the_operator(tmp_path, capsys, command):
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("no journal " * 100)
    assert main([word.format(tmp_path) for word in command]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("room40-server: ")
    assert said.err.count("\n") == 1

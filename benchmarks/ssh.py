"""Figures of the SSH door: how soon one sits at the table, what a session weighs, what a turn costs the line."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.end_to_end.ssh_kit import Keys, SshServer, Window, ssh, ssh_serving, window

from benchmarks.figures import Figure
from room40.protocol.links import Link
from room40_client.reception import create, links

TIMES = 5
SESSIONS = 6
ENTER = "\r"
BRIEFING, CHART = "to the chart", "? keys"
AROUND = ("\x1b[C", "\x1b[C", "\x1b[B", "\x1b[B", "\x1b[D", "\x1b[A")
"""A look around the chart, as one does before one commits."""
MOST = 80
"""Keys after which a turn that does not end is one that cannot be ended so."""
_TURN = re.compile(r"turn (\d+)/")


def ssh_door() -> Iterator[Figure]:
    """OpenSSH's client on a pseudo-terminal of 80x24, the door on the loopback."""
    yield from asyncio.run(_ssh_door())


async def _ssh_door() -> list[Figure]:
    async with _at_sea() as (server, keys, table):
        (preloaded,) = server.descendants()
        command = ssh(keys, "anne", server.port, table.table, table.secret)
        figures = [await asyncio.to_thread(_log_in, command)]
        figures += await _memory(command, server, preloaded)
        return [*figures, await _metered(server, keys, table)]


async def turn() -> Figure:
    """What a turn of the *Goeben* costs the line."""
    async with _at_sea() as (server, keys, table):
        return await _metered(server, keys, table)


@asynccontextmanager
async def _at_sea() -> AsyncIterator[tuple[SshServer, Keys, Link]]:
    """A server with an SSH door, keys, and a table of the *Goeben* against the computer."""
    with TemporaryDirectory() as folder:
        async with ssh_serving(Path(folder) / "tables.db") as server:
            made = await create(server.base, "dreadnought", "goeben", computers=("EN",), seat="CP")
            seats, _ = links(made, server.base)
            yield server, Keys(Path(folder)), seats["CP"]


async def _metered(server: SshServer, keys: Keys, table: Link) -> Figure:
    async with _meter(server.port) as meter:
        return await asyncio.to_thread(_turn, ssh(keys, "anne", meter.port, table.table, table.secret), meter)


def _log_in(command: Sequence[str]) -> Figure:
    """From the command to the first words of the game."""
    times = []
    for _ in range(TIMES):
        with window(command) as person:
            times.append(person.wait_for(BRIEFING))
    return Figure("ssh: log-in to the table", median(times), "s", 0.4, f"{min(times):.2f} to {max(times):.2f}")


async def _memory(command: Sequence[str], server: SshServer, preloaded: int) -> list[Figure]:
    """What the kernel counts for each of some sessions at once: own pages, and its share of those in common."""
    while server.descendants() != {preloaded}:
        await asyncio.sleep(0.05)
    with ExitStack() as stack:
        people = [stack.enter_context(window(command)) for _ in range(SESSIONS)]
        for person in people:
            await asyncio.to_thread(_to_the_chart, person)
        clients = server.descendants() - {preloaded}
        own, share = ([_megabytes(client, field) for client in clients] for field in (_OWN, _SHARE))
    base = _megabytes(preloaded, _SHARE), _megabytes(server.process.pid, _SHARE)
    note = f"{sum(share) / len(share):.1f} MB with its share; preloaded {base[0]:.0f} MB, server {base[1]:.0f} MB"
    return [Figure("ssh: memory of a session", sum(own) / len(own), "MB", 20, note)]


_OWN, _SHARE = ("Private_Clean", "Private_Dirty"), ("Pss",)


def _megabytes(process: int, fields: Sequence[str]) -> float:
    found = dict(re.findall(r"^(\w+): +(\d+) kB$", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE))
    return sum(int(found[field]) for field in fields) / 1024


def _to_the_chart(person: Window) -> None:
    person.wait_for(BRIEFING)
    person.press(ENTER)
    person.wait_for(CHART)
    person.settle()


def _turn(command: Sequence[str], meter: "_Meter") -> Figure:
    """Log in, go to the chart, look around, commit, and whatever is asked until the next turn's orders."""
    with window([command[0], "-C", *command[1:]]) as person:
        person.wait_for(BRIEFING)
        person.settle()
        in_, begun = meter.down + meter.up, meter.down
        _to_the_chart(person)
        first = _TURN.search(person.text)
        for key in AROUND:
            person.type(key)
        presses = 0
        while first is not None and first[0] in person.text and presses < MOST:
            for key in _next(person):
                person.type(key)
                presses += 1
        if presses >= MOST:
            raise TimeoutError(f"the turn does not end:\n{person.text}")
        total = meter.down + meter.up
        note = f"{meter.down - begun:,} down; {len(AROUND) + presses} keys; log-in {in_:,}"
        return Figure("ssh -C: a turn of the Goeben, both ways", total - in_, "B", 10 * 1024, note)


def _next(person: Window) -> str:
    """The keys that a player in a hurry presses next: write what is to be written, agree to everything else."""
    if "Enter write it" in person.last_line:
        return "stay" + ENTER
    return "w" if "Still to be written" in person.text and "w write" in person.last_line else ENTER


class _Meter:
    """A stretch of line to the door that counts the bytes of TCP's payload."""

    def __init__(self, to: int) -> None:
        self.port = 0
        self.down = self.up = 0
        self._to = to

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        await asyncio.gather(self._pass(reader, far_writer, up=True), self._pass(far_reader, writer, up=False))

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, up: bool) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                self.up += len(data) if up else 0
                self.down += 0 if up else len(data)
                target.write(data)
        target.close()


@asynccontextmanager
async def _meter(to: int) -> AsyncIterator[_Meter]:
    meter = _Meter(to)
    server = await asyncio.start_server(meter.join, "127.0.0.1", 0)
    meter.port = server.sockets[0].getsockname()[1]
    try:
        yield meter
    finally:
        server.close()

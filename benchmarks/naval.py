"""The wire and the spine with a tiny game, so that a figure is theirs and not the rules': bytes, CPU, memory, the fold."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory

from msgspec import Struct
from tests.end_to_end import tables
from tests.server.mini_naval import SYSTEM, Commit, Plot, State, afloat, neighbours, opening, steps

from benchmarks.figures import Figure
from benchmarks.house import Client, Server, client, serving
from room40.protocol import codec
from room40.protocol.links import Link
from room40.protocol.mergepatch import diff, to_tree
from room40.protocol.messages import Done
from room40_client.reception import create, links
from room40_server.journal.entries import Opened, Ordered, fold
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems

MODULE = "tests.server.mini_naval"
TURNS = 40
LAST_TURN = 10_000
AT_ONCE = 100
"""Tables at once."""
IDLE = 600
"""Connections that only look on."""
FOLDED = 5_000
"""Orders in the journal that is folded."""
SEATS = ("red", "blue")


class Tally:
    """Bytes as they were counted, by what they were for."""

    def __init__(self) -> None:
        self.up: list[int] = []
        self.plot: list[int] = []
        self.commits: dict[str, list[int]] = {"player": [], "watcher": []}
        self.first: dict[str, list[int]] = {"player": [], "watcher": []}
        """All that the server says at first: its welcome, and the view."""
        self.welcome: dict[str, list[int]] = {"player": [], "watcher": []}
        self.delays: list[float] = []


class Match:
    """One table with two players and, if `watched`, a watcher."""

    def __init__(self, number: int, people: dict[str, Client], tally: Tally) -> None:
        self._random = Random(1000 + number)
        self._people = people
        self._tally = tally

    async def play(self) -> int:
        """Play it; the number of orders."""
        orders = 0
        for _ in range(TURNS):
            for seat in SEATS:
                for fleet in range(4):
                    await self._plot(seat, fleet)
                await self._commit(seat)
                orders += 5
        return orders

    async def _plot(self, seat: str, fleet: int) -> None:
        own = self._people[seat].view["fleets"][str(fleet)]
        is_afloat = any(ship["damage"] < ship["hull"] for ship in own["ships"].values())
        path = (self._random.choice(neighbours(own["zone"])),) if is_afloat else ()
        answer, down, up = await self._people[seat].order(Plot(fleet, path))
        assert isinstance(answer, Done), answer
        self._note(seat, up)
        if answer.patch:
            self._tally.plot.append(down)

    async def _commit(self, seat: str) -> None:
        before = {name: (person.down, person.version) for name, person in self._people.items()}
        answer, _, up = await self._people[seat].order(Commit())
        assert isinstance(answer, Done), answer
        self._note(seat, up)
        for name, person in self._people.items():
            down, version = before[name]
            await person.until(version + 1)  # none in between: the others' plots made no frame
            assert person.version == version + 1
            self._tally.commits["player" if name else "watcher"].append(person.down - down)

    def _note(self, seat: str, up: int) -> None:
        self._tally.up.append(up)
        self._tally.delays.append(self._people[seat].delay)


@asynccontextmanager
async def match(server: Server, number: int, tally: Tally, places: Mapping[str, Link]) -> AsyncIterator[Match]:
    """A table with its people, all of whom have the first view. `places`: their links by seat, "" for a watcher."""
    async with AsyncExitStack() as stack:
        people: dict[str, Client] = {}
        for name, link in places.items():
            kind = "player" if name else "watcher"
            people[name] = await stack.enter_async_context(client(server.base))
            tally.first[kind].append(await people[name].enter(link))
            async with client(server.base) as known:
                tally.welcome[kind].append(await known.come_back(link, people[name].version))
        yield Match(number, people, tally)


def wire() -> Iterator[Figure]:
    """A match in lock-step under a watcher's eyes."""
    tally = Tally()
    orders, cpu = asyncio.run(_lock_step(tally))
    for kind, bar in (("player", 280), ("watcher", 60)):
        welcome = fmean(tally.welcome[kind])
        note = f"and a welcome of {welcome:.0f} B, 32 of them the promise of the dice"
        yield Figure(f"mini-naval: first view, a {kind}", fmean(tally.first[kind]) - welcome, "B", bar, note)
    yield Figure("mini-naval: an order up", fmean(tally.up), "B", 12)
    yield Figure("mini-naval: a plot, to its own seat", fmean(tally.plot), "B", 11)
    yield Figure("mini-naval: a plot, to anyone else", 0, "B", 0, "every version of the others was accounted for")
    yield Figure("mini-naval: a commit, to a player", fmean(tally.commits["player"]), "B", 20)
    yield Figure("mini-naval: a commit, to a watcher", fmean(tally.commits["watcher"]), "B", 13)
    yield Figure("mini-naval: server CPU an order, one table", 1000 * cpu / orders, "ms", 1)


async def _lock_step(tally: Tally) -> tuple[int, float]:
    """The dice are known before, so that the bytes are the same each time."""
    with TemporaryDirectory() as folder:
        journal = Path(folder) / "tables.db"
        systems = Systems([SYSTEM], {})
        await tables.open_table(journal, systems, "mini-naval", "skirmish", bytes(32), options={"turns": LAST_TURN})
        async with serving(journal, [MODULE]) as server:
            places = {name: tables.link(server.base, name or PUBLIC) for name in (*SEATS, "")}
            async with match(server, 0, tally, places) as one:
                before = server.cpu()
                return await one.play(), server.cpu() - before


def load() -> Iterator[Figure]:
    """Many tables at once, and many who only look on."""
    tally = Tally()
    orders, cpu, seconds, kib = asyncio.run(_at_once(tally))
    delays = sorted(tally.delays)
    note = f"{orders / seconds:,.0f} orders/s; half in {1000 * delays[len(delays) // 2]:.0f} ms"
    yield Figure(f"mini-naval: server CPU an order, {AT_ONCE} tables", 1000 * cpu / orders, "ms", 0.25, note)
    yield Figure("mini-naval: memory of an idle connection", kib, "KiB", 40)


async def _at_once(tally: Tally) -> tuple[int, float, float, float]:
    with TemporaryDirectory() as folder:
        async with serving(Path(folder) / "tables.db", [MODULE]) as server, AsyncExitStack() as stack:
            matches = []
            for number in range(AT_ONCE):
                made = await create(server.base, "mini-naval", "skirmish", {"turns": LAST_TURN})
                places, _ = links(made, server.base)
                matches.append(await stack.enter_async_context(match(server, number, tally, places)))
            cpu, begun = server.cpu(), time.perf_counter()
            orders = sum(await asyncio.gather(*(one.play() for one in matches)))
            cpu, seconds = server.cpu() - cpu, time.perf_counter() - begun
            return orders, cpu, seconds, await _idle(server, stack)


async def _idle(server: Server, stack: AsyncExitStack) -> float:
    """KiB a connection of those that only look on. The first few fill what the process has in hand."""
    made = await create(server.base, "mini-naval", "skirmish")
    _, watch = links(made, server.base)
    memory = 0.0
    for number in range(IDLE + 20):
        if number == 20:
            memory = server.memory()
        looking = await stack.enter_async_context(client(server.base))
        await looking.enter(watch)
    return (server.memory() - memory) / IDLE


def folding() -> Iterator[Figure]:
    """A long table rebuilt from its record."""
    raws, state = _record(FOLDED)
    best = 1e9
    for _ in range(5):
        begun = time.process_time()  # one thread, nothing to wait for: on a free machine the same as by the clock
        folded = codec.shape(fold(raws).state, State)
        best = min(best, time.process_time() - begun)
    assert folded == state
    size = sum(map(len, raws)) / len(raws)
    yield Figure(f"mini-naval: {FOLDED:,} orders folded", 1000 * best, "ms", 40, f"{size:.0f} B an entry")


def _record(orders: int) -> tuple[list[bytes], State]:
    """A record of so many orders as a table writes it, and the state it leads to."""
    random, game, state = Random(3), SYSTEM.game, opening(orders)
    seed, doors = bytes(32), {"red": bytes(32)}
    opened = Opened("mini-naval", 1, "skirmish", {}, seed, to_tree(state), doors, (), time.time())
    raws, thrown, count = [codec.encode(opened)], 0, 0
    while len(raws) <= orders:
        for seat in SEATS:
            for order in _orders(state, seat, random):
                dice, count = SeededDice(seed, thrown), count + 1
                after = game.submit(state, seat, order, dice)
                fallen = tuple((throw.purpose, throw.pips) for throw in dice.thrown)
                patch = diff(state, after)
                entry = Ordered(seat, count, time.time(), codec.encode(order), fallen, patch, {seat: count})
                raws.append(codec.encode(entry))
                state, thrown = after, dice.count
    return raws, state


def _orders(state: State, seat: str, random: Random) -> Iterator[Struct]:
    for key, fleet in state.sides[seat].items():
        yield Plot(key, (random.choice(neighbours(fleet.zone)),) if afloat(fleet) and steps(fleet) else ())
    yield Commit()

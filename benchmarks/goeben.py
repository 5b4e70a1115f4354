"""Figures of the 1914-18 system: whole games by players of the computer, the journal, and what goes over the wire."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace
from tests.dreadnought.games import play

from benchmarks.figures import Figure
from benchmarks.house import Client, client, serving
from room40.dreadnought.orders import Commit, Order, Plot, Side
from room40.dreadnought.views import View
from room40.protocol import codec
from room40.protocol.messages import PROTOCOL, Create, Done, Over
from room40_client.reception import create, links
from room40_server import scenarios
from room40_server.bots.dreadnought import Bot
from room40_server.journal.entries import fold
from room40_server.journal.sqlite import SqliteJournal
from room40_server.lobby import Lobby
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.state import State
from room40_server.rules.dreadnought.turn import Dreadnought
from room40_server.rules.game import PUBLIC
from room40_server.systems import Options, System, Systems
from room40_server.table import open_table

TEACHING, GOEBEN = "first-cruise", "goeben"
PLOT_BAR = 60
"""Bytes."""
SEATS = (Side.CP.value, Side.EN.value)


def teaching() -> Iterator[Figure]:
    """The teaching game by two players of the computer, rules and players together."""
    orders = 0

    def count(*_: object) -> None:
        nonlocal orders
        orders += 1

    begun = time.process_time()
    state = scenarios.load(TEACHING, {})
    loaded = time.process_time()
    end = play(state, {seat: Bot(seat, 1) for seat in SEATS}, SeededDice(bytes(32), 0), Random(1), count)
    done = time.process_time()
    note = f"{end.turn} turns, {orders} orders; {1000 * (loaded - begun):.0f} ms to read the scenario"
    yield Figure("teaching game by two bots", done - loaded, "s CPU", 1, note)


# ---- the journal of a long game


class _Ear:
    """Hears a table out to its end."""

    def __init__(self) -> None:
        self.is_over = asyncio.Event()

    def send(self, frame: bytes) -> None:
        if isinstance(codec.decode_down(frame), Over):
            self.is_over.set()

    def cut(self) -> None:
        """The table has closed."""


def _endless(name: str, options: Options) -> Struct:
    """A scenario with nothing that ends it before its last turn."""
    state = scenarios.load(name, options)
    goals = {key: replace(goal, ends_game=False) for key, goal in state.setting.goals.items()}
    return replace(state, setting=replace(state.setting, goals=goals))


def rebuilding() -> Iterator[Figure]:
    """A *Goeben* game of all its thirty turns, played by a table and rebuilt from its journal."""
    yield from asyncio.run(_rebuild())


async def _rebuild() -> list[Figure]:
    systems = Systems([System(Dreadnought(), _endless, lambda: Bot("", 1), list)], {})
    with TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "tables.db")
        try:
            name, turns = await _play_out(journal, systems)
            best = 1e9
            for _ in range(5):
                begun = time.perf_counter()
                table = await open_table(name, journal, systems)
                best = min(best, time.perf_counter() - begun)
                assert table is not None
                assert table.outcome
                await table.close()
            raws = await journal.read(name)
        finally:
            journal.close()
    size = sum(map(len, raws)) / 1024
    note = f"{turns} turns, {len(raws) - 1} orders, {size:.0f} KiB"
    return [Figure("Goeben table rebuilt from its journal", 1000 * best, "ms", 50, note)]


async def _play_out(journal: SqliteJournal, systems: Systems) -> tuple[str, int]:
    """A table that the computer plays out alone: its name, and the turns it took."""
    lobby = Lobby(journal, systems)
    made = await lobby.create(Create(PROTOCOL, "dreadnought", GOEBEN, {}, SEATS, "", ""))
    table, viewpoint = await lobby.enter(made.table, made.watch)
    ear = _Ear()
    table.join(viewpoint, -1, 0, ear)
    await ear.is_over.wait()
    await lobby.close()
    state = codec.shape(fold(await journal.read(made.table)).state, State)
    return made.table, state.turn


# ---- bytes at the socket


class _Bytes:
    """What was counted on the way through a game."""

    def __init__(self) -> None:
        self.snapshots: dict[str, int] = {}
        self.plots: list[int] = []
        self.secret = 0
        """Orders of the orders phase, the commits apart."""
        self.frames = 0
        """What others than the seat were sent between them."""
        self.up: list[int] = []


def wire() -> Iterator[Figure]:
    """A *Goeben* game by two players over the loopback, under a watcher's eyes."""
    counted = asyncio.run(_count())
    for viewpoint, size in counted.snapshots.items():
        yield Figure(f"Goeben snapshot, {viewpoint}", size, "B", 8192)
    note = f"the largest of {len(counted.plots)}; {fmean(counted.plots):.1f} B on average"
    yield Figure("Goeben plot, to its own seat", max(counted.plots), "B", PLOT_BAR, note)
    note = f"in {counted.secret} orders of a whole game"
    yield Figure("Goeben secret order, frames to anyone else", counted.frames, "", 0, note)
    yield Figure("Goeben order up", fmean(counted.up), "B")


async def _count() -> _Bytes:
    counted = _Bytes()
    with TemporaryDirectory() as folder:
        async with serving(Path(folder) / "tables.db") as server:
            made = await create(server.base, "dreadnought", GOEBEN)
            seats, watch = links(made, server.base)
            async with client(server.base) as cp, client(server.base) as en, client(server.base) as watcher:
                people = {SEATS[0]: cp, SEATS[1]: en, PUBLIC: watcher}
                for viewpoint, link in (seats | {PUBLIC: watch}).items():
                    counted.snapshots[viewpoint] = await people[viewpoint].enter(link)
                await _play(people, counted)
    return counted


async def _play(people: Mapping[str, Client], counted: _Bytes) -> None:
    """Both seats in turn; a line of chat that all have heard shows that all that came before it is known."""
    players = {seat: Bot(seat, 1) for seat in SEATS}
    while not people[PUBLIC].view["result"]:
        given = len(counted.up)
        for seat, player in players.items():
            view = codec.shape(people[seat].view, View)
            for order in player.decide(view, seat):
                if isinstance(order, Commit):
                    counted.frames += await _catch_up(people, seat)
                await _give(people[seat], order, view, counted)
                if _question(codec.shape(people[seat].view, View)) != _question(view):
                    break
            await _catch_up(people, seat)
        if len(counted.up) == given:
            raise RuntimeError(f"neither player has an answer to {[people[seat].view['ask'] for seat in SEATS]}")


def _question(view: View) -> tuple[object, ...]:
    ask = view.ask
    return view.turn, view.phase, ask.kind, ask.zone, ask.fleet, ask.label


async def _give(me: Client, order: Order, view: View, counted: _Bytes) -> None:
    answer, down, up = await me.order(order)
    assert isinstance(answer, Done), (order, answer)
    counted.up.append(up)
    if view.phase in ("plan", "orders") and not isinstance(order, Commit):
        counted.secret += 1
        if isinstance(order, Plot) and answer.patch:
            counted.plots.append(down)


async def _catch_up(people: Mapping[str, Client], seat: str) -> int:
    """Let every client take in what was sent to it; the frames that were for others than `seat`."""
    await people[seat].say(".")
    frames = {name: await person.until_said() for name, person in people.items()}
    return sum(number for name, number in frames.items() if name != seat)

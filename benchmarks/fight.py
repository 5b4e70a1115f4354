"""Figures of a battle on the board as it goes over the wire: ten ships a side, two rounds, players of the computer."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from msgspec import Struct
from tests.dreadnought import kit
from tests.dreadnought.tactical.board_kit import ZONE, at_sea
from tests.end_to_end.tables import link, open_table

from benchmarks.balance import TEN_CP, TEN_EN
from benchmarks.figures import Figure
from benchmarks.house import Client, client, serving
from room40.dreadnought.orders import Manoeuvre, Order, Side
from room40.dreadnought.views import View
from room40.protocol import codec
from room40.protocol.messages import Done, ScenarioCard
from room40_server.bots.dreadnought import Bot
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.dreadnought.turn import Dreadnought
from room40_server.rules.game import PUBLIC
from room40_server.systems import Options, System, Systems

NAME = "ten-to-ten"
ROUNDS = 2
BATTLE_BAR, ORDER_BAR = 12 * 1024, 60
"""Bytes."""
SEATS = (Side.CP.value, Side.EN.value)


class TenToTen(Dreadnought):
    """The 1914-18 system under another name."""

    name = NAME


def open_scenario(name: str, options: Options) -> Struct:
    """A battle of ten ships a side that is about to be set up; who has the initiative goes by the number it is named by."""
    fleets = {
        "CP-1": kit.fleet("intercept", list(TEN_CP), ZONE, came_from="D3"),
        "EN-1": kit.fleet("intercept", list(TEN_EN), ZONE, came_from="D5"),
    }
    return at_sea(fleets, first=SEATS[int(name) % 2])


def cards() -> Sequence[ScenarioCard]:
    """None to choose from."""
    return []


SYSTEM = System(TenToTen(), open_scenario, Bot, cards)


class Sent(Struct):
    """What one battle cost: bytes to each viewpoint, before compression and at the socket; of orders, to each that sees.

    `sights`: movements that brought ships into sight that the viewpoint had never seen; `moves`: all others.
    """

    inflated: dict[str, int]
    at_socket: dict[str, int]
    moves: list[int]
    sights: list[int]
    fire: list[int]
    fire_to_others: int
    rounds: int


def fight(battles: int) -> Iterator[Figure]:
    """So many battles over the loopback, under a watcher's eyes; those that end within the first round do not count."""
    fought = [sent for sent in asyncio.run(_fight(battles)) if sent.rounds >= ROUNDS]
    per_client = [size for sent in fought for size in sent.inflated.values()]
    at_socket = fmean(size for sent in fought for size in sent.at_socket.values())
    note = f"{len(fought)} battles; {at_socket:,.0f} B at the socket"
    yield Figure("ten ships a side, two rounds, to a client, inflated", fmean(per_client), "B", BATTLE_BAR, note)
    yield Figure("the dearest of them", max(per_client), "B", BATTLE_BAR)
    every = ([size for sent in fought for size in getattr(sent, kind)] for kind in ("moves", "sights", "fire"))
    moves, sights, fire = every
    note = f"{sum(size > ORDER_BAR for size in moves)} of {len(moves)} above, the largest {max(moves)} B"
    yield Figure("a step's movement, to each viewpoint", fmean(moves), "B", ORDER_BAR, note)
    note = f"of {len(sights)}, the largest {max(sights)} B: names, cards and boxes of up to ten ships"
    yield Figure("one that first brings ships into sight", fmean(sights), "B", None, note)
    yield Figure("a secret fire order, to its own seat", fmean(fire), "B", ORDER_BAR, f"of {len(fire)}")
    yield Figure("a secret fire order, frames to anyone else", sum(s.fire_to_others for s in fought), "", 0)


async def _fight(battles: int) -> list[Sent]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        for number in range(battles):
            await open_table(path, Systems([SYSTEM]), NAME, str(number), _seed(number), table=f"battle-{number}")
        async with serving(path, ["benchmarks.fight"]) as server:
            return [await _one(server.base, number) for number in range(battles)]


def _seed(number: int) -> bytes:
    return f"fight {number}".encode().ljust(32)


async def _one(base: str, number: int) -> Sent:
    """One battle. Beside the server the rules run here too, to know who is sent something and wait for it."""
    table, game = f"battle-{number}", TenToTen()
    state = codec.decode(codec.encode(open_scenario(str(number), {})), State)  # as the server reads it from the journal
    dice, players = SeededDice(_seed(number), 0), {s: Bot(s, 1) for s in SEATS}
    sent = Sent({}, {}, [], [], [], 0, 1)
    async with client(base) as cp, client(base) as en, client(base) as watcher:
        people = {"CP": cp, "EN": en, PUBLIC: watcher}
        for viewpoint, person in people.items():
            await person.enter(link(base, viewpoint, table))
        before = {v: (p.inflated, p.down) for v, p in people.items()}
        while state.phase is Phase.BATTLES and state.asked and state.battles[ZONE].round <= ROUNDS:
            seat, sent.rounds = min(state.asked), state.battles[ZONE].round
            for order in players[seat].decide(codec.shape(people[seat].view, View), seat):
                secret = len(state.asked) > 1
                kept = codec.shape_any(codec.unpack(codec.encode(order)), Order)  # as it comes over the wire
                state = game.submit(state, seat, kept, dice)
                views = {v: codec.encode(game.view(state, v)) for v in people}
                met = {v: _met(p) for v, p in people.items()}
                sizes = await _give(people, seat, order, views)
                if isinstance(order, Manoeuvre):
                    for viewpoint, size in sizes.items():
                        (sent.moves if _met(people[viewpoint]) <= met[viewpoint] else sent.sights).append(size)
                elif secret:
                    sent.fire.append(sizes.pop(seat))
                    sent.fire_to_others += len(sizes)
        for viewpoint, person in people.items():
            sent.inflated[viewpoint] = person.inflated - before[viewpoint][0]
            sent.at_socket[viewpoint] = person.down - before[viewpoint][1]
    return sent


async def _give(people: dict[str, Client], seat: str, order: Order, views: dict[str, bytes]) -> dict[str, int]:
    """Give an order and let everyone take in what came of it; the bytes that each was sent, at the socket."""
    begun = {viewpoint: person.down for viewpoint, person in people.items()}
    answer, _, _ = await people[seat].order(order)
    assert isinstance(answer, Done), (order, answer)
    told = {seat}
    for viewpoint, person in people.items():
        if viewpoint != seat and codec.encode(person.view) != views[viewpoint]:
            told.add(viewpoint)
            await person.until(person.version + 1)
        assert codec.encode(person.view) == views[viewpoint], (viewpoint, order)
    return {viewpoint: people[viewpoint].down - begun[viewpoint] for viewpoint in told}


def _met(person: Client) -> set[str]:
    """The enemy ships that a client has been shown in this battle."""
    return {ship for battle in person.view["battle"].values() for ship in battle["ships"]}

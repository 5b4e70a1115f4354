"""A battle on the board among broken lines, a server that is killed again and again, and two clients at one seat."""

import asyncio
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from benchmarks import fight

from room40.dreadnought.boardplay import timed
from room40.dreadnought.orders import FireGuns, FireTorpedoes, Manoeuvre, Order
from room40.dreadnought.views import View
from room40.protocol import codec
from room40.protocol.messages import Done, Refusal
from room40_client.session import Session
from room40_server.bots.dreadnought import Bot
from room40_server.journal.entries import fold, orders_of
from room40_server.replay import read_journal, replay
from room40_server.rules.dreadnought.state import State
from room40_server.systems import Systems, system_from
from tests.end_to_end.house import cable, serving
from tests.end_to_end.players import Seat
from tests.end_to_end.tables import TABLE, link, open_table

MODULE = "benchmarks.fight"
SEED = sha256(b"torn").digest()
PATIENCE = 60
"""Seconds after which a battle that hangs is a failure."""


class Fighter(Seat):
    """A seat played until the battle is over, which keeps what was acknowledged."""

    def has_come_to(self, view: View, turn: int) -> bool:
        return view.phase != "battles"


@pytest.mark.slow
def test_in_a_battle_no_order_is_lost_or_counts_twice_though_the_server_is_killed_between_order_and_answer(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.db"
    systems = Systems([system_from(MODULE)])

    async def play() -> dict[str, Fighter]:
        await open_table(path, systems, fight.NAME, "2", SEED)
        async with serving(path, [MODULE]) as server, cable(server) as one, cable(server) as two:
            deaths: list[asyncio.Task[None]] = []

            async def lost_answers(number: int) -> None:
                if number % 3 == 0:
                    one.lose_next_answer()

            async def deaths_among_orders(number: int) -> None:
                if number % 7 == 0:  # while the order is on its way
                    deaths.append(asyncio.create_task(server.kill_and_restart()))

            seats = {
                "CP": Fighter(link(one.base, "CP"), Bot("CP", 1), lost_answers),
                "EN": Fighter(link(two.base, "EN"), Bot("EN", 2), deaths_among_orders),
            }
            async with asyncio.timeout(PATIENCE), seats["CP"].session, seats["EN"].session:
                await asyncio.gather(*(seat.play(1) for seat in seats.values()))
            await asyncio.gather(*deaths)
            assert len(deaths) >= 2
            assert one.connections > 3
            assert await server.stop() == 0
        return seats

    seats = asyncio.run(play())
    raws = read_journal(path, [TABLE])[TABLE]
    counted = Counter(entry.seat for entry in orders_of(raws))
    assert counted == {seat: person.orders for seat, person in seats.items()}
    assert replay(TABLE, raws, systems).difference == ""
    end = fold(raws).state
    for seat, person in seats.items():
        assert person.faults == []
        last = codec.encode(fight.SYSTEM.game.view(codec.shape(end, State), seat))
        assert codec.encode(person.session.view) == last


@pytest.mark.clause("7.31", "H7.5")
def test_two_clients_at_one_seat_answer_a_step_once_and_never_the_next_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    systems = Systems([system_from(MODULE)])

    refusals: Counter[str] = Counter()

    async def both_at_once(one: Session, other: Session) -> None:
        bot = Bot("CP", 1)
        while (view := await _asked(one)).phase == "battles":
            (order,) = (_now(order, view) for order in bot.decide(view, "CP"))
            answers = await asyncio.gather(one.order(order), other.order(order))
            assert sum(isinstance(a, Done) for a in answers) == 1, (order, answers)
            refusals.update(a.clause for a in answers if isinstance(a, Refusal))

    async def alone(session: Session) -> None:
        bot = Bot("EN", 1)
        while (view := await _asked(session)).phase == "battles":
            for order in bot.decide(view, "EN"):
                assert isinstance(await session.order(_now(order, view)), Done)

    async def play() -> None:
        await open_table(path, systems, fight.NAME, "2", SEED)
        async with serving(path, [MODULE]) as server:
            one, other, enemy = (Session(link(server.base, seat)) for seat in ("CP", "CP", "EN"))
            async with asyncio.timeout(PATIENCE), one, other, enemy:
                await asyncio.gather(both_at_once(one, other), alone(enemy))

    asyncio.run(play())
    assert set(refusals) <= {"7.31", "H4"}, refusals
    assert refusals["7.31"] > 5
    given = Counter((e.seat, type(_order(e.order))) for e in orders_of(read_journal(path, [TABLE])[TABLE]))
    assert given["CP", Manoeuvre] > 3
    assert given["CP", FireGuns] + given["CP", FireTorpedoes] > 1


def _order(raw: bytes) -> Order:
    found: Order = codec.shape_any(codec.unpack(raw), Order)
    return found


def _now(order: Order, view: View) -> Order:
    zone = next(iter(view.board))
    return timed(order, view.battle[zone], view.board[zone])


async def _asked(session: Session) -> View:
    """The view in which this seat is next asked something."""
    return codec.shape(await session.until(lambda view: bool(view["ask"]["kind"] or view["result"])), View)

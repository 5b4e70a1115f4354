"""Two clients at one seat of a war of 1942, and a server that is killed again and again between order and answer."""

import asyncio
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms.views import View
from room40.protocol import codec
from room40.protocol.messages import Done, Refusal
from room40_client.session import Session
from room40_server.bots.combined_arms.player import Bot
from room40_server.journal.entries import fold, orders_of
from room40_server.replay import read_journal, replay
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.systems import Systems
from tests.combined_arms.checks import Watch
from tests.end_to_end.commanders import Commander
from tests.end_to_end.house import cable, serving
from tests.end_to_end.secrecy import steps
from tests.end_to_end.tables import TABLE, link, open_table

SYSTEM, SCENARIO = "combined_arms", "two-islands"
SEED = sha256(b"two clients").digest()
PATIENCE = 60
"""Seconds after which a war that hangs is a failure."""


@pytest.mark.slow
@pytest.mark.clause("K1", "K5.5", "K5.8")
def test_of_two_clients_at_one_seat_one_answers_a_question_and_the_other_never_the_next(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    refusals: Counter[str] = Counter()
    asked: Counter[str] = Counter()

    async def both_at_once(one: Session, other: Session) -> None:
        bot = Bot(1)
        while (view := await _question(one, 3)) is not None:
            for order in bot.decide(view, "west"):
                answers = await asyncio.gather(*(session.order(_meant(order, view)) for session in (one, other)))
                refusals.update(f"{a.clause}: {a.sentence}" for a in answers if isinstance(a, Refusal))
                if _now(one).ask.moment != view.ask.moment:
                    assert sum(isinstance(a, Done) for a in answers) == 1, (order, answers)
                    asked[view.ask.kind] += 1
                    break

    async def alone(session: Session) -> None:
        bot = Bot(2)
        while (view := await _question(session, 3)) is not None:
            for order in bot.decide(view, "east"):
                assert isinstance(await session.order(_meant(order, view)), Done)
                if _now(session).ask.moment != view.ask.moment:
                    break

    async def play() -> None:
        await open_table(path, Systems(), SYSTEM, SCENARIO, SEED)
        async with serving(path) as server:
            one, other, enemy = (Session(link(server.base, seat)) for seat in ("west", "west", "east"))
            async with asyncio.timeout(PATIENCE), one, other, enemy:
                await asyncio.gather(both_at_once(one, other), alone(enemy))

    asyncio.run(play())
    assert {"purchase", "combat move", "non-combat move", "mobilise"} < asked.keys()
    assert set(asked) & {"casualties", "press or retreat"}
    late = [text for text in refusals.elements() if text.startswith("K1: ")]
    assert len(late) >= asked["purchase"] + asked["combat move"]
    assert any("asked now: combat move" in text for text in late)
    record = list(steps(read_journal(path, [TABLE])[TABLE], Systems().get(SYSTEM).game))
    turns = [(s.before.round, s.before.power, s.before.phase) for s in record if type(s.order).__name__ == "Commit"]
    assert len(turns) == len(set(turns))


@pytest.mark.slow
def test_no_order_of_a_war_is_lost_or_counts_twice_though_the_server_is_killed_between_order_and_answer(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.db"

    async def play() -> dict[str, Commander]:
        await open_table(path, Systems(), SYSTEM, SCENARIO, SEED)
        async with serving(path) as server, cable(server) as one, cable(server) as two:
            deaths: list[asyncio.Task[None]] = []

            async def lost_answers(number: int) -> None:
                if number % 5 == 0:
                    one.lose_next_answer()

            async def deaths_among_orders(number: int) -> None:
                if number % 17 == 0:  # while the order is on its way
                    deaths.append(asyncio.create_task(server.kill_and_restart()))

            seats = {
                "west": Commander(link(one.base, "west"), Bot(1), lost_answers),
                "east": Commander(link(two.base, "east"), Bot(2), deaths_among_orders),
            }
            async with asyncio.timeout(PATIENCE), seats["west"].session, seats["east"].session:
                enemy = asyncio.create_task(seats["east"].play())
                await seats["west"].play(4)
                await seats["east"].session.until(lambda view: view["round"] >= 4)
                enemy.cancel()  # it is asked nothing before West has played again
            await asyncio.gather(*deaths)
            assert len(deaths) >= 2
            assert one.connections > 3
            assert await server.stop() == 0
        return seats

    seats = asyncio.run(play())
    raws = read_journal(path, [TABLE])[TABLE]
    assert Counter(entry.seat for entry in orders_of(raws)) == {seat: person.orders for seat, person in seats.items()}
    assert replay(TABLE, raws, Systems()).difference == ""
    game = Systems().get(SYSTEM).game
    record = list(steps(raws, game))
    watch = Watch(record[0].before)
    for step in record:
        watch.step(step.before, step.order, step.after)
    end = codec.shape(fold(raws).state, State)
    assert end.phase is not Phase.OVER
    for seat, person in seats.items():
        assert person.faults == []
        assert codec.encode(person.session.view) == codec.encode(game.view(end, seat))


async def _question(session: Session, round_: int) -> View | None:
    """The view in which this seat is next asked something; None once a round has begun."""
    tree = await session.until(lambda view: bool(view["ask"]["kind"] or view["result"]) or view["round"] >= round_)
    view = codec.shape(tree, View)
    return view if view.ask.kind and view.round < round_ else None


def _now(session: Session) -> View:
    return codec.shape(session.view, View)


def _meant(order: Struct, view: View) -> Struct:
    return replace(order, moment=view.ask.moment)

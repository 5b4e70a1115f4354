"""Two tables alike to the last die, where one side orders other things in secret: what all others are sent is the same."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from room40.dreadnought.orders import Commit, FleetId, HabitOf, Merge, Order, Plot, Reopen, Side
from room40.dreadnought.views import View
from room40.protocol import codec
from room40.protocol.messages import Done, Refusal, Welcome
from room40_server.bots.random_player import RandomPlayer
from room40_server.journal.sqlite import SqliteJournal
from room40_server.rules.game import PUBLIC
from room40_server.systems import Systems
from room40_server.table import Asked, Table, open_table
from tests.end_to_end import tables
from tests.server.house import Tape

SEED = b"twins" * 6 + b"xy"
SYSTEMS = Systems()


class Twin:
    """One of the tables, with somebody at each seat and a watcher; nobody is shown what another is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tapes = {viewpoint: Tape() for viewpoint in (*table.seats, PUBLIC)}
        for viewpoint, tape in self.tapes.items():
            table.join(viewpoint, -1, 0, tape)
        self.last = {seat: tape.of(Welcome)[0].last_order for seat, tape in self.tapes.items()}
        self.answers: list[tuple[str, Order, Done | Refusal]] = []

    def view(self, seat: str) -> View:
        shown: View = self.table._points[seat].view  # type: ignore[assignment]
        return shown

    async def give(self, seat: str, order: Order) -> Done | Refusal:
        """Give an order under the next number; a refused one leaves its number free, as a client does."""
        answered = asyncio.Event()
        self.table.put(Asked(seat, self.last[seat] + 1, order, self.tapes[seat], answered.set))
        await answered.wait()
        answer: Done | Refusal = self.tapes[seat].of((Done, Refusal))[-1]  # type: ignore[arg-type]
        self.last[seat] += isinstance(answer, Done)
        return answer

    def sent(self, viewpoint: str) -> list[bytes]:
        """Every frame, in order."""
        return self.tapes[viewpoint].frames


@pytest.fixture
async def twins(tmp_path: Path) -> AsyncIterator[tuple[Twin, Twin]]:
    """The flight of the Goeben twice, with the same seed."""
    made, journals = [], []
    for name in ("one", "two"):
        await tables.open_table(tmp_path / name, SYSTEMS, "dreadnought", "goeben", SEED)
        journals.append(SqliteJournal(tmp_path / name))
        table = await open_table(tables.TABLE, journals[-1], SYSTEMS)
        assert table is not None
        made.append(Twin(table))
    yield made[0], made[1]
    for twin, journal in zip(made, journals, strict=True):
        await twin.table.close()
        journal.close()


async def play_alike(twins: Sequence[Twin], until_turn: int) -> None:
    """Play both alike to the orders phase of a turn."""
    players = {side.value: RandomPlayer(side, 3, restless=0.1) for side in Side}
    one = twins[0]
    while (view := one.view("CP")).turn < until_turn or view.phase != "orders":
        seat = view.waiting[0] if view.ask.kind == "" else "CP"
        for order in players[seat].decide(one.view(seat), seat):
            for twin in twins:
                assert isinstance(await twin.give(seat, order), Done)
            if one.view(seat).ask.kind == "":
                break


def nonsense(seat: str) -> list[Order]:
    """What is refused: another's fleet, no zone, land, a jump, a locked slot, a slot past the end, no fleet at all."""
    own: FleetId = f"{seat}-1"
    other: FleetId = f"{Side(seat).enemy}-1"
    return [
        Plot(other, 3, "stay"),
        Plot(own, 1, "A1"),
        Plot(own, 999, "stay"),
        *(
            Plot(own, turn, route)
            for turn in (2, 3, 4, 5)
            for route in ("ZZ99", "A1/Z70", "A1", "stay port port", "\x1b[2J")
        ),
        Merge(own, other),
        HabitOf(f"{seat}-99", "never"),  # type: ignore[arg-type]
    ]


async def order_in_secret(twin: Twin, seat: str, seed: int) -> int:
    """Whatever may be ordered in this phase, and much that may not; how many of the orders counted."""
    player, counted = RandomPlayer(seat, seed, restless=0.8), 0
    for number in range(40):
        orders = nonsense(seat) if number == 20 else player.decide(twin.view(seat), seat)
        for order in orders:
            if not isinstance(order, Commit | Reopen):
                answer = await twin.give(seat, order)
                counted += isinstance(answer, Done)
    return counted


@pytest.mark.clause("5.1")
@pytest.mark.parametrize(("seat", "turn"), [("CP", 0), ("EN", 0), ("CP", 2), ("EN", 3)])
async def test_secret_orders_and_refused_ones_send_nothing_to_anyone_else(
    twins: tuple[Twin, Twin], seat: str, turn: int
) -> None:
    one, two = twins
    await play_alike(twins, turn) if turn else None
    before = {viewpoint: list(one.sent(viewpoint)) for viewpoint in one.tapes}
    assert before == {viewpoint: two.sent(viewpoint) for viewpoint in two.tapes}
    assert await order_in_secret(one, seat, 1) > 10
    await two.give(seat, nonsense(seat)[0])
    for viewpoint in {*one.tapes} - {seat}:
        assert one.sent(viewpoint) == two.sent(viewpoint) == before[viewpoint]
    other = Side(seat).enemy.value
    for answered in [await twin.give(other, order) for order in nonsense(other) for twin in twins]:
        assert isinstance(answered, Refusal)
    assert one.sent(other) == two.sent(other)
    for viewpoint in {*one.tapes} - {seat}:  # and who comes new, or comes back, is shown the same
        for have in (-1, 0, 3):
            late = Tape(), Tape()
            for twin, tape in zip(twins, late, strict=True):
                twin.table.join(viewpoint, have, 0, tape)
            assert late[0].frames == late[1].frames


async def test_a_refusal_is_told_to_nobody_but_the_line_that_gave_the_order(twins: tuple[Twin, Twin]) -> None:
    one, _ = twins
    second = Tape()
    one.table.join("CP", -1, 0, second)
    shown = {viewpoint: len(one.sent(viewpoint)) for viewpoint in one.tapes}, len(second.frames)
    for order in nonsense("CP"):
        assert isinstance(await one.give("CP", order), Refusal)
    after = {viewpoint: len(one.sent(viewpoint)) for viewpoint in one.tapes}
    assert after == {**shown[0], "CP": shown[0]["CP"] + len(nonsense("CP"))}
    assert len(second.frames) == shown[1]
    assert all(codec.decode_down(frame).sentence.isprintable() for frame in one.sent("CP")[2:])  # type: ignore[union-attr]

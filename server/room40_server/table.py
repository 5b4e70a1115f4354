"""One game in play.

Rules of this file: one task, `_run`, changes the table, one order at a time: rules, views, journal, then publish.
Nothing is told to anyone, and nothing changed in memory, before the journal has it. Whoever joins sees only what is
committed. If the journal fails, the table is dropped: what is in memory may be false.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct

from room40.protocol import codec
from room40.protocol.mergepatch import diff
from room40.protocol.messages import NUMBER, SERVER, ChatLine, Done, Over, Refusal, Welcome
from room40_server.computers import Computer
from room40_server.journal import Journal, JournalError
from room40_server.journal.entries import Entry, Folded, Given, Ordered, Said, fold
from room40_server.rules.dice import SeededDice, commitment
from room40_server.rules.game import PUBLIC, Refused
from room40_server.systems import System, SystemProblem, Systems
from room40_server.viewpoints import News, Subscriber, Viewpoint

LINES_OF_CHAT = 200
"""So many of the last lines are told to who comes new."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Asked:
    """An order that waits for its turn. `answered` is called once when it has been dealt with."""

    seat: str
    id: int
    order: Struct
    by: Subscriber
    answered: Callable[[], None]
    client: str = ""


@dataclass(frozen=True)
class Spoken:
    """A line of chat that waits for its turn."""

    seat: str
    name: str
    text: str
    answered: Callable[[], None]


Job: TypeAlias = Asked | Spoken


class Table:
    """A game, its journal, and who looks on. Made by `open_table`."""

    def __init__(self, name: str, system: System, journal: Journal, folded: Folded) -> None:
        opened = folded.opened
        self.name = name
        self.opened = opened
        self.gone = False
        self._game = system.game
        self._journal = journal
        self._state: Struct = codec.shape(folded.state, system.game.state_type)
        self._seq = folded.seq
        self._seed = opened.seed
        self._thrown = folded.thrown
        self._orders = folded.orders
        self._said = len(folded.said)
        self._chat = deque(_chat_lines(folded.said)[-LINES_OF_CHAT:], maxlen=LINES_OF_CHAT)
        self.seats = tuple(str(seat) for seat in system.game.seats(self._state))
        self._points = {
            name: Viewpoint(system.game.view(self._state, name), folded.versions.get(name, 0))
            for name in (*self.seats, PUBLIC)
        }
        self._over = self._over_frame()
        self._computers = [Computer(seat, system.player()) for seat in opened.computers]
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name=f"table {name}")

    @property
    def order_type(self) -> object:
        """What `msgspec.convert` makes an order of."""
        return self._game.order_type

    @property
    def outcome(self) -> str:
        """The result in one sentence, "" while the game goes on."""
        return self._game.outcome(self._state)

    def waits_for(self, seat: str) -> bool:
        """Whether the seat owes a decision."""
        return seat in self._game.waiting(self._state)

    def put(self, job: Job) -> None:
        """Let `job` wait for its turn. Each connection keeps the number of its own jobs small."""
        self._inbox.put_nowait(job)

    def join(self, viewpoint: str, have: int, heard: int, who: Subscriber) -> None:
        """Welcome `who`, tell what a client that holds version `have` lacks, then everything new.

        There is no await in between, so nothing falls in the gap.
        """
        point = self._points[viewpoint]
        seat = "" if viewpoint == PUBLIC else viewpoint
        opened = self.opened
        promise = bytes.fromhex(commitment(self._seed))
        who.send(codec.encode(Welcome(seat, opened.system, opened.scenario, promise, self._last_order(seat))))
        for frame in point.missing(have):
            who.send(frame)
        for line in self._chat:
            if line.number > heard:
                who.send(codec.encode(line))
        if self._over is not None:
            who.send(self._over)
        point.subscribers.append(who)

    def leave(self, viewpoint: str, who: Subscriber) -> None:
        """`who` hears no more."""
        self._points[viewpoint].leave(who)

    async def close(self) -> None:
        """Stop playing. What the journal has taken stays."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    # ---- the table's task ----

    async def _run(self) -> None:
        try:
            while True:
                decided = await self._let_a_computer_decide()
                if not decided or not self._inbox.empty():
                    await self._deal_with(await self._inbox.get())
        except JournalError as error:
            log.error("table %s is dropped: %s", self.name, error)
        except Exception:
            log.exception("table %s is dropped", self.name)
        finally:
            self.gone = True
            for point in self._points.values():
                for subscriber in list(point.subscribers):
                    subscriber.cut()

    async def _deal_with(self, job: Job) -> None:
        try:
            if isinstance(job, Spoken):
                await self._say(job.seat, job.name, job.text)
            else:
                refusal = await self._carry_out(job.seat, job.id, job.order, job.by, job.client)
                if refusal is not None:
                    job.by.send(codec.encode(refusal))
        finally:
            job.answered()

    async def _carry_out(
        self, seat: str, order_id: int, order: Struct, by: Subscriber | None, client: str = ""
    ) -> Refusal | None:
        """Let an order count, once. The answer is the refusal; a "done" has been sent to `by` before its return.

        An order is the same again only from the same client: two at one seat may well give the like order under one id.
        """
        given = Given(codec.encode(order), client)
        known = self._orders.setdefault(seat, {})
        last = self._last_order(seat)
        if order_id <= last:
            if known.get(order_id) != given:
                return Refusal(NUMBER, "This number is another order's, or passed by.", str(last), order_id)
            self._send_done(by, {}, self._points[seat].version, order_id)
            return None
        dice = SeededDice(self._seed, self._thrown)
        try:
            kept = codec.shape_any(codec.unpack_kept(given.order), self._game.order_type)  # its maps in the record's order
            state = self._game.submit(self._state, seat, kept, dice)
            news = self._news(state)
        except Refused as refused:
            return Refusal(refused.clause, refused.sentence, refused.about, order_id)
        except Exception:
            log.exception("table %s: the rules failed at order %d of %s", self.name, order_id, seat)
            return Refusal(SERVER, "The server failed at this order; nothing was changed.", "", order_id)
        await self._record(
            Ordered(
                seat,
                order_id,
                time.time(),
                given.order,
                tuple((throw.purpose, throw.pips) for throw in dice.thrown),
                diff(self._state, state),
                {name: new.version for name, new in news.items()},
                client,
            )
        )
        self._state, self._thrown = state, dice.count
        known[order_id] = given
        self._publish(seat, order_id, news, by)
        return None

    def _news(self, state: Struct) -> dict[str, News]:
        if state is self._state:
            return {}
        found = ((name, point.news(self._game.view(state, name))) for name, point in self._points.items())
        return {name: news for name, news in found if news is not None}

    def _publish(self, seat: str, order_id: int, news: dict[str, News], by: Subscriber | None) -> None:
        own = news.get(seat)
        if own is not None:
            self._send_done(by, own.patch, own.version, order_id)
        else:
            self._send_done(by, {}, self._points[seat].version, order_id)
        for name, new in news.items():
            self._points[name].publish(new, told=by if name == seat else None)
        if self._over is None:
            self._over = self._over_frame()
            if self._over is not None:
                self._broadcast(self._over)

    @staticmethod
    def _send_done(by: Subscriber | None, patch: dict[str, object], version: int, order_id: int) -> None:
        if by is not None:
            by.send(codec.encode(Done(patch, version, order_id)))

    async def _say(self, seat: str, name: str, text: str) -> None:
        await self._record(Said(seat, name, text, time.time()))
        self._said += 1
        line = ChatLine(seat, name, text, self._said)
        self._chat.append(line)
        self._broadcast(codec.encode(line))

    async def _record(self, entry: Entry) -> None:
        await self._journal.append(self.name, self._seq, [codec.encode(entry)])
        self._seq += 1

    async def _let_a_computer_decide(self) -> bool:
        """Ask one computer seat that owes a decision, and carry out its orders. False if there is none to ask."""
        waiting = self._game.waiting(self._state)
        for computer in self._computers:
            owed = waiting.get(computer.seat)
            if owed is None or not computer.may_be_asked(self._state, waiting):
                continue
            orders = await computer.decide(self._points[computer.seat].view, self.order_type)
            before, refused = self._state, ""
            for order in orders:
                refusal = await self._carry_out(computer.seat, self._last_order(computer.seat) + 1, order, None)
                if refusal is not None:
                    refused = f"{refusal.clause}: {refusal.sentence}"
                if refusal is not None or self._game.waiting(self._state).get(computer.seat) != owed:
                    break
            if computer.learn(before, self._state, refused):
                log.error("table %s: the computer player of %s is at a loss: %s", self.name, computer.seat, refused)
                await self._say("", "", f"The computer player of {computer.seat} is at a loss and has stopped.")
            return True
        return False

    # ---- small things ----

    def _last_order(self, seat: str) -> int:
        return next(reversed(self._orders.get(seat, {})), 0)

    def _over_frame(self) -> bytes | None:
        outcome = self.outcome
        return codec.encode(Over(outcome, self._seed)) if outcome else None

    def _broadcast(self, frame: bytes) -> None:
        for point in self._points.values():
            point.broadcast(frame)


def _chat_lines(said: list[Said]) -> list[ChatLine]:
    return [ChatLine(line.seat, line.name, line.text, number) for number, line in enumerate(said, 1)]


async def open_table(name: str, journal: Journal, systems: Systems) -> Table | None:
    """The table as its journal tells it, ready to play; None if there is no such table.

    Raises `JournalError`, or `SystemProblem` if this server cannot play it.
    """
    raws = await journal.read(name)
    if not raws:
        return None
    folded = fold(raws)
    system = systems.get(folded.opened.system)
    if folded.opened.rules != system.game.version:
        raise SystemProblem(
            f"Table {name} is played by version {folded.opened.rules} of the rules of {system.name}; "
            f"this server has version {system.game.version}."
        )
    try:
        return Table(name, system, journal, folded)
    except codec.WireError as error:
        raise JournalError(f"the state of table {name} cannot be read: {error}") from None
    except Exception as error:  # the rules meet what they could never have made
        log.info("table %s", name, exc_info=True)
        raise JournalError(f"the state of table {name} cannot be shown: {type(error).__name__}: {error}") from None

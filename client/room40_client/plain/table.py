"""The conversation at a table: news as they come, what is asked, and a typed line for everything else."""

import asyncio
from typing import Any

from msgspec import Struct

from room40.protocol.messages import ChatLine, Done, Refusal
from room40.protocol.text import CHAT_LENGTH, clean
from room40_client.plain import helping
from room40_client.plain.grammar import Saying, Unclear
from room40_client.plain.keyboard import Keyboard
from room40_client.plain.outlet import Outlet
from room40_client.plain.system import System
from room40_client.session import Change, Decided, Heard, LineChanged, LineState, Session, SessionClosed
from room40_client.tui.draw.speech import speaker
from room40_client.tui.wire import ViewFault

QUIT = frozenset({"quit", "exit", "bye", "leave the table"})
AWAY = "The line is down; it is being tried again."
PAUSE = 1.0
"""Seconds after which it is said who is waited for: mostly he has answered by then."""


class Table:
    """A seat at a table, or a place to watch from."""

    def __init__(self, session: Session, system: System[Any], keyboard: Keyboard, outlet: Outlet) -> None:
        self.session = session
        self.system = system
        self.keyboard = keyboard
        self.outlet = outlet
        self.view: Any = None
        self._read = 0
        self._asked: list[str] = []
        self._passed: list[str] = []
        """The last question that was answered because it left no choice."""
        self._is_unsaid = False
        """Whether it is yet to be said who is waited for."""
        self._changes: list[Change] = []
        self._stirred = asyncio.Event()
        self._orders: set[asyncio.Task[None]] = set()
        self._line: asyncio.Task[str | None] | None = None
        """The line that is being typed."""

    async def sit(self) -> int:
        """Talk until the lines end, `quit` is said or the table is closed: the exit status."""
        leave = self.session.listen(self._note)
        try:
            self._greet()
            return await self._talk()
        except ViewFault as fault:
            self.outlet.say(str(fault))
            return 1
        finally:
            leave()
            await self._drop(*self._orders, *([self._line] if self._line else []))

    def _note(self, change: Change) -> None:
        self._changes.append(change)
        self._stirred.set()

    def _greet(self) -> None:
        self._take_view()
        view, system = self.view, self.system
        self._read = system.latest(view)
        if self._read <= 1:
            self.outlet.say(*system.briefing(view))
        self.outlet.say(system.status(view), "Type help for the commands, quit to leave; the game is kept.")
        if self._read > 1:
            self.outlet.say(f"The log has {self._read} lines; log tells the last.")
        if self.session.chat:
            self.outlet.say(f"{len(self.session.chat)} said at the table; chat tells it.")
        self._tell_asked()

    # ---- what comes ----

    def _take_view(self) -> None:
        self.view = self.system.read(self.session.view)

    def _tell(self) -> None:
        """Say what has changed since it was last said."""
        changes, self._changes = self._changes, []
        self._stirred.clear()
        if not changes:
            return
        before = self.view
        self._take_view()
        for change in changes:
            if isinstance(change, Heard):
                self.outlet.say(self._spoken(change.line))
            elif isinstance(change, LineChanged):
                self._tell_line(change.state)
        self._tell_news()
        self.outlet.say(*self.system.stirred(before, self.view))
        self._tell_asked()
        if honest := [change.honest for change in changes if isinstance(change, Decided)]:
            kept = "is the one that was promised" if honest[0] else "IS NOT THE ONE THAT WAS PROMISED"
            self.outlet.say(f"The game is over. The seed of the dice {kept}.")

    def _spoken(self, line: ChatLine) -> str:
        """A line of chat: who says what."""
        return f"{speaker(line.seat, line.name, lambda seat: self.system.named(self.view, seat))}: {line.text}"

    def _tell_line(self, state: LineState) -> None:
        if state is LineState.AWAY:
            self.outlet.say(AWAY)
        elif state is LineState.ONLINE:
            self.outlet.say("The line stands again.")

    def _tell_news(self) -> None:
        self.outlet.say(*self.system.news(self.view, self._read))
        self._read = max(self._read, self.system.latest(self.view))

    def _tell_asked(self, again: bool = False) -> None:
        asked = self.system.asked(self.view)
        if asked != self._asked or again:
            self._is_unsaid = not (again or self.system.is_asked(self.view))
            if not self._is_unsaid and (again or self._idle() is None):
                self.outlet.say(*asked)
        self._asked = asked

    # ---- what leaves no choice ----

    def _idle(self) -> Struct | None:
        """The order that answers a question without a choice, once."""
        order = self.system.idle(self.view) if self.session.seat else None
        return None if order is None or self.system.asked(self.view) == self._passed else order

    async def _settle(self) -> None:
        """Tell what has changed, and answer what leaves no choice."""
        self._tell()
        while self.session.line is LineState.ONLINE and not self._orders and (order := self._idle()) is not None:
            self._passed = self.system.asked(self.view)
            self._asked = []
            await self._order((order,), quietly=True)
            self._tell()

    # ---- what is typed ----

    async def _talk(self) -> int:
        while True:
            line = await self._typed()
            if self.session.line is LineState.CLOSED:
                self.outlet.say(self.session.reason)
                return 1
            if line is None or self.outlet.gone or line.lower() in QUIT:
                self._part()
                return 0
            await self._hear(line)

    async def _typed(self) -> str | None:
        """The next line; until it comes, what changes is told."""
        line = self._next_line()
        while not line.done() and self._goes_on():
            await self._settle()
            self.outlet.prompt()
            if not await self._either(line, PAUSE if self._is_unsaid else None):
                self._tell_asked(again=True)
        await self._settle()
        if not line.done():
            return None
        self._line = None
        self.outlet.typed_at()
        return line.result()

    def _goes_on(self) -> bool:
        """Whether the table is open and somebody listens."""
        return self.session.line is not LineState.CLOSED and not self.outlet.gone

    def _next_line(self) -> "asyncio.Task[str | None]":
        """The line that comes next, also when it was waited for before."""
        if self._line is None:
            self._line = asyncio.create_task(self.keyboard.line(), name="line")
        return self._line

    async def _either(self, task: "asyncio.Task[Any]", within: float | None = None) -> bool:
        """Until a task is done or something has changed; False when neither was within so many seconds."""
        stirred = asyncio.create_task(self._stirred.wait())
        done, _ = await asyncio.wait((task, stirred), timeout=within, return_when=asyncio.FIRST_COMPLETED)
        stirred.cancel()
        return bool(done)

    async def _hear(self, line: str) -> None:
        """Do what a line says."""
        try:
            await self._do(line)
        except Unclear as unclear:
            self.outlet.say(_with_clause(unclear.sentence, unclear.clause))
        except Exception as error:  # one word that this program stumbles over must not end a game
            self.outlet.say(f"That went wrong inside this program: {error!r}.")
        await self._settle()

    async def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if not line or line.lower() == "asked":
            self._tell_asked(again=True)
        elif word == "help" or word == "?":
            self.outlet.say(*helping.help_about(self.system, rest))
        elif word == "say":
            await self._say(rest)
        elif line.lower() == "chat":
            self.outlet.say(*([self._spoken(one) for one in self.session.chat] or ["Nobody has said anything yet."]))
        elif word == "who":
            self.outlet.say(*self.system.seats(self.view))
        elif line.lower() == "wait":
            await self._wait()
        elif line.lower() in ("status", "brief"):
            self.outlet.say(*(self.system.briefing(self.view) if word == "brief" else [self.system.status(self.view)]))
        elif all(piece.isdecimal() and len(piece) < 4 for piece in line.replace(",", " ").split()):
            await self._order((self.system.answer(self.view, tuple(map(int, line.replace(",", " ").split()))),))
        else:
            await self._command(line)

    async def _command(self, line: str) -> None:
        command, rest = self.system.find(line)
        if isinstance(command, Saying):
            await self._order(command.read(self.view, rest))
        elif command.is_slow:
            self.outlet.say(*await asyncio.to_thread(command.tell, self.view, rest))
        else:
            self.outlet.say(*command.tell(self.view, rest))

    async def _say(self, text: str) -> None:
        if not clean(text, CHAT_LENGTH):
            raise Unclear("Say what? Write: say, and the words.")
        if self.session.line is not LineState.ONLINE:
            raise Unclear("The line is down; nobody would hear it.")
        await self.session.say(text)

    async def _wait(self) -> None:
        """Wait until this seat is asked, the game is over, or at a terminal something is typed."""
        while not self.system.is_asked(self.view) and self._goes_on():
            if not self.outlet.prompts:
                await self._stirred.wait()
            else:
                await self._either(self._next_line())
                if self._next_line().done():
                    break
            await self._settle()

    # ---- orders ----

    async def _order(self, orders: tuple[Struct, ...], quietly: bool = False) -> None:
        """Give orders and wait for the answers; while the line is down they wait, and one may go on typing.

        `quietly`: that they count, or do not, is not said.
        """
        if not self.session.seat:
            raise Unclear("You are watching; only the players give orders.")
        task = asyncio.create_task(self._give(orders, quietly))
        self._orders.add(task)
        task.add_done_callback(self._orders.discard)
        task.add_done_callback(lambda _: self._stirred.set())  # its answer may have broken the prompt's line
        while not task.done():
            if self.session.line is LineState.AWAY:
                if not quietly:
                    self.outlet.say("The line is down: the order waits, and is given when the line stands again.")
                return
            await self._either(task)
            if not task.done() and any(isinstance(change, LineChanged) for change in self._changes):
                self._tell()
            self._stirred.clear()
        await task

    async def _give(self, orders: tuple[Struct, ...], quietly: bool) -> None:
        for order in orders:
            said = self.system.write(self.view, order)
            try:
                answer = await self.session.order(self.system.timed(self.view, order))
            except SessionClosed:
                self.outlet.say(f"Not given: {said}")
                return
            if quietly:
                continue
            if isinstance(answer, Refusal):
                self.outlet.say(_with_clause(f"Refused: {answer.sentence}", answer.clause))
                return
            assert isinstance(answer, Done)
            self._take_view()
            self.outlet.say(f"Done: {said}")

    def _part(self) -> None:
        if self._orders:
            number = len(self._orders)
            self.outlet.say(f"The line is down: {number} order{'s have' if number > 1 else ' has'} not been given.")

    @staticmethod
    async def _drop(*tasks: "asyncio.Task[Any]") -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _with_clause(sentence: str, clause: str) -> str:
    """A sentence and the clause it rests on, if the sentence does not name it."""
    return f"{sentence} ({clause})" if clause and clause not in sentence and clause not in ("wire", "server") else sentence

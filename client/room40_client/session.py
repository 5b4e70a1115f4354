"""A headless connection to a table: join, keep the view, give orders, come back.

The screens, scripts and tests all stand on this. It keeps trying until it is closed or the server says that coming back
would not help, and an order that got no answer is sent again under the same id, so it counts once.
"""

import asyncio
import logging
import random
import secrets
from asyncio import sleep
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from types import TracebackType
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from room40.protocol import codec
from room40.protocol.links import Link
from room40.protocol.mergepatch import Tree, merge
from room40.protocol.messages import (
    FINAL,
    NUMBER,
    PROTOCOL,
    AnyDown,
    AnyOrder,
    AnyUp,
    Bye,
    ChatLine,
    Done,
    Hello,
    Over,
    Patch,
    Refusal,
    Say,
    Snapshot,
    Submit,
    Welcome,
)
from room40.protocol.text import CHAT_LENGTH, NAME_LENGTH, clean
from room40_client.connection import SessionClosed as SessionClosed
from room40_client.connection import connected, message_of

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

FIRST_WAIT = 0.1
LONGEST_WAIT = 5.0
LINES_OF_CHAT = 500
LONGEST_NUMBER = 16
RENUMBERED = 20
"""So often an order gets a new number because another client of the same seat took the one it had."""

log = logging.getLogger(__name__)


class LineState(StrEnum):
    """How the connection stands."""

    CONNECTING = "connecting"
    ONLINE = "online"
    AWAY = "away"
    """Lost; it is being tried again."""
    CLOSED = "closed"
    """For good: `Session.reason` says why."""


class Viewed(Struct, frozen=True):
    """The view changed. `patch` is what did; None when the whole view came anew."""

    patch: Tree | None


class LineChanged(Struct, frozen=True):
    """The connection stands differently."""

    state: LineState


class Heard(Struct, frozen=True):
    """A line of chat."""

    line: ChatLine


class Decided(Struct, frozen=True):
    """The game is over. `honest`: the seed is the one whose SHA-256 was promised when this session first came in."""

    outcome: str
    honest: bool


Change: TypeAlias = Viewed | LineChanged | Heard | Decided
Answer: TypeAlias = Done | Refusal


class _Pending:
    """The one order that waits for its answer."""

    def __init__(self, order: AnyOrder, order_id: int) -> None:
        self.order = order
        self.id = order_id
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()


class Session:
    """A seat at a table, or a place to watch from, whichever the link opens."""

    def __init__(self, link: Link, name: str = "", first_wait: float = FIRST_WAIT) -> None:
        self.link = link
        self.name = clean(name, NAME_LENGTH)
        self.view: Tree = {}
        """What this seat sees, as a tree."""
        self.version = -1
        self.welcome: Welcome | None = None
        self.line = LineState.CONNECTING
        self.reason = ""
        self.chat: deque[ChatLine] = deque(maxlen=LINES_OF_CHAT)
        self.over: Over | None = None
        self._first_wait = first_wait
        self._client = secrets.token_urlsafe(6)
        self._gains = 0
        self._promise: bytes | None = None
        self._heard = 0
        self._last_id = 0
        self._pending: _Pending | None = None
        self._one_order = asyncio.Lock()
        self._socket: ClientConnection | None = None
        self._online = asyncio.Event()
        self._ended = asyncio.Event()
        self._listeners: list[Callable[[Change], None]] = []
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Session":
        await self.start()
        return self

    async def __aexit__(self, _kind: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None) -> None:
        await self.close()

    @property
    def seat(self) -> str:
        """The seat this session holds, "" for a watcher or before the welcome."""
        return self.welcome.seat if self.welcome is not None else ""

    async def start(self, wait: bool = True) -> None:
        """Connect, and wait for the first view unless told not to. Raises `SessionClosed` if the server says no."""
        self._task = asyncio.create_task(self._keep_in_touch(), name=f"session {self.link.table}")
        if wait:
            await self._until_online()

    async def close(self) -> None:
        """Leave the table."""
        self._end("You have left the table.")
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def order(self, order: Struct) -> Answer:
        """Give an order and wait until it counts or is refused, however often the line breaks.

        One order waits at a time; the next waits for it. Raises `SessionClosed`.
        """
        tree: AnyOrder = msgspec.to_builtins(order, builtin_types=(bytes,), str_keys=True)
        async with self._one_order:
            for times in range(RENUMBERED):
                answer = await self._ask(tree)
                if not (isinstance(answer, Refusal) and answer.clause == NUMBER):
                    break
                if answer.about.isdecimal() and len(answer.about) <= LONGEST_NUMBER:
                    ahead = random.randrange(2**times)  # else a client that is faster is always first
                    self._last_id = max(self._last_id, int(answer.about)) + ahead
            return answer

    async def say(self, text: str) -> None:
        """Say a line to the whole table. Raises `SessionClosed`."""
        await self._until_online()
        await self._send(Say(clean(text, CHAT_LENGTH)))

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` at each change, in order; the answer takes it off again."""
        self._listeners.append(listener)

        def leave() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return leave

    async def changed(self) -> AsyncGenerator[Change, None]:
        """Each change from now on, until the session is closed."""
        changes: asyncio.Queue[Change] = asyncio.Queue()
        leave = self.listen(changes.put_nowait)
        try:
            while self.line is not LineState.CLOSED or not changes.empty():
                change = await changes.get()
                yield change
        finally:
            leave()

    async def until(self, wanted: Callable[[Tree], bool]) -> Tree:
        """The view as soon as it is as `wanted`. Raises `SessionClosed` if it never will be."""
        changes = self.changed()
        try:
            while not wanted(self.view):
                if await anext(changes, None) is None:
                    raise SessionClosed(self.reason)
            return self.view
        finally:
            await changes.aclose()

    # ---- giving orders ----

    async def _ask(self, order: AnyOrder) -> Answer:
        await self._until_online()
        self._last_id += 1
        pending = self._pending = _Pending(order, self._last_id)
        try:
            await self._send(Submit(order, pending.id))
            return await pending.answer
        finally:
            self._pending = None

    async def _until_online(self) -> None:
        waits = [asyncio.create_task(self._online.wait()), asyncio.create_task(self._ended.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if self._ended.is_set():
            raise SessionClosed(self.reason)

    async def _send(self, message: AnyUp) -> None:
        """Send if the line stands. If not, what matters is sent again after the next welcome."""
        from websockets.exceptions import ConnectionClosed

        if self._socket is not None and self._online.is_set():
            with suppress(ConnectionClosed):
                await self._socket.send(codec.encode(message))

    # ---- the connection ----

    async def _keep_in_touch(self) -> None:
        wait = self._first_wait
        while not self._ended.is_set():
            gains, began = self._gains, asyncio.get_running_loop().time()
            try:
                await self._one_connection()
            except codec.WireError as error:
                self._end(f"The server sent what this program does not understand: {error.reason}")
            except (OSError, TimeoutError) as error:
                log.info("no connection: %s", error)
            except Exception as error:  # of the library: a proxy, a certificate; a person gets a sentence, the log the rest
                log.info("the connection failed", exc_info=True)
                self._end(f"The connection to {self.link.base} failed: {clean(str(error), 200)}.")
            if self._ended.is_set():
                break
            if self._gains > gains or asyncio.get_running_loop().time() - began > LONGEST_WAIT:
                wait = self._first_wait  # a server that lets one in and drops one again is not to be beset
            await sleep(wait * random.uniform(0.5, 1.0))
            wait = min(2 * wait, LONGEST_WAIT)

    async def _one_connection(self) -> None:
        """One connection from hello to its end."""
        from websockets.exceptions import ConnectionClosed, InvalidHandshake

        try:
            async with connected(self.link.base, f"/t/{self.link.table}") as socket:
                self._socket = socket
                link = self.link
                hello = Hello(PROTOCOL, link.table, link.secret, self.name, self.version, self._heard, self._client)
                await socket.send(codec.encode(hello))
                async for raw in socket:
                    await self._take(message_of(raw))
                raise ConnectionClosed(None, None)
        except ConnectionClosed:
            if self._socket is not None and self._socket.close_code in FINAL:
                self._end(self.reason or "The server does not let us in.")
        except InvalidHandshake as error:
            log.info("no connection: %s", error)
        finally:
            self._socket = None
            self._online.clear()
            if not self._ended.is_set():
                self._line_is(LineState.AWAY)

    async def _take(self, message: AnyDown) -> None:
        if isinstance(message, Welcome):
            self.welcome = message
            if self._promise is None:
                self._promise = message.promise  # the first one binds: a later one may have been made to fit
            self._last_id = max(self._last_id, message.last_order)
            if self.version >= 0:
                await self._back_online()
        elif isinstance(message, Snapshot):
            self._gains += 1
            self.view, self.version = message.view, message.version
            self._tell(Viewed(None))
            await self._back_online()
        elif isinstance(message, Patch):
            self._change_view(message.patch, message.version)
        elif isinstance(message, (Done, Refusal)):
            if isinstance(message, Done):
                self._change_view(message.patch, message.version)
            self._answer(message)
        elif isinstance(message, ChatLine):
            self._hear(message)
        elif isinstance(message, Over):
            self._decided(message)
        elif isinstance(message, Bye):
            self.reason = message.reason

    async def _back_online(self) -> None:
        if self._online.is_set():
            return
        self._online.set()
        if self._pending is not None and not self._pending.answer.done():
            await self._send(Submit(self._pending.order, self._pending.id))
        self._line_is(LineState.ONLINE)

    def _change_view(self, patch: Tree, version: int) -> None:
        self._gains += 1
        self.version = version
        if patch:
            self.view = merge(self.view, patch)
            self._tell(Viewed(patch))

    def _answer(self, answer: Answer) -> None:
        pending = self._pending
        if pending is not None and pending.id == answer.order and not pending.answer.done():
            pending.answer.set_result(answer)

    def _hear(self, line: ChatLine) -> None:
        if line.number > self._heard:
            self._heard = line.number
            self.chat.append(line)
            self._tell(Heard(line))

    def _decided(self, over: Over) -> None:
        if self.over is None and self._promise is not None:
            self.over = over
            self._tell(Decided(over.outcome, sha256(over.seed).digest() == self._promise))

    def _end(self, reason: str) -> None:
        if self._ended.is_set():
            return
        self.reason = reason
        self._ended.set()
        if self._pending is not None and not self._pending.answer.done():
            self._pending.answer.set_exception(SessionClosed(reason))
        self._line_is(LineState.CLOSED)

    def _line_is(self, state: LineState) -> None:
        if self.line is not state:
            self.line = state
            self._tell(LineChanged(state))

    def _tell(self, change: Change) -> None:
        for listener in list(self._listeners):
            listener(change)

"""A server process on a journal of its own, and clients that count what passes at the socket."""

import asyncio
import resource
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from room40.protocol import codec
from room40.protocol.links import Link
from room40.protocol.mergepatch import Tree, merge
from room40.protocol.messages import PROTOCOL, AnyDown, Bye, ChatLine, Done, Hello, Patch, Say, Snapshot, Submit, Welcome
from room40_client.connection import connected, message_of

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

ROOT = Path(__file__).parents[1]
CLOCK = 100
"""Ticks a second in /proc (man 5 proc)."""


class Server:
    """A server process."""

    def __init__(self, process: asyncio.subprocess.Process, base: str) -> None:
        self.base = base
        self._pid = process.pid

    def cpu(self) -> float:
        """CPU seconds it has used, user and system, all threads."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / CLOCK

    def memory(self) -> float:
        """KiB of memory it holds."""
        return int(Path(f"/proc/{self._pid}/statm").read_text().split()[1]) * resource.getpagesize() / 1024


@asynccontextmanager
async def serving(journal: Path, systems: Sequence[str] = ()) -> AsyncIterator[Server]:
    """A server that runs inside the `with`."""
    extra = [word for module in systems for word in ("--with-system", module)]
    command = ("-m", "room40_server", "serve", "--port", "0", "--journal", str(journal), "--until-eof", *extra)
    pipe = asyncio.subprocess.PIPE  # the server ends with this process, however that ends
    process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT, stdin=pipe, stdout=pipe)
    assert process.stdout is not None
    try:
        yield Server(process, (await process.stdout.readline()).decode().split()[1])
    finally:
        process.terminate()
        await process.wait()


class Client:
    """A connection at a table that counts its bytes, WebSocket framing in, TCP out. It never misses a frame."""

    def __init__(self, socket: "ClientConnection") -> None:
        self.view: Tree = {}
        self.version = -1
        self.down = 0
        self.up = 0
        self.inflated = 0
        """Bytes of the messages that came down, before compression and framing."""
        self.delay = 0.0
        """Seconds the last order took."""
        self._socket = socket
        self._id = 0
        self._count()

    def _count(self) -> None:
        received, write = self._socket.data_received, self._socket.transport.write

        def count_down(data: bytes) -> None:
            self.down += len(data)
            received(data)

        def count_up(data: bytes) -> None:
            self.up += len(data)
            write(data)

        # the library offers no other place where the bytes of a socket pass
        self._socket.data_received = count_down  # type: ignore[method-assign]
        self._socket.transport.write = count_up  # type: ignore[method-assign, assignment]

    async def enter(self, link: Link) -> int:
        """Join a table and take in the view; the bytes of all that the server says to it."""
        before = self.down
        await self._hail(link, -1)
        assert isinstance(await self._next(), Snapshot)
        return self.down - before

    async def come_back(self, link: Link, version: int) -> int:
        """Join a table of which this version is known, and is the newest; the bytes of the welcome, which is all."""
        before = self.down
        await self._hail(link, version)
        return self.down - before

    async def _hail(self, link: Link, have: int) -> None:
        await self._socket.send(codec.encode(Hello(PROTOCOL, link.table, link.secret, "", have, 0)))
        welcome = await self._next()
        assert isinstance(welcome, Welcome)
        self._id = welcome.last_order

    async def order(self, order: Struct) -> tuple[AnyDown, int, int]:
        """Give an order and wait for its answer; the bytes it took down and up. What comes before it is taken in."""
        down, up, begun = self.down, self.up, time.perf_counter()
        self._id += 1
        tree = msgspec.to_builtins(order, str_keys=True)
        await self._socket.send(codec.encode(Submit(tree, self._id)))
        while True:
            answer = await self._next()
            if not isinstance(answer, Patch):
                self.delay = time.perf_counter() - begun
                return answer, self.down - down, self.up - up
            down = self.down

    async def until(self, version: int) -> None:
        """Take in what comes until the view has that version."""
        while self.version < version:
            await self._next()

    async def say(self, text: str) -> None:
        """Say a line to the table."""
        await self._socket.send(codec.encode(Say(text)))

    async def until_said(self) -> int:
        """Take in what comes until somebody has said a line; how many messages came before it."""
        number = 0
        while not isinstance(await self._next(), ChatLine):
            number += 1
        return number

    async def _next(self) -> AnyDown:
        raw = await self._socket.recv()
        self.inflated += len(raw)
        message = message_of(raw)
        if isinstance(message, Bye):
            raise RuntimeError(message.reason)
        if isinstance(message, Snapshot):
            self.view, self.version = message.view, message.version
        if isinstance(message, Patch | Done):
            assert message.version == self.version + bool(message.patch), "a frame was missed"
            self.view, self.version = merge(self.view, message.patch), message.version
        return message


@asynccontextmanager
async def client(base: str) -> AsyncIterator[Client]:
    """A connection that stands inside the `with`."""
    async with connected(base, "/") as socket:
        yield Client(socket)

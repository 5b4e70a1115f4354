"""One visit: what a browser is shown of a client that looks on, and what is typed there.

What the page says are arrays that begin with a word. Nothing of a visit outlives its connection, and where the browser
does not read, the client waits.
"""

import asyncio
import os
from contextlib import suppress
from typing import Annotated, TypeAlias

import msgspec
from aiohttp import WSMsgType, web
from msgspec import Meta, Struct

from room40.protocol.links import Link
from room40.protocol.preloaded import Start
from room40_server.ssh.clients import Client, Clients
from room40_server.ssh.pty import Pty

LONGEST = 16 * 1024
"""Bytes of a message of the page at most."""
IDLE = 3600.0
"""Seconds without anything drawn or typed after which a visit ends."""
_ENVIRONMENT = {
    "PATH": os.defpath,
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "TERM": "xterm-256color",
    "ROOM40_PROFILE": "lean",
}
"""All that a client has for an environment."""

_Length = Annotated[int, Meta(ge=0, le=10_000)]


class _Said(Struct, frozen=True, array_like=True):
    """What the page says."""


class _Typed(_Said, frozen=True, tag="stdin"):
    keys: str


class _Window(Struct, frozen=True):
    width: _Length
    height: _Length


class _Resized(_Said, frozen=True, tag="resize"):
    window: _Window


class _Ping(_Said, frozen=True, tag="ping"):
    word: str


class _Blurred(_Said, frozen=True, tag="blur"):
    """Another window has the keys."""


class _Focused(_Said, frozen=True, tag="focus"):
    """This one has them again."""


AnySaid: TypeAlias = _Typed | _Resized | _Ping | _Blurred | _Focused
_said: "msgspec.json.Decoder[AnySaid]" = msgspec.json.Decoder(_Typed | _Resized | _Ping | _Blurred | _Focused)


class Visit:
    """A browser, and the client that it shows."""

    def __init__(self, socket: web.WebSocketResponse, clients: Clients, size: tuple[int, int]) -> None:
        self._socket = socket
        self._clients = clients
        self._pty = Pty(self._show, self._is_full, size)
        self._room = asyncio.Event()
        self._room.set()
        self._drawn: asyncio.Queue[bytes] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()

    async def run(self, link: Link) -> None:
        """Until either end has enough. Raises `NoClient`."""
        try:
            client = await self._start(link)
            try:
                steps = (self._listen(), self._draw(), self._watch_the_clock(), self._until(client))
                tasks = [asyncio.create_task(step) for step in steps]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                await self._give_up(tasks)
                await self._last_words()
            finally:
                await asyncio.shield(client.end())
        finally:
            self._pty.close()

    async def _start(self, link: Link) -> Client:
        try:
            return await self._clients.start(Start(("watch", str(link), "--name="), _ENVIRONMENT), self._pty.client_end)
        finally:
            os.close(self._pty.client_end)

    async def _listen(self) -> None:
        """Take what the page says, until it is gone or says what it should not."""
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                return
            try:
                said = _said.decode(message.data)
            except msgspec.MsgspecError:
                return
            if isinstance(said, _Typed):
                self._last = self._loop.time()
                self._pty.type(said.keys.encode("utf-8", "replace"))
                await self._room.wait()
            elif isinstance(said, _Resized):
                self._pty.resize(said.window.width, said.window.height)
            elif isinstance(said, _Ping):
                await self._socket.send_json(["pong", said.word])

    async def _draw(self) -> None:
        """Pass on what the client draws, a piece at a time as the browser takes it."""
        while True:
            self._pty.resume()
            piece = await self._drawn.get()
            self._pty.pause()
            await self._socket.send_bytes(piece)

    @staticmethod
    async def _until(client: Client) -> None:
        await asyncio.shield(client.ended)

    async def _watch_the_clock(self) -> None:
        while (left := self._last + IDLE - self._loop.time()) > 0:
            await asyncio.sleep(left)

    async def _last_words(self) -> None:
        """What the client said at its end."""
        self._pty.drain()
        with suppress(ConnectionError):
            while not self._drawn.empty():
                await self._socket.send_bytes(self._drawn.get_nowait())

    @staticmethod
    async def _give_up(tasks: "list[asyncio.Task[None]]") -> None:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, ConnectionError):
                raise ended

    def _show(self, data: bytes) -> None:
        self._last = self._loop.time()
        self._drawn.put_nowait(data)

    def _is_full(self, full: bool) -> None:
        """More is typed than the client reads: take no more of it, or again."""
        if full:
            self._room.clear()
        else:
            self._room.set()

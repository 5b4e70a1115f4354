"""The process that has the client loaded, and the clients that it makes: one for each session.

It is started by name, as the server imports nothing of the client, and again when it has died.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
from contextlib import suppress

import msgspec

from room40.protocol.preloaded import LONGEST, Began, Ended, NotBegun, Ready, Signal, Start, encode, from_preloaded
from room40_server.systems import SystemProblem

PATIENCE = 30.0
"""Seconds to load the client, on a machine that is very busy."""
MERCY = ((signal.SIGHUP, 3.0), (signal.SIGTERM, 3.0), (signal.SIGKILL, 3.0))
"""How a client is ended: by which signals, and how many seconds it has each time."""
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
"""What the process gets of the server's environment: not the operator's secret."""

log = logging.getLogger(__name__)


class NoClient(SystemProblem):
    """No client can be started: one sentence for the person who waits for it."""

    def __init__(self) -> None:
        super().__init__("No client can be started now; the operator's log says why.")


class Client:
    """A client that runs, or ran."""

    def __init__(self, house: "Clients", process: int) -> None:
        self._house = house
        self.process = process
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Its exit status, or less the signal it died of."""

    async def end(self) -> None:
        """End it, gently at first; return when it has ended."""
        for number, seconds in MERCY:
            self._house.send_signal(self.process, number)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asyncio.shield(self.ended)
            if self.ended.done():
                return
        log.error("client %d does not end", self.process)


class Clients:
    """All clients of the door."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._socket: socket.socket | None = None
        self._running: dict[int, Client] = {}
        self._began: asyncio.Future[Client] | None = None
        self._ready = asyncio.Event()
        self._one_start = asyncio.Lock()
        self._closed = False

    @property
    def process(self) -> int:
        """The process that has the client loaded, 0 if there is none."""
        return self._process.pid if self._process is not None and self._process.returncode is None else 0

    async def load(self) -> None:
        """Have the client loaded, so that the first session need not wait. Raises `NoClient`."""
        async with self._one_start:
            await self._load()

    async def start(self, start: Start, terminal: int, answers: int = -1) -> Client:
        """Start a client on a terminal; `answers`: the pipe for what is chosen on the start screen. Raises `NoClient`."""
        raw = encode(start)
        if len(raw) > LONGEST:
            log.error("a start screen of %d bytes is too much", len(raw))
            raise NoClient
        async with self._one_start:
            await self._load()
            assert self._socket is not None
            began: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
            self._began = began
            try:
                socket.send_fds(self._socket, [raw], [file for file in (terminal, answers) if file >= 0])
                async with asyncio.timeout(PATIENCE):
                    return await began
            except TimeoutError:  # one of OSError's too
                log.error("no client can be started: no answer in %d seconds; all clients are ended", PATIENCE)
                await self._close()  # an answer that came late would be taken for the next one's
                raise NoClient from None
            except OSError as error:
                log.error("no client can be started: %s", error)
                raise NoClient from None
            finally:
                self._began = None

    def send_signal(self, process: int, number: int) -> None:
        """Send a signal to a client and what it started, unless it has ended."""
        if process in self._running and self._socket is not None:
            with suppress(OSError):
                self._socket.send(encode(Signal(process, number)))

    async def close(self) -> None:
        """End every client that still runs, and the process itself."""
        self._closed = True
        async with self._one_start:
            await self._close()

    async def _load(self) -> None:
        if self._closed:
            raise NoClient
        if self._socket is None:
            await self._spawn()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._ready.wait()
        except TimeoutError:
            log.error("the client is not loaded after %d seconds", PATIENCE)
            raise NoClient from None
        if self._socket is None:
            log.error("the client cannot be loaded")
            raise NoClient

    async def _spawn(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        with theirs:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "room40_client.preloaded", str(theirs.fileno())),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=environment,
                start_new_session=True,  # an interrupt on the operator's keyboard is for the server alone
            )
        self._ready.clear()
        self._socket = ours
        asyncio.get_running_loop().add_reader(ours, self._hear, ours)

    def _hear(self, source: socket.socket) -> None:
        try:
            raw = source.recv(LONGEST)
        except BlockingIOError:
            return
        except OSError:
            raw = b""
        if not raw:
            self._lost(source)
            return
        try:
            message = from_preloaded.decode(raw)
        except msgspec.MsgspecError:
            self._lost(source)
            return
        if isinstance(message, Ready):
            self._ready.set()
        elif isinstance(message, Began):
            client = self._running[message.process] = Client(self, message.process)
            if self._began is not None and not self._began.done():
                self._began.set_result(client)
        elif isinstance(message, NotBegun):
            if self._began is not None and not self._began.done():
                self._began.set_exception(OSError(message.why))
        elif message.process in self._running:
            self._has_ended(self._running.pop(message.process), message)

    @staticmethod
    def _has_ended(client: Client, message: Ended) -> None:
        if not client.ended.done():
            client.ended.set_result(message.status)

    def _lost(self, source: socket.socket) -> None:
        """The process is gone, and with it every client: they get SIGHUP from the system, and their terminals are closed."""
        asyncio.get_running_loop().remove_reader(source)
        source.close()
        if self._socket is source:
            self._socket = None
            self._ready.set()
        if self._began is not None and not self._began.done():
            self._began.set_exception(ConnectionResetError("the process that makes them has ended"))
        for client in self._running.values():
            if not client.ended.done():
                client.ended.set_result(-signal.SIGHUP)
        self._running.clear()

    async def _close(self) -> None:
        if self._socket is not None:
            self._lost(self._socket)
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            try:
                async with asyncio.timeout(MERCY[0][1]):
                    await process.wait()
            except TimeoutError:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

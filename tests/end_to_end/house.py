"""A server process that can be killed and started again, and lines to it that can be cut."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]


class ServerProcess:
    """`room40-server serve` on one journal and, after the first start, on one port."""

    def __init__(self, journal: Path, systems: Sequence[str] = ()) -> None:
        self.journal = journal
        self.port = 0
        self._systems = [word for module in systems for word in ("--with-system", module)]
        self._process: asyncio.subprocess.Process | None = None

    @property
    def base(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def start(self) -> None:
        command = ("-m", "room40_server", "serve", "--port", str(self.port), "--journal", str(self.journal), "--until-eof")
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *(*command, *self._systems),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,  # a server ends with the test, however that ends
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        said = (await self._process.stdout.readline()).decode()
        assert said.startswith("listening ws://127.0.0.1:"), said
        self.port = int(said.rpartition(":")[2])

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it by a signal; its exit status."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self._process.wait()

    async def kill_and_restart(self) -> None:
        """As when the power fails, and comes back."""
        assert await self.stop(signal.SIGKILL) == -signal.SIGKILL
        await self.start()


@asynccontextmanager
async def serving(journal: Path, systems: Sequence[str] = ()) -> AsyncIterator[ServerProcess]:
    """A server that runs inside the `with`."""
    server = ServerProcess(journal, systems)
    await server.start()
    try:
        yield server
    finally:
        await server.stop(signal.SIGKILL)


class Cable:
    """A stretch of wire between a client and the server, which counts what passes and can be cut."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._ends: list[asyncio.StreamWriter] = []
        self._listener: asyncio.Server | None = None
        self.base = ""
        self.connections = 0
        self._loses_next = False
        self.down = 0
        self.up = 0

    async def lay(self) -> None:
        """Open the client's end at `base`."""
        self._listener = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.base = f"ws://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Tear every connection through this cable, without a word to either end. The next one gets through."""
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    def lose_next_answer(self) -> None:
        """Cut it as soon as the server next says something, which then never arrives."""
        self._loses_next = True

    async def take_up(self) -> None:
        """Close it for good."""
        self.cut()
        assert self._listener is not None
        self._listener.close()
        await self._listener.wait_closed()

    async def _join(self, client_reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        try:
            server_reader, server = await asyncio.open_connection("127.0.0.1", self._server.port)
        except OSError:  # the server is down
            client.transport.abort()
            return
        self.connections += 1
        self._ends += [client, server]
        await asyncio.gather(self._pass_down(server_reader, client), self._pass_up(client_reader, server))

    async def _pass_down(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if self._loses_next:
                    self._loses_next = False
                    self.cut()
                    return
                self.down += len(data)
                target.write(data)
        target.close()

    async def _pass_up(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                self.up += len(data)
                target.write(data)
        target.close()


@asynccontextmanager
async def cable(server: ServerProcess) -> AsyncIterator[Cable]:
    """A cable that lies inside the `with`."""
    laid = Cable(server)
    await laid.lay()
    try:
        yield laid
    finally:
        await laid.take_up()

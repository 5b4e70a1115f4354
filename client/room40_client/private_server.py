"""A server of one's own, for games against the computer: a process on the loopback that lives as long as the client."""

import asyncio
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

PATIENCE = 20.0
"""Seconds for the server to begin or to end."""
LIVES = 5
"""So often a server that has died is started again; the journal has everything, and the client comes back by itself."""


class NoServer(Exception):
    """The private server does not run: one sentence says why."""


class PrivateServer:
    """The server process. `base` is its address once it listens; `secret` opens tables on it."""

    def __init__(self, journal: Path, scenarios: Path | None = None) -> None:
        """`scenarios`: the folder of the user's own."""
        self.base = ""
        self.secret = secrets.token_urlsafe(16)
        self._journal = journal
        self._scenarios = () if scenarios is None else ("--scenarios", str(scenarios))
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens; from then on it is kept running. Raises `NoServer`."""
        await self._start_once("0")
        self._keeper = asyncio.create_task(self._keep_running(), name="private server")

    async def stop(self) -> None:
        """End it cleanly; by force if it does not end."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(PATIENCE):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start_once(self, port: str) -> None:
        log = self._journal.with_suffix(".log")
        with open(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as errors:
            process = self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "room40_server", "serve", "--host", "127.0.0.1", "--port", port),
                *("--journal", str(self._journal), "--until-eof", *self._scenarios),
                stdin=asyncio.subprocess.PIPE,  # it ends when this process does, however that happens
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "ROOM40_CREATE_SECRET": self.secret},
                start_new_session=True,  # an interrupt on the keyboard is for the client alone
            )
        assert process.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE):
                said = (await process.stdout.readline()).decode(errors="replace").split()
        except TimeoutError:
            said = []
        if said[:1] != ["listening"]:
            await self._end()
            raise NoServer(f"The private server did not start; {log} says why.")
        self.base = said[1]

    async def _keep_running(self) -> None:
        """Start the server again under the same address when it dies."""
        for _ in range(LIVES):
            if self._process is not None:
                await self._process.wait()
            with suppress(NoServer):
                await self._start_once(self.base.rpartition(":")[2])

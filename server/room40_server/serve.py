"""A server from its first breath to a clean stop."""

import asyncio
import errno
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from room40_server.config import Settings, SshSettings, WebSettings
from room40_server.gateway import listening
from room40_server.journal.sqlite import SqliteJournal
from room40_server.lobby import Lobby
from room40_server.systems import SystemProblem, Systems, built_in, system_from

EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
QUIET = 60.0
"""Seconds between two complaints that no connection can be taken; asyncio would make a thousand a second."""

log = logging.getLogger(__name__)


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. A line on standard output says when and where: "listening ws://host:port"; with an SSH
    door another: "listening ssh://host:port", and the fingerprint of its key; with pages to watch on "listening http://…".

    Raises `JournalError`, `SystemProblem`, or `OSError` if the address is taken.
    """
    stop = asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(_Complaints())
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    if settings.until_eof:
        _stop_at_the_end_of_input(stop)
    systems = Systems([system_from(module) for module in settings.systems], built_in(settings.scenarios))
    journal = SqliteJournal(settings.journal)
    lobby = Lobby(journal, systems, settings.create_secret, settings.base)
    try:
        async with listening(lobby, settings.host, settings.port) as server:
            port = server.sockets[0].getsockname()[1]
            _say(f"listening ws://{_in_url(settings.host)}:{port}")
            base = f"ws://{_in_url(_near(settings.host))}:{port}"
            async with AsyncExitStack() as doors:
                if settings.ssh is not None:
                    await doors.enter_async_context(_ssh_door(settings, settings.ssh, lobby, base))
                if settings.web is not None:
                    await doors.enter_async_context(_web_pages(settings, settings.web, lobby, base))
                await stop.wait()
    finally:
        await lobby.close()
        journal.close()


class _Complaints:
    """What the loop cannot tell anybody else, for the operator's log."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not (isinstance(error, OSError) and error.errno in EXHAUSTED):
            loop.default_exception_handler(context)
        elif loop.time() >= self._next:
            self._next = loop.time() + QUIET
            log.error("no new connection can be taken: %s", error.strerror)


@asynccontextmanager
async def _ssh_door(settings: Settings, ssh: SshSettings, lobby: Lobby, base: str) -> AsyncIterator[None]:
    """The SSH door is open inside the `with`. Its key and its players' keys lie beside the journal."""
    try:
        from room40_server.ssh import clients, desk, door, host_key, places  # asyncssh takes 200 ms to import
    except ModuleNotFoundError as error:
        if error.name != "asyncssh":
            raise
        raise SystemProblem("--ssh needs asyncssh: pip install 'room40[ssh]'.") from None
    key = host_key.host_key(_beside(settings.journal, "ssh.key"))
    held = places.Places(_beside(settings.journal, "ssh.db"))
    try:
        secret = settings.create_secret if ssh.open else None
        own = door.Door(ssh, desk.Desk(lobby, held, base, ssh.public, secret), clients.Clients())
        async with door.opened(own, settings.host, key) as port:
            _say(f"listening ssh://{_in_url(settings.host)}:{port} {key.get_fingerprint()}")
            yield
    finally:
        held.close()


@asynccontextmanager
async def _web_pages(settings: Settings, web: WebSettings, lobby: Lobby, base: str) -> AsyncIterator[None]:
    """Tables can be watched in a browser inside the `with`."""
    try:
        from room40_server.web import door, gallery  # aiohttp takes 200 ms to import
    except ModuleNotFoundError as error:
        if error.name not in ("aiohttp", "textual_serve"):
            raise
        raise SystemProblem("--web needs textual-serve: pip install 'room40[web]'.") from None
    from room40_server.ssh.clients import Clients

    async with door.opened(gallery.Gallery(lobby, web.public, base), Clients(), settings.host, web.port) as port:
        _say(f"listening http://{_in_url(settings.host)}:{port}")
        yield


def _beside(journal: Path, ending: str) -> Path:
    """Another file of the same server: "tables.ssh.key" beside "tables.db"."""
    return journal.with_name(f"{journal.stem}.{ending}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _stop_at_the_end_of_input(stop: asyncio.Event) -> None:
    loop, source = asyncio.get_running_loop(), sys.stdin.fileno()

    def read() -> None:
        if not os.read(source, 4096):
            loop.remove_reader(source)
            stop.set()

    loop.add_reader(source, read)


def _near(host: str) -> str:
    """Where a client on this machine finds a server that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host

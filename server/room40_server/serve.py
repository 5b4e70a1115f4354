"""A server from its first breath to a clean stop."""

import asyncio
import errno
import logging
import os
import signal
import sys
from typing import Any

from room40_server.config import Settings
from room40_server.gateway import listening
from room40_server.journal.sqlite import SqliteJournal
from room40_server.lobby import Lobby
from room40_server.systems import Systems, built_in, system_from

EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
QUIET = 60.0
"""Seconds between two complaints that no connection can be taken; asyncio would make a thousand a second."""

log = logging.getLogger(__name__)


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. One line on standard output says when and where: "listening ws://host:port".

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
            sys.stdout.write(f"listening ws://{_in_url(settings.host)}:{port}\n")
            sys.stdout.flush()
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


def _stop_at_the_end_of_input(stop: asyncio.Event) -> None:
    loop, source = asyncio.get_running_loop(), sys.stdin.fileno()

    def read() -> None:
        if not os.read(source, 4096):
            loop.remove_reader(source)
            stop.set()

    loop.add_reader(source, read)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host

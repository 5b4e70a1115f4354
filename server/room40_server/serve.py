"""A server from its first breath to a clean stop."""

import asyncio
import os
import signal
import sys

from room40_server.config import Settings
from room40_server.gateway import listening
from room40_server.journal.sqlite import SqliteJournal
from room40_server.lobby import Lobby
from room40_server.systems import Systems, system_from


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. One line on standard output says when and where: "listening ws://host:port".

    Raises `JournalError`, `SystemProblem`, or `OSError` if the address is taken.
    """
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    if settings.until_eof:
        _stop_at_the_end_of_input(stop)
    systems = Systems([system_from(module) for module in settings.systems])
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


def _stop_at_the_end_of_input(stop: asyncio.Event) -> None:
    loop, source = asyncio.get_running_loop(), sys.stdin.fileno()

    def read() -> None:
        if not os.read(source, 4096):
            loop.remove_reader(source)
            stop.set()

    loop.add_reader(source, read)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host

"""One WebSocket connection to a server, as small as the wire allows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from room40.protocol import codec
from room40.protocol.messages import MAX_FRAME_DOWN, AnyDown

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

PATIENCE = 10.0
"""Seconds to wait for a connection, or for an answer outside a table."""


class SessionClosed(Exception):
    """The session is over, or could not be had: one sentence says why."""


@asynccontextmanager
async def connected(base: str, path: str) -> "AsyncIterator[ClientConnection]":
    """A connection. websockets takes 100 ms to import, so it waits until there is one to make."""
    from websockets.asyncio.client import connect
    from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

    deflate = ClientPerMessageDeflateFactory(
        server_max_window_bits=11, client_max_window_bits=11, compress_settings={"memLevel": 3}
    )
    async with connect(
        base + path,
        compression=None,
        extensions=[deflate],
        max_size=MAX_FRAME_DOWN,
        open_timeout=PATIENCE,
        close_timeout=3,
        proxy=None,
        user_agent_header=None,
    ) as socket:
        yield socket


def message_of(raw: object) -> AnyDown:
    if not isinstance(raw, bytes):
        raise codec.WireError("The message is text.")
    return codec.decode_down(raw)

"""One WebSocket connection to a server, as small as the wire allows, and its messages, made harmless.

A server is not trusted either: what it sends moves no cursor, has no bottom that one falls through, and sends nobody
elsewhere with his secret.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING

from room40.protocol import codec
from room40.protocol.messages import MAX_FRAME_DOWN, AnyDown
from room40.protocol.text import TooDeep, harmless

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 10.0
"""Seconds to wait for a connection, or for an answer outside a table."""


class SessionClosed(Exception):
    """The session is over, or could not be had: one sentence says why."""


@asynccontextmanager
async def connected(base: str, path: str) -> "AsyncIterator[ClientConnection]":
    """A connection. websockets takes 100 ms to import, so it waits until there is one to make."""
    from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

    deflate = ClientPerMessageDeflateFactory(
        server_max_window_bits=11, client_max_window_bits=11, compress_settings={"memLevel": 3}
    )
    async with _straight()(
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


@cache
def _straight() -> "type[connect]":
    """`connect`, but it follows no redirection: a link is for the server that it names, and so is its secret."""
    from websockets.asyncio.client import connect

    class Straight(connect):
        def process_redirect(self, exc: Exception) -> Exception | str:
            return exc

    return Straight


def message_of(raw: object) -> AnyDown:
    """The message that a frame is, its texts harmless. Raises `WireError`."""
    if not isinstance(raw, bytes):
        raise codec.WireError("The message is text.")
    try:
        message: AnyDown = codec.shape_any(harmless(codec.unpack(raw)), AnyDown)
    except TooDeep as error:
        raise codec.WireError(f"The message is not right: {error}.") from None
    return message

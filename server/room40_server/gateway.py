"""WebSocket connections: who may come in, what they may send, and how much.

A connection's task reads, checks and passes on; it never waits for the journal. What goes out is written at once into
the connection's buffer, and a client that does not read is cut off: it comes back and resumes by version.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from room40.protocol import codec
from room40.protocol.codec import WireError
from room40.protocol.messages import (
    CLOSE_ABUSE,
    CLOSE_NOT_LET_IN,
    CLOSE_NOT_MADE,
    CLOSE_STOPPING,
    CLOSE_VERSION,
    MAX_FRAME_UP,
    PROTOCOL,
    WIRE,
    AnyUp,
    Ask,
    Bye,
    Catalogue,
    Create,
    Hello,
    Refusal,
    Say,
    Submit,
)
from room40.protocol.text import CHAT_LENGTH, NAME_LENGTH, clean
from room40_server.lobby import Lobby, NotLetIn, NotMade
from room40_server.rules.game import PUBLIC
from room40_server.table import Asked, Spoken, Table

MAX_UNSENT = 256 * 1024
"""A client with more bytes than this waiting for it is cut off."""
UNANSWERED = 8
"""So many of a connection's messages may wait at the table; then it is read no further."""
PATIENCE = 10.0
"""Seconds a connection may take to say who it is."""
QUEUE = 4
"""So many frames are read ahead."""
SENTENCE = 400
"""So many characters of a farewell at most; it may quote what the other end said."""
CLOSE_PATIENCE = 3
PING = 20

_DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=11, client_max_window_bits=11, compress_settings={"memLevel": 3}
)
"""Measured: 39 KiB a connection, 27 of them these, and the same bytes for an order as with larger windows. Each connection
compresses apart, so that no two audiences share a context."""

log = logging.getLogger(__name__)


class _Goodbye(Exception):
    """End the connection: the close code, and one sentence for the person at the other end."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence


class Connection(ServerConnection):
    """A WebSocket whose other end must read what it is sent: pongs too, and answers given outside a table."""

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MAX_UNSENT:
            self.transport.abort()


class Line:
    """One connection, as a table sees it."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self._waiting = 0
        self._room = asyncio.Event()
        self._room.set()
        self._is_cut = False

    def send(self, frame: bytes) -> None:
        """See `Subscriber.send`."""
        if self._is_cut:
            return
        if self._socket.transport.get_write_buffer_size() > MAX_UNSENT:
            self.cut()
        else:
            broadcast((self._socket,), frame)

    def cut(self) -> None:
        """See `Subscriber.cut`."""
        self._is_cut = True
        self._room.set()
        self._socket.transport.abort()

    def passed_on(self) -> None:
        """One more of the client's messages waits at the table."""
        self._waiting += 1
        if self._waiting >= UNANSWERED:
            self._room.clear()

    def answered(self) -> None:
        """One fewer."""
        self._waiting -= 1
        self._room.set()

    async def room(self) -> None:
        """Wait until the client may be read again."""
        await self._room.wait()


class Gateway:
    """Serves every connection from its first message to its end."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def __call__(self, socket: ServerConnection) -> None:
        """Serve one connection."""
        _forget_handshake(socket)
        try:
            hello = await self._first_words(socket)
            table, viewpoint = await self._enter(hello)
            await self._play(socket, table, viewpoint, hello)
        except _Goodbye as goodbye:
            await _close(socket, goodbye.code, goodbye.sentence)
        except WireError as error:
            await _close(socket, CLOSE_ABUSE, error.reason)
        except (ConnectionClosed, TimeoutError):
            await socket.close()
        except Exception:
            log.exception("a connection failed")
            await _close(socket, 1011, "The server failed.")

    async def _first_words(self, socket: ServerConnection) -> Hello:
        """Answer what may be asked outside a table until the client says which it wants to join."""
        while True:
            async with asyncio.timeout(PATIENCE):
                raw = await _receive(socket)
            message = _first_message(raw)
            if isinstance(message, Hello):
                return message
            try:
                if isinstance(message, Ask):
                    answer: Catalogue | object = Catalogue(await self._lobby.scenarios())
                elif isinstance(message, Create):
                    answer = await self._lobby.create(message)
                else:
                    raise WireError("The first message joins a table, makes one, or asks for the scenarios.")
            except NotMade as error:
                raise _Goodbye(CLOSE_NOT_MADE, str(error)) from None
            except NotLetIn as error:
                raise _Goodbye(CLOSE_NOT_LET_IN, str(error)) from None
            broadcast((socket,), codec.encode(answer))

    async def _enter(self, hello: Hello) -> tuple[Table, str]:
        try:
            return await self._lobby.enter(hello.table, hello.secret)
        except NotLetIn as error:
            raise _Goodbye(CLOSE_NOT_LET_IN, str(error)) from None

    async def _play(self, socket: ServerConnection, table: Table, viewpoint: str, hello: Hello) -> None:
        line = Line(socket)
        name = clean(hello.name, NAME_LENGTH)
        table.join(viewpoint, hello.have, hello.heard, line)
        try:
            while True:
                await line.room()
                message = codec.decode_up(await _receive(socket))
                if table.gone:
                    line.cut()
                    return
                if viewpoint == PUBLIC:
                    raise WireError("Who watches gives no orders and says nothing.")
                if isinstance(message, Submit):
                    _pass_on(table, viewpoint, message, line, hello.client)
                elif isinstance(message, Say):
                    _speak(table, viewpoint, name, message, line)
                else:
                    raise WireError("You are at a table already.")
        finally:
            table.leave(viewpoint, line)


def _forget_handshake(socket: ServerConnection) -> None:
    """Let go of the headers, which nobody reads again: 4 KiB a connection, and more from a browser or through a proxy."""
    for message in (socket.request, socket.response):
        if message is not None:
            message.headers.clear()


def _pass_on(table: Table, seat: str, message: Submit, line: Line, client: str) -> None:
    """Give the order its type and hand it to the table; one that has none is refused here."""
    try:
        order = codec.shape_any(message.order, table.order_type)
    except WireError as error:
        line.send(codec.encode(Refusal(WIRE, error.reason, error.where, message.id)))
        return
    line.passed_on()
    table.put(Asked(seat, message.id, order, line, line.answered, client))


def _speak(table: Table, seat: str, name: str, message: Say, line: Line) -> None:
    text = clean(message.text, CHAT_LENGTH)
    if text:
        line.passed_on()
        table.put(Spoken(seat, name, text, line.answered))


def _first_message(raw: bytes) -> AnyUp:
    """A first message of this version of the protocol."""
    version = codec.peek_protocol(raw)
    if version is not None and version != PROTOCOL:
        raise _Goodbye(CLOSE_VERSION, f"This server speaks version {PROTOCOL} of the protocol, the client {version}.")
    return codec.decode_up(raw)


async def _receive(socket: ServerConnection) -> bytes:
    raw = await socket.recv()
    if isinstance(raw, str):
        raise WireError("Messages are binary, not text.")
    return raw


async def _close(socket: ServerConnection, code: int, sentence: str) -> None:
    with suppress(ConnectionClosed):
        broadcast((socket,), codec.encode(Bye(clean(sentence, SENTENCE))))
        await socket.close(code)


@asynccontextmanager
async def listening(lobby: Lobby, host: str, port: int) -> AsyncIterator[Server]:
    """A server that accepts connections inside the `with`, and tells its clients that it stops at the end."""
    server = await serve(
        Gateway(lobby),
        host,
        port,
        create_connection=Connection,
        compression=None,
        extensions=[_DEFLATE],
        max_size=MAX_FRAME_UP,
        max_queue=QUEUE,
        open_timeout=PATIENCE,
        ping_interval=PING,
        ping_timeout=PING,
        close_timeout=CLOSE_PATIENCE,
        server_header=None,
        logger=logging.getLogger("websockets.server"),
    )
    try:
        yield server
    finally:
        server.close(code=CLOSE_STOPPING)
        await server.wait_closed()

"""Whatever is sent to the server, the answer is a refusal or a clean close, and the server goes on."""

import asyncio
import contextlib

import msgpack
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from room40.protocol.codec import decode_down, encode
from room40.protocol.links import Link
from room40.protocol.messages import (
    CLOSE_ABUSE,
    CLOSE_NOT_LET_IN,
    CLOSE_NOT_MADE,
    CLOSE_VERSION,
    PROTOCOL,
    Ask,
    Bye,
    Catalogue,
    ChatLine,
    Done,
    Hello,
    Made,
    Refusal,
    Say,
    Snapshot,
    Submit,
    Welcome,
)
from room40_server import gateway
from room40_server.lobby import Lobby
from room40_server.systems import Systems
from tests.server.house import asked
from tests.server.mini_naval import CARD, SYSTEM


class Peer:
    """A client that sends what it likes."""

    def __init__(self, socket):
        self.socket = socket

    async def send(self, message):
        await self.socket.send(message if isinstance(message, bytes | str) else encode(message))

    async def next(self):
        return decode_down(await self.socket.recv())

    async def farewell(self):
        """The last words and the close code."""
        words = None
        try:
            while True:
                words = await self.next()
        except ConnectionClosed:
            return words, self.socket.close_code


@pytest.fixture
async def dial(house):
    peers = []

    async def one(*messages):
        socket = await connect(house.base, proxy=None, max_size=2**20)
        peers.append(socket)
        peer = Peer(socket)
        for message in messages:
            await peer.send(message)
        return peer

    yield one
    for socket in peers:
        await socket.close()


def hello(made, secret, have=-1):
    return Hello(PROTOCOL, made.table, secret, "Anne\x1b[2J", have, 0)


@pytest.fixture
async def red(dial, made):
    peer = await dial(hello(made, made.seats["red"]))
    assert isinstance(await peer.next(), Welcome)
    assert isinstance(await peer.next(), Snapshot)
    return peer


async def works(peer, order_id=1000):
    """The peer's seat can still play."""
    await peer.send(Submit(["plot", 0, [1]], order_id))
    return isinstance(await peer.next(), Done)


async def test_scenarios_are_listed_and_a_table_made_and_joined_on_one_connection(dial):
    peer = await dial(Ask(PROTOCOL), asked(computers=("*",)))
    assert await peer.next() == Catalogue((CARD,))
    made = await peer.next()
    assert (set(made.seats), made.seat, made.base) == ({"red"}, "red", "")
    await peer.send(hello(made, made.seats["red"]))
    assert (await peer.next()).seat == "red"


async def test_each_link_opens_its_own_door_only(dial, made):
    keys = {**made.seats, "": made.watch}
    assert len(set(keys.values())) == 3
    for seat, key in keys.items():
        peer = await dial(hello(made, key))
        assert (await peer.next()).seat == seat


async def test_an_unknown_table_and_a_wrong_secret_are_answered_alike(dial, made):
    farewells = []
    for table, secret in ((made.table, "wrong"), ("nowhere", made.watch), (made.table, "")):
        peer = await dial(Hello(PROTOCOL, table, secret, "", -1, 0))
        farewells.append(await peer.farewell())
    assert farewells == [(Bye("There is no such table, or this link does not open it."), CLOSE_NOT_LET_IN)] * 3


async def test_names_of_no_tables_do_not_fill_the_memory(dial, house):
    for number in range(5):
        await (await dial(Hello(PROTOCOL, f"nowhere{number}", "x", "", -1, 0))).farewell()
    assert house.lobby._tables == {}


async def test_the_journal_keeps_no_secret(made, journal):
    raw = b"".join(await journal.read(made.table))
    assert not any(key.encode() in raw for key in (*made.seats.values(), made.watch))


async def test_another_protocol_is_told_so(dial):
    peer = await dial(msgpack.packb([0, PROTOCOL + 1, {"new": "shape"}]))
    words, code = await peer.farewell()
    assert code == CLOSE_VERSION
    assert str(PROTOCOL + 1) in words.reason


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"scenario": "jutland"}, "jutland"),
        ({"system": "chess"}, "chess"),
        ({"options": {"turns": "many"}}, "turns"),
        ({"seat": "green"}, "green"),
        ({"computers": ("green",)}, "green"),
        ({"seat": "red", "computers": ("red",)}, "red"),
    ],
)
async def test_a_table_that_cannot_be_made_is_one_sentence(dial, changes, word):
    words, code = await (await dial(asked(**changes))).farewell()
    assert code == CLOSE_NOT_MADE
    assert word in words.reason


async def test_a_farewell_holds_nothing_that_moves_a_cursor(journal):
    async with gateway.listening(Lobby(journal, Systems()), "127.0.0.1", 0) as server:
        base = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        socket = await connect(base, proxy=None)
        await socket.send(encode(asked(system="dreadnought", scenario="goeben", options={"\x1b[2Jfuel": True})))
        farewell = decode_down(await socket.recv())
        await socket.close()
    assert "fuel" in farewell.reason
    assert farewell.reason.isprintable()


async def test_with_an_operators_secret_only_who_knows_it_opens_tables(journal):
    lobby = Lobby(journal, Systems([SYSTEM]), "sesame")
    async with gateway.listening(lobby, "127.0.0.1", 0) as server:
        base = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for secret, answer in (("", Bye), ("wrong", Bye), ("sesame", Made)):
            async with connect(base, proxy=None) as socket:
                await socket.send(encode(asked(secret=secret)))
                assert isinstance(decode_down(await socket.recv()), answer)


BAD_ORDERS = {
    "nothing": [],
    "an empty map": {},
    "a map for an array": {"kind": "plot", "fleet": 0, "path": []},
    "an unknown kind": ["ram"],
    "a field too many": ["plot", 0, [], 9],
    "a field too few": ["plot", 0],
    "a text for a number": ["plot", "0", []],
    "true for a number": ["plot", True, []],
    "a number out of bounds": ["plot", 0, [60]],
    "a list too long": ["plot", 0, [1] * 9],
    "a map for a list": ["plot", 0, {"0": 1}],
    "null": ["plot", None, []],
    "a control character": ["\x1b[2J"],
}


@pytest.mark.parametrize("order", BAD_ORDERS.values(), ids=BAD_ORDERS.keys())
async def test_a_bad_order_is_refused_and_the_line_stands(red, order):
    await red.send(Submit(order, 1))
    refusal = await red.next()
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.order) == ("wire", 1)
    assert refusal.sentence.endswith(".")
    assert "\x1b" not in refusal.sentence
    assert await works(red)


async def test_a_wrong_field_is_named(red):
    await red.send(Submit(["plot", 0, [1, "x"]], 1))
    assert (await red.next()).about == "[2][1]"


ABUSE = {
    "text": "hello",
    "no MessagePack": b"\xc1",
    "nothing": b"",
    "an unknown kind of message": msgpack.packb([99]),
    "an order without an id": msgpack.packb([3, {}]),
    "10,000 arrays deep": b"\x91" * 10_000,
    "10,000 maps deep in an order": b"\x93\x03" + b"\x81\xa1a" * 10_000 + b"\x01\x01",
    "an array said to be huge": b"\xdd\xff\xff\xff\xff",
    "hello again": encode(Hello(PROTOCOL, "t", "s", "", -1, 0)),
}


@pytest.mark.parametrize("frame", ABUSE.values(), ids=ABUSE.keys())
async def test_who_breaks_the_protocol_is_told_and_closed_and_the_others_play_on(red, dial, made, frame):
    other = await dial(hello(made, made.seats["blue"]))
    assert isinstance(await other.next(), Welcome)
    await red.send(frame)
    words, code = await red.farewell()
    assert code == CLOSE_ABUSE
    assert isinstance(words, Bye)
    assert isinstance(await other.next(), Snapshot)
    await other.send(Submit(["commit"], 1))
    assert isinstance(await other.next(), Done)


@pytest.mark.parametrize("frame", ABUSE.values(), ids=ABUSE.keys())
async def test_a_first_message_that_is_none_is_closed(dial, frame):
    if frame == ABUSE["hello again"]:
        frame = encode(Say("hello"))
    words, code = await (await dial(frame)).farewell()
    assert code == CLOSE_ABUSE
    assert isinstance(words, Bye)


@pytest.mark.parametrize("size", [65_537, 10_000_000])
async def test_a_frame_too_large_is_closed(red, dial, made, size):
    with contextlib.suppress(ConnectionClosed):
        await red.send(b"\x00" * size)
    assert (await red.farewell())[1] == 1009
    assert await works(await joined(dial, made))


async def joined(dial, made):
    peer = await dial(hello(made, made.seats["red"]))
    assert isinstance(await peer.next(), Welcome)
    assert isinstance(await peer.next(), Snapshot)
    return peer


@pytest.mark.parametrize("message", [Submit(["commit"], 1), Say("psst")])
async def test_who_watches_neither_orders_nor_speaks(dial, made, journal, message):
    watcher = await dial(hello(made, made.watch), message)
    words, code = await watcher.farewell()
    assert code == CLOSE_ABUSE
    assert "watches" in words.reason
    assert len(await journal.read(made.table)) == 1


async def test_an_order_moves_the_fleets_of_its_own_seat_only(red, dial, made):
    blue = await dial(hello(made, made.seats["blue"]))
    await red.send(Submit(["plot", 0, [1]], 1))
    assert isinstance(await red.next(), Done)
    await blue.next()
    assert (await blue.next()).view["fleets"]["0"]["plot"] == []
    await red.send(Submit(["plot", 0, [8]], 2))  # where blue's fleet 0 could go
    assert (await red.next()).clause == "1.4"


async def test_chat_is_cleaned_of_what_could_harm_a_terminal(red):
    await red.send(Say("\x07ahoy\x1b[2J\n\u202e!"))
    assert await red.next() == ChatLine("red", "Anne[2J", "ahoy[2J !", 1)


async def test_chat_of_nothing_is_dropped(red):
    await red.send(Say("\x00\n\u200b"))
    assert await works(red)


async def test_a_client_that_does_not_read_is_cut_off(dial, made, monkeypatch):
    class Full:
        aborted = False

        def get_write_buffer_size(self):
            return gateway.MAX_UNSENT + 1

        def abort(self):
            self.aborted = True

    class Socket:
        transport = Full()

    line = gateway.Line(Socket())
    line.send(b"frame")
    assert Socket.transport.aborted
    await asyncio.wait_for(line.room(), 1)


async def test_who_pings_and_does_not_read_the_pongs_is_cut_off(dial, house, made):
    ping = b"\x89\xfd" + bytes(4 + 125)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(house.base.rpartition(":")[2]))
    writer.write(
        b"GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.transport.pause_reading()

    async def pings():
        for _ in range(1000):
            writer.write(ping * 500)
            await writer.drain()

    with pytest.raises(ConnectionError):
        await pings()
    assert await works(await joined(dial, made))


async def test_a_client_is_read_no_further_while_its_orders_wait():
    line = gateway.Line(None)
    for _ in range(gateway.UNANSWERED):
        await asyncio.wait_for(line.room(), 1)
        line.passed_on()
    waiting = asyncio.ensure_future(line.room())
    await asyncio.sleep(0)
    assert not waiting.done()
    line.answered()
    await asyncio.wait_for(waiting, 1)


async def test_many_orders_at_once_are_answered_in_order(red):
    for number in range(1, 41):
        await red.send(Submit(["plot", 0, [1] if number % 2 else []], number))
    assert [(await red.next()).order for _ in range(40)] == list(range(1, 41))


async def test_a_silent_connection_is_closed(dial, monkeypatch):
    monkeypatch.setattr(gateway, "PATIENCE", 0.01)
    peer = await dial()
    assert (await peer.farewell())[1] == 1000


def test_a_link_reads_as_the_server_makes_it(made):
    assert str(Link("ws://h:1", made.table, made.watch)).endswith(f"/t/{made.table}#{made.watch}")

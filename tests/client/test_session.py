"""A session keeps its view true, gives an order once, and comes back by itself."""

import asyncio
from hashlib import sha256

import pytest
from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.http11 import Response

from room40.protocol.codec import decode_up, encode
from room40.protocol.links import Link
from room40.protocol.messages import (
    CLOSE_NOT_LET_IN,
    Bye,
    ChatLine,
    Done,
    Hello,
    Over,
    Patch,
    Refusal,
    Snapshot,
    Submit,
    Welcome,
)
from room40_client.reception import catalogue, create, links
from room40_client.session import Decided, Heard, LineChanged, LineState, Session, SessionClosed, Viewed
from tests.server.mini_naval import CARD, Commit, Plot

WELCOME = Welcome("red", "mini-naval", "skirmish", b"\x00" * 32, 0)


@pytest.fixture
async def table(house):
    made = await create(house.base, "mini-naval", "skirmish", {"turns": 2})
    return links(made, house.base)


async def until(session, wanted):
    """The first change that `wanted` accepts."""
    async for change in session.changed():
        if wanted(change):
            return change
    return None


def cut(house):
    """Break every connection of the house, as a lost network would."""
    for opening in house.lobby._tables.values():
        for point in opening.result()._points.values():
            for line in list(point.subscribers):
                line.cut()


async def test_scenarios_are_listed(house):
    assert await catalogue(house.base) == (CARD,)


async def test_orders_change_the_view_of_all_who_may_see(table):
    seats, watch = table
    async with Session(seats["red"]) as red, Session(seats["blue"]) as blue, Session(watch) as watcher:
        assert (red.seat, blue.seat, watcher.seat) == ("red", "blue", "")
        assert isinstance(await red.order(Plot(0, (1,))), Done)
        assert red.view["fleets"]["0"]["plot"] == [1]
        refusal = await red.order(Plot(0, (59,)))
        assert isinstance(refusal, Refusal)
        assert refusal.clause == "1.4"
        seen = asyncio.create_task(until(watcher, lambda change: isinstance(change, Viewed)))
        await asyncio.sleep(0)
        await red.order(Commit())
        assert (await seen).patch == {"committed": ["red"]}
        assert watcher.view["committed"] == ["red"]


async def test_a_session_comes_back_and_gets_what_it_missed(house, table):
    seats, _ = table
    async with Session(seats["red"], first_wait=0.01) as red, Session(seats["blue"], first_wait=0.01) as blue:
        states = []
        red.listen(lambda change: states.append(change.state) if isinstance(change, LineChanged) else None)
        await red.order(Commit())
        cut(house)
        await blue.order(Commit())  # sent when the line stands again
        await red.order(Plot(0, (1,)))
        assert states[:2] == [LineState.AWAY, LineState.ONLINE]
        assert red.view["turn"] == 2
        async with Session(seats["red"]) as fresh:
            assert fresh.view == red.view


async def test_two_clients_of_one_seat_lose_no_order_to_each_other(table):
    seats, _ = table
    async with Session(seats["red"]) as one, Session(seats["red"]) as two:
        answers = await asyncio.gather(
            *(
                session.order(Plot(fleet, (fleet * 10 + 1,)))
                for session, fleets in ((one, (0, 1)), (two, (2, 3)))
                for fleet in fleets
            )
        )
        assert all(isinstance(answer, Done) for answer in answers)
        await one.order(Plot(0, (1,)))
        await two.order(Plot(0, (1,)))
        for session in (one, two):
            assert [session.view["fleets"][key]["plot"] for key in "0123"] == [[1], [11], [21], [31]]


async def test_the_like_order_of_another_client_of_the_seat_is_not_taken_for_this_ones(table):
    seats, _ = table
    async with Session(seats["red"]) as one, Session(seats["red"]) as two, Session(seats["blue"]) as blue:
        await one.order(Commit())  # the first order of this client in turn 1
        await blue.order(Commit())
        await two.until(lambda view: view["turn"] == 2)
        assert isinstance(await two.order(Commit()), Done)  # and the first of that one, in turn 2
        assert two.view["committed"] == ["red"]


async def test_a_client_that_is_faster_does_not_keep_another_of_its_seat_from_ordering(table):
    seats, _ = table
    async with Session(seats["red"]) as fast, Session(seats["red"]) as slow:
        going = True

        async def orders():
            while going:
                await fast.order(Plot(0, (1,)))

        task = asyncio.create_task(orders())
        for fleet in (1, 2, 3):
            assert isinstance(await slow.order(Plot(fleet, (10 * fleet + 1,))), Done)
        going = False
        await task


async def test_chat_is_heard_once_even_across_a_broken_line(house, table):
    seats, _ = table
    async with Session(seats["red"], "Anne", 0.01) as red, Session(seats["blue"], "Bob", 0.01) as blue:
        heard = asyncio.create_task(until(blue, lambda change: isinstance(change, Heard)))
        await asyncio.sleep(0)
        await red.say("ahoy")
        assert (await heard).line.text == "ahoy"
        cut(house)
        await blue.order(Commit())
        await blue.say("aye")
        await until(blue, lambda change: isinstance(change, Heard))
        assert [(line.name, line.text) for line in blue.chat] == [("Anne", "ahoy"), ("Bob", "aye")]


async def test_the_end_is_told_with_whether_the_seed_was_the_promised_one(table):
    seats, watch = table
    async with Session(seats["red"]) as red, Session(seats["blue"]) as blue, Session(watch) as watcher:
        decided = asyncio.create_task(until(watcher, lambda change: isinstance(change, Decided)))
        await asyncio.sleep(0)
        for _ in range(2):
            await red.order(Commit())
            await blue.order(Commit())
        assert (await decided).honest
        assert watcher.over is not None


async def test_a_wrong_link_is_told_and_not_tried_again(house, table):
    seats, _ = table
    for link in (Link(house.base, "nowhere", "x"), Link(house.base, seats["red"].table, "x")):
        session = Session(link)
        with pytest.raises(SessionClosed, match="does not open it"):
            await session.start()
        assert session.line is LineState.CLOSED
        await session.close()


async def test_no_server_is_one_sentence(unused_tcp_port):
    with pytest.raises(SessionClosed, match="no answer"):
        await catalogue(f"ws://127.0.0.1:{unused_tcp_port}")


async def test_what_cannot_be_opened_is_one_sentence(house):
    with pytest.raises(SessionClosed, match="jutland"):
        await create(house.base, "mini-naval", "jutland")


async def test_a_closed_session_takes_no_orders(table):
    session = Session(table[0]["red"])
    await session.start()
    await session.close()
    with pytest.raises(SessionClosed):
        await session.order(Commit())


# ---- against servers that behave as no server should, or that stop when it hurts ----


class Script:
    """A server that does what the test says with each connection in turn; the last serves all that follow."""

    def __init__(self, *acts):
        self.acts = list(acts)
        self.heard = []

    async def __call__(self, socket):
        act = self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]
        self.heard.append(decode_up(await socket.recv()))
        await act(self, socket)

    async def hear(self, socket):
        self.heard.append(decode_up(await socket.recv()))
        return self.heard[-1]


async def playing(script):
    server = await serve(script, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    return server, Session(Link(f"ws://127.0.0.1:{port}", "t", "s"), first_wait=0.01)


async def lets_in(socket, version=0, last=0):
    await socket.send(encode(Welcome("red", "m", "s", b"\x00" * 32, last)))
    await socket.send(encode(Snapshot({"turn": 1}, version)))


async def test_an_order_without_an_answer_is_sent_again_under_the_same_number():
    async def dies_with_the_order(script, socket):
        await lets_in(socket)
        await script.hear(socket)
        socket.transport.abort()

    async def answers(script, socket):
        await socket.send(encode(Welcome("red", "m", "s", b"\x00" * 32, 1)))
        order = await script.hear(socket)
        await socket.send(encode(Done({"turn": 2}, 1, order.id)))
        await socket.wait_closed()

    script = Script(dies_with_the_order, dies_with_the_order, answers)
    server, session = await playing(script)
    async with server, session:
        assert isinstance(await session.order(Commit()), Done)
        assert session.view == {"turn": 2}
        assert [m for m in script.heard if isinstance(m, Submit)] == [Submit(["commit"], 1)] * 3
        assert [m.have for m in script.heard if isinstance(m, Hello)] == [-1, 0, 0]


async def test_a_number_that_another_client_took_is_given_up_for_the_next_free_one():
    async def moves_on(script, socket):
        await lets_in(socket)
        first = await script.hear(socket)
        await socket.send(encode(Refusal("number", "Another's.", "41", first.id)))
        second = await script.hear(socket)
        await socket.send(encode(Done({}, 0, second.id)))
        await socket.wait_closed()

    script = Script(moves_on)
    server, session = await playing(script)
    async with server, session:
        assert (await session.order(Commit())).order == 42


async def test_an_order_that_waits_when_the_server_says_no_for_good_is_told_so():
    async def shuts_the_door(script, socket):
        await lets_in(socket)
        await script.hear(socket)
        await socket.send(encode(Bye("The table is closed.")))
        await socket.close(CLOSE_NOT_LET_IN)

    server, session = await playing(Script(shuts_the_door))
    async with server, session:
        with pytest.raises(SessionClosed, match="The table is closed"):
            await session.order(Commit())


def nested(levels):
    """A map in a map, so many times."""
    return b"\x81\xa1a" * levels + b"\x01"


NONSENSE = {
    "a text frame": "text",
    "no MessagePack": b"\xc1",
    "no message": b"\x91\x63",
    "no view": encode([1, "no view", 0]),
    "5,000 levels": b"\x91" * 5000,
    "a view of 1,000 levels": b"\x93\x01" + nested(1000) + b"\x00",
    "a patch of 100 levels": b"\x93\x02" + nested(100) + b"\x01",
    "a version below none": encode([1, {}, -7]),
    "a last order past all numbers": encode([0, "red", "m", "s", b"", 2**63]),
}


@pytest.mark.parametrize("frame", NONSENSE.values(), ids=NONSENSE.keys())
async def test_a_server_that_talks_nonsense_is_left(frame):
    async def talks(script, socket):
        await socket.send(frame)
        await socket.wait_closed()

    server, session = await playing(Script(talks))
    async with server:
        with pytest.raises(SessionClosed, match="does not understand"):
            await session.start()
        await session.close()


async def test_a_seed_that_was_not_promised_is_no_honest_one():
    async def cheats(script, socket):
        await lets_in(socket)
        await socket.send(encode(Over("Red has won.", b"\x01" * 32)))
        await socket.wait_closed()

    server, session = await playing(Script(cheats))
    decided = asyncio.get_running_loop().create_future()
    session.listen(lambda change: decided.set_result(change) if isinstance(change, Decided) else None)
    async with server, session:
        assert not (await decided).honest


async def test_a_promise_that_is_made_anew_when_one_comes_back_does_not_count():
    seed = b"\x01" * 32

    async def promises(script, socket):
        await lets_in(socket)
        socket.transport.abort()

    async def promises_otherwise(script, socket):
        await socket.send(encode(Welcome("red", "m", "s", sha256(seed).digest(), 0)))
        await socket.send(encode(Over("Red has won.", seed)))
        await socket.wait_closed()

    server, session = await playing(Script(promises, promises_otherwise))
    decided = asyncio.get_running_loop().create_future()
    session.listen(lambda change: decided.set_result(change) if isinstance(change, Decided) else None)
    async with server, session:
        assert not (await decided).honest


async def test_what_a_server_sends_moves_no_cursor():
    async def writes_on_the_screen(script, socket):
        await socket.send(encode(Welcome("red", "m", "s", b"\x00" * 32, 0)))
        await socket.send(encode(Snapshot({"ships": {"\x1b[2Ja": ["\u202eLion\x07", "one\ntwo", 3, True]}}, 0)))
        await socket.send(encode(Patch({"ships": {"a": None}, "[2Ja": "\x9b31m\x85"}, 1)))
        await socket.send(encode(ChatLine("", "\x1b]0;x\x07", "\x1b[2J", 1)))
        await socket.send(encode(Bye("\x1b[31mGo.")))
        await socket.close(CLOSE_NOT_LET_IN)

    server, session = await playing(Script(writes_on_the_screen))
    async with server:
        await session.start()
        with pytest.raises(SessionClosed):
            await session.until(lambda view: False)
        assert session.view == {"ships": {"[2Ja": ["Lion", "one\ntwo", 3, True]}, "[2Ja": "31m"}
        assert list(session.chat) == [ChatLine("", "]0;x", "[2J", 1)]
        assert session.reason == "[31mGo."
        await session.close()


@pytest.mark.parametrize("to", ["http://127.0.0.1:1/", "ws://127.0.0.1:99999999/", "file:///x", "ws://127.0.0.1:{}/"])
async def test_a_secret_goes_nowhere_but_to_the_server_of_the_link(to, unused_tcp_port):
    strangers = []

    async def stranger(reader, writer):
        strangers.append(await reader.read(1))
        writer.close()

    def elsewhere(connection, request):
        asked.append(request.path)
        return Response(302, "Found", Headers({"Location": to.format(unused_tcp_port)}), b"")

    asked = []
    other = await asyncio.start_server(stranger, "127.0.0.1", unused_tcp_port)
    async with other, await serve(Script(), "127.0.0.1", 0, process_request=elsewhere) as server:
        port = server.sockets[0].getsockname()[1]
        session = Session(Link(f"ws://127.0.0.1:{port}", "t", "s"), first_wait=0.001)
        await session.start(wait=False)
        while len(asked) < 3:  # it goes on trying
            await asyncio.sleep(0.001)
        assert strangers == []
        await session.close()


async def test_a_fault_of_the_connection_ends_the_session_with_a_sentence():
    session = Session(Link("ws://a..b:1", "t", "s"))
    with pytest.raises(SessionClosed, match=r"connection to ws://a\.\.b:1 failed"):
        await session.start()
    await session.close()


async def test_a_server_that_lets_one_in_and_drops_one_again_is_tried_ever_less_often(monkeypatch):
    waits = []

    async def wait(seconds):
        waits.append(seconds)

    async def drops(script, socket):
        if len(script.heard) == 1:
            await lets_in(socket)
        else:
            await socket.send(encode(Welcome("red", "m", "s", b"\x00" * 32, 0)))
        socket.transport.abort()

    monkeypatch.setattr("room40_client.session.random.uniform", lambda low, high: 1.0)
    monkeypatch.setattr("room40_client.session.sleep", wait)
    script = Script(drops)
    server, session = await playing(script)
    async with server, session:
        while len(waits) < 5:
            await asyncio.sleep(0.001)
    assert waits[:5] == [0.01, 0.02, 0.04, 0.08, 0.16]


async def test_a_name_too_long_or_no_text_at_all_keeps_nobody_from_the_table():
    async def looks(script, socket):
        await lets_in(socket)
        await socket.wait_closed()

    script = Script(looks)
    server, session = await playing(script)
    session = Session(session.link, "\udcff" + "Anne " * 40)
    async with server, session:
        assert script.heard[0].name == ("Anne " * 8).strip()

"""Watching in a browser from the line's side: what may be seen, what is refused, what ends a visit."""

import asyncio
import json
import os
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from socket import SO_RCVBUF, SOL_SOCKET

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from room40.protocol.links import parse_link
from room40.protocol.messages import Made
from room40.protocol.preloaded import Start
from room40_server.__main__ import main
from room40_server.lobby import Lobby, NotLetIn
from room40_server.rules.game import PUBLIC
from room40_server.ssh.clients import Client, Clients, NoClient
from room40_server.web import visits
from room40_server.web.door import AN_ADDRESS, opened
from room40_server.web.gallery import ALL, Gallery

PATIENCE = 10
BASE = "ws://127.0.0.1:4014"


class Hand(Clients):
    """Clients by hand: the test draws and reads what is typed."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[Start] = []
        self.terminals: list[int] = []
        self.clients: list[Client] = []
        self.none = False

    async def load(self) -> None:
        """Nothing needs to be loaded."""

    async def start(self, start: Start, terminal: int, answers: int = -1) -> Client:
        """See `Clients.start`."""
        if self.none:
            raise NoClient
        self.started.append(start)
        self.terminals.append(os.dup(terminal))
        modes = termios.tcgetattr(terminal)
        modes[3] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(terminal, termios.TCSANOW, modes)
        self.clients.append(Client(self, len(self.clients)))
        return self.clients[-1]

    def send_signal(self, process: int, number: int) -> None:
        """A client ends at the first."""
        if not self.clients[process].ended.done():
            self.clients[process].ended.set_result(0)

    @property
    def running(self) -> list[bool]:
        return [not client.ended.done() for client in self.clients]


class Pages:
    """The pages of a server in this process."""

    def __init__(self, lobby: Lobby, clients: Hand, web: ClientSession, address: str) -> None:
        self.lobby = lobby
        self.clients = clients
        self.web = web
        self.address = address

    async def get(self, path: str) -> tuple[int, str]:
        async with self.web.get(self.address + path) as answer:
            return answer.status, await answer.text()

    @asynccontextmanager
    async def watching(self, table: str, query: str = "") -> AsyncIterator[ClientWebSocketResponse]:
        address = f"{self.address}/watch/{table}/screen{query}"
        async with self.web.ws_connect(address, headers={"Origin": self.address}) as socket:
            yield socket

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.01)


@pytest.fixture
def public() -> list[str]:
    return []


@pytest.fixture
async def pages(lobby: Lobby, made: Made, public: list[str]) -> AsyncIterator[Pages]:
    """Pages on which one table is shown."""
    clients = Hand()
    public.append(made.table)
    async with opened(Gallery(lobby, public, BASE), clients, "127.0.0.1", 0) as port, ClientSession() as web:
        yield Pages(lobby, clients, web, f"http://127.0.0.1:{port}")
    for terminal in clients.terminals:
        os.close(terminal)


async def shown(socket: ClientWebSocketResponse, words: bytes) -> None:
    """Read until these words have come."""
    seen = b""
    async with asyncio.timeout(PATIENCE):
        while words not in seen:
            message = await socket.receive()
            assert message.type is WSMsgType.BINARY, (message.type, seen)
            seen += message.data


async def closed(socket: ClientWebSocketResponse) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await socket.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED):
            pass


async def test_only_what_the_operator_shows_can_be_seen(pages: Pages, made: Made, lobby: Lobby, public: list[str]) -> None:
    _, first = await pages.get("/")
    assert f"watch/{made.table}" in first
    assert (await pages.get(f"/watch/{made.table}"))[0] == 200
    for table in ("no-such-table", "..%2F..%2Fetc", "a%0Ab", made.table + "x"):
        status, said = await pages.get(f"/watch/{table}")
        assert status == 404
        assert "Traceback" not in said
    public.clear()
    assert (await pages.get(f"/watch/{made.table}"))[0] == 404
    assert "No table is shown" in (await pages.get("/"))[1]
    public.append(ALL)
    assert f"watch/{made.table}" in (await pages.get("/"))[1]
    assert f"<small>{made.table}</small>" in (await pages.get("/"))[1], "two tables of one title can be told apart"


async def test_a_client_looks_on_by_a_pass_of_its_own_that_ends_with_it(pages: Pages, made: Made) -> None:
    async with pages.watching(made.table) as socket:
        await pages.until(lambda: len(pages.clients.started) == 1)
        command, link, name = pages.clients.started[0].arguments
        assert (command, name) == ("watch", "--name=")
        passed = parse_link(link)
        assert passed.secret not in (made.watch, *made.seats.values())
        _, viewpoint = await pages.lobby.enter(made.table, passed.secret)
        assert viewpoint == PUBLIC
        assert not set(pages.clients.started[0].environment) & set(os.environ) - {"PATH", "HOME", "LANG", "TERM"}
        await socket.close()
        await pages.until(lambda: not any(pages.clients.running))
    await pages.until(lambda: not pages.lobby._passes)
    with pytest.raises(NotLetIn):
        await pages.lobby.enter(made.table, passed.secret)


async def test_what_is_drawn_is_shown_and_what_is_typed_comes_to_the_client(pages: Pages, made: Made) -> None:
    async with pages.watching(made.table, "?width=100&height=30") as socket:
        await pages.until(lambda: len(pages.clients.terminals) == 1)
        terminal = pages.clients.terminals[0]
        assert os.get_terminal_size(terminal) == (100, 30)
        os.write(terminal, "the chart ─".encode())
        await shown(socket, "the chart ─".encode())
        await socket.send_json(["stdin", "\x1b[Cq"])
        assert await asyncio.to_thread(os.read, terminal, 100) == b"\x1b[Cq"
        await socket.send_json(["resize", {"width": 90, "height": 40}])
        await pages.until(lambda: os.get_terminal_size(terminal) == (90, 40))
        await socket.send_json(["focus"])
        await socket.send_json(["ping", "7"])
        async with asyncio.timeout(PATIENCE):
            assert json.loads((await socket.receive()).data) == ["pong", "7"]


async def test_a_client_that_ends_has_the_last_word(pages: Pages, made: Made) -> None:
    async with pages.watching(made.table) as socket:
        await pages.until(lambda: len(pages.clients.terminals) == 1)
        os.write(pages.clients.terminals[0], b"You have left the table.")
        pages.clients.send_signal(0, 1)
        await shown(socket, b"You have left the table.")
        await closed(socket)


BAD = {
    "no JSON": "hello",
    "an unknown word": '["deliver"]',
    "a number for keys": '["stdin", 7]',
    "a size below nothing": '["resize", {"width": -1, "height": 5}]',
    "a size without end": '["resize", {"width": 1e9, "height": 5}]',
    "words for a size": '["resize", {"width": "80", "height": "24"}]',
    "too much at once": '["stdin", "' + "x" * (visits.LONGEST + 1) + '"]',
    "a lone surrogate": '["stdin", "\\ud800"]',
    "bytes": b"\x00\x01",
}


@pytest.mark.parametrize("said", BAD.values(), ids=BAD.keys())
async def test_who_says_what_the_page_does_not_is_shown_out(pages: Pages, made: Made, said: str | bytes) -> None:
    async with pages.watching(made.table) as socket:
        await pages.until(lambda: len(pages.clients.started) == 1)
        await (socket.send_str(said) if isinstance(said, str) else socket.send_bytes(said))
        await closed(socket)
        await pages.until(lambda: not any(pages.clients.running))
    assert (await pages.get("/"))[0] == 200


async def test_pages_of_others_cannot_use_the_screen(pages: Pages, made: Made) -> None:
    headers = {"Origin": "https://elsewhere.example", "Upgrade": "websocket", "Connection": "Upgrade"}
    async with pages.web.get(f"{pages.address}/watch/{made.table}/screen", headers=headers) as answer:
        assert answer.status == 403
    assert not pages.clients.started


async def test_a_screen_is_no_page(pages: Pages, made: Made) -> None:
    status, said = await pages.get(f"/watch/{made.table}/screen")
    assert (status, "no page" in said) == (400, True)
    assert not pages.clients.started
    assert not pages.lobby._passes


async def test_one_address_has_only_so_many_visits(pages: Pages, made: Made) -> None:
    open_ones = [pages.watching(made.table) for _ in range(AN_ADDRESS)]
    sockets = [await one.__aenter__() for one in open_ones]
    status, said = await pages.get(f"/watch/{made.table}/screen")
    assert (status, "Too many" in said) == (503, True)
    await sockets[0].close()
    await pages.until(lambda: pages.clients.running.count(False) == 1)
    async with pages.watching(made.table):
        await pages.until(lambda: len(pages.clients.started) == AN_ADDRESS + 1)
    for one in open_ones:
        await one.__aexit__(None, None, None)


async def test_where_nobody_reads_the_client_waits(pages: Pages, made: Made) -> None:
    async with pages.watching(made.table) as socket:
        await pages.until(lambda: len(pages.clients.terminals) == 1)
        terminal = pages.clients.terminals[0]
        os.set_blocking(terminal, False)
        assert socket._response is not None
        assert socket._response.connection is not None
        line = socket._response.connection.transport
        assert line is not None
        line.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
        line.pause_reading()
        written, waits = 0, 0
        while waits < 300 and written < 1 << 26:
            try:
                written += os.write(terminal, b"x" * 4000)
                waits = 0
            except BlockingIOError:
                waits += 1
            await asyncio.sleep(0.001)
        line.abort()
        assert written < 1 << 24, "the client is held up long before the memory is full"


async def test_a_visit_in_which_nothing_happens_ends(pages: Pages, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "IDLE", 0.2)
    async with pages.watching(made.table) as socket:
        await closed(socket)


async def test_where_no_client_can_be_started_a_sentence_says_so(pages: Pages, made: Made) -> None:
    pages.clients.none = True
    async with pages.watching(made.table) as socket:
        await shown(socket, b"No client can be started now")
        await closed(socket)


async def test_no_page_asks_others_for_anything_and_none_can_be_framed(pages: Pages, made: Made) -> None:
    for path in ("/", f"/watch/{made.table}", "/room40.css", "/room40.js", "/static/css/xterm.css", "/nothing"):
        async with pages.web.get(pages.address + path) as answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert "http" not in answer.headers["Content-Security-Policy"]
            text = await answer.text()
        assert "//" not in text.replace("// ", "").replace('"//"', "").replace("https://", "") or path.startswith("/static")
        assert not [secret for secret in (made.watch, *made.seats.values()) if secret in text]


async def test_the_server_ends_with_visits_open(lobby: Lobby, made: Made) -> None:
    clients = Hand()
    async with ClientSession() as web:
        async with opened(Gallery(lobby, [ALL], BASE), clients, "127.0.0.1", 0) as port:
            socket = await web.ws_connect(f"http://127.0.0.1:{port}/watch/{made.table}/screen")
            while not clients.started:
                await asyncio.sleep(0.01)
        assert clients.running == [False]
        await socket.close()
    os.close(clients.terminals[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--web", "0"], "--web-public"), (["--web-public", "all"], "--web PORT")],
    ids=["nothing to show", "no pages"],
)
def test_an_operator_is_told_what_else_to_say(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: os.PathLike[str]
) -> None:
    assert main(["serve", "--journal", f"{tmp_path}/t.db", *words]) == 2
    assert said in capsys.readouterr().err

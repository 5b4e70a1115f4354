"""The SSH door from the line's side: whose key counts, what a client gets to know, what is refused, what is cut off."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pytest

from room40.protocol.messages import Made
from room40.protocol.preloaded import Start
from room40_server.__main__ import main
from room40_server.config import SshSettings
from room40_server.lobby import Lobby
from room40_server.ssh import limits
from room40_server.ssh.clients import Client, Clients
from room40_server.ssh.desk import Desk
from room40_server.ssh.door import Door, opened
from room40_server.ssh.host_key import host_key
from room40_server.ssh.places import Places
from room40_server.ssh.sessions import GIVEN_BACK

PATIENCE = 30
ANNE, BEN = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))


class Ledger(Clients):
    """Writes down what is to be started, and starts a client that has ended already."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[Start] = []
        self.goes_on = False
        self.status = 0
        self.terminal = -1
        """The last client's end of its terminal, if it goes on."""
        self._made: list[Client] = []

    async def load(self) -> None:
        """Nothing needs to be loaded."""

    async def start(self, start: Start, terminal: int, answers: int = -1) -> Client:
        """See `Clients.start`."""
        self.started.append(start)
        client = Client(self, 0)
        self._made.append(client)
        if self.goes_on:
            self.terminal = os.dup(terminal)
        else:
            self.send_signal(0, 0)
        return client

    def send_signal(self, process: int, number: int) -> None:
        """The client ends at the first."""
        for client in self._made:
            if not client.ended.done():
                client.ended.set_result(self.status)


class House:
    """A door in this process."""

    def __init__(self, port: int, clients: Ledger, table: Made) -> None:
        self.port = port
        self.clients = clients
        self.table = table

    @asynccontextmanager
    async def calling(
        self, key: asyncssh.SSHKey | None, user: str = "anne", **options: object
    ) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """A connection inside the `with`."""
        connecting = asyncssh.connect(
            "127.0.0.1", self.port, username=user, known_hosts=None, config=None, client_keys=[key] if key else None,
            agent_path=None, **options
        )  # fmt: skip
        async with asyncio.timeout(PATIENCE), connecting as connection:
            yield connection


@pytest.fixture
async def house(lobby: Lobby, made: Made, tmp_path: Path) -> AsyncIterator[House]:
    clients, places = Ledger(), Places(tmp_path / "keys.db")
    desk = Desk(lobby, places, "ws://127.0.0.1:1", (), None)
    door = Door(SshSettings(0, watch=True), desk, clients)
    async with opened(door, "127.0.0.1", host_key(tmp_path / "door.key")) as port:
        yield House(port, clients, made)
    places.close()


async def until(wanted: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.005)


async def test_a_client_is_told_of_the_terminal_and_nothing_else_of_either_environment(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROOM40_CREATE_SECRET", "the operator's")
    sent = {
        "LANG": "de_DE.UTF-8",
        "LC_CTYPE": "C",
        "NO_COLOR": "1",
        "ROOM40_PROFILE": "ascii",
        "ROOM40_TRACE": "1",
        "LD_PRELOAD": "/tmp/x.so",
        "PYTHONPATH": "/tmp",
        "PATH": "/tmp",
        "COLORTERM": "x" * 1000,
        "LC_ALL": "\x1b[2J",
        "LC_BAD-NAME": "C",
        "LANGUAGE": "../../../../tmp",
        "LC_MESSAGES": "/tmp/x",
    }
    table, secret = house.table.table, next(iter(house.table.seats.values()))
    async with house.calling(ANNE) as anne:
        await anne.run(f"{table} {secret}", term_type="xterm-256color", term_size=(80, 24), env=sent)
    (start,) = house.clients.started
    assert start.arguments[0] == "join"
    assert start.arguments[2] == "--name=anne"
    assert secret not in start.arguments[1]
    connection = start.environment.pop("SSH_CONNECTION").split()
    assert (connection[0], connection[3]) == ("127.0.0.1", str(house.port))
    assert start.environment.pop("PATH") != "/tmp"
    assert start.environment == {
        "TERM": "xterm-256color",
        "HOME": "/nonexistent",
        "LANG": "de_DE.UTF-8",
        "LC_CTYPE": "C",
        "NO_COLOR": "1",
        "ROOM40_PROFILE": "ascii",
    }


async def test_a_name_is_no_option(house: House) -> None:
    async with house.calling(ANNE, "--profile=x") as anne:
        await anne.run(f"{house.table.table} {next(iter(house.table.seats.values()))}", term_type="xterm")
    assert house.clients.started[0].arguments[2] == "--name=--profile=x"


async def test_a_key_that_was_only_shown_does_not_count_for_who_then_comes_in_to_watch(house: House) -> None:
    table, secret = house.table.table, next(iter(house.table.seats.values()))
    async with house.calling(ANNE) as anne:
        assert (await anne.run(f"{table} {secret}", term_type="xterm")).exit_status == 0
    async with house.calling(ANNE, "watch") as watcher:
        ran = await watcher.run(table, term_type="xterm")
        assert ran.exit_status == 1
        assert "it wants its watchers' word" in str(ran.stdout)
    async with house.calling(BEN) as ben:
        assert (await ben.run(table, term_type="xterm")).exit_status == 1
    assert len(house.clients.started) == 1


async def test_without_a_key_nobody_but_watch_comes_in_and_no_password_is_asked_for(house: House) -> None:
    for options in ({}, {"password": "secret"}):
        with pytest.raises(asyncssh.PermissionDenied):
            async with house.calling(None, **options):
                pass
    async with house.calling(None, "watch"):
        pass


async def test_so_many_keys_may_be_offered_and_no_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TRIES", 1)  # the name alone is one
    with pytest.raises(asyncssh.DisconnectError):
        async with house.calling(ANNE):
            pass


REFUSED: dict[str, Callable[[asyncssh.SSHClientConnection, Path], Awaitable[object]]] = {
    "x11": lambda to, at: to.run("", x11_forwarding=True, x11_display="127.0.0.1:1", x11_auth_path=str(at / "x")),
    "sftp": lambda to, _: to.start_sftp_client(),
    "scp": lambda to, at: asyncssh.scp((to, "/etc/passwd"), at),
    "tcp": lambda to, _: to.open_connection("127.0.0.1", 22),
    "unix": lambda to, _: to.open_unix_connection("/run/x"),
    "tcp listener": lambda to, _: to.start_server(lambda *_: None, "", 0),
    "unix listener": lambda to, at: to.start_unix_server(lambda *_: None, str(at / "x")),
    "tun": lambda to, _: to.open_tun(),
    "tap": lambda to, _: to.open_tap(),
}


@pytest.mark.parametrize("wanted", REFUSED)
async def test_nothing_but_a_session_is_given(house: House, wanted: str, tmp_path: Path) -> None:
    async with house.calling(ANNE) as anne:
        with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError, OSError)):
            await REFUSED[wanted](anne, tmp_path)
    assert all(not start.arguments for start in house.clients.started)


async def test_a_connection_without_a_session_is_closed_in_the_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNKNOWN", 0.05)
    async with house.calling(ANNE) as anne:
        await anne.wait_closed()


async def test_a_session_that_asks_for_nothing_is_closed_in_the_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNKNOWN", 0.2)
    async with house.calling(ANNE) as anne:
        with suppress(asyncssh.ChannelOpenError):
            await anne.create_process(subsystem="sftp")  # is refused, and the channel left open
        await anne.wait_closed()


async def test_sessions_of_one_key_are_counted_over_its_connections_and_given_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.clients.goes_on = True
    async with house.calling(ANNE) as first:
        for _ in range(limits.A_KEY):
            await first.create_process(term_type="xterm")
        async with house.calling(ANNE) as second:
            with pytest.raises(asyncssh.ChannelOpenError, match="Too many sessions"):
                await second.create_process(term_type="xterm")
            async with house.calling(BEN) as other:
                await other.create_process(term_type="xterm")


async def test_sessions_of_one_address_are_counted_whatever_keys_it_shows(house: House) -> None:
    house.clients.goes_on = True
    given = 0
    async with AsyncExitStack() as stack:
        for _ in range(limits.AN_ADDRESS // limits.A_KEY + 1):
            key = asyncssh.generate_private_key("ssh-ed25519")
            connection = await stack.enter_async_context(house.calling(key))
            for _ in range(limits.A_KEY):
                with suppress(asyncssh.ChannelOpenError):
                    await connection.create_process(term_type="xterm")
                    given += 1
        assert given == limits.AN_ADDRESS


async def test_a_client_is_held_up_while_nobody_reads_and_goes_on_when_somebody_does(house: House) -> None:
    house.clients.goes_on = True
    async with house.calling(ANNE) as anne:
        process = await anne.create_process(term_type="xterm", encoding=None)
        await until(lambda: house.clients.terminal >= 0)
        terminal = house.clients.terminal
        os.set_blocking(terminal, False)
        process.channel.pause_reading()
        written = await flood(terminal)
        assert 0 < written < 8 * 1024 * 1024  # the other end's window, and the buffers on the way
        process.channel.resume_reading()
        assert await taken(terminal, PATIENCE)
        os.close(terminal)


async def test_a_client_that_is_killed_leaves_the_terminal_as_it_found_it(house: House) -> None:
    house.clients.goes_on = True
    for said, given_back in ((b"\x1b[?1049hscreen", True), (b"\x1b[?1049hscreen\x1b[?1049l", False), (b"a line", False)):
        async with house.calling(ANNE) as anne:
            house.clients.terminal = -1
            process = await anne.create_process(term_type="xterm", encoding=None)
            await until(lambda: house.clients.terminal >= 0)
            os.write(house.clients.terminal, said)
            house.clients.status = -9
            house.clients.send_signal(0, 9)
            assert (GIVEN_BACK in await process.stdout.read()) is given_back
            os.close(house.clients.terminal)


async def test_what_is_sent_before_there_is_a_client_and_faster_than_it_reads_arrives_whole(house: House) -> None:
    house.clients.goes_on = True
    sent = b"".join(b"%07d\n" % number for number in range(40_000))
    async with house.calling(ANNE) as anne:
        process = await anne.create_process(encoding=None)
        process.stdin.write(sent)
        process.stdin.write_eof()
        await until(lambda: house.clients.terminal >= 0)
        assert await asyncio.to_thread(read_to_the_end, house.clients.terminal) == sent


def read_to_the_end(file: int) -> bytes:
    """All that comes until the other end says that there is no more."""
    with open(file, "rb") as opened:
        return opened.read()


async def flood(terminal: int) -> int:
    """Write until the terminal takes no more; the bytes that it took."""
    written = 0
    with suppress(TimeoutError):
        while written < 64 * 1024 * 1024:
            written += await taken(terminal, 0.5)
    return written


async def taken(terminal: int, seconds: float) -> int:
    """Bytes that a terminal takes as soon as it takes some. Raises `TimeoutError`."""
    ready = asyncio.Event()
    asyncio.get_running_loop().add_writer(terminal, ready.set)
    try:
        async with asyncio.timeout(seconds):
            await ready.wait()
    finally:
        asyncio.get_running_loop().remove_writer(terminal)
    try:
        return os.write(terminal, b"x" * 4096)
    except BlockingIOError:
        return 0


def test_a_server_without_the_library_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['asyncssh'] = None; from room40_server.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    words = ["serve", "--port", "0", "--journal", str(tmp_path / "tables.db"), "--ssh", "0"]
    ran = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 2
    assert ran.stderr == "room40-server: --ssh needs asyncssh: pip install 'room40[ssh]'.\n"


@pytest.mark.parametrize(
    "words, said",
    [
        (["--ssh-watch"], "add --ssh PORT"),
        (["--ssh-public", "table"], "add --ssh PORT"),
        (["--ssh", "0", "--ssh-idle", "0"], "--ssh-idle"),
        (["--ssh", "0", "--ssh-keys", "{}/none"], "none"),
    ],
)
def test_an_operator_is_told_in_one_sentence_what_cannot_be(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word.format(tmp_path) for word in words]
    assert main(["serve", "--port", "0", "--journal", str(tmp_path / "tables.db"), *given]) == 2
    sentence = capsys.readouterr().err
    assert said in sentence
    assert sentence.count("\n") == 1

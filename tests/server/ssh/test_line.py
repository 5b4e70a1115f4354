"""A line that is used to fill the server: it is cut, or not listened to."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import Boolean, String

from room40_server.config import SshSettings
from room40_server.lobby import Lobby
from room40_server.ssh.clients import Clients
from room40_server.ssh.desk import Desk
from room40_server.ssh.door import Caller, Door, opened
from room40_server.ssh.host_key import host_key
from room40_server.ssh.line import COMPRESSION, LARGEST, _Larger, whose_line
from room40_server.ssh.places import Places

PATIENCE = 30
GLOBAL_REQUEST, IGNORE = 80, 2
ANNE = asyncssh.generate_private_key("ssh-ed25519")


class NoClients(Clients):
    """None is needed."""

    async def load(self) -> None:
        """See `Clients.load`."""


@pytest.fixture
async def callers(monkeypatch: pytest.MonkeyPatch) -> list[asyncssh.SSHServerConnection]:
    """The server's ends of all connections."""
    found: list[asyncssh.SSHServerConnection] = []
    usual = Caller.connection_made

    def made(caller: Caller, conn: asyncssh.SSHServerConnection) -> None:
        found.append(conn)
        usual(caller, conn)

    monkeypatch.setattr(Caller, "connection_made", made)
    return found


@pytest.fixture
async def port(lobby: Lobby, tmp_path: Path) -> AsyncIterator[int]:
    places = Places(tmp_path / "keys.db")
    door = Door(SshSettings(0), Desk(lobby, places, "ws://127.0.0.1:1", (), None), NoClients())
    async with opened(door, "127.0.0.1", host_key(tmp_path / "door.key")) as found:
        yield found
    places.close()


@asynccontextmanager
async def calling(port: int, **options: object) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """A connection inside the `with`."""
    connecting = asyncssh.connect(
        "127.0.0.1", port, username="anne", known_hosts=None, config=None, client_keys=[ANNE], agent_path=None, **options
    )
    async with asyncio.timeout(PATIENCE), connecting as connection:
        yield connection


async def test_a_small_packet_that_becomes_a_large_one_ends_the_connection(port: int) -> None:
    async with calling(port, compression_algs=[COMPRESSION[0]]) as anne:
        anne.send_packet(IGNORE, String(bytes(LARGEST // 2)))
        await anne.create_session(asyncssh.SSHClientSession)
        anne.send_packet(IGNORE, String(bytes(2 * LARGEST)))
        await anne.wait_closed()


def test_what_is_compressed_comes_back_whole_up_to_the_largest_packet() -> None:
    press = zlib.compressobj()
    larger = _Larger()
    for size in (10, LARGEST, 1):
        packed = press.compress(bytes(size)) + press.flush(zlib.Z_SYNC_FLUSH)
        assert larger.decompress(packed) == bytes(size)
    assert larger.decompress(press.compress(bytes(LARGEST + 1)) + press.flush(zlib.Z_SYNC_FLUSH)) is None
    assert _Larger().decompress(b"no such thing") is None


async def test_who_asks_and_reads_no_answer_is_not_listened_to_until_he_does(
    port: int, callers: list[asyncssh.SSHServerConnection]
) -> None:
    async with calling(port) as anne:
        ours, theirs = anne._transport, callers[0]._transport
        assert isinstance(ours, asyncio.Transport)
        assert isinstance(theirs, asyncio.Transport)
        theirs.set_write_buffer_limits(0)
        ours.pause_reading()
        big = b"x" * 65536
        while theirs.is_reading():  # answers, and what else the line holds
            theirs.write(big) if theirs.get_write_buffer_size() == 0 else None
            await asyncio.sleep(0)
        waiting = theirs.get_write_buffer_size()
        for _ in range(50):
            anne.send_packet(GLOBAL_REQUEST, String(b"none@such"), Boolean(True))
            await asyncio.sleep(0)
        assert theirs.get_write_buffer_size() == waiting
        anne.abort()


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("", "", True),
    ],
)
def test_all_addresses_of_an_ipv6_line_count_as_one(one: str, other: str, same: bool) -> None:
    assert (whose_line(one) == whose_line(other)) is same

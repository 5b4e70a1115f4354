"""The door itself: who is let in, by key or to watch, and how many at once. No password, no shell, no forwarding."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncssh

from room40.protocol.text import NAME_LENGTH, clean
from room40_server.config import SshSettings
from room40_server.ssh import limits
from room40_server.ssh.clients import Clients
from room40_server.ssh.desk import Desk, Visitor
from room40_server.ssh.host_key import known_keys
from room40_server.ssh.limits import Room
from room40_server.ssh.line import COMPRESSION, hear_no_more_while_answers_wait, whose_line
from room40_server.ssh.sessions import Session

WATCH = "watch"
"""Who logs in under this name needs no key, where the operator allows it, and only watches."""
STOPPING = "The server stops; the game is kept where it stands."
WINDOW = 64 * 1024
"""So many bytes may wait here for a client that does not read what is typed."""
KEEP_ALIVE, UNANSWERED = 30, 3
"""Seconds between two questions whether the other end is there, and how many may go unanswered."""

log = logging.getLogger(__name__)


class Door:
    """What all connections share."""

    def __init__(self, settings: SshSettings, desk: Desk, clients: Clients) -> None:
        """Raises `KeyProblem`."""
        self.settings = settings
        self.desk = desk
        self.clients = clients
        self.known = known_keys(settings.keys) if settings.keys is not None else None
        """Fingerprints of the only keys that are let in; None lets in every key."""
        self.addresses = Room(limits.AN_ADDRESS)
        self.guests = Room(limits.AN_ADDRESS)
        """Sessions by address: keys are had for nothing."""
        self.strangers = Room(limits.STRANGERS)
        self.keys = Room(limits.A_KEY)
        self.watchers = Room(limits.WATCHERS)
        self.all = Room(limits.SESSIONS)
        self.sessions: set[Session] = set()

    async def close(self) -> None:
        """End all sessions; return when their clients have ended."""
        if self.sessions:
            await asyncio.gather(*(session.close(STOPPING) for session in list(self.sessions)))


class Caller(asyncssh.SSHServer):
    """One connection."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._conn: asyncssh.SSHServerConnection
        self._address = ""
        self._inside = False
        """Whether it holds a place of its address."""
        self._stranger = False
        """Whether it holds a place of those that are not known yet."""
        self._name = ""
        self._key = ""
        self._tries = 0
        self._visitor: Visitor | None = None
        self._open = 0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """See `asyncssh.SSHServer`, here and below."""
        self._conn = conn
        hear_no_more_while_answers_wait(conn)
        self._address = whose_line(str(conn.get_extra_info("peername", ("",))[0]))
        self._inside = self._door.addresses.take(self._address)
        self._stranger = self._inside and self._door.strangers.take()
        if not self._stranger:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_stranger()
        if self._inside:
            self._inside = False
            self._door.addresses.leave(self._address)
        if self._timer is not None:
            self._timer.cancel()

    def begin_auth(self, username: str) -> bool:
        self._name, self._key = username, ""  # a key shown under another name counts no more
        self._try()
        return not (username == WATCH and self._door.settings.watch)

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._key = key.get_fingerprint()
        return self._try() and (self._door.known is None or self._key in self._door.known)

    def auth_completed(self) -> None:
        self._no_stranger()
        self._visitor = Visitor(self._key, clean(self._name, NAME_LENGTH) if self._key else "")
        self._expect_a_session()

    def session_requested(self) -> Session:
        door, visitor = self._door, self._visitor
        if visitor is None:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "Log in first.")
        rooms = [(door.keys, visitor.key or f"watch {self._address}"), (door.guests, self._address), (door.all, "")]
        if not visitor.key:
            rooms.append((door.watchers, ""))
        taken = [(room, whose) for room, whose in rooms if room.take(whose)]
        if len(taken) < len(rooms):
            for room, whose in taken:
                room.leave(whose)
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, "Too many sessions; end one of yours first.")
        self._open += 1

        def over() -> None:
            door.sessions.discard(session)
            for room, whose in taken:
                room.leave(whose)
            self._open -= 1
            self._expect_a_session()

        session = Session(door.desk, door.clients, visitor, self._ends(), door.settings.idle, over)
        door.sessions.add(session)
        return session

    def _try(self) -> bool:
        """Count a try to log in; too many end the connection."""
        self._tries += 1
        if self._tries > limits.TRIES:
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many keys")
        return self._tries <= limits.TRIES

    def _no_stranger(self) -> None:
        if self._stranger:
            self._stranger = False
            self._door.strangers.leave()

    def _expect_a_session(self) -> None:
        """A connection without a session is good for nothing here."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(limits.UNKNOWN, self._still_none)

    def _still_none(self) -> None:
        if not self._open:
            self._conn.close()

    def _ends(self) -> str:
        ends = (self._conn.get_extra_info(end) for end in ("peername", "sockname"))
        return " ".join(f"{end[0]} {end[1]}" for end in ends if end)


@asynccontextmanager
async def opened(door: Door, host: str, key: asyncssh.SSHKey) -> AsyncIterator[int]:
    """The door is open inside the `with`; its port. At the end all sessions are ended, and nothing of them is left."""
    logging.getLogger("asyncssh").setLevel(logging.ERROR)  # it would write down what people type, secrets too
    server = await asyncssh.listen(
        host,
        door.settings.port,
        server_factory=lambda: Caller(door),
        server_host_keys=[key],
        encoding=None,
        compression_algs=COMPRESSION,
        window=WINDOW,
        line_editor=False,
        password_auth=False,
        kbdint_auth=False,
        host_based_auth=False,
        gss_host=None,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        sftp_factory=None,
        config=None,
        server_version="Room40",
        login_timeout=limits.UNKNOWN,
        keepalive_interval=KEEP_ALIVE,
        keepalive_count_max=UNANSWERED,
    )
    try:
        await door.clients.load()
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await door.close()
        await door.clients.close()

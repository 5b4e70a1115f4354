"""One SSH session: a client on a terminal of its own, or one after the other, as the start screen comes back after each.

Who asks for no terminal (`ssh -T`, or with a pipe at his end) gets a client that talks line by line.

Nothing of a session outlives its channel: the terminal hangs up, and the client is ended.
"""

import asyncio
import logging
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress

import asyncssh
import msgspec

from room40.protocol.preloaded import Lay, Sit, Start, choice
from room40.protocol.text import clean
from room40_server.journal import JournalError
from room40_server.lobby import NotLetIn, NotMade
from room40_server.rules.game import PUBLIC
from room40_server.ssh import limits
from room40_server.ssh.clients import Client, Clients, NoClient
from room40_server.ssh.desk import Desk, Visitor
from room40_server.ssh.errands import NoErrand, errand
from room40_server.ssh.places import Place
from room40_server.ssh.pty import Pty

PASSED_ON = ("LANG", "LANGUAGE", "COLORTERM", "NO_COLOR", "ROOM40_PROFILE")
"""What a client is told of its owner's environment, and what begins with LC_; all else is not even kept."""
LONGEST = 64
"""Characters of a value."""
_SAFE = re.compile(r"[A-Za-z0-9_.@:+-]{0,64}")
"""Values that are passed on: a language is looked up as a file, and shall be found in no folder but its own."""
GIVEN_BACK = b"\x1b[?1000;1006l\x1b[?2004l\x1b[<u\x1b[?7h\x1b[m\x1b[0 q\x1b[?25h\x1b[?1049l"
"""No mouse, no marked pastes, usual keys, lines that wrap, no style, the usual cursor, the screen that was there before."""
_SWITCH = re.compile(rb"\x1b\[\?1049([hl])")
_BROKEN = "The server cannot look this up now; its operator's log says why."

log = logging.getLogger(__name__)


class Session(asyncssh.SSHServerSession[bytes]):
    """What asyncssh calls. `idle`: seconds without a byte either way after which a session ends; `over` is called once."""

    def __init__(
        self, desk: Desk, clients: Clients, visitor: Visitor, connection: str, idle: float, over: Callable[[], None]
    ) -> None:
        self._desk = desk
        self._clients = clients
        self._visitor = visitor
        self._connection = connection
        self._idle = idle
        self._over = over
        self._loop = asyncio.get_running_loop()
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._command: str | None = None
        self._terminal = ""
        self._size = (0, 0)
        self._held_up = False
        self._gone = False
        self._hung_up = False
        self._no_more = False
        self._early = b""
        self._in_other_screen = False
        self._farewell = ""
        self._pty: Pty | None = None
        self._client: Client | None = None
        self._task: asyncio.Task[None] | None = None
        self._last = self._loop.time()
        self._timer = self._loop.call_later(min(idle, limits.UNKNOWN), self._look_at_the_clock)

    # ---- what the other end does ----

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """See `asyncssh.SSHServerSession`, here and below."""
        self._channel = chan
        chan._env = _Environment()  # asyncssh would keep whatever is sent, and as much of it

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]) -> bool:
        self._terminal = term_type if term_type.isprintable() and len(term_type) <= LONGEST else "xterm"
        self._terminal = self._terminal or "dumb"
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self._task = self._loop.create_task(self._serve(), name="ssh session")

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._pty is not None:
            self._pty.resize(width, height)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._last = self._loop.time()
        if self._pty is not None:
            self._pty.type(data)
        else:  # it is for the client that comes
            self._early += data
            self._hold_up(True)

    def eof_received(self) -> bool:
        """He will type no more: a terminal is hung up, but may be told why; the end of a pipe is the client's matter."""
        if self._terminal:
            self._hung_up = True
            self._end_client()
        self._no_more = True
        if self._pty is not None:
            self._pty.end_of_input()
        return True

    def pause_writing(self) -> None:
        self._held_up = True
        if self._pty is not None:
            self._pty.pause()

    def resume_writing(self) -> None:
        self._held_up = False
        if self._pty is not None:
            self._pty.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        self._timer.cancel()
        if self._pty is not None:
            self._pty.close()
        if self._task is None:
            self._over()
        elif self._client is not None:
            self._end_client()

    # ---- what is done for him ----

    async def close(self, farewell: str) -> None:
        """End the session; return when its client has ended."""
        self._farewell = farewell
        if self._task is None:
            self._channel.close()
            return
        self._end_client()
        await asyncio.wait([self._task])

    async def _serve(self) -> None:
        status = 1
        try:
            asked = errand(self._command)
            if asked.table:
                status = await self._play(await self._desk.place(self._visitor, asked))
            else:
                status = await self._choose_and_play()
        except (NoErrand, NotLetIn, NotMade, NoClient) as no:
            self._say(str(no))
        except (JournalError, OSError) as error:  # no disk, or no more files for this process
            log.error("ssh: %s", error)
            self._say(_BROKEN)
        except Exception:
            log.exception("an ssh session failed")
            self._say("The server failed.")
        finally:
            self._timer.cancel()
            if self._farewell:
                self._say(self._farewell)
            if not self._gone:
                self._channel.exit(status if 0 <= status < 256 else 1)
            self._over()

    async def _choose_and_play(self) -> int:
        """The start screen, and again after each table, until it is left."""
        told: list[str] = []
        while True:
            screen = await self._desk.start_screen(self._visitor, told)
            told = []
            reader, writer = os.pipe()
            try:
                os.set_blocking(reader, False)
                status = await self._run(Start((), self._environment(), screen), writer)
                os.close(writer)
                writer = -1
                answer = os.read(reader, 4096)
                chosen = choice.decode(answer) if answer else None
            except (BlockingIOError, msgspec.MsgspecError):
                chosen = None
            finally:
                for file in (reader, writer):
                    if file >= 0:
                        os.close(file)
            if chosen is None or self._is_ending:
                return status
            try:
                told = await self._do(chosen)
            except (NotLetIn, NotMade) as no:
                told = [str(no)]

    async def _do(self, chosen: Sit | Lay) -> list[str]:
        if isinstance(chosen, Lay):
            return await self._desk.lay(self._visitor, chosen)
        await self._play(await self._desk.chosen(self._visitor, chosen))
        return []

    async def _play(self, place: Place) -> int:
        """A client at a table, until it is left."""
        link = self._desk.open(place)
        try:
            command = "watch" if place.viewpoint == PUBLIC else "join"
            return await self._run(Start((command, str(link), f"--name={self._visitor.name}"), self._environment()))
        finally:
            self._desk.close(link)

    async def _run(self, start: Start, answers: int = -1) -> int:
        """A client on a terminal, until it has ended; its exit status."""
        if self._is_ending:
            return 1
        pty = self._pty = Pty(self._show, self._hold_up, self._size if self._terminal else None)
        pty.type(self._early)
        self._early = b""
        if self._no_more:
            pty.end_of_input()
        try:
            try:
                client = self._client = await self._clients.start(start, pty.client_end, answers)
            finally:
                os.close(pty.client_end)
            if self._is_ending:
                self._end_client()
            elif not self._held_up:
                pty.resume()
            self._hold_up(pty.is_full)
            status = await asyncio.shield(client.ended)
            pty.drain()
            if status < 0:
                self._give_back()
            return status
        finally:
            self._client = self._pty = None
            self._early = pty.unread() + self._early
            pty.close()

    @property
    def _is_ending(self) -> bool:
        return self._gone or self._hung_up or bool(self._farewell)

    def _end_client(self) -> None:
        if self._client is not None:
            ending = self._loop.create_task(self._client.end(), name="ssh client's end")
            _ENDING.add(ending)
            ending.add_done_callback(_ENDING.discard)

    def _give_back(self) -> None:
        """The client was killed, and left the terminal as it had it for itself."""
        if self._in_other_screen:
            self._show(GIVEN_BACK)

    def _show(self, data: bytes) -> None:
        self._last = self._loop.time()
        for switch in _SWITCH.finditer(data):
            self._in_other_screen = switch[1] == b"h"
        if not self._gone:
            with suppress(BrokenPipeError):
                self._channel.write(data)

    def _hold_up(self, full: bool) -> None:
        """He types more than a client reads: no more of it, or again."""
        if not self._gone and full:
            self._channel.pause_reading()
        elif not self._gone:
            self._channel.resume_reading()

    def _say(self, sentence: str) -> None:
        if not self._gone:
            with suppress(BrokenPipeError):
                text = f"room40: {clean(sentence, 400)}".encode()
                if self._terminal:
                    self._channel.write(text + b"\r\n")
                else:
                    self._channel.write_stderr(text + b"\n")

    def _look_at_the_clock(self) -> None:
        left = self._last + self._idle - self._loop.time()
        if self._task is None:  # nothing was ever asked for
            self._channel.close()
        elif left > 0:
            self._timer = self._loop.call_later(left, self._look_at_the_clock)
        else:
            self._farewell = "Nothing has happened here for a long time; the game is kept where it stands."
            self._end_client()

    def _environment(self) -> dict[str, str]:
        """What the client has for an environment: nothing of the server's own."""
        sent = {name: value for name, value in self._channel.get_environment().items() if _is_passed_on(name, value)}
        usual = {"PATH": os.defpath, "HOME": "/nonexistent", "SSH_CONNECTION": self._connection}
        if not any(name == "LANG" or name.startswith("LC_") for name in sent):
            usual["LANG"] = "C.UTF-8"
        return {**sent, **usual, "TERM": self._terminal}


_ENDING: set["asyncio.Task[None]"] = set()
"""Tasks that end clients; the loop alone would forget them."""


class _Environment(dict[bytes, bytes]):
    """Keeps what may be passed on, and drops the rest as it comes."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if len(self) < LONGEST and _is_passed_on(name.decode("ascii", "replace"), value.decode("ascii", "replace")):
            super().__setitem__(name, value)


def _is_passed_on(name: str, value: str) -> bool:
    known = name in PASSED_ON or (name.startswith("LC_") and name[3:].isalpha() and len(name) < LONGEST)
    return known and _SAFE.fullmatch(value) is not None

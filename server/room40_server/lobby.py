"""The tables of a server: opened on demand from the journal, made new, found by name and secret."""

import asyncio
import hmac
import logging
import secrets
import time
from collections.abc import Sequence
from hashlib import sha256

from room40.protocol import codec
from room40.protocol.mergepatch import to_tree
from room40.protocol.messages import ALL_OTHERS, Create, Made, ScenarioCard
from room40_server.journal import Journal, JournalError
from room40_server.journal.entries import Opened
from room40_server.rules.game import PUBLIC
from room40_server.systems import ScenarioProblem, SystemProblem, Systems
from room40_server.table import Table, open_table

SEED_BYTES = 32

log = logging.getLogger(__name__)


class NotLetIn(Exception):
    """No such table, or the secret opens nothing there; the two are not told apart. One sentence."""


class NotMade(Exception):
    """A table could not be opened as asked: one sentence."""


class Lobby:
    """Every table this server has in hand."""

    def __init__(self, journal: Journal, systems: Systems, create_secret: str = "", base: str = "") -> None:
        self._journal = journal
        self._systems = systems
        self._create_secret = create_secret
        self._base = base
        self._tables: dict[str, asyncio.Task[Table | None]] = {}
        self._passes: dict[bytes, tuple[str, str]] = {}

    async def enter(self, name: str, secret: str) -> tuple[Table, str]:
        """The table of that name and the viewpoint that `secret` opens. Raises `NotLetIn`."""
        table = await self._table(name)
        if table is not None:
            digest = _digest(secret)
            for viewpoint, door in table.opened.doors.items():
                if hmac.compare_digest(digest, door):
                    return table, viewpoint
            of, viewpoint = self._passes.get(digest, ("", ""))
            if of == name:
                return table, viewpoint
        raise NotLetIn("There is no such table, or this link does not open it.")

    def let_pass(self, table: str, viewpoint: str) -> str:
        """A secret that opens a viewpoint of a table until it is taken back, for one whom the server knows otherwise."""
        secret = secrets.token_urlsafe(16)
        self._passes[_digest(secret)] = (table, viewpoint)
        return secret

    def take_back(self, secret: str) -> None:
        """The pass opens nothing any more; who came in by it stays."""
        self._passes.pop(_digest(secret), None)

    async def table(self, name: str) -> Table:
        """The table of that name. Raises `NotLetIn`."""
        found = await self._table(name)
        if found is None:
            raise NotLetIn("There is no such table.")
        return found

    async def names(self) -> list[str]:
        """Every table there is, the oldest first. Raises `JournalError`."""
        return await self._journal.tables()

    async def create(self, asked: Create) -> Made:
        """Open a new table. Raises `NotLetIn` or `NotMade`."""
        if self._create_secret and not hmac.compare_digest(_digest(asked.secret), _digest(self._create_secret)):
            raise NotLetIn("This server opens tables for its operator only.")
        try:
            system = self._systems.get(asked.system)
            state = await asyncio.to_thread(system.open_scenario, asked.scenario, asked.options)  # it reads files
        except (SystemProblem, ScenarioProblem) as problem:
            raise NotMade(str(problem)) from None
        seats = [str(seat) for seat in system.game.seats(state)]
        computers, own = _share_out(seats, asked.computers, asked.seat)
        humans = [seat for seat in seats if seat not in computers]
        keys = {seat: secrets.token_urlsafe(16) for seat in [*humans, PUBLIC]}
        opened = Opened(
            system.name,
            system.game.version,
            asked.scenario,
            asked.options,
            secrets.token_bytes(SEED_BYTES),
            to_tree(state),
            {viewpoint: _digest(key) for viewpoint, key in keys.items()},
            computers,
            time.time(),
        )
        name = await self._keep(opened)
        return Made(self._base, name, own, {seat: keys[seat] for seat in humans}, keys[PUBLIC])

    async def scenarios(self) -> tuple[ScenarioCard, ...]:
        """What a table can be opened with. Raises `NotMade`."""
        try:
            return await asyncio.to_thread(self._systems.scenarios)
        except (SystemProblem, ScenarioProblem) as problem:
            raise NotMade(str(problem)) from None

    async def close(self) -> None:
        """Stop all tables."""
        for opening in self._tables.values():
            opening.cancel()
            if opening.done() and not opening.cancelled() and opening.exception() is None:
                table = opening.result()
                if table is not None:
                    await table.close()

    async def _keep(self, opened: Opened) -> str:
        """Write the opening down under a name nobody has, and give the name."""
        name = secrets.token_hex(5)
        try:
            await asyncio.shield(self._journal.append(name, 0, [codec.encode(opened)]))
        except JournalError as error:
            log.error("no table can be opened: %s", error)
            raise NotMade("The server cannot keep a new table now.") from None
        return name

    async def _table(self, name: str) -> Table | None:
        """The table in hand, or from the journal; a dropped one is read anew. Whoever waits shares one reading."""
        opening = self._tables.get(name)
        if opening is None or _is_of_no_use(opening):
            opening = asyncio.create_task(open_table(name, self._journal, self._systems))
            self._tables[name] = opening
        try:
            table = await asyncio.shield(opening)
        except (JournalError, SystemProblem) as error:
            log.error("table %s cannot be opened: %s", name, error)
            raise NotLetIn("The server cannot open this table; its operator's log says why.") from None
        if table is None and self._tables.get(name) is opening:
            del self._tables[name]  # else anyone could fill the memory with names of no tables
        return table


def _is_of_no_use(opening: "asyncio.Task[Table | None]") -> bool:
    if not opening.done():
        return False
    if opening.cancelled() or opening.exception() is not None:
        return True
    table = opening.result()
    return table is None or table.gone


def _share_out(seats: Sequence[str], computers: Sequence[str], wanted: str) -> tuple[tuple[str, ...], str]:
    """The seats that the computer plays, and the creator's own ("" if there is none), in whatever case. Raises `NotMade`."""
    written = {seat.casefold(): seat for seat in seats}
    computers = [written.get(seat.casefold(), seat) for seat in computers]
    wanted = written.get(wanted.casefold(), wanted)
    strange = [seat for seat in (*computers, wanted) if seat not in (*seats, ALL_OTHERS, "")]
    if strange or wanted == ALL_OTHERS:
        raise NotMade(f"This scenario has no seat {(strange or [wanted])[0]!r}: it has {', '.join(seats)}.")
    own = wanted or next((seat for seat in seats if seat not in computers), "")
    if ALL_OTHERS in computers:
        return tuple(seat for seat in seats if seat != own), own
    if own in computers:
        raise NotMade(f"The seat {own!r} cannot be both yours and the computer's.")
    return tuple(seat for seat in seats if seat in computers), own


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()

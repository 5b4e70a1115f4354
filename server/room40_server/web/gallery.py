"""Which tables anybody may watch, and how a client of the server's own gets to look on. It knows tables, and no web."""

from collections.abc import Sequence

from msgspec import Struct

from room40.protocol.links import Link
from room40.protocol.text import clean
from room40_server.lobby import Lobby, NotLetIn
from room40_server.rules.game import PUBLIC

ALL = "all"
"""Instead of a table's name: every one."""
OFFERED = 20
"""So many tables are offered, the newest first."""


class Shown(Struct, frozen=True):
    """A table that may be watched. `says`: its result, "" while it is played."""

    table: str
    title: str
    says: str


class Gallery:
    """The tables that the operator shows. Its methods raise `NotLetIn`, `NotMade` or `JournalError`."""

    def __init__(self, lobby: Lobby, public: Sequence[str], base: str) -> None:
        """`base`: where a client on this machine finds the server."""
        self._lobby = lobby
        self._public = public
        self._base = base

    async def title(self, table: str) -> str:
        """What the table plays."""
        return (await self._shown(table)).title

    async def offered(self) -> list[Shown]:
        """The tables to choose from; one that cannot be opened is left out."""
        names = (await self._lobby.names())[: -OFFERED - 1 : -1] if ALL in self._public else self._public[:OFFERED]
        found = []
        for name in names:
            try:
                found.append(await self._shown(name))
            except NotLetIn:
                continue
        return found

    async def open(self, table: str) -> Link:
        """A link by which one client may look on; `close` it when that has ended."""
        await self._shown(table)
        return Link(self._base, table, self._lobby.let_pass(table, PUBLIC))

    def close(self, link: Link) -> None:
        """The link opens nothing any more."""
        self._lobby.take_back(link.secret)

    async def _shown(self, name: str) -> Shown:
        if ALL not in self._public and name not in self._public:
            raise NotLetIn("There is no such table, or it is not shown.")
        table = await self._lobby.table(name)
        titles = {card.name: card.title for card in await self._lobby.scenarios()}
        title = titles.get(table.opened.scenario, table.opened.scenario)
        return Shown(table.name, clean(title, 80), clean(table.outcome, 200))

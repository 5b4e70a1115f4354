"""The desk behind the door: what a visitor may have, and what he is told. It knows tables and keys, and no SSH."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from room40.protocol.links import Link
from room40.protocol.messages import ALL_OTHERS, PROTOCOL, Create, Made
from room40.protocol.preloaded import Lay, OwnTable, Sit, StartScreen
from room40.protocol.text import clean
from room40_server.lobby import Lobby, NotLetIn, NotMade
from room40_server.rules.game import PUBLIC
from room40_server.ssh import limits
from room40_server.ssh.errands import Errand
from room40_server.ssh.places import Place, Places
from room40_server.table import Table

ALL = "all"
"""Among the tables that anybody may watch: every one."""
OFFERED = 20
"""So many tables to watch are offered, the newest first."""
_REFUSED = "There is no such table, or this key holds no seat there."


class Visitor(Struct, frozen=True):
    """Who has come in: the fingerprint of his key, "" for one who came to watch without; what he calls himself."""

    key: str
    name: str = ""


class Desk:
    """Looks tables and keys up. Its methods raise `NotLetIn`, `NotMade` or `JournalError`: one sentence each."""

    def __init__(self, lobby: Lobby, places: Places, base: str, public: Sequence[str], create_secret: str | None) -> None:
        """`base`: where a client on this machine finds the server. `create_secret`: None if no table may be opened."""
        self._lobby = lobby
        self._places = places
        self._base = base
        self._public = public
        self._create_secret = create_secret

    async def place(self, visitor: Visitor, errand: Errand) -> Place:
        """Where the visitor sits down. A secret that fits makes the place his key's from now on."""
        if errand.secret:
            _, viewpoint = await self._lobby.enter(errand.table, errand.secret)
            if not visitor.key and viewpoint != PUBLIC:
                raise NotLetIn("This link is a seat's. To take it, log in with your key, and not as watch.")
            found = Place(errand.table, viewpoint)
        else:
            own = self._places.at_table(visitor.key, errand.table) if visitor.key else []
            own.sort(key=lambda place: place.viewpoint == PUBLIC)  # who watched for once still holds his seat
            if not own and not self._may_be_watched(errand.table):
                raise NotLetIn(_REFUSED if visitor.key else "There is no such table, or it wants its watchers' word.")
            found = own[0] if own else Place(errand.table, PUBLIC)
            await self._lobby.table(found.table)
        if visitor.key:
            self._places.take(visitor.key, found)
        return found

    async def chosen(self, visitor: Visitor, sit: Sit) -> Place:
        """The place chosen on the start screen, if the visitor may have it."""
        place = Place(sit.table, sit.place or PUBLIC)
        if place.viewpoint == PUBLIC and self._may_be_watched(sit.table):
            return place
        if not visitor.key or place not in self._places.at_table(visitor.key, sit.table):
            raise NotLetIn(_REFUSED)
        self._places.take(visitor.key, place)
        return place

    def open(self, place: Place) -> Link:
        """A link for a client of this door; `close` it when the client has ended."""
        return Link(self._base, place.table, self._lobby.let_pass(place.table, place.viewpoint))

    def close(self, link: Link) -> None:
        """The link opens nothing any more."""
        self._lobby.take_back(link.secret)

    async def start_screen(self, visitor: Visitor, told: Sequence[str] = ()) -> StartScreen:
        """What the visitor can choose from."""
        cards = await self._lobby.scenarios()
        titles = {card.name: card.title for card in cards}
        own = self._places.of_key(visitor.key) if visitor.key else []
        watched = [Place(table, PUBLIC) for table in await self._to_watch()]
        rows = [await self._row(place, titles) for place in dict.fromkeys((*own, *watched))]
        may_open = visitor.key and self._create_secret is not None
        return StartScreen(tuple(row for row in rows if row is not None), cards if may_open else (), tuple(told))

    async def lay(self, visitor: Visitor, asked: Lay) -> list[str]:
        """Open a table for the visitor, who holds the seat he asked for; lines that tell of the other seats."""
        if self._create_secret is None or not visitor.key:
            raise NotLetIn("This door opens no new tables.")
        if self._places.laid(visitor.key) >= limits.TABLES:
            raise NotMade(f"This key has opened {limits.TABLES} tables, which is all that one key may.")
        others = (ALL_OTHERS,) if asked.alone else ()
        made = await self._lobby.create(
            Create(PROTOCOL, asked.system, asked.scenario, {}, others, asked.seat, self._create_secret)
        )
        self._places.lay(visitor.key, made.table)
        self._places.take(visitor.key, Place(made.table, made.seat))
        return _words_for_others(made)

    def _may_be_watched(self, table: str) -> bool:
        return ALL in self._public or table in self._public

    async def _to_watch(self) -> Sequence[str]:
        return (await self._lobby.names())[: -OFFERED - 1 : -1] if ALL in self._public else self._public[:OFFERED]

    async def _row(self, place: Place, titles: Mapping[str, str]) -> OwnTable | None:
        """A line of the start screen; none for a table that cannot be opened."""
        try:
            table = await self._lobby.table(place.table)
        except NotLetIn:
            return None
        title = titles.get(table.opened.scenario, table.opened.scenario)
        seat = "" if place.viewpoint == PUBLIC else place.viewpoint
        return OwnTable(table.name, seat, clean(title, 80), clean(_says(table, seat), 80))


def _says(table: Table, seat: str) -> str:
    """How a game stands, for who holds the seat: nothing but what is his to know."""
    if table.outcome:
        return table.outcome
    return "waits for you" if seat and table.waits_for(seat) else ""


def _words_for_others(made: Made) -> list[str]:
    others = {seat: secret for seat, secret in made.seats.items() if seat != made.seat}
    if not others:
        return ["The table is laid."]
    lines = ["The table is laid. The others sit down with these words, shown this once:"]
    lines += [f"{seat:8} ssh -t HOST '{made.table} {secret}'" for seat, secret in others.items()]
    return [*lines, f"{'watch':8} ssh -t HOST '{made.table} {made.watch}'"]

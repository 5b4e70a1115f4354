"""The first screen of `room40 play`: go on with a game, or choose a scenario and a side."""

from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40.protocol.links import Link
from room40.protocol.messages import ScenarioCard
from room40_client import kept
from room40_client.private_game import lay_out, put_down
from room40_client.private_server import NoServer, PrivateServer
from room40_client.reception import catalogue
from room40_client.session import Session, SessionClosed
from room40_client.tui import systems
from room40_client.tui.draw import bar, words
from room40_client.tui.draw.runs import Line, line, rule, safe, wrap
from room40_client.tui.messages import RowChosen, RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.screens.pick import Entry, Pick
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages

SEATS = "seats"
"""The option of a scenario that says for how many seats a table of it is."""


class Wanted(Struct, frozen=True):
    """What was asked for on the command line; "" leaves it to the screen."""

    scenario: str = ""
    side: str = ""
    options: dict[str, int | str | bool] = {}
    go_on: bool = False
    name: str = ""


class Start(Screen[None]):
    """Starts the private server while one chooses; then the table takes its place."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,ctrl+q", "leave", show=False)]

    def __init__(self, ink: Ink, wanted: Wanted) -> None:
        super().__init__()
        self.ink = ink
        self.wanted = wanted
        self.server = PrivateServer(kept.journal(), kept.scenarios())
        self.unfinished = kept.unfinished()
        self.cards: tuple[ScenarioCard, ...] = ()
        self.status: Line = line((" Starting the server …", "dim"))
        self._rows: list[int | None] = []
        self._laying_out = False

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Pages(self.ink, picking=True, id="list")
        yield Lines(self.ink, id="about")
        yield Lines(self.ink, id="found")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#list", Pages).focus()
        self.run_worker(self._begin(), exit_on_error=False)

    async def on_unmount(self) -> None:
        await self.server.stop()

    async def _begin(self) -> None:
        """Start the server; then what the command line wants, or the list of scenarios."""
        try:
            await self.server.start()
            if self.wanted.go_on and self.unfinished:
                self._sit_down(self.unfinished[0])
                return
            self.cards = await catalogue(self.server.base)
        except (NoServer, SessionClosed) as problem:
            self.app.exit(str(problem))
            return
        self.status = line((" Choose with Up and Down; Enter takes it.", "dim"))
        if self.wanted.scenario:
            await self._from_command_line()
        self._draw()

    async def _from_command_line(self) -> None:
        card = next((card for card in self.cards if card.name == self.wanted.scenario), None)
        if card is None:
            names = ", ".join(card.name for card in self.cards)
            self.app.exit(f"There is no scenario called {self.wanted.scenario!r}; there are {names}.")
        else:
            await self._open(card)

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        if not columns:
            return
        self.query_one("#head", Lines).show(
            [rule(line(("Room 40", "strong"), "   wargames of hidden information"), columns)]
        )
        rows: list[Line] = []
        self._rows = []
        for number, game in enumerate(self.unfinished[:6]):
            rows.append(kept_line(game))
            self._rows.append(number)
        if self.unfinished:
            rows.append(line(""))
            self._rows.append(None)
        system = ""
        for number, card in enumerate(self.cards):
            if card.system != system:
                system = card.system
                rows += [line(""), _heading(system, columns)] if number else [_heading(system, columns)]
                self._rows += [None] * (2 if number else 1)
            rows.append(line((f" {safe(card.title)}", "strong"), (f"   {safe(card.name)}", "dim")))
            self._rows.append(100 + number)
        headings = [row for row, what in enumerate(self._rows) if what is None]
        self.query_one("#list", Pages).show(rows, skipped=headings)
        self._draw_about()
        self.query_one("#found", Lines).show([self.status])
        self.query_one("#keys", Lines).show(
            [bar.key_bar([("Up Down", "choose"), ("Enter", "play"), ("q", "leave")], columns)]
        )

    def _draw_about(self) -> None:
        """What the chosen scenario is about."""
        columns, at = self.size.width, self.query_one("#list", Pages).chosen
        what = self._rows[at] if at < len(self._rows) else None
        card = self.cards[what - 100] if what is not None and what >= 100 else None
        pieces = wrap(safe(card.summary), columns - 3) if card else []
        self.query_one("#about", Lines).show([_ruled(card, columns), *(line(f" {piece}") for piece in pieces)])

    def on_row_chosen(self, message: RowChosen) -> None:
        message.stop()
        self._draw_about()

    def action_leave(self) -> None:
        """Leave the program."""
        self.app.exit("")

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        what = self._rows[message.row] if message.row < len(self._rows) else None
        if what is None or not self.server.base or self._laying_out:
            return
        if what < 100:
            self._sit_down(self.unfinished[what])
        else:
            self.run_worker(self._open(self.cards[what - 100]), exit_on_error=False)

    async def _open(self, card: ScenarioCard) -> None:
        """Open a table for a scenario, the computer in every other seat."""
        self._laying_out = True  # a second press must not open a second table
        side = self.wanted.side or await self._side(card)
        if not side:
            self._laying_out = False
            return
        self.status = line((f" Laying out {safe(card.title)} …", "dim"))
        self._draw()
        try:
            game = await lay_out(self.server, card, side, self.wanted.options)
        except SessionClosed as problem:
            self.status = line((f" {safe(str(problem))}", "refused"))
            if self.wanted.scenario:
                self.app.exit(str(problem))
            self._laying_out = False
            self._draw()
            return
        self._sit_down(game)

    async def _side(self, card: ScenarioCard) -> str:
        """Let the side be picked; where an option says for how many seats the table is, only the server knows them."""
        if SEATS in self.wanted.options:
            entry = Entry(self.ink, f"{safe(card.title)}: your seat, by its name")
            return (await self.app.push_screen_wait(entry) or "").strip()
        if len(card.seats) < 2:
            return card.seats[0] if card.seats else ""
        rows = [_seat_line(card, seat) for seat in card.seats]
        taken = await self.app.push_screen_wait(Pick(self.ink, f"{safe(card.title)}: your side", rows))
        return card.seats[taken[0]] if taken else ""

    def _sit_down(self, game: kept.KeptGame) -> None:
        session = Session(Link(self.server.base, game.table, game.secret), self.wanted.name)

        def left() -> None:
            put_down(game, session.view)

        try:
            table = systems.table(game.system, session, self.ink, left)
        except systems.UnknownSystem as unknown:
            self.status = line((f" {safe(str(unknown))}", "refused"))
            self._laying_out = False
            self._draw()
            return
        self.app.push_screen(table)


def _ruled(card: ScenarioCard | None, columns: int) -> Line:
    """The rule over what the chosen scenario is about."""
    return rule(line((safe(card.title), "strong")), columns) if card else line(("─" * columns, "rule"))


def _heading(system: str, columns: int) -> Line:
    """The heading of a system's scenarios."""
    known = systems.SYSTEMS.get(system)
    return rule(line((known.heading if known else safe(system), "strong")), columns)


def _seat_line(card: ScenarioCard, seat: str) -> Line:
    """A seat among those to choose from, with what it holds."""
    name = words.SIDE_NAMES.get(seat, safe(seat).capitalize())
    holds = card.sides.get(seat, "")
    return line((f"{name:<10} ", "strong"), safe(holds)) if holds else line((name, "strong"))


def kept_line(game: kept.KeptGame) -> Line:
    """A game that can be gone on with."""
    counts = systems.SYSTEMS[game.system].counts if game.system in systems.SYSTEMS else "turn"
    how_far = f"{counts} {game.turn}" if game.turn else "not begun"
    side, left = safe(game.side) or words.side_name(game.seat), (game.left or game.begun)[:10]
    return line((f" Go on: {safe(game.title)}", "own"), f"   {side}, {how_far}", (f"   left {left}", "dim"))

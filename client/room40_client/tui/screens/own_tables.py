"""The first screen at the SSH door: choose one of your tables, one to watch, or a scenario for a new one."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40.protocol.messages import ScenarioCard
from room40.protocol.preloaded import Choice, Lay, OwnTable, Sit, StartScreen
from room40_client.own_tables import ALONE, IN_COMPANY, WATCHING, sides
from room40_client.tui.draw import bar, words
from room40_client.tui.draw.runs import Line, line, rule, safe
from room40_client.tui.messages import RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.screens.pick import Pick
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages


class OwnTables(Screen[None]):
    """Ends with the program: what was chosen is told before."""

    CSS = "OwnTables { layout: vertical; background: ansi_default; } #head, #keys { height: 1; } #list { height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,ctrl+q", "leave", show=False)]

    def __init__(self, ink: Ink, screen: StartScreen, choose: Callable[[Choice], None]) -> None:
        super().__init__()
        self.ink = ink
        self._offered = screen
        self._choose = choose
        self._rows: list[OwnTable | ScenarioCard | None] = []
        self._asking = False

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Pages(self.ink, picking=True, id="list")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#list", Pages).focus()

    def on_resize(self) -> None:
        columns = self.size.width
        self.query_one("#head", Lines).show(
            [rule(line(("Room 40", "strong"), "   wargames of hidden information"), columns)]
        )
        rows = self._lay_out(columns)
        self._rows = [what for what, _ in rows]
        skipped = [row for row, what in enumerate(self._rows) if what is None]
        self.query_one("#list", Pages).show([drawn for _, drawn in rows], skipped=skipped)
        keys = [("Up Down", "choose"), ("Enter", "take it"), ("q", "leave")]
        self.query_one("#keys", Lines).show([bar.key_bar(keys, columns)])

    def _lay_out(self, columns: int) -> list[tuple[OwnTable | ScenarioCard | None, Line]]:
        screen = self._offered
        rows: list[tuple[OwnTable | ScenarioCard | None, Line]] = [(None, line(f" {safe(text)}")) for text in screen.told]
        own = [table for table in screen.tables if table.place]
        watched = [table for table in screen.tables if not table.place]
        for heading, tables in (("Your tables", own), ("To watch", watched)):
            if tables:
                rows.append((None, _heading(heading, columns)))
                rows += [(table, _row(table)) for table in tables]
        if screen.scenarios:
            rows.append((None, _heading("New tables", columns)))
            rows += [(card, line((f" {safe(card.title)}", "strong"))) for card in screen.scenarios]
        if not any(what for what, _ in rows):
            rows.append((None, line(" This key holds no seat yet. Take the one of a link with")))
            rows.append((None, line((" ssh -t HOST 'TABLE SECRET'", "strong"))))
        return rows

    async def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        what = self._rows[message.row] if message.row < len(self._rows) else None
        if isinstance(what, OwnTable):
            self._take(Sit(what.table, what.place))
        elif what is not None and not self._asking:
            self._asking = True
            self.run_worker(self._ask_about(what), exit_on_error=False)

    async def _ask_about(self, card: ScenarioCard) -> None:
        seat = await self._pick("your side", sides(card))
        alone = (
            await self._pick("the other seats", [ALONE, IN_COMPANY] if len(card.seats) > 1 else [ALONE]) if seat >= 0 else -1
        )
        self._asking = False
        if alone >= 0:
            self._take(Lay(card.system, card.name, card.seats[seat], alone == 0))

    async def _pick(self, heading: str, offers: list[str]) -> int:
        """Which was picked; -1 for none."""
        if len(offers) == 1:
            return 0
        taken = await self.app.push_screen_wait(Pick(self.ink, heading, [line(safe(text)) for text in offers]))
        return taken[0] if taken else -1

    def _take(self, choice: Choice) -> None:
        self._choose(choice)
        self.app.exit("")

    def action_leave(self) -> None:
        """Leave without a choice."""
        self.app.exit("")


def _heading(text: str, columns: int) -> Line:
    return rule(line((text, "strong")), columns)


def _row(table: OwnTable) -> Line:
    place = words.side_name(table.place) if table.place else WATCHING
    says = (f"   {safe(table.says)}", "alert") if table.says else ""
    return line((f" {safe(table.title)}", "strong"), f"   {safe(place)}", says, (f"   {safe(table.table)}", "dim"))

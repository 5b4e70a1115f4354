"""Before the game: the ships divided into fleets, each with its mission (5.2)."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40_client.tui import forming
from room40_client.tui.draw import asked, words
from room40_client.tui.draw.runs import Line, line, rule, safe
from room40_client.tui.messages import RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.screens.pick import Pick
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages


class Forces(Screen[o.Form | None]):
    """The division of the fleets; answers with the order that asks for it, None when left as it was."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("left,h", "move(-1)", show=False, priority=True),
        Binding("right,l", "move(1)", show=False, priority=True),
        Binding("n", "apart", show=False),
        Binding("t", "to", show=False),
        Binding("m", "mission", show=False),
        Binding("f1", "rules", show=False),
    ]

    def __init__(self, ink: Ink, view: View, draft: forming.Division | None = None, fault: Line = ()) -> None:
        super().__init__()
        self.ink = ink
        self.view = view
        self.draft = draft or forming.division(view)
        self.fault = fault

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Pages(self.ink, picking=True, id="list")
        yield Lines(self.ink, id="found")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#list", Pages).focus()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        used = f"{len(self.draft.fleets)} of {self.draft.counters} counters"
        self.query_one("#head", Lines).show([rule(line(("Your fleets", "strong"), f"   {used}"), columns)])
        self.query_one("#found", Lines).show([self.fault])
        self.query_one("#list", Pages).show([self._row(number, ship) for number, ship in self.draft.rows()])
        keys: asked.Keys = [("Enter", "form them"), ("Left Right", "move ship"), ("n", "own counter"), ("t", "to fleet")]
        keys += [("m", "mission"), ("Esc", "leave")]
        self.query_one("#keys", Lines).show([asked.key_bar(keys, columns)])

    def _row(self, number: int, ship: str) -> Line:
        fleet = self.draft.fleet(number)
        if not ship:
            charge = f" of {words.fleet_name(self.view, fleet.charge)}" if fleet.charge else ""
            return line((f" Fleet {number}", "own"), f"  {fleet.mission.value}{charge}  at {safe(fleet.zone)}")
        seen = self.view.ships[ship]
        return line("     ", (words.ship_name(self.view, ship), "strong"), f"  {safe(seen.kind)}  speed {safe(seen.speed)}")

    def _here(self) -> tuple[int, str]:
        return self.draft.rows()[self.query_one("#list", Pages).chosen]

    def _change(self, draft: forming.Division, ship: str = "") -> None:
        self.draft = draft
        self.fault = ()
        self._draw()
        at = next((i for i, (_, one) in enumerate(draft.rows()) if ship and one == ship), None)
        if at is not None:
            self.query_one("#list", Pages).choose(at)

    def action_move(self, by: int) -> None:
        """The chosen ship to the fleet before or after, among those that lie in the same place."""
        number, ship = self._here()
        if ship and (to := self.draft.neighbour(number, by)) != number:
            self._change(self.draft.put(ship, to), ship)

    def action_apart(self) -> None:
        """The chosen ship under a counter of her own."""
        _, ship = self._here()
        if ship:
            self._change(self.draft.apart(ship), ship)

    def action_to(self) -> None:
        """The chosen ship to a fleet that is picked."""
        _, ship = self._here()
        numbers = [f.number for f in self.draft.fleets]

        def put(taken: tuple[int, ...] | None) -> None:
            if taken:
                self._change(self.draft.put(ship, numbers[taken[0]]), ship)

        if ship:
            rows = [line((f"Fleet {n}", "own"), f"  {self.draft.fleet(n).mission.value}") for n in numbers]
            self.app.push_screen(Pick(self.ink, "Move her to", rows), put)

    def action_mission(self) -> None:
        """The next mission for the fleet."""
        number, ship = self._here()
        self._change(self.draft.next_mission(number), ship)

    def action_rules(self) -> None:
        """The rules of missions."""
        from room40_client.tui.screens.reading import Rules

        self.app.push_screen(Rules(self.ink, "5.2"))

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        self.dismiss(self.draft.order())

    def action_leave(self) -> None:
        """Leave everything as it was."""
        self.dismiss(None)

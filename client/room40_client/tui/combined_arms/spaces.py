"""The table of spaces: one line each, in several orders; it works on the narrowest terminal."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.desk import Desk, DeskChanged
from room40_client.tui.combined_arms.draw.spaces import ORDERS, ordered, row, title
from room40_client.tui.combined_arms.draw.stands import stands
from room40_client.tui.draw.bar import key_bar
from room40_client.tui.draw.runs import line, rule
from room40_client.tui.messages import RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages


class SpacesTable(Screen[str | None]):
    """Answers the space that was picked, None when it was left."""

    CSS_PATH = "spaces.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,t", "leave", show=False),
        Binding("s,tab", "order(1)", show=False, priority=True),
        Binding("shift+tab", "order(-1)", show=False, priority=True),
    ]

    def __init__(self, ink: Ink, desk: Desk, space: str, order: str) -> None:
        super().__init__()
        self.ink = ink
        self.desk = desk
        self.space = space
        self.order = order
        self._spaces: list[str] = []

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Lines(self.ink, id="columns")
        yield Pages(self.ink, picking=True, id="list")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.leave = self.desk.listen(lambda: self.post_message(DeskChanged()))
        self.query_one("#list", Pages).focus()

    def on_unmount(self) -> None:
        self.leave()

    def on_desk_changed(self, message: DeskChanged) -> None:
        message.stop()
        self.space = self._here()
        self._draw()

    def on_resize(self) -> None:
        self._draw()
        self.call_after_refresh(self._choose)

    def _draw(self) -> None:
        columns = self.size.width
        if not columns:
            return
        view: View = self.desk.view
        here = stands(view)
        self._spaces = ordered(view, here, self.order)
        head = rule(line(("Spaces", "strong"), f"   {ORDERS[self.order]}"), columns)
        self.query_one("#head", Lines).show([head])
        self.query_one("#columns", Lines).show([title(columns)])
        self.query_one("#list", Pages).show([row(view, here, space, columns) for space in self._spaces])
        keys = [("Up Down", "choose"), ("s", "next order"), ("Enter", "go there"), ("Esc", "back")]
        self.query_one("#keys", Lines).show([key_bar(keys, columns)])

    def _choose(self) -> None:
        if self.space in self._spaces:
            self.query_one("#list", Pages).choose(self._spaces.index(self.space))

    def _here(self) -> str:
        at = self.query_one("#list", Pages).chosen
        return self._spaces[at] if at < len(self._spaces) else self.space

    def action_order(self, by: int) -> None:
        """The next order of the lines; the chosen space stays chosen."""
        self.space = self._here()
        names = list(ORDERS)
        self.order = names[(names.index(self.order) + by) % len(names)]
        self._draw()
        self._choose()

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        self.dismiss(self._here())

    def action_leave(self) -> None:
        """Back to the map as it was."""
        self.dismiss(None)

"""A question before what cannot be taken back: some lines, and Enter or Esc."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from room40_client.tui.draw.bar import key_bar
from room40_client.tui.draw.runs import Line, line, rule
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines


class Confirm(ModalScreen[bool | None]):
    """True for Enter, False for leaving it, None for f where that is offered: to do something else first."""

    CSS_PATH = "foot.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "answer(True)", show=False),
        Binding("escape,q,n", "answer(False)", show=False),
        Binding("f", "first", show=False),
        Binding("f1", "rules", show=False),
    ]

    def __init__(self, ink: Ink, title: str, lines: Sequence[Line], yes: str, first: str = "") -> None:
        super().__init__()
        self.ink = ink
        self.title_text = title
        self.text = list(lines)
        self.yes = yes
        self.first = first

    def compose(self) -> ComposeResult:
        with Vertical(id="foot"):
            yield Lines(self.ink, id="head")
            yield Lines(self.ink, id="text")
            yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self._draw()

    def put(self, lines: Sequence[Line]) -> None:
        """Say something else above the keys."""
        self.text = list(lines)
        if self.is_attached and self.query("#foot"):
            self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        self.query_one("#foot").styles.height = min(len(self.text), self.size.height - 4) + 2
        self.query_one("#head", Lines).show([rule(line((self.title_text, "strong")), columns)])
        self.query_one("#text", Lines).show(self.text)
        keys = [("Enter", self.yes), *([("f", self.first)] if self.first else []), ("Esc", "not yet")]
        self.query_one("#keys", Lines).show([key_bar(keys, columns)])

    def action_answer(self, yes: bool) -> None:
        """Yes or no."""
        self.dismiss(yes)

    def action_first(self) -> None:
        """The other thing, before."""
        if self.first:
            self.dismiss(None)

    def action_rules(self) -> None:
        """The rules, where they speak of moves."""
        from room40_client.tui.screens.paper import Rules

        self.app.push_screen(Rules(self.ink, "K1.2"))

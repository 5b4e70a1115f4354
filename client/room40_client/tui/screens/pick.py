"""Short questions at the foot of the screen: pick a line, tick some, or write a line."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from room40_client.tui.draw import asked
from room40_client.tui.draw.runs import Line, line, rule
from room40_client.tui.messages import RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages


class Pick(ModalScreen[tuple[int, ...] | None]):
    """A list to pick one line of, or, `many`, to tick any number; None when it was left."""

    CSS_PATH = "pick.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("space", "tick", show=False, priority=True),
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 10)),
    ]

    def __init__(self, ink: Ink, title: str, items: Sequence[Line], many: bool = False, numbered: bool = True) -> None:
        super().__init__()
        self.ink = ink
        self.title_text = title
        self.items = list(items)
        self.many = many
        self.numbered = numbered
        self.ticked: set[int] = set()

    def compose(self) -> ComposeResult:
        with Vertical(id="foot"):
            yield Lines(self.ink, id="head")
            yield Pages(self.ink, picking=True, id="list")
            yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#list", Pages).focus()
        self.query_one("#foot").styles.height = min(len(self.items) + 2, max(6, self.size.height - 6))
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        self.query_one("#head", Lines).show([rule(line((self.title_text, "strong")), columns)])
        rows = [line(self._mark(n), *of) for n, of in enumerate(self.items)]
        self.query_one("#list", Pages).show(rows)
        take = [("Space", "tick"), ("Enter", "done")] if self.many else [("Enter", "take it")]
        if self.numbered and not self.many:
            take.append(("1-9", "take by number"))
        self.query_one("#keys", Lines).show([asked.key_bar([("Up Down", "choose"), *take, ("Esc", "leave")], columns)])

    def _mark(self, number: int) -> str:
        if self.many:
            return f" [{'x' if number in self.ticked else ' '}] "
        return f" {number + 1}  " if number < 9 and self.numbered else " "

    def action_tick(self) -> None:
        """Tick the chosen line, or take the tick away; where nothing is ticked, a page down."""
        if not self.many:
            self.query_one("#list", Pages).action_turn(1)
        else:
            self.ticked ^= {self.query_one("#list", Pages).chosen}
            self._draw()

    def action_number(self, number: int) -> None:
        """Take, or tick, a line by its number."""
        if number > len(self.items) or not self.numbered:
            return
        if self.many:
            self.ticked ^= {number - 1}
            self._draw()
        else:
            self.dismiss((number - 1,))

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        self.dismiss(tuple(sorted(self.ticked)) if self.many else (message.row,))

    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)


class Entry(ModalScreen[str | None]):
    """One line to write; None when it was left."""

    CSS_PATH = "pick.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, ink: Ink, label: str, text: str = "", hint: str = "") -> None:
        super().__init__()
        self.ink = ink
        self.label = label
        self.text = text
        self.hint = hint

    def compose(self) -> ComposeResult:
        with Vertical(id="foot"):
            yield Lines(self.ink, id="head")
            with Horizontal(id="row"):
                yield Input(self.text, id="entry", compact=True, select_on_focus=False)
            yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        box = self.query_one("#entry", Input)
        box.cursor_blink = False
        box.cursor_position = len(self.text)
        box.focus()
        self.query_one("#foot").styles.height = 3
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        self.query_one("#head", Lines).show(
            [rule(line((self.label, "strong"), (f"   {self.hint}" if self.hint else "", "dim")), columns)]
        )
        self.query_one("#keys", Lines).show([asked.key_bar([("Enter", "done"), ("Esc", "leave")], columns)])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value)

    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)

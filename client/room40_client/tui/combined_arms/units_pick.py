"""How many of each kind of unit go: a list at the foot of the screen."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.picking import Group
from room40_client.tui.draw.bar import Keys, key_bar
from room40_client.tui.draw.runs import Line, line, rule
from room40_client.tui.messages import RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages


class UnitsPick(ModalScreen[tuple[str, ...] | None]):
    """Picks units by number; None when it was left. `reached` says where what is picked can go, for the line above."""

    CSS_PATH = "foot.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("f1", "rules", show=False),
        Binding("plus,equals_sign,right,l", "more(1)", show=False, priority=True),
        Binding("minus,left,h", "more(-1)", show=False, priority=True),
        Binding("a", "all", show=False, priority=True),
        Binding("space,tab", "next", show=False, priority=True),
        *(Binding(str(n), f"number({n})", show=False) for n in range(10)),
    ]

    def __init__(
        self, ink: Ink, view: View, title: str, groups: Sequence[Group], reached: Callable[[tuple[str, ...]], Line]
    ) -> None:
        super().__init__()
        self.ink = ink
        self.view = view
        self.title_text = title
        self.groups = list(groups)
        self.reached = reached
        self.taken = [0] * len(self.groups)
        self._typed = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="foot"):
            yield Lines(self.ink, id="head")
            yield Pages(self.ink, picking=True, id="list")
            yield Lines(self.ink, id="found")
            yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#list", Pages).focus()
        self.query_one("#foot").styles.height = min(len(self.groups) + 3, max(6, self.size.height - 4))
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    @property
    def picked(self) -> tuple[str, ...]:
        """The units picked so far."""
        return tuple(i for group, number in zip(self.groups, self.taken, strict=True) for i in group.ids[:number])

    def _draw(self) -> None:
        columns = self.size.width
        self.query_one("#head", Lines).show([rule(line((self.title_text, "strong")), columns)])
        self.query_one("#list", Pages).show([self._row(at) for at in range(len(self.groups))])
        units = self.picked or self.groups[self._here].ids
        found = self.reached(units)
        self.query_one("#found", Lines).show([found if self.picked else line((" Enter takes all:", "dim"), *found)])
        keys: Keys = [
            ("Up Down", "choose"),
            ("+ -", "number"),
            ("0-9", "so many"),
            ("a", "all"),
            ("Enter", "go"),
            ("Esc", "leave"),
        ]
        self.query_one("#keys", Lines).show([key_bar(keys, columns)])

    def _row(self, at: int) -> Line:
        group, number = self.groups[at], self.taken[at]
        name = terms.several(self.view, group.type, 2 if len(group.ids) > 1 else 1).split(" ", 1)[1]
        count = (f" {number:>2} of {len(group.ids):<2} ", "strong" if number else "dim")
        left = f"  moves {group.left}"
        return line(count, f"{name:<20}", (left, "dim"), (f"  {group.note}" if group.note else "", "dim"))

    @property
    def _here(self) -> int:
        return self.query_one("#list", Pages).chosen

    def _take(self, at: int, number: int) -> None:
        self.taken[at] = max(0, min(len(self.groups[at].ids), number))
        self._draw()

    def action_more(self, by: int) -> None:
        """One more or less of the chosen kind."""
        self._typed = ""
        self._take(self._here, self.taken[self._here] + by)

    def action_number(self, number: int) -> None:
        """So many of the chosen kind; two figures one after the other make one number."""
        self._typed = (self._typed + str(number))[-2:]
        self._take(self._here, int(self._typed))

    def action_next(self) -> None:
        """The next kind."""
        self._typed = ""
        self.query_one("#list", Pages).choose((self._here + 1) % len(self.groups))
        self._draw()

    def action_all(self) -> None:
        """All that can go, or none of them."""
        full = [len(group.ids) for group in self.groups]
        self.taken = [0] * len(full) if self.taken == full else full
        self._draw()

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        self.dismiss(self.picked or self.groups[message.row].ids)

    def action_leave(self) -> None:
        """Leave without picking."""
        self.dismiss(None)

    def action_rules(self) -> None:
        """The rules, where they speak of moves."""
        from room40_client.tui.screens.paper import Rules

        self.app.push_screen(Rules(self.ink, "K3.1"))

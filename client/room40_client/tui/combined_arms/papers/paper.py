"""What all papers of a 1942 table share: a head, a body, the line that asks, the line of keys.

A paper says what it shows (`heading`, `body`, `asked`, `keys`), what a key does (`press`), and when it is of no more use
(`is_over`). It follows the desk by itself, and closes itself when it is over.
"""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40.combined_arms.orders import Order
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.desk import Desk, DeskChanged, Told
from room40_client.tui.draw import asked as key_line
from room40_client.tui.draw.runs import Line, ends, line, rule, safe, wrap
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines

Keys = list[tuple[str, str]]
MOST_ASKED = 3
"""So many lines a refusal may take above the keys."""


class Paper(Screen[None]):
    """A paper laid over the table."""

    CSS_PATH = "paper.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "pressed('tab')", show=False, priority=True),
        Binding("shift+tab", "pressed('shift+tab')", show=False, priority=True),
        Binding("ctrl+q", "app.quit", show=False),
    ]
    waits_for_answer: ClassVar[frozenset[str]] = frozenset()
    """Keys that are not lost when they are pressed while an order waits for its answer; never one that completes a phase."""

    def __init__(self, ink: Ink, desk: Desk) -> None:
        super().__init__()
        self.ink = ink
        self.desk = desk
        self.fault = ""
        """The refusal of the last order, or what was wrong with the last key; "" once another key is pressed."""
        self.fault_clause = ""
        self.is_busy = False
        """Whether an order waits for its answer."""
        self.ahead: list[str] = []
        """Keys pressed meanwhile."""
        self._leave: Callable[[], None] = lambda: None

    # ---- what a paper says of itself ----

    def is_over(self) -> bool:
        """Whether there is nothing more to do or to read here."""
        return False

    def take(self) -> None:
        """The view has changed."""

    def heading(self) -> tuple[Line, Line]:
        """The head: its left and its right end."""
        return line(), line()

    def body(self, columns: int, rows: int) -> list[Line]:
        """What stands between head and foot."""
        return []

    def asked(self) -> Line:
        """What is wanted of the player, one line."""
        return line()

    def keys(self) -> Keys:
        """The keys that matter now, the most wanted first."""
        return []

    def all_keys(self) -> Keys:
        """All keys in full words, for the list of them."""
        return self.keys()

    def clause(self) -> str:
        """The clause at which the rules open."""
        return "K1"

    def press(self, key: str) -> None:
        """What a key does."""

    def leave_it(self) -> None:
        """Back to the table."""
        self.dismiss()

    # ---- following the desk ----

    @property
    def view(self) -> View:
        """The view as it stands."""
        return self.desk.view

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Lines(self.ink, id="body")
        yield Lines(self.ink, id="asked")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self._leave = self.desk.listen(self._heard)
        self.changed()

    def _heard(self) -> None:
        self.post_message(DeskChanged())

    def on_unmount(self) -> None:
        self._leave()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def on_screen_resume(self) -> None:
        self.changed()

    def on_desk_changed(self, message: DeskChanged) -> None:
        message.stop()
        self.changed()

    def changed(self) -> None:
        """Look at the desk anew: take what is new, or close."""
        if not self.is_mounted or not self.query("#keys"):
            return  # it is resumed before it is laid out when two papers come at once
        self.take()
        if not self.is_over():
            self.draw()
        elif self.app.screen is self and not self.is_busy:
            self.dismiss()

    def draw(self) -> None:
        """Put everything on the screen; only lines that differ are painted."""
        columns, rows = self.size
        if not columns or not self.is_mounted or self.is_over():
            return
        foot = self._foot(columns)
        box = self.query_one("#asked", Lines)
        if box.styles.height is None or box.styles.height.value != len(foot):
            box.styles.height = len(foot)
            self.call_after_refresh(self.draw)
        left, right = self.heading()
        if self.desk.trouble:
            right = line((f" {self.desk.trouble} ", "alert"))
        head = ends(rule(left, columns - sum(len(text) for text, _ in right)), right, columns)
        self.query_one("#head", Lines).show([head])
        self.query_one("#body", Lines).show(self.body(columns, rows - 2 - len(foot)))
        box.show(foot)
        help_: Keys = key_line.HELP
        self.query_one("#keys", Lines).show([key_line.key_bar([*self.keys(), *help_], columns)])

    def _foot(self, columns: int) -> list[Line]:
        if self.fault:
            explains = "  F1 explains" if self.fault_clause else ""
            pieces = wrap(f" {safe(self.fault)}", columns - len(explains) - 1, " ")[:MOST_ASKED]
            lines = [line((piece, "refused")) for piece in pieces]
            return [*lines[:-1], line(*lines[-1], (explains, "dim"))]
        if self.is_busy:
            return [line((" Sent; the umpire has it.", "dim"))]
        return [self.asked()]

    # ---- orders ----

    def give(self, *orders: Order, then: Callable[[], None] | None = None) -> None:
        """Give orders one after another; the first refusal ends it and is shown. `then`: once all have counted."""
        if self.is_busy:
            return
        self.is_busy = True
        # the application's worker, not the screen's: an order once given goes out whether or not the paper is laid away
        self.app.run_worker(self._give(orders, then), exit_on_error=False)
        self.draw()

    async def _give(self, orders: tuple[Order, ...], then: Callable[[], None] | None) -> None:
        fault = ""
        try:
            for order in orders:
                if fault := await self.desk.give(order):
                    break
        except Exception as error:  # it must not fail in silence
            fault = f"That went wrong inside this program: {error!r}."
            self.desk.told = Told("", fault)
        finally:
            self.is_busy = False
        ahead, self.ahead = self.ahead, []
        if fault:
            self.complain(fault, self.desk.told.clause)
        elif then is not None:
            then()
        self.changed()
        if not fault and self.is_mounted:
            for key in ahead:
                self.action_pressed(key)

    def complain(self, sentence: str, clause: str = "") -> None:
        """Say what is wrong until the next key."""
        self.fault, self.fault_clause = sentence, clause
        self.draw()

    # ---- keys ----

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.action_pressed(event.key)

    def action_pressed(self, key: str) -> None:
        """A key: the help keys are the same on all papers, the others each paper's own."""
        clause = self.fault_clause or self.clause()
        self.fault = self.fault_clause = ""
        if key == "f1":
            self.explain(clause)
        elif key == "question_mark":
            self._list_keys()
        elif key in ("escape", "q"):
            self.leave_it()
        elif not self.is_busy:
            self.press(key)
        elif key in self.waits_for_answer:
            self.ahead.append(key)
        self.draw()

    def explain(self, clause: str) -> None:
        """The rules, open at a clause."""
        from room40_client.tui.screens.reading import rules_screen

        self.app.push_screen(rules_screen(self.ink, clause))

    def _list_keys(self) -> None:
        from room40_client.tui.screens.pick import Pick

        rows = [line((f"{key:<12}", "hot"), text) for key, text in [*self.all_keys(), *_ALWAYS]]
        self.app.push_screen(Pick(self.ink, "Keys", rows, numbered=False))


_ALWAYS: Keys = [
    ("F1", "the rules, at the clause that matters"),
    ("Esc", "back to the table; what is written is kept"),
    ("Ctrl+Q", "leave the table"),
]


def digit(key: str) -> int | None:
    """The figure that a key is, None if it is none."""
    return int(key) if len(key) == 1 and key.isdecimal() and key.isascii() else None


def step(key: str) -> int:
    """+1 and -1 for the keys that say more and less, else 0."""
    if key in ("plus", "equals_sign", "right", "l"):
        return 1
    return -1 if key in ("minus", "left", "h", "underscore") else 0


def way(key: str) -> int:
    """+1 and -1 for the keys that go down and up, else 0."""
    if key in ("down", "j", "tab"):
        return 1
    return -1 if key in ("up", "k", "shift+tab") else 0


def window(lines: list[Line], rows: int, cursor: int) -> list[Line]:
    """So many of the lines as find room, the one with the cursor among them; where some are left out it is said."""
    if len(lines) <= rows:
        return lines
    top = max(0, min(cursor - rows // 2, len(lines) - rows))
    cut = lines[top : top + rows]
    if top:
        cut[0] = line(*cut[0], ("  ^ more", "dim"))
    if top + rows < len(lines):
        cut[-1] = line(*cut[-1], ("  v more", "dim"))
    return cut

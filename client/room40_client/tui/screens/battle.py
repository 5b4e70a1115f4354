"""The battle on the tactical board: the board and the words round it, one line that asks, one line of keys (7.2, 7.3).

The table below it keeps the wire; it hands every view on (`attend`). What is asked is a task of `room40_client.tui.board`;
this screen draws it, gives it the keys, and sends what it orders.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40_client.tui.board import idle, signs, terms
from room40_client.tui.board.firing_task import FiringTask
from room40_client.tui.board.moving_task import MovingTask
from room40_client.tui.board.opening_task import BasicTask, EntryTask, KeepTask, SetUpTask
from room40_client.tui.board.task import Choice, Give, Glance, Outcome, Task, Told, in_hex
from room40_client.tui.board.teller import Teller
from room40_client.tui.draw import asked, board, board_side
from room40_client.tui.draw.board_scene import scene_of
from room40_client.tui.draw.runs import Line, ends, line, safe, width
from room40_client.tui.screens import reading
from room40_client.tui.screens.pick import Entry, Pick
from room40_client.tui.widgets.hex_board import HexBoard, HexPicked
from room40_client.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from room40_client.tui.screens.attending import Attending

_WAYS = {"w": "N", "e": "NE", "d": "SE", "s": "S", "a": "SW", "q": "NW"}
_OWN_KEYS = ("x", "m", "r", "c", "h", "u", "o", "z", "B", "backspace")
_LOOKING: asked.Keys = [
    ("k", "signs"),
    ("i", "what is here"),
    ("v", "cards"),
    ("l", "log"),
    ("n", "names"),
    ("f", "chart"),
    *asked.HELP,
]
_READING: asked.Keys = [("Space", "on"), ("Esc", "skip"), ("l", "log"), ("v", "cards"), ("k", "signs"), *asked.HELP]


class BattleScreen(Screen[None]):
    """A battle, until it is over or one goes back to the chart."""

    CSS_PATH = "battle.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"letter('{way}')", show=False) for key, way in _WAYS.items()),
        *(Binding(key.upper(), f"all_go('{way}')", show=False) for key, way in _WAYS.items()),
        *(Binding(way, f"arrow('{way}')", show=False) for way in ("up", "down", "left", "right")),
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 10)),
        *(Binding(key, f"act('{key}')", show=False) for key in _OWN_KEYS),
        Binding("tab", "next(1)", show=False, priority=True),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
        Binding("space", "here", show=False),
        Binding("enter", "enter", show=False),
        Binding("g", "go_to", show=False),
        Binding("n", "names", show=False),
        Binding("k", "signs", show=False),
        Binding("i", "inside", show=False),
        Binding("v", "cards", show=False),
        Binding("l", "log", show=False),
        Binding("y", "chat", show=False),
        Binding("f1", "rules", show=False),
        Binding("question_mark", "keys", show=False),
        Binding("escape", "leave", show=False),
        Binding("f", "to_chart", show=False),
        Binding("ctrl+q", "app.quit", show=False),
    ]

    def __init__(self, desk: "Attending", view: View) -> None:
        super().__init__()
        self.desk = desk
        self.ink = desk.ink
        self.view = view
        found = terms.on_board(view)
        assert found is not None
        self.glance = Glance(view, *found)
        self.teller = Teller(self.glance)
        self.duty = Task(self.glance)
        self.about: idle.Asked | None = None
        self.given: idle.Asked | None = None
        self.names = False
        self.notice: Told | None = None
        self.over = False

    def compose(self) -> ComposeResult:
        yield HexBoard(self.ink, id="board")
        yield Lines(self.ink, id="below")
        yield Lines(self.ink, id="asked")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#board").focus()
        self.take(self.view)

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def on_screen_resume(self) -> None:
        if self.over and not self.teller.telling:
            self._end()

    # ---- the view ----

    def take(self, view: View) -> None:
        """A new view: the same question keeps its plan, a new one begins its task."""
        self.view = self.glance.view = view
        found = terms.on_board(view)
        if found is not None and found[0].zone == self.teller.zone:
            self.glance.battle, self.glance.board = found
            about = idle.asked(view)
            if about != self.about or about is None:
                self.about = about
                self.duty = task_of(self.glance)
        else:
            self.over = True
            self.duty = Task(self.glance)
        if self.teller.take(self.desk.read) and not self.teller.shown:
            self.notice = None
            self.desk.has_read(self.teller.on())
        elif self.over and not self.teller.telling:
            self._end()
            return
        self.draw()

    def remark(self, told: Told) -> None:
        """Show a line in place of what is asked, until the next key."""
        self.notice = told
        self.draw()

    def _told_to(self, number: int) -> None:
        """The log has been told as far as this; with all told, a battle that is over ends here too."""
        self.desk.has_read(number)
        if self.over and not self.teller.telling:
            self._end()
        else:
            self.draw()

    def _end(self) -> None:
        """The battle is over and told: its report takes the board's place."""
        if self.app.screen is self:
            self.desk.report_of(self.teller.first, self.teller.now())
            self.app.switch_screen(reading.Reading(self.ink, "Battle report", self.teller.report))

    # ---- drawing ----

    def draw(self) -> None:
        """Put everything on the screen anew; only lines that differ are painted."""
        columns, rows = self.size
        if not columns or not self.is_mounted:
            return
        glance = self.glance
        size = board.size_for(glance.geometry, columns, rows)
        down = board.extent(glance.geometry, size)[1]
        scene = scene_of(self.view, glance.battle, glance.board, self.duty.marks(), glance.cursor, self.names)
        right = board_side.right(glance, self.duty, size, columns)
        drawn = board.compose(scene, size, columns, board_side.left(glance, size, self.duty.exits()), right)
        below = max(0, rows - 2 - down)
        apart = self.teller.shown and below < 6
        told = self.teller.panel(columns, self.teller.height(down - 4), with_cards=True) if apart else []
        widget = self.query_one("#board", HexBoard)
        widget.board, widget.hex_size = glance.geometry, size
        widget.covered = len(told)
        if widget.styles.height is None or widget.styles.height.value != down:
            widget.styles.height = down
        self.query_one("#below").display = below > 0
        widget.show(board.lay_over(drawn, told, columns) if widget.covered else drawn)
        self.query_one("#below", Lines).show([] if told else self.teller.papers(columns, below, self.desk.read))
        self.query_one("#asked", Lines).show([self._asked(columns)])
        now = self.duty.keys()
        keys = _READING if self.teller.shown else [*now, *(pair for pair in _LOOKING if pair not in now)]
        self.query_one("#keys", Lines).show([asked.key_bar(keys, columns)])

    def _asked(self, columns: int) -> Line:
        if self.notice and self.notice.text:
            head = f" {safe(self.notice.clause)}: " if self.notice.clause else " "
            style = "refused" if self.notice.clause else "strong"
            said = line((head + safe(self.notice.text), style), ("   F1 explains", "dim") if self.notice.clause else "")
            return said if self.notice.clause else self._with_enter(said, columns)
        if self.desk.trouble():
            return line((f" {self.desk.trouble()}", "alert"))
        if self.teller.shown:
            left = len(self.teller.waiting)
            what = f"{left} more to tell" if left else "X struck off now, x before" if self.teller.struck else "all is read"
            return ends(line((f" {what}; Space goes on.", "strong")), line(("Esc skips ", "dim")), columns)
        return self.duty.asked()

    def _with_enter(self, said: Line, columns: int) -> Line:
        """A remark, and after it what Enter will do, where there is room for both: a remark must not hide what is asked."""
        plan = self.duty.enter()
        whole = line(*said, "  Enter: ", (plan, "strong"))
        return whole if plan and width(whole) <= columns else said

    # ---- keys ----

    def _do(self, outcome: Outcome) -> None:
        """What comes of a key."""
        self.notice = None
        if isinstance(outcome, Told):
            self.notice = outcome
        elif isinstance(outcome, Give):
            self._give(*outcome.orders)
        elif isinstance(outcome, Choice):
            self.run_worker(self._choose(outcome), exit_on_error=False)
        self.draw()

    async def _choose(self, choice: Choice) -> None:
        taken = await self.app.push_screen_wait(Pick(self.ink, choice.title, choice.items, many=choice.many))
        if taken is not None:
            self._do(choice.then(taken))

    def _give(self, *orders: o.Order) -> None:
        self.desk.run_worker(self._sent(orders), exit_on_error=False)

    async def _sent(self, orders: Sequence[o.Order]) -> None:
        refusal = await self.desk.despatch(orders)
        if refusal is not None:
            self.given = None
            self.notice = Told(refusal[1], refusal[0])
            self.draw()

    def action_letter(self, way: str) -> None:
        """A letter of the six ways."""
        if not self.teller.shown:
            self._do(self.duty.letter(way))

    def action_all_go(self, way: str) -> None:
        """All groups one step."""
        if not self.teller.shown:
            self._do(self.duty.all_go(way))

    def action_arrow(self, way: str) -> None:
        """An arrow."""
        if not self.teller.shown:
            self._do(self.duty.arrow(way))

    def action_next(self, by: int) -> None:
        """The next group or ship."""
        if not self.teller.shown:
            self._do(self.duty.next(by))

    def action_number(self, number: int) -> None:
        """A digit."""
        if not self.teller.shown:
            self._do(self.duty.number(number))

    def action_act(self, key: str) -> None:
        """A key of the task's own."""
        if not self.teller.shown:
            self._do(self.duty.act(key))

    def action_here(self) -> None:
        """Read on; else what Space does."""
        if self.teller.shown:
            self.notice = None
            self._told_to(self.teller.on())
            return
        self._do(self.duty.here())

    def action_enter(self) -> None:
        """Read on; else give the order of this step."""
        if self.teller.shown:
            self.action_here()
            return
        if fault := self.duty.fault():
            self._do(fault)
        elif (orders := self.duty.orders()) and self.given != self.about:
            self.given = self.about  # a second Enter before the answer must not answer the next step
            self.notice = None
            self._give(*orders)

    def on_hex_picked(self, message: HexPicked) -> None:
        if not self.teller.shown:
            self.glance.cursor = message.hex
            self._do(self.duty.here())

    def on_click(self, event: events.Click) -> None:
        if event.widget is not None and event.widget.id == "asked":
            self.action_enter()

    # ---- looking ----

    def action_go_to(self) -> None:
        """To a hex by its name."""

        def go(text: str | None) -> None:
            if not text:
                return
            found = self.glance.geometry.named(text)
            fault = Told(f"{text.strip()[:12]!r} is no hex of this board: as W3, G6.", "H7.41")
            self._do(self.duty.to_hex(found) if found else fault)

        self.app.push_screen(Entry(self.ink, "Go to hex", hint="W3 and the like on the edge, G6 and the like inside"), go)

    def action_names(self) -> None:
        """The names of all hexes, or not."""
        self.names = not self.names
        self.draw()

    def action_inside(self) -> None:
        """Everything in the hex under the cursor."""
        stands = in_hex(self.glance, self.glance.cursor)
        name = self.glance.geometry.name(self.glance.cursor)
        rows = [line((text, style)) for text, style in stands] or [line(("nothing in sight", "dim"))]
        self.app.push_screen(Pick(self.ink, f"In {name}", rows))

    def action_cards(self) -> None:
        """The ship cards of this battle."""
        heading = "Ship cards: o left, X lost in this battle, x before; P S T the guns by class"
        self.app.push_screen(reading.Reading(self.ink, heading, self.teller.all_cards, back="to the board"))

    def action_log(self) -> None:
        """All that was told of the battle."""
        self.app.push_screen(reading.Reading(self.ink, "The battle so far", self.teller.report, back="to the board"))

    def action_chat(self) -> None:
        """Say a line to the whole table."""
        self.app.push_screen(reading.chat_screen(self.desk))

    def action_rules(self) -> None:
        """The rules, at the clause that matters here."""
        clause = self.notice.clause if self.notice and self.notice.clause else ""
        if self.teller.shown:
            clause = self.teller.shown[-1].clause
        self.app.push_screen(reading.rules_screen(self.ink, clause or self.duty.clause or self.view.ask.clause))

    def action_keys(self) -> None:
        """All keys that matter now."""
        now = self.duty.keys()
        mine = [(key, signs.IN_FULL.get(text, text)) for key, text in now]
        others = [pair for pair in signs.ALWAYS if pair[0] not in dict(mine)]
        rows = [line((f"{key:<12}", "hot"), text) for key, text in [*mine, *others]]
        self.app.push_screen(Pick(self.ink, "Keys", rows, numbered=False))

    def action_signs(self) -> None:
        """What the signs on the board mean."""
        rows = [line((f"{sign:<12}", "hot"), text) for sign, text in signs.SIGNS]
        self.app.push_screen(Pick(self.ink, "Signs on the board", rows, numbered=False))

    def action_leave(self) -> None:
        """Skip what is told; else leave off what is half done."""
        if self.teller.shown:
            self.notice = None
            self._told_to(self.teller.all())
        else:
            self._do(None if self.duty.cancel() else Told("f goes to the chart, and comes back."))

    def action_to_chart(self) -> None:
        """A look at the chart."""
        self.desk.left_board()
        self.app.pop_screen()


def task_of(glance: Glance) -> Task:
    """The task that answers what is asked."""
    kind = glance.view.ask.kind
    if kind == "manoeuvre":
        return MovingTask(glance)
    if kind in ("gunnery", "torpedoes"):
        return FiringTask(glance, torpedoes=kind == "torpedoes")
    made = {"entry": EntryTask, "set up": SetUpTask, "basic": BasicTask, "keep": KeepTask}.get(kind)
    return made(glance) if made else Task(glance)

"""The desk: what the table screen shows, kept in step with the wire; how orders are sent and lines of text asked for."""

from collections.abc import Awaitable, Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40.geometry.seachart import SeaChart, Zone
from room40.protocol.messages import Refusal
from room40_client.session import Decided, Heard, LineState, SessionClosed
from room40_client.tui import attention, walk
from room40_client.tui.draw import asked, papers, runs, sheet, title, words
from room40_client.tui.draw.runs import Line, line, safe
from room40_client.tui.draw.scene import about_zone, scene_of
from room40_client.tui.messages import Changed
from room40_client.tui.palette import Ink
from room40_client.tui.screens.wired import Wired
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages
from room40_client.tui.widgets.sea_chart import ChartView
from room40_client.tui.wire import ViewFault, Wire, read_view
from room40_client.tui.writing import Trace

WIDE, TALL = 110, 34
"""From so many columns there are papers beside the chart; from so many lines the whole order sheet is below it."""


Asked = Callable[[str], Awaitable[str]]
"""Takes what was typed; answers a fault to show, or "" when it was taken."""
Checked = Callable[[str], Line]
"""Says of a text half typed what it is so far."""


class Desk(Wired):
    """A seat at a table, or a place to watch from, without its keys."""

    CSS_PATH = "table.tcss"

    def __init__(self, wire: Wire, ink: Ink, left: Callable[[], None] = lambda: None) -> None:
        super().__init__(wire, ink, left)
        self.view: View | None = None
        self.chart = SeaChart((), "even")
        self.chosen = ""
        self.mode = "plot"
        self.trace: Trace | None = None
        self.writing: sheet.Writing | None = None
        self.ticked: frozenset[str] = frozenset()
        self.read = -1
        self.large_sheet = False
        self.clause = ""
        self.status: Line = ()
        self._lasting = False
        self._taken: Asked | None = None
        self._checked: Checked | None = None

    # ---- the screen and the wire ----

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="title")
        with Horizontal(id="middle"):
            yield ChartView(self.ink, id="chart")
            with Vertical(id="side"):
                yield Lines(self.ink, id="side-head")
                yield Pages(self.ink, id="side-fleets")
                yield Lines(self.ink, id="log-head")
                yield Pages(self.ink, id="side-log")
        yield Lines(self.ink, id="paper")
        yield from self.foot()

    def on_mount(self) -> None:
        if self.stands:
            self.sea.focus()
            self.take_view()

    def on_changed(self, message: Changed) -> None:
        change = message.change
        if isinstance(change, Heard):
            who = papers.speaker(change.line.seat, change.line.name)
            seat = self.view.seat if self.view else ""
            how = "" if seat in ("public", change.line.seat) else "   x answers"
            self.tell(line((f" {who}: {safe(change.line.text)}", "strong"), (how, "dim")), lasting=True)
        elif isinstance(change, Decided):
            proof = "The dice were as promised." if change.honest else "The seed of the dice is NOT the one promised."
            self.tell(line((f" {proof}", "dim" if change.honest else "refused")), lasting=True)
        if self.view is None and self.wire.line is LineState.CLOSED:
            self.app.exit(self.wire.reason)  # never let in
        self.take_view()

    def failed(self, sentence: str) -> None:
        self.refuse("", sentence)

    def take_view(self) -> None:
        """Take the view as the wire has it, and show it."""
        if not self.wire.view:
            self.draw()
            return
        try:
            view = read_view(self.wire.view)
        except ViewFault as fault:
            self.refuse("", str(fault))
            return
        old, self.view = self.view, view
        if old is None or old.scenario != view.scenario:
            self.chart = words.chart_of(view.scenario)
        if old is None:
            self.read = walk.last_read(view)
            self.status = line((" F1 explains the rules, ? shows every key.", "dim"))
        if old is None or old.ask != view.ask:
            self.ticked = frozenset()
        stale = old is not None and attention.moment(old) != attention.moment(view)
        if old is not None and stale and not (self._lasting and old.turn == view.turn):
            self.status = ()
        self._keep_choice(old)
        if self.mode == "plot" and walk.unread(view, self.read):
            self.mode = "walk"
        self.draw()
        if old is None:
            self.sea.fill(self.chart)
            self.sea.point(self._home())
            self.call_after_refresh(self.sea.follow, True)
            self.draw()
            if view.ask.kind == "plan" and not view.log:
                self.action_read("briefing")  # a game begins with being told what it is about
        self._follow_walk()

    def _keep_choice(self, old: View | None) -> None:
        """The chosen fleet stays chosen while it is there; a new question begins with the fleet that it is about."""
        view = self.view
        assert view is not None
        numbered = [f for f in words.by_number(view) if view.fleets[f].ships]
        new = old is None or attention.moment(old) != attention.moment(view)
        if self.trace and (new or self.trace.fleet_id not in view.fleets):
            self.trace, self.mode = None, "plot"
        if self.chosen not in numbered or (new and self.mode == "plot"):
            self._choose_for_question()
            if old is not None and self.mode == "plot" and view.ask.kind:
                self.sea.point(self._outlook())

    def _choose_for_question(self) -> None:
        """Choose the first fleet that the question is about; the chosen one stays if it is about none."""
        view = self.view
        if view is None:
            return
        wanting = attention.fleets(view)
        numbered = [f for f in words.by_number(view) if view.fleets[f].ships]
        if wanting or self.chosen not in numbered:
            self.chosen = next(iter(wanting or numbered), "")

    def _outlook(self) -> Zone:
        """Where to look for the question: at its zone, else at the chosen fleet."""
        zone = attention.zone(self.view) if self.view else None
        return zone if zone and self.chart.has(zone) else self._home()

    @property
    def sea(self) -> ChartView:
        """The chart."""
        return self.query_one("#chart", ChartView)

    def _home(self) -> Zone:
        view = self.view
        fleet = view.fleets.get(self.chosen) if view else None
        if fleet and fleet.zone:
            return Zone(fleet.zone)
        counters = list(view.seen.values()) if view else []
        middle = next((z for z in self.chart.zones() if self.chart.is_water(z)), Zone("A1"))
        return Zone(counters[0].zone) if counters else middle

    def _end_walk(self) -> None:
        self.mode = "plot"
        self._choose_for_question()
        self.sea.point(self._outlook())

    def _step(self) -> walk.Step | None:
        """What is to be read next."""
        columns, rows = self.size
        return walk.step(self.view, self.read, columns, 4, max(4, rows // 3)) if self.view else None

    def _follow_walk(self) -> None:
        if self.mode == "walk" and self.view:
            step = self._step()
            if step and step.zone and self.chart.has(step.zone):
                self.sea.point(step.zone)

    def action_read(self, what: str) -> None:
        """One of the papers, on its own screen."""

    def to_fleet(self) -> None:
        """Bring the chosen fleet into view."""
        self.mode = "plot" if self.mode == "walk" else self.mode
        self.sea.point(self._home())
        self.draw()

    # ---- drawing ----

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Put everything on the screen anew; only what differs is painted."""
        columns, rows = self.size
        if not columns or not self.stands:
            return
        self.query_one("#status", Lines).show([self.status])
        view = self.view
        if view is None:
            calling = "No answer yet; calling again …" if self.wire.line is LineState.AWAY else "Calling the server …"
            lost = self.wire.reason if self.wire.line is LineState.CLOSED else calling
            self.query_one("#asked", Lines).show([line((f" {safe(lost)}", "alert"))])
            self.query_one("#keys", Lines).show([asked.key_bar([("q", "leave"), ("?", "keys")], columns)])
            return
        self.query_one("#side").set_class(columns >= WIDE, "shown")
        self.sea.show(scene_of(view, self.chart, self.chosen, self.trace.zones if self.trace else ()))
        self.query_one("#title", Lines).show([title.title(view, columns, self._connection())])
        self._draw_paper(view, columns, rows)
        self.query_one("#asked", Lines).show([self._asked(view)])
        self.query_one("#keys", Lines).show([asked.key_bar(asked.keys(view, self.mode, self.chosen), columns)])
        if columns >= WIDE:
            self._draw_side(view)

    def _connection(self) -> str:
        if self.wire.line is LineState.AWAY:
            return "LINE DOWN, CALLING AGAIN"
        return "LINE CLOSED" if self.wire.line is LineState.CLOSED else ""

    def _asked(self, view: View) -> Line:
        if self.trace:
            fleet = view.fleets[self.trace.fleet_id]
            slots = "   ".join(f"turn {turn}: {text}" for turn, text in self.trace.slots())
            return line((f" Fleet {fleet.number}  ", "own"), (slots, "trace"))
        return asked.asked(view, self.ticked)

    def _draw_paper(self, view: View, columns: int, rows: int) -> None:
        large = self.large_sheet != (rows >= TALL)
        fleets = sum(1 for fleet in view.fleets.values() if fleet.ships)
        height = self._sheet_height(rows, fleets) if large and fleets else 4
        step = self._step() if self.mode == "walk" else None
        height = min(max(height, len(step.lines) if step else 0), max(4, rows - 8))
        paper = self.query_one("#paper", Lines)
        if paper.styles.height is None or paper.styles.height.value != height:
            paper.styles.height = height
        shown: list[Line] = []
        if step:
            self.clause = step.clause
            shown = list(step.lines)
        elif large and view.fleets:
            shown = sheet.whole(view, self.chosen, columns, self.writing)
            if self.chosen in view.fleets:
                shown.insert(0, sheet.fleet_line(view, self.chosen, columns))
            if len(shown) > height - 1:  # keep the chosen fleet's row in sight
                at = next((i for i, of in enumerate(shown) if i > 1 and runs.plain(of).startswith("▸")), 2)
                first = max(2, min(at - (height - 3) // 2, len(shown) - (height - 3)))
                shown = [*shown[:2], *shown[first : first + height - 3]]
        elif view.fleets:
            shown = sheet.one_fleet(view, self.chosen, columns, self.writing)
        else:
            shown = [runs.rule(line(("Latest signals", "dim")), columns), *papers.signals(view, columns)[-(height - 2) :]]
        if self.mode != "walk":
            shown += [()] * (height - 1 - len(shown))
            zone = self.sea.cursor
            shown.append(line(" ", *about_zone(view, self.chart, zone)) if zone else ())
        paper.show(shown)

    def _sheet_height(self, rows: int, fleets: int) -> int:
        """The lines of the whole sheet: what the chart leaves on a tall screen, half of it on a low one."""
        spare = rows - 5 - len(self.chart.rows) * self.sea.zoom.height if rows >= TALL else rows // 2 - 2
        return min(fleets + 3, max(6, min(spare, rows // 2)))

    def _draw_side(self, view: View) -> None:
        side = 43
        self.query_one("#side-head", Lines).show(
            [runs.rule(line(("Fleets" if view.fleets else "Counters", "strong")), side)]
        )
        fleets = papers.fleet_list(view, side)
        self.query_one("#side-fleets", Pages).show([of for _, of in fleets] or papers.sightings(view, side))
        self.query_one("#log-head", Lines).show([runs.rule(line(("Signals", "strong")), side)])
        self.query_one("#side-log", Pages).show(papers.signals(view, side), at_end=True)

    def tell(self, status: Line, lasting: bool = False) -> None:
        """Put a line into the status line, for as long as the same thing is asked; a `lasting` one stays for the turn."""
        self.status, self._lasting = status, lasting
        self.query_one("#status", Lines).show([status])

    def refuse(self, clause: str, sentence: str) -> None:
        """Say in the status line what is refused, by which clause."""
        self.clause = clause or self.clause
        head = f" {safe(clause)}: " if clause else " "
        self.tell(line((head + safe(sentence), "refused"), ("   F1 explains", "dim") if clause else ""))

    # ---- giving orders ----

    def give(self, *orders: o.Order, done: str = "") -> None:
        """Send orders, one after another, until one is refused."""
        if self.view is not None and self.view.seat == "public":
            self.tell(line((" You are watching; nothing can be ordered.", "dim")))
            return
        self.run_worker(self.send(orders, done), exit_on_error=False)

    async def send(self, orders: Sequence[o.Order], done: str) -> bool:
        """Send orders, one after another; whether all of them counted. `done` is not said once something else is asked."""
        before = attention.moment(self.view) if self.view else None
        if self.wire.line is not LineState.ONLINE:
            self.query_one("#asked", Lines).show([line((" The line is down; this goes out when it is back.", "alert"))])
        for order in orders:
            try:
                answer = await self.wire.order(order)
            except SessionClosed as closed:
                self.refuse("", str(closed))
                return False
            if isinstance(answer, Refusal):
                self.refuse(answer.clause, answer.sentence)
                return False
        self.take_view()  # the change may still be on its way to this screen
        view = self.view
        if done and view and not view.result and (not view.ask.kind or attention.moment(view) == before):
            self.tell(line((f" {done}", "strong")))
        if self.mode == "plot" and any(isinstance(order, o.Plot) for order in orders):
            self.next_due()
        return True

    def next_due(self) -> None:
        """Go on to the next fleet that wants orders; who plots knows how."""

    def ask(self, label: str, taken: Asked, text: str = "", checked: Checked | None = None, replacing: bool = False) -> None:
        """Ask for a line of text at the bottom of the screen; what is typed goes after `text`, or takes its place."""
        self._taken, self._checked = taken, checked
        box = self.query_one("#prompt", Input)
        tag = self.query_one("#prompt-label", Lines)
        tag.styles.width = len(label) + 2
        tag.show([line((f" {label} ", "strong"))])
        self.query_one("#bottom").add_class("asking")
        with box.prevent(Input.Changed):
            box.value = text
        box.cursor_position = len(text)
        if replacing:
            box.action_select_all()
        box.focus()

    def stop_asking(self) -> None:
        """Put the prompt away."""
        self._taken = self._checked = None
        self.query_one("#bottom").remove_class("asking")
        self.writing = None
        if self.mode == "write":
            self.mode = "plot"
        self.sea.focus()
        self.draw()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.writing and self._taken:
            self.writing = sheet.Writing(self.writing.fleet, self.writing.turn, event.value)
            self.draw()
        if self._checked:
            hint = self._checked(event.value)
            self.query_one("#asked", Lines).show([hint])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._taken is not None:
            self.run_worker(self._take_text(self._taken, event.value), exit_on_error=False)

    async def _take_text(self, taken: Asked, text: str) -> None:
        if fault := await taken(text):
            self.query_one("#asked", Lines).show([line((f" {fault}", "refused"))])

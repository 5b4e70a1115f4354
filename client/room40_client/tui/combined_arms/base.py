"""What the 1942 table shows, kept in step with the desk; how a line of text is asked for."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import Input

from room40.combined_arms.orders import Order
from room40.combined_arms.reach import Reach
from room40.combined_arms.views import View
from room40_client.session import Decided, Heard, LineState
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.draw import about, head, news, papers, schematic
from room40_client.tui.combined_arms.draw.layout import SMALLEST_AT_FIRST, ZOOMS, layout
from room40_client.tui.combined_arms.map_view import MapView
from room40_client.tui.combined_arms.papers import telling, terms
from room40_client.tui.combined_arms.picking import Aim, meets, says
from room40_client.tui.draw.bar import key_bar
from room40_client.tui.draw.runs import Line, line, rule, safe, width
from room40_client.tui.draw.speech import speaker
from room40_client.tui.messages import Changed
from room40_client.tui.palette import Ink
from room40_client.tui.screens.wired import Wired
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages
from room40_client.tui.wire import Wire

WIDE, TALL = 110, 34
"""From so many columns there are papers beside the map; from so many lines more is said of the chosen space."""
ABOUT, ABOUT_TALL = 5, 7
"""The lines about the chosen space."""
HALF = 36
"""So many characters the units may take in a line that says where they go."""
SIDE, LEAST_BELOW = 43, 5
"""The columns of the papers beside the map; the lines they need under it."""

Moment = tuple[int, str, str, str, str]
"""A round, power and phase, what is asked in it, the battle that it is about."""


def moment(view: View) -> Moment:
    """The moment of a view; words about an earlier one are stale."""
    return view.round, view.power, view.phase, view.ask.kind, view.ask.battle


class TableBase(Wired):
    """A seat at a 1942 table, or a place to watch from, without its keys."""

    CSS_PATH = "table.tcss"

    def __init__(self, wire: Wire, ink: Ink, left: Callable[[], None] = lambda: None) -> None:
        super().__init__(wire, ink, left)
        self.desk = Desk(wire)
        self.cursor = ""
        self.aim: Aim | None = None
        self.status: Line = ()
        self.clause = ""
        self.read = -1
        """How far the log has been read, -1 before the first view."""
        self._seen: View | None = None
        self._reach: Reach | None = None
        self._taken: Callable[[str], str] | None = None
        self._typing: Callable[[str], Line] | None = None

    # ---- the screen and the wire ----

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="title")
        with Container(id="middle"):
            yield MapView(self.ink, id="map")
            with Container(id="side"):
                with Vertical(id="plan-side"):
                    yield Lines(self.ink, id="plan-head")
                    yield Pages(self.ink, id="plan")
                with Vertical(id="log-side"):
                    yield Lines(self.ink, id="log-head")
                    yield Pages(self.ink, id="log")
        yield Lines(self.ink, id="about")
        yield from self.foot()

    def on_mount(self) -> None:
        if self.stands:
            self.map.focus()
            self.take_view()

    async def on_unmount(self) -> None:
        self.desk.close()

    def on_changed(self, message: Changed) -> None:
        message.stop()
        change = message.change
        if isinstance(change, Heard):
            who = speaker(change.line.seat, change.line.name, self.named)
            self.tell(line((f" {who}: {safe(change.line.text)}", "strong"), ("   x answers", "dim")))
        elif isinstance(change, Decided):
            self.tell(line((f" {self.desk.said_of_dice}", "dim" if change.honest else "refused")))
        if not self.desk.ready and self.wire.line is LineState.CLOSED:
            self.app.exit(self.wire.reason)  # never let in
        self.take_view()

    def failed(self, sentence: str) -> None:
        self.refuse(sentence)

    def take_view(self) -> None:
        """Take the view as the desk has it, and show it."""
        if self.desk.fault:
            self.refuse(self.desk.fault)
        if not self.desk.ready:
            self.draw()
            return
        old, view = self._seen, self.desk.view
        if view is not old:
            self._seen, self._reach = view, None
            self.view_came(old, view)
        self.draw()

    def view_came(self, old: View | None, view: View) -> None:
        """A new view is there: what follows before it is drawn."""
        if self.cursor not in view.setting.spaces:
            self.cursor = self.home(view)
        if self.read < 0:
            self.read = news.last_read(view)
        self.read = news.past_own_moves(view, self.read, telling.told(self.desk))
        if news.unread(view, self.read) == 1:
            self.read = news.latest(view)  # a single line is shown by itself
        if old is not None and moment(old) != moment(view):
            self.aim = None
            self.status = ()
        elif self.aim is not None and any(i not in view.units for i in self.aim.units):
            self.aim = None

    def home(self, view: View) -> str:
        """Where the cursor begins: at the capital of the power in turn or of the own seat, else anywhere."""
        mine = words.held(view)
        wanted = [view.power, *mine] if view.power in mine else [*mine, view.power]
        for power in wanted:
            for key, space in view.setting.spaces.items():
                if space.capital_of == power:
                    return key
        return next(iter(view.setting.spaces), "")

    @property
    def reach(self) -> Reach:
        """Where units can go, of the view that is shown."""
        if self._reach is None:
            self._reach = Reach(self.desk.view)
        return self._reach

    @property
    def map(self) -> MapView:
        """The map."""
        return self.query_one("#map", MapView)

    def named(self, seat: str) -> str:
        """What a seat is called in the chat."""
        return words.seat_name(self.desk.view, seat) if self.desk.ready else safe(seat)

    # ---- drawing ----

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Put everything on the screen anew; only what differs is painted."""
        columns, rows = self.size
        if not columns or not self.stands:
            return
        if not self.desk.ready:
            self._draw_calling(columns)
            return
        view = self.desk.view
        side = self._arrange(view, columns, rows)
        targets = frozenset(self.aim.ways) if self.aim else None
        trip = next(iter(self.aim.ways.get(self.cursor, ())), None) if self.aim else None
        aimed = trip.way.path if trip else ()
        self.map.show(schematic.scene(view, self.cursor, self.aim.start if self.aim else "", targets, aimed))
        self.query_one("#title", Lines).show([head.head(view, columns, self.desk.trouble)])
        self._draw_about(view, columns, rows)
        above, asked = self._asked(view, columns)
        self.query_one("#status", Lines).show([self.status or above or papers.last_line(view, columns)])
        if self._typing is None:
            self.query_one("#asked", Lines).show([asked])
        self.query_one("#keys", Lines).show(
            [key_bar(head.keys(view, self.aim is not None, self.news_step() is not None), columns)]
        )
        if side:
            self._draw_side(view, side)

    def news_step(self) -> news.Step | None:
        """What is to be read next, None when all is read or units are being moved."""
        columns, rows = self.size
        if not self.desk.ready or self.aim is not None:
            return None
        return news.step(self.desk.view, self.read, columns, rows // 2, telling.told(self.desk))

    def _draw_about(self, view: View, columns: int, rows: int) -> None:
        """What has happened, as long as there is something to read; else the chosen space."""
        height = ABOUT_TALL if rows >= TALL else ABOUT
        step = self.news_step()
        shown = list(step.lines) if step else about.about(view, self.cursor, columns, height)
        height = max(height, len(shown))
        box = self.query_one("#about", Lines)
        if box.styles.height is None or box.styles.height.value != height:
            box.styles.height = height
        box.show(shown)

    def _draw_calling(self, columns: int) -> None:
        calling = "No answer yet; calling again …" if self.wire.line is LineState.AWAY else "Calling the server …"
        lost = self.wire.reason if self.wire.line is LineState.CLOSED else calling
        self.query_one("#status", Lines).show([self.status])
        self.query_one("#asked", Lines).show([line((f" {safe(lost)}", "alert"))])
        self.query_one("#keys", Lines).show([key_bar([("q", "leave"), ("?", "keys")], columns)])

    def _arrange(self, view: View, columns: int, rows: int) -> int:
        """Put the papers beside the map, or under it if only that leaves it whole; how wide each is, 0: there are none."""
        room = rows - (ABOUT_TALL if rows >= TALL else ABOUT) - 4
        small = layout(view.setting, ZOOMS[max(self.map.level, SMALLEST_AT_FIRST)], room)
        beside = columns >= WIDE and (small.width <= columns - SIDE - 1 or rows < TALL)
        below = columns >= WIDE and not beside and small.height + LEAST_BELOW <= room
        middle = self.query_one("#middle")
        middle.set_class(beside, "beside")
        middle.set_class(below, "below")
        self.map.styles.height = min(small.height, room - LEAST_BELOW) if below else "1fr"
        return SIDE if beside else columns // 2 - 1 if below else 0

    def _draw_side(self, view: View, columns: int) -> None:
        title = "Plan" if view.ask.kind in words.MOVES else "How it stands"
        self.query_one("#plan-head", Lines).show([rule(line((title, "strong")), columns)])
        shown = papers.plan(view, columns) if view.ask.kind in words.MOVES else papers.powers(view, columns)
        self.query_one("#plan", Pages).show(shown)
        self.query_one("#log-head", Lines).show([rule(line(("Log", "strong")), columns)])
        self.query_one("#log", Pages).show(papers.log(view, columns), at_end=True)

    def _asked(self, view: View, columns: int) -> tuple[Line, Line]:
        """What is asked, and where it needs two lines what stands above it."""
        if self.aim is None:
            return (), head.asked(view)
        what = line((f" {words.units(view, self.aim.units, HALF)} ", "own"), ("to: ", "strong"))
        ways = self.aim.ways.get(self.cursor)
        if ways:
            way, units = ways[0].way, self.aim.units
            text = says(view, way, units)
            if width(what) + len(text) <= columns:
                return (), line(*what, (text, "path"))
            above = line(*what, (words.path(view, way.path[1:]), "path"))
            return above, line((f" {', '.join(meets(view, way, units))}", "path"))
        here = terms.space_name(view, self.cursor)
        return (), line(*what, (f"not to {here}; Tab goes to the places marked >", "dim"))

    def tell(self, status: Line) -> None:
        """Put a line into the status line, for as long as the same thing is asked."""
        self.status = status
        self.query_one("#status", Lines).show([status])

    def refuse(self, sentence: str, clause: str = "") -> None:
        """Say in the status line what is refused."""
        self.clause = clause or self.clause
        self.tell(line((f" {safe(sentence)}", "refused"), ("   F1 explains", "dim") if clause else ""))

    # ---- orders and text ----

    async def give(self, order: Order, done: str = "") -> bool:
        """Give an order; whether it counted. `done` is said then, unless something else is asked by now."""
        before = moment(self.desk.view) if self.desk.ready else None
        if self.wire.line is not LineState.ONLINE:
            self.query_one("#asked", Lines).show([line((" The line is down; this goes out when it is back.", "alert"))])
        if fault := await self.desk.give(order):
            self.refuse(fault, self.desk.told.clause)
            return False
        self.take_view()  # the change may still be on its way to this screen
        if done and moment(self.desk.view) == before:
            self.tell(line((f" {done}", "strong")))
        return True

    def ask(self, label: str, taken: Callable[[str], str], typing: Callable[[str], Line] | None = None) -> None:
        """Ask for a line of text at the bottom; `taken` answers a fault to show, "" when it was taken."""
        self._taken, self._typing = taken, typing
        box = self.query_one("#prompt", Input)
        tag = self.query_one("#prompt-label", Lines)
        tag.styles.width = len(label) + 2
        tag.show([line((f" {label} ", "strong"))])
        self.query_one("#bottom").add_class("asking")
        with box.prevent(Input.Changed):
            box.value = ""
        box.focus()

    def stop_asking(self) -> None:
        """Put the prompt away."""
        self._taken = self._typing = None
        self.query_one("#bottom").remove_class("asking")
        self.map.focus()
        self.draw()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self._typing is not None:
            self.query_one("#asked", Lines).show([self._typing(event.value)])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._taken is not None and (fault := self._taken(event.value)):
            self.query_one("#asked", Lines).show([line((f" {fault}", "refused"))])

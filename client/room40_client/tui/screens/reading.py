"""Screens that are read: a paper, the chat, the rules by clause."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input

from room40.dreadnought.views import View
from room40_client.session import Change, Heard, SessionClosed
from room40_client.tui import clauses
from room40_client.tui.draw import asked, papers, words
from room40_client.tui.draw.runs import Line, line, paragraphs, rule, safe
from room40_client.tui.messages import Changed, RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.screens.desk import Desk
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages

READING_KEYS: asked.Keys = [("Up Down", "scroll"), ("PgUp PgDn", "page"), ("Enter", "to the chart")]

Drawn = Callable[[int], list[Line]]
"""A paper for a number of columns."""


class Reading(Screen[None]):
    """One paper, as large as the screen."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "app.pop_screen", show=False)]

    def __init__(self, ink: Ink, heading: str, drawn: Drawn, at_end: bool = False) -> None:
        super().__init__()
        self.ink = ink
        self.heading = heading
        self.drawn = drawn
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Pages(self.ink, id="text")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#text", Pages).focus()

    def on_resize(self) -> None:
        columns = self.size.width
        self.query_one("#head", Lines).show([rule(line((self.heading, "strong")), columns)])
        self.query_one("#text", Pages).show(self.drawn(columns - 1), at_end=self.at_end)
        self.query_one("#keys", Lines).show([asked.key_bar(READING_KEYS, columns)])


def paper_screen(desk: Desk, what: str) -> Screen[None]:
    """The screen of one of the papers of a desk."""
    view = desk.view
    if view is None:
        return Reading(desk.ink, "Nothing yet", lambda columns: [line("No view has come yet.")])
    made: dict[str, tuple[str, Drawn]] = {
        "signals": ("Signal log", lambda columns: papers.signals(view, columns)),
        "ships": ("Ship cards", lambda columns: papers.ship_cards(view, columns, desk.chosen)),
        "all_ships": ("Ship cards, all fleets", lambda columns: papers.ship_cards(view, columns)),
        "sightings": ("Sightings", lambda columns: papers.sightings(view, columns)),
        "briefing": (safe(view.scenario.title), lambda columns: briefing(view, columns)),
    }
    heading, drawn = made[what]
    return Reading(desk.ink, heading, drawn, at_end=what == "signals")


def briefing(view: View, columns: int) -> list[Line]:
    """The scenario in words, its goals, and how the points stand."""
    lines = [line(f" {piece}") for piece in paragraphs(safe_paragraphs(view.scenario.briefing), columns - 2)]
    if view.scenario.goals:
        lines += [line(""), line((" Goals", "strong"))]
        for key, goal in view.scenario.goals.items():
            aim = view.scenario.aims.get(key)
            worth = f" ({words.side_name(aim.side)}, {aim.points} points)" if aim else ""
            lines += [line(f"  {piece}") for piece in paragraphs(safe(goal) + worth, columns - 3)]
    lines += [line(""), line((" How a turn is played", "strong"))]
    lines += [line(f"  {piece}") for piece in paragraphs(HOW.strip(), columns - 3)]
    lines += [line(""), line((" Victory points", "strong")), line(f"  {words.weight(view) or 'none yet'}")]
    days = f"{view.scenario.length} turns of four hours; turn {view.turn} now."
    return [*lines, line(""), line(f" {days}")]


HOW = """
w writes the open slot of a fleet: type the zones it enters, as r31/r32; t sails there on the chart instead.
Tab goes to the next fleet; m offers what else a fleet may do.
Enter commits. When both sides have committed, all fleets move at once; Space walks you through what happened.
Before a contact you may make claims. A battle is fought on a board, step by step, or by dice if a table is so opened.
The line above the keys always says what is asked of you. F1 explains the rule at hand, ? every key, d this page.
On the chart . is sea, : coast, # land; @ your ports, % the enemy's, = neutral ones; 1 your fleet 1 (1+ more than one), \
A the enemy's counter A, a where it was seen last; * the route you have written, + the one you trace."""


def safe_paragraphs(text: str) -> str:
    """A text from a file, its lines kept, each without control characters."""
    return "\n".join(safe(piece) for piece in text.replace("\r", "").split("\n"))


class Chat(Screen[None]):
    """What was said, and a line to say more."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", show=False)]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.ink = desk.ink
        self.watching = desk.view is not None and desk.view.seat == "public"
        self._leave: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Pages(self.ink, id="text")
        with Horizontal(id="row"):
            yield Input(id="say", compact=True, max_length=500, placeholder="say to the whole table")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        self.query_one("#text", Pages).can_focus = False
        box = self.query_one("#say", Input)
        box.cursor_blink = False
        if self.watching:
            box.placeholder = "who watches says nothing"
        box.focus()
        self._leave = self.desk.wire.listen(self._heard)

    def on_unmount(self) -> None:
        self._leave()

    def _heard(self, change: Change) -> None:
        self.post_message(Changed(change))

    def on_changed(self, message: Changed) -> None:
        if isinstance(message.change, Heard):
            self.on_resize()

    def on_resize(self) -> None:
        columns = self.size.width
        self.query_one("#head", Lines).show([rule(line(("Chat", "strong")), columns)])
        said = [(one.seat, one.name, one.text) for one in self.desk.wire.chat]
        self.query_one("#text", Pages).show(papers.chat(said, columns - 1), at_end=True)
        say: asked.Keys = [] if self.watching else [("Enter", "say it")]
        self.query_one("#keys", Lines).show([asked.key_bar([*say, ("Esc", "back to the chart")], columns)])

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if (text := event.value.strip()) and not self.watching:
            event.input.value = ""
            try:
                await self.desk.wire.say(text)
            except SessionClosed as closed:
                self.query_one("#keys", Lines).show([line((f" {safe(str(closed))}", "refused"))])


class Rules(Screen[None]):
    """The rules by clause: the list above, the text of the chosen clause below."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1", "app.pop_screen", show=False),
        Binding("up,k", "go(-1)", show=False, priority=True),
        Binding("down,j", "go(1)", show=False, priority=True),
        Binding("pageup", "go(-10)", show=False, priority=True),
        Binding("pagedown,space", "go(10)", show=False, priority=True),
        Binding("g,slash", "find", show=False),
    ]

    def __init__(self, ink: Ink, clause: str) -> None:
        super().__init__()
        self.ink = ink
        self.all = clauses.load()
        self.start = clauses.nearest(self.all, clause)

    def compose(self) -> ComposeResult:
        yield Lines(self.ink, id="head")
        yield Pages(self.ink, picking=True, id="list")
        yield Lines(self.ink, id="found")
        yield Pages(self.ink, id="text-below")
        yield Lines(self.ink, id="keys")

    def on_mount(self) -> None:
        listed = self.query_one("#list", Pages)
        listed.show([line((f" {c.number:<6}", "strong"), f" {c.title}") for c in self.all])
        listed.focus()
        self.call_after_refresh(self._choose, self.start)

    def on_resize(self) -> None:
        self._draw()

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()
        self._draw()

    def action_go(self, by: int) -> None:
        """Up or down the list."""
        self._choose(self.query_one("#list", Pages).chosen + by)

    def action_find(self) -> None:
        """Go to a clause by its number."""
        from room40_client.tui.screens.pick import Entry

        def go(text: str | None) -> None:
            if text:
                self._choose(clauses.nearest(self.all, text.strip()))

        self.app.push_screen(Entry(self.ink, "Clause", hint="as 5.43 or H12"), go)

    def _choose(self, row: int) -> None:
        self.query_one("#list", Pages).choose(row)
        self._draw()

    def _draw(self) -> None:
        columns = self.size.width
        if not columns:
            return
        clause = self.all[self.query_one("#list", Pages).chosen]
        self.query_one("#head", Lines).show([rule(line(("The rules, by clause", "strong")), columns)])
        self.query_one("#found", Lines).show([rule(line((f"{clause.number}  {clause.title}", "strong")), columns)])
        text = [line(f" {piece}") for piece in paragraphs(clause.text.strip(), columns - 2)]
        self.query_one("#text-below", Pages).show(text)
        keys: asked.Keys = [("Up Down", "clause"), ("g", "go to a number"), ("Esc", "back")]
        self.query_one("#keys", Lines).show([asked.key_bar(keys, columns)])


def chat_screen(desk: Desk) -> Screen[None]:
    """The chat."""
    return Chat(desk)


def rules_screen(ink: Ink, clause: str) -> Screen[None]:
    """The rules, open at a clause."""
    return Rules(ink, clause)

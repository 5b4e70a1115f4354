"""Screens that are read, the same for every system: a paper, the chat, the rules by clause."""

from collections.abc import Callable, Iterable
from typing import ClassVar, Protocol

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input

from room40.protocol.messages import ChatLine
from room40_client.session import Change, Heard, SessionClosed
from room40_client.tui import clauses
from room40_client.tui.draw import speech
from room40_client.tui.draw.bar import Keys, key_bar
from room40_client.tui.draw.runs import Line, line, paragraphs, rule, safe
from room40_client.tui.messages import Changed, RowPicked
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines
from room40_client.tui.widgets.pages import Pages

Drawn = Callable[[int], list[Line]]
"""A paper for a number of columns."""


class Talk(Protocol):
    """What the chat needs of a connection."""

    @property
    def chat(self) -> Iterable[ChatLine]:
        """The lines of chat, oldest first."""
        ...

    async def say(self, text: str) -> None:
        """Say a line of chat."""
        ...

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call `listener` at each change; the answer takes it off again."""
        ...


class Reading(Screen[None]):
    """One paper, as large as the screen."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "app.pop_screen", show=False)]

    def __init__(self, ink: Ink, heading: str, drawn: Drawn, at_end: bool = False, back: str = "to the chart") -> None:
        super().__init__()
        self.back = back
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
        self.query_one("#keys", Lines).show(
            [key_bar([("Up Down", "scroll"), ("PgUp PgDn", "page"), ("Enter", self.back)], columns)]
        )


def safe_paragraphs(text: str) -> str:
    """A text from a file, its lines kept, each without control characters."""
    return "\n".join(safe(piece) for piece in text.replace("\r", "").split("\n"))


class Chat(Screen[None]):
    """What was said, and a line to say more. `named` says what a seat is called."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", show=False)]

    def __init__(
        self, ink: Ink, talk: Talk, watching: bool, named: "Callable[[str], str]", back: str = "to the chart"
    ) -> None:
        super().__init__()
        self.ink = ink
        self.talk = talk
        self.watching = watching
        self.named = named
        self.back = back
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
        self._leave = self.talk.listen(self._heard)

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
        said = speech.chat([(one.seat, one.name, one.text) for one in self.talk.chat], self.named, columns - 1)
        self.query_one("#text", Pages).show(said, at_end=True)
        say: Keys = [] if self.watching else [("Enter", "say it")]
        self.query_one("#keys", Lines).show([key_bar([*say, ("Esc", f"back {self.back}")], columns)])

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if (text := event.value.strip()) and not self.watching:
            event.input.value = ""
            try:
                await self.talk.say(text)
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
        self.all = clauses.beside(clause)
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
        keys: Keys = [("Up Down", "clause"), ("g", "go to a number"), ("Esc", "back")]
        self.query_one("#keys", Lines).show([key_bar(keys, columns)])

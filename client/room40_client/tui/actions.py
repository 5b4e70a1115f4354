"""Every action of the table: its keys, its words, its place. Bindings, the key help and the palette are made from this."""

from typing import Protocol, runtime_checkable

from msgspec import Struct


class Action(Struct, frozen=True):
    """One thing a player can do. `does` is the table screen's action as Textual names it."""

    does: str
    keys: str
    words: str
    group: str


@runtime_checkable
class Commanded(Protocol):
    """A screen with a list of all it can do: a table."""

    actions: tuple[Action, ...]

    def action_keys(self) -> None:
        """Show every key."""
        ...


CHART, ORDERS, ANSWERS, PAPERS, GAME = "The chart", "Orders", "What is asked", "Papers", "The game"

ACTIONS = (
    Action("fleet(1)", "tab", "Next fleet", ORDERS),
    Action("fleet(-1)", "shift+tab", "Fleet before", ORDERS),
    Action("write", "w", "Write the open slot by typing", ORDERS),
    Action("trace", "t", "Trace the route on the chart", ORDERS),
    Action("again", "a", "As last time: the same course again", ORDERS),
    Action("port", "p", "While tracing: enter the port here", ORDERS),
    Action("next_turn", "slash", "While tracing: go on in the next turn's slot", ORDERS),
    Action("back", "backspace", "While tracing: take the last zone back", ORDERS),
    Action("menu", "m", "Other orders of this fleet", ORDERS),
    Action("forces", "f", "Re-form the fleets; in battle: targets, the board", ORDERS),
    Action("enter", "enter", "Commit; write what is traced; give the answer", ANSWERS),
    Action("commit", "c", "Commit the orders of this phase", ANSWERS),
    Action("reopen", "r", "Reopen: take the commit back", ANSWERS),
    *(Action(f"choose({n})", str(n), f"Choose or tick answer {n}", ANSWERS) for n in range(1, 10)),
    Action("sail('W')", "left,h", "Cursor west", CHART),
    Action("sail('E')", "right,l", "Cursor east", CHART),
    Action("sail('N')", "up,k", "Cursor north", CHART),
    Action("sail('S')", "down,j", "Cursor south", CHART),
    Action("sail('NW')", "y", "Cursor north-west", CHART),
    Action("sail('NE')", "u", "Cursor north-east", CHART),
    Action("sail('SW')", "b", "Cursor south-west", CHART),
    Action("sail('SE')", "n", "Cursor south-east", CHART),
    Action("go_to", "g", "Go to a zone by its key", CHART),
    Action("home", "full_stop", "Go to the chosen fleet", CHART),
    Action("zoom(1)", "plus,equals_sign", "Larger chart", CHART),
    Action("zoom(-1)", "minus", "Smaller chart", CHART),
    Action("walk_on", "space", "Next signal", PAPERS),
    Action("escape", "escape", "Skip the signals; leave writing or tracing", PAPERS),
    Action("read('signals')", "s", "Signal log", PAPERS),
    Action("sheet", "o", "Order sheet of all fleets, large or small", PAPERS),
    Action("fleets", "i", "Fleets, airships and submarines", PAPERS),
    Action("read('ships')", "v", "Ship cards of this fleet", PAPERS),
    Action("read('all_ships')", "V", "Ship cards of all fleets", PAPERS),
    Action("read('sightings')", "e", "Sightings", PAPERS),
    Action("read('briefing')", "d", "Briefing and victory points", PAPERS),
    Action("report", "B", "Report of the last battle", PAPERS),
    Action("chat", "x", "Chat", PAPERS),
    Action("rules", "f1", "The rules, by clause", GAME),
    Action("keys", "question_mark", "All keys", GAME),
    Action("concede", "C", "Give the game up", GAME),
    Action("leave", "q,ctrl+q", "Leave the table", GAME),
)

_SHOWN = {
    "full_stop": ".",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "slash": "/",
    "question_mark": "?",
    "shift+tab": "Shift+Tab",
    "tab": "Tab",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "backspace": "Backspace",
    "f1": "F1",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "ctrl+q": "Ctrl+Q",
}


def shown(keys: str) -> str:
    """Keys as a player reads them: "Left h"."""
    return " ".join(_SHOWN.get(key, key) for key in keys.split(","))

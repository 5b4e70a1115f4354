"""The systems of rules this program has a table for: what each is called, and its table screen, imported when one sits down.

Which system a table plays is told by the server's welcome. Nothing here imports a system: the first screen need not wait
for what is not played.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct

from room40.protocol.mergepatch import Tree

if TYPE_CHECKING:
    from textual.screen import Screen

    from room40_client.tui.palette import Ink
    from room40_client.tui.wire import Wire

    class TableMaker(Protocol):
        """The table screen of a system."""

        def __call__(self, wire: "Wire", ink: "Ink", left: Callable[[], None] = ...) -> "Screen[None]": ...


class TableSystem(Struct, frozen=True):
    """A system: the heading of its scenarios; what its games count, as the view calls it; where its table screen stands."""

    heading: str
    counts: str
    module: str
    screen: str = "TableScreen"


SYSTEMS = {
    "dreadnought": TableSystem("War at sea, 1914 to 1918", "turn", "room40_client.tui.screens.table"),
    "combined_arms": TableSystem("Land, sea and air, 1942", "round", "room40_client.tui.combined_arms.table"),
}
"""By the name that the wire has for it, in the order in which the first screen shows them."""


class Progress(Struct, frozen=True):
    """How far a game has got: the moment in its own time, the turn or round, the result ("" while it goes on)."""

    time: str
    count: int
    result: str


class UnknownSystem(Exception):
    """A table of a system that this program does not know: one sentence."""


def find(name: str) -> TableSystem:
    """The system of that name. Raises `UnknownSystem`."""
    if name not in SYSTEMS:
        raise UnknownSystem(f"This program has no table for the system {name!r}; a later version may.")
    return SYSTEMS[name]


def table(name: str, wire: "Wire", ink: "Ink", left: Callable[[], None] = lambda: None) -> "Screen[None]":
    """The table screen of a system, for a seat at a table of it; `left`: called when it is left. Raises `UnknownSystem`."""
    system = find(name)
    maker = cast("TableMaker", getattr(import_module(system.module), system.screen))
    return maker(wire, ink, left)


def progress(name: str, view: Tree) -> Progress:
    """How far the game of a view has got, as far as that can be read."""
    count = view.get(SYSTEMS[name].counts if name in SYSTEMS else "turn", 0)
    time, result = view.get("time", ""), view.get("result", "")
    return Progress(
        time if isinstance(time, str) else "",
        count if isinstance(count, int) else 0,
        result if isinstance(result, str) else "",
    )

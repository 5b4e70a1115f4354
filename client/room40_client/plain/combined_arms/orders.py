"""Every order of the 1942 system as a typed command."""

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40_client.plain.combined_arms import battle_orders, turn_orders
from room40_client.plain.grammar import Saying, Unclear
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.homeward import still_out
from room40_client.tui.combined_arms.papers import placement_sheet, terms


def _concede(view: View, text: str) -> tuple[o.Order, ...]:
    if text.lower() != "the game":
        raise Unclear("To give the game up, write: concede the game.")
    return (o.Concede(),)


ANYWAY = "anyway"


def _commit(view: View, text: str) -> tuple[o.Order, ...]:
    """A commit by which something would be lost wants a word more."""
    if text.lower() not in ("", ANYWAY):
        raise Unclear("commit completes the phase, all of it.", "K1")
    if not text and (lost := _lost(view)):
        raise Unclear(f"{lost} To commit all the same: commit anyway.")
    return (o.Commit(),)


def _lost(view: View) -> str:
    """What the commit of this phase would cost, and how to save it."""
    if view.ask.kind == "non-combat move" and (out := still_out(view)):
        return f"Still in the air: {words.units(view, out)} (K3.5). fly home lands them."
    if view.ask.kind == "mobilise" and (left := terms.count(view, placement_sheet.unplaced(view))):
        return f"Not placed yet: {left} (K7)."
    return ""


ORDERS: tuple[Saying[View], ...] = (
    *turn_orders.ORDERS,
    Saying(
        o.Commit,
        ("commit",),
        ("commit", "commit anyway"),
        "the phase is complete; anyway: even if something is lost by it",
        _commit,
        lambda view, order: ANYWAY if _lost(view) else "",
    ),
    *battle_orders.ORDERS,
    Saying(
        o.Concede,
        ("concede",),
        ("concede the game",),
        "your alliance gives the game up, if its other seats agree",
        _concede,
        lambda view, order: "the game",
    ),
)

"""From what is asked and what was ticked to the order that answers it."""

from collections.abc import Collection

from room40.dreadnought import orders as o
from room40.dreadnought.views import View

MANY = frozenset({"claims"})
"""Questions with several answers at once; the others take one."""


def tick(view: View, ticked: Collection[str], number: int) -> frozenset[str]:
    """The ticks after choice `number` (from 1) was pressed."""
    if not 1 <= number <= len(view.ask.choices):
        return frozenset(ticked)
    choice = view.ask.choices[number - 1]
    if view.ask.kind not in MANY:
        return frozenset({choice})
    if choice in ticked:
        return frozenset(ticked) - {choice}
    other = {"raider +1": "raider -1", "raider -1": "raider +1"}.get(choice, "")
    return (frozenset(ticked) - {other}) | {choice}


def answer(view: View, ticked: Collection[str]) -> o.Order | None:
    """The order that says what is ticked; None where nothing is asked or nothing chosen."""
    ask = view.ask
    first = next(iter(ticked), "")
    if ask.kind == "claims":
        return o.MakeClaims(tuple(o.Claim(choice) for choice in ask.choices if choice in ticked))
    if ask.kind == "swap" and first:
        return o.ChooseZone(first)
    if ask.kind == "quarry" and first:
        return o.ChooseQuarry(ask.fleet, first)
    if ask.kind == "fight":
        return o.Fight(ask.zone, o.Stance(first or "continue"))
    if ask.kind in ("plan", "orders", "after battle"):
        return o.Commit()
    return None


def said(order: o.Order) -> str:
    """What the status line says once an answer counts."""
    if isinstance(order, o.Commit):
        return "Committed."
    if isinstance(order, o.MakeClaims):
        return "Claimed: " + (", ".join(claim.value for claim in order.claims) or "nothing") + "."
    return f"{order.stance.value.capitalize()}." if isinstance(order, o.Fight) else ""

"""Every order of the 1942 system as a typed command."""

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40_client.plain.combined_arms import battle_orders, turn_orders
from room40_client.plain.grammar import Saying, Unclear


def _concede(view: View, text: str) -> tuple[o.Order, ...]:
    if text.lower() != "the game":
        raise Unclear("To give the game up, write: concede the game.")
    return (o.Concede(),)


ORDERS: tuple[Saying[View], ...] = (
    *turn_orders.ORDERS,
    Saying(
        o.Commit, ("commit",), ("commit",), "the phase is complete", lambda view, text: (o.Commit(),), lambda view, order: ""
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

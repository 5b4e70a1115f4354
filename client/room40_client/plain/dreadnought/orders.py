"""Every order of the 1914-18 system as a typed command, in the notation of the order sheet."""

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40_client.plain.dreadnought import board_orders, fleet_orders, plan_orders
from room40_client.plain.grammar import Saying


def _bare(order: o.Commit | o.Reopen, word: str, about: str) -> Saying[View]:
    """An order of one word."""
    return Saying(type(order), (word,), (word,), about, lambda view, text: (order,), lambda view, said: "")


ORDERS: tuple[Saying[View], ...] = (
    *plan_orders.ORDERS,
    _bare(o.Commit(), "commit", "your orders of this phase are complete"),
    _bare(o.Reopen(), "reopen", "take a commit back, while the other side has not committed"),
    *fleet_orders.ORDERS,
    *board_orders.ORDERS,
    plan_orders.CONCEDE,
)

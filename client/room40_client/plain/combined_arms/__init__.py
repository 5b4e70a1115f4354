"""The 1942 system as it is spoken."""

from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40.protocol.mergepatch import Tree
from room40_client.plain.combined_arms import asked, facts, news
from room40_client.plain.combined_arms.orders import ORDERS
from room40_client.plain.grammar import Unclear
from room40_client.plain.system import System
from room40_client.tui.combined_arms import words
from room40_client.tui.wire import read_as


class CombinedArms(System[View]):
    """The 1942 system."""

    orders = ORDERS
    facts = facts.FACTS
    first_clause = "K1"

    def read(self, tree: Tree) -> View:
        return read_as(tree, View)

    def status(self, view: View) -> str:
        return facts.status(view)

    def briefing(self, view: View) -> list[str]:
        return facts.briefing(view)

    def asked(self, view: View) -> list[str]:
        return asked.asked(view)

    def is_asked(self, view: View) -> bool:
        return bool(view.ask.kind or view.result)

    def timed(self, view: View, order: Struct) -> Struct:
        return replace(order, moment=view.ask.moment)

    def news(self, view: View, since: int) -> list[str]:
        return news.since(view, since)

    def latest(self, view: View) -> int:
        return max(map(int, view.log), default=0)

    def named(self, view: View, seat: str) -> str:
        return words.seat_name(view, seat)

    def seats(self, view: View) -> list[str]:
        return facts.seats(view)

    def answer(self, view: View, numbers: tuple[int, ...]) -> Struct:
        choices, kind = view.ask.choices, view.ask.kind
        orders: list[o.Order] = []
        if kind == "choose battle":
            orders = [o.ChooseBattle(space) for space in choices]
        elif kind == "press or retreat":
            orders = [o.Press(), *(o.Retreat(space) for space in choices)]
        if not orders:
            raise Unclear("Nothing is asked that a number answers.")
        if len(numbers) != 1 or not 1 <= numbers[0] <= len(orders):
            raise Unclear(f"Type one number, 1 to {len(orders)}.")
        return orders[numbers[0] - 1]

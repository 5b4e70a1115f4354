"""The 1914-18 system as it is spoken."""

from msgspec import Struct

from room40.dreadnought import orders as o
from room40.dreadnought.boardplay import timed
from room40.dreadnought.views import View
from room40.protocol.mergepatch import Tree
from room40_client.plain.dreadnought import asked, board_facts, facts, names, news, plan_orders
from room40_client.plain.dreadnought.orders import ORDERS
from room40_client.plain.grammar import Command, Unclear
from room40_client.plain.system import System
from room40_client.tui import answers
from room40_client.tui.board import idle
from room40_client.tui.draw import words
from room40_client.tui.wire import read_view


class Dreadnought(System[View]):
    """The 1914-18 system."""

    orders = ORDERS
    facts = facts.FACTS
    first_clause = "5.0"

    def read(self, tree: Tree) -> View:
        return read_view(tree)

    def find(self, text: str) -> tuple[Command[View], str]:
        if plan_orders.is_plot(text):
            return ORDERS[0], text
        return super().find(text)

    def status(self, view: View) -> str:
        return facts.status(view)

    def briefing(self, view: View) -> list[str]:
        return facts.briefing(view)

    def asked(self, view: View) -> list[str]:
        return asked.asked(view)

    def is_asked(self, view: View) -> bool:
        return bool(view.ask.kind or view.result)

    def news(self, view: View, since: int) -> list[str]:
        return news.since(view, since)

    def stirred(self, before: View, view: View) -> list[str]:
        return board_facts.stirred(before, view)

    def latest(self, view: View) -> int:
        return max(map(int, view.log), default=0)

    def named(self, view: View, seat: str) -> str:
        return words.side_name(seat)

    def seats(self, view: View) -> list[str]:
        return facts.seats(view)

    def answer(self, view: View, numbers: tuple[int, ...]) -> Struct:
        choices = view.ask.choices
        if not choices or any(not 1 <= number <= len(choices) for number in numbers):
            raise Unclear(f"The choices are 1 to {len(choices)}." if choices else "Nothing is asked that a number answers.")
        if view.ask.kind not in answers.MANY and len(numbers) > 1:
            raise Unclear("One number answers this.")
        if view.ask.kind == "entry":
            return o.Enter(view.ask.zone, view.ask.fleet, names.side(choices[numbers[0] - 1]))
        if view.ask.kind == "keep":
            return o.Keep(view.ask.zone, view.ask.fleet, choices[numbers[0] - 1])
        found = answers.answer(view, frozenset(choices[number - 1] for number in numbers))
        if found is None or isinstance(found, o.Commit):
            raise Unclear("Nothing is asked that a number answers.")
        return found

    def idle(self, view: View) -> Struct | None:
        return idle.answer(view)

    def timed(self, view: View, order: Struct) -> Struct:
        zone = getattr(order, "zone", "")
        if zone in view.battle and zone in view.board:
            return timed(order, view.battle[zone], view.board[zone])
        return order

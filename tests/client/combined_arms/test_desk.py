"""The desk of a 1942 table: the view read once per change, orders and their refusals in one sentence."""

import pytest
from msgspec import Struct

from room40.combined_arms import orders as o
from room40.protocol.mergepatch import Tree
from room40_client.session import Answer, SessionClosed, Viewed
from room40_client.tui.combined_arms.desk import WATCHING, Desk
from tests.client.combined_arms.tables import Rules, two_islands


class Odd(Rules):
    """A wire that shows what it is told to, and whose line may be closed for good."""

    shown: Tree | None = None
    closed = False

    @property
    def view(self) -> Tree:
        return super().view if self.shown is None else self.shown

    async def order(self, order: Struct) -> Answer:
        if self.closed:
            raise SessionClosed("You have left the table.")
        return await super().order(order)


def test_a_view_is_read_once_per_change() -> None:
    wire = Rules(two_islands(), "west")
    desk = Desk(wire)
    first = desk.view
    assert desk.view is first
    wire.tell()
    assert desk.view is not first
    assert desk.seat == "west"


async def test_a_refusal_is_one_sentence_with_its_clause() -> None:
    desk = Desk(Rules(two_islands(), "west"))
    said = await desk.give(o.Buy({"battleship": 9}))
    assert said.startswith("K2: ")
    assert desk.told.clause == "K2"
    assert await desk.give(o.Buy({"infantry": 1})) == ""
    assert desk.told.clause == ""


@pytest.mark.clause("K1")
async def test_an_order_names_the_question_for_which_it_is_meant() -> None:
    wire = Rules(two_islands(), "west")
    slow, desk = Rules(wire.state, "west"), Desk(wire)
    late = Desk(slow)
    assert await desk.give(o.Commit()) == ""
    assert wire.moments == ["1 marran purchase"]
    assert late.view.phase == "purchase"
    slow.state = wire.state
    assert await late.give(o.Commit()) == "K1: That was for a question that is answered; asked now: combat move."
    assert slow.state is wire.state


async def test_who_watches_gives_no_orders() -> None:
    wire = Rules(two_islands(), "public")
    desk = Desk(wire)
    assert desk.watching
    assert desk.seat == ""
    assert await desk.give(o.Commit()) == WATCHING
    assert wire.orders == []


async def test_a_closed_line_is_one_sentence() -> None:
    wire = Odd(two_islands(), "west")
    wire.closed = True
    assert await Desk(wire).give(o.Commit()) == "You have left the table."


def test_before_the_first_view_there_is_none_and_then_there_is() -> None:
    wire = Odd(two_islands(), "west")
    wire.shown = {}
    desk = Desk(wire)
    assert not desk.ready
    wire.shown = None
    assert desk.ready


def test_a_view_that_is_not_understood_is_said_and_the_last_one_kept() -> None:
    wire = Odd(two_islands(), "west")
    desk = Desk(wire)
    good = desk.view
    wire.shown = {"nonsense": 1}
    wire.tell()
    assert desk.view is good
    assert desk.fault.startswith("The server shows what this program does not understand")
    wire.shown = None
    wire.tell()
    assert desk.view.round == good.round
    assert desk.fault == ""


def test_listeners_hear_every_change_until_they_leave() -> None:
    wire = Rules(two_islands(), "west")
    desk = Desk(wire)
    heard: list[int] = []
    leave = desk.listen(lambda: heard.append(1))
    wire.tell()
    leave()
    leave()
    wire.tell()
    assert heard == [1]
    desk.close()
    for listener in list(wire._listeners):
        listener(Viewed(None))

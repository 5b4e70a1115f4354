"""Buying: a key gives the right order, money is watched, a refusal is shown, the paper closes itself."""

import pytest

from room40.combined_arms import orders as o
from room40_client.tui.combined_arms.papers import purchase_sheet as sheet
from room40_client.tui.combined_arms.papers.purchase import PurchaseScreen
from room40_client.tui.combined_arms.papers.purchase_sheet import Draft
from room40_client.tui.draw.runs import plain
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.views import view
from tests.client.combined_arms.papers_kit import RulesWire, paper
from tests.combined_arms.kit import game


def shop(money: int = 20, damage: int = 0) -> State:
    return game(
        "home-6 home-hills",
        lands={"home": "Germans 5 capital", "hills": "Germans 2"},
        units={"home": "1 industrial-complex Germans"},
        phase="purchase",
        money={"germans": money},
        **({"damage": {"home": damage}} if damage else {}),
    )


@pytest.mark.clause("K2")
async def test_typed_digits_and_plus_buy_and_enter_pays() -> None:
    wire = RulesWire(shop())
    async with paper(PurchaseScreen, wire) as story:
        await story.keys("1", "down", "plus", "plus")
        assert "1 infantry, 2 artillery: 11." in story.asked
        assert "9 left of 20" in story.text
        await story.keys("enter")
        assert wire.orders == [o.Buy({"infantry": 1, "artillery": 2}), o.Commit()]
        assert story.is_closed


async def test_what_costs_more_than_there_is_money_is_not_written() -> None:
    wire = RulesWire(shop(7))
    async with paper(PurchaseScreen, wire) as story:
        await story.keys("2", "plus")
        assert "K2: That costs 9 and you have 7." in story.asked
        await story.keys("minus")
        assert "1 infantry: 3." in story.asked
        assert not wire.orders


async def test_to_buy_nothing_is_said_twice() -> None:
    wire = RulesWire(shop())
    async with paper(PurchaseScreen, wire) as story:
        await story.keys("enter")
        assert "Nothing is bought." in story.asked
        assert not wire.orders
        await story.keys("enter")
        assert wire.orders == [o.Commit()]


async def test_to_look_at_the_map_keeps_what_is_written() -> None:
    wire = RulesWire(shop())
    async with paper(PurchaseScreen, wire) as story:
        await story.keys("3", "escape")
        assert wire.orders == [o.Buy({"infantry": 3})]
        assert story.is_closed
    async with paper(PurchaseScreen, wire) as story:
        assert "3 infantry: 9." in story.asked


@pytest.mark.clause("K4")
async def test_damage_is_repaired_at_one_a_point() -> None:
    wire = RulesWire(shop(damage=3))
    async with paper(PurchaseScreen, wire) as story:
        await story.keys("up", "9")
        assert "K4: There are 3 points of damage to repair." in story.asked
        await story.keys("minus")
        assert "2 repaired: 2." in story.asked
        await story.keys("enter")
        assert wire.orders == [o.Repair({"home": 2}), o.Commit()]
        assert wire.state.damage == {"home": 1}


async def test_a_refusal_is_shown_with_its_clause_and_the_paper_stays() -> None:
    wire = RulesWire(shop())
    async with paper(PurchaseScreen, wire) as story:
        await story.keys("4")
        wire.state = shop(5)
        await story.keys("enter")
        assert "K2: That costs 12 and you have 5." in story.asked
        assert not story.is_closed


@pytest.mark.clause("K7")
def test_more_units_than_the_complexes_bring_forth_are_warned_of() -> None:
    seen = view(shop(60, damage=1), "germans")
    assert "4 units you can place: home 4" in plain(sheet.limits(seen, Draft({}, {})))
    assert "the rest is paid back" in plain(sheet.limits(seen, Draft({"infantry": 5}, {})))
    assert "the rest is paid back" not in plain(sheet.limits(seen, Draft({"infantry": 5}, {"home": 1})))
    assert "2 complexes are bought; there is room for 1." in plain(sheet.limits(seen, Draft({"industrial-complex": 2}, {})))


async def test_the_purchase_finds_room_in_80_by_24_and_in_ascii() -> None:
    async with paper(PurchaseScreen, RulesWire(shop(damage=2)), ascii=True) as story:
        rows = story.text.split("\n")
        assert len(rows) == 24
        assert "Repairs, 1 a point" in story.text
        assert "pay, go on" in rows[-1]
        assert all(ord(sign) < 127 for sign in story.text)

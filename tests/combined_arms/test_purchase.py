"""Phase 1: buying and repairing."""

import pytest
from msgspec.structs import replace

from room40.combined_arms.orders import Buy, Commit, Repair
from room40_server.rules.combined_arms.views import view
from tests.combined_arms.kit import game, give, refusal, types

UNITS = {"home": "1 factory Germans, 1 infantry Germans"}


def shop(money: int = 30, **more):
    return game("home-1 home-away", lands={"home": "Germans 10", "away": "British 3"}, units=UNITS, money={"Germans": money},
                phase="purchase", **more)  # fmt: skip


@pytest.mark.clause("K2")
def test_a_purchase_is_paid_at_the_commit() -> None:
    state = give(shop(), Buy({"infantry": 2, "tank": 1}))
    assert state.money["germans"] == 30
    state = give(state, Commit())
    assert state.money["germans"] == 30 - 11
    assert state.purchases == {"infantry": 2, "tank": 1}


@pytest.mark.clause("K2")
def test_a_purchase_takes_the_place_of_the_one_before() -> None:
    state = give(shop(), Buy({"infantry": 10}), Buy({"bomber": 1, "tank": 0}))
    assert state.purchases == {"bomber": 1}


@pytest.mark.clause("K2")
def test_nobody_buys_what_he_cannot_pay_or_what_there_is_not() -> None:
    assert refusal(shop(), Buy({"infantry": 11})).sentence == "That costs 33 and you have 30."
    assert refusal(shop(), Buy({"zeppelin": 1})).clause == "K2"


@pytest.mark.clause("K2")
def test_what_a_scenario_does_not_sell_cannot_be_bought() -> None:
    state = shop()
    unsold = replace(types()["tank"], sold=False)
    state = replace(state, setting=replace(state.setting, types={**types(), "tank": unsold}))
    assert refusal(state, Buy({"tank": 1})).sentence == "A tank cannot be bought in this game."
    assert refusal(state, Buy({"tank": 1})).clause == "K2"
    assert give(state, Buy({"infantry": 1})).purchases == {"infantry": 1}
    assert not view(state, "germans").setting.types["tank"].sold


@pytest.mark.clause("K4")
def test_repair_costs_one_a_point_and_shares_the_purse() -> None:
    state = shop(money=10, damage={"home": 8})
    state = give(state, Repair({"home": 4}))
    assert refusal(state, Buy({"tank": 2})).clause == "K2"
    state = give(state, Buy({"tank": 1}), Commit())
    assert state.damage == {"home": 4}
    assert state.money["germans"] == 1


@pytest.mark.clause("K4")
def test_all_damage_can_be_repaired_and_no_more() -> None:
    state = shop(damage={"home": 2, "away": 3})
    assert refusal(state, Repair({"home": 3})).clause == "K4"
    assert refusal(state, Repair({"away": 1})).clause == "K4"
    assert refusal(state, Repair({"nowhere": 1})).clause == "K4"
    assert give(state, Repair({"home": 2}), Commit()).damage == {"away": 3}
    assert refusal(give(shop(money=1, damage={"home": 2}), Repair({"home": 1})), Repair({"home": 2})).clause == "K2"


@pytest.mark.clause("K2")
@pytest.mark.parametrize("key, cost, attack, defence, move", [
    ("infantry", 3, 1, 2, 1), ("artillery", 4, 2, 2, 1), ("tank", 5, 3, 3, 2), ("anti-aircraft-gun", 6, 0, 1, 1),
    ("industrial-complex", 15, 0, 0, 0), ("fighter", 10, 3, 4, 4), ("bomber", 12, 4, 1, 6), ("battleship", 20, 4, 4, 2),
    ("carrier", 14, 1, 2, 2), ("cruiser", 12, 3, 3, 2), ("destroyer", 8, 2, 2, 2), ("submarine", 6, 2, 1, 2),
    ("transport", 7, 0, 0, 2),
])  # fmt: skip
def test_the_unit_table(key: str, cost: int, attack: int, defence: int, move: int) -> None:
    kind = types()[key]
    assert (kind.cost, kind.attack, kind.defence, kind.move) == (cost, attack, defence, move)
    assert (kind.hits, kind.bombard, kind.decks) == {
        "battleship": (2, 4, 0), "cruiser": (1, 3, 0), "carrier": (1, 0, 2),
    }.get(key, (1, 0, 0))  # fmt: skip

"""Towing (H11)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import splitting, towing
from room40_server.rules.dreadnought.state import with_ship
from room40_server.rules.game import Refused

from .kit import dice, fleet, game, slot


def two(first="Goeben", second="Breslau", **more):
    return game({"CP-1": fleet("intercept", [first, second], "C4", **more)})


def take(state, ship="goeben", towed: str | None = "breslau", side=Side.CP):
    return towing.tow(state, side, o.Tow(ship, towed), dice())


@pytest.mark.clause("H11")
def test_a_ship_tows_its_own_size_or_smaller():
    after = take(two())
    assert after.ships["goeben"].towing == "breslau"
    assert towing.has_tow(after, after.fleets["CP-1"])
    with pytest.raises(Refused, match="too small") as no:
        take(two(), "breslau", "goeben")
    assert no.value.clause == "H11"


@pytest.mark.clause("H11")
def test_a_tow_can_be_cast_off_and_only_if_there_is_one():
    state = take(two())
    assert not take(state, towed=None).ships["goeben"].towing
    with pytest.raises(Refused, match="nothing in tow"):
        take(two(), towed=None)


@pytest.mark.clause("H11")
def test_no_ship_tows_itself_or_two_or_one_of_another_fleet():
    with pytest.raises(Refused, match="itself"):
        take(two(), "goeben", "goeben")
    with pytest.raises(Refused, match="already"):
        take(take(two()), "breslau", "goeben")
    apart = game({"CP-1": fleet("intercept", ["Goeben"], "C4"), "CP-2": fleet("intercept", ["Breslau"], "C4")})
    with pytest.raises(Refused, match="not in Fleet 1"):
        take(apart)


@pytest.mark.clause("H11")
def test_a_ship_dead_in_the_water_tows_nothing():
    with pytest.raises(Refused, match="dead in the water"):
        take(two(speeds={"Goeben": "0"}))


def test_another_sides_ship_and_one_that_does_not_exist_are_refused_in_the_same_words():
    state = two()
    for ship in ("goeben", "no-such-ship"):
        with pytest.raises(Refused, match=f"You have no ship '{ship}' afloat in a fleet"):
            take(state, ship, None, Side.EN)


@pytest.mark.clause("H11")
def test_a_fleet_with_a_tow_enters_one_zone_in_two_turns():
    state = take(two(orders={3: "C5", 4: "stay"}))
    one = state.fleets["CP-1"]
    assert not towing.may_enter(state, one, 4)
    assert towing.may_enter(state, one, 5)
    free = two(orders={3: "C5"})
    assert towing.may_enter(free, free.fleets["CP-1"], 4)
    assert slot("C5").zones == ("C5",)


@pytest.mark.clause("H11")
def test_a_tow_parts_when_one_of_the_two_is_sunk_or_in_another_fleet():
    state = take(two())
    assert towing.part(state) is state
    sunk = with_ship(state, replace(state.ships["breslau"], sunk=True))
    assert not towing.part(sunk).ships["goeben"].towing
    moved = replace(state, fleets={"CP-1": replace(state.fleets["CP-1"], ships=("goeben",))})
    assert not towing.part(moved).ships["goeben"].towing


@pytest.mark.clause("H11")
@pytest.mark.clause("5.24")
def test_a_split_between_tug_and_tow_casts_off_at_once_and_the_owner_alone_is_told():
    state = take(two())
    parted = splitting.split(state, Side.CP, o.Split("CP-1", (o.Part(("goeben",), None),), None, None), dice())
    assert not parted.ships["goeben"].towing
    assert [e.text for e in parted.log["CP"].values()][-1].startswith("Goeben casts off Breslau")
    assert parted.log.get("EN", {}) == state.log.get("EN", {})


@pytest.mark.clause("H11")
@pytest.mark.clause("5.24")
def test_a_split_that_leaves_tug_and_tow_together_leaves_the_tow():
    state = game({"CP-1": fleet("intercept", ["Goeben", "Breslau", "Stralsund"], "C4")})
    state = take(state)
    parted = splitting.split(state, Side.CP, o.Split("CP-1", (o.Part(("goeben", "breslau"), None),), None, None), dice())
    assert parted.ships["goeben"].towing == "breslau"

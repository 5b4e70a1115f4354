"""Submarines (H15)."""

import pytest

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import passage, submarines
from room40_server.rules.dreadnought.state import Submarine
from room40_server.rules.game import Refused

from .kit import dice, fleet, game


def meeting(ships=("Dublin",), zone="C4", ace=False, **more):
    boat = Submarine("u21", "U 21", Side.CP, "C4", ace)
    fleets = more.pop("fleets", {"EN-1": fleet("intercept", list(ships), zone, **more.pop("fleet", {}))})
    return game(fleets, submarines={"u21": boat}, phase="passage", **more)


def met(state, *pips):
    throws = dice(*pips)
    after = passage.step(state, throws)
    assert throws.left == ()
    return after


def told(state, viewpoint):
    return [e.text for e in state.log.get(viewpoint, {}).values()]


@pytest.mark.clause("H15")
@pytest.mark.parametrize("ace, die, attacked", [(False, 4, False), (False, 5, True), (True, 3, False), (True, 4, True)])
def test_a_fleet_in_the_zone_is_attacked_on_five_or_more_by_an_ace_on_four(ace, die, attacked):
    after = met(meeting(ace=ace), *((die, 1) if attacked else (die,)))
    assert bool(after.log) is attacked


@pytest.mark.clause("H15")
def test_an_attack_that_does_not_come_about_is_told_to_nobody():
    assert met(meeting(), 4).log == {}


@pytest.mark.clause("H15")
@pytest.mark.parametrize("ace, die, hit", [(False, 5, False), (False, 6, True), (True, 4, False), (True, 5, True)])
def test_the_torpedoes_hit_on_a_six_an_aces_on_five(ace, die, hit):
    after = met(meeting(ace=ace), 6, die, *((3,) if hit else ()))
    built = after.setting.cards["Dublin"]
    assert after.ships["dublin"].hull == built.hull - (2 if hit else 0)


@pytest.mark.clause("H15", "H9")
def test_destroyers_make_the_attack_harder_and_then_hunt_the_submarine():
    assert met(meeting(("Dublin", "Tatra-class DD")), 5).log == {}
    sunk = met(meeting(("Dublin", "Tatra-class DD")), 6, 1, 6)
    assert sunk.submarines["u21"].sunk
    assert sunk.points == {"EN": {"submarine u21": 4}}
    missed = met(meeting(("Dublin", "Tatra-class DD")), 6, 1, 5)
    assert not missed.submarines["u21"].sunk


@pytest.mark.clause("H15")
def test_the_ship_that_is_hit_is_drawn_by_lot():
    after = met(meeting(("Dublin", "Goeben")), 5, 6, 4, 1)
    assert after.ships["goeben"].hull == after.setting.cards["Goeben"].hull - 1


@pytest.mark.clause("H15", "H21")
def test_the_owner_is_told_of_the_attack_but_not_which_ship_was_hit():
    after = met(meeting(), 5, 6, 3)
    assert any("Dublin is hit" in t for t in told(after, "EN"))
    assert told(after, "CP") == ["U 21 attacks at C4. An enemy fleet: die 6, a ship is hit (H15)."]
    assert told(after, "public") == []
    assert not any("U 21" in t for t in told(after, "EN"))


@pytest.mark.clause("H15", "H21")
def test_every_zone_really_entered_counts_and_no_other():
    passed = {"zone": "C5", "fleet": {"entered": ("C4", "C5"), "started": "C3", "came_from": "C4"}}
    assert met(meeting(**passed), 5, 1).log
    gone = {"zone": "C5", "fleet": {"entered": ("C5",), "started": "C4", "came_from": "C4"}}
    assert met(meeting(**gone)).log == {}
    elsewhere = {"zone": "D8"}
    assert met(meeting(**elsewhere)).log == {}


@pytest.mark.clause("H15", "H11")
def test_a_fleet_in_port_is_not_attacked_nor_one_in_a_sea_that_keeps_torpedoes_in_their_tubes():
    assert met(meeting(fleet={"in_port": True}, ports={"C4": "minor EN"})).log == {}
    assert met(meeting(weather=4)).log == {}


@pytest.mark.clause("H15", "5.2")
def test_an_escort_is_attacked_with_its_charge_and_not_apart():
    fleets = {
        "EN-1": fleet("transport", ["troopship"], "C4"),
        "EN-2": fleet("escort", ["Tatra-class DD"], "C4", charge="EN-1"),
    }
    assert met(meeting(fleets=fleets), 5).log == {}


@pytest.mark.clause("H15")
def test_a_submarine_enters_a_neighbouring_zone_and_its_owner_alone_commands_it():
    state = meeting(zone="D8", land=("C3",))
    ordered = submarines.dive(state, Side.CP, o.Dive("u21", "C5"), dice())
    assert ordered.submarines["u21"].order == "C5"
    moved = submarines.move(ordered).submarines["u21"]
    assert (moved.zone, moved.order) == ("C5", "")
    assert submarines.move(state) is state
    with pytest.raises(Refused, match="does not touch"):
        submarines.dive(state, Side.CP, o.Dive("u21", "C6"), dice())
    with pytest.raises(Refused, match="no way through"):
        submarines.dive(state, Side.CP, o.Dive("u21", "C3"), dice())
    with pytest.raises(Refused, match="You have no submarine 'u21'"):
        submarines.dive(state, Side.EN, o.Dive("u21", "C5"), dice())


@pytest.mark.clause("H15")
def test_an_order_to_dive_can_be_taken_back():
    ordered = submarines.dive(meeting(), Side.CP, o.Dive("u21", "C5"), dice())
    assert submarines.dive(ordered, Side.CP, o.Dive("u21"), dice()).submarines["u21"].order == ""

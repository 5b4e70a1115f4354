"""Every order of the 1914-18 system is said by a typed command, and read from it again."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.sheet import Action, Slot, write_slot
from room40.dreadnought.views import AirshipView, SubmarineView
from room40.geometry.hexgrid import Board
from room40.geometry.seachart import Direction, Zone
from room40_client.plain.dreadnought import Dreadnought
from room40_client.plain.grammar import Saying, Unclear
from tests.client import board_samples, samples

SPOKEN = Dreadnought()
VIEW = replace(
    board_samples.moving(),
    airships={"l3": AirshipView("L 3", "A1", "A1", "base", 0, [])},
    submarines={"u9": SubmarineView("U 9", "R31", False, False, "")},
)
CHART = samples.goeben()
FLEET = st.integers(1, 40).map(lambda number: f"EN-{number}")
SHIP = st.sampled_from(sorted(VIEW.ships))
SHIPS = st.lists(SHIP, min_size=1, max_size=4, unique=True).map(tuple)
ENEMY = st.sampled_from(sorted(board_samples.KNOWN))
ZONE = st.sampled_from(["R32", "Q31", "P30", "A1", "AA12", "T100"]).map(Zone)
TURN = st.integers(1, 99)
MISSION = st.sampled_from(list(o.Mission))
LABEL = st.sampled_from(sorted(VIEW.seen))
HEX = st.sampled_from(sorted(str(hex_) for hex_ in Board().hexes()))
OFF = st.sampled_from(["off W", "off NE", "off W SW", "off SE S"])
GROUP = st.sampled_from(sorted(board_samples.GROUPS))
TOKEN = st.sampled_from(["c3", "e12", "c9999"])
MOMENT = st.sampled_from([0, 107, 1220])
FIGHT = st.just(Zone(board_samples.ZONE))


@st.composite
def _slots(draw: st.DrawFn) -> str:
    zones = tuple(draw(st.lists(ZONE, max_size=2)))
    action = draw(st.sampled_from([one for one in Action if zones or one is not Action.PURSUE]))
    towards = draw(ZONE) if action is Action.LAY else Zone("")
    return write_slot(Slot(zones, draw(st.booleans()), action, towards))


SLOT = _slots()
SHEET = st.dictionaries(TURN.map(str), SLOT, max_size=3)


@st.composite
def _manoeuvres(draw: st.DrawFn) -> o.Manoeuvre:
    detach = draw(st.lists(SHIP, max_size=2, unique=True))
    who = st.sampled_from([*sorted(board_samples.GROUPS), *detach])
    moves = draw(st.dictionaries(who, HEX | OFF, max_size=3))
    merge = draw(st.dictionaries(who, who, max_size=2))
    cast_off = draw(st.lists(SHIP, max_size=2, unique=True))
    return o.Manoeuvre(board_samples.ZONE, moves, merge, tuple(detach), tuple(cast_off), draw(MOMENT))


ESCORT = st.none() | FLEET
AIM = st.builds(o.Aim, SHIP, st.sampled_from(list(o.Gun)), TOKEN)
FORMATION = st.builds(o.Formation, FLEET, SHIPS, MISSION, ESCORT)
PART = st.builds(o.Part, SHIPS, st.none() | ZONE)
ORDERS: dict[type[Struct], st.SearchStrategy[Any]] = {
    o.Form: st.builds(o.Form, st.lists(FORMATION, min_size=1, max_size=3).map(tuple)),
    o.Plot: st.builds(o.Plot, FLEET, TURN, SLOT),
    o.Abort: st.builds(o.Abort, FLEET, st.none() | ZONE, SHEET),
    o.Merge: st.builds(o.Merge, FLEET, FLEET),
    o.Split: st.builds(
        o.Split, FLEET, st.lists(PART, min_size=1, max_size=3).map(tuple), st.none() | ZONE, st.none() | ZONE
    ),
    o.NewMission: st.builds(o.NewMission, FLEET, MISSION, ESCORT),
    o.Counter: st.builds(o.Counter, FLEET, st.booleans(), st.booleans()),
    o.Linger: st.builds(o.Linger, FLEET, st.booleans()),
    o.Tow: st.builds(o.Tow, SHIP, st.none() | SHIP),
    o.Fly: st.builds(o.Fly, st.just("l3"), st.lists(ZONE, max_size=3).map(tuple)),
    o.Dive: st.builds(o.Dive, st.just("u9"), st.none() | ZONE),
    o.HabitOf: st.builds(o.HabitOf, FLEET, st.sampled_from(list(o.Habit))),
    o.ChooseZone: st.builds(o.ChooseZone, ZONE),
    o.ChooseQuarry: st.builds(o.ChooseQuarry, FLEET, LABEL),
    o.MakeClaims: st.builds(o.MakeClaims, st.lists(st.sampled_from(list(o.Claim)), max_size=4, unique=True).map(tuple)),
    o.Fight: st.builds(
        o.Fight, FIGHT, st.sampled_from(list(o.Stance)), st.dictionaries(SHIP, ENEMY, max_size=2), SHIPS | st.just(())
    ),
    o.Basic: st.builds(o.Basic, FIGHT, st.booleans()),
    o.Enter: st.builds(o.Enter, FIGHT, FLEET, st.sampled_from(list(Direction))),
    o.SetUp: st.builds(o.SetUp, FIGHT, st.dictionaries(HEX, SHIPS, max_size=3)),
    o.Manoeuvre: _manoeuvres(),
    o.FireGuns: st.builds(o.FireGuns, FIGHT, st.lists(AIM, max_size=3).map(tuple), st.booleans(), st.booleans(), MOMENT),
    o.FireTorpedoes: st.builds(o.FireTorpedoes, FIGHT, st.dictionaries(SHIP, TOKEN, max_size=3), MOMENT),
    o.Keep: st.builds(o.Keep, FIGHT, FLEET, SHIP),
    o.Pursue: st.builds(o.Pursue, FLEET, LABEL),
    o.Exchange: st.builds(o.Exchange, SHIPS, FLEET),
    o.Rejoin: st.builds(o.Rejoin, FLEET, st.dictionaries(TURN.map(str), SLOT, min_size=1, max_size=3)),
    o.Commit: st.just(o.Commit()),
    o.Reopen: st.just(o.Reopen()),
    o.Concede: st.just(o.Concede()),
}
"""Orders of every kind, as could be given in the sample views."""


def test_every_kind_of_order_has_a_command_and_a_usage() -> None:
    kinds = set(get_args(o.Order))
    assert {saying.kind for saying in SPOKEN.orders} == kinds == set(ORDERS)
    for saying in SPOKEN.orders:
        assert saying.usage
        assert saying.about


@pytest.mark.parametrize("kind", list(ORDERS), ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_an_order_is_read_again_from_the_command_that_says_it(kind: type[Struct], data: st.DataObject) -> None:
    order = data.draw(ORDERS[kind])
    text = SPOKEN.write(VIEW, order)
    assert text.isascii()
    assert SPOKEN.parse(VIEW, text) == (order,)


@pytest.mark.parametrize("saying", SPOKEN.orders, ids=lambda saying: saying.kind.__name__)
def test_a_command_that_begins_well_and_goes_on_badly_is_one_sentence_or_an_order(saying: "Saying[Any]") -> None:
    word = saying.words[0] or "3:"
    for rest in ("", "?", ";", ":", "3 3 3", "in Q28", "in Q28 at moment 3", "goeben", "3 to", "; ;", "at c3", "a" * 300):
        sentence = _complaint(f"{word} {rest}")
        assert sentence == "" or sentence.endswith((".", "?")), sentence
        assert len(sentence) < 400


def _complaint(text: str) -> str:
    """What is said about a line; "" if it says an order."""
    try:
        SPOKEN.parse(VIEW, text)
    except Unclear as unclear:
        return unclear.sentence
    return ""


@pytest.mark.clause("5.1")
@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("3: 7 q31/p32", (o.Plot("EN-3", 7, "Q31/P32"),)),
        ("fleet 1: Q31", (o.Plot("EN-1", 7, "Q31"),)),
        ("1: R31, stay port", (o.Plot("EN-1", 7, "R31"), o.Plot("EN-1", 8, "stay port"))),
        ("EN-1: 8 stay", (o.Plot("EN-1", 8, "stay"),)),
    ],
)
def test_slots_are_written_as_on_the_order_sheet(text: str, orders: tuple[o.Order, ...]) -> None:
    assert SPOKEN.parse(CHART, text) == orders


@pytest.mark.clause("7.31")
@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("steer group 1 to C5", {"en-1": "-3,2"}),
        ("steer inflexible nw", {"en-1": "-2,0"}),
        ("steer all SE", {"en-1": "0,0", "en-2": "0,1"}),
        ("steer gloucester off W SW; 1 stay", {"en-2": "off W SW"}),
    ],
)
def test_groups_are_steered_by_number_by_a_ship_or_all_together(text: str, moves: dict[str, str]) -> None:
    (order,) = SPOKEN.parse(VIEW, text)
    assert isinstance(order, o.Manoeuvre)
    assert order.moves == moves


@pytest.mark.clause("H7.5")
def test_a_ship_without_a_gun_class_fires_all_that_reach() -> None:
    (order,) = SPOKEN.parse(board_samples.firing(), "fire inflexible at c3; again")
    assert isinstance(order, o.FireGuns)
    assert {(shot.ship, shot.gun, shot.target) for shot in order.shots} == {
        ("inflexible", o.Gun.PRIMARY, "c3"),
        ("inflexible", o.Gun.SECONDARY, "c3"),
    }
    assert order.same

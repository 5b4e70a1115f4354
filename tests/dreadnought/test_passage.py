"""Mines and submarines on the way (H13, H15)."""

import pytest

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import passage
from room40_server.rules.dreadnought.state import Minefield, Phase, Submarine

from .kit import dice, fleet, game

FIELD = {"one": Minefield("C4-C5", Side.CP, 2, (Side.CP,))}


@pytest.mark.clause("H13", "H15")
def test_on_the_way_comes_the_edge_then_the_zone():
    one = fleet("intercept", ["Dublin"], "C5", entered=("C4", "C5"), started="C3", came_from="C4")
    boats = {"a": Submarine("a", "U 1", Side.CP, "C4"), "b": Submarine("b", "U 2", Side.CP, "C5")}
    throws = dice(1, 2, 3)
    after = passage.step(game({"EN-1": one}, phase="passage", mines=FIELD, submarines=boats), throws)
    assert [t.purpose for t in throws.thrown] == ["submarine a EN-1", "mines C4-C5 EN-1", "submarine b EN-1"]
    assert after.phase is Phase.BATTLES


@pytest.mark.clause("H21")
def test_between_a_port_and_its_zone_no_edge_is_crossed_and_in_port_nothing_attacks():
    boats = {"a": Submarine("a", "U 1", Side.CP, "C4")}
    out = fleet("intercept", ["Dublin"], "C4", entered=("C4",), started="C4", started_in_port=True, came_from="C4")
    into = fleet("intercept", ["Dublin"], "C4", entered=("C4",), started="C4", came_from="C4", in_port=True)
    ports = {"C4": "minor EN"}
    assert len(_thrown(game({"EN-1": out}, mines=FIELD, submarines=boats, ports=ports))) == 1
    assert _thrown(game({"EN-1": into}, mines=FIELD, submarines=boats, ports=ports)) == []


def _thrown(state):
    throws = dice(1, 1)
    passage.step(state, throws)
    return throws.thrown


@pytest.mark.clause("H13", "5.25")
def test_a_fleet_lost_on_the_way_frees_its_counter():
    one = fleet("transport", ["merchant"], "C5", entered=("C5",), started="C4", came_from="C4")
    escort = fleet("escort", ["Tatra-class DD"], "C5", entered=("C5",), started="C4", came_from="C4", charge="EN-1")
    state = game({"EN-1": one, "EN-2": escort}, phase="passage", mines=FIELD)
    after = passage.step(state, dice(5, 1, 6))
    assert set(after.fleets) == {"EN-2"}

"""Cargo (H11, 11.5)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import operations

from .kit import dice, fleet, game, slot


def at(zone="C4", ships=("merchant", "troopship"), order="stay load", mission="transport", cargo=(), turns=9, **more):
    one = fleet(mission, list(ships), zone, dict.fromkeys(range(1, turns), order), **more)
    state = game({"EN-1": one}, phase="operations", ports={"C4": "minor EN", "C8": "minor EN", "E4": "minor CP"})
    laden = dict(cargo)
    return replace(
        state,
        ships={i: replace(s, cargo=laden.get(i, 0), cargo_from="C8" if i in laden else "") for i, s in state.ships.items()},
    )


def worked(state, turns):
    for _ in range(turns):
        state = replace(operations.step(state, dice()), turn=state.turn + 1)
    return state


def holds(state):
    return {i: s.cargo for i, s in state.ships.items()}


@pytest.mark.clause("H11", "5.2")
def test_loading_takes_two_turns_in_port_and_fills_merchants_and_troopships():
    state = at(in_port=True)
    assert holds(worked(state, 1)) == {"merchant": 0, "troopship": 0}
    assert holds(worked(state, 2)) == {"merchant": 2, "troopship": 3}


LADEN = {"merchant": 2, "troopship": 3}


@pytest.mark.clause("H11", "H18")
def test_unloading_takes_two_turns_in_a_port_and_scores():
    state = at(order="stay unload", cargo=LADEN, in_port=True)
    assert worked(state, 1).points == {}
    after = worked(state, 2)
    assert after.points == {"EN": {"cargo merchant": 2, "cargo troopship": 6}}
    assert holds(after) == {"merchant": 0, "troopship": 0}


@pytest.mark.clause("H11")
def test_unloading_on_a_beach_takes_four():
    state = at("E4", order="stay unload", cargo=LADEN)
    assert worked(state, 3).points == {}
    assert worked(state, 4).points == {"EN": {"cargo merchant": 2, "cargo troopship": 6}}


@pytest.mark.clause("H11")
def test_nothing_is_landed_at_sea_or_while_moving():
    assert worked(at("C6", order="stay unload", cargo=LADEN), 5).points == {}
    assert worked(at(order="stay unload", cargo=LADEN, in_port=True, entered=("C4",)), 5).points == {}


@pytest.mark.clause("H11", "H18")
def test_cargo_put_ashore_where_it_came_from_scores_nothing():
    state = at("C8", order="stay unload", cargo=LADEN, in_port=True)
    after = worked(state, 2)
    assert after.points == {}
    assert holds(after) == {"merchant": 0, "troopship": 0}


@pytest.mark.clause("5.2", "H11")
@pytest.mark.parametrize("bad", [{"mission": "intercept"}, {"ships": ("Dublin",)}, {"in_port": False}])
def test_only_transports_with_room_load_and_only_in_a_friendly_port(bad):
    after = worked(at(**{"in_port": True, **bad}), 2)
    assert not any(holds(after).values())
    assert "does not load" in after.log["EN"][1].text


@pytest.mark.clause("H11")
def test_a_turn_without_work_begins_it_anew():
    state = worked(at(order="stay unload", cargo=LADEN, in_port=True), 1)
    one = state.fleets["EN-1"]
    pause = replace(state, fleets={"EN-1": replace(one, sheet={**one.sheet, 2: slot("stay")})})
    assert worked(pause, 2).points == {}
    assert worked(pause, 3).points


@pytest.mark.clause("H11")
def test_nobody_but_the_owner_hears_of_cargo():
    assert set(worked(at(order="stay unload", cargo=LADEN, in_port=True), 2).log) == {"EN"}

"""Torpedoes: dice, range, effect, once a battle."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import torpedoes
from room40_server.rules.dreadnought.state import Phase, with_ship
from room40_server.rules.dreadnought.torpedoes import Spread

from .kit import dice, fleet, game, tables


def state_of(**more):
    return game(
        {"CP-1": fleet("intercept", ["Goeben", "German TB"], "C3"), "EN-1": fleet("intercept", ["L/M"], "C3")}, **more
    )


def fired(range_, *pips, state=None, target="goeben"):
    thrown = dice(*pips)
    after, runs = torpedoes.fire(state or state_of(), [Spread("l-m", target, range_)], thrown)
    assert thrown.left == ()
    return after, runs


@pytest.mark.clause("H7.7")
def test_at_range_one_a_six_hits_and_the_effect_ignores_armour():
    state, (run,) = fired(1, 6, 2, 6, 4, 5)
    goeben = state.ships["goeben"]
    assert (run.hits, goeben.hull, goeben.speed) == (2, 8, "1")


@pytest.mark.clause("H7.7", "H7.5")
def test_in_the_same_hex_a_five_hits_and_half_the_hull_costs_a_speed():
    state, (run,) = fired(0, 5, 1, 5, 6, 6)
    goeben = state.ships["goeben"]
    assert (run.hits, goeben.hull, goeben.speed) == (2, 6, "0")


@pytest.mark.clause("H7.7")
def test_every_mount_fires_once_until_it_is_reloaded():
    state, _ = fired(1, 1, 1, 1)
    again, runs = fired(1, state=state)
    assert runs == ()
    assert again.ships["l-m"].torpedo_mounts == 3
    assert torpedoes.dice_of(torpedoes.reload(state.ships["l-m"])) == 3


@pytest.mark.clause("H7.7")
def test_beyond_range_one_nothing_is_fired():
    _, runs = fired(2)
    assert runs == ()


@pytest.mark.clause("H7.7")
def test_a_five_hits_a_ship_dead_in_the_water():
    state = state_of()
    still = replace(state.ships["goeben"], speed="0")
    _, (run,) = fired(1, 5, 4, 4, 1, state=with_ship(state, still))
    assert run.hits == 1


@pytest.mark.clause("H7.7", "H9")
def test_a_hit_on_a_counter_of_boats_loses_one_boat_without_an_effect_die():
    state, (run,) = fired(1, 6, 6, 1, target="german-tb")
    assert (run.hits, state.ships["german-tb"].boats) == (2, 2)


@pytest.mark.clause("H4.1")
def test_no_torpedoes_in_a_squall():
    _, runs = fired(1, state=state_of(weather=4))
    assert runs == ()


@pytest.mark.clause("H7.7")
@pytest.mark.parametrize(
    "die, hull, speed", [(1, 11, "2"), (2, 11, "2"), (3, 10, "2"), (4, 10, "2"), (5, 10, "1"), (6, 9, "1")]
)
def test_the_effect_table(die, hull, speed):
    goeben = torpedoes.apply_effect(state_of(), "goeben", die).ships["goeben"]
    assert (goeben.hull, goeben.speed) == (hull, speed)


@pytest.mark.clause("H7.7")
def test_a_torpedo_that_takes_the_last_hull_box_sinks():
    state = replace(state_of(), phase=Phase.BATTLES)
    state = with_ship(state, replace(state.ships["goeben"], hull=2, halved=True))
    after = torpedoes.apply_effect(state, "goeben", 3)
    assert after.ships["goeben"].sunk
    assert after.points == {"EN": {"sunk goeben": 20}}


@pytest.mark.clause("H7.7")
def test_the_speed_of_the_target_counts_before_any_torpedo_of_the_step_strikes():
    assert torpedoes.needed(tables().torpedoes, state_of().ships["goeben"], 1) == 6


@pytest.mark.clause("H11")
def test_a_ship_that_tows_or_is_towed_fires_no_torpedoes():
    state = state_of()
    towing = with_ship(state, replace(state.ships["l-m"], towing="another"))
    assert fired(1, state=towing)[1] == ()
    towed = with_ship(state, replace(state.ships["german-tb"], towing="l-m"))
    assert fired(1, state=towed)[1] == ()

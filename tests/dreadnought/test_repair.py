"""Repair and reloading (H7.5, H7.7)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import repair
from room40_server.rules.dreadnought.state import with_ship

from .kit import dice, fleet, game


def hurt(port="", hull=5, speed="1", ship="Goeben", **more):
    state = game({"CP-1": fleet("intercept", [ship], "C4", in_port=bool(port), **more)}, ports={"C4": port} if port else {})
    one = next(iter(state.ships.values()))
    return with_ship(state, replace(one, hull=hull, speed=speed))


@pytest.mark.clause("H7.5")
@pytest.mark.parametrize("die, speed", [(5, "0"), (6, "1s")])
def test_a_ship_dead_in_the_water_has_steam_again_on_a_six(die, speed):
    after = repair.step(hurt(speed="0"), dice(die))
    assert after.ships["goeben"].speed == speed
    assert set(after.log) == {"CP"}


@pytest.mark.clause("H7.5")
def test_a_major_port_gives_one_hull_box_and_one_speed_in_six_turns_and_no_guns():
    state = hurt("major CP")
    state = with_ship(state, replace(state.ships["goeben"], primary=1))
    for _ in range(5):
        state = repair.step(state, dice())
    assert (state.ships["goeben"].hull, state.ships["goeben"].speed) == (5, "1")
    state = repair.step(state, dice())
    mended = state.ships["goeben"]
    assert (mended.hull, mended.speed, mended.primary, mended.repair_turns) == (6, "2", 1, 0)


@pytest.mark.clause("H7.5")
@pytest.mark.parametrize("where", [{"port": "minor CP"}, {"port": "major EN"}, {}, {"port": "major CP", "entered": ("C4",)}])
def test_elsewhere_nothing_is_repaired_and_the_turns_do_not_add_up(where):
    state = hurt(**where)
    state = with_ship(state, replace(state.ships["goeben"], repair_turns=5))
    after = repair.step(state, dice())
    assert after.ships["goeben"].hull == 5
    assert after.ships["goeben"].repair_turns == 0


@pytest.mark.clause("H7.5")
def test_no_ship_becomes_better_than_she_was_built():
    state = hurt("major CP")
    built = state.setting.cards["Goeben"]
    whole = replace(state.ships["goeben"], hull=built.hull, speed="1")
    assert repair.mend(state, whole).hull == built.hull
    assert repair.mend(state, replace(whole, speed="2")).speed == "2"
    slow = replace(state.setting.cards["Goeben"], speed="1+")
    old = replace(state, setting=replace(state.setting, cards={**state.setting.cards, "Goeben": slow}))
    assert repair.mend(old, whole).speed == "1+"


@pytest.mark.clause("H7.5", "H9")
def test_boats_that_are_lost_do_not_come_back():
    state = hurt("major CP", ship="German TB #1", hull=3, speed="2+")
    boat = replace(state.ships["german-tb-1"], boats=3, hull=3)
    assert repair.mend(with_ship(state, boat), boat) == boat


@pytest.mark.clause("H7.7")
@pytest.mark.parametrize("port, loaded", [("minor CP", 1), ("major CP", 1), ("minor EN", 0), ("", 0)])
def test_torpedoes_are_reloaded_in_a_friendly_port(port, loaded):
    state = hurt(port)
    state = with_ship(state, replace(state.ships["goeben"], torpedoes=0))
    assert repair.step(state, dice()).ships["goeben"].torpedoes == loaded

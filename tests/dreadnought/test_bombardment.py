"""Bombardment of ports (H11, 11.1)."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import bombardment, operations

from .kit import dice, fleet, game

QUIET_MINOR = (1, 1, 1, 1)


def off(port="minor EN", mission="bombardment", ships=("Goeben",), light="day", order="stay bombard", **more):
    one = fleet(mission, list(ships), "C4", {4: order}, **more)
    return game({"CP-1": one}, turn=4, phase="operations", light=light, ports={"C4": port})


def fired(state, *pips):
    throws = dice(*pips)
    after = operations.step(state, throws)
    assert throws.left == ()
    return after


def told(state, viewpoint):
    return [e.text for e in state.log.get(viewpoint, {}).values()]


@pytest.mark.clause("H11", "5.2")
def test_primaries_score_on_five_secondaries_on_six_and_three_hits_are_a_point():
    # Goeben: 6 primary and 4 secondary boxes
    after = fired(off(), *QUIET_MINOR, 5, 6, 4, 1, 1, 1, 6, 5, 5, 5)
    assert after.points == {"CP": {"bombardment C4": 1}}
    assert fired(off(), *QUIET_MINOR, 5, 6, 4, 1, 1, 1, 5, 5, 5, 5).points == {}


@pytest.mark.clause("H11")
def test_at_most_four_points_a_port_a_turn():
    state = off(ships=("Goeben", "Seydlitz", "Moltke"))
    ships = [state.ships[i] for i in state.fleets["CP-1"].ships]
    boxes = sum(s.primary + s.secondary for s in ships)
    assert boxes > 14
    assert fired(state, *QUIET_MINOR, *[6] * boxes).points == {"CP": {"bombardment C4": 4}}


@pytest.mark.clause("H11")
def test_at_night_half_the_dice_are_thrown():
    after = fired(off(light="night"), *QUIET_MINOR, 6, 6, 6, 1, 1)
    assert after.points == {"CP": {"bombardment C4": 1}}


@pytest.mark.clause("H11")
def test_the_batteries_reply_first_a_minor_port_with_four_dice_a_major_with_six():
    minor = fired(off(), 6, 1, 1, 1, 2, 2, *[1] * 10)
    assert minor.ships["goeben"].tertiary == off().ships["goeben"].tertiary - 2
    state = off("major EN")
    assert bombardment.battery_dice(state, state.setting.ports["C4"]) == 6
    after = fired(state, 6, 1, 1, 1, 1, 1, 3, 4, *[1] * 10)
    assert after.ships["goeben"].hull == state.ships["goeben"].hull - 1


@pytest.mark.clause("H11")
def test_a_ship_sunk_by_the_batteries_does_not_fire():
    state = off("major EN", ships=("Breslau",))
    weak = replace(state, ships={"breslau": replace(state.ships["breslau"], hull=1)})
    after = fired(weak, 6, 1, 1, 1, 1, 1, 3, 4)
    assert after.ships["breslau"].sunk
    assert after.fleets == {}


@pytest.mark.clause("H11")
def test_primary_hits_wear_the_batteries_down():
    state = off()
    after = fired(state, *QUIET_MINOR, 6, 6, 6, *[1] * 7)
    assert after.batteries == {"C4": 3}
    assert bombardment.battery_dice(after, state.setting.ports["C4"]) == 2
    silent = replace(state, batteries={"C4": 0})
    assert fired(silent, *[1] * 10).batteries == {"C4": 0}


@pytest.mark.clause("H11", "5.2")
@pytest.mark.parametrize(
    "bad",
    [{"mission": "intercept"}, {"port": "minor CP"}, {"port": "minor"}, {"ships": ("merchant",)}, {"mission": "abort"}],
)
def test_only_bombarding_and_raiding_warships_and_only_enemy_ports(bad):
    after = fired(off(**bad))
    assert after.points == {}
    assert "does not bombard" in told(after, "CP")[0]


@pytest.mark.clause("5.2", "H21")
def test_what_stood_when_the_mission_was_aborted_is_still_bombarded():
    assert fired(off(abort_from=5), *QUIET_MINOR, *[1] * 10).record


@pytest.mark.clause("7.37", "H21")
def test_a_fleet_that_aborted_after_a_battle_bombards_no_more():
    assert fired(off(mission="abort", abort_from=5, fought=4)).record == {}


@pytest.mark.clause("5.2", "H11")
def test_a_raider_that_bombards_is_shown():
    after = fired(off(mission="raiding", on_map=False, leader="Goeben"), *QUIET_MINOR, *[1] * 10)
    assert after.fleets["CP-1"].on_map


@pytest.mark.clause("H11")
def test_a_ship_with_a_tow_does_not_bombard():
    state = off(ships=("Goeben", "Breslau"))
    towing = replace(state, ships={**state.ships, "goeben": replace(state.ships["goeben"], towing="breslau")})
    assert "no warship" in told(fired(towing), "CP")[0]


@pytest.mark.clause("H21", "5.43")
def test_a_fleet_stopped_by_a_contact_does_not_bombard_and_one_still_there_does():
    assert fired(off(stopped=True)).log == {}
    assert fired(off(fought=4), *QUIET_MINOR, *[1] * 10).record


@pytest.mark.clause("H11")
def test_the_port_learns_the_hits_but_not_how_many_guns_fired():
    after = fired(off(), *QUIET_MINOR, 5, 6, 4, 1, 1, 1, 6, 5, 5, 5)
    assert told(after, "EN") == [
        "An enemy fleet: Port C4 is bombarded: the batteries reply with 4 dice, no hits; 3 hits, 1 point (H11)."
    ]
    assert told(after, "public") == ["Port C4 is bombarded: 3 hits, 1 point (H11)."]
    assert "Dice 5 6 4 1 1 1 6 5 5 5" in told(after, "CP")[0]

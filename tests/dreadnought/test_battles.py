"""The battles of a turn: in order of zone, one at a time, from the first word to the fleets that are no more."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Fight, Mission, Side, Stance
from room40.geometry.seachart import Zone
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought import battles, losses
from room40_server.rules.dreadnought.state import Battle, Phase, fleet_of, with_ship
from room40_server.rules.game import Refused

from .kit import GAME, dice, fleet, game

NO_HITS = [1] * 300


def at_war(fleets, *zones, **more):
    """A state at the beginning of the battles phase, with a battle of everybody in each of these zones, by basic combat."""
    state = game(fleets, phase="battles", turn=4, setting={"battles": "basic"}, **more)
    made = {}
    for zone in zones:
        there = [f for f in state.fleets.values() if f.zone == zone and f.mission is not Mission.ESCORT]
        made[zone] = Battle(Zone(zone), {s.value: tuple(f.id for f in there if f.side is s) for s in Side})
    return replace(state, battles=made)


def duel(cp="Moltke", en="Lion", zone="C3", number=1):
    return {f"CP-{number}": fleet("intercept", [cp], zone), f"EN-{number}": fleet("intercept", [en], zone)}


def both_say(state, thrown, zone="C3", stance="continue"):
    for side in list(state.asked):
        state = battles.fight(state, Side(side), Fight(zone, Stance(stance)), thrown)
    return battles.step(state, thrown)


def fought_out(state, thrown):
    state = battles.step(state, thrown)
    while state.asked:
        state = both_say(state, thrown, battles.current(state).zone)
    return state


@pytest.mark.clause("H6", "5.47")
def test_both_sides_are_asked_before_each_round_and_their_words_wait_for_each_other():
    state, thrown = battles.step(at_war(duel(), "C3"), dice()), dice(4, *NO_HITS)
    assert state.asked == {"CP": "fight", "EN": "fight"}
    state = battles.fight(state, Side.CP, Fight("C3"), thrown)
    assert state.asked == {"EN": "fight"}
    assert not any("Round" in e.text for e in state.log["EN"].values())
    assert thrown.thrown == []
    state = battles.step(battles.fight(state, Side.EN, Fight("C3"), thrown), thrown)
    assert (state.asked, state.battles["C3"].round) == ({"CP": "fight", "EN": "fight"}, 2)
    assert state.battles["C3"].words == {}


@pytest.mark.clause("H6", "7.38")
def test_a_battle_fought_out_is_remembered_by_its_fleets():
    state = fought_out(at_war(duel(), "C3"), dice(4, *NO_HITS))
    assert state.phase is Phase.AFTER_BATTLE
    assert {(f.fought, f.long_battle) for f in state.fleets.values()} == {(4, True)}


@pytest.mark.clause("H6", "7.38")
def test_two_rounds_of_basic_combat_are_no_long_battle():
    thrown = dice(4, *NO_HITS)
    state = both_say(battles.step(at_war(duel(), "C3"), thrown), thrown)
    state = both_say(state, thrown)
    state = both_say(state, thrown, stance="withdraw")
    assert state.phase is Phase.AFTER_BATTLE
    assert {f.long_battle for f in state.fleets.values()} == {False}
    assert {f.fought for f in state.fleets.values()} == {4}


@pytest.mark.clause("H6")
@pytest.mark.parametrize("viewpoint", ["EN", "public"])
def test_a_sides_word_is_secret_until_both_are_in(viewpoint):
    state = battles.step(at_war(duel(), "C3"), dice())
    words = [Fight("C3", Stance.CLOSE, {"moltke": "lion"}), Fight("C3")]
    first, second = (GAME.view(GAME.submit(state, "CP", word, dice()), viewpoint) for word in words)
    assert first == second


@pytest.mark.clause("H21.6")
def test_several_battles_are_fought_in_order_of_zone():
    fleets = {**duel(zone="C10"), **duel("Seydlitz", "Tiger", "C9", 2), **duel("Goeben", "Queen Mary", "AA1", 3)}
    state = at_war(fleets, "C10", "C9", "AA1", rows="A-AA")
    thrown, order = dice(*[1] * 900), []
    state = battles.step(state, thrown)
    while state.asked:
        order.append(battles.current(state).zone)
        state = both_say(state, thrown, order[-1], "withdraw")
    assert list(dict.fromkeys(order)) == ["C9", "C10", "AA1"]


@pytest.mark.clause("H21.6")
def test_a_word_for_another_battle_is_refused():
    state = battles.step(at_war({**duel(), **duel("Seydlitz", "Tiger", "D5", 2)}, "C3", "D5"), dice())
    with pytest.raises(Refused, match=r"^H21.6: The battle that is being fought now is in C3\.$"):
        battles.fight(state, Side.CP, Fight("D5"), dice())


@pytest.mark.clause("H6")
def test_a_side_gives_its_word_once():
    state = GAME.submit(battles.step(at_war(duel(), "C3"), dice()), "CP", Fight("C3"), dice())
    with pytest.raises(Refused):
        GAME.submit(state, "CP", Fight("C3", Stance.CLOSE), dice())


@pytest.mark.clause("H21.29", "5.47")
def test_all_fleets_of_the_zone_fight_one_battle():
    fleets = {**duel(), **duel("Seydlitz", "Tiger", number=2)}
    state = fought_out(at_war(fleets, "C3"), dice(*NO_HITS, *NO_HITS))
    fired = {f.ships[0] for f in state.record.values() if f.what == "fire primary"}
    assert fired == {"moltke", "seydlitz", "lion", "tiger"}


@pytest.mark.clause("5.2 Escort")
def test_an_escort_goes_into_battle_with_its_charge():
    fleets = {**duel("troopship"), "CP-2": fleet("escort", ["Seydlitz"], "C3", charge="CP-1")}
    state = battles.step(at_war(fleets, "C3"), dice())
    assert state.battles["C3"].fleets["CP"] == ("CP-1", "CP-2")


@pytest.mark.clause("5.2 Escort")
def test_an_escort_apart_from_its_charge_is_not_in_its_battle():
    fleets = {**duel("troopship"), "CP-2": fleet("escort", ["Seydlitz"], "C4", charge="CP-1")}
    state = battles.step(at_war(fleets, "C3"), dice())
    assert state.battles["C3"].fleets["CP"] == ("CP-1",)


@pytest.mark.clause("5.2 Bombardment")
def test_a_bombardment_fleet_fires_half_in_its_first_round_and_anew_in_each_battle():
    fleets = {"CP-1": fleet("bombardment", ["Derfflinger"], "C3"), "EN-1": fleet("intercept", ["Tiger"], "C3")}
    for _ in range(2):
        state = fought_out(at_war(fleets, "C3"), dice(*NO_HITS))
        thrown = {
            (f.figures["round"], f.what): f.figures["dice"] for f in state.record.values() if f.ships[:1] == ("derfflinger",)
        }
        assert (thrown[1, "fire primary"], thrown[2, "fire primary"], thrown[2, "fire secondary"]) == (3, 6, 4)
        fleets["CP-1"]["halved_fire_done"] = ("derfflinger",)  # as the battle before left it


@pytest.mark.clause("5.25")
def test_a_fleet_without_a_ship_is_no_more():
    state = at_war(duel(), "C3")
    state = with_ship(state, replace(state.ships["lion"], hull=1, halved=True))
    thrown = dice(4, 6, 1, 1, 1, 1, 1, *[1] * 7, 3, 4)
    state = both_say(battles.step(state, thrown), thrown)
    assert list(state.fleets) == ["CP-1"]
    assert state.battles["C3"].fleets == {"CP": ("CP-1",), "EN": ()}
    assert fleet_of(state, "lion") is None
    assert any("Fleet 1 has no ship left" in e.text for e in state.log["EN"].values())
    assert not any("has no ship left; its counter" in e.text for e in state.log["CP"].values())


@pytest.mark.clause("5.47")
def test_if_a_side_was_lost_before_the_battle_there_is_none():
    state = at_war(duel(), "C3")
    state = with_ship(state, replace(state.ships["lion"], sunk=True, hull=0))
    state = battles.step(state, dice())
    assert (state.phase, state.battles) == (Phase.AFTER_BATTLE, {})
    assert state.fleets["CP-1"].fought == 0


@pytest.mark.clause("H6")
def test_everything_in_a_battle_is_told_to_all():
    state = fought_out(at_war(duel(), "C3"), dice(4, *NO_HITS))
    told = [[e.text for e in state.log[v].values()] for v in ("CP", "EN", "public")]
    assert told[0] == told[1] == told[2]
    assert told[0][:3] == [
        "Battle in C3 (5.47). The Central Powers: Moltke; the Entente: Lion.",
        "Round 1. Initiative: die 4: the Entente (7.2).",
        "Round 1. Moltke fires at Lion: 6 primary dice (1 1 1 1 1 1), no hit (H7.5).",
    ]


@pytest.mark.clause("H6")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("light, weather", [("day", 2), ("night", 4), ("day", 6)])
def test_every_battle_ends_within_its_rounds(seed, light, weather):
    fleets = {
        "CP-1": fleet("intercept", ["Seydlitz", "Bluecher", "Breslau", "German TB"], "C3"),
        "EN-1": fleet("raiding", ["Lion", "Superb", "Dublin", "L/M", "merchant"], "C3"),
    }
    state, thrown = at_war(fleets, "C3", light=light, weather=weather), SeededDice(bytes([seed]))
    state = battles.step(state, thrown)
    stances, words = list(Stance), 0
    while state.asked:
        for side in list(state.asked):
            words += 1
            stance = stances[(words * (seed + 3)) % 2]
            state = GAME.submit(state, side, Fight("C3", stance), thrown) if len(state.asked) == 2 else battles.fight(
                state, Side(side), Fight("C3", stance), thrown)  # fmt: skip
        state = battles.step(state, thrown)
    limit = 2 if light == "night" else 4
    assert 1 <= state.battles["C3"].rounds_fought <= limit
    for ship in state.ships.values():
        assert ship.sunk == (ship.hull == 0)


class TestLosses:
    @pytest.mark.clause("H21.24")
    def test_an_escort_whose_charge_is_lost_goes_home(self):
        state = game(
            {
                "EN-1": fleet("transport", ["troopship"], "C3"),
                "EN-2": fleet("escort", ["Dublin"], "C3", charge="EN-1"),
            },
            phase="battles", turn=4, ports={"C6": "major EN"},
        )  # fmt: skip
        state = losses.strike_off(with_ship(state, replace(state.ships["troopship"], sunk=True, hull=0)))
        escort = state.fleets["EN-2"]
        assert "EN-1" not in state.fleets
        assert (escort.mission, escort.charge) == (Mission.ABORT, "")

    @pytest.mark.clause("5.25")
    def test_nothing_changes_while_every_fleet_has_a_ship(self):
        state = game(duel())
        assert losses.strike_off(state) is state


def test_no_order_but_a_word_is_heard_while_battles_are_fought():
    state = battles.step(at_war(duel(), "C3"), dice())
    with pytest.raises(Refused):
        GAME.submit(state, "CP", o.Plot("CP-1", 6, "stay"), dice())

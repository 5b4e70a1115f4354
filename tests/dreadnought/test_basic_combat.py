"""Basic combat (H6): who fires in which round, whose will is done, how fire is spread, how a battle ends."""

import pytest
from msgspec.structs import replace

from room40.dreadnought.orders import Fight, Side, Stance
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import basic_combat, targets
from room40_server.rules.dreadnought.basic_combat import decide, forces, speed_in_battle
from room40_server.rules.dreadnought.state import Battle, with_ship
from room40_server.rules.game import Refused

from .kit import dice, fleet, game

NO_HIT = 1


def battle(cp, en, round_=1, light="day", weather=2, leaders=(), speeds=None, **more):
    """A state with one battle in C3, before `round_`."""
    made = Battle(Zone("C3"), {"CP": ("CP-1",), "EN": ("EN-1",)}, round=round_, rounds_fought=round_ - 1)
    forces_of = {
        f"{side}-1": fleet("intercept", list(names), "C3", leader=names[0] if side in leaders else "", speeds=speeds or {})
        for side, names in (("CP", cp), ("EN", en))
    }
    more = {"setting": {"battles": "basic"}, "battles": {"C3": made}, **more}
    return game(forces_of, phase="battles", light=light, weather=weather, turn=4, **more)


def say(state, cp="continue", en="continue", targets_=None, behind=()):
    for side, stance in (("CP", cp), ("EN", en)):
        left = behind if stance == "withdraw" else ()
        word = Fight("C3", Stance(stance), (targets_ or {}).get(side, {}), left)
        state = basic_combat.take_word(state, Side(side), word)
    return state


def go_on(state, *pips):
    thrown = dice(*pips)
    after = basic_combat.go_on(state, "C3", thrown)
    assert thrown.left == ()
    return after


def guns_fired(state, number):
    """Round -> ship -> gun class -> dice, from the umpire's record."""
    found = {}
    for fact in state.record.values():
        if fact.figures.get("round") == number and fact.ships:
            gun = fact.what.removeprefix("fire ")
            found.setdefault(fact.ships[0], {})[gun] = fact.figures["dice"]
    return found


class TestRounds:
    @pytest.mark.clause("H6", "H21.32")
    def test_who_fires_in_which_round(self):
        state = battle(["Goeben"], ["Courbet", "Danton"])
        state = go_on(say(state), 4, *[NO_HIT] * 13)
        assert guns_fired(state, 1) == {"courbet": {"primary": 7}, "goeben": {"primary": 6}}
        state = go_on(say(state), *[NO_HIT] * 34)
        assert guns_fired(state, 2) == {
            "courbet": {"primary": 7, "secondary": 6},
            "danton": {"primary": 3, "secondary": 8},
            "goeben": {"primary": 6, "secondary": 4},
        }
        state = go_on(say(state, "close", "close"), *[NO_HIT] * 41)
        assert guns_fired(state, 3) == {
            "courbet": {"primary": 7, "secondary": 6, "torpedoes": 1},
            "danton": {"primary": 3, "secondary": 8, "tertiary": 2, "torpedoes": 1},
            "goeben": {"primary": 6, "secondary": 4, "tertiary": 2, "torpedoes": 1},
        }

    @pytest.mark.clause("H6", "7.38")
    def test_by_day_four_rounds_at_most_and_three_are_a_long_battle(self):
        state, long = battle(["Moltke"], ["Lion"]), []
        for number in range(1, 5):
            state = go_on(say(state), *([4] if number == 1 else []), *[NO_HIT] * (13 if number == 1 else 17))
            long.append(state.battles["C3"].long)
        found = state.battles["C3"]
        assert long == [False, False, True, True]
        assert (found.over, found.rounds_fought) == (True, 4)

    @pytest.mark.clause("H6")
    def test_by_night_only_close_rounds_and_two_at_most(self):
        state = battle(["Moltke"], ["Lion"], light="night")
        state = go_on(say(state), 4, *[NO_HIT] * 23)
        assert guns_fired(state, 1)["moltke"] == {"primary": 6, "secondary": 4, "tertiary": 2, "torpedoes": 1}
        state = go_on(say(state, "continue", "close"), *[NO_HIT] * 21)
        found = state.battles["C3"]
        assert (found.over, found.rounds_fought, found.long) == (True, 2, False)

    @pytest.mark.clause("H6")
    def test_a_round_in_which_nobody_can_fire_asks_nobody(self):
        state = battle(["Breslau"], ["Dublin"])
        assert basic_combat.asks(state, "C3") == {}
        state = go_on(state, 4)
        assert state.battles["C3"].round == 2
        assert basic_combat.asks(state, "C3") == {"CP": "fight", "EN": "fight"}

    @pytest.mark.clause("H6")
    def test_a_battle_in_which_neither_can_harm_the_other_is_over_at_once(self):
        state = basic_combat.go_on(battle(["minesweeper"], ["merchant"]), "C3", dice())
        assert (state.battles["C3"].over, state.battles["C3"].rounds_fought) == (True, 0)

    @pytest.mark.clause("H4.1")
    def test_in_a_gale_light_cruisers_cannot_fight(self):
        state = basic_combat.go_on(battle(["Breslau"], ["Dublin"], weather=6), "C3", dice())
        assert state.battles["C3"].over

    @pytest.mark.clause("H6", "7.36")
    def test_it_is_over_when_a_side_has_no_ship_left(self):
        state = battle(["Moltke"], ["Lion"], round_=2)
        state = with_ship(state, replace(state.ships["lion"], hull=1, halved=True))
        fire = [6, *[1] * 9, *[1] * 7, 3, 4]
        state = go_on(say(state), *fire)
        found = state.battles["C3"]
        assert (found.over, found.rounds_fought, state.ships["lion"].sunk) == (True, 2, True)
        assert "the Entente has no ship left there" in list(state.log["public"].values())[-1].text


class TestWhoseWill:
    @staticmethod
    def decided(state, cp, en, *pips):
        state, thrown = say(state, cp, en), dice(*pips)
        found = decide(state, state.battles["C3"], forces(state, state.battles["C3"]), thrown)
        assert thrown.left == ()
        return found.stance, found.side

    @pytest.mark.clause("H6")
    def test_the_side_whose_slowest_ship_is_faster_has_its_way(self):
        state = battle(["Seydlitz", "Moltke"], ["Lion", "Superb"], 2)
        assert self.decided(state, "withdraw", "close") == (Stance.WITHDRAW, "CP")

    @pytest.mark.clause("H6", "H16")
    @pytest.mark.parametrize("die, found", [(5, (Stance.CONTINUE, "EN")), (4, (Stance.WITHDRAW, "CP"))])
    def test_on_a_tie_the_initiative_of_this_round_decides(self, die, found):
        state = battle(["Goeben", "Breslau"], ["Inflexible", "Indefatigable"], 2, leaders=("CP",))
        assert self.decided(state, "withdraw", "continue", die) == found

    @pytest.mark.clause("H6")
    def test_where_both_want_the_same_no_die_is_thrown(self):
        assert self.decided(battle(["Seydlitz"], ["Lion", "Tiger"], 2), "close", "close") == (Stance.CLOSE, "")

    @pytest.mark.clause("H6", "5.11")
    def test_one_slow_is_slower_than_one(self):
        state = battle(["Luebeck"], ["Canada"], 2, speeds={"Canada": "1s"})
        assert self.decided(state, "withdraw", "close") == (Stance.WITHDRAW, "CP")

    @pytest.mark.clause("H6")
    def test_dead_in_the_water_is_slowest(self):
        state = battle(["Luebeck"], ["Canada"], 2, speeds={"Canada": "1s", "Luebeck": "0"})
        assert self.decided(state, "withdraw", "close") == (Stance.CLOSE, "EN")

    @pytest.mark.clause("H6")
    def test_by_night_continue_means_close(self):
        state = battle(["Seydlitz"], ["Lion"], 2, light="night")
        assert self.decided(state, "continue", "close") == (Stance.CLOSE, "")

    @pytest.mark.clause("H4.1", "H12")
    def test_small_craft_in_a_seaway_and_ships_out_of_fuel_are_slow(self):
        rough = battle(["German TB"], ["Lion"], weather=4)
        assert speed_in_battle(rough, rough.ships["german-tb"]) == "1"
        assert speed_in_battle(rough, rough.ships["lion"]) == "2"
        fair = battle(["German TB"], ["Lion"])
        assert speed_in_battle(fair, fair.ships["german-tb"]) == "2+"
        assert speed_in_battle(fair, replace(fair.ships["lion"], fuel=0)) == "1s"

    @pytest.mark.clause("7.34")
    def test_a_ship_that_tows_or_is_towed_is_slow(self):
        state = battle(["Luebeck"], ["Lion", "Tiger"])
        state = with_ship(state, replace(state.ships["lion"], towing="tiger"))
        assert {speed_in_battle(state, state.ships[i]) for i in ("lion", "tiger")} == {"1s"}


class TestWithdrawal:
    @pytest.mark.clause("H6")
    def test_a_withdrawal_that_succeeds_ends_the_battle_without_another_shot(self):
        state = go_on(say(battle(["Seydlitz"], ["Lion", "Superb"], 2), "withdraw", "close"))
        found = state.battles["C3"]
        assert (found.over, found.withdrew, found.rounds_fought) == (True, "CP", 1)

    @pytest.mark.clause("H6")
    def test_ships_left_behind_fight_one_round_more_alone(self):
        state = battle(["Seydlitz", "Bluecher"], ["Lion"], 2)
        state = go_on(say(state, "withdraw", "close", behind=("bluecher",)), 3, *[NO_HIT] * 22)
        found = state.battles["C3"]
        assert (found.over, found.behind, found.rounds_fought) == (True, ("bluecher",), 2)
        assert guns_fired(state, 2) == {
            "bluecher": {"secondary": 9, "tertiary": 2, "torpedoes": 1},
            "lion": {"primary": 7, "tertiary": 2, "torpedoes": 1},
        }

    @pytest.mark.clause("H6")
    def test_a_slow_ship_left_behind_does_not_hold_the_others_back(self):
        state = battle(["Seydlitz", "Bluecher"], ["Lion"], 2, speeds={"Bluecher": "1", "Lion": "1"})
        word = say(state, "withdraw", "close", behind=("bluecher",))
        found = decide(word, word.battles["C3"], forces(word, word.battles["C3"]), dice())
        assert (found.stance, found.side) == (Stance.WITHDRAW, "CP")

    @pytest.mark.clause("H6")
    def test_if_the_enemy_has_its_way_nobody_is_left_behind(self):
        state = battle(["Seydlitz", "Bluecher"], ["Lion"], 2, speeds={"Seydlitz": "1", "Bluecher": "1"})
        state = go_on(say(state, "withdraw", "continue", behind=("bluecher",)), *[NO_HIT] * 26)
        assert not state.battles["C3"].over
        assert "seydlitz" in guns_fired(state, 2)

    @pytest.mark.clause("H6")
    def test_both_may_draw_off(self):
        state = go_on(say(battle(["Seydlitz"], ["Lion"], 2), "withdraw", "withdraw"))
        assert (state.battles["C3"].over, state.battles["C3"].withdrew) == (True, "both")


def refused(state, side="CP", **word):
    with pytest.raises(Refused) as found:
        basic_combat.take_word(state, Side(side), Fight("C3", **word))
    return found.value


class TestWords:
    @pytest.mark.clause("H6")
    @pytest.mark.parametrize(
        "side, named, legal",
        [
            ("CP", {"seydlitz": "lion", "moltke": "tiger", "derfflinger": "lion"}, True),
            ("CP", {"seydlitz": "lion", "moltke": "lion", "derfflinger": "lion"}, False),
            ("CP", {"seydlitz": "lion", "moltke": "lion", "derfflinger": "tiger"}, True),
            ("EN", {"lion": "seydlitz", "tiger": "seydlitz"}, True),
            ("CP", {"seydlitz": "lion", "moltke": "lion"}, True),
        ],
    )
    def test_every_enemy_is_a_target_before_one_is_twice_but_the_smaller_side_need_not_spread(self, side, named, legal):
        state = battle(["Seydlitz", "Moltke", "Derfflinger"], ["Lion", "Tiger"])
        if legal:
            assert basic_combat.take_word(state, Side(side), Fight("C3", targets=named)).battles["C3"].words[side]
        else:
            assert refused(state, side, targets=named).clause == "H6"

    @pytest.mark.clause("H6")
    def test_the_umpire_completes_what_was_named_so_that_the_rule_holds(self):
        state = battle(["Seydlitz", "Moltke", "Derfflinger"], ["Lion", "Tiger"])
        own, enemy = (forces(state, state.battles["C3"])[s] for s in (Side.CP, Side.EN))
        named = {"seydlitz": "lion", "moltke": "lion"}
        assert targets.spread(state, own, enemy, named, False, 3) == {**named, "derfflinger": "tiger"}

    @pytest.mark.clause("H6")
    def test_named_targets_are_fired_at(self):
        state = battle(["Seydlitz"], ["Lion", "Tiger"])
        state = go_on(say(state, targets_={"CP": {"seydlitz": "tiger"}}), 4, *[NO_HIT] * 20)
        assert {f.ships for f in state.record.values() if f.ships[:1] == ("seydlitz",)} == {("seydlitz", "tiger")}

    @pytest.mark.clause("H6", "H7.5")
    @pytest.mark.parametrize(
        "targets_, clause",
        [
            ({"lion": "seydlitz"}, "H6"),
            ({"seydlitz": "seydlitz"}, "H6"),
            ({"nobody": "lion"}, "H6"),
            ({"breslau": "lion"}, "H6"),
            ({"seydlitz": "l-m"}, "H7.5"),
        ],
    )
    def test_only_own_ships_that_can_fire_at_enemies_that_can_be_hit(self, targets_, clause):
        state = battle(["Seydlitz", "Breslau"], ["Lion", "L/M"])
        assert refused(state, targets=targets_).clause == clause

    @pytest.mark.clause("H6")
    @pytest.mark.parametrize(
        "stance, behind",
        [("close", ("seydlitz",)), ("withdraw", ("lion",)), ("withdraw", ("seydlitz", "breslau"))],
    )
    def test_ships_are_left_behind_only_on_a_withdrawal_and_never_all(self, stance, behind):
        state = battle(["Seydlitz", "Breslau"], ["Lion", "Tiger"], 2)
        assert refused(state, stance=Stance(stance), behind=behind).clause == "H6"


class TestUmpiresSpread:
    @pytest.mark.clause("H6")
    @pytest.mark.parametrize("range_", [1, 2, 3])
    def test_no_ship_is_a_target_twice_before_every_enemy_has_been_one(self, range_):
        state = battle(["Seydlitz", "Moltke", "Derfflinger", "Von der Tann", "Breslau"], ["Lion", "Tiger", "Dublin"])
        own, enemy = (forces(state, state.battles["C3"])[s] for s in (Side.CP, Side.EN))
        firing, aims = targets.firers(state, own, range_), targets.targets(state, enemy, range_)
        chosen = targets.spread(state, firing, aims, {}, False, range_)
        assert set(chosen) == {s.id for s in firing}
        assert set(chosen.values()) == {"lion", "tiger", "dublin"}

    @pytest.mark.clause("H6")
    def test_named_fire_that_the_range_has_made_one_sided_is_spread_again(self):
        state = battle(["Seydlitz", "Moltke", "Breslau"], ["Lion", "Tiger"])
        own, enemy = (forces(state, state.battles["C3"])[s] for s in (Side.CP, Side.EN))
        named = {"seydlitz": "lion", "moltke": "lion", "breslau": "tiger"}
        firing = targets.firers(state, own, 2)  # Breslau's guns do not reach so far
        chosen = targets.spread(state, firing, enemy, named, False, 2)
        assert sorted(chosen.values()) == ["lion", "tiger"]

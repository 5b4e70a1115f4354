"""Gunnery: who may fire at whom, with how many dice, and a step of simultaneous fire."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import gunnery
from room40_server.rules.dreadnought.gunnery import Shot, dice_of, shot_dice
from room40_server.rules.dreadnought.state import with_fleet, with_ship

from .kit import cards, dice, fleet, game, ship, tables


def sea(cp, en, mission="intercept", **more):
    return game({"CP-2": fleet(mission, list(cp), "C3"), "EN-1": fleet("intercept", list(en), "C3")}, **more)


def with_flags(state, name, *flags):
    card = replace(cards()[name], flags=flags)
    return replace(state, setting=replace(state.setting, cards={**state.setting.cards, name: card}))


def boxes(state, ship_id):
    s = state.ships[ship_id]
    return (s.hull, s.primary, s.secondary, s.tertiary, s.torpedo_mounts, s.speed, s.sunk)


def fired(state, shots, *pips):
    thrown = dice(*pips)
    after, salvoes = gunnery.fire(state, shots, thrown)
    assert thrown.left == ()
    return after, salvoes


class TestBombardmentHalved:
    """The source's halving, ship by ship, class by class, in the first step of fire at ships."""

    STATE = sea(["Derfflinger", "Von der Tann"], ["Tiger"], mission="bombardment")

    def dice_at(self, state, range_):
        found = {}
        for name in ("derfflinger", "von-der-tann"):
            guns = gunnery.guns_bearing(state, state.ships[name], range_)
            found[name] = {g: shot_dice(state, Shot(name, g, "tiger", range_)) for g in guns}
        return found

    @pytest.mark.clause("5.2 Bombardment")
    def test_each_gun_class_is_halved_and_rounded_down_in_the_first_step_only(self):
        assert self.dice_at(self.STATE, 4) == {"derfflinger": {}, "von-der-tann": {}}
        after, _ = fired(self.STATE, [])  # a step without fire changes nothing
        assert self.dice_at(after, 3) == {"derfflinger": {"primary": 3}, "von-der-tann": {"primary": 2}}
        shots = [Shot("derfflinger", "primary", "tiger", 3), Shot("von-der-tann", "primary", "tiger", 3)]
        after, salvoes = fired(after, shots, 1, 1, 1, 1, 1)
        assert [len(s.pips) for s in salvoes] == [3, 2]
        assert self.dice_at(after, 2) == {
            "derfflinger": {"primary": 6, "secondary": 4},
            "von-der-tann": {"primary": 4, "secondary": 3},
        }

    @pytest.mark.clause("5.2 Bombardment")
    def test_at_one_hex_all_three_classes_are_halved(self):
        assert self.dice_at(self.STATE, 1) == {
            "derfflinger": {"primary": 3, "secondary": 2, "tertiary": 0},
            "von-der-tann": {"primary": 2, "secondary": 1, "tertiary": 1},
        }

    @pytest.mark.clause("5.2 Bombardment")
    def test_it_is_counted_ship_by_ship_and_anew_in_each_battle(self):
        after, _ = fired(self.STATE, [Shot("derfflinger", "primary", "tiger", 3)], 1, 1, 1)
        assert self.dice_at(after, 3) == {"derfflinger": {"primary": 6}, "von-der-tann": {"primary": 2}}
        assert self.dice_at(gunnery.begin(after, ["CP-2"]), 3)["derfflinger"] == {"primary": 3}

    @pytest.mark.clause("5.2 Bombardment")
    def test_other_missions_fire_in_full(self):
        state = sea(["Derfflinger"], ["Tiger"])
        assert shot_dice(state, Shot("derfflinger", "primary", "tiger", 3)) == 6


class TestDice:
    @pytest.mark.clause("H7.5")
    @pytest.mark.parametrize(
        "name, by_range",
        [
            ("Tiger", {4: (), 3: ("primary",), 2: ("primary", "secondary"), 1: ("primary", "secondary")}),
            ("Danton", {3: (), 2: ("primary", "secondary"), 1: ("primary", "secondary", "tertiary")}),
        ],
    )
    def test_primaries_reach_three_old_ones_two_secondaries_two_tertiaries_one(self, name, by_range):
        state = sea(["Roon"], [name])
        made = next(s for s in state.ships.values() if s.name == name)
        assert {r: gunnery.guns_bearing(state, made, r) for r in by_range} == by_range

    @pytest.mark.clause("H4.1")
    @pytest.mark.parametrize("weather, guns", [(3, 3), (4, 2), (5, 2), (6, 1)])
    def test_weather_silences_the_lighter_guns(self, weather, guns):
        state = sea(["Goeben"], ["Lion"], weather=weather)
        assert len(gunnery.guns_bearing(state, state.ships["goeben"], 1)) == guns

    @pytest.mark.clause("H7.5", "H9")
    @pytest.mark.parametrize("name, expected", [("Inflexible", 2), ("Rostislav", 1), ("Courbet", 2), ("Canada", 3)])
    def test_primaries_use_a_third_of_their_dice_at_small_craft_but_one_at_least(self, name, expected):
        small = cards()["German TB"]
        assert dice_of(tables().gunnery, ship(name, "EN"), cards()[name], "primary", small) == expected

    @pytest.mark.clause("H7.5")
    @pytest.mark.parametrize("name", ["German TB", "L/M", "Mirabello"])
    def test_torpedo_craft_and_leaders_are_no_target_beyond_two(self, name):
        assert not gunnery.may_be_target(tables().gunnery, cards()[name], 3)
        assert gunnery.may_be_target(tables().gunnery, cards()[name], 2)

    @pytest.mark.clause("H7.5")
    @pytest.mark.parametrize("left, expected", [(7, 9), (6, 8), (5, 6), (2, 2), (0, 0)])
    def test_elite_gunners_throw_one_more_die_for_every_three_primaries_standing(self, left, expected):
        card = replace(cards()["Lion"], flags=("elite_gunnery",))
        made = ship("Lion", "EN", primary=left)
        assert dice_of(tables().gunnery, made, card, "primary", cards()["Goeben"]) == expected
        assert dice_of(tables().gunnery, made, card, "tertiary", cards()["Goeben"]) == 2

    @pytest.mark.clause("H21.31")
    def test_elite_ships_built_without_primaries_count_their_secondaries(self):
        card = replace(cards()["Scharnhorst"], flags=("elite_gunnery",))
        made = ship("Scharnhorst", "CP")
        assert dice_of(tables().gunnery, made, card, "secondary", cards()["Good Hope"]) == 8
        assert dice_of(tables().gunnery, made, card, "tertiary", cards()["Good Hope"]) == 3


class TestTargets:
    STATE = sea(["Moltke", "Kolberg", "Seydlitz"], ["Tiger", "Danton"])

    def fault(self, *shot, seen=True):
        return gunnery.shot_fault(self.STATE, Shot(*shot), seen)

    @pytest.mark.clause("H7.5")
    def test_each_gun_class_picks_one_target(self):
        apart = [Shot("tiger", "primary", "moltke", 2), Shot("tiger", "secondary", "kolberg", 2)]
        assert gunnery.divided_fire(self.STATE, apart) is None
        assert not any(gunnery.shot_fault(self.STATE, s) for s in apart)
        twice = [Shot("tiger", "primary", "moltke", 2), Shot("tiger", "primary", "kolberg", 2)]
        assert gunnery.divided_fire(self.STATE, twice).clause == "H7.5"

    @pytest.mark.clause("H7.5", "7.27")
    @pytest.mark.parametrize(
        "shot, seen, clause",
        [
            (("danton", "primary", "kolberg", 3), True, "H7.5"),
            (("tiger", "primary", "seydlitz", 4), False, "7.27"),
            (("tiger", "primary", "seydlitz", 4), True, "H7.5"),
            (("tiger", "tertiary", "moltke", 1), True, "H7.5"),
        ],
    )
    def test_out_of_reach_out_of_sight_or_without_guns_is_refused(self, shot, seen, clause):
        assert self.fault(*shot, seen=seen).clause == clause

    @pytest.mark.clause("H7.5")
    def test_a_small_target_far_off_a_sunk_one_and_guns_in_a_gale_are_refused(self):
        state = sea(["Inflexible"], ["L/M"])
        assert gunnery.shot_fault(state, Shot("inflexible", "primary", "l-m", 3)).clause == "H7.5"
        gone = with_ship(state, replace(state.ships["l-m"], sunk=True))
        assert gunnery.shot_fault(gone, Shot("inflexible", "primary", "l-m", 2)).clause == "H7.5"
        gale = sea(["Goeben"], ["Tiger"], weather=6)
        assert gunnery.shot_fault(gale, Shot("goeben", "secondary", "tiger", 2)).clause == "H4.1"


class TestStep:
    @pytest.mark.clause("H7.5")
    def test_primaries_against_light_and_heavy_armour_both_at_once(self):
        state = sea(["Goeben"], ["Indefatigable"], weather=1)
        shots = [Shot("goeben", "primary", "indefatigable", 3), Shot("indefatigable", "primary", "goeben", 3)]
        after, (cp, en) = fired(state, shots, 6, 2, 5, 6, 1, 3, 1, 6, 4, 2, 3, 5, 3, 4, 2, 4, 5, 2)
        assert (cp.hits, en.hits) == (2, 1)
        assert boxes(after, "indefatigable") == (8, 4, 0, 2, 1, "2", False)
        assert boxes(after, "goeben") == (11, 6, 4, 2, 1, "2", False)

    @pytest.mark.clause("H7.5")
    def test_eleven_and_a_magazine_that_does_not_blow_up(self):
        state = sea(["Seydlitz"], ["Lion"])
        shots = [Shot("lion", "primary", "seydlitz", 3)]
        after, _ = fired(state, shots, 6, 6, 1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 5)
        assert boxes(after, "seydlitz") == (10, 4, 4, 2, 1, "1", False)

    @pytest.mark.clause("H7.5")
    @pytest.mark.parametrize("die, expected", [(4, (0, 7, 0, 2, 1, "2", True)), (3, (12, 5, 0, 2, 1, "2", False))])
    def test_a_flash_prone_magazine(self, die, expected):
        state = with_flags(sea(["Seydlitz"], ["Queen Mary"]), "Queen Mary", "flash_prone")
        shots = [Shot("seydlitz", "primary", "queen-mary", 3)]
        after, _ = fired(state, shots, 6, 1, 1, 2, 2, 3, 6, 6, 6, die)
        assert boxes(after, "queen-mary") == expected

    @pytest.mark.clause("H7.5")
    def test_hits_pass_on_half_the_hull_costs_speed_and_a_ship_sunk_in_the_step_has_fired(self):
        state = sea(["Breslau"], ["Dublin"])
        shots = [Shot("dublin", "secondary", "breslau", 1), Shot("breslau", "tertiary", "dublin", 1)]
        after, (dublin, _) = fired(state, shots, 6, 6, 6, 4, 3, 3, 4, 5, 4, 4)
        assert boxes(after, "breslau") == (0, 0, 0, 2, 1, "1", True)
        assert boxes(after, "dublin") == (4, 0, 2, 0, 1, "2", False)
        assert dublin.told == ("hull -2, speed 2 to 1", "hull -2, she sinks")

    @pytest.mark.clause("H7.5", "H9")
    def test_torpedo_boats_lose_a_boat_a_hit_and_no_damage_is_rolled(self):
        state = sea(["German TB"], ["Inflexible"])
        after, _ = fired(state, [Shot("inflexible", "primary", "german-tb", 2)], 6, 3)
        boats = after.ships["german-tb"]
        assert (boats.boats, boats.tertiary, boats.torpedo_mounts) == (3, 1, 3)
        near = [Shot("inflexible", g, "german-tb", 1) for g in ("primary", "tertiary")]
        after, salvoes = fired(state, near, 6, 2, 6, 6)
        boats = after.ships["german-tb"]
        assert [len(s.pips) for s in salvoes] == [2, 2]
        assert (boats.boats, boats.tertiary, boats.torpedo_mounts) == (1, 1, 1)

    @pytest.mark.clause("H21.32")
    def test_hits_of_a_step_are_worked_off_in_order(self):
        state = sea(["Goeben"], ["Gloucester"])
        after, _ = fired(state, [Shot("goeben", "primary", "gloucester", 2)], 6, 6, 1, 1, 1, 1, 4, 6, 5, 5)
        assert boxes(after, "gloucester") == (1, 0, 0, 0, 1, "1", False)

    @pytest.mark.clause("H7.5", "H21.31")
    def test_heavy_secondaries_are_known_by_their_card(self):
        state = sea(["Goeben"], ["Danton"])
        after, _ = fired(state, [Shot("danton", "secondary", "goeben", 1)], *[6, *[1] * 7], 3, 4, 4)
        assert after.ships["goeben"].hull == 11
        after, _ = fired(state, [Shot("danton", "secondary", "goeben", 2)], *[6, *[1] * 7], 3, 4)
        assert after.ships["goeben"].hull == 12

    def test_nothing_that_was_before_is_changed(self):
        state = sea(["Goeben"], ["Lion"], mission="bombardment")
        again = with_fleet(state, state.fleets["CP-2"])
        fired(state, [Shot("goeben", "primary", "lion", 3)], 6, 1, 1, 3, 4)
        assert state == again

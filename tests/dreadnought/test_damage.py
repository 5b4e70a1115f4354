"""What hits do: boxes, passing on, speed, criticals, boats, the loss of a ship and of her leader."""

import pytest
from msgspec.structs import replace

from room40_server.rules.dreadnought import damage
from room40_server.rules.dreadnought.damage import Blow
from room40_server.rules.dreadnought.state import Phase, with_ship

from .kit import BATTLE_CRUISER, cards, dice, fleet, game, ship


def afloat(*ships, side="EN"):
    return game({f"{side}-1": fleet("intercept", list(ships), "C3"), "CP-9": fleet("intercept", ["Roon"], "H9")})


def boxes(made):
    return (made.hull, made.primary, made.secondary, made.tertiary, made.torpedo_mounts, made.speed, made.sunk)


@pytest.mark.clause("H7.5")
@pytest.mark.parametrize(
    "gun, mail, lost",
    [
        ("primary", "heavy", 1), ("primary", "light", 2), ("primary", "none", 3),
        ("secondary", "heavy", 0), ("secondary", "light", 1), ("secondary", "none", 2),
        ("tertiary", "heavy", 0), ("tertiary", "light", 0), ("tertiary", "none", 1),
    ],
)  # fmt: skip
def test_a_hit_on_the_hull_costs_boxes_by_gun_and_armour(gun, mail, lost):
    state = afloat("Dante Alighieri")
    plated = replace(cards()["Dante Alighieri"], hull_armour=mail)
    setting = replace(state.setting, cards={**state.setting.cards, "Dante Alighieri": plated})
    after = damage.hit(replace(state, setting=setting), "dante-alighieri", gun, (3, 4), dice())
    assert after.ships["dante-alighieri"].hull == 10 - lost


@pytest.mark.clause("H7.5")
@pytest.mark.parametrize(
    "pips, hurt",
    [
        ((1, 2), "torpedo"), ((2, 2), "tertiary"), ((2, 3), "secondary"), ((3, 3), "primary"), ((3, 4), "hull"),
        ((4, 4), "hull"), ((4, 5), "secondary"), ((5, 5), "tertiary"),
    ],
)  # fmt: skip
def test_two_dice_say_what_is_hit(pips, hurt):
    state = afloat("Goeben", side="CP")
    before = state.ships["goeben"]
    after = damage.hit(state, "goeben", "primary", pips, dice()).ships["goeben"]
    changed = [
        p for p in ("primary", "secondary", "tertiary", "torpedo", "hull") if damage.part(after, p) != damage.part(before, p)
    ]
    assert changed == [hurt]


@pytest.mark.clause("H7.5", "H21.32")
def test_eleven_costs_hull_and_speed_but_no_speed_if_the_armour_holds():
    state = afloat("Seydlitz", side="CP")
    hurt = damage.hit(state, "seydlitz", "primary", (5, 6), dice()).ships["seydlitz"]
    assert (hurt.hull, hurt.speed) == (11, "1")
    held = damage.hit(state, "seydlitz", "tertiary", (5, 6), dice()).ships["seydlitz"]
    assert (held.hull, held.speed) == (12, "2")


@pytest.mark.clause("H7.5", "H21.32")
@pytest.mark.parametrize("pips", [(1, 1), (6, 6)])
def test_two_and_twelve_are_critical_only_if_a_box_was_lost(pips):
    state = afloat("Seydlitz", side="CP")
    after = damage.hit(state, "seydlitz", "primary", pips, dice(4)).ships["seydlitz"]
    assert after.hull == 10  # one by the hit, one by flooding
    no_dice = damage.hit(state, "seydlitz", "secondary", pips, dice()).ships["seydlitz"]
    assert no_dice == state.ships["seydlitz"]


@pytest.mark.clause("H7.5")
@pytest.mark.parametrize(
    "pips, expected",
    [
        ((1,), (11, 6, 4, 2, 1, "1", False)),
        ((2,), (11, 5, 4, 2, 1, "2", False)),
        ((3,), (11, 6, 2, 1, 1, "2", False)),
        ((4,), (10, 6, 4, 2, 1, "2", False)),
        ((5,), (10, 6, 4, 2, 1, "1", False)),
        ((6, 5), (11, 4, 4, 2, 1, "2", False)),
        ((6, 6), (0, 6, 4, 2, 1, "2", True)),
    ],
)
def test_the_critical_table(pips, expected):
    thrown = dice(*pips)
    after = damage.hit(afloat("Goeben", side="CP"), "goeben", "primary", (6, 6), thrown)
    assert boxes(after.ships["goeben"]) == expected
    assert thrown.left == ()


@pytest.mark.clause("H7.5")
def test_a_turret_hit_on_a_ship_without_primaries_costs_her_highest_class():
    after = damage.hit(afloat("Defence"), "defence", "primary", (6, 6), dice(2)).ships["defence"]
    assert (after.hull, after.secondary, after.tertiary) == (6, 6, 2)


@pytest.mark.clause("H7.5")
@pytest.mark.parametrize("die, sunk, primary", [(3, False, 5), (4, True, 7)])
def test_a_flash_prone_ship_blows_up_on_four(die, sunk, primary):
    assert "flash_prone" in BATTLE_CRUISER.flags
    after = damage.hit(afloat("Queen Mary"), "queen-mary", "primary", (6, 6), dice(6, die)).ships["queen-mary"]
    assert (after.sunk, after.primary, after.hull) == (sunk, primary, 0 if sunk else 12)


@pytest.mark.clause("H7.5")
def test_a_class_that_is_gone_passes_the_hit_on():
    state = afloat("Dublin")  # no primaries, no tertiaries
    assert damage.hit(state, "dublin", "primary", (3, 3), dice()).ships["dublin"].secondary == 0
    assert damage.hit(state, "dublin", "secondary", (2, 2), dice()).ships["dublin"].hull == 3
    bare = with_ship(state, replace(state.ships["dublin"], secondary=0, torpedo_mounts=0))
    assert damage.hit(bare, "dublin", "secondary", (3, 3), dice()).ships["dublin"].hull == 3
    assert damage.hit(bare, "dublin", "secondary", (1, 2), dice()).ships["dublin"].hull == 3


@pytest.mark.clause("H21.32")
def test_surplus_boxes_are_lost():
    after = damage.hit(afloat("Dartmouth"), "dartmouth", "primary", (1, 4), dice()).ships["dartmouth"]
    assert (after.secondary, after.hull) == (0, 5)


@pytest.mark.clause("H7.5")
def test_half_the_hull_costs_one_speed_once():
    made, card = ship("Goeben", "CP"), cards()["Goeben"]
    assert damage.lose_hull(made, card, 5).speed == "2"
    half = damage.lose_hull(made, card, 6)
    assert (half.hull, half.speed, half.halved) == (6, "1", True)
    assert damage.lose_hull(half, card, 1).speed == "1"


@pytest.mark.clause("H7.5", "H21.1")
def test_speed_falls_step_by_step_to_dead_in_the_water():
    made = ship("German TB", "CP")
    seen = [made.speed] + [(made := damage.lose_speed(made)).speed for _ in range(5)]
    assert seen == ["2+", "2", "1", "1s", "0", "0"]
    assert damage.lose_speed(replace(made, speed="1+")).speed == "1"


@pytest.mark.clause("H7.5", "H21.31")
@pytest.mark.parametrize("range_, pips, lost", [(1, (4,), 1), (0, (3,), 0), (2, (), 0)])
def test_eight_inch_secondaries_may_pierce_heavy_armour_from_near(range_, pips, lost):
    thrown = dice(*pips)
    after = damage.hit(afloat("Lion"), "lion", "secondary", (3, 4), thrown, range_=range_, heavy=True)
    assert after.ships["lion"].hull == 13 - lost
    assert thrown.left == ()


@pytest.mark.clause("H21.31")
def test_secondaries_are_armoured_one_step_below_the_hull_and_tertiaries_not_at_all():
    after = damage.hit(afloat("Goeben", side="CP"), "goeben", "primary", (4, 5), dice()).ships["goeben"]
    assert after.secondary == 2
    after = damage.hit(afloat("Goeben", side="CP"), "goeben", "tertiary", (5, 5), dice()).ships["goeben"]
    assert after.tertiary == 1


@pytest.mark.clause("H9")
@pytest.mark.parametrize(
    "name, by_boats",
    [
        ("German TB", {4: (1, 4), 3: (1, 3), 2: (1, 2), 1: (1, 1)}),
        ("L/M", {3: (1, 3), 2: (1, 2), 1: (1, 1)}),
        ("Tatra", {2: (2, 2), 1: (1, 1)}),
    ],
)
def test_boxes_shrink_with_boats(name, by_boats):
    made = ship(name, "EN")
    card, seen = cards()[name], {}
    while made.boats:
        seen[made.boats] = (made.tertiary, made.torpedo_mounts)
        made = damage.lose_boats(made, card)
    assert seen == by_boats
    assert made.hull == 0


@pytest.mark.clause("H9")
def test_one_hit_takes_one_boat_and_no_damage_roll():
    state = afloat("Tatra")
    after, said = damage.strike(state, "tatra", Blow("secondary"), dice())
    assert after.ships["tatra"].boats == 1
    assert said == "1 boat lost, 1 left"


@pytest.mark.clause("H18")
def test_a_sunk_ship_scores_her_points_once():
    battle = replace(afloat("Lion"), phase=Phase.BATTLES)
    state = damage.sink(damage.sink(battle, "lion"), "lion")
    assert state.ships["lion"].sunk
    assert state.points == {"CP": {"sunk lion": 20}}


@pytest.mark.clause("H18")
@pytest.mark.parametrize("name, points", [("merchant", 1), ("troopship", 3), ("collier", 2)])
def test_ships_of_trade_score_by_their_trade_if_their_card_says_nothing(name, points):
    state = afloat(name)
    plain = replace(cards()[name], points=0)
    state = replace(state, phase=Phase.BATTLES, setting=replace(state.setting, cards={**state.setting.cards, name: plain}))
    assert damage.sink(state, name).points == {"CP": {f"sunk {name}": points}}


@pytest.mark.clause("H16")
def test_a_leader_goes_down_with_his_flagship():
    state = game({"CP-1": fleet("intercept", ["Seydlitz", "Moltke"], "C3", leader="Seydlitz")})
    state = damage.sink(state, "seydlitz")
    assert sum(state.points["EN"].values()) == 22
    assert not any(s.leader for s in state.ships.values())


@pytest.mark.clause("H11")
def test_a_tow_parts_when_either_ship_sinks():
    state = afloat("Lion", "Tiger")
    state = with_ship(state, replace(state.ships["lion"], towing="tiger"))
    assert damage.sink(state, "tiger").ships["lion"].towing == ""
    assert damage.sink(state, "lion").ships["lion"].towing == ""


def test_a_sunk_ship_takes_no_more():
    state = damage.sink(afloat("Lion"), "lion")
    assert damage.hit(state, "lion", "primary", (3, 4), dice()) is state

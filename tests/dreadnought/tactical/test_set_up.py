"""Setting up on the board (7.2, 7.22 to 7.29): what the umpire arranges, what is offered, what is refused."""

from collections import Counter

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.tactical import arranging, ground, set_up
from room40_server.rules.dreadnought.tactical.board import Stage
from tests.dreadnought import kit
from tests.dreadnought.tactical.board_kit import ZONE, at_sea, board, fault, refusal, say
from tests.dreadnought.tactical.random_battles import battle

ENTENTE = ["Lion", "Tiger", "Princess Royal", "New Zealand", "Southampton", "Birmingham", "Nottingham", "Lowestoft"]
ENTENTE += ["Dublin"]


def west(*ships: str, mission: str = "intercept", **more: object) -> dict[str, object]:
    return kit.fleet(mission, list(ships), ZONE, came_from="D3", **more)


@pytest.mark.clause("7.2")
def test_the_side_without_initiative_sets_up_first_then_the_other_then_the_impulses_run() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ["Dublin"]}, first="CP")
    assert state.asked == {"EN": "set up"}
    state = say(state, "EN", o.SetUp(ZONE))
    assert state.asked == {"CP": "set up"}
    state = say(state, "CP", o.SetUp(ZONE))
    assert board(state).stage is Stage.IMPULSES
    assert board(state).step == 2


@pytest.mark.clause("7.2", "7.22", "7.23", "7.24", "7.28")
@pytest.mark.parametrize("seed", range(60))
def test_the_umpires_set_up_keeps_every_limit_for_both_sides(seed: int) -> None:
    state = battle(seed)
    while "entry" in state.asked.values():
        side = next(iter(state.asked))
        asked = kit.GAME.view(state, side).ask
        state = say(state, side, o.Enter(ZONE, asked.fleet, o.Direction(asked.choices[-1])))
    for _ in range(2):
        (seat,) = state.asked
        places = set_up.proposal(state, state.battles[ZONE], Side(seat))
        assert set_up.fault(state, state.battles[ZONE], Side(seat), places) is None
        state = say(state, seat, o.SetUp(ZONE, {str(h): ships for h, ships in places.items()}))


@pytest.mark.clause("7.23", "7.24")
@pytest.mark.parametrize("seed", range(0, 60, 4))
def test_what_the_umpire_would_do_is_among_what_is_offered(seed: int) -> None:
    state = battle(seed)
    for seat in [s for s, kind in state.asked.items() if kind == "set up"]:
        view = kit.GAME.view(state, seat)
        shown = view.board[ZONE]
        home = {ship: f for f, fleet in view.fleets.items() for ship in fleet.ships}
        for hex_, ships in shown.proposal.items():
            assert all(hex_ in shown.may_stand[home[ship]] for ship in ships)


@pytest.mark.clause("7.2")
def test_nine_ships_in_a_hex_are_refused_and_so_are_ships_left_out_or_set_up_twice() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ENTENTE}, first="CP")
    assert fault(state, "EN", {"-1,0": ENTENTE}) == "7.2"
    assert fault(state, "EN", {"-1,0": ENTENTE[:8]}) == "7.2"
    assert fault(state, "EN", {"-1,0": ENTENTE[:8], "-1,1": ENTENTE[4:]}) == "7.2"
    assert fault(state, "EN", {"-1,0": ENTENTE[:8], "-9,1": ENTENTE[8:]}) == "7.2"
    assert fault(state, "EN", {"-1,0": ENTENTE[:5], "-1,1": ENTENTE[5:]}) == ""


@pytest.mark.clause("7.22")
def test_a_fleet_of_fewer_than_eight_stands_in_one_hex() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ENTENTE[:7]}, first="CP")
    assert fault(state, "EN", {"-1,0": ENTENTE[:4], "-1,1": ENTENTE[4:7]}) == "7.22"
    assert fault(state, "EN", {"-1,0": ENTENTE[:7]}) == ""


@pytest.mark.clause("H21.17")
def test_the_ninth_ship_may_fill_a_hex_that_is_held_already() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ENTENTE}, first="CP")
    assert fault(state, "EN", {"-1,0": ENTENTE[:4], "-1,1": ENTENTE[4:]}) == ""


@pytest.mark.clause("7.24")
def test_ships_beyond_the_first_eight_come_no_nearer_to_the_enemy_than_the_detection_range() -> None:
    ships = [*ENTENTE[:8], "Dublin", "Chatham", "Gloucester", "Arethusa"]
    state = at_sea({"EN-1": west(*ships), "CP-1": ["Goeben"]}, first="EN", weather=4)
    state = say(state, "CP", o.SetUp(ZONE, {"-1,0": ("goeben",)}))
    assert fault(state, "EN", {"-5,2": ships[:8], "-4,2": ships[8:]}) == ""  # three hexes, the range in a squall
    day = at_sea({"EN-1": west(*ships), "CP-1": ["Goeben"]}, first="EN")
    day = say(day, "CP", o.SetUp(ZONE, {"-1,0": ("goeben",)}))
    assert fault(day, "EN", {"-5,2": ships[:8], "-4,2": ships[8:]}) == "7.24"


@pytest.mark.clause("7.24", "7.33", "H7.4")
def test_nobody_comes_on_over_land_and_only_open_sides_are_offered() -> None:
    state = at_sea({"CP-1": ["Goeben"], "EN-1": ["Dublin"]}, first="CP", land=("D3", "C4"))
    assert state.asked == {"CP": "entry"}
    ask = kit.GAME.view(state, "CP").ask
    assert (ask.fleet, sorted(ask.choices)) == ("CP-1", ["E", "NE", "SE", "SW"])
    assert refusal(state, "CP", o.Enter(ZONE, "CP-1", o.Direction.W)).clause == "7.41"
    assert refusal(state, "CP", o.Enter(ZONE, "EN-1", o.Direction.E)).clause == "7.24"
    state = say(state, "CP", o.Enter(ZONE, "CP-1", o.Direction.E))
    assert state.asked == {"EN": "set up"}


@pytest.mark.clause("7.24", "5.2 Escort")
def test_an_escort_comes_on_by_its_charges_side() -> None:
    escort = kit.fleet("escort", ["Breslau"], ZONE, charge="CP-1")
    state = at_sea({"CP-1": kit.fleet("transport", ["troopship #1"], ZONE), "CP-2": escort, "EN-1": ["Dublin"]}, first="CP")
    state = say(state, "CP", o.Enter(ZONE, "CP-1", o.Direction.SE))
    assert board(state).entries == {"CP-1": "SE", "CP-2": "SE"}
    state = say(state, "EN", o.SetUp(ZONE))
    assert fault(state, "CP", {"1,4": ["troopship #1"], "2,3": ["Breslau"]}) == ""
    assert fault(state, "CP", {"1,4": ["troopship #1", "Breslau"]}) == "5.2"


@pytest.mark.clause("7.24", "H21.6")
def test_each_fleet_stands_along_its_own_side() -> None:
    fleets = {"CP-1": west("Goeben"), "CP-2": kit.fleet("intercept", ["Moltke"], ZONE, came_from="D5"), "EN-1": ["Dublin"]}
    state = say(at_sea(fleets, first="CP"), "EN", o.SetUp(ZONE))
    assert fault(state, "CP", {"-5,2": ["Goeben"], "5,-2": ["Moltke"]}) == ""
    assert fault(state, "CP", {"5,-2": ["Goeben"], "-5,2": ["Moltke"]}) == "7.24"


@pytest.mark.clause("7.23", "H21.16")
def test_with_several_entry_sides_the_middle_keeps_the_range_from_all_and_the_nearest_counts() -> None:
    fleets = {"CP-1": west("Goeben"), "CP-2": kit.fleet("intercept", ["Moltke"], ZONE, came_from="D5"), "EN-1": ["Dublin"]}
    state = at_sea(fleets, first="CP")
    assert fault(state, "EN", {"-1,0": ["Dublin"]}) == ""
    assert fault(state, "EN", {"1,0": ["Dublin"]}) == ""
    assert fault(state, "EN", {"0,0": ["Dublin"]}) == "7.23"


@pytest.mark.clause("7.28", "H21.14")
def test_a_step_that_would_land_on_the_enemy_stops_adjacent() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ENTENTE}, first="CP", surprise=True, light="night", weather=3)
    places = {"-1,0": ("lion", "tiger", "princess-royal", "new-zealand"), "-2,1": ("southampton", "birmingham")}
    side = Side.EN
    formed, numbered = set_up.groups.form(state, state.battles[ZONE], side, {_hex(h): s for h, s in places.items()})
    state = ground.put(state, state.battles[ZONE], groups=formed, numbered=numbered, stage=Stage.FIRST_SETS_UP)
    # from -5,2 two steps NE and SE lead to -3,1 beside the enemy; from -4,2's row the second would land on -2,1
    assert fault(state, "CP", {"-3,1": ["Goeben"]}) == ""
    assert fault(state, "CP", {"-2,1": ["Goeben"]}) != ""
    proposal = set_up.proposal(state, state.battles[ZONE], Side.CP)
    assert set(proposal) != {_hex("-5,2")}


def _hex(text: str) -> object:
    from room40.geometry.hexgrid import parse_hex

    return parse_hex(text)


@pytest.mark.clause("7.34", "H11")
def test_a_tow_is_set_up_with_her_tug() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": [*ENTENTE[:9]]}, first="CP")
    tug = replace(state.ships["lion"], towing="tiger")
    state = replace(state, ships={**state.ships, "lion": tug})
    apart = {"-1,0": ["Lion", *ENTENTE[2:6]], "-1,1": ["Tiger", *ENTENTE[6:]]}
    assert fault(state, "EN", apart) == "H11"
    places = set_up.proposal(state, state.battles[ZONE], Side.EN)
    assert any({"lion", "tiger"} <= set(ships) for ships in places.values())


@pytest.mark.clause("H6")
def test_both_sides_may_agree_on_basic_combat_before_the_set_up_is_done() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ["Dublin"]}, first="CP")
    state = say(state, "EN", o.Basic(ZONE))
    assert state.asked == {"CP": "basic"}
    assert refusal(state, "CP", o.SetUp(ZONE)).clause == "7.31"
    agreed = say(state, "CP", o.Basic(ZONE), 1, *[1] * 30)
    assert agreed.battles[ZONE].board is None
    assert set(agreed.asked.values()) == {"fight"}
    declined = say(state, "CP", o.Basic(ZONE, False))
    assert declined.asked == {"EN": "set up"}
    assert refusal(declined, "EN", o.Basic(ZONE)).clause == "H6"


@pytest.mark.clause("7.26", "H21.2")
def test_where_nationality_lets_fewer_than_eight_stand_in_two_hexes_so_many_are_enough() -> None:
    five = ["Dante Alighieri", "Conte di Cavour", "Giulio Cesare", "Andrea Doria", "Caio Duilio"]
    fleets = {"CP-1": west("Goeben"), "EN-1": [*five, "Dartmouth", "Ernest Renan"]}
    state = at_sea(fleets, first="CP", setting={"mixed_fleets": True})
    places = {"-1,0": five, "-1,1": ["Dartmouth"], "-1,-1": ["Ernest Renan"]}
    assert fault(state, "EN", places) == ""
    scene = set_up.scene_of(state, state.battles[ZONE], Side.EN)
    assert arranging.reachable(scene).wants == {"": 6}


def test_the_stacks_of_the_umpires_set_up_hold_every_ship_once() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ENTENTE}, first="CP")
    places = set_up.proposal(state, state.battles[ZONE], Side.EN)
    assert Counter(i for ships in places.values() for i in ships) == Counter(kit.slug(n) for n in ENTENTE)


@pytest.mark.clause("7.26")
def test_a_small_fleet_of_another_nationality_does_not_share_a_hex_with_a_larger_one() -> None:
    british, french = ENTENTE[:5], ["Courbet", "Jean Bart"]
    state = at_sea({"CP-1": west("Goeben"), "EN-1": british, "EN-2": french}, first="CP")
    assert fault(state, "EN", {"-1,0": [*british, *french]}) == "7.26"
    assert fault(state, "EN", {"-1,0": british, "-1,1": french}) == ""
    small = at_sea({"CP-1": west("Goeben"), "EN-1": british[:4], "EN-2": french}, first="CP")
    assert fault(small, "EN", {"-1,0": [*british[:4], *french]}) == ""


@pytest.mark.clause("7.26", "H11")
def test_a_tow_stands_with_her_tug_whatever_her_flag() -> None:
    fleets = {"CP-1": west("Goeben"), "EN-1": [*ENTENTE[:5], "Courbet"]}
    state = at_sea(fleets, first="CP", setting={"mixed_fleets": True})
    assert fault(state, "EN", {"-1,0": [*ENTENTE[:5], "Courbet"]}) == "7.26"
    towed = replace(state, ships={**state.ships, "lion": replace(state.ships["lion"], towing="courbet")})
    assert fault(towed, "EN", {"-1,0": [*ENTENTE[:5], "Courbet"]}) == ""
    places = set_up.proposal(towed, towed.battles[ZONE], Side.EN)
    assert set_up.fault(towed, towed.battles[ZONE], Side.EN, places) is None


@pytest.mark.clause("7.23", "7.24", "7.26")
@pytest.mark.parametrize("first", ["CP", "EN"])
@pytest.mark.parametrize(("light", "weather"), [("day", 2), ("day", 5), ("night", 1), ("night", 6)])
@pytest.mark.parametrize("sizes", [(9,), (12,), (17,), (33,), (9, 4, 4, 2), (4, 4, 4)])
def test_a_force_of_any_size_finds_its_place(sizes: tuple[int, ...], light: str, weather: int, first: str) -> None:
    names = [f"L/M-class DD #{n}" for n in range(1, sum(sizes) + 1)]
    fleets: dict[str, object] = {"CP-1": west("Goeben", "Seydlitz")}
    came = ("D3", "D3", "E5", "C4")
    for number, size in enumerate(sizes):
        ships = [*names[:size]]
        ships[0] = ("Ernest Renan", "Quarto", "Novik", "Dartmouth")[number]
        names = names[size:]
        fleets[f"EN-{number + 1}"] = kit.fleet("intercept", ships, ZONE, came_from=came[number])
    state = at_sea(fleets, first=first, light=light, weather=weather, setting={"mixed_fleets": True})
    for _ in range(2):
        (seat,) = state.asked
        places = set_up.proposal(state, state.battles[ZONE], Side(seat))
        assert set_up.fault(state, state.battles[ZONE], Side(seat), places) is None
        offers = set_up.offers(state, state.battles[ZONE], Side(seat))
        home = {ship: f for f in state.battles[ZONE].fleets[seat] for ship in state.fleets[f].ships}
        assert all(hex_ in offers[home[ship]] for hex_, ships in places.items() for ship in ships)
        state = say(state, seat, o.SetUp(ZONE))
    assert board(state).stage is Stage.IMPULSES


@pytest.mark.clause("7.23", "7.24")
def test_to_a_force_of_eight_or_fewer_only_the_first_hexes_are_offered() -> None:
    state = at_sea({"CP-1": west("Goeben", "Breslau"), "EN-1": ["Dublin"]}, first="CP")
    middle = set_up.offers(state, state.battles[ZONE], Side.EN)["EN-1"]
    assert set(middle) == set(ground.grid(state).centre())
    state = say(state, "EN", o.SetUp(ZONE))
    ring = set_up.offers(state, state.battles[ZONE], Side.CP)["CP-1"]
    assert set(ring) == set(ground.grid(state).numbered(o.Direction.W))


@pytest.mark.clause("7.2")
def test_where_no_set_up_keeps_all_limits_the_umpire_sets_up_all_the_same() -> None:
    # an escort of so many nationalities that they have not hexes enough beside their charge
    charge = kit.fleet("intercept", ["Dublin", "Chatham"], ZONE)
    boats = [f"L/M-class DD #{n}" for n in range(1, 48)]
    crews = [["Courbet", "Quarto", "Novik", "Southampton", *boats[:20]], boats[20:29], boats[29:38], boats[38:]]
    escorts = {f"EN-{n}": kit.fleet("escort", ships, ZONE, charge="EN-1") for n, ships in enumerate(crews, 2)}
    fleets = {"CP-1": west("Goeben"), "EN-1": charge, **escorts}
    state = at_sea(fleets, first="CP", setting={"mixed_fleets": True})
    places = set_up.proposal(state, state.battles[ZONE], Side.EN)
    assert set_up.fault(state, state.battles[ZONE], Side.EN, places) is not None
    assert sum(len(ships) for ships in places.values()) == 53
    assert max(len(ships) for ships in places.values()) <= 8
    after = say(state, "EN", o.SetUp(ZONE))
    assert after.asked == {"CP": "set up"}


@pytest.mark.clause("5.2 Escort", "7.22", "7.24")
def test_in_the_ring_where_no_three_hexes_touch_a_charge_may_part_the_stacks_of_its_escort() -> None:
    charge, escort = ENTENTE[:5], [f"L/M-class DD #{n}" for n in range(1, 10)]
    fleets = {"EN-1": west(*charge), "EN-2": west(*escort, mission="escort", charge="EN-1")}
    boats = [f"German TB #{n}" for n in range(1, 10)]
    state = at_sea({**fleets, "CP-1": boats}, first="EN")
    places = {"-1,0": tuple(map(kit.slug, boats[:5])), "-1,1": tuple(map(kit.slug, boats[5:]))}
    state = say(state, "CP", o.SetUp(ZONE, places))
    assert fault(state, "EN", {"-5,2": charge, "-5,1": escort[:5], "-5,3": escort[5:]}) == ""
    assert fault(state, "EN", {"-5,1": charge, "-5,2": escort[:5], "-5,3": escort[5:]}) == "5.2"
    places = set_up.proposal(state, state.battles[ZONE], Side.EN)
    assert set_up.fault(state, state.battles[ZONE], Side.EN, places) is None
    middle = at_sea({**fleets, "CP-1": west("Goeben")}, first="CP")
    apart = {"0,0": charge, "-1,0": escort[:5], "1,0": escort[5:]}
    assert fault(middle, "EN", apart) == "7.22"


@pytest.mark.clause("7.2", "7.22", "7.26")
def test_a_small_fleet_parts_by_nationality_or_not_at_all() -> None:
    state = at_sea({"CP-1": west("Goeben"), "EN-1": ["Dublin", "Chatham", "Courbet"]}, first="CP")
    assert fault(state, "EN", {"-1,0": ["Dublin", "Chatham", "Courbet"]}) == ""
    assert fault(state, "EN", {"-1,0": ["Dublin", "Chatham"], "-1,1": ["Courbet"]}) == ""
    assert fault(state, "EN", {"-1,0": ["Dublin"], "-1,1": ["Chatham", "Courbet"]}) == "7.22"

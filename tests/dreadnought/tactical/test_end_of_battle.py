"""The end of a battle on the board and what it leaves on the chart (7.33, 7.36 to 7.39, 5.2 Escort, 5.23, H21.18)."""

from typing import Any

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40_server.rules.dreadnought import escorting
from room40_server.rules.dreadnought.setting import Opening
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.dreadnought.tactical import ground
from tests.dreadnought import kit
from tests.dreadnought.tactical.board_kit import ZONE, board, ground_battle, group, on_board, refusal, say


def quiet(state: State, *pips: int) -> State:
    """Play on with nobody moving or firing until the battle is over or a die is thrown."""
    while state.phase is Phase.BATTLES and state.asked:
        seat, kind = next(iter(state.asked.items()))
        orders = {"manoeuvre": o.Manoeuvre(ZONE), "gunnery": o.FireGuns(ZONE), "torpedoes": o.FireTorpedoes(ZONE)}
        state = say(state, seat, orders[kind], *pips)
    return state


def move(state: State, seat: str = "CP", **ways: str) -> State:
    return say(state, seat, o.Manoeuvre(ZONE, {group(state, ship.replace("_", " ")): to for ship, to in ways.items()}))


def settled(state: State) -> State:
    """With the first choice for every fleet that its owner is asked about."""
    while "keep" in state.asked.values():
        seat = next(iter(state.asked))
        ask = kit.GAME.view(state, seat).ask
        state = say(state, seat, o.Keep(ZONE, ask.fleet, ask.choices[0]))
    return state


def why(over: State) -> str:
    """What a side reads of the end of the battle."""
    return next(e.text for e in reversed(kit.GAME.view(over, "EN").log.values()) if " is over: " in e.text)


def stirring(state: State) -> State:
    return ground.put(state, ground_battle(state), stirred=True)


@pytest.mark.clause("7.36", "7.2")
def test_in_sight_after_step_20_a_new_round_begins_with_a_new_initiative() -> None:
    state = stirring(on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"3,0": ["Dublin"]}}, step=19))
    state = say(say(state, "CP", o.FireGuns(ZONE)), "EN", o.FireGuns(ZONE), 5)
    battle = ground_battle(state)
    assert (battle.round, battle.initiative, board(state).step) == (2, "EN", 3)


@pytest.mark.clause("7.27", "7.31")
def test_when_dusk_falls_with_a_new_round_all_are_told_how_far_is_seen() -> None:
    state = stirring(on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"3,0": ["Dublin"]}}, step=19))
    dusk = Opening(ground_battle(state).zone, detection={2: 3})
    state = replace(state, setting=replace(state.setting, opening=dusk))
    later = say(say(state, "CP", o.FireGuns(ZONE)), "EN", o.FireGuns(ZONE), 5)
    for seat in ("CP", "EN", "public"):
        log = [e.text for e in kit.GAME.view(later, seat).log.values()]
        assert log[-2] == "Sight is 3 hexes from now on; it was 4 (7.27)."
        assert log[-1].startswith("Round 2. Initiative")


@pytest.mark.clause("7.36")
def test_before_the_sides_have_met_only_step_20_ends_the_battle() -> None:
    state = on_board({"CP": {"-3,0": ["Goeben"]}, "EN": {"3,0": ["Dublin"]}}, step=2)
    assert not board(state).met
    over = quiet(state)
    assert over.phase is Phase.AFTER_BATTLE
    assert any(h.what == "board over" and h.figures["step"] == 20 for h in over.record.values())
    assert "the sides have not found each other, no enemies being within 4 hexes; round 1, step 20" in why(over)


@pytest.mark.clause("7.36")
def test_a_whole_round_in_which_nothing_stirs_ends_the_battle() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"4,0": ["Dublin"]}}, step=2)
    over = quiet(state)
    assert ground_battle(over).rounds_fought == 1
    assert not ground_battle(over).lost_sight
    assert "in a whole round nobody has moved or fired" in why(over)


@pytest.mark.clause("7.36")
def test_the_last_round_that_the_tables_allow_is_the_last() -> None:
    state = stirring(on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"3,0": ["Dublin"]}}, step=19, number=12))
    over = quiet(state)
    assert over.phase is Phase.AFTER_BATTLE
    assert "it has lasted 12 rounds, and none lasts longer; round 12, step 20" in why(over)


@pytest.mark.clause("7.36")
def test_who_runs_out_of_sight_ends_the_battle_at_once_and_it_is_said_why() -> None:
    state = on_board({"CP": {"-2,0": ["Goeben"]}, "EN": {"2,0": ["Dublin"]}}, step=6)
    over = move(state, Goeben="-3,0")
    assert over.phase is Phase.AFTER_BATTLE
    assert "the sides have lost sight of each other, no enemies being within 4 hexes; round 1, step 6" in why(over)


@pytest.mark.clause("7.38", "H21.12")
def test_a_battle_that_reached_its_second_round_is_long_but_not_for_who_left_in_the_first() -> None:
    fleets = {
        "CP-1": kit.fleet("intercept", ["Goeben"], ZONE),
        "CP-2": kit.fleet("intercept", ["Breslau"], ZONE),
        "EN-1": kit.fleet("intercept", ["Dublin"], ZONE),
    }
    hexes = {"CP": {"0,0": ["Goeben"], "-5,2": ["Breslau"]}, "EN": {"4,0": ["Dublin"]}}
    state = on_board(hexes, step=18, fleets=fleets)
    state = say(state, "CP", o.Manoeuvre(ZONE, {group(state, "Breslau"): "off W"}), 1)
    assert ground_battle(state).round == 2
    while board(state).step != 6:
        state = say(state, next(iter(state.asked)), o.Manoeuvre(ZONE))
    over = settled(move(state, Goeben="-1,0"))
    assert over.phase is Phase.AFTER_BATTLE
    assert {i: f.long_battle for i, f in over.fleets.items()} == {"CP-1": True, "CP-2": False, "EN-1": True}
    assert {i: (f.zone, f.off_board) for i, f in over.fleets.items()} == {
        "CP-1": ("D4", False),
        "CP-2": ("D3", True),
        "EN-1": ("D4", False),
    }


def sterneck(**more: Any) -> State:
    """Sterneck's battle in U37: alone in Fleet 1, planned V36/W36, then X35/Y35."""
    fleets = {
        "CP-1": kit.fleet("intercept", ["Breslau"], "U37", {3: "V36/W36", 4: "X35/Y35"}),
        "EN-1": kit.fleet("intercept", ["Dublin"], "U37"),
    }
    hexes = {"CP": {"0,0": ["Breslau"]}, "EN": {"1,0": ["Dublin"]}}
    return on_board(hexes, fleets=fleets, turn=2, rows="T-Z", columns=(30, 40), zone="U37", **more)


@pytest.mark.clause("7.38")
def test_sterneck_fights_a_round_and_a_half_and_her_plan_slides_by_a_zone() -> None:
    state = sterneck(step=7, number=2)
    state = replace(state, ships={**state.ships, "dublin": replace(state.ships["dublin"], hull=1)})
    tokens = list(board_of(state).watch["CP"].tokens)
    state = say(state, "CP", o.FireGuns("U37", (o.Aim("breslau", o.Gun.TERTIARY, tokens[0]),)))
    state = say(state, "EN", o.FireGuns("U37"), 6, 1, 3, 4, 3, 3)
    assert state.phase is Phase.AFTER_BATTLE
    assert kit.text_sheet(state, "CP-1") == {3: "V36", 4: "W36/X35"}
    assert state.fleets["CP-1"].owed == ("Y35",)


def board_of(state: State) -> Any:
    return next(b.board for b in state.battles.values() if b.board is not None)


@pytest.mark.clause("7.39")
def test_after_the_battle_a_die_of_fuel_is_thrown_for_each_fleet() -> None:
    state = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"4,0": ["Dublin"]}}, step=6, setting={"fuel": True})
    over = say(state, "CP", o.Manoeuvre(ZONE, {group(state, "Goeben"): "-1,0"}), 3, 5)
    assert over.ships["goeben"].fuel == state.ships["goeben"].fuel - 3
    assert over.ships["dublin"].fuel == state.ships["dublin"].fuel - 5


def divided(ships: int, leave: str = "off W") -> State:
    names = ["Goeben", "Breslau", "Moltke", "Rostock"][:ships]
    hexes = {"CP": {"0,0": [n for n in names if n != "Breslau"], "-5,2": ["Breslau"]}, "EN": {"4,0": ["Dublin"]}}
    state = on_board(hexes, step=6)
    return move(state, Breslau=leave, Goeben="-1,0")


@pytest.mark.clause("7.33", "H21.18")
def test_a_fleet_that_left_in_part_is_divided_and_the_counter_goes_with_the_larger_part() -> None:
    state = settled(divided(3))
    assert state.phase is Phase.AFTER_BATTLE
    assert (state.fleets["CP-1"].zone, state.fleets["CP-1"].ships) == ("D4", ("goeben", "moltke"))
    assert (state.fleets["CP-2"].zone, state.fleets["CP-2"].ships) == ("D3", ("breslau",))
    assert state.fleets["CP-2"].fought == state.turn
    assert state.fleets["CP-2"].off_board


@pytest.mark.clause("7.33", "H21.18")
def test_of_equal_parts_the_owner_says_which_has_the_counter() -> None:
    state = divided(2)
    assert state.asked == {"CP": "keep"}
    assert sorted(kit.GAME.view(state, "CP").ask.choices) == ["breslau", "goeben"]
    assert refusal(state, "CP", o.Keep(ZONE, "CP-1", "dublin")).clause == "7.33"
    assert refusal(state, "CP", o.Keep(ZONE, "EN-1", "dublin")).clause == "7.33"
    with_breslau = say(state, "CP", o.Keep(ZONE, "CP-1", "breslau"))
    assert with_breslau.fleets["CP-1"].ships == ("breslau",)
    assert with_breslau.fleets["CP-1"].zone == "D3"
    with_goeben = say(state, "CP", o.Keep(ZONE, "CP-1", "goeben"))
    assert (with_goeben.fleets["CP-1"].zone, with_goeben.fleets["CP-2"].zone) == ("D4", "D3")


@pytest.mark.clause("5.23")
def test_only_an_enemy_that_left_the_board_or_was_lost_from_sight_may_be_pursued() -> None:
    def label(state: State) -> str:
        return next(n for n, s in state.sightings["EN"].seen.items() if s.fleet == "CP-1")

    lost = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"4,0": ["Dublin"]}}, step=6)
    lost = move(lost, Goeben="-1,0")
    assert kit.GAME.view(lost, "EN").fleets["EN-1"].prey == [label(lost)]
    assert say(lost, "EN", o.Pursue("EN-1", label(lost))).fleets["EN-1"].pursuit is not None
    still = on_board({"CP": {"0,0": ["Goeben"]}, "EN": {"4,0": ["Dublin"]}}, step=2)
    still = quiet(still)  # a round in which nothing stirred
    assert kit.GAME.view(still, "EN").fleets["EN-1"].prey == []
    assert refusal(still, "EN", o.Pursue("EN-1", label(still))).clause == "5.23"


@pytest.mark.clause("7.27", "7.21")
def test_after_the_battle_only_ships_that_were_seen_are_known_by_name() -> None:
    hexes = {"CP": {"0,0": ["Goeben"], "-3,0": ["Breslau"]}, "EN": {"3,0": ["Dublin"]}}
    state = on_board(hexes, step=6)
    state = move(move(state, Goeben="-1,0"), "EN", Dublin="4,0")
    assert state.phase is Phase.AFTER_BATTLE
    assert state.sightings["EN"].known_ships == ("goeben",)
    assert state.sightings["public"].known_ships == ("dublin", "goeben")
    counter = next(s for s in state.sightings["EN"].seen.values() if s.fleet == "CP-1")
    assert counter.ships == ("goeben",)


@pytest.mark.clause("5.2 Escort")
def test_an_escort_that_parted_from_its_charge_makes_for_where_that_will_be() -> None:
    state = kit.game(
        {
            "CP-1": kit.fleet("transport", ["troopship #1"], "D4", {4: "D5"}),
            "CP-2": kit.fleet("escort", ["Breslau"], "D3", charge="CP-1"),
            "EN-1": kit.fleet("intercept", ["Dublin"], "A1"),
        },
        turn=4,
    )
    state = escorting.rejoin(state)
    assert kit.text_sheet(state, "CP-2") == {4: "D4/D5"}  # at its own speed, not the troopship's
    joined = replace(state, fleets={**state.fleets, "CP-2": replace(state.fleets["CP-2"], zone="D4")})
    assert escorting.rejoin(joined) is joined


def scattered(**ways: str) -> State:
    """A fleet whose ships but Goeben lie on the ring, out of sight, and leave as `ways` says; Goeben runs out of sight."""
    at = {"Breslau": "-5,2", "Moltke": "5,-2"}
    hexes = {"CP": {"0,0": ["Goeben"], **{at[n]: [n] for n in ways}}, "EN": {"0,-4": ["Dublin"]}}
    return move(on_board(hexes, step=6), Goeben="0,1", **ways)


@pytest.mark.clause("7.33", "H21.18")
@pytest.mark.parametrize("chosen", ["breslau", "moltke", "goeben"])
def test_of_three_equal_parts_the_one_that_was_chosen_has_the_counter(chosen: str) -> None:
    state = scattered(Breslau="off W", Moltke="off E")
    state = say(state, "CP", o.Keep(ZONE, "CP-1", chosen))
    assert state.fleets["CP-1"].ships == (chosen,)
    where = {f.ships[0]: f.zone for f in state.fleets.values()}
    assert where == {"breslau": "D3", "moltke": "D5", "goeben": "D4", "dublin": "D4"}


@pytest.mark.clause("7.33", "H21.18")
@pytest.mark.parametrize("chosen", ["breslau", "moltke"])
def test_a_fleet_that_left_wholly_by_two_sides_stands_in_both_zones_whichever_part_has_the_counter(chosen: str) -> None:
    hexes = {"CP": {"-5,2": ["Breslau"], "5,-2": ["Moltke"]}, "EN": {"0,0": ["Dublin"]}}
    state = move(on_board(hexes, step=6), Breslau="off W", Moltke="off E")
    state = say(state, "CP", o.Keep(ZONE, "CP-1", chosen))
    assert state.fleets["CP-1"].ships == (chosen,)
    assert {f.ships[0]: (f.zone, f.off_board) for f in state.fleets.values()} == {
        "breslau": ("D3", True),
        "moltke": ("D5", True),
        "dublin": ("D4", False),
    }


@pytest.mark.clause("7.33", "H21.18")
def test_ships_that_were_sunk_make_no_part_of_a_divided_fleet() -> None:
    names = ["Breslau", "Moltke", "Seydlitz", "Rostock"]
    fleets = {"CP-1": kit.fleet("intercept", names, ZONE), "EN-1": kit.fleet("intercept", ["Dublin"], ZONE)}
    hexes = {"CP": {"-5,2": ["Breslau"], "5,-2": ["Moltke", "Seydlitz"]}, "EN": {"0,0": ["Dublin"]}}
    state = on_board(hexes, step=6, fleets=fleets)
    state = replace(state, ships={**state.ships, "rostock": replace(state.ships["rostock"], hull=0, sunk=True)})
    state = settled(move(state, Breslau="off W", Moltke="off E"))
    assert {i: f.zone for i, f in state.fleets.items()} == {"CP-1": "D5", "CP-2": "D3", "EN-1": "D4"}

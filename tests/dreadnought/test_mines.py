"""Minefields (H13)."""

import pytest
from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import mines, operations, passage
from room40_server.rules.dreadnought.state import Minefield

from .kit import dice, fleet, game

FIELD = Minefield("C4-C5", Side.CP, 2, (Side.CP,))


def crossing(ships=("Dublin",), field=FIELD, side="EN", start="C4", end="C5", **more):
    one = fleet("intercept", list(ships), end, entered=(end,), started=start, came_from=start)
    return game({f"{side}-1": one}, phase="passage", mines={"one": field} if field else {}, **more)


def crossed(state, *pips):
    throws = dice(*pips)
    after = passage.step(state, throws)
    assert throws.left == ()
    return after


def told(state, viewpoint):
    return [e.text for e in state.log.get(viewpoint, {}).values()]


@pytest.mark.clause("H13", "H21")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_a_harmless_crossing_is_told_to_nobody(die):
    state = crossing()
    after = crossed(state, die)
    assert after.log == {}
    assert after.mines == state.mines
    assert crossed(crossing(field=None)).log == {}


@pytest.mark.clause("H13")
def test_on_five_one_ship_takes_torpedo_damage_and_the_field_is_known():
    after = crossed(crossing(), 5, 3)
    assert after.ships["dublin"].hull == after.setting.cards["Dublin"].hull - 2
    assert after.mines["one"] == replace(FIELD, known=(Side.CP, Side.EN))
    assert told(after, "CP") == ["Your field on C4-C5 has been struck (H13)."]
    assert "die 5, Dublin is hit (effect 3, hull -2)" in told(after, "EN")[0]
    assert told(after, "public") == []


@pytest.mark.clause("H13")
def test_on_six_two_ships_by_lot_and_the_second_hit_wears_the_field():
    after = crossed(crossing(("Dublin", "Goeben", "Breslau")), 6, 1, 1, 4, 2)
    full = after.setting.cards
    assert after.ships["dublin"].hull == full["Dublin"].hull - 1
    assert after.ships["breslau"].hull == full["Breslau"].hull - 1
    assert after.ships["goeben"].hull == full["Goeben"].hull
    assert after.mines["one"].strength == 1


@pytest.mark.clause("H13")
def test_a_ship_lost_wears_the_field_and_at_no_strength_it_is_gone():
    state = crossing(field=replace(FIELD, strength=1))
    weak = replace(state, ships={"dublin": replace(state.ships["dublin"], hull=1)})
    after = crossed(weak, 5, 1)
    assert after.mines == {}
    assert after.ships["dublin"].sunk
    assert after.fleets == {}


@pytest.mark.clause("H13", "H9")
def test_a_counter_of_boats_loses_a_boat_without_an_effect_die():
    after = crossed(crossing(("Tatra-class DD",)), 5)
    assert after.ships["tatra-class-dd"].boats == after.setting.cards["Tatra"].boats - 1


@pytest.mark.clause("H13")
def test_the_owner_passes_and_so_does_whoever_does_not_cross_that_edge():
    assert crossed(crossing(side="CP")).log == {}
    assert crossed(crossing(start="C6")).log == {}


@pytest.mark.clause("H13", "H21")
def test_only_edges_really_crossed_count():
    one = fleet("intercept", ["Dublin"], "C5", entered=("C4", "C5"), started="C3", came_from="C4")
    state = game({"EN-1": one}, phase="passage", mines={"one": FIELD})
    assert crossed(state, 5, 1).log
    stopped = replace(state.fleets["EN-1"], zone="C4", entered=("C4",), came_from="C3", stopped=True)
    assert crossed(replace(state, fleets={"EN-1": stopped})).log == {}


def laying(mission="minelaying", ships=("Novara",), action="stay lay C5", lays=True, field=None, **more):
    setting = more.pop("setting", {})
    state = game(
        {"CP-1": fleet(mission, list(ships), "C4", dict.fromkeys(range(1, 9), action), **more)},
        phase="operations",
        mines={"one": field} if field else {},
        setting=setting,
    )
    return replace(state, ships={i: replace(s, lays_mines=lays) for i, s in state.ships.items()})


def turns_of_work(state, turns):
    for _ in range(turns):
        state = operations.step(state, dice())
        state = replace(state, turn=state.turn + 1)
    return state


@pytest.mark.clause("H13", "5.2")
@pytest.mark.parametrize("mission", ["minelaying", "raiding"])
def test_a_field_of_strength_two_lies_after_four_turns(mission):
    assert turns_of_work(laying(mission), 3).mines == {}
    (field,) = turns_of_work(laying(mission), 4).mines.values()
    assert field == Minefield("C4-C5", Side.CP, 2, (Side.CP,))


@pytest.mark.clause("H13")
def test_the_four_turns_must_run_on():
    three = turns_of_work(laying(), 3)
    idle = replace(
        three.fleets["CP-1"], sheet={**three.fleets["CP-1"].sheet, 4: replace(three.fleets["CP-1"].sheet[4], action="")}
    )
    broken = turns_of_work(replace(three, fleets={"CP-1": idle}), 2)
    assert broken.mines == {}
    assert broken.fleets["CP-1"].work == 1


@pytest.mark.clause("H13", "5.2")
@pytest.mark.parametrize("bad", [{"mission": "intercept"}, {"lays": False}, {"action": "stay lay D8"}, {"in_port": True}])
def test_no_mines_are_laid_by_the_wrong_mission_ship_or_edge(bad):
    after = turns_of_work(laying(**bad), 4)
    assert after.mines == {}
    assert "lays no mines" in told(after, "CP")[0]


@pytest.mark.clause("H13", "H11")
def test_a_ship_with_a_tow_lays_no_mines():
    state = laying(ships=("Novara", "Helgoland"))
    towing = replace(state, ships={**state.ships, "novara": replace(state.ships["novara"], towing="helgoland")})
    assert turns_of_work(towing, 4).mines == {}


@pytest.mark.clause("H13", "H18")
def test_a_field_where_the_scenario_wants_one_counts_three_once():
    state = turns_of_work(laying(setting={"fields_wanted": ("C4-C5",)}), 8)
    assert state.points == {"CP": {"field C4-C5": 3}}
    assert [m.strength for m in state.mines.values()] == [4]
    assert turns_of_work(laying(), 4).points == {}


@pytest.mark.clause("H13", "H21")
def test_nobody_but_the_owner_hears_of_the_laying():
    assert set(turns_of_work(laying(), 4).log) == {"CP"}


def sweeping(known=False, mission="minesweeping", ships=("minesweeper",), spent=0, action="stay sweep", field=True, **more):
    lies = replace(FIELD, known=(Side.CP, Side.EN) if known else (Side.CP,), sweeping={"EN-1": spent} if spent else {})
    one = fleet(mission, list(ships), "C5", {1: action}, **more)
    return game({"EN-1": one}, phase="operations", mines={"one": lies} if field else {})


def swept(state, *pips):
    throws = dice(*pips)
    after = operations.step(state, throws)
    assert throws.left == ()
    return after


@pytest.mark.clause("H13")
def test_each_sweeper_finds_an_unknown_field_on_five_or_more():
    assert swept(sweeping(), 4).mines["one"].known == (Side.CP,)
    assert Side.EN in swept(sweeping(), 5).mines["one"].known
    assert Side.EN in swept(sweeping(ships=("minesweeper #1", "minesweeper #2")), 1, 6).mines["one"].known


@pytest.mark.clause("H13", "H21")
def test_finding_nothing_reads_the_same_where_there_is_nothing():
    missed, empty = swept(sweeping(), 4), swept(sweeping(field=False))
    assert missed.log == empty.log
    assert told(empty, "EN") == ["Fleet 1 sweeps at C5 and finds nothing (H13)."]


@pytest.mark.clause("H13")
@pytest.mark.parametrize("spent, die, strength", [(0, 5, 2), (0, 6, 1), (1, 5, 2), (2, 5, 1), (2, 4, 2)])
def test_a_known_field_is_cleared_on_six_and_from_the_third_turn_on_five(spent, die, strength):
    after = swept(sweeping(known=True, spent=spent), die)
    assert after.mines["one"].strength == strength
    assert after.mines["one"].sweeping == {"EN-1": spent + 1}


@pytest.mark.clause("H13")
def test_a_one_hits_the_sweeper():
    after = swept(sweeping(known=True), 1, 1)
    assert after.ships["minesweeper"].hull == 1


@pytest.mark.clause("H13", "5.2")
def test_a_lingering_fleet_sweeps_and_only_minesweeping_does():
    assert swept(sweeping(action="C6", lingering=True), 5).log["EN"]
    refused = swept(sweeping(mission="intercept"))
    assert "sweeps nothing" in told(refused, "EN")[0]
    assert "sweeps nothing" in told(swept(sweeping(ships=("Dublin",))), "EN")[0]


@pytest.mark.clause("H13", "H21")
def test_the_owner_of_a_field_hears_nothing_of_the_sweeping():
    assert "CP" not in swept(sweeping(known=True), 6).log


def test_sweepers_are_minesweepers_and_ships_the_scenario_names():
    state = sweeping(ships=("minesweeper", "Dublin"))
    named = replace(state, ships={**state.ships, "dublin": replace(state.ships["dublin"], sweeps_mines=True)})
    assert [s.id for s in mines.sweepers(state, state.fleets["EN-1"])] == ["minesweeper"]
    assert [s.id for s in mines.sweepers(named, state.fleets["EN-1"])] == ["minesweeper", "dublin"]

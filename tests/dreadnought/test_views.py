"""What a view holds, and in what words (H21, H11, H13, H18)."""

import msgspec
import pytest
from msgspec.structs import replace

from room40.dreadnought.orders import Claim
from room40.dreadnought.views import View
from room40_server.rules.dreadnought import damage, sight, views
from room40_server.rules.dreadnought.setting import Calendar, Goal
from room40_server.rules.dreadnought.state import (
    Airship,
    Battle,
    Contacts,
    Minefield,
    Pair,
    Phase,
    State,
    Submarine,
    with_ship,
)
from tests.dreadnought.kit import fleet, game

VIEWPOINTS = ("CP", "EN", "public")


def at_sea(**more: object) -> State:
    return sight.look(
        game(
            {
                "EN-1": fleet("intercept", ["Lion", "Tiger"], "C5", {5: "C6", 6: "C7"}, leader="Lion"),
                "CP-1": fleet("bombardment", ["Moltke"], "D7", {5: "stay", 6: "D6"}),
            },
            turn=5,
            **more,  # type: ignore[arg-type]
        )
    )


def side_of(state: State, fleet_id: str) -> str:
    return state.fleets[fleet_id].side


@pytest.mark.parametrize("viewpoint", VIEWPOINTS)
def test_a_view_goes_through_the_wire_and_comes_back_the_same(viewpoint: str) -> None:
    view = views.view(at_sea(ports={"C2": "major CP"}), viewpoint)
    assert msgspec.convert(msgspec.to_builtins(view, str_keys=True), View) == view


@pytest.mark.clause("H21")
def test_of_an_enemy_counter_only_side_place_and_time_are_shown() -> None:
    counter = views.view(at_sea(), "CP").seen["A"]
    assert msgspec.to_builtins(counter) == {
        "side": "EN", "zone": "C5", "since": 5, "last": 5, "strength": "", "ships": [],
    }  # fmt: skip


def test_the_public_has_no_fleets_ships_or_questions() -> None:
    view = views.view(replace(at_sea(), asked={"CP": "orders", "EN": "orders"}), "public")
    assert (view.fleets, view.ships, view.ask.kind) == ({}, {}, "")
    assert {name: c.side for name, c in view.seen.items()} == {"A": "EN", "B": "CP"}
    assert view.waiting == ["CP", "EN"]


@pytest.mark.clause("5.2", "5.11")
def test_an_own_fleet_shows_its_sheet_and_what_may_be_written() -> None:
    mine = views.view(at_sea(), "EN").fleets["EN-1"]
    assert mine.sheet == {"5": "C6", "6": "C7"}
    assert (mine.open, mine.plot_from, mine.pace) == ([7], {"7": "C7"}, 2)
    assert mine.ships == ["lion", "tiger"]


@pytest.mark.clause("H21.28")
def test_a_slot_that_starts_in_port_says_so() -> None:
    state = game(
        {"CP-1": fleet("intercept", ["Moltke"], "C2", {5: "stay", 6: "stay"}, in_port=True)},
        turn=5,
        ports={"C2": "major CP"},
    )
    assert views.view(state, "CP").fleets["CP-1"].plot_from == {"7": "C2 port"}


@pytest.mark.clause("H4")
@pytest.mark.parametrize(
    ("turn", "time"), [(1, "6 Aug 1914 16:00"), (3, "7 Aug 1914 00:00"), (4, "7 Aug 1914 04:00"), (8, "7 Aug 1914 20:00")]
)
def test_the_time_is_that_at_which_the_turn_begins(turn: int, time: str) -> None:
    state = at_sea(setting={"calendar": Calendar("1914-08-06", 4, 30)})
    assert views.view(replace(state, turn=turn), "CP").time == time


@pytest.mark.clause("5.46")
def test_a_side_is_offered_the_claims_that_are_true_of_its_own_fleet() -> None:
    state = at_sea(phase="contact")
    pair = Pair("CP-1", "EN-1", state.fleets["EN-1"].zone, 1)
    state = replace(state, contacts=Contacts((pair,), asked=pair), asked={"CP": "claims", "EN": "claims"})
    mine, theirs = views.view(state, "EN").ask, views.view(state, "CP").ask
    assert (mine.zone, mine.fleet, mine.label) == ("C5", "EN-1", "A")
    assert mine.choices == [Claim.LEADER.value, Claim.INTERCEPT.value]
    assert (theirs.fleet, theirs.label, theirs.choices) == ("CP-1", "A", [])


@pytest.mark.clause("H6")
def test_a_battle_shows_all_ships_in_it_to_everyone() -> None:
    state = at_sea(phase="battles", setting={"battles": "basic"})
    zone = state.fleets["EN-1"].zone
    battle = Battle(zone, {"CP": ("CP-1",), "EN": ("EN-1",)}, round=2)
    state = sight.look(replace(state, battles={"C5": battle}, asked={"CP": "fight", "EN": "fight"}))
    shown = [views.view(state, v).battle for v in VIEWPOINTS]
    assert shown[0] == shown[1] == shown[2]
    assert sorted(shown[0]["C5"].ships) == ["lion", "moltke", "tiger"]
    assert views.view(state, "CP").ask.choices == ["continue", "close", "withdraw"]
    assert views.view(state, "CP").seen["A"].ships == ["Lion", "Tiger"]
    assert "Lion" in views.view(state, "CP").classes


@pytest.mark.clause("H6")
def test_only_fire_is_asked_about_in_the_first_round_and_no_long_range_by_night() -> None:
    state = at_sea(phase="battles", light="night", setting={"battles": "basic"})
    battle = Battle(state.fleets["EN-1"].zone, {"CP": ("CP-1",), "EN": ("EN-1",)})
    state = replace(state, battles={"C5": battle}, asked={"CP": "fight"})
    assert views.view(state, "CP").ask.choices == ["continue"]
    state = replace(state, battles={"C5": replace(battle, round=2)})
    assert views.view(state, "CP").ask.choices == ["close", "withdraw"]


@pytest.mark.clause("H13")
def test_a_minefield_is_shown_to_those_who_know_it() -> None:
    state = at_sea()
    cp, en = state.fleets["CP-1"].side, state.fleets["EN-1"].side
    mines = {"C4-C5": Minefield("C4-C5", cp, 2, (cp,)), "D4-D5": Minefield("D4-D5", cp, 2, (cp, en))}
    state = replace(state, mines=mines)
    assert {v: sorted(views.view(state, v).mines) for v in VIEWPOINTS} == {
        "CP": ["C4-C5", "D4-D5"], "EN": ["D4-D5"], "public": ["D4-D5"],
    }  # fmt: skip


@pytest.mark.clause("H14", "H15")
def test_airships_and_submarines_are_shown_to_their_owner_alone() -> None:
    state = at_sea()
    en, zone = state.fleets["EN-1"].side, state.fleets["EN-1"].zone
    state = replace(
        state,
        airships={"c-1": Airship("c-1", "C 1", en, zone, turns=2)},
        submarines={"e-9": Submarine("e-9", "E 9", en, zone)},
    )
    mine = views.view(state, "EN")
    assert (mine.airships["c-1"].turns_left, mine.airships["c-1"].state, mine.airships["c-1"].may_fly) == (4, "base", True)
    assert mine.submarines["e-9"].zone == "C5"
    for other in ("CP", "public"):
        assert views.view(state, other).airships == {}
        assert views.view(state, other).submarines == {}


@pytest.mark.clause("H18")
def test_points_for_a_ship_are_known_to_those_who_know_of_the_ship() -> None:
    state = replace(at_sea(), points={"CP": {"sunk lion": 9, "field C4-C5": 3}, "EN": {"merchant": 1, "sunk moltke": 7}})
    assert views.view(state, "CP").points == {"CP": 12, "EN": 8}
    assert views.view(state, "EN").points == {"CP": 9, "EN": 8}
    assert views.view(state, "public").points == {"CP": 0, "EN": 1}
    state = sight.identify(state, "public", ["lion"])
    assert views.view(state, "public").points == {"CP": 9, "EN": 1}


@pytest.mark.clause("H18")
@pytest.mark.parametrize("phase", [Phase.PASSAGE, Phase.OPERATIONS])
def test_points_for_a_ship_lost_to_a_mine_or_a_submarine_show_to_her_owner_alone_until_the_end(phase: Phase) -> None:
    afloat = replace(at_sea(), phase=phase)
    afloat = with_ship(afloat, replace(afloat.ships["lion"], leader="Beatty"))
    for viewpoint in ("CP", "public"):
        afloat = sight.identify(afloat, viewpoint, ["lion"])  # met in battle once: her cards are known
    lost = damage.sink(afloat, "lion")
    assert views.view(lost, "EN").points["CP"] == 22
    for viewpoint in ("CP", "public"):
        assert views.view(lost, viewpoint) == views.view(afloat, viewpoint)
        assert views.view(replace(lost, phase=Phase.OVER), viewpoint).points["CP"] == 22
    seen = damage.sink(replace(afloat, phase=Phase.BATTLES), "lion")
    assert [views.view(seen, viewpoint).points["CP"] for viewpoint in ("CP", "EN", "public")] == [22, 22, 22]


@pytest.mark.clause("H18")
def test_when_the_game_is_over_everything_is_told() -> None:
    state = replace(at_sea(), phase=Phase.OVER, result="A draw.", points={"CP": {"field C4-C5": 3}})
    view = views.view(state, "CP")
    assert view.seen["EN-1"].ships == ["Lion", "Tiger"]
    assert [e.text for e in view.log.values()][-1] == "Entente Fleet 1 (intercept) at C5: Lion, Tiger."
    assert views.view(state, "EN").points["CP"] == 3
    assert sorted(views.view(state, "public").seen) == ["CP-1", "EN-1"]
    assert view.result == "A draw."


@pytest.mark.clause("H18")
def test_the_goals_of_the_scenario_are_told_in_words_and_in_figures() -> None:
    goal = Goal("reach", at_sea().fleets["CP-1"].side, 20, "Moltke enters A1.", ("moltke",), "A1", port=True)
    scenario = views.view(at_sea(setting={"goals": {"home": goal}}), "EN").scenario
    assert scenario.goals == {"home": "Moltke enters A1."}
    assert (scenario.aims["home"].zone, scenario.aims["home"].ships, scenario.aims["home"].port) == ("A1", ["moltke"], True)


def test_what_never_changes_is_the_same_object_from_view_to_view() -> None:
    state = at_sea()
    assert views.view(state, "CP").scenario is views.view(replace(state, turn=6), "CP").scenario
    assert views.view(state, "CP").scenario is not views.view(state, "EN").scenario


@pytest.mark.clause("5.25")
def test_free_counters_are_known_to_their_owner_only() -> None:
    state = at_sea(counters={"CP": 6, "EN": 9})
    assert {v: views.view(state, v).scenario.counters for v in VIEWPOINTS} == {"CP": 6, "EN": 9, "public": 0}


def test_a_view_of_nobody_is_an_error() -> None:
    with pytest.raises(ValueError, match="FR"):
        views.view(at_sea(), "FR")

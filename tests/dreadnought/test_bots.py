"""Players of the computer: they see only a view, order only what is legal, and play with sense."""

import ast
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import room40_server.bots
from room40.dreadnought import orders as o
from room40.dreadnought.orders import Claim, Order, Side, Stance
from room40.dreadnought.sheet import Slot
from room40.dreadnought.views import View
from room40.geometry.seachart import Zone
from room40_server import scenarios
from room40_server.bots import fighting
from room40_server.bots.dreadnought import Bot
from room40_server.bots.hunting import Hunt
from room40_server.bots.random_player import RandomPlayer
from room40_server.bots.tracks import Tracks
from room40_server.bots.voyages import voyage
from room40_server.bots.waters import FAR, Waters, waters_of
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought import sight
from room40_server.rules.dreadnought.setting import Goal
from room40_server.rules.dreadnought.state import (
    Airship,
    Battle,
    Contacts,
    Pair,
    Phase,
    State,
    Submarine,
    with_fleet,
    with_ship,
)
from room40_server.rules.dreadnought.turn import advance
from tests.dreadnought.games import DiceByPurpose, check, made_up, play
from tests.dreadnought.kit import GAME, chart, dice, fleet, game

SCENARIOS = tuple(name for _, name, _, _ in scenarios.available())


def bots(seed: int) -> dict[str, Bot]:
    return {side.value: Bot(side, seed) for side in Side}


def random_players(seed: int) -> dict[str, RandomPlayer]:
    return {side.value: RandomPlayer(side, seed) for side in Side}


# ---- whole games


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_two_bots_play_a_scenario_to_a_result(name: str) -> None:
    end = play(scenarios.load(name), bots(1), SeededDice(b"bots"), Random(1), check)
    assert end.phase is Phase.OVER
    assert end.result


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_random_players_are_never_refused_in_a_scenario(name: str) -> None:
    end = play(scenarios.load(name), random_players(1), SeededDice(b"random"), Random(1), check)
    assert end.phase is Phase.OVER


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_players_are_never_refused_in_games_made_up(seed: int) -> None:
    assert play(made_up(seed), random_players(seed), DiceByPurpose(str(seed)), Random(seed), check).phase is Phase.OVER


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 26))
def test_bots_are_never_refused_in_games_made_up(seed: int) -> None:
    assert play(made_up(seed), bots(seed), DiceByPurpose(str(seed)), Random(seed), check).phase is Phase.OVER


def orders_of_a_game(seed: int) -> list[Order]:
    given: list[Order] = []
    play(
        scenarios.load("first-cruise"),
        bots(seed),
        SeededDice(b"x"),
        Random(0),
        lambda _b, _s, order, _a: given.append(order),
    )
    return given


def test_a_bot_of_the_same_seed_plays_the_same_game() -> None:
    assert orders_of_a_game(1) == orders_of_a_game(1)


def test_bots_know_nothing_of_the_rules_or_of_the_state() -> None:
    for path in Path(room40_server.bots.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [n for n in names if n.startswith("room40_server") and not n.startswith("room40_server.bots")], path


def test_a_bot_that_is_not_asked_says_nothing() -> None:
    view = GAME.view(sight.look(game({"CP-1": fleet("intercept", ["Moltke"], "C4")})), "CP")
    assert Bot("CP", 1).decide(view) == []
    assert RandomPlayer("CP", 1).decide(view) == []


# ---- the orders phase


def asked(fleets: dict[str, dict[str, object]], **more: object) -> State:
    """A game at its orders phase, both sides asked, counters looked at."""
    state = sight.look(game(fleets, **{"turn": 4, **more}))  # type: ignore[arg-type]
    return advance(state, dice())


def slots(orders: list[Order]) -> dict[str, str]:
    return {f"{order.fleet} {order.turn}": order.route for order in orders if isinstance(order, o.Plot)}


def two_stays(turn: int = 4) -> dict[int, str]:
    return {turn: "stay", turn + 1: "stay"}


def test_a_bot_goes_where_a_counter_will_be() -> None:
    state = asked(
        {
            "CP-1": fleet("intercept", ["Moltke", "Seydlitz"], "C4", two_stays()),
            "EN-1": fleet("intercept", ["Dublin"], "C6", two_stays()),
        }
    )
    orders = Bot("CP", 1).decide(GAME.view(state, "CP"))
    assert slots(orders) == {"CP-1 6": "C5/C6"}
    assert orders[-1] == o.Commit()


def seen_at(*zones: str) -> tuple[View, Tracks]:
    """The view of the Central Powers after a counter was seen in these zones, turn by turn."""
    tracks = Tracks()
    state = asked(
        {
            "CP-1": fleet("intercept", ["Moltke"], "F1", two_stays()),
            "EN-1": fleet("intercept", ["Dublin"], zones[0], two_stays()),
        }
    )
    for turn, zone in enumerate(zones, 4):
        state = replace(sight.look(with_fleet(state, replace(state.fleets["EN-1"], zone=Zone(zone)))), turn=turn)
        state = sight.look(state)
        tracks.note(GAME.view(state, "CP"))
    return GAME.view(state, "CP"), tracks


def test_a_counter_is_looked_for_ahead_on_its_course() -> None:
    view, tracks = seen_at("D9", "D8")
    waters = waters_of(view.scenario, "CP")
    assert tracks.forecast(waters.chart, "A", 7) == "D6"
    assert tracks.forecast(waters.chart, "A", 99) == "D1"


def test_a_counter_across_the_rows_is_looked_for_in_staggered_columns() -> None:
    view, tracks = seen_at("B3", "C4")
    waters = waters_of(view.scenario, "CP")
    assert [tracks.forecast(waters.chart, "A", turn) for turn in (5, 6, 7)] == ["C4", "D4", "E5"]


def test_two_fleets_do_not_both_go_after_one_of_two_counters_that_are_alike() -> None:
    state = asked(
        {
            "CP-1": fleet("intercept", ["Moltke", "Goeben"], "D5", two_stays()),
            "CP-2": fleet("intercept", ["Seydlitz", "Von der Tann"], "D5", two_stays()),
            "EN-1": fleet("intercept", ["Dublin"], "D3", two_stays()),
            "EN-2": fleet("intercept", ["Chatham"], "D7", two_stays()),
        }
    )
    assert sorted(slots(Bot("CP", 1).decide(GAME.view(state, "CP"))).values()) == ["D4/D3", "D6/D7"]


def test_a_bot_leaves_a_counter_alone_that_an_airship_reports_as_too_strong() -> None:
    view, tracks = seen_at("D4")
    strong = replace(view, seen={"A": replace(view.seen["A"], strength="capital 5, light 0, other 0")})
    waters = waters_of(view.scenario, "CP")
    assert Hunt(view, waters, tracks).best(view.fleets["CP-1"], Zone("D3"), 6) is not None
    assert Hunt(strong, waters, tracks).best(view.fleets["CP-1"], Zone("D3"), 6) is None


REACH_F8 = {"goals": {"far": Goal("reach", Side.CP, 20, "Goeben at F8.", ("goeben",), "F8")}}


def test_a_bot_makes_for_its_goal() -> None:
    state = asked({"CP-1": fleet("intercept", ["Goeben"], "F3", two_stays())}, setting=REACH_F8)
    assert slots(Bot("CP", 1).decide(GAME.view(state, "CP"))) == {"CP-1 6": "F4/F5"}


def test_a_bot_lays_its_course_round_a_stronger_counter() -> None:
    state = asked(
        {"CP-1": fleet("intercept", ["Goeben"], "F3", two_stays()), "EN-1": fleet("intercept", ["Lion"], "F6", two_stays())},
        setting=REACH_F8,
    )
    route = slots(Bot("CP", 1).decide(GAME.view(state, "CP")))["CP-1 6"]
    assert not {"F5", "F6", "F7", "E6", "E7", "G6", "G7"} & set(route.split("/"))


def test_a_bot_guards_what_the_enemy_makes_for() -> None:
    state = asked({"EN-1": fleet("intercept", ["Lion"], "C1", two_stays())}, setting=REACH_F8)
    route = slots(Bot("EN", 1).decide(GAME.view(state, "EN")))["EN-1 6"]
    waters = Waters(chart(), "EN")
    end = Zone(route.split("/")[-1])
    assert waters.distance(end, Zone("F8")) == waters.distance(Zone("C1"), Zone("F8")) - 2


def test_a_hurt_fleet_is_sent_home() -> None:
    state = asked({"CP-1": fleet("intercept", ["Moltke"], "C4", two_stays())}, ports={"C1": "major CP"})
    state = with_ship(state, replace(state.ships["moltke"], hull=3))
    assert o.Abort("CP-1") in Bot("CP", 1).decide(GAME.view(state, "CP"))


def test_a_fleet_short_of_fuel_makes_for_a_port() -> None:
    state = asked({"CP-1": fleet("intercept", ["Moltke"], "C4", two_stays(), fuel=7)}, ports={"C1": "major CP"})
    assert slots(Bot("CP", 1).decide(GAME.view(state, "CP")))["CP-1 6"] == "C3"


def test_a_fleet_short_of_fuel_on_its_way_to_a_goal_coals_from_a_collier_that_waits_for_it() -> None:
    fleets = {
        "CP-1": fleet("intercept", ["Goeben"], "F3", two_stays(), fuel=6),
        "CP-2": fleet("intercept", ["collier"], "F5", two_stays()),
    }
    state = asked(fleets, setting={**REACH_F8, "fuel": True})
    assert slots(Bot("CP", 1).decide(GAME.view(state, "CP"))) == {"CP-1 6": "F4/F5", "CP-2 6": "stay"}
    fleets["CP-1"] = fleet("intercept", ["Goeben"], "F5", two_stays(), fuel=6)
    state = asked(fleets, setting={**REACH_F8, "fuel": True})
    assert slots(Bot("CP", 1).decide(GAME.view(state, "CP")))["CP-1 6"] == "stay coal"


def test_a_bot_lies_in_wait_on_the_way_from_the_enemys_port_to_his_goal() -> None:
    ports = {"F2": "major CP"}
    state = asked({"EN-1": fleet("intercept", ["Lion"], "B5", two_stays())}, setting=REACH_F8, ports=ports)
    view = GAME.view(state, "EN")
    hunt = Hunt(view, waters_of(view.scenario, "EN"), Tracks())
    assert {hunt.guard(Zone("B5"), number) for number in (1, 2, 3)} == {"F7", "F6", "F5"}


def test_a_port_that_delays_have_left_over_is_entered() -> None:
    state = asked({"CP-1": fleet("intercept", ["Moltke"], "C4", two_stays(), owed=(Zone("C4"),))}, ports={"C4": "major CP"})
    assert slots(Bot("CP", 1).decide(GAME.view(state, "CP")))["CP-1 6"] == "C4 port"


def test_what_delays_have_left_over_is_written_first() -> None:
    state = asked({"CP-1": fleet("intercept", ["Moltke"], "C4", two_stays(), owed=(Zone("C5"),))})
    assert slots(Bot("CP", 1).decide(GAME.view(state, "CP")))["CP-1 6"] == "C5"


def test_a_bot_asked_again_in_vain_writes_plainer_orders() -> None:
    state = asked(
        {
            "CP-1": fleet("intercept", ["Moltke"], "C4", two_stays()),
            "EN-1": fleet("intercept", ["Dublin"], "C6", two_stays()),
        }
    )
    bot, view = Bot("CP", 1), GAME.view(state, "CP")
    assert slots(bot.decide(view))["CP-1 6"] != "stay"
    assert slots(bot.decide(view))["CP-1 6"] == "stay"


def test_the_scenarios_own_plan_is_kept_before_the_game() -> None:
    state = advance(scenarios.load("first-cruise"), dice())
    assert slots(Bot("CP", 1).decide(GAME.view(state, "CP"))) == {}


# ---- voyages written before the game


def sailed(mission: str, ships: list[str], ports: dict[str, str], start: str = "C4", **more: object) -> list[Slot]:
    state = advance(game({"CP-1": fleet(mission, ships, start, **more)}, phase="plan", ports=ports), dice())
    view = GAME.view(state, "CP")
    made = voyage(view, waters_of(view.scenario, "CP"), view.fleets["CP-1"], Zone(start), bool(more.get("in_port")))
    return [next(made) for _ in range(12)]


@pytest.mark.clause("5.12")
def test_a_bombardment_goes_to_the_nearest_enemy_port_and_home() -> None:
    made = sailed("bombardment", ["Moltke"], {"C7": "minor EN", "C1": "major CP"})
    assert made[1].zones == ("C7",)
    assert [s.action.value for s in made[2:4]] == ["bombard", "bombard"]
    assert made[6] == Slot((Zone("C2"), Zone("C1")), port=True)
    assert made[7] == Slot((), port=True)


@pytest.mark.clause("5.12")
def test_a_transport_loads_sails_and_unloads() -> None:
    made = sailed("transport", ["troopship"], {"C2": "major CP", "C4": "minor CP"}, "C2", in_port=True)
    assert [s.action.value for s in made[:6]] == ["load", "load", "", "", "unload", "unload"]
    assert made[3].port


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mission", "ship"), [("bombardment", "Moltke"), ("transport", "troopship"), ("minesweeping", "minesweeper")]
)
def test_a_voyage_of_each_mission_is_accepted_whole(mission: str, ship: str) -> None:
    state = game(
        {"CP-1": fleet(mission, [ship], "C2", in_port=True), "EN-1": fleet("intercept", ["Lion"], "H9")},
        phase="plan",
        ports={"C2": "major CP", "F7": "minor EN", "F2": "minor CP"},
    )
    end = play(state, bots(1), SeededDice(b"voyage"), Random(1))
    assert end.phase is Phase.OVER


# ---- contact and battle


def in_battle(own: list[str], enemy: list[str], **more: object) -> View:
    state = game(
        {"CP-1": fleet("intercept", own, "C4"), "EN-1": fleet("intercept", enemy, "C4")},
        phase="battles",
        setting={"battles": "basic"},
        **more,  # type: ignore[arg-type]
    )
    battle = Battle(Zone("C4"), {"CP": ("CP-1",), "EN": ("EN-1",)}, round=2)
    return GAME.view(sight.look(replace(state, battles={"C4": battle}, asked={"CP": "fight", "EN": "fight"})), "CP")


@pytest.mark.clause("H6")
def test_a_bot_closes_when_it_is_stronger_and_withdraws_when_it_is_weaker() -> None:
    strong = in_battle(["Moltke", "Seydlitz", "Goeben"], ["Lion"])
    assert Bot("CP", 1).decide(strong) == [o.Fight("C4", Stance.CLOSE)]
    assert Bot("CP", 1).decide(in_battle(["Rostock"], ["Lion"])) == [o.Fight("C4", Stance.WITHDRAW)]
    assert Bot("CP", 1).decide(in_battle(["Moltke"], ["Lion"])) == [o.Fight("C4", Stance.CONTINUE)]


def test_a_force_with_a_goal_elsewhere_withdraws_from_an_equal_fight() -> None:
    assert fighting.fight(in_battle(["Moltke"], ["Lion"]), running=True).stance is Stance.WITHDRAW


def at_a_check(mission: str, ship: str, **more: object) -> View:
    state = game(
        {"CP-1": fleet(mission, [ship], "C4", leader=ship, **more), "EN-1": fleet("intercept", ["Dublin"], "C4")},
        phase="contact",
    )
    pair = Pair("CP-1", "EN-1", Zone("C4"), 0)
    state = replace(state, contacts=Contacts((pair,), asked=pair), asked={"CP": "claims", "EN": "claims"})
    return GAME.view(sight.look(state), "CP")


@pytest.mark.clause("5.46")
def test_a_bot_claims_what_makes_the_meeting_it_wants_likelier() -> None:
    assert fighting.claims(at_a_check("intercept", "Moltke"), running=False) == (Claim.LEADER, Claim.INTERCEPT)


@pytest.mark.clause("5.46")
def test_a_bot_that_would_rather_not_be_met_claims_only_what_lowers_the_die() -> None:
    assert fighting.claims(at_a_check("raiding", "Goeben"), running=True) == (Claim.RAIDER_MINUS,)
    assert fighting.claims(at_a_check("intercept", "Rostock"), running=True) == ()


@pytest.mark.clause("5.23")
def test_a_bot_pursues_what_it_was_stronger_than() -> None:
    bot = Bot("CP", 1)
    bot.decide(in_battle(["Moltke", "Seydlitz", "Goeben"], ["Lion"]))
    state = game(
        {
            "CP-1": fleet("intercept", ["Moltke"], "C4", two_stays(), fought=4),
            "EN-1": fleet("intercept", ["Lion"], "C4", two_stays(), fought=4),
        },
        turn=4,
        phase="after battle",
        setting={"battles": "basic"},
    )
    battle = Battle(Zone("C4"), {"CP": ("CP-1",), "EN": ("EN-1",)}, over=True)
    state = sight.look(replace(state, battles={"C4": battle}, asked={"CP": "after battle", "EN": "after battle"}))
    assert bot.decide(GAME.view(state, "CP")) == [o.Pursue("CP-1", "A"), o.Commit()]
    assert Bot("CP", 1).decide(GAME.view(state, "CP")) == [o.Commit()]


# ---- airships and submarines


def test_an_airship_flies_to_a_counter_within_reach_and_a_submarine_goes_off_an_enemy_port() -> None:
    state = asked(
        {"CP-1": fleet("intercept", ["Moltke"], "H9", two_stays()), "EN-1": fleet("intercept", ["Lion"], "C5", two_stays())},
        ports={"D9": "major EN"},
    )
    state = replace(
        state,
        airships={"l-1": Airship("l-1", "L 1", Side.CP, Zone("C2"))},
        submarines={"u-1": Submarine("u-1", "U 1", Side.CP, Zone("D5"))},
    )
    orders = Bot("CP", 1).decide(GAME.view(state, "CP"))
    assert o.Fly("l-1", (Zone("C3"), Zone("C4"), Zone("C5"))) in orders
    assert o.Dive("u-1", Zone("D6")) in orders


# ---- the chart as a bot reads it


def test_a_way_goes_round_what_is_to_be_avoided_and_through_it_if_there_is_no_other() -> None:
    waters = Waters(chart("A-C", 5), "CP")
    round_it = waters.way(Zone("B1"), Zone("B4"), [Zone("B2")])
    assert (len(round_it), "B2" in round_it, round_it[-1]) == (4, False, "B4")
    narrow = Waters(chart("A-A", 4), "CP")
    assert narrow.way(Zone("A1"), Zone("A4"), [Zone("A2")]) == ("A2", "A3", "A4")


def test_what_cannot_be_reached_is_far() -> None:
    waters = Waters(chart("A-A", 4, land=("A2",)), "CP")
    assert waters.distance(Zone("A1"), Zone("A4")) == FAR
    assert waters.way(Zone("A1"), Zone("A4")) == ()

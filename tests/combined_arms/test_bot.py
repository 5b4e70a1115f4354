"""The computer plays whole games of 1942, legally, the same every time, and far better than chance."""

import pytest

from room40.combined_arms import orders as o
from room40_server.bots.combined_arms.player import Bot
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.views import view
from tests.combined_arms.bot_games import play
from tests.combined_arms.fights import came, fight
from tests.combined_arms.kit import game, give
from tests.combined_arms.random_player import RandomPlayer


def decision(state: State) -> list[o.Order]:
    """What the computer does in the seat that is asked, playing it again as long as it does not end the phase."""
    seat = next(iter(state.asked))
    return list(Bot(1).decide(view(state, seat), seat))


def moves(state: State) -> dict[str, tuple[str, ...]]:
    """Unit -> the last way it is sent."""
    return {i: order.path for order in decision(state) if isinstance(order, o.Move) for i in order.units}


@pytest.mark.parametrize("seed", range(4))
def test_the_computer_plays_the_teaching_map_to_the_end_and_is_refused_nothing(seed: int) -> None:
    played = play("two-islands", seed)
    assert played.state.result
    assert played.refused == []
    kinds = {type(order) for _, order in played.orders}
    assert {o.Buy, o.Move, o.Place, o.Commit, o.Casualties} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 40))
def test_many_more_games_are_played_to_the_end_without_a_refusal(seed: int) -> None:
    played = play("two-islands", seed)
    assert played.state.result
    assert played.refused == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_the_computer_plays_the_world_to_the_end_and_is_refused_nothing(seed: int) -> None:
    played = play("world-1942", seed)
    assert played.state.result
    assert played.refused == []


@pytest.mark.slow
@pytest.mark.clause("K1.1")
def test_both_alliances_can_win_the_teaching_map_and_some_games_end_early_by_cities() -> None:
    results = [play("two-islands", seed).state.result for seed in range(24)]
    assert {"West", "East"} <= {result.split(" wins")[0] for result in results}
    assert any("it holds 4 victory cities" in result for result in results)


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = play("two-islands", 19), play("two-islands", 19)
    assert one.orders == other.orders
    assert one.state == other.state


@pytest.mark.parametrize("seat, alliance", [("west", "West"), ("east", "East")])
def test_the_computer_beats_who_moves_at_random_every_time(seat: str, alliance: str) -> None:
    other = "east" if seat == "west" else "west"
    for seed in range(5):
        played = play("two-islands", seed, {other: RandomPlayer(seed)})
        assert played.state.result.startswith(f"{alliance} wins"), (seed, played.state.result)
        assert played.refused == []


LAND = {"home": "Germans 8 capital", "front": "British 3", "town": "British 8 capital"}


def test_it_attacks_where_the_odds_are_good_and_leaves_a_strong_place_alone() -> None:
    strong = {"home": "5 infantry Germans, 4 tank Germans, 1 factory Germans"}
    weak = game("home-front front-town", lands=LAND, units={**strong, "front": "1 infantry British"})
    assert ("home", "front") in moves(weak).values()
    held = game("home-front front-town", lands=LAND, units={**strong, "front": "9 infantry British, 5 tank British"})
    assert moves(held) == {}


def test_it_does_not_leave_its_capital_to_an_enemy_who_stands_beside_it() -> None:
    links, lands = "home-front home-west", {**LAND, "town": "- 0", "west": "British 1"}
    del lands["town"]
    units = {"home": "6 infantry Germans", "front": "1 infantry British", "west": "4 infantry British, 3 tank British"}
    sent = [i for i, path in moves(game(links, lands=lands, units=units)).items() if path[0] == "home"]
    assert len(sent) <= 1
    calm = {**units, "west": ""}
    assert len(moves(game(links, lands=lands, units=calm))) > len(sent)


@pytest.mark.clause("C3.1", "C4.8", "K3.8")
def test_it_lands_from_the_sea_with_what_it_loads_on_the_way() -> None:
    state = game(
        "home-5 5-6 6-isle",
        lands={"home": "Germans 8 capital", "isle": "British 4 city"},
        units={
            "home": "4 infantry Germans, 2 tank Germans",
            "5": "2 transport Germans, 1 cruiser Germans",
            "isle": "1 infantry British",
        },
    )
    orders = decision(state)
    after = give(state, *orders)
    landing = [u for u in after.units.values() if u.assault == "isle"]
    assert len(landing) >= 2
    assert after.units["cruiser-1"].space == "6"
    assert [battle.kind for battle in give(after, o.Commit(), pips=(1,) * 12).battles.values()] == ["land"]


@pytest.mark.clause("K3.4", "C2.1")
def test_its_aircraft_fly_no_further_than_they_can_come_home_from_and_do_come_home() -> None:
    far = game(
        "home-5 5-6 6-7 7-8",
        lands={"home": "Germans 8"},
        units={"home": "2 fighter Germans", "7": "1 transport British"},
    )
    assert moves(far) == {}
    near = game("home-5 5-6", lands={"home": "Germans 8"}, units={"home": "2 fighter Germans", "6": "1 transport British"})
    sent = moves(near)
    assert ("home", "5", "6") in sent.values()
    landing = give(near, *decision(near), o.Commit())
    back = give(landing, *decision(landing), o.Commit())
    assert {u.space for u in back.units.values() if u.type == "fighter"} == {"home"}


def test_an_order_refused_is_not_given_again_and_those_after_it_are() -> None:
    state = game(
        "home-front home-west",
        lands={"home": "Germans 8", "front": "British 3", "west": "British 2"},
        units={"home": "6 infantry Germans, 2 tank Germans"},
    )
    bot = Bot(1)
    seen = view(state, "germans")
    first = list(bot.decide(seen, "germans"))
    assert len(first) >= 2
    assert list(bot.decide(seen, "germans")) == first[1:]
    for _ in range(8):
        last = list(bot.decide(seen, "germans"))
    assert last == [o.Commit()]


@pytest.mark.clause("K3.4")
def test_flights_that_stand_in_the_way_of_the_commit_are_taken_back() -> None:
    state = game("home-5 5-6 6-7", lands={"home": "Germans 8"}, units={"home": "1 fighter Germans"})
    stuck = give(state, o.Move(("fighter-1",), ("home", "5", "6", "7")))
    bot = Bot(1)
    bot.decide(view(stuck, "germans"), "germans")
    assert list(bot.decide(view(stuck, "germans"), "germans")) == [o.TakeBack(1)]


@pytest.mark.clause("K5.8")
def test_it_retreats_from_a_lost_battle_and_presses_one_that_it_wins() -> None:
    def asked(mine: str, theirs: str) -> State:
        land = {"home": "Germans 2", "front": "British 3"}
        fields = came("infantry-1", "home") | came("infantry-2", "home")
        return fight("home-front", *[6] * 30, lands=land, units={"front": f"{mine}, {theirs}"}, fields=fields)

    assert decision(asked("2 infantry Germans", "6 infantry British")) == [o.Retreat("home")]
    assert decision(asked("6 infantry Germans, 4 tank Germans", "1 infantry British")) == [o.Press()]


@pytest.mark.clause("K6.2")
def test_submarines_submerge_from_a_battle_that_is_lost_and_strike_in_one_that_is_not() -> None:
    lost = fight("6-7", units={"6": "1 submarine Germans, 2 cruiser British", "7": ""}, fields=came("submarine-1", "7"))
    assert decision(lost) == [o.Submerge(("submarine-1",))]
    good = fight("6-7", units={"6": "4 submarine Germans, 1 cruiser British", "7": ""}, fields=came("submarine-1", "7"))
    assert decision(good) == [o.Submerge()]


@pytest.mark.clause("K5.5", "K5.9")
def test_it_gives_an_aircraft_rather_than_the_last_unit_that_can_take_a_capital() -> None:
    state = fight(
        "home-front", 6, 6, 6, 1, 6, 6,
        lands={"home": "Germans 2", "front": "British 8 capital"},
        units={"front": "1 tank Germans, 2 fighter Germans, 3 infantry British"}, fields=came("tank-1", "home"),
    )  # fmt: skip
    assert list(state.asked.values()) == ["casualties"]
    assert decision(state) == [o.Casualties(("fighter-1",))]


@pytest.mark.clause("K3.7")
def test_its_homeless_fighters_land_where_most_friends_are() -> None:
    state = fight(
        "6-7 6-isle 6-rock",
        lands={"isle": "British 1", "rock": "British 1"},
        units={"6": "2 submarine Germans, 1 carrier British (2 fighter)", "rock": "3 infantry British", "7": ""},
        fields=came("submarine-1", "7"),
    )  # fmt: skip
    state = give(state, o.Submerge(), pips=(1, 1))
    assert list(state.asked.values()) == ["land homeless"]
    assert decision(state) == [o.LandHomeless({"fighter-1": "rock", "fighter-2": "rock"})]


@pytest.mark.clause("K2")
def test_it_buys_infantry_for_a_threatened_capital_and_ships_where_the_enemy_is_across_the_sea() -> None:
    beside = game(
        "home-front", lands={"home": "Germans 8 capital", "front": "British 3"}, phase="purchase", money={"Germans": 24},
        units={"home": "1 infantry Germans, 1 factory Germans", "front": "4 infantry British, 3 tank British"},
    )  # fmt: skip
    assert [order.units["infantry"] >= 6 for order in decision(beside) if isinstance(order, o.Buy)] == [True]
    across = game(
        "home-5 5-6 6-isle", lands={"home": "Germans 8 capital", "isle": "British 5"},
        phase="purchase", money={"Germans": 24},
        units={"home": "4 infantry Germans, 1 factory Germans"},
    )  # fmt: skip
    assert [order.units.get("transport", 0) > 0 for order in decision(across) if isinstance(order, o.Buy)] == [True]


@pytest.mark.clause("K4")
def test_it_repairs_works_that_it_needs() -> None:
    state = game(
        "home-front", lands={"home": "Germans 8 capital", "front": "British 3"}, phase="purchase", money={"Germans": 24},
        units={"home": "1 infantry Germans, 1 factory Germans", "front": "1 infantry British"}, damage={"home": 6},
    )  # fmt: skip
    assert [order for order in decision(state) if isinstance(order, o.Repair)] == [o.Repair({"home": 4})]

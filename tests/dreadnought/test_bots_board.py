"""Players of the computer on the tactical board: legal from their views alone, and with sense (7.2, 7.3)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order
from room40.geometry.hexgrid import distance
from room40_server.bots import tactics
from room40_server.bots.dreadnought import Bot
from room40_server.bots.firepower import hex_at
from room40_server.bots.random_player import RandomPlayer
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.state import Phase, State, with_ship
from tests.dreadnought.games import DiceByPurpose, Player, check, made_up, play
from tests.dreadnought.kit import GAME
from tests.dreadnought.tactical.board_kit import ZONE, at_sea, group, on_board
from tests.dreadnought.tactical.random_battles import battle
from tests.dreadnought.tactical.test_conservation import check_board, check_ships

Hexes = dict[str, dict[str, list[str]]]


def players(seed: int) -> dict[str, Player]:
    """Bots and random players by turns."""
    if seed % 3 == 0:
        return {s: Bot(s, seed) for s in ("CP", "EN")}
    bot, other = ("CP", "EN") if seed % 3 == 1 else ("EN", "CP")
    return {bot: Bot(bot, seed), other: RandomPlayer(other, seed)}


def fight_out(seed: int) -> State:
    """A random battle to its end; every order must be accepted, and nothing be made or lost."""
    before = state = battle(seed)
    dice, rng, sides = SeededDice(seed.to_bytes(8, "big")), Random(seed), players(seed)
    while state.phase is Phase.BATTLES and state.asked:
        seat = rng.choice(sorted(state.asked))
        for order in sides[seat].decide(GAME.view(state, seat), seat):
            state = GAME.submit(state, seat, order, dice)
        check_ships(before, state)
        if state.phase is Phase.BATTLES and ZONE in state.battles and state.battles[ZONE].board is not None:
            check_board(state)
    return state


@pytest.mark.parametrize("seed", range(24))
def test_no_player_of_the_computer_is_refused_on_the_board(seed: int) -> None:
    assert fight_out(seed).phase is not Phase.BATTLES


@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 200, 20))
def test_nor_in_any_of_many_battles(start: int) -> None:
    for seed in range(start, start + 20):
        assert fight_out(seed).phase is not Phase.BATTLES


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_nor_in_whole_games_with_battles_on_the_board(seed: int) -> None:
    state = made_up(seed)
    state = replace(state, setting=replace(state.setting, battles="tactical", blind=seed % 2 == 1))
    assert play(state, players(seed), DiceByPurpose(str(seed)), Random(seed), check).phase is Phase.OVER


# ---- sense


def order_of(state: State, seat: str) -> Order:
    (order,) = Bot(seat, 1).decide(GAME.view(state, seat), seat)
    return order


def moves(state: State, seat: str) -> dict[str, str]:
    order = order_of(state, seat)
    assert isinstance(order, o.Manoeuvre)
    return order.moves


def scene(cp: dict[str, list[str]], en: dict[str, list[str]], **more: Any) -> State:
    return on_board({"CP": cp, "EN": en}, **more)


def away(text: str, other: str) -> int:
    return distance(hex_at(text), hex_at(other))


@pytest.mark.clause("7.32")
def test_a_stronger_force_closes() -> None:
    state = scene({"-3,0": ["Seydlitz", "Moltke", "Derfflinger"]}, {"1,0": ["Inflexible"]}, step=6)
    assert away(moves(state, "CP")[group(state, "Seydlitz")], "1,0") == 3


@pytest.mark.clause("7.33")
def test_a_weaker_force_that_nobody_sees_leaves_by_the_way_home() -> None:
    state = scene({"-5,2": ["Rostock"]}, {"1,0": ["Lion", "Tiger"]}, step=6, ports={"D2": "major CP"})
    assert moves(state, "CP") == {group(state, "Rostock"): "off W"}


@pytest.mark.clause("7.33")
def test_a_weaker_force_in_sight_runs_for_the_edge() -> None:
    state = scene({"-2,0": ["Rostock"]}, {"1,0": ["Lion", "Tiger"]}, step=6)
    assert away(moves(state, "CP")[group(state, "Rostock")], "1,0") == 4


def test_light_ships_keep_out_of_the_big_guns_that_they_cannot_hurt() -> None:
    state = scene(
        {"-3,0": ["Seydlitz", "Moltke", "Derfflinger"], "-2,0": ["Rostock"]}, {"1,0": ["Inflexible", "Indomitable"]}, step=6
    )
    assert away(moves(state, "CP").get(group(state, "Rostock"), "-2,0"), "1,0") >= 4


@pytest.mark.clause("7.35")
def test_a_ship_that_lost_speed_is_left_to_herself_so_that_the_rest_keep_theirs() -> None:
    state = scene({"-3,0": ["Seydlitz", "Moltke"]}, {"1,0": ["Inflexible"]}, step=10)
    state = with_ship(state, replace(state.ships["seydlitz"], speed="1"))
    order = order_of(state, "CP")
    assert isinstance(order, o.Manoeuvre)
    assert order.detach == ("seydlitz",)


@pytest.mark.clause("7.31")
def test_a_movement_step_in_which_nothing_may_move_is_answered_at_once() -> None:
    state = scene({"-3,0": ["Roon"]}, {"3,0": ["Lion"]}, step=2)
    assert state.asked == {"CP": "manoeuvre"}
    assert order_of(state, "CP") == o.Manoeuvre(ZONE)


@pytest.mark.clause("7.31")
def test_fire_is_left_to_the_umpire_and_withheld_where_nothing_lies_face_up() -> None:
    state = scene({"-1,0": ["Seydlitz"]}, {"1,0": ["Lion"]}, step=7)
    assert order_of(state, "CP") == o.FireGuns(ZONE, free=True)


@pytest.mark.clause("H7.7")
def test_torpedoes_are_kept_for_what_is_worth_them() -> None:
    big = scene({"0,0": ["German TB"]}, {"1,0": ["Lion"]}, step=8)
    small = scene({"0,0": ["German TB"]}, {"1,0": ["L/M-class DD"]}, step=8)
    assert order_of(big, "CP") == o.FireTorpedoes(ZONE, {"german-tb": "e1"})
    assert order_of(small, "CP") == o.FireTorpedoes(ZONE)


@pytest.mark.clause("H6")
def test_who_proposes_basic_combat_has_it() -> None:
    state = at_sea({"CP-1": ["Seydlitz"], "EN-1": ["Lion"]}, first="CP")
    seat = next(iter(state.asked))
    while state.asked[seat] != "set up":
        state = GAME.submit(state, seat, order_of(state, seat), SeededDice(b"entry"))
        seat = next(iter(state.asked))
    state = GAME.submit(state, seat, o.Basic(ZONE), SeededDice(b"basic"))
    (other,) = state.asked
    assert order_of(state, other) == o.Basic(ZONE, True)


def test_odds_take_unknown_counters_for_ships_like_ones_own() -> None:
    state = scene({"-5,0": ["Seydlitz", "Moltke"]}, {"4,0": ["Rostock", "Stralsund"]}, step=6)
    view = GAME.view(state, "CP")
    fought = view.battle[ZONE]
    assert tactics.odds(view, fought, view.board[ZONE]) == pytest.approx(1.0)

"""In every battle on the board nothing is made or lost but by the rules."""

from collections import Counter

import pytest

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.state import Phase, State, ships_of
from room40_server.rules.dreadnought.tactical import detection, ground
from tests.dreadnought.tactical.board_kit import ZONE
from tests.dreadnought.tactical.random_battles import battle, play

BOXES = ("hull", "primary", "secondary", "tertiary", "torpedo_mounts", "torpedoes", "boats")


def check_board(state: State) -> None:
    board = state.battles[ZONE].board
    assert board is not None
    grid, stack = ground.grid(state), ground.table(state).stack
    on_board = [ship for g in board.groups.values() for ship in g.ships]
    assert len(on_board) == len(set(on_board))
    assert not any(state.ships[i].sunk for i in on_board)
    assert not set(on_board) & set(board.left)
    for side in Side:
        standing = ground.standing(board, side)
        assert all(h in grid and len(ships) <= stack for h, ships in standing.items())
        watch = detection.watch_of(board, side)
        assert len(set(watch.tokens.values())) == len(watch.tokens)
        enemies = {i for ships in ground.standing(board, side.enemy).values() for i in ships}
        assert set(watch.tokens.values()) <= enemies
        assert set(watch.known) <= set(watch.tokens)
        if not state.setting.blind:
            assert set(watch.tokens.values()) == enemies
    for group in board.groups.values():
        assert group.ships
        assert {state.ships[i].side for i in group.ships} == {ground.side_of(group)}
        assert set(group.ships) <= set(state.fleets[group.fleet].ships)


def check_ships(before: State, state: State) -> None:
    """No ship or box is created; every ship afloat is in one fleet."""
    assert set(before.ships) == set(state.ships)
    for ship in state.ships.values():
        was = before.ships[ship.id]
        assert all(getattr(ship, box) <= getattr(was, box) for box in BOXES)
        assert ship.sunk == (ship.hull == 0)
    homes = Counter(s.id for f in state.fleets.values() for s in ships_of(state, f))
    assert homes == Counter(s.id for s in state.ships.values() if not s.sunk)


def whole_battle(seed: int) -> State:
    before = battle(seed)
    state = before
    set_up = {s for s in Side if before.asked.get(s) == "set up"}
    assert before.phase is Phase.BATTLES
    for state in play(before, seed, bold=seed % 3 == 0, leaves=0.1 if seed % 2 else 0.4):
        check_ships(before, state)
        if ZONE in state.battles and state.battles[ZONE].board is not None and state.phase is Phase.BATTLES:
            check_board(state)
    assert state.phase is not Phase.BATTLES, set_up
    return state


@pytest.mark.clause("7.2", "7.32", "7.36")
@pytest.mark.parametrize("seed", range(40))
def test_no_ship_or_box_is_made_or_lost_and_no_stack_is_too_high(seed: int) -> None:
    whole_battle(seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(40, 240, 20))
def test_nor_in_any_of_many_battles(start: int) -> None:
    for seed in range(start, start + 20):
        whole_battle(seed)

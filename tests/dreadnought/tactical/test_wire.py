"""How a battle on the board travels: short, and with nothing lost."""

import pytest

from room40.dreadnought.board_views import StackView, stack_of
from room40.dreadnought.orders import Manoeuvre
from room40.protocol import codec
from room40.protocol.mergepatch import diff
from tests.dreadnought import kit
from tests.dreadnought.tactical.board_kit import ZONE, group, on_board, say


@pytest.mark.parametrize(
    ("counters", "runs"),
    [
        (["c1"], "c1"),
        (["c9", "c10", "c11"], "c9-11"),
        (["e12", "e3", "e2", "e40", "e41"], "e2-3,12,40-41"),
        (["c1", "c3", "c5"], "c1,3,5"),
    ],
)
def test_the_counters_of_a_stack_travel_as_runs_of_numbers(counters: list[str], runs: str) -> None:
    stack = codec.decode(codec.encode(stack_of(counters, True)), StackView)
    assert (stack.runs, stack.up) == (runs, True)
    assert stack.counters == sorted(counters, key=lambda c: int(c[1:]))


@pytest.mark.parametrize("runs", ["", "c", "1-2", "c1-", "c1 c2", "c1-999999999", "c1\n"])
def test_what_is_no_stack_of_counters_is_not_taken_for_one(runs: str) -> None:
    with pytest.raises(codec.WireError):
        codec.decode(codec.encode([runs, True]), StackView)


@pytest.mark.clause("7.31")
def test_which_groups_may_move_is_told_once_and_stands_through_the_enemys_steps() -> None:
    """Of A, a ship of speed 2 and one of 1: in step 2 none, from 6 on the first, from 10 on both."""
    ships = {"-5,0": ["Goeben"], "-5,1": ["Roon"]}
    hexes = {"CP": ships, "EN": {"5,0": ["Dublin"]}}
    fast, slow = "Goeben", "Roon"
    told = {}
    for step in (2, 5, 6, 9, 10, 13, 14, 17, 18):
        state = on_board(hexes, step=step)
        found = kit.GAME.view(state, "CP").board[ZONE].may_move
        told[step] = [name for name in (fast, slow) if group(state, name) in found]
    first, both = [fast], [fast, slow]
    assert told == {2: [], 5: first, 6: first, 9: both, 10: both, 13: both, 14: both, 17: both, 18: both}


@pytest.mark.clause("7.31")
def test_a_step_in_which_nothing_moves_costs_few_bytes() -> None:
    state = on_board({"CP": {"-5,0": ["Goeben"]}, "EN": {"5,0": ["Dublin"]}}, step=10)
    after = say(state, "CP", Manoeuvre(ZONE))
    for viewpoint in ("CP", "EN", "public"):
        one, two = (kit.GAME.view(s, viewpoint) for s in (state, after))
        assert one.board[ZONE].step == 10
        assert two.board[ZONE].step == 13
        assert len(codec.encode(diff(one, two))) <= 60

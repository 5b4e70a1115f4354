"""The table of phases: every phase is reached, in the order of the rules, and hears only its own orders."""

from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought import turn
from room40_server.rules.dreadnought.state import Phase
from room40_server.rules.game import Refused

from .kit import GAME, dice, fleet, game

TWO_FAR_APART = {
    "CP-1": fleet("intercept", ["Roon"], "C3", dict.fromkeys(range(1, 9), "stay")),
    "EN-1": fleet("intercept", ["Dublin"], "G9", dict.fromkeys(range(1, 9), "stay")),
}


def orders_phase(**more):
    return turn.advance(game(TWO_FAR_APART, turn=4, phase="weather", **more), dice(3))


def seen_phases(state, pips, monkeypatch):
    seen = []
    for phase, step in turn.PHASES.items():

        def noted(state, dice, phase=phase, step=step):
            seen.append(phase)
            return step(state, dice)

        monkeypatch.setitem(turn.PHASES, phase, noted)
    for side in Side:
        for plotted in state.fleets.values():
            if plotted.side is side:
                state = GAME.submit(state, side, o.Plot(plotted.id, state.turn + 2, "stay"), pips)
        state = GAME.submit(state, side, o.Commit(), pips)
    return list(dict.fromkeys(seen)), state


@pytest.mark.clause("H4")
def test_a_turn_runs_through_its_phases_in_the_order_of_the_rules(monkeypatch):
    state = orders_phase()
    assert state.phase is Phase.ORDERS
    phases, after = seen_phases(replace(state), dice(3, 3, 3, 3), monkeypatch)
    assert phases == [
        Phase.ORDERS, Phase.PURSUIT, Phase.MOVEMENT, Phase.CONTACT, Phase.PASSAGE, Phase.BATTLES,
        Phase.AFTER_BATTLE, Phase.OPERATIONS, Phase.END, Phase.WEATHER,
    ]  # fmt: skip
    assert after.turn == 5
    assert after.phase is Phase.ORDERS
    assert set(after.asked) == {"CP", "EN"}


def test_every_phase_but_the_last_has_a_step():
    assert set(turn.PHASES) == set(Phase) - {Phase.OVER}


def test_every_order_is_heard_in_some_phase():
    heard = {order for phase in turn.HEARD.values() for order in phase} | {o.Concede}
    assert heard == set(get_args(o.Order))


def test_an_order_of_another_phase_is_refused():
    state = orders_phase()
    with pytest.raises(Refused) as no:
        GAME.submit(state, "CP", o.MakeClaims(), dice())
    assert no.value.clause == "H4"


def test_after_a_commit_nothing_is_heard_until_it_is_taken_back():
    state = orders_phase()
    state = GAME.submit(state, "CP", o.Plot("CP-1", 6, "stay"), dice())
    done = GAME.submit(state, "CP", o.Commit(), dice())
    assert dict(GAME.waiting(done)) == {"EN": "orders"}
    with pytest.raises(Refused):
        GAME.submit(done, "CP", o.HabitOf("CP-1", o.Habit.NEVER), dice())
    again = GAME.submit(done, "CP", o.Reopen(), dice())
    assert set(GAME.waiting(again)) == {"CP", "EN"}
    assert GAME.submit(again, "CP", o.HabitOf("CP-1", o.Habit.NEVER), dice()).fleets["CP-1"].habit is o.Habit.NEVER


def test_giving_up_ends_the_game_and_then_nothing_is_heard():
    state = GAME.submit(orders_phase(), "EN", o.Concede(), dice())
    assert state.phase is Phase.OVER
    assert GAME.outcome(state)
    assert not GAME.waiting(state)
    with pytest.raises(Refused, match="over"):
        GAME.submit(state, "CP", o.Commit(), dice())


def test_no_order_changes_the_state_it_was_given():
    state = orders_phase()
    before = msgspec.msgpack.encode(state)
    GAME.submit(state, "CP", o.Plot("CP-1", 6, "C4"), dice())
    assert msgspec.msgpack.encode(state) == before

"""The battles that the table names before a commit are those that the rules then build."""

import random

import pytest

from room40.combined_arms import orders as o
from room40.combined_arms.reach import Reach
from room40_client.tui.combined_arms.ferrying import trips
from room40_client.tui.combined_arms.picking import groups
from room40_client.tui.combined_arms.planned import battles_ahead
from room40_server.rules.combined_arms import battles, moving
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import Refused
from tests.client.combined_arms.tables import two_islands
from tests.combined_arms.kit import GAME, dice
from tests.combined_arms.random_player import RandomPlayer

KINDS = {"raid": "raid", "sea battle": "sea", "landing": "land", "battle": "land"}


def planned(state: State, chance: random.Random) -> State:
    """The state with some moves planned that were offered."""
    seat = next(iter(state.asked))
    for _ in range(chance.randint(2, 8)):
        of = view(state, seat)
        reach = Reach(of)
        able = [g for space in of.setting.spaces for g in groups(of, reach, space)]
        if not able:
            break
        group = chance.choice(able)
        found = trips(of, reach, group.ids[:1])
        if not found:
            continue
        trip = chance.choice(found)
        for move in trip.moves:
            duty = chance.choice(trip.way.duties) if trip.way.duties else o.Duty.BATTLE
            try:
                state = GAME.submit(state, seat, o.Move(move.units, move.path, duty, move.aboard), dice())
            except Refused:
                break
    return state


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_battles_named_before_the_commit_are_those_that_come(seed: int) -> None:
    state, thrown, player, chance = two_islands(), SeededDice(bytes([seed]) * 32), RandomPlayer(seed), random.Random(seed)
    named = 0
    for _ in range(60):
        if not state.asked:
            break
        seat = next(iter(state.asked))
        if state.asked[seat] == "combat move":
            made = planned(state, chance)
            of = view(made, seat)
            if not of.ask.missing:
                ahead = {(KINDS[one.kind], one.space) for one in battles_ahead(of)}
                built = battles.build(moving.carry_out(made))
                assert ahead == {(battle.kind, battle.space) for battle in built.battles.values()}
                named += len(ahead)
        state = player.play(state, thrown)
    assert named

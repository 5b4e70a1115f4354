"""The landing plan keeps its word: if every own die hits and every enemy die misses, all aircraft come home (K3.4)."""

import random

import pytest

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.reach import Reach
from room40_server import combined_arms_scenarios as scenarios
from room40_server.cases.combined_arms.player import plain_answer
from room40_server.rules.combined_arms import landing_plan, mobilise
from room40_server.rules.combined_arms.state import Domain, Phase, State, type_of
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import Throw
from room40_server.rules.game import Refused
from tests.combined_arms.games import Wild
from tests.combined_arms.kit import GAME

TRIES = 30


class Luck:
    """Dice that fall as the attacker would wish."""

    def __init__(self) -> None:
        self.thrown: list[Throw] = []

    def throw(self, purpose: str) -> int:
        """A hit for the attacker, a miss for the defender."""
        return 6 if " defender " in purpose else 1


class Turn:
    """A power's turn: wild moves, then battles fought to their end, then everybody flown home."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.dice = state, Luck()
        self.wild = Wild(seed)

    def give(self, order: Order) -> bool:
        """Give an order of whoever is asked; whether it was accepted."""
        try:
            self.state = GAME.submit(self.state, next(iter(self.state.asked)), order, self.dice)
        except Refused:
            return False
        return True

    def attack(self) -> None:
        """A purchase, and moves within reach, most of them of aircraft and carriers; committed when they can be."""
        power = self.state.power
        if self.state.phase is Phase.PURCHASE:
            self.give(o.Buy({"carrier": self.state.money[power] // 14} if self.wild.chance.random() < 0.5 else {}))
            self.give(o.Commit())
        for _ in range(TRIES):
            if self.state.phase is Phase.COMBAT_MOVE:
                self.give(self._move())
        while self.state.power == power and self.state.phase is Phase.COMBAT_MOVE and not self.give(o.Commit()):
            assert self.give(o.TakeBack(max(self.state.given)))

    def _move(self) -> Order:
        seen = view(self.state, next(iter(self.state.asked)))
        kinds = ("fighter", "bomber", "carrier") if self.wild.chance.random() < 0.8 else tuple(seen.setting.types)
        own = [i for i, u in sorted(seen.units.items()) if u.owner == seen.power and u.type in kinds]
        unit = self.wild.chance.choice(own or sorted(seen.units))
        ways = Reach(seen).ways((unit,))
        if not ways:
            return o.Engage(seen.units[unit].space, self.wild.chance.random() < 0.5)
        way = self.wild.chance.choice(ways)
        return o.Move((unit,), way.path, self.wild.chance.choice(way.duties or (o.Duty.BATTLE,)))

    def fight(self) -> None:
        """Fight all battles to their end."""
        while self.state.phase is Phase.COMBAT:
            seat = next(iter(self.state.asked))
            assert self.give(plain_answer(view(self.state, seat).ask))

    def fly_home(self) -> None:
        """Do what the plan says until it asks for nothing more, and place carriers where fighters wait."""
        power = self.state.power
        while self.state.phase is Phase.NONCOMBAT_MOVE and self._next_move():
            pass
        if self.state.phase is Phase.NONCOMBAT_MOVE:
            assert self.give(o.Commit())
        if self.state.phase is Phase.MOBILISE and self.state.power == power:
            for zone in sorted({u.space for u in mobilise.hovering(self.state)}):
                waiting = sum(u.space == zone for u in mobilise.hovering(self.state))
                assert self.give(o.Place(zone, {"carrier": (waiting + 1) // 2}))
            assert self.give(o.Commit())

    def _next_move(self) -> bool:
        plan, seen = landing_plan.plan(self.state), view(self.state, next(iter(self.state.asked)))
        wanted = {**plan.carriers, **{i: plan.places[i] for i in landing_plan.in_the_air(self.state) if i in plan.places}}
        for unit, place in wanted.items():
            if self.state.units[unit].space == place:
                continue
            ways = [way for way in Reach(seen).ways((unit,)) if way.end == place]
            assert ways, f"{unit} cannot go to {place}"
            return self.give(o.Move((unit,), ways[0].path))
        return False


def aircraft(state: State, power: str) -> set[str]:
    """The aircraft of a power."""
    return {i for i, u in state.units.items() if u.owner == power and type_of(state, u).domain is Domain.AIR}


@pytest.mark.clause("C2.1", "C2.2", "K3.4", "K3.5")
@pytest.mark.parametrize("scenario, seeds", [
    ("two-islands", range(6)), pytest.param("world-1942", range(8), marks=pytest.mark.slow),
])  # fmt: skip
def test_with_luck_everybody_the_plan_promised_to_save_comes_home(scenario: str, seeds: range) -> None:
    flights = 0
    for seed in seeds:
        state = scenarios.load(scenario)
        for number in range(len(state.setting.order)):
            power = state.power
            turn = Turn(state, random.Random(f"{seed} {number}").randrange(10**6))
            turn.attack()
            before = aircraft(turn.state, power)
            out = [i for i in before if turn.state.units[i].used]
            turn.fight()
            turn.fly_home()
            assert before <= aircraft(turn.state, power), (
                f"seed {seed}, {power}: {before - aircraft(turn.state, power)} lost"
            )
            flights += len(out)
            state = turn.state
            if state.phase is Phase.OVER:
                break
    assert flights > len(seeds)

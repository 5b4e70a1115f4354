"""A player of 1942 that gives orders at random, legal or not, and goes on when enough were carried out."""

import random

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused
from tests.combined_arms.kit import GAME


class RandomPlayer:
    """It sees its own view only. `refused`: all that it was refused."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.refused: list[Refused] = []

    def play(self, state: State, dice: Dice) -> State:
        """One decision of a seat that is asked: some orders that it thinks of, then the answer that goes on."""
        seat = next(iter(state.asked))
        phase, power = state.phase, state.power
        for _ in range(self.chance.randint(2, 8)):
            state = self._try(state, seat, self._idea(view(state, seat)), dice) or state
            if (state.phase, state.power) != (phase, power) or state.asked.get(seat) is None:
                return state
        if state.phase is Phase.COMBAT:
            return state
        done = self._try(state, seat, o.Commit(), dice)
        while done is None and state.given:  # moves that cannot stand together are taken back, the last one first
            state = self._try(state, seat, o.TakeBack(max(state.given)), dice) or state
            done = self._try(state, seat, o.Commit(), dice)
        assert done is not None
        return done

    def _try(self, state: State, seat: str, order: o.Order, dice: Dice) -> State | None:
        try:
            return GAME.submit(state, seat, order, dice)
        except Refused as refused:
            self.refused.append(refused)
            return None

    def _idea(self, seen: View) -> o.Order:
        ask, chance = seen.ask, self.chance
        if ask.kind == "purchase":
            return o.Buy({key: chance.randint(0, 2) for key in chance.sample(sorted(seen.setting.types), 2)})
        if ask.kind == "mobilise":
            key = chance.choice(sorted(seen.bought) or ["infantry"])
            return o.Place(chance.choice(sorted(seen.setting.spaces)), {key: chance.randint(1, 2)})
        if ask.kind == "casualties":
            return o.Casualties(tuple(ask.suggestion))
        if ask.kind == "choose battle":
            return o.ChooseBattle(chance.choice(ask.choices))
        if ask.kind == "press or retreat":
            return o.Retreat(chance.choice(ask.choices)) if chance.random() < 0.2 else o.Press()
        if ask.kind == "submerge":
            return o.Submerge(tuple(unit for unit in ask.choices if chance.random() < 0.3))
        if ask.kind == "bombard":
            return o.Bombard(tuple(ask.suggestion))
        if ask.kind == "land homeless":
            return o.LandHomeless({unit: chance.choice(at) for unit, at in ask.places.items() if at})
        return self._move(seen)

    def _move(self, seen: View) -> o.Move:
        own = sorted(key for key, unit in seen.units.items() if unit.owner == seen.power)
        unit = self.chance.choice(own)
        path = [seen.units[unit].space]
        for _ in range(self.chance.randint(1, 3)):
            path.append(self.chance.choice(seen.setting.spaces[path[-1]].near))
        alike = [u for u in own if seen.units[u].space == path[0] and seen.units[u].type == seen.units[unit].type]
        return o.Move(tuple(alike if self.chance.random() < 0.5 else [unit]), tuple(path))

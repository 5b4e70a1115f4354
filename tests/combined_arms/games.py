"""Whole games of 1942 by players of every temper, looked on at every step: what goes wrong in them is the rules' fault.

python -m tests.combined_arms.games two-islands 1 300
"""

import random
import sys
import time

from msgspec import Struct

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.reach import Reach
from room40.combined_arms.views import View
from room40_server import combined_arms_scenarios as scenarios
from room40_server.bots.combined_arms.player import Bot
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import Refused
from tests.combined_arms.checks import Watch, Wrong
from tests.combined_arms.kit import GAME
from tests.combined_arms.nonsense import Nonsense
from tests.combined_arms.random_player import RandomPlayer

MANY = 40_000
"""Orders after which a game is taken to go round in circles."""


class Tally(Struct, frozen=True):
    """A game that was looked on at. `fault`: what went wrong, ""; `seconds`: of the processor."""

    fault: str
    orders: int
    refused: int
    rounds: int
    result: str
    seconds: float


class Wild(RandomPlayer):
    """A player at random that often thinks of what can be done: affordable purchases, moves within reach, room to place."""

    def idea(self, seen: View) -> Order:
        """An order that may be carried out, or may not."""
        chance = self.chance
        if chance.random() < 0.2:
            return Nonsense(chance, seen).order()
        if chance.random() < 0.2:
            return self._idea(seen)
        if seen.ask.kind == "purchase":
            return self._purchase(seen)
        if seen.ask.kind == "mobilise":
            return self._placement(seen)
        if seen.ask.kind in ("combat move", "non-combat move"):
            return self._within_reach(seen)
        return self._idea(seen)

    def _purchase(self, seen: View) -> Order:
        if seen.damage and self.chance.random() < 0.3:
            return o.Repair({space: self.chance.randint(1, points) for space, points in seen.damage.items()})
        left, wanted = seen.money[seen.power], dict.fromkeys(seen.setting.types, 0)
        for key in self.chance.choices(sorted(seen.setting.types), k=8):
            if seen.setting.types[key].cost <= left:
                left -= seen.setting.types[key].cost
                wanted[key] += 1
        return o.Buy({key: number for key, number in wanted.items() if number})

    def _placement(self, seen: View) -> Order:
        yards = [u.space for u in seen.units.values() if u.type == "industrial-complex" and u.owner == seen.power]
        space = self.chance.choice(sorted(yards) or sorted(seen.setting.spaces))
        if self.chance.random() < 0.5:
            space = self.chance.choice(seen.setting.spaces[space].near)
        bought = [key for key, number in seen.bought.items() if number]
        return o.Place(space, {key: 1 for key in bought if self.chance.random() < 0.5})

    def _within_reach(self, seen: View) -> Order:
        own = sorted(key for key, unit in seen.units.items() if unit.owner == seen.power)
        unit = self.chance.choice(own)
        alike = [u for u in own if seen.units[u].space == seen.units[unit].space and self.chance.random() < 0.3]
        for group in (tuple({unit, *alike}), (unit,)):
            ways = Reach(seen).ways(tuple(sorted(group)))
            if ways:
                way = self.chance.choice(ways)
                duty = self.chance.choice(way.duties or (o.Duty.BATTLE,))
                return o.Move(tuple(sorted(group)), way.path, duty)
        zone = self.chance.choice(sorted(key for key, space in seen.setting.spaces.items() if space.water))
        return o.Engage(zone, self.chance.random() < 0.7)


def opening(scenario: str, seed: int) -> State:
    """The scenario as a table is opened: for two to five seats, as far as it provides for so many; allies see, or do not."""
    allies_see: dict[str, int | str | bool] = {"allies_see": seed % 2 == 0}
    try:
        return scenarios.load(scenario, {**allies_see, "seats": 2 + seed // 2 % 4})
    except scenarios.ScenarioError:
        return scenarios.load(scenario, allies_see)


class Game:
    """One game. Its players: of three seats about one is the computer's, the others are wild."""

    def __init__(self, scenario: str, seed: int, views: bool) -> None:
        self.state: State = opening(scenario, seed)
        self.dice = SeededDice(f"{scenario} {seed}".encode().ljust(32))
        self.chance = random.Random(seed)
        self.watch = Watch(self.state, views)
        seats = enumerate(self.state.setting.seats)
        self.players = {seat: Bot() if (seed + n) % 3 == 0 else Wild(10 * seed + n) for n, seat in seats}

    def play(self) -> None:
        """To the end. Raises `Wrong`."""
        while self.state.phase is not Phase.OVER:
            if self.watch.steps + self.watch.refusals > MANY:
                raise Wrong("the game goes round in circles")
            seat = next(iter(self.state.asked))
            player = self.players[seat]
            if isinstance(player, Wild):
                self._wildly(seat, player)
            else:
                self._decided(seat, player)

    def give(self, seat: str, order: Order) -> bool:
        """Give one order and look at what comes of it."""
        before, thrown = self.state, self.dice.count
        try:
            after = GAME.submit(before, seat, order, self.dice)
        except Refused as why:
            self.watch.refused(before, order, why)
            if self.dice.count != thrown:
                raise Wrong(f"{order} is refused and throws dice") from None
            return False
        self.state = after
        self.watch.step(before, order, after)
        return True

    def _decided(self, seat: str, bot: Bot) -> None:
        asked, before = self.state.asked, self.state
        for order in bot.decide(view(self.state, seat), seat):
            self.give(seat, order)
            if self.state.asked != asked:
                return
        if self.state is before:
            raise Wrong(f"the computer has no answer to {asked[seat]!r}")

    def _wildly(self, seat: str, player: Wild) -> None:
        phase, power = self.state.phase, self.state.power
        for _ in range(player.chance.randint(2, 12)):
            if (self.state.phase, self.state.power) != (phase, power) or seat not in self.state.asked:
                return
            if player.chance.random() < 0.05:  # somebody else, asked or not
                other = player.chance.choice(list(self.state.setting.seats))
                self.give(other, Nonsense(player.chance, view(self.state, other)).order())
            elif seat in self.state.asked:
                self.give(seat, player.idea(view(self.state, seat)))
        if (self.state.phase, self.state.power) != (phase, power) or phase is Phase.COMBAT:
            return
        while not self.give(seat, o.Commit()):
            self._make_way(seat, player)

    def _make_way(self, seat: str, player: Wild) -> None:
        """Take back what stands in the way of a commit."""
        if self.state.given:
            if not self.give(seat, o.TakeBack(max(self.state.given))):
                raise Wrong("the last move cannot be taken back")
        elif self.state.placements:
            self.give(seat, o.Place(max(self.state.placements), {}))
        else:
            raise Wrong(f"{seat} cannot commit the {self.state.phase}")


def one(scenario: str, seed: int, views: bool = True) -> Tally:
    """The game of a seed, always the same."""
    begun, fault = time.process_time(), ""
    game = Game(scenario, seed, views)
    try:
        game.play()
    except Exception as error:  # one bad game must not hide the others
        fault = f"round {game.state.round}, {game.state.power}, {game.state.phase}: {type(error).__name__}: {error}"
    watch, state = game.watch, game.state
    return Tally(fault, watch.steps, watch.refusals, state.round, state.result, time.process_time() - begun)


def main() -> None:
    """Play the games of some seeds and print those that go wrong."""
    scenario, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for seed in range(first, last + 1):
        told = one(scenario, seed)
        line = f"{seed}: {told.orders} orders, {told.refused} refused, {told.rounds} rounds, {told.seconds:.1f} s"
        sys.stdout.write(f"{line}, {told.result} {told.fault}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

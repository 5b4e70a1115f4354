"""`python -m benchmarks.bot_games --games 1000 --seed 1`: many whole games by players of the computer.

Every game must end without a refused order, a view that does not validate, or a secret order that shows to anybody else.
Most are played by random players, every tenth by the bot; on the scenarios, and on small games made up from the seed.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from random import Random

from msgspec import Struct
from tests.dreadnought.games import Player, check, made_up, play

from room40.dreadnought.orders import Order, Side
from room40_server import scenarios
from room40_server.bots.dreadnought import Bot
from room40_server.bots.random_player import RandomPlayer
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.state import State

SCENARIOS = tuple(name for _, name, _, _ in scenarios.available())
BOT_EVERY = 10
SCENARIO_EVERY = 8


class Played(Struct, frozen=True):
    """A game: what it was played on and by whom, its orders, its turns, CPU seconds, and what went wrong."""

    board: str
    players: str
    orders: int
    turns: int
    seconds: float
    fault: str = ""


def one(seed: int) -> Played:
    """The game of a seed: always the same."""
    board = SCENARIOS[seed // SCENARIO_EVERY % len(SCENARIOS)] if seed % SCENARIO_EVERY == 0 else "made up"
    by = "bots" if seed % BOT_EVERY == 1 else "random"
    state = made_up(seed) if board == "made up" else scenarios.load(board)
    players: dict[str, Player] = {s.value: Bot(s, seed) if by == "bots" else RandomPlayer(s, seed) for s in Side}
    orders, turn, fault = 0, 0, ""

    def watch(before: State, seat: str, order: Order, after: State) -> None:
        nonlocal orders, turn
        orders, turn = orders + 1, after.turn
        check(before, seat, order, after)

    begun = time.process_time()
    try:
        play(state, players, SeededDice(f"bot game {seed}".encode()), Random(seed), watch)
    except Exception as error:  # one bad game must not hide the others
        fault = f"{type(error).__name__}: {error}"
    return Played(board, by, orders, turn, time.process_time() - begun, fault)


def main() -> int:
    """Play the games; status 1 if anything went wrong in one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bot_games", description="Whole games by the computer.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next has the next")
    args = parser.parse_args()
    games, orders, faults = Counter[str](), Counter[str](), 0
    seconds: dict[str, float] = defaultdict(float)
    for seed in range(args.seed, args.seed + args.games):
        played = one(seed)
        kind = f"{played.board}, {played.players}"
        games[kind] += 1
        orders[kind] += played.orders
        seconds[kind] += played.seconds
        if played.fault:
            faults += 1
            print(f"seed {seed} ({kind}), turn {played.turns}: {played.fault[:600]}", flush=True)
    for kind in sorted(games):
        print(f"{kind:24} {games[kind]:5} games {orders[kind]:8} orders {seconds[kind] / games[kind]:8.2f} s CPU a game")
    print(f"{faults} of {games.total()} games went wrong" if faults else f"{games.total()} games, nothing went wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

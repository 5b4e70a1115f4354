"""Whole games in great number, to find what breaks."""

import time
from collections.abc import Iterator

from benchmarks import bot_games
from benchmarks.figures import Figure


def games(number: int) -> Iterator[Figure]:
    """So many games by players of the computer, most of them at random: those that went wrong."""
    begun = time.perf_counter()
    played = [bot_games.one(seed) for seed in range(1, number + 1)]
    wrong = [f"seed {seed}: {game.fault[:200]}" for seed, game in enumerate(played, 1) if game.fault]
    orders, cpu = sum(game.orders for game in played), sum(game.seconds for game in played)
    note = (
        f"{orders:,} orders, {time.perf_counter() - begun:.0f} s; {1000 * cpu / orders:.2f} ms CPU an order, its checks in"
    )
    yield Figure(f"{number:,} random games: gone wrong", len(wrong), "", 0, "; ".join([note, *wrong[:3]]))

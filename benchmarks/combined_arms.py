"""Whole games of the 1942 system between players of the computer: what one costs, who wins, what breaks.

`python -m benchmarks combined_arms` measures all that is measured of this system.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import Pool
from statistics import mean

from msgspec import Struct
from tests.combined_arms import games

from benchmarks import landings, odds
from benchmarks.figures import Figure
from room40_server import combined_arms_scenarios as scenarios
from room40_server.bots.combined_arms.player import Bot
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.turn import CombinedArms
from room40_server.rules.combined_arms.victory import alliances, cities
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import SeededDice
from room40_server.rules.game import Refused

GAME = CombinedArms()
WORLD = "world-1942"
MAPS = (WORLD, "two-islands")
WORKERS = 2
FAIR = (0.35, 0.65)
"""The share of games that an alliance should win."""
GAME_CPU = 30.0
MANY = 20_000
"""Decisions after which a game is taken to go round in circles."""


class Played(Struct, frozen=True):
    """A game between bots: who won ("" for a draw), when, cities by alliance, orders, refused ones, CPU seconds."""

    winner: str
    rounds: int
    cities: Mapping[str, int]
    orders: int
    refused: tuple[str, ...]
    seconds: float
    fault: str = ""


def play(scenario: str, seed: int) -> Played:
    """The game of a seed: always the same."""
    begun = time.process_time()
    state = scenarios.load(scenario)
    refused: list[str] = []
    orders, fault = 0, ""
    try:
        state, orders = _to_the_end(state, seed, refused)
    except Exception as error:  # one bad game must not hide the others
        fault = f"{type(error).__name__}: {error}"
    winner = next((name for name in alliances(state) if state.result.startswith(f"{name} wins")), "")
    seconds = time.process_time() - begun
    return Played(winner, state.round, cities(state), orders, tuple(refused), seconds, fault)


def _to_the_end(state: State, seed: int, refused: list[str]) -> tuple[State, int]:
    """The end, and how many orders it took; what was refused is noted."""
    dice = SeededDice(f"1942 {seed}".encode())
    players = {seat: Bot(seed) for seat in state.setting.seats}
    orders = 0
    for _ in range(MANY):
        if not state.asked:
            return state, orders
        seat = sorted(state.asked)[0]
        before = state
        for order in players[seat].decide(view(state, seat), seat):
            try:
                state = GAME.submit(state, seat, order, dice)
                orders += 1
            except Refused as no:
                refused.append(f"{no.clause} {no.sentence} ({order})")
            if seat not in state.asked:
                break
        if state is before:
            raise RuntimeError(f"{seat} has no answer to {state.asked[seat]!r} in round {state.round}")
    raise RuntimeError(f"the game goes round in circles in round {state.round}")


# ---- what one costs


def world() -> Iterator[Figure]:
    """A whole game on the world map: the mean of three."""
    played = [play(WORLD, seed) for seed in range(1, 4)]
    note = f"{mean(game.orders for game in played):,.0f} orders in {mean(game.rounds for game in played):.1f} rounds"
    yield Figure("a game of 1942 on the world map by bots", mean(game.seconds for game in played), "s CPU", GAME_CPU, note)


# ---- who wins


def balance(number: int) -> Iterator[Figure]:
    """So many games on each map: the share that each alliance wins, and those that went wrong."""
    for scenario in MAPS:
        played = many(scenario, number)
        won = Counter(game.winner for game in played)
        for name in alliances(scenarios.load(scenario)):
            yield Figure(f"{scenario}: won by {name}", won[name] / number, "", FAIR[1], _score(played, name), least=FAIR[0])
        wrong = [game.fault for game in played if game.fault]
        refused = [text for game in played for text in game.refused]
        note = "; ".join([*wrong[:2], f"{len(refused)} orders refused", *refused[:2]])
        yield Figure(f"{scenario}: games gone wrong", len(wrong), "", 0, note)


def many(scenario: str, number: int) -> list[Played]:
    """The games of the seeds from 1."""
    with Pool(WORKERS) as pool:
        return pool.starmap(play, [(scenario, seed) for seed in range(1, number + 1)], chunksize=1)


def _score(played: Sequence[Played], name: str) -> str:
    """In words: games won, when, and with how many cities on average."""
    won = [game for game in played if game.winner == name]
    drawn = sum(not game.winner for game in played)
    rounds = f"in round {mean(game.rounds for game in won):.1f}" if won else ""
    held = mean(game.cities[name] for game in played)
    return f"{len(won)} of {len(played)} {rounds}, {drawn} drawn, {held:.1f} cities at the end"


# ---- what breaks


def wild(number: int) -> Iterator[Figure]:
    """So many games of the teaching map by wild players and the computer, looked on at every step: those gone wrong."""
    begun = time.perf_counter()
    with Pool(WORKERS) as pool:
        played = pool.starmap(games.one, [("two-islands", seed) for seed in range(1, number + 1)], chunksize=1)
    wrong = [f"seed {seed}: {game.fault[:200]}" for seed, game in enumerate(played, 1) if game.fault]
    orders, refused = sum(game.orders for game in played), sum(game.refused for game in played)
    note = f"{orders:,} orders, {refused:,} refused with their clause, {time.perf_counter() - begun:.0f} s"
    yield Figure(f"{number:,} random games of 1942: gone wrong", len(wrong), "", 0, "; ".join([note, *wrong[:3]]))


# ---- everything


def combined_arms(number: int) -> Iterator[Figure]:
    """All figures of the 1942 system."""
    yield from odds.battles()
    yield from landings.landings()
    yield from world()
    yield from wild(number)
    yield from balance(number)

"""Whether the numbers of the rules give battles as history had them, and scenarios that either side can win.

`python -m benchmarks balance` fights many battles without a server: duels over a fixed range, battles on the board by two
players of the computer, and whole games of every scenario.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import Pool
from random import Random

from msgspec import Struct
from msgspec.structs import replace
from tests.dreadnought import kit
from tests.dreadnought.games import play
from tests.dreadnought.tactical import random_battles
from tests.dreadnought.tactical.board_kit import ZONE, at_sea
from tests.dreadnought.tactical.test_conservation import check_board, check_ships

from benchmarks.figures import Figure
from room40.dreadnought.orders import Side
from room40_server import scenarios
from room40_server.bots.dreadnought import Bot
from room40_server.bots.random_player import RandomPlayer
from room40_server.rules.dice import Dice, SeededDice
from room40_server.rules.dreadnought import gunnery
from room40_server.rules.dreadnought.state import Phase, State, fleets_of, ships_of
from room40_server.rules.dreadnought.turn import Dreadnought

GAME = Dreadnought()
WORKERS = 2
GERMANS = ("Seydlitz", "Moltke", "Derfflinger", "Bluecher")
BRITISH = ("Lion", "Tiger", "Princess Royal", "New Zealand", "Indomitable")
DUEL_RANGE, DUEL_STEPS = 3, 10
FAIR = (0.35, 0.65)
"""The share of games between two players of the computer that the Central Powers should win."""


class Losses(Struct, frozen=True):
    """What came of a battle: ships sunk and points scored by side, and CPU seconds."""

    sunk: dict[str, int]
    points: dict[str, int]
    seconds: float


def _sum_up(state: State, begun: float) -> Losses:
    sunk = Counter(s.side.value for s in state.ships.values() if s.sunk)
    points = {side.value: sum(state.points.get(side, {}).values()) for side in Side}
    return Losses(dict(sunk), points, time.process_time() - begun)


# ---- a duel over a fixed range


def duel(seed: int) -> Losses:
    """Dogger Bank: the big ships of both sides, so many gunnery steps over a fixed range, nobody moves."""
    state, dice = _at_sea(GERMANS, BRITISH), SeededDice(f"duel {seed}".encode())
    begun = time.process_time()
    for _ in range(DUEL_STEPS):
        state = _step(state, dice)
    return _sum_up(state, begun)


def _at_sea(cp: Sequence[str], en: Sequence[str]) -> State:
    ships = {"CP-1": kit.fleet("intercept", list(cp), ZONE), "EN-1": kit.fleet("intercept", list(en), ZONE)}
    return kit.game(ships, phase="battles")


def _step(state: State, dice: Dice) -> State:
    """A step of fire of both sides: each ship at her opposite in the enemy's line, those left over at his last."""
    lines = {s: [x for f in fleets_of(state, s) for x in ships_of(state, f)] for s in Side}
    shots = []
    for side in Side:
        enemy = lines[side.enemy]
        firing = [(s, guns) for s in lines[side] if (guns := gunnery.guns_bearing(state, s, DUEL_RANGE))]
        for (ship, guns), target in zip(firing, enemy + enemy[-1:] * len(firing), strict=False):
            shots += [gunnery.Shot(ship.id, gun, target.id, DUEL_RANGE) for gun in guns]
    return gunnery.fire(state, shots, dice)[0]


# ---- battles on the board


def on_board(cp: Sequence[str], en: Sequence[str], seed: int) -> Losses:
    """A battle on the board by two players of the computer, who came from the west and from the east."""
    fleets = {
        "CP-1": kit.fleet("intercept", list(cp), ZONE, came_from="D3"),
        "EN-1": kit.fleet("intercept", list(en), ZONE, came_from="D5"),
    }
    state = at_sea(fleets, first="CP" if seed % 2 else "EN")
    dice, bots = SeededDice(f"board {seed}".encode()), {s.value: Bot(s, seed) for s in Side}
    begun = time.process_time()
    while state.phase is Phase.BATTLES and state.asked:
        seat = sorted(state.asked)[0]
        for order in bots[seat].decide(GAME.view(state, seat), seat):
            state = GAME.submit(state, seat, order, dice)
    return _sum_up(state, begun)


def one_to_one(seed: int) -> Losses:
    """*Goeben* against one *Indefatigable*."""
    return on_board(("Goeben",), ("Indefatigable",), seed)


def one_to_three(seed: int) -> Losses:
    """*Goeben* against three of them."""
    return on_board(("Goeben",), ("Indefatigable", "Inflexible", "Indomitable"), seed)


TEN_CP = (*GERMANS, "Von der Tann", "Rostock", "Stralsund", "German TB #1", "German TB #2", "German TB #3")
TEN_EN = (*BRITISH, "Southampton", "Birmingham", "L/M-class DD #1", "L/M-class DD #2", "L/M-class DD #3")


def ten_to_ten(seed: int) -> Losses:
    """Ten against ten: what a large battle costs in time."""
    return on_board(TEN_CP, TEN_EN, seed)


# ---- the table


def balance(battles: int) -> Iterator[Figure]:
    """The balance of battles: so many duels, a tenth as many on the board."""
    fought = _many(duel, battles)
    name = f"Dogger Bank, {DUEL_STEPS} steps at range {DUEL_RANGE}"
    yield Figure(f"{name}: German ships lost", _mean(x.sunk.get("CP", 0) for x in fought), "", 2.5, _note(fought), least=1)
    yield Figure(f"{name}: British ships lost", _mean(x.sunk.get("EN", 0) for x in fought), "", 0.6)
    few = max(1, battles // 10)
    fought = _many(one_to_one, few)
    yield Figure("Goeben v. one Indefatigable: battles she wins", _won(fought, "CP"), "", None, _note(fought), least=0.6)
    fought = _many(one_to_three, few)
    yield Figure("Goeben v. three Indefatigables: battles she wins", _won(fought, "CP"), "", 0.1, _note(fought))
    lost = _mean(x.points["EN"] for x in fought), _mean(x.points["CP"] for x in fought)
    yield Figure("Goeben v. three Indefatigables: points she costs", lost[0] - lost[1], "", None, "", least=1)
    fought = _many(ten_to_ten, max(1, battles // 100))
    slowest = max(x.seconds for x in fought)
    note = f"the slowest {slowest:.2f} s; {_note(fought)}"
    yield Figure("ten against ten on the board", _mean(x.seconds for x in fought), "s CPU", 0.5, note)


def _many(fight: Callable[[int], Losses], battles: int) -> list[Losses]:
    with Pool(WORKERS) as pool:
        return pool.map(fight, range(battles), chunksize=max(1, min(200, battles // (4 * WORKERS))))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _won(fought: Sequence[Losses], side: str) -> float:
    """The share of battles in which a side has more points than its enemy."""
    enemy = Side(side).enemy.value
    return _mean(x.points[side] > x.points[enemy] for x in fought)


def _note(fought: Sequence[Losses]) -> str:
    means = {side.value: _mean(x.sunk.get(side.value, 0) for x in fought) for side in Side}
    cpu = 1000 * _mean(x.seconds for x in fought)
    return f"{len(fought):,} battles, {cpu:.1f} ms CPU each; sunk CP {means['CP']:.2f}, EN {means['EN']:.2f}"


# ---- battles at random, to find what breaks


def soak(battles: int) -> Iterator[Figure]:
    """Battles on the board by random players and bots: nothing refused, no stack too high, nothing made or lost."""
    begun = time.perf_counter()
    with Pool(WORKERS) as pool:
        faults = [f for f in pool.imap_unordered(_fault, range(battles), chunksize=10) if f]
    note = "; ".join([f"{time.perf_counter() - begun:.0f} s", *faults[:3]])
    yield Figure(f"{battles:,} battles at random on the board: gone wrong", len(faults), "", 0, note)


def _fault(seed: int) -> str:
    """What goes wrong in the battle of a seed, "" if nothing."""
    try:
        _at_random(seed)
    except Exception as error:  # one bad battle must not hide the others
        return f"seed {seed}: {type(error).__name__}: {str(error)[:200]}"
    return ""


def _at_random(seed: int) -> None:
    before = state = random_battles.battle(seed)
    dice, rng = SeededDice(f"soak {seed}".encode()), Random(seed)
    players = {s.value: Bot(s, seed) if (seed + n) % 3 == 0 else RandomPlayer(s, seed) for n, s in enumerate(Side)}
    while state.phase is Phase.BATTLES and state.asked:
        seat = rng.choice(sorted(state.asked))
        for order in players[seat].decide(GAME.view(state, seat), seat):
            state = GAME.submit(state, seat, order, dice)
        check_ships(before, state)
        if state.phase is Phase.BATTLES and ZONE in state.battles and state.battles[ZONE].board is not None:
            check_board(state)


# ---- whole games


def games(number: int) -> Iterator[Figure]:
    """Whole games of every scenario by two bots, with the battles of either kind: the share that the Central Powers win."""
    with Pool(WORKERS) as pool:
        for _, name, _, _ in scenarios.available():
            for kind in ("tactical",) if scenarios.load(name).setting.opening else ("tactical", "basic"):
                won = Counter(pool.starmap(winner, [(name, kind, seed) for seed in range(1, number + 1)], chunksize=2))
                share = won["CP"] / number
                note = f"{won['CP']} won by CP, {won['EN']} by EN, {won['draw']} drawn"
                yield Figure(f"{name}, {kind} battles: won by the Central Powers", share, "", FAIR[1], note, least=FAIR[0])


def winner(name: str, battles: str, seed: int) -> str:
    """Who wins a game between two bots: "CP", "EN" or "draw"."""
    state = scenarios.load(name)
    state = replace(state, setting=replace(state.setting, battles=battles))
    end = play(state, {s.value: Bot(s, seed) for s in Side}, SeededDice(f"b{seed}".encode()), Random(seed))
    if "victory of the Central Powers" in end.result:
        return "CP"
    return "EN" if "victory of the Entente" in end.result else "draw"

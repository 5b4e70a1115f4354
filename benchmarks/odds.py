"""The odds of battles of 1942: exact ones, and how many battles a second are simulated (K8)."""

import time
from collections.abc import Callable, Iterator

from benchmarks.figures import Figure
from room40.combined_arms import attrition
from room40.combined_arms.forces import Question, question, read_force
from room40.combined_arms.odds import odds, simulated
from room40_server.odds import unit_table

TIMES = 15
BATTLES = 200_000
MID = ("10 infantry, 5 tanks", "10 infantry, 2 tanks")
LARGE = ("25 infantry, 10 artillery, 5 tanks, 5 fighters", "25 infantry, 5 artillery, 5 tanks, 3 fighters")
FLEETS = ("3 submarines, 2 destroyers, cruiser, 2 fighters", "2 submarines, 2 destroyers, carrier, 2 fighters")


def battles() -> Iterator[Figure]:
    """The best of several runs each; what is remembered from one question to the next is forgotten first."""
    yield Figure("odds, 15 units against 12, exact", 1000 * _best(lambda: odds(_asked(*MID))), "ms", 5.0)
    yield Figure("odds, 45 units against 38, exact", 1000 * _best(lambda: odds(_asked(*LARGE))), "ms", 60.0)
    for name, forces, least in (("15 units against 12", MID, 200_000.0), ("fleets with submarines", FLEETS, None)):
        asked = _asked(*forces)
        seconds = _best(lambda asked=asked: simulated(asked, BATTLES), 3)
        yield Figure(f"odds, {name}, simulated", BATTLES / seconds, "/s", least=least)


def _asked(attackers: str, defenders: str) -> Question:
    table = unit_table()
    return question(table, read_force(attackers, table), read_force(defenders, table))


def _best(run: Callable[[], object], times: int = TIMES) -> float:
    found = []
    for _ in range(times):
        attrition.hits_of.cache_clear()
        begun = time.process_time()
        run()
        found.append(time.process_time() - begun)
    return min(found)

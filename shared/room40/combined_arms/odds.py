"""The odds of a battle: exact where that is quick enough, simulated beyond (K8).

Nobody submerges or retreats in these battles, and each side loses its units in the order the question has it; then nothing
depends on a choice made after the dice, and the odds are exact. Anti-aircraft fire and bombardment come before all else.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from msgspec.structs import replace

from room40.combined_arms import odds_line, odds_simulation, odds_tree
from room40.combined_arms.attrition import Counts, Side, binomial, hits_of, sides
from room40.combined_arms.forces import Odds, Question
from room40.combined_arms.odds_line import Ending

SIMULATED = 50_000
"""Battles simulated where the exact odds take too long: a standard error of 0.0023 at most."""
MOST_STATES = 6_000
"""A line of more states than this, for all that anti-aircraft fire may leave together, is simulated."""


_RESULTS = {(True, False): "attacker", (False, True): "defender", (True, True): "neither", (False, False): "both"}
"""What an ending is called, by who is left: attackers, defenders."""


def odds(asked: Question, seed: int = 1942) -> Odds:
    """The odds of a battle (K8)."""
    try:
        return _summed(asked, list(_endings(asked)))
    except odds_tree.TooLarge:
        return simulated(asked, SIMULATED, seed)


def simulated(asked: Question, battles: int, seed: int = 1942) -> Odds:
    """The odds as so many simulated battles have them, with their standard error (K8)."""
    attacker, defender = sides(asked)
    tally = odds_simulation.run(attacker, defender, battles, asked.die_sides, _guns(asked), _bombardment(asked), seed)
    found = _summed(asked, ((n / battles, mine, theirs) for (mine, theirs), n in tally.items()))
    chances = (found.attacker, found.defender, found.both, found.neither)
    error = max((max(0.0, p * (1 - p)) / battles) ** 0.5 for p in chances)
    return replace(found, error=error, battles=battles)


def _endings(asked: Question) -> Iterator[Ending]:
    attacker, defender = sides(asked)
    starts = list(_after_anti_aircraft_fire(asked, attacker))
    if any(slot.is_submarine for side in (attacker, defender) for slot in side.slots):
        for chance, start in starts:
            yield from ((chance * p, a, d) for p, a, d in odds_tree.solve(attacker, defender, start, asked.die_sides))
        return
    states = (sum(attacker.start) + 1) * (sum(defender.start) + 1)
    if len(starts) * states > MOST_STATES:
        raise odds_tree.TooLarge
    ships = _bombardment(asked)
    opening = hits_of(tuple((1, needs) for needs in ships), asked.die_sides)
    for chance, start in starts:
        for p, a, d in odds_line.solve(attacker, defender, start, asked.die_sides, opening):
            yield chance * p, a, d


def _guns(asked: Question) -> int:
    """On what a defending gun hits, 0 if there is none (K5.2)."""
    guns = [kind.defence for kind in map(asked.kinds.__getitem__, asked.defenders) if "anti-aircraft" in kind.traits]
    return max(guns, default=0)


def _bombardment(asked: Question) -> tuple[int, ...]:
    """On what the ships that bombard hit: the best, one for each land unit (K5.3)."""
    if asked.at_sea:
        return ()
    kinds = asked.kinds
    ships = [kinds[key].bombard for key, n in asked.attackers.items() if kinds[key].domain == "sea" for _ in range(n)]
    landed = sum(n for key, n in asked.attackers.items() if kinds[key].domain == "land")
    return tuple(sorted(ships, reverse=True)[:landed])


def _after_anti_aircraft_fire(asked: Question, attacker: Side) -> Iterator[tuple[float, Counts]]:
    """What the guns may leave of the attacker, by how likely it is (K5.2)."""
    needs = _guns(asked)
    flying = [i for i, slot in enumerate(attacker.slots) if slot.is_aircraft and attacker.start[i]]
    if not needs or not flying:
        yield 1.0, attacker.start
        return
    chances = [binomial(attacker.start[i], needs, asked.die_sides) for i in flying]
    for lost in product(*(range(len(row)) for row in chances)):
        left = list(attacker.start)
        for i, number in zip(flying, lost, strict=True):
            left[i] -= number
        yield prod(row[number] for row, number in zip(chances, lost, strict=True)), tuple(left)


def _summed(asked: Question, endings: Iterable[Ending]) -> Odds:
    attacker, defender = sides(asked)
    chance = dict.fromkeys(_RESULTS.values(), 0.0)
    takes = 0.0
    mine = dict.fromkeys((slot.kind.key for slot in attacker.slots), 0.0)
    theirs = dict.fromkeys((slot.kind.key for slot in defender.slots), 0.0)
    for p, a, d in endings:
        result = _RESULTS[any(a), any(d)]
        chance[result] += p
        if result == "attacker" and any(n and s.kind.domain == "land" for n, s in zip(a, attacker.slots, strict=True)):
            takes += p
        for side, counts, means in ((attacker, a, mine), (defender, d, theirs)):
            for number, slot in zip(counts, side.slots, strict=True):
                means[slot.kind.key] += p * number
    kinds = asked.kinds
    return Odds(
        attacker=chance["attacker"],
        defender=chance["defender"],
        both=chance["both"],
        neither=chance["neither"],
        takes=takes,
        attackers_left=mine,
        defenders_left=theirs,
        attacker_loss=sum((asked.attackers[key] - left) * kinds[key].cost for key, left in mine.items()),
        defender_loss=sum((asked.defenders[key] - left) * kinds[key].cost for key, left in theirs.items()),
    )

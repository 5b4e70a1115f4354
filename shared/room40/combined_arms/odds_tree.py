"""Exact odds where submarines strike, and hits do not reach everything: every state of both sides by itself (K6, K8).

States are worked off in order of the lives left in them. Beyond a budget of transitions `TooLarge` is raised: then battles
are simulated instead.
"""

import heapq
from collections.abc import Iterator

from room40.combined_arms.attrition import Counts, Side, hits_of
from room40.combined_arms.odds_line import Ending

Hits = tuple[int, int, int]
"""Hits on anything, on all but aircraft, on all but submarines."""

Endings = dict[tuple[Counts, Counts], float]
"""What is left of both sides, and how likely that is."""

BUDGET = 150_000
"""Transitions worked off before battles are simulated instead: about a quarter of a second."""


class TooLarge(Exception):
    """More transitions than the budget allows."""


def solve(attacker: Side, defender: Side, start: Counts, die: int, budget: int = BUDGET) -> Iterator[Ending]:
    """All the ways a battle may end. Raises `TooLarge`."""
    waiting: dict[tuple[Counts, Counts], float] = {(start, defender.start): 1.0}
    queue = [_key(attacker, defender, start, defender.start)]
    spent = 0
    while queue:
        _, mine, theirs = heapq.heappop(queue)
        chance = waiting.pop((mine, theirs))
        theirs = sunk_alone(attacker, defender, mine, theirs)
        if not any(mine) or not any(theirs):
            yield chance, mine, theirs
            continue
        after, work = a_round(attacker, defender, mine, theirs, die, budget - spent)
        spent += work
        stays = after.pop((mine, theirs), 0.0)
        if stays >= 1.0 - 1e-12:
            yield chance, mine, theirs
            continue
        for state, p in after.items():
            if state not in waiting:
                waiting[state] = 0.0
                heapq.heappush(queue, _key(attacker, defender, *state))
            waiting[state] += chance * p / (1.0 - stays)


def sunk_alone(attacker: Side, defender: Side, mine: Counts, theirs: Counts) -> Counts:
    """Defending transports that are alone with anything that can hit them are sunk without dice (K5.6)."""
    if all(slot.is_transport for n, slot in zip(theirs, defender.slots, strict=True) if n) and attacker.strength(mine):
        return (0,) * len(theirs)
    return theirs


def a_round(
    attacker: Side, defender: Side, mine: Counts, theirs: Counts, die: int, budget: int = BUDGET
) -> tuple[Endings, int]:
    """What a round makes of both sides: strikes, then fire, the defender's casualties firing too (K5.4, K6.1).

    And how many transitions that took. Raises `TooLarge`.
    """
    i_strike = not _has_destroyer(defender, theirs)
    they_strike = not _has_destroyer(attacker, mine)
    struck_mine = _struck(attacker, mine, _volley(defender, theirs, die, True) if they_strike else {})
    struck_theirs = _struck(defender, theirs, _volley(attacker, mine, die, True) if i_strike else {})
    found: Endings = {}
    work = 0
    fired: dict[tuple[bool, Counts], dict[Hits, float]] = {}
    for left, p in struck_mine.items():
        for rest, q in struck_theirs.items():
            if (True, left) not in fired:
                fired[True, left] = _volley(attacker, left, die, False, i_strike)
            if (False, rest) not in fired:
                fired[False, rest] = _volley(defender, rest, die, False, they_strike)
            rest_now = sunk_alone(attacker, defender, left, rest)
            if not any(rest_now) or not any(left):
                _add(found, (left, rest_now), p * q)
                continue
            ends_mine = _struck(attacker, left, fired[False, rest])
            ends_theirs = _struck(defender, rest, fired[True, left])
            work += len(ends_mine) * len(ends_theirs) + len(fired[False, rest]) + len(fired[True, left])
            if work > budget:
                raise TooLarge
            for there, r in ends_theirs.items():
                for here, s in ends_mine.items():
                    _add(found, (here, there), p * q * r * s)
    return found, work


def _add(found: Endings, state: tuple[Counts, Counts], chance: float) -> None:
    found[state] = found.get(state, 0.0) + chance


def _struck(side: Side, counts: Counts, volley: dict[Hits, float]) -> dict[Counts, float]:
    """What is left of a side, by how likely it is, after the hits of a volley."""
    if not volley:
        return {counts: 1.0}
    found: dict[Counts, float] = {}
    for hits, p in volley.items():
        left = side.hit(counts, *hits)
        found[left] = found.get(left, 0.0) + p
    return found


def _volley(side: Side, counts: Counts, die: int, strike: bool, struck_before: bool = False) -> dict[Hits, float]:
    """The hits of a side by kind and how likely they are: of its strike, or of its fire without those that struck."""
    beside = _has_destroyer(side, counts)
    groups: tuple[dict[int, int], ...] = ({}, {}, {})
    for number, needs, slot in side.strength(counts):
        if slot.is_submarine and (strike or not struck_before):
            kind = groups[1]
        elif slot.is_submarine or strike:
            continue
        else:
            kind = groups[2] if slot.is_aircraft and not beside else groups[0]
        kind[needs] = kind.get(needs, 0) + number
    chances = [hits_of(tuple((n, needs) for needs, n in sorted(group.items())), die) for group in groups]
    return {
        (k, b, c): p * q * r
        for k, p in enumerate(chances[0])
        for b, q in enumerate(chances[1])
        for c, r in enumerate(chances[2])
    }


def _has_destroyer(side: Side, counts: Counts) -> bool:
    return any(n and slot.is_destroyer for n, slot in zip(counts, side.slots, strict=True))


def _key(attacker: Side, defender: Side, mine: Counts, theirs: Counts) -> tuple[int, Counts, Counts]:
    return (-_lives(attacker, mine) - _lives(defender, theirs), mine, theirs)


def _lives(side: Side, counts: Counts) -> int:
    return sum(n * (2 if slot.then >= 0 else 1) for n, slot in zip(counts, side.slots, strict=True))

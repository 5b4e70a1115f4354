"""Exact odds where each side loses its units in one line, whatever hits it: battles without submarines (K8).

A state is (i, j): the hits that attacker and defender have taken. Rows i are solved one after another. Within a row only
the attacker hits, so the expected visits solve a triangular system, which also takes care of rounds in which nobody hits.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from room40.combined_arms.attrition import Counts, Side, hits_of

Matrix = NDArray[np.float64]
Floats = NDArray[np.float64]
Ending = tuple[float, Counts, Counts]
"""How likely a battle ends so, and what is left of both sides."""


def line(side: Side, counts: Counts) -> list[Counts]:
    """What is left of a side after 0, 1, 2 … hits, down to nothing."""
    found = [counts]
    while any(found[-1]):
        found.append(side.hit(found[-1], 1))
    return found


def fire(side: Side, stages: Sequence[Counts], die: int) -> list[tuple[float, ...]]:
    """The distribution of hits that each stage of a side deals."""
    found = []
    for counts in stages:
        groups: dict[int, int] = {}
        for number, needs, _ in side.strength(counts):
            groups[needs] = groups.get(needs, 0) + number
        found.append(hits_of(tuple((number, needs) for needs, number in sorted(groups.items())), die))
    return found


def table(distributions: Sequence[tuple[float, ...]], most: int) -> Matrix:
    """Distributions as rows of one table; more hits than `most` are as good as `most`."""
    found = np.zeros((len(distributions), most + 1))
    for row, chances in enumerate(distributions):
        width = min(len(chances), most + 1)
        found[row, :width] = chances[:width]
        found[row, most] += sum(chances[width:])
    return found


def solve(attacker: Side, defender: Side, start: Counts, die: int, opening: tuple[float, ...] = (1.0,)) -> Iterator[Ending]:
    """All the ways a battle may end. `opening`: hits of a bombardment, whose casualties still fire in the first round."""
    mine, theirs = line(attacker, start), line(defender, defender.start)
    last_i, last_j = len(mine) - 1, len(theirs) - 1
    deals, takes = table(fire(attacker, mine, die), last_j), table(fire(defender, theirs, die), last_i)
    alone = _first_alone(defender, theirs)
    waiting = np.zeros((last_i + 1, last_j + 1))
    if len(opening) > 1 and last_i and last_j:
        first = np.convolve(table([opening], last_j)[0], deals[0])
        struck = table([tuple(float(p) for p in first)], last_j)[0]
        waiting += np.outer(takes[0], struck)
    else:
        waiting[0, 0] = 1.0
    shifts = _shifts(deals)
    for i in range(last_i):
        yield from _row(waiting, shifts[i], takes, i, alone, mine, theirs)
    for j in range(last_j + 1):
        if waiting[last_i, j] > 0.0:
            yield float(waiting[last_i, j]), mine[last_i], theirs[j]


def _first_alone(defender: Side, theirs: Sequence[Counts]) -> int:
    """The first stage of the defender in which only transports are left; they are sunk without dice (K5.6)."""
    fighting = [not slot.is_transport for slot in defender.slots]
    return next(j for j, counts in enumerate(theirs) if not any(n for n, f in zip(counts, fighting, strict=True) if f))


def _shifts(deals: Matrix) -> Matrix:
    """For each stage of the attacker how likely his hits bring the defender from one stage to another."""
    last = deals.shape[1] - 1
    padded = np.hstack((np.zeros((deals.shape[0], last)), deals))
    places = last + np.arange(last + 1)[None, :] - np.arange(last + 1)[:, None]
    found: Matrix = padded[:, places]
    found[:, :, last] = deals[:, ::-1].cumsum(axis=1)
    return found


def _visits(waiting: Floats, inner: Matrix) -> Floats:
    """How often each state of a row is seen, rounds that leave it as it was counted: back substitution by hand, since
    for so small a system the threads of a linear algebra library cost more than they gain."""
    found = waiting.copy()
    for j in range(found.size):
        found[j] /= 1.0 - inner[j, j]
        found[j + 1 :] += found[j] * inner[j, j + 1 :]
    return found


def _row(
    waiting: Matrix, shift: Matrix, takes: Matrix, i: int, alone: int, mine: Sequence[Counts], theirs: Sequence[Counts]
) -> Iterator[Ending]:
    """Spend what waits in row i: some battles end in it, the rest goes to the rows below."""
    last_i, last_j = waiting.shape[0] - 1, waiting.shape[1] - 1
    armed = shift[0, 0] < 1.0
    fought = alone if armed else last_j
    stuck = [j for j in range(fought) if not armed and takes[j, 0] >= 1.0]
    live = np.array([j for j in range(fought) if j not in stuck], dtype=np.intp)
    row = waiting[i]
    if live.size:
        visits = _visits(row[live], takes[live, 0][:, None] * shift[live[:, None], live])
        flow = (takes[live].T * visits) @ shift[live]
        ended = row + flow[0]
        below = min(takes.shape[1], last_i + 1 - i)
        waiting[i + 1 : i + below] += flow[1:below]
        waiting[last_i] += flow[below:].sum(axis=0)
    else:
        ended = row
    for j in stuck:
        if row[j] > 0.0:
            yield float(row[j]), mine[i], theirs[j]
    won = float(ended[fought:].sum())
    if won > 0.0:
        yield won, mine[i], theirs[last_j]

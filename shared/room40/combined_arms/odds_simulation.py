"""Simulated battles, many at a time: all of them fight their rounds side by side in arrays (K8)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from room40.combined_arms.attrition import Counts, Side, binomial
from room40.combined_arms.odds_line import fire, line, table
from room40.combined_arms.odds_tree import sunk_alone

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Tally = dict[tuple[Counts, Counts], int]
MOST_ROUNDS = 10_000
AT_A_TIME = 20_000
"""As many battles as the arrays of which stay near the processor."""


def run(attacker: Side, defender: Side, battles: int, die: int, guns: int, ships: Sequence[int], seed: int) -> Tally:
    """How many of so many battles end with what left. `guns`, `ships`: on what anti-aircraft fire and bombardment hit."""
    chance = np.random.default_rng(seed)
    tally: Tally = {}
    if any(slot.is_submarine for side in (attacker, defender) for slot in side.slots):
        for begun in range(0, battles, AT_A_TIME):
            _by_slots(attacker, defender, min(AT_A_TIME, battles - begun), die, chance, tally)
        return tally
    for start, number in _starts(attacker, battles, die, guns, chance):
        _by_lines(attacker, defender, start, number, die, ships, chance, tally)
    return tally


def _starts(attacker: Side, battles: int, die: int, guns: int, chance: np.random.Generator) -> list[tuple[Counts, int]]:
    """What anti-aircraft fire leaves of the attacker, and in how many battles (K5.2)."""
    start = np.tile(np.array(attacker.start, dtype=np.int64), (battles, 1))
    if not guns or not any(slot.is_aircraft and n for slot, n in zip(attacker.slots, attacker.start, strict=True)):
        return [(attacker.start, battles)]
    for index, slot in enumerate(attacker.slots):
        if slot.is_aircraft and attacker.start[index]:
            start[:, index] -= chance.binomial(attacker.start[index], guns / die, battles)
    return _alike(start.T, attacker.start)


class _Draw:
    """Numbers drawn from one of several distributions, through the table of their cumulated chances."""

    def __init__(self, distributions: Sequence[tuple[float, ...]], most: int) -> None:
        rows = table(distributions, most).cumsum(axis=1)
        rows[:, -1] = 1.0
        self.width = most + 1
        self.steps: Floats = (rows + np.arange(len(distributions), dtype=np.float64)[:, None]).ravel()

    def draw(self, stage: Ints, chance: np.random.Generator) -> Ints:
        """A number for each battle, from the distribution that its stage has."""
        found = np.searchsorted(self.steps, stage + chance.random(stage.size), side="right")
        drawn: Ints = np.minimum(found - stage * self.width, self.width - 1)
        return drawn


def _by_lines(
    attacker: Side,
    defender: Side,
    start: Counts,
    battles: int,
    die: int,
    ships: Sequence[int],
    chance: np.random.Generator,
    tally: Tally,
) -> None:
    """Battles in which both sides lose their units in a line: a battle is two numbers, the hits taken."""
    mine, theirs = line(attacker, start), line(defender, defender.start)
    last_i, last_j = len(mine) - 1, len(theirs) - 1
    deals, takes = _Draw(fire(attacker, mine, die), last_j), _Draw(fire(defender, theirs, die), last_i)
    over = _is_over(attacker, defender, mine, theirs)
    i, j = np.zeros(battles, dtype=np.int64), np.zeros(battles, dtype=np.int64)
    opening = np.zeros(battles, dtype=np.int64)
    for needs in ships if last_i and last_j else ():
        opening += chance.random(battles) < needs / die
    first = bool(ships)
    for _ in range(MOST_ROUNDS):
        if not first:
            done = over[i, j]
            _count(tally, attacker, defender, mine, theirs, i[done], j[done])
            i, j = i[~done], j[~done]
        if not i.size:
            return
        hit = deals.draw(i, chance) + (opening if first else 0)
        i, j = np.minimum(i + takes.draw(j, chance), last_i), np.minimum(j + hit, last_j)
        first = False


def _is_over(attacker: Side, defender: Side, mine: Sequence[Counts], theirs: Sequence[Counts]) -> Flags:
    """Which states end a battle: a side is gone, transports are alone, or neither can hit (K5.6, K5.7)."""
    armed = np.array([bool(attacker.strength(counts)) for counts in mine])
    back = np.array([bool(defender.strength(counts)) for counts in theirs])
    fighting = [not slot.is_transport for slot in defender.slots]
    alone = np.array([not any(n and f for n, f in zip(counts, fighting, strict=True)) for counts in theirs])
    over: Flags = (armed[:, None] & alone[None, :]) | (~armed[:, None] & ~back[None, :])
    over[-1, :] = True
    over[:, -1] = True
    return over


def _count(
    tally: Tally,
    attacker: Side,
    defender: Side,
    mine: Sequence[Counts],
    theirs: Sequence[Counts],
    i: Ints,
    j: Ints,
) -> None:
    """Add the battles that are over; transports that were alone are gone (K5.6)."""
    width = len(theirs)
    numbers = np.bincount(i * width + j, minlength=0)
    for place in np.flatnonzero(numbers):
        a, d = mine[int(place) // width], theirs[int(place) % width]
        d = sunk_alone(attacker, defender, a, d)
        tally[a, d] = tally.get((a, d), 0) + int(numbers[place])


class _Fleet:
    """One side of many battles at sea: how many stand in each slot, a row a slot."""

    def __init__(self, side: Side, battles: int) -> None:
        self.side = side
        self.counts: Ints = np.tile(np.array(side.start, dtype=np.int64)[:, None], (1, battles))
        self.units = sum(side.start)
        self.dice: dict[int, _Draw] = {}
        self.batteries: dict[tuple[str, int], list[int]] = {}
        for index, slot in enumerate(side.slots):
            if slot.fires:
                rank = "submarine" if slot.is_submarine else slot.kind.domain
                self.batteries.setdefault((rank, slot.fires), []).append(index)

    def total(self) -> Ints:
        found: Ints = self.counts.sum(axis=0)
        return found

    def any_of(self, rows: list[int]) -> Flags:
        """In which battles units stand in any of these slots."""
        found: Flags = np.asarray(self.counts[rows].any(axis=0), dtype=np.bool_)
        return found

    def has_destroyer(self) -> Flags:
        return self.any_of([i for i, slot in enumerate(self.side.slots) if slot.is_destroyer])

    def armed(self) -> Flags:
        return self.any_of([i for i, slot in enumerate(self.side.slots) if slot.fires])

    def is_transports(self) -> Flags:
        return ~self.any_of([i for i, slot in enumerate(self.side.slots) if not slot.is_transport])

    def fire(self, die: int, chance: np.random.Generator, strike: bool, strikes: Flags) -> tuple[Ints, Ints, Ints]:
        """Hits on anything, on all but aircraft, on all but submarines."""
        size = self.counts.shape[1]
        anything, not_aircraft, not_submarines = (np.zeros(size, dtype=np.int64) for _ in range(3))
        beside = self.has_destroyer()
        for (rank, needs), rows in self.batteries.items():
            if strike and rank != "submarine":
                continue
            firing = self.counts[rows].sum(axis=0) if len(rows) > 1 else self.counts[rows[0]]
            if rank == "submarine":
                not_aircraft += self._dice(needs, die).draw(firing * (strikes if strike else ~strikes), chance)
            elif rank == "air":
                hits = self._dice(needs, die).draw(firing, chance)
                anything += hits * beside
                not_submarines += hits * ~beside
            else:
                anything += self._dice(needs, die).draw(firing, chance)
        return anything, not_aircraft, not_submarines

    def _dice(self, needs: int, die: int) -> _Draw:
        if needs not in self.dice:
            self.dice[needs] = _Draw([binomial(n, needs, die) for n in range(self.units + 1)], self.units)
        return self.dice[needs]

    def take(self, hits: tuple[Ints, Ints, Ints]) -> None:
        """Lose units in the order of the slots, as many hits as possible finding a target (K5.5, K6.3)."""
        anything, not_aircraft, not_submarines = hits
        rest = anything + not_aircraft + not_submarines
        aircraft, submarines = anything + not_submarines, anything + not_aircraft
        for index, slot in enumerate(self.side.slots):
            number = np.minimum(self.counts[index], rest)
            if slot.is_aircraft:
                number = np.minimum(number, aircraft)
                aircraft = aircraft - number
            elif slot.is_submarine:
                number = np.minimum(number, submarines)
                submarines = submarines - number
            rest = rest - number
            self.counts[index] -= number
            if slot.then >= 0:
                self.counts[slot.then] += number

    def keep(self, which: Flags) -> None:
        self.counts = self.counts[:, which]


def _by_slots(attacker: Side, defender: Side, battles: int, die: int, chance: np.random.Generator, tally: Tally) -> None:
    """Battles at sea with submarines: a battle is how many stand in each slot of both sides."""
    mine, theirs = _Fleet(attacker, battles), _Fleet(defender, battles)
    for _ in range(MOST_ROUNDS):
        _sink_alone(mine, theirs)
        over = (mine.total() == 0) | (theirs.total() == 0) | _deadlocked(mine, theirs)
        _count_slots(tally, mine, theirs, over)
        mine.keep(~over)
        theirs.keep(~over)
        if over.size == int(over.sum()):
            return
        i_strike, they_strike = ~theirs.has_destroyer(), ~mine.has_destroyer()
        strike, answer = mine.fire(die, chance, True, i_strike), theirs.fire(die, chance, True, they_strike)
        theirs.take(strike)
        mine.take(answer)
        _sink_alone(mine, theirs)
        fire_mine, fire_theirs = mine.fire(die, chance, False, i_strike), theirs.fire(die, chance, False, they_strike)
        theirs.take(fire_mine)
        mine.take(fire_theirs)


def _sink_alone(mine: _Fleet, theirs: _Fleet) -> None:
    theirs.counts[:, theirs.is_transports() & mine.armed()] = 0


def _deadlocked(mine: _Fleet, theirs: _Fleet) -> Flags:
    """Where neither side can hit the other (K5.7)."""
    return ~_can_hit(mine, theirs) & ~_can_hit(theirs, mine)


def _can_hit(one: _Fleet, other: _Fleet) -> Flags:
    mine, theirs = list(enumerate(one.side.slots)), list(enumerate(other.side.slots))
    submarines = one.any_of([i for i, s in mine if s.fires and s.is_submarine])
    aircraft = one.any_of([i for i, s in mine if s.fires and s.is_aircraft])
    ships = one.any_of([i for i, s in mine if s.fires and not s.is_aircraft and not s.is_submarine])
    afloat = other.any_of([i for i, s in theirs if not s.is_aircraft])
    above = other.any_of([i for i, s in theirs if not s.is_submarine])
    anybody = other.total() > 0
    return submarines & afloat | aircraft & (above | one.has_destroyer() & anybody) | ships & anybody


def _count_slots(tally: Tally, mine: _Fleet, theirs: _Fleet, over: Flags) -> None:
    width = len(mine.side.slots)
    both = np.vstack((mine.counts[:, over], theirs.counts[:, over]))
    for counts, number in _alike(both, (*mine.side.start, *theirs.side.start)):
        key = (counts[:width], counts[width:])
        tally[key] = tally.get(key, 0) + number


def _alike(columns: Ints, start: Counts) -> list[tuple[Counts, int]]:
    """Columns that are alike, and how many of each: they are told apart by one number, as digits are."""
    if not columns.shape[1]:
        return []
    base = max(sum(start), 1) + 1
    places = np.array([pow(base, i, 2**61 - 1) for i in range(columns.shape[0])], dtype=np.uint64)
    codes = (columns.astype(np.uint64) * places[:, None]).sum(axis=0)
    _, first, numbers = np.unique(codes, return_index=True, return_counts=True)
    return [(tuple(map(int, columns[:, at])), int(n)) for at, n in zip(first, numbers, strict=True)]

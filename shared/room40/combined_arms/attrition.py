"""A force as odds reckon with it: slots in the order in which they are hit (K5.5, K5.6, K6.3).

A slot is the fresh or the last life of a type; so many units stand in each. A hit on a fresh battleship moves it to the slot
of damaged ones. Hits fall on slots in order, as many as find a target: submarines' hits on no aircraft, those of aircraft
without a destroyer on no submarines.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb

from msgspec import Struct

from room40.combined_arms.forces import Kind, Question

Counts = tuple[int, ...]
"""How many units stand in each slot."""


class Slot(Struct, frozen=True):
    """Units that are alike. `fires`: they hit on this or less; `then`: the slot they go to when hit, -1 if they are lost."""

    kind: Kind
    fires: int
    then: int = -1

    @property
    def is_submarine(self) -> bool:
        return "submarine" in self.kind.traits

    @property
    def is_aircraft(self) -> bool:
        return self.kind.domain == "air"

    @property
    def is_transport(self) -> bool:
        return "transport" in self.kind.traits

    @property
    def is_destroyer(self) -> bool:
        return "destroyer" in self.kind.traits


class Side(Struct, frozen=True):
    """A side: its slots in the order in which hits fall on them, and how many stand in each at first."""

    slots: tuple[Slot, ...]
    start: Counts

    def strength(self, counts: Counts) -> list[tuple[int, int, Slot]]:
        """Who fires: so many, on what they hit. Each artillery lends an infantry its support (K2)."""
        support = sum(n for n, slot in zip(counts, self.slots, strict=True) if "artillery" in slot.kind.traits)
        found: list[tuple[int, int, Slot]] = []
        for number, slot in zip(counts, self.slots, strict=True):
            if not number:
                continue
            helped = min(support, number) if slot.kind.supported > slot.fires else 0
            support -= helped
            found += [(n, f, slot) for n, f in ((helped, slot.kind.supported), (number - helped, slot.fires)) if n and f]
        return found

    def hit(self, counts: Counts, anything: int, not_aircraft: int = 0, not_submarines: int = 0) -> Counts:
        """What is left after hits of each kind; as many as possible find a target (K5.5, K6.3)."""
        left, rest = list(counts), anything + not_aircraft + not_submarines
        aircraft, submarines = anything + not_submarines, anything + not_aircraft
        for index, slot in enumerate(self.slots):
            number = min(left[index], rest)
            if slot.is_aircraft:
                number = min(number, aircraft)
                aircraft -= number
            elif slot.is_submarine:
                number = min(number, submarines)
                submarines -= number
            rest -= number
            left[index] -= number
            if slot.then >= 0:
                left[slot.then] += number
        return tuple(left)


def sides(asked: Question) -> tuple[Side, Side]:
    """Attacker and defender. Ships that bombard and guns are in neither."""
    fighting = [key for key in asked.attackers if asked.at_sea or asked.kinds[key].domain != "sea"]
    attackers = {key: asked.attackers[key] for key in fighting}
    guns = [key for key in asked.defenders if "anti-aircraft" in asked.kinds[key].traits]
    defenders = {key: number for key, number in asked.defenders.items() if key not in guns}
    mine = _order(asked, attackers, asked.attacker_order, attacking=True)
    theirs = _order(asked, defenders, asked.defender_order, attacking=False)
    attacker = _side(asked, attackers, mine, asked.attackers_hit, attacking=True)
    return _held(attacker) if asked.hold else attacker, _side(asked, defenders, theirs, asked.defenders_hit, attacking=False)


def _order(asked: Question, force: Mapping[str, int], named: Sequence[str], attacking: bool) -> list[str]:
    """The types of a force in the order in which they are lost: by cost, then by strength, transports last (K5.6)."""
    kinds = asked.kinds

    def by(key: str) -> tuple[int, int, int, int, str]:
        kind = kinds[key]
        fires = kind.attack if attacking else kind.defence
        place = named.index(key) if key in named else -1
        return ("transport" in kind.traits, place, kind.cost, fires, key)

    return sorted(force, key=by)


def _side(asked: Question, force: Mapping[str, int], order: Sequence[str], hit: Mapping[str, int], attacking: bool) -> Side:
    """First hits that sink nobody fall before all others."""
    kinds = [asked.kinds[key] for key in order]
    fresh = [kind for kind in kinds if kind.hits > 1]
    slots: list[Slot] = []
    start: list[int] = []
    for kind in fresh:
        then = len(fresh) + order.index(kind.key)
        slots.append(Slot(kind, kind.attack if attacking else kind.defence, then))
        start.append(max(0, force[kind.key] - hit.get(kind.key, 0)))
    for kind in kinds:
        slots.append(Slot(kind, kind.attack if attacking else kind.defence))
        damaged = min(force[kind.key], hit.get(kind.key, 0))
        start.append(damaged if kind.hits > 1 else force[kind.key])
    return Side(tuple(slots), tuple(start))


def _held(side: Side) -> Side:
    """The same, but the last land unit, the best there is, is lost after all else."""
    ashore = [i for i, slot in enumerate(side.slots) if slot.kind.domain == "land" and side.start[i]]
    if not ashore:
        return side
    last = ashore[-1]
    start = [n - (i == last) for i, n in enumerate(side.start)]
    return Side((*side.slots, side.slots[last]), (*start, 1))


@lru_cache(maxsize=8192)
def binomial(number: int, needs: int, sides_of_die: int) -> tuple[float, ...]:
    """The distribution of hits of so many dice."""
    chance = min(1.0, needs / sides_of_die)
    return tuple(comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in range(number + 1))


@lru_cache(maxsize=65536)
def hits_of(groups: tuple[tuple[int, int], ...], sides_of_die: int) -> tuple[float, ...]:
    """The distribution of hits of several groups, each so many dice at a number."""
    if not groups:
        return (1.0,)
    number, needs = groups[0]
    first, rest = binomial(number, needs, sides_of_die), hits_of(groups[1:], sides_of_die)
    total = [0.0] * (len(first) + len(rest) - 1)
    for i, p in enumerate(first):
        for j, q in enumerate(rest):
            total[i + j] += p * q
    return tuple(total)

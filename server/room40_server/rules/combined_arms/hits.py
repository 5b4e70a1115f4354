"""Hits and casualties: which hits a unit can take, how many must be taken, who takes them (K5.5, K5.6, K6.3).

A hit is of a kind, and each kind reaches certain units. To take as many as possible is to match hits to units; by Hall's
theorem the greatest number is the least, over the sets of kinds, of the hits outside the set and what the set reaches. The
units that hits can be matched to form a matroid, so choosing one after another in any order of preference is exact.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.fighting import now, standing
from room40_server.rules.combined_arms.state import Domain, State, Unit, has, type_of
from room40_server.rules.game import Refused

ANY, OF_SUBMARINE, OF_AIRCRAFT, ON_TYPE = "any", "submarine", "aircraft", "type:"
"""The kinds of hits: on whatever is there; not on aircraft; not on submarines; on one type only (K5.2, K6.3)."""


def reaches(state: State, kind: str, unit: Unit) -> bool:
    """Whether a hit of a kind can be taken by a unit (K5.2, K6.3)."""
    if kind == OF_SUBMARINE:
        return type_of(state, unit).domain is not Domain.AIR
    if kind == OF_AIRCRAFT:
        return not has(state, unit, "submarine")
    return not kind.startswith(ON_TYPE) or unit.type == kind.removeprefix(ON_TYPE)


def left(state: State, unit: Unit) -> int:
    """How many hits a unit can still take, the last of which is its end (K5.5)."""
    return max(1, type_of(state, unit).hits - unit.damage)


def greatest(state: State, hits: Mapping[str, int], places: Mapping[str, int]) -> int:
    """The greatest number of hits that find a target; `places`: unit -> how many it can take (K5.5)."""
    room = Counter[frozenset[str]]()
    for unit_id, number in places.items():
        room[_reached_by(state, hits, unit_id)] += number
    return _matched(hits, room)


def _reached_by(state: State, hits: Mapping[str, int], unit_id: str) -> frozenset[str]:
    """The kinds of these hits that a unit can take."""
    return frozenset(kind for kind, number in hits.items() if number and reaches(state, kind, state.units[unit_id]))


def _matched(hits: Mapping[str, int], room: Mapping[frozenset[str], int]) -> int:
    """The greatest number of hits that find a place; `room`: kinds that reach -> places that these reach."""
    kinds = [kind for kind, number in hits.items() if number]
    least = sum(hits[kind] for kind in kinds)
    for chosen in chain.from_iterable(combinations(kinds, size) for size in range(1, len(kinds) + 1)):
        outside = sum(hits[kind] for kind in kinds if kind not in chosen)
        least = min(least, outside + sum(n for reached, n in room.items() if not reached.isdisjoint(chosen)))
    return least


def places(state: State, which: str) -> dict[str, int]:
    """The units of a side that can be chosen, and how many hits each can take."""
    return {unit.id: left(state, unit) for unit in standing(state, which)}


def due(state: State, which: str) -> int:
    """How many hits a side must take: the greatest possible number; the rest are lost (K5.5)."""
    return greatest(state, now(state).hits.get(which, {}), places(state, which))


def _transports_due(state: State, which: str) -> int:
    """How many of them fall on transports: only those that nothing else can take (K5.6)."""
    others = {i: n for i, n in places(state, which).items() if not has(state, state.units[i], "transport")}
    return due(state, which) - greatest(state, now(state).hits.get(which, {}), others)


def check(state: State, which: str, chosen: Sequence[str]) -> None:
    """Refuse casualties that are not the side's, too many or too few, or that the hits do not reach (K5.5, K5.6, K6.3)."""
    room, wanted, number = places(state, which), Counter(chosen), due(state, which)
    for unit_id, times in wanted.items():
        if unit_id not in room:
            raise Refused("K5.5", f"{unit_id!r} is no unit of yours that can be hit in this battle.", unit_id)
        if times > room[unit_id]:
            raise Refused("K5.5", f"{_name(state, unit_id)} takes {room[unit_id]} hits at most.", unit_id)
    if len(chosen) != number:
        raise Refused("K5.5", f"{number} {'hit' if number == 1 else 'hits'} must be taken; you chose {len(chosen)}.")
    if greatest(state, now(state).hits.get(which, {}), wanted) < number:
        why = "submarines hit no aircraft, aircraft without a destroyer no submarines, anti-aircraft fire only its type"
        raise Refused("K6.3", f"Those units cannot take these hits: {why}.")
    sunk = [i for i in chosen if has(state, state.units[i], "transport")]
    if len(sunk) > _transports_due(state, which):
        raise Refused("K5.6", "Transports are chosen last: other units can take these hits.", sunk[0])


def suggestion(state: State, which: str) -> tuple[str, ...]:
    """The casualties that cost least: battleships' first hits, then by cost."""
    return _pick(state, which, sorted(standing(state, which), key=lambda u: _dearness(state, u)), first_hits=True)


def is_choice(state: State, which: str) -> bool:
    """Whether the owner has a choice that makes a difference (K5.5).

    What can be chosen is a matroid: if the most and the least dear choices come to the same, there is no other.
    """
    units = sorted(standing(state, which), key=lambda u: (_dearness(state, u), alike(state, u)))
    picks = {
        _outline(state, _pick(state, which, order, first_hits))
        for order in (units, units[::-1])
        for first_hits in (True, False)
    }
    return len(picks) > 1


def alike(state: State, unit: Unit) -> tuple[object, ...]:
    """What makes the loss of one unit different from that of another of its kind: what it carries, how it can go home."""
    carries = has(state, unit, "transport") or has(state, unit, "carrier")
    aboard = [u for u in state.units.values() if u.aboard == unit.id] if carries else []
    cargo = tuple(sorted((u.type, u.owner) for u in aboard))
    way = (unit.assault,) if unit.assault else (unit.came_from, unit.used)
    if unit.owner != state.power:
        way = (now(state).decks.get(unit.id, ""),)
    return (unit.type, unit.owner, unit.damage, cargo, *map(str, way))


def _outline(state: State, chosen: Iterable[str]) -> tuple[str, ...]:
    counts = Counter(chosen)
    return tuple(sorted(f"{alike(state, state.units[i])} {times}" for i, times in counts.items()))


def _dearness(state: State, unit: Unit) -> tuple[int, int, str]:
    kind = type_of(state, unit)
    return (kind.cost, kind.attack + kind.defence, unit.id)


def _pick(state: State, which: str, order: Sequence[Unit], first_hits: bool) -> tuple[str, ...]:
    """As many casualties as are due, in an order of preference, transports last; `first_hits`: what sinks nobody first."""
    hits, room, number = now(state).hits.get(which, {}), places(state, which), due(state, which)
    copies = [unit.id for unit in order for _ in range(room[unit.id])]
    if first_hits:
        copies = [unit.id for unit in order for _ in range(room[unit.id] - 1)] + [unit.id for unit in order]
    copies.sort(key=lambda i: has(state, state.units[i], "transport"))
    kinds = [kind for kind, scored in hits.items() if scored]
    if len(kinds) == 1:
        return tuple(sorted([i for i in copies if reaches(state, kinds[0], state.units[i])][:number]))
    reached = {i: _reached_by(state, hits, i) for i in room}
    chosen: list[str] = []
    taken = Counter[frozenset[str]]()
    full: set[frozenset[str]] = set()
    for unit_id in copies:
        kind = reached[unit_id]
        if len(chosen) == number or kind in full:
            continue
        if _matched(hits, taken + Counter([kind])) > len(chosen):
            chosen.append(unit_id)
            taken[kind] += 1
        else:
            full.add(kind)
    return tuple(sorted(chosen))


def _name(state: State, unit_id: str) -> str:
    unit = state.units[unit_id]
    return f"The {type_of(state, unit).name} of {news.name_of_power(state, unit.owner)}"

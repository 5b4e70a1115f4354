"""Which units of a space can go, those alike together, and the ways open to what is picked."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from room40.combined_arms.reach import Manner, Reach, Way
from room40.combined_arms.views import UnitView, View
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.ferrying import Trip, trips
from room40_client.tui.combined_arms.homeward import decks
from room40_client.tui.combined_arms.papers import terms

NAMED = 24
"""So many characters name units one by one in a sentence of what they cannot do; more are counted."""


class Group(Struct, frozen=True):
    """Units that are alike for a move: any number of them may be picked. `left`: movement left to each."""

    ids: tuple[str, ...]
    type: str
    left: int
    note: str


def groups(view: View, reach: Reach, space: str) -> list[Group]:
    """The units of the power in turn that can go from a space, in the order of the unit table."""
    alike: dict[tuple[str, int, str], list[str]] = {}
    for key, unit in view.units.items():
        if unit.owner == view.power and unit.space == space:
            alike.setdefault((unit.type, _left(view, unit), _note(view, key, unit)), []).append(key)
    order = {key: number for number, key in enumerate(terms.type_order(view))}
    found = []
    for (kind, left, note), ids in sorted(alike.items(), key=lambda item: (order.get(item[0][0], 99), item[0][1:])):
        able = [i for i in ids if reach.ways((i,))]
        if able:
            found.append(Group(tuple(able), kind, left, note))
    return found


def _left(view: View, unit: UnitView) -> int:
    return max(0, view.setting.types[unit.type].move - unit.used)


def _note(view: View, key: str, unit: UnitView) -> str:
    """What tells a unit from others of its type: its ship, its cargo, what has happened to it."""
    notes = []
    if unit.aboard in view.units:
        ship = f"aboard the {terms.type_name(view, view.units[unit.aboard].type)}"
        notes.append(f"{ship}, goes ashore" if terms.domain(view, key) == "land" else ship)
    aboard = [i for i, other in view.units.items() if other.aboard == key]
    if aboard:
        flying = [i for i in aboard if view.units[i].owner == unit.owner and terms.domain(view, i) == "air"]
        cargo = [i for i in aboard if i not in flying]
        notes += [f"{words.units(view, flying)} aboard, to be moved apart"] if flying else []
        notes += [f"with {words.units(view, cargo)}"] if cargo else []
    if unit.damage:
        notes.append("damaged")
    if len(unit.path) > 1:
        notes.append(f"came from {terms.space_name(view, unit.path[0])}")
    return ", ".join(notes)


class Aim(Struct, frozen=True):
    """Units that were picked, and the ways open to them, by where they end."""

    units: tuple[str, ...]
    start: str
    ways: dict[str, tuple[Trip, ...]]


def aim(view: View, reach: Reach, units: Sequence[str]) -> Aim:
    """What these units can do together."""
    by_end: dict[str, list[Trip]] = {}
    for trip in trips(view, reach, units):
        way = trip.way
        if way.end == way.path[0] and (way.end not in reach.situation.met or not reach.in_combat_move):
            continue  # going out and back helps only where an enemy is to be fought (C1.3)
        if not reach.in_combat_move and not may_end(view, reach, units, way.end):
            continue
        by_end.setdefault(way.end, []).append(trip)
    start = view.units[units[0]].space
    return Aim(tuple(units), start, {end: tuple(found) for end, found in by_end.items()})


def may_end(view: View, reach: Reach, units: Sequence[str], end: str) -> bool:
    """Whether aircraft that end the non-combat move there have, or may yet have, a place to land (C4.3, K3.5, K3.6)."""
    flying = [i for i in units if terms.domain(view, i) == "air"]
    if not flying or end in reach.situation.fields:
        return True
    return view.setting.spaces[end].water and all(terms.has(view, i, "fighter") for i in flying)


def why_not(view: View, reach: Reach, units: Sequence[str], end: str) -> str:
    """Why units cannot go somewhere together, as far as can be said in a line."""
    there = terms.space_name(view, end)
    if all(view.units[i].space == end for i in units):
        return f"{words.units(view, units, NAMED)}: in {there} already."
    unable = [i for group in _alike(view, units) if end not in aim(view, reach, group[:1]).ways for i in group]
    if not unable:
        return f"Not all of these can go to {there} at once."
    others = "; the others can" if len(unable) < len(units) else ""
    return f"{words.units(view, unable, NAMED)} cannot go to {there}{_reason(view, reach, unable, end)}{others}."


def _alike(view: View, units: Sequence[str]) -> list[list[str]]:
    """These units, those that are alike for a move together."""
    found: dict[tuple[str, int, str], list[str]] = {}
    for key in units:
        unit = view.units[key]
        found.setdefault((unit.type, _left(view, unit), unit.aboard), []).append(key)
    return list(found.values())


def _reason(view: View, reach: Reach, units: Sequence[str], end: str) -> str:
    domains = {terms.domain(view, i) for i in units}
    space = view.setting.spaces[end]
    if space.impassable:
        return ": it is closed (K3.1)"
    if domains == {"sea"} and not space.water:
        return ": ships stay at sea"
    if not reach.in_combat_move and not space.water and end not in reach.situation.friendly:
        return ": it is not friendly"
    start = view.units[units[0]].space
    if domains == {"sea"} and _behind_a_shut_canal(view, reach, units, end):
        return ": the canal is shut (K3.2)"
    far, left = _distance(view, start, end, domains), max(_left(view, view.units[i]) for i in units)
    if far > left and "land" not in domains:
        return f": {far} spaces away, {left} movement left"
    if domains == {"air"} and not may_end(view, reach, units, end) and not reach.in_combat_move:
        return ": no landing there"
    return ""


def _behind_a_shut_canal(view: View, reach: Reach, units: Sequence[str], end: str) -> bool:
    """Whether the ships would come there but for a canal (K3.2)."""
    near = {view.units[units[0]].space, *aim(view, reach, units).ways}
    return any(one in near and other == end for one, other in reach.situation.shut)


def _distance(view: View, start: str, end: str, domains: Collection[str]) -> int:
    """How many spaces away a space is, for ships by water; 0 if there is no way at all."""
    seen, edge, far = {start}, {start}, 0
    while edge and end not in seen:
        far += 1
        near = {key for space in edge for key in view.setting.spaces[space].near}
        edge = {
            key
            for key in near - seen
            if not view.setting.spaces[key].impassable and ("sea" not in domains or view.setting.spaces[key].water)
        }
        seen |= edge
    return far if end in seen else 0


def ordered(view: View, found: Aim) -> list[str]:
    """The targets as they are gone through: fights first, then what is taken, then the others; nearer ones first.

    In the non-combat move decks that aircraft could land on come before zones without.
    """
    ranks = {"fights": 0, "takes": 1, "may fight": 2, "nothing": 3}

    def key(end: str) -> tuple[bool, int, int, str]:
        way = found.ways[end][0].way
        return (
            _lacks_deck(view, found.units, end),
            ranks.get(way.meets.value, 4),
            len(way.path),
            terms.space_name(view, end),
        )

    return sorted(found.ways, key=key)


def _lacks_deck(view: View, units: Sequence[str], end: str) -> bool:
    """Whether aircraft that end their last move there find no free deck as the carriers lie now (C4.3)."""
    flying = any(terms.domain(view, i) == "air" for i in units)
    if not flying or view.phase == "combat move" or not view.setting.spaces[end].water:
        return False
    return decks(view)[end] <= 0


def says(view: View, way: Way, units: Sequence[str] = ()) -> str:
    """A way in words: "The Strait > Port Tavik, a battle, 1 left"; for `units` also whether they find a deck there."""
    return ", ".join((words.path(view, way.path[1:]), *meets(view, way, units)))


def meets(view: View, way: Way, units: Sequence[str] = ()) -> list[str]:
    """What units do and meet at the end of a way, and the movement left to them."""
    said = []
    if way.manner is Manner.LOAD:
        said.append(f"go aboard {_ships(view, way.aboard.values())}")
    elif way.manner is Manner.LAND:
        said.append("an assault" if view.phase == "combat move" else "go ashore")
    if met := words.MEETS.get(way.meets.value, ""):
        said.append(met)
    if _lacks_deck(view, units, way.end):
        said.append("no deck there now")
    if way.manner not in (Manner.LOAD, Manner.LAND):
        said.append(f"{way.left} movement left")
    return said


def _ships(view: View, ids: Iterable[str]) -> str:
    ships = sorted({i for i in ids if i in view.units})
    return "the transport" if len(ships) == 1 else f"{len(ships)} transports"

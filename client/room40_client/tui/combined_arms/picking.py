"""Which units of a space can go, those alike together, and the ways open to what is picked."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from room40.combined_arms.reach import Manner, Reach, Way
from room40.combined_arms.views import UnitView, View
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.ferrying import Trip, trips
from room40_client.tui.combined_arms.papers import terms


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
        notes.append(f"with {words.units(view, aboard)}")
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
        if way.end == way.path[0] and way.end not in reach.situation.met:
            continue  # going out and back helps only where an enemy is (C1.3)
        by_end.setdefault(way.end, []).append(trip)
    start = view.units[units[0]].space
    return Aim(tuple(units), start, {end: tuple(found) for end, found in by_end.items()})


def ordered(view: View, found: Aim) -> list[str]:
    """The targets as they are gone through: fights first, then what is taken, then the others; nearer ones first."""
    ranks = {"fights": 0, "takes": 1, "may fight": 2, "nothing": 3}

    def key(end: str) -> tuple[int, int, str]:
        way = found.ways[end][0].way
        return (ranks.get(way.meets.value, 4), len(way.path), terms.space_name(view, end))

    return sorted(found.ways, key=key)


def says(view: View, way: Way) -> str:
    """A way in words: "The Strait > Port Tavik, a battle, 1 left"."""
    said = [words.path(view, way.path[1:])]
    if way.manner is Manner.LOAD:
        said.append(f"go aboard {_ships(view, way.aboard.values())}")
    elif way.manner is Manner.LAND:
        said.append("an assault" if view.phase == "combat move" else "go ashore")
    if meets := words.MEETS.get(way.meets.value, ""):
        said.append(meets)
    if way.manner not in (Manner.LOAD, Manner.LAND):
        said.append(f"{way.left} movement left")
    return ", ".join(said)


def _ships(view: View, ids: Iterable[str]) -> str:
    ships = sorted({i for i in ids if i in view.units})
    return "the transport" if len(ships) == 1 else f"{len(ships)} transports"

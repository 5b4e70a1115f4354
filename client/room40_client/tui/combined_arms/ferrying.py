"""Trips: what one wants done at a stroke and the rules hear as several moves: go aboard, sail, go ashore (K3.8)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from room40.combined_arms import orders as o
from room40.combined_arms.reach import Manner, Meets, Reach, Way
from room40.combined_arms.situation import COMBAT_MOVE
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


class Trip(Struct, frozen=True):
    """A way as it is shown, and the moves that it takes, in order."""

    way: Way
    moves: tuple[o.Move, ...]


def trips(view: View, reach: Reach, units: Sequence[str]) -> list[Trip]:
    """All that units in one space can do: by a single move, over the sea from coast to coast, from the sea ashore."""
    found = [Trip(way, (o.Move(tuple(units), way.path),)) for way in reach.ways(units)]
    known = {trip.way.end for trip in found}
    for trip in (*_overseas(view, reach, units), *_ashore(view, reach, units)):
        if trip.way.end not in known:
            known.add(trip.way.end)
            found.append(trip)
    return found


def _overseas(view: View, reach: Reach, units: Sequence[str]) -> Iterator[Trip]:
    """Land units go aboard transports beside them, are carried, and go ashore."""
    if any(terms.domain(view, unit) != "land" or view.units[unit].aboard for unit in units):
        return
    for load in [way for way in reach.ways(units) if way.manner is Manner.LOAD]:
        ships = tuple(sorted(set(load.aboard.values())))
        here = load.end
        if any(view.units[ship].space != here or view.units[ship].owner != view.power for ship in ships):
            continue
        for sail, there in _landings(view, reach, ships, here):
            aboard = o.Move(tuple(units), load.path, aboard=ships[0] if len(ships) == 1 else None)
            ashore = o.Move(tuple(units), (sail.end, there))
            yield _trip(reach, (*load.path, *sail.path[1:], there), (aboard, o.Move(ships, sail.path), ashore))


def _ashore(view: View, reach: Reach, units: Sequence[str]) -> Iterator[Trip]:
    """Transports sail with their cargo, and it goes ashore."""
    cargo = tuple(sorted(i for i, u in view.units.items() if u.aboard in units and _may_go(view, reach, i)))
    is_fleet = all(terms.domain(view, unit) == "sea" for unit in units)
    if not cargo or not is_fleet or any(view.units[i].owner != view.power or view.units[i].assault for i in cargo):
        return
    for sail, there in _landings(view, reach, tuple(units), view.units[units[0]].space):
        moves = (o.Move(tuple(units), sail.path), o.Move(cargo, (sail.end, there)))
        yield _trip(reach, (*sail.path, there), moves)


def _may_go(view: View, reach: Reach, unit: str) -> bool:
    """Whether cargo may go ashore in this phase: a gun not in the combat move, and nothing that has done its work."""
    seen = view.units[unit]
    if terms.domain(view, unit) != "land":
        return False
    if reach.in_combat_move:
        return not terms.has(view, unit, "anti-aircraft")
    return seen.moved_in != COMBAT_MOVE and not seen.fought


def _landings(view: View, reach: Reach, ships: tuple[str, ...], here: str) -> Iterator[tuple[Way, str]]:
    """Where ships can sail without a battle on the way, and the coasts that can be landed on from there."""
    spaces = view.setting.spaces
    for sail in reach.ways(ships):
        if sail.end == here or sail.meets is Meets.FIGHTS:
            continue
        for there in spaces[sail.end].near:
            friendly = there in reach.situation.friendly
            if not spaces[there].water and not spaces[there].impassable and friendly is not reach.in_combat_move:
                yield sail, there


def _trip(reach: Reach, path: tuple[str, ...], moves: tuple[o.Move, ...]) -> Trip:
    there = path[-1]
    meets = Meets.NOTHING
    if reach.in_combat_move:
        meets = Meets.FIGHTS if there in reach.situation.defended else Meets.TAKES
    return Trip(Way(Manner.LAND, path, 0, meets), moves)

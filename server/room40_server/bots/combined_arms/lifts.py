"""What transports can bring where: a ship, its way, and who boards it on the way (C4.8, K3.8)."""

from msgspec import Struct

from room40.combined_arms.reach import Manner
from room40_server.bots.combined_arms.muster import Muster

MOST_FOR_ONE = 6
"""So many land units are looked at for each ship."""


class Lift(Struct, frozen=True):
    """A transport that ends in `zone`. `cargo`: what is aboard already; `boards`: unit -> the zone where it boards."""

    ship: str
    path: tuple[str, ...]
    cargo: tuple[str, ...]
    boards: dict[str, str]

    @property
    def zone(self) -> str:
        """Where it ends."""
        return self.path[-1]

    @property
    def force(self) -> tuple[str, ...]:
        """All that it brings."""
        return (*self.cargo, *self.boards)


def lifts_to(muster: Muster, zone: str, taken: frozenset[str] = frozenset()) -> list[Lift]:
    """What the transports that have not been used can bring to a zone, the fullest first; nobody boards two of them."""
    ways: list[tuple[str, tuple[str, ...]]] = []
    for ship in muster.free("sea"):
        unit = muster.r.units[ship]
        if not muster.r.is_(unit, "transport") or muster.reach.berths.unloads(ship) or not _is_ready(muster, ship):
            continue
        if unit.space == zone:
            ways.append((ship, (zone,)))
        ways += [(ship, way.path) for way in muster.ways(ship) if way.manner is Manner.SAIL and way.end == zone]
    found: list[Lift] = []
    gone = set(taken)
    for ship, path in sorted(ways, key=lambda way: (len(way[1]), way[0])):
        if any(lift.ship == ship for lift in found):
            continue
        lift = _loaded(muster, ship, path, gone)
        if lift.force:
            found.append(lift)
            gone.update(lift.boards)
    return found


def order_lift(muster: Muster, lift: Lift, territory: str) -> None:
    """The orders of a lift: the ship sails, the units board, all of them land."""
    if len(lift.path) > 1:
        muster.go((lift.ship,), lift.path)
    muster.used.add(lift.ship)
    for unit_id, zone in lift.boards.items():
        muster.go((unit_id,), (muster.r.units[unit_id].space, zone), aboard=lift.ship)
    muster.guard.leave(lift.force)
    muster.go(lift.force, (lift.zone, territory))


def _is_ready(muster: Muster, ship: str) -> bool:
    unit = muster.r.units[ship]
    return muster.reach.in_combat_move or (unit.moved_in != "combat move" and not unit.fought)


def _loaded(muster: Muster, ship: str, path: tuple[str, ...], gone: set[str]) -> Lift:
    """A lift with the best that can board: one unit of any kind and one infantry in all (K2)."""
    r = muster.r
    aboard = [i for i in r.aboard.get(ship, ()) if r.units[i].owner == r.power and r.line(r.units[i]).domain == "land"]
    strangers = len(r.aboard.get(ship, ())) - len(aboard)
    held = list(muster.reach.berths.hold(ship))
    room = r.view.setting.transport_infantry - max(len(held), len(aboard) + strangers)
    heavy = any("infantry" not in r.line(r.units[i]).traits for i in held if i in r.units)
    boards: dict[str, str] = {}
    for unit_id, zone in _quay(muster, path, gone) if room > 0 else ():
        light = r.is_(r.units[unit_id], "infantry")
        if (heavy and not light) or unit_id in boards:
            continue
        if not muster.guard.may_leave([*boards, unit_id]):
            continue
        boards[unit_id] = zone
        heavy = heavy or not light
        if len(boards) == room:
            break
    cargo = tuple(i for i in aboard if not r.units[i].assault and i not in muster.used)
    return Lift(ship, path, cargo, boards)


def _quay(muster: Muster, path: tuple[str, ...], gone: set[str]) -> list[tuple[str, str]]:
    """The land units that could board on a way, the strongest first, and where."""
    r, hostile = muster.r, muster.reach.situation.hostile
    found: dict[str, str] = {}
    for zone in path:
        if zone in hostile:
            continue
        for land in r.spaces[zone].near:
            if not r.is_land(land):
                continue
            for unit_id in r.own("land", land):
                unit = r.units[unit_id]
                fresh = not unit.aboard and not unit.used and not unit.loaded and not unit.fought and not unit.moved_in
                if fresh and r.line(unit).attack and unit_id not in gone and unit_id not in muster.used:
                    found.setdefault(unit_id, zone)
    strongest = sorted(found, key=lambda i: (-r.line(r.units[i]).attack, i))
    infantry = [i for i in strongest if r.is_(r.units[i], "infantry")]
    return [(i, found[i]) for i in [*strongest[:MOST_FOR_ONE], *infantry[:MOST_FOR_ONE]]]

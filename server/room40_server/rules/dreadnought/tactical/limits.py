"""The limits of the set-up, one by one (7.2, 7.22 to 7.26, 5.2 Escort).

Rules of this file: a `Scene` is all that the set-up of one side depends on; a limit is a function of scene and placement
that gives the refusal, or None. `HARD` are those that every set-up must keep; "as close as possible" (7.23) is `nearer_hex`,
which asks whether a stack could stand nearer and still keep them.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from msgspec import Struct

from room40.dreadnought.boardplay import nearest
from room40.dreadnought.orders import Mission
from room40.geometry.hexgrid import Board, Hex, distance
from room40.geometry.seachart import Direction
from room40_server.rules.dreadnought.missions import nationalities
from room40_server.rules.dreadnought.state import Fleet, Ship
from room40_server.rules.dreadnought.tables import TacticalTable
from room40_server.rules.game import Refused

Placement = Mapping[Hex, tuple[str, ...]]


class Scene(Struct, frozen=True):
    """What the set-up of a side depends on: its fleets and their ships afloat, the light, and the other side.

    `entry`: with the initiative, fleet -> side of the board; empty without. `fronts`: without it, the numbered hexes of the
    sides by which the enemy comes on. `enemy`: with it, the hexes in which the enemy stands. `charges`: escort -> charge,
    both in the battle. `tows`: tug -> tow. `wants`: how many of the first eight ships must stand together, by side of entry
    ("" in the middle), where nationality or escorts allow fewer than the rule. `blind`: with the initiative, the other side
    is not in view, and nothing may depend on where it stands: `enemy` is empty, and the ring is the limit (H21.9).
    `parted`: the stacks of an escort need not touch each other where each touches its charge, for want of another set-up.
    """

    grid: Board
    table: TacticalTable
    detection: int
    fleets: tuple[Fleet, ...]
    ships: dict[str, Ship]
    home: dict[str, str]
    entry: dict[str, Direction] = {}
    fronts: tuple[Hex, ...] = ()
    enemy: tuple[Hex, ...] = ()
    charges: dict[str, str] = {}
    tows: dict[str, str] = {}
    wants: dict[str, int] = {}
    blind: bool = False
    parted: bool = False

    @property
    def clause(self) -> str:
        """The clause by which this side sets up."""
        return "7.24" if self.entry else "7.23"


Limit = Callable[[Scene, Placement], Refused | None]


def of_fleet(scene: Scene, places: Placement, fleet_id: str) -> dict[Hex, tuple[str, ...]]:
    """Where the ships of one fleet stand."""
    found = {h: tuple(i for i in ships if scene.home.get(i) == fleet_id) for h, ships in places.items()}
    return {h: ships for h, ships in found.items() if ships}


def touching(one: Hex, others: Iterable[Hex]) -> bool:
    """Whether a hex is adjacent to one of the others."""
    return any(distance(one, other) == 1 for other in others)


def is_chain(hexes: Iterable[Hex]) -> bool:
    """Whether one can go from each of these hexes to every other by steps between adjacent ones."""
    left = set(hexes)
    reached = [left.pop()] if left else []
    while reached:
        here = reached.pop()
        near = [h for h in left if distance(h, here) == 1]
        left.difference_update(near)
        reached.extend(near)
    return not left


def forces(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The ships that set up together: by side of entry with the initiative, all in the middle ("") without."""
    found: dict[str, tuple[str, ...]] = {}
    for ship, fleet in scene.home.items():
        key = scene.entry[fleet].value if scene.entry else ""
        found[key] = (*found.get(key, ()), ship)
    return found


def full_wants(scene: Scene) -> dict[str, int]:
    """How many ships of each force must stand in one or two adjacent first hexes (7.23, 7.24): eight, or all it has."""
    return {force: min(scene.table.first_ships, len(ships)) for force, ships in forces(scene).items()}


def first_hexes(scene: Scene, force: str) -> tuple[Hex, ...]:
    """The hexes in which the first eight ships stand: numbered ones of the side of entry, or the shaded centre (7.23,
    7.24).
    """
    return _first_hexes(scene.grid, force)


@cache
def _first_hexes(grid: Board, force: str) -> tuple[Hex, ...]:
    return grid.numbered(Direction(force)) if force else grid.centre()


def all_placed(scene: Scene, places: Placement) -> Refused | None:
    """Every ship once, on the board (7.2)."""
    seen: set[str] = set()
    for hex_, ships in places.items():
        if hex_ not in scene.grid:
            return Refused("7.2", f"{hex_} is no hex of the board.", str(hex_))
        for ship in ships:
            if ship not in scene.home:
                return Refused("7.2", f"You have no ship {ship!r} to set up.", ship)
            if ship in seen:
                return Refused("7.2", f"{scene.ships[ship].name} is set up twice.", ship)
            seen.add(ship)
    left = next((i for i in scene.home if i not in seen), None)
    return Refused("7.2", f"{scene.ships[left].name} is not set up.", left) if left else None


def stacks(scene: Scene, places: Placement) -> Refused | None:
    """At most eight ships of a side in a hex (7.2)."""
    most = scene.table.stack
    full = next((h for h, ships in places.items() if len(ships) > most), None)
    if full is None:
        return None
    return Refused("7.2", f"{scene.grid.name(full)} holds {len(places[full])} ships; {most} is the most.", str(full))


def chains(scene: Scene, places: Placement) -> Refused | None:
    """A fleet stands in one hex or in a chain of adjacent ones (7.22, 7.25)."""
    for fleet in scene.fleets:
        charge = scene.charges.get(fleet.id, "") if scene.parted else ""
        if not is_chain([*of_fleet(scene, places, fleet.id), *of_fleet(scene, places, charge)]):
            clause = "7.25" if fleet.mission is Mission.RAIDING else "7.22"
            return Refused(clause, f"Fleet {fleet.number} must stand in one hex or in adjacent hexes.", fleet.id)
    return None


def least_stacks(scene: Scene, places: Placement) -> Refused | None:
    """At least four ships of a fleet in each of its hexes, raiders apart (7.22, 7.25); nationality beats it (H21.2)."""
    least = scene.table.least_stack
    for fleet in scene.fleets:
        own = of_fleet(scene, places, fleet.id)
        if fleet.mission is Mission.RAIDING or len(own) < 2:
            continue
        for hex_, ships in own.items():
            if len(ships) >= least:
                continue
            # a short stack is right where no other hex of the fleet has ships of its nationality, or could take it in
            if any(_belong_together(scene, ships, others) for h, others in own.items() if h != hex_):
                where = f"{len(ships)} of its ships in {scene.grid.name(hex_)}"
                return Refused("7.22", f"Fleet {fleet.number} has {where}; {least} is the least.", fleet.id)
    return None


def _belong_together(scene: Scene, some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return len(_nations(scene, some + others)) <= 1 or bool(_nations(scene, some) & _nations(scene, others))


def _nations(scene: Scene, ships: Iterable[str]) -> frozenset[str]:
    # a tow stands with her tug whatever her flag, so it does not count (H11)
    return nationalities(scene.ships[i] for i in ships if i not in scene.tows.values())


def one_nation(scene: Scene, places: Placement) -> Refused | None:
    """One nationality in a hex, but where all who stand there are of fleets of four ships or fewer (7.26)."""
    small = {f.id for f in scene.fleets if _size(scene, f) <= scene.table.mixed_nationality_ships}
    for hex_, ships in places.items():
        nations = _nations(scene, ships)
        if len(nations) > 1 and not all(scene.home[i] in small for i in ships):
            sentence = f"Ships of {' and '.join(sorted(nations))} may not stand together in {scene.grid.name(hex_)}."
            return Refused("7.26", sentence, str(hex_))
    return None


def _size(scene: Scene, fleet: Fleet) -> int:
    return sum(home == fleet.id for home in scene.home.values())


def escorts(scene: Scene, places: Placement) -> Refused | None:
    """An escort stands in hexes adjacent to its charge (5.2 Escort)."""
    for escort, charge in scene.charges.items():
        guarded = of_fleet(scene, places, charge)
        for hex_ in of_fleet(scene, places, escort):
            if hex_ in guarded or not touching(hex_, guarded):
                number = {f.id: f.number for f in scene.fleets}
                sentence = f"Fleet {number[escort]} stands in hexes adjacent to Fleet {number[charge]}, which it escorts."
                return Refused("5.2", sentence, escort)
    return None


def tows(scene: Scene, places: Placement) -> Refused | None:
    """A ship in tow stands with her tug (H11)."""
    at = {ship: hex_ for hex_, ships in places.items() for ship in ships}
    for tug, tow in scene.tows.items():
        if at[tug] != at[tow]:
            return Refused("H11", f"{scene.ships[tow].name} is in tow of {scene.ships[tug].name}: they stand together.", tow)
    return None


def together(scene: Scene, places: Placement, force: str) -> int:
    """How many of a force's ships stand in that one or those two adjacent first hexes which hold most."""
    members = set(forces(scene)[force])
    counts = {h: sum(i in members for i in places.get(h, ())) for h in first_hexes(scene, force)}
    pairs = [counts[a] + counts[b] for a in counts for b in counts if distance(a, b) == 1]
    return max([*pairs, *counts.values()])


def first_eight(scene: Scene, places: Placement) -> Refused | None:
    """Eight ships in one or two adjacent first hexes before any stand elsewhere (7.23, 7.24)."""
    for force, full in full_wants(scene).items():
        wanted = scene.wants.get(force, full)
        if together(scene, places, force) < wanted:
            what = f"numbered hexes of the {force} side" if force else "shaded central hexes"
            sentence = f"{wanted} ships stand in one or two adjacent {what} before any stand elsewhere."
            return Refused(scene.clause, sentence, force)
    return None


def on_range(scene: Scene, places: Placement) -> Refused | None:
    """Nobody nearer to the enemy, or to where he comes on, than the detection range (7.23, 7.24); blind, on the ring."""
    if scene.blind:
        inside = next((h for h in places if not scene.grid.is_ring(h)), None)
        if inside is None:
            return None
        name = scene.grid.name(inside)
        return Refused("7.24", f"The enemy is not in view: you set up in the outermost ring, and {name} is not of it.", name)
    what = "the enemy" if scene.entry else "the numbered hexes where the enemy comes on"
    for hex_ in places:
        found = nearest(hex_, scene.enemy if scene.entry else scene.fronts)
        if found is not None and found < scene.detection:
            name = scene.grid.name(hex_)
            return Refused(scene.clause, f"{name} is {found} hexes from {what}; {scene.detection} is the least.", str(hex_))
    return None


def keeps_range(scene: Scene, hex_: Hex) -> bool:
    """Whether a hex is not too near to the enemy, or to where he comes on (7.23, 7.24)."""
    return on_range(scene, {hex_: ()}) is None


def joined(scene: Scene, places: Placement) -> Refused | None:
    """Ships beyond the first eight stand in or beside hexes that their own hold (7.23, 7.24, H21.17)."""
    for ships in forces(scene).values():
        held = [h for h, there in places.items() if any(i in ships for i in there)]
        if is_chain(held):
            continue
        far = next((h for h in held if not touching(h, held)), held[-1])
        name = scene.grid.name(far)
        return Refused(scene.clause, f"{name} does not touch the other hexes in which your ships stand.", str(far))
    return None


HARD: tuple[Limit, ...] = (
    all_placed, stacks, one_nation, least_stacks, chains, tows, escorts, first_eight, on_range, joined,
)  # fmt: skip
"""The limits that every set-up must keep, in the order in which they are told."""


def fault(scene: Scene, places: Placement) -> Refused | None:
    """The first hard limit that a set-up breaks, or None."""
    return next((found for limit in HARD if (found := limit(scene, places)) is not None), None)


def nearer_hex(scene: Scene, places: Placement) -> tuple[str, Hex, Hex] | None:
    """A fleet's stack in the middle that could stand nearer to where the enemy comes on (7.23): fleet, hex, nearer hex.

    I: "as close as possible" is tried stack by stack: no part of a fleet in a hex could go to a nearer one and the whole
    set-up still keep all limits. To several sides it is the nearest that counts (H21.16).
    """
    if not scene.fronts:
        return None
    far = {h: nearest(h, scene.fronts) or 0 for h in scene.grid.hexes()}
    for hex_, ships in sorted(places.items(), key=lambda item: -far[item[0]]):
        better = sorted((h for h in far if scene.detection <= far[h] < far[hex_]), key=lambda h: (far[h], h))
        for fleet in dict.fromkeys(scene.home[i] for i in ships):
            moving = tuple(i for i in ships if scene.home[i] == fleet)
            staying = tuple(i for i in ships if scene.home[i] != fleet)
            for there in better:
                moved = {**places, hex_: staying, there: (*places.get(there, ()), *moving)}
                if fault(scene, {h: s for h, s in moved.items() if s}) is None:
                    return fleet, hex_, there
    return None

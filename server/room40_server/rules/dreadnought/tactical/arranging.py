"""Setting up for a player who asks, and what the server offers to one who does not (7.22 to 7.28).

Rules of this file: what it arranges passes `limits`. It never weakens a limit but the number of the first eight, where no
set-up at all could reach it; only where none can be found at all it crams the ships in as it can, so that a battle goes on.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought.boardplay import nearest, neighbours_on
from room40.dreadnought.orders import Mission
from room40.geometry.hexgrid import CENTRE, Hex, distance
from room40_server.rules.dreadnought.missions import nationalities
from room40_server.rules.dreadnought.state import Fleet
from room40_server.rules.dreadnought.tactical import limits
from room40_server.rules.dreadnought.tactical.limits import Placement, Scene

_TRIES = 1200
"""Steps of a search before it is given up; no rule."""
_DIVISIONS = 40
"""Ways of dividing a force into stacks that are tried; no rule."""


class Parcel(Struct, frozen=True):
    """Ships of a fleet that the umpire puts into one hex."""

    fleet: str
    ships: tuple[str, ...]


class Search:
    """A search for the nearest legal set-up: what is found, and the steps left. `contented`: any legal one will do."""

    def __init__(self, scene: Scene, contented: bool = False) -> None:
        self.scene = scene
        self.contented = contented or not scene.fronts
        self.open = frozenset(h for h in scene.grid.hexes() if limits.keeps_range(scene, h))
        self.force = {f.id: scene.entry[f.id].value if scene.entry else "" for f in scene.fleets}
        self.members = {force: frozenset(ships) for force, ships in limits.forces(scene).items()}
        self.best: dict[Hex, tuple[str, ...]] = {}
        self.cost = 0
        self.left = _TRIES

    def run(self) -> dict[Hex, tuple[str, ...]]:
        """The nearest set-up found; empty if none is legal."""
        for parcels in _divisions(self.scene):
            self._place(parcels, {}, 0)
            if self.left <= 0 or (self.best and self.contented):
                break
        return self.best

    def _place(self, left: Sequence[Parcel], places: dict[Hex, tuple[str, ...]], cost: int) -> None:
        """Parcel by parcel, the best hex first; what cannot become nearer than the best is not followed."""
        if not left:
            if limits.fault(self.scene, places) is None:
                self.best, self.cost = places, cost
            return
        parcel, rest = left[0], left[1:]
        waiting = sum(len(p.ships) for p in rest) * self.scene.detection
        for hex_ in self._hexes_for(parcel, places):
            if self.left <= 0 or (self.best and self.contented):
                return
            self.left -= 1
            there = cost + len(parcel.ships) * distance_to_front(self.scene, hex_)
            stands = {**places, hex_: (*places.get(hex_, ()), *parcel.ships)}
            if (not self.best or there + waiting < self.cost) and self._may_reach(parcel.fleet, stands, rest):
                self._place(rest, stands, there)

    def _may_reach(self, fleet: str, places: dict[Hex, tuple[str, ...]], rest: Sequence[Parcel]) -> bool:
        """Whether those of the fleet's force still to be placed could bring the first eight to their number."""
        force = self.force[fleet]
        wanted = self.scene.wants.get(force, 0)
        return limits.together(self.scene, places, force) + sum(
            len(p.ships) for p in rest if self.force[p.fleet] == force
        ) >= wanted  # fmt: skip

    def _hexes_for(self, parcel: Parcel, places: dict[Hex, tuple[str, ...]]) -> list[Hex]:
        """The hexes in which a parcel may go as far as can be told before the rest stands, the best first."""
        scene, force = self.scene, self.force[parcel.fleet]
        held = [h for h, ships in places.items() if not self.members[force].isdisjoint(ships)]
        firsts = limits.first_hexes(scene, force)
        wanted = scene.wants.get(force, 0)
        near = _candidates(scene, firsts, held)
        if limits.together(scene, places, force) < wanted:
            near = tuple(h for h in near if h in firsts) or near
        room = [h for h in near if h in self.open and self._has_room(parcel, places.get(h, ()), h)]
        own = limits.of_fleet(scene, places, parcel.fleet)
        charge = scene.charges.get(parcel.fleet)
        if own and not (scene.parted and charge is not None):
            room = [h for h in room if h in own or limits.touching(h, own)]
        if charge is not None:
            guarded = limits.of_fleet(scene, places, charge)
            room = [h for h in room if h not in guarded and limits.touching(h, guarded)]
        return sorted(room, key=lambda h: (distance_to_front(scene, h), _off_centre(h), -len(places.get(h, ())), h))

    def _has_room(self, parcel: Parcel, there: tuple[str, ...], hex_: Hex) -> bool:
        """Whether a parcel may join those who stand in a hex, by their number and nationality."""
        ships = (*there, *parcel.ships)
        return len(ships) <= self.scene.table.stack and limits.one_nation(self.scene, {hex_: ships}) is None


def arrange(scene: Scene) -> dict[Hex, tuple[str, ...]]:
    """A legal set-up of the whole side, as near as possible in the middle (7.23); empty if the umpire finds none."""
    scene, found = _reach(scene)
    places = (Search(scene).run() if scene.fronts else found) or found
    while places:
        close = limits.nearer_hex(scene, places)
        if close is None:
            break
        fleet, hex_, there = close
        moving = tuple(i for i in places[hex_] if scene.home[i] == fleet)
        staying = tuple(i for i in places[hex_] if scene.home[i] != fleet)
        places = {**places, hex_: staying, there: (*places.get(there, ()), *moving)}
        places = {h: s for h, s in places.items() if s}
    return places


def crammed(scene: Scene) -> dict[Hex, tuple[str, ...]]:
    """Every ship in some hex, fleet by fleet, from the first hexes outwards: for want of a set-up that keeps all limits."""
    places: dict[Hex, tuple[str, ...]] = {}
    for fleet in _in_turn(scene):
        firsts = limits.first_hexes(scene, scene.entry[fleet.id].value if scene.entry else "")
        hexes = sorted(scene.grid.hexes(), key=lambda h: (not limits.keeps_range(scene, h), nearest(h, firsts), h))
        for parcel in next(_parcels(scene, fleet)):
            size = len(parcel.ships)
            hex_ = next(h for h in hexes if h not in scene.enemy and len(places.get(h, ())) + size <= scene.table.stack)
            places[hex_] = (*places.get(hex_, ()), *parcel.ships)
    return places


def distance_to_front(scene: Scene, hex_: Hex) -> int:
    """How far a hex is from where the enemy comes on; 0 for the side that does come on."""
    return nearest(hex_, scene.fronts) or 0


def total(scene: Scene, places: Placement) -> int:
    """How far all ships together stand from where the enemy comes on (7.23)."""
    return sum(len(ships) * distance_to_front(scene, h) for h, ships in places.items())


def least_total(scene: Scene) -> int:
    """What `total` cannot be less than: the first eight in the nearest central hex, the rest at the detection range."""
    number = len(scene.home)
    first = min(number, scene.table.first_ships)
    near = min(distance_to_front(scene, h) for h in limits.first_hexes(scene, ""))
    return first * near + (number - first) * min(near, scene.detection)


def reachable(scene: Scene) -> Scene:
    """The scene, with the number of the first eight lowered where nationality or escorts let no set-up reach it (H21.2), and
    the stacks of escorts parted by their charge where no set-up at all is found otherwise."""
    return _reach(scene)[0]


def _reach(scene: Scene) -> tuple[Scene, dict[Hex, tuple[str, ...]]]:
    """`reachable`, and a legal set-up in it; empty if none is found."""
    whole = _lowered(scene)
    parted = _lowered(replace(scene, parted=True)) if scene.charges and not whole[1] else whole
    return parted if parted[1] else whole


def _lowered(scene: Scene) -> tuple[Scene, dict[Hex, tuple[str, ...]]]:
    full = limits.full_wants(scene)
    scene, found = _with_wants(scene, full)
    if found:
        return scene, found
    low, high = 0, max(full.values())
    scene, found = _with_wants(scene, dict.fromkeys(full, 0))
    while found and high - low > 1:  # one is found with `high` fewer, none with `low`
        middle = (low + high) // 2
        trial = _with_wants(scene, {force: max(0, wanted - middle) for force, wanted in full.items()})
        low, high = (low, middle) if trial[1] else (middle, high)
        scene, found = trial if trial[1] else (scene, found)
    for force in full if found and len(full) > 1 else ():  # not for all who come on by several sides need it be lowered
        trial = _with_wants(scene, {**scene.wants, force: full[force]})
        scene, found = trial if trial[1] else (scene, found)
    return (scene, found) if found else (replace(scene, wants=full), {})


def _with_wants(scene: Scene, wants: dict[str, int]) -> tuple[Scene, dict[Hex, tuple[str, ...]]]:
    trial = replace(scene, wants=wants)
    return trial, Search(trial, contented=True).run()


def _in_turn(scene: Scene) -> list[Fleet]:
    sizes = {f.id: sum(home == f.id for home in scene.home.values()) for f in scene.fleets}
    return sorted(scene.fleets, key=lambda f: (f.id in scene.charges, -sizes[f.id], f.number))


def _divisions(scene: Scene) -> Iterator[list[Parcel]]:
    """Ways of dividing the force into stacks: charges before their escorts, large fleets first, few stacks first."""
    options = [list(_parcels(scene, fleet)) for fleet in _in_turn(scene)]
    for choice in islice(product(*options), _DIVISIONS):
        yield [parcel for fleet in choice for parcel in fleet]


def _candidates(scene: Scene, firsts: tuple[Hex, ...], held: Sequence[Hex]) -> tuple[Hex, ...]:
    if not held:
        return firsts
    return tuple(dict.fromkeys([*held, *(n for h in held for n in neighbours_on(scene.grid, h))]))


def _off_centre(hex_: Hex) -> int:
    # on a side of the ring the inner numbered hexes lie nearest to the board's middle in a straight line
    return hex_.q**2 + hex_.r**2 + hex_.q * hex_.r if distance(hex_, CENTRE) else 0


def _parcels(scene: Scene, fleet: Fleet) -> Iterator[list[Parcel]]:
    """The ways in which a fleet may be divided into stacks, one nationality each where that is asked for (7.22, 7.26)."""
    ships = [i for i, home in scene.home.items() if home == fleet.id]
    kinds = [[_shared_out(scene, kin, sizes) for sizes in _sizes(scene, len(kin))] for kin in _nations(scene, ships)]
    for choice in product(*kinds):
        yield sorted((Parcel(fleet.id, part) for parts in choice for part in parts), key=lambda p: -len(p.ships))


def _sizes(scene: Scene, number: int) -> list[tuple[int, ...]]:
    """The sizes of stacks into which so many ships may be divided: whole if they fit, a full stack and small ones, equal."""
    most, least = scene.table.stack, scene.table.least_stack
    if number <= most and number < 2 * least:
        return [(number,)]
    found: list[tuple[int, ...]] = [] if number > most else [(number,)]
    for full in range(number // most, -1, -1):
        rest = number - full * most
        for parts in range(-(-rest // most), rest // least + 1):
            if parts or not rest:
                equal = [rest // parts + (n < rest % parts) for n in range(parts)] if parts else []
                found.append((*[most] * full, *equal))
    return list(dict.fromkeys(found))


def _nations(scene: Scene, ships: list[str]) -> list[list[str]]:
    """The ships of a fleet by nationality as 7.26 divides them, those that count as any with the most numerous."""
    if len(ships) <= scene.table.mixed_nationality_ships or len(nationalities(scene.ships[i] for i in ships)) <= 1:
        return [ships]
    kin: dict[str, list[str]] = {}
    anyones = []
    for ship in ships:
        nation = nationalities([scene.ships[ship]])
        with_others = nationalities([scene.ships[ship], *(scene.ships[i] for i in ships)])
        if nation <= with_others:
            kin.setdefault(next(iter(nation)), []).append(ship)
        else:
            anyones.append(ship)
    largest = max(kin.values(), key=len)
    largest.extend(anyones)
    return list(kin.values())


def _shared_out(scene: Scene, ships: list[str], sizes: tuple[int, ...]) -> list[tuple[str, ...]]:
    """Ships in parts of these sizes, in the order of the fleet; a tug and her tow in one part (H11)."""
    towed = set(scene.tows.values())
    units = [(i, scene.tows[i]) if i in scene.tows else (i,) for i in ships if i not in towed]
    parts: list[list[str]] = [[] for _ in sizes]
    for unit in sorted(units, key=lambda u: -len(u)):
        fits = [p for p, size in zip(parts, sizes, strict=True) if len(p) + len(unit) <= size]
        (fits[0] if fits else min(parts, key=len)).extend(unit)
    return [tuple(p) for p in parts]


def may_stand(scene: Scene, fleet: Fleet) -> tuple[Hex, ...]:
    """The hexes in which ships of a fleet may stand, where the rest of the set-up agrees (7.23, 7.24).

    The first hexes; where some may stand elsewhere also those within reach of a chain that keep the range.
    """
    force = scene.entry[fleet.id].value if scene.entry else ""
    firsts = limits.first_hexes(scene, force)
    members = limits.forces(scene)[force]
    others = len(members) - scene.wants.get(force, limits.full_wants(scene)[force])
    with_him = [f for f in scene.fleets if any(scene.home[i] == f.id for i in members)]
    beyond = -(-others // scene.table.least_stack)  # hexes that the others may need, in a row
    if len(with_him) > 1 or _most_stacks(scene, fleet) > 1:
        beyond = min(others, max(beyond, sum(_most_stacks(scene, f) for f in with_him) - 1))
    near = [h for h in scene.grid.hexes() if h in firsts or (nearest(h, firsts) or 0) <= beyond]
    return tuple(h for h in near if h in firsts or limits.keeps_range(scene, h))


def _most_stacks(scene: Scene, fleet: Fleet) -> int:
    """The most hexes in which a fleet may stand (7.22, 7.25, 7.26)."""
    ships = [scene.ships[i] for i, home in scene.home.items() if home == fleet.id]
    if fleet.mission is Mission.RAIDING:
        return len(ships)
    kinds = len(nationalities(ships)) if len(ships) > scene.table.mixed_nationality_ships else 1
    return max(1, len(ships) // scene.table.least_stack) + kinds - 1

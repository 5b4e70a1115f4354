"""Setting up for a player who asks, and what the server offers to one who does not (7.22 to 7.28).

Rules of this file: what it arranges passes `limits`, or it arranges nothing; it never weakens a limit but the number of
the first eight, where no set-up at all could reach it.
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
    """A search for the nearest legal set-up: what is found so far, and the steps left."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.force = {f.id: scene.entry[f.id].value if scene.entry else "" for f in scene.fleets}
        self.members = {force: frozenset(ships) for force, ships in limits.forces(scene).items()}
        self.best: dict[Hex, tuple[str, ...]] = {}
        self.cost = 0
        self.left = _TRIES

    def run(self) -> dict[Hex, tuple[str, ...]]:
        """The nearest set-up found; empty if none is legal."""
        for parcels in _divisions(self.scene):
            self._place(parcels, {}, 0)
            if self.left <= 0 or (self.best and not self.scene.fronts):
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
            if self.left <= 0 or (self.best and not self.scene.fronts):
                return
            self.left -= 1
            there = cost + len(parcel.ships) * distance_to_front(self.scene, hex_)
            if not self.best or there + waiting < self.cost:
                self._place(rest, {**places, hex_: (*places.get(hex_, ()), *parcel.ships)}, there)

    def _hexes_for(self, parcel: Parcel, places: dict[Hex, tuple[str, ...]]) -> list[Hex]:
        """The hexes in which a parcel may go as far as can be told before the rest stands, the best first."""
        scene, force = self.scene, self.force[parcel.fleet]
        held = [h for h, ships in places.items() if not self.members[force].isdisjoint(ships)]
        firsts = limits.first_hexes(scene, force)
        wanted = scene.wants.get(force, 0)
        near = _candidates(scene, firsts, held)
        if limits.together(scene, places, force) < wanted:
            near = tuple(h for h in near if h in firsts) or near
        room = [h for h in near if len(places.get(h, ())) + len(parcel.ships) <= scene.table.stack]
        own = limits.of_fleet(scene, places, parcel.fleet)
        if own:
            room = [h for h in room if h in own or limits.touching(h, own)]
        charge = scene.charges.get(parcel.fleet)
        if charge is not None:
            guarded = limits.of_fleet(scene, places, charge)
            room = [h for h in room if h not in guarded and limits.touching(h, guarded)]
        return sorted(room, key=lambda h: (distance_to_front(scene, h), _off_centre(h), -len(places.get(h, ())), h))


def arrange(scene: Scene) -> dict[Hex, tuple[str, ...]]:
    """A legal set-up of the whole side, as near as possible in the middle (7.23); empty if the umpire finds none."""
    scene = reachable(scene)
    places = Search(scene).run()
    while places:
        found = limits.nearer_hex(scene, places)
        if found is None:
            break
        fleet, hex_, there = found
        moving = tuple(i for i in places[hex_] if scene.home[i] == fleet)
        staying = tuple(i for i in places[hex_] if scene.home[i] != fleet)
        places = {**places, hex_: staying, there: (*places.get(there, ()), *moving)}
        places = {h: s for h, s in places.items() if s}
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
    """The scene, with the number of the first eight lowered where nationality or escorts let no set-up reach it (H21.2)."""
    wants = {force: min(scene.table.first_ships, len(ships)) for force, ships in limits.forces(scene).items()}
    while True:
        trial = replace(scene, wants=wants, fronts=())  # any legal set-up will do
        if Search(trial).run() or not any(wants.values()):
            return replace(scene, wants=wants)
        wants = {force: max(0, wanted - 1) for force, wanted in wants.items()}


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

    The first hexes; with more than eight ships also those within reach of a chain that keep the range.
    """
    force = scene.entry[fleet.id].value if scene.entry else ""
    firsts = limits.first_hexes(scene, force)
    others = len(limits.forces(scene)[force]) - scene.wants.get(force, scene.table.first_ships)
    beyond = -(-max(0, others) // scene.table.least_stack) if fleet.mission is not Mission.RAIDING else others
    if scene.charges or any(n < scene.table.first_ships for n in scene.wants.values()):
        beyond = max(1, beyond)
    near = [h for h in scene.grid.hexes() if h in firsts or (nearest(h, firsts) or 0) <= beyond]
    return tuple(h for h in near if h in firsts or limits.on_range(scene, {h: ()}) is None)

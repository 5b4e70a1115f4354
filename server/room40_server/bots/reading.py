"""What a player of the computer reads out of its view: where it stands, how strong things are, where a counter is going."""

from collections.abc import Iterable

from room40.dreadnought.board_views import BattleShipView
from room40.dreadnought.sheet import Slot, end_of, read_slot
from room40.dreadnought.views import CounterView, FleetView, ShipView, View
from room40.geometry.seachart import Zone, parse_zone

CAPITAL = frozenset({"BB", "B", "BC", "CD", "CA"})
UNARMED = frozenset({"MERCHANT", "TROOPSHIP", "COLLIER", "TANKER", "SEAPLANE"})
UNKNOWN = 20.0
"""The strength a counter is taken for when nothing is known of it: a cruiser squadron's."""


def zone(text: str) -> Zone:
    """A zone out of a view: "J36 port" is J36."""
    found = parse_zone(text.split(" ")[0])
    if found is None:
        raise ValueError(text)
    return found


def slot(text: str) -> Slot:
    """A slot as the view writes it."""
    read = read_slot(text)
    return read if isinstance(read, Slot) else Slot()


def afloat(view: View, fleet: FleetView) -> list[ShipView]:
    """A fleet's ships that still float."""
    return [s for i in fleet.ships if not (s := view.ships[i]).sunk]


def places(view: View, fleet: FleetView) -> dict[int, tuple[Zone, bool]]:
    """Turn -> where the written slots leave the fleet, and whether in port, from this turn to the last written one."""
    here, port = zone(fleet.zone), fleet.in_port
    found: dict[int, tuple[Zone, bool]] = {}
    for turn in sorted(int(t) for t in fleet.sheet if int(t) >= view.turn):
        written = slot(fleet.sheet[str(turn)])
        here, port = end_of(here, written), written.port or (port and not written.zones)
        found[turn] = here, port
    return found


def ports(view: View, grades: Iterable[str] = ("major", "minor"), side: str | None = None) -> list[Zone]:
    """The zones of a side's ports (of the view's own, if none is said), by key."""
    owner = view.seat if side is None else side
    wanted = set(grades)
    return sorted(zone(key) for key, port in view.scenario.ports.items() if port.side == owner and port.grade in wanted)


def ship_strength(ship: ShipView | BattleShipView) -> float:
    """What a ship is worth in a fight: its guns and what it can take."""
    if ship.sunk or ship.kind in UNARMED:
        return 0.0
    guns = 2.0 * ship.primary + 1.0 * ship.secondary + 0.5 * ship.tertiary + 0.5 * ship.torpedo_mounts
    return guns + 0.7 * ship.hull


def fleet_strength(view: View, fleet: FleetView) -> float:
    """What an own fleet is worth in a fight."""
    return sum(ship_strength(ship) for ship in afloat(view, fleet))


def counter_strength(view: View, counter: CounterView) -> float:
    """What an enemy counter is taken to be worth: from an airship's report if there is one, else a guess."""
    if not counter.strength:
        return UNKNOWN
    numbers = dict(part.rsplit(" ", 1) for part in counter.strength.split(", "))
    return 22.0 * int(numbers.get("capital", 0)) + 5.0 * int(numbers.get("light", 0))


def hurt(view: View, fleet: FleetView) -> bool:
    """Whether the fleet has lost so much that it belongs in a port: half its hull, or a capital ship's way."""
    ships = afloat(view, fleet)
    built = {i: view.classes[s.card] for i in fleet.ships if (s := view.ships[i]).card in view.classes}
    whole = sum(c.hull for c in built.values())
    left = sum(s.hull for s in ships)
    return bool(ships) and (left * 2 <= whole or any(s.speed == "0" for s in ships))


def range_left(view: View, fleet: FleetView) -> int:
    """Zones the fleet can still make at one zone a turn; with a tow each costs a turn of rest too (H11)."""
    if not view.scenario.fuel:
        return 999
    ships = afloat(view, fleet)
    left = min((s.fuel for s in ships), default=0)
    return left // 2 if any(s.towing for s in ships) else left


def is_night(view: View, turn: int) -> bool:
    """Whether a turn is by night (H4)."""
    return (view.scenario.first_turn_of_day - 1 + turn - 1) % 6 + 1 in view.scenario.night

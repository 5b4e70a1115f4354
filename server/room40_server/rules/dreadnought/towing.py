"""Towing (H11, 7.34).

The tug and its tow are ships of one fleet. A fleet with a tow enters one zone in two turns: a turn in which it moves is
followed by one in which it stays.
"""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.setting import Kind
from room40_server.rules.dreadnought.state import Fleet, Ship, State, card, fleet_of, ships_of, with_ship, with_ships
from room40_server.rules.game import Refused

LARGE = frozenset({Kind.BB, Kind.B, Kind.BC})
SMALL = frozenset({Kind.DL, Kind.DD, Kind.TB, Kind.MS, Kind.GB, Kind.YACHT})


def size(state: State, ship: Ship) -> int:
    """The ship's towing group: 3 large, 2 medium, 1 small (H11)."""
    kind = card(state, ship).kind
    return 3 if kind in LARGE else 1 if kind in SMALL else 2


def has_tow(state: State, fleet: Fleet) -> bool:
    """Whether a ship of the fleet tows another."""
    return any(s.towing for s in ships_of(state, fleet))


def busy(state: State, fleet: Fleet) -> frozenset[str]:
    """Ships that tow or are towed: no torpedoes, mines or bombardment meanwhile (H11)."""
    ships = ships_of(state, fleet)
    return frozenset(i for s in ships if s.towing for i in (s.id, s.towing))


def may_enter(state: State, fleet: Fleet, turn: int) -> bool:
    """Whether a fleet with a tow may enter a zone in that turn: it must have stayed in the turn before (H11)."""
    before = fleet.sheet.get(turn - 1)
    return not has_tow(state, fleet) or before is None or not before.zones


def tow(state: State, side: Side, order: o.Tow, dice: Dice) -> State:
    """Take a ship in tow, or cast off (H11)."""
    ship, fleet = _own(state, side, order.ship)
    if order.towed is None:
        if not ship.towing:
            raise Refused("H11", f"{ship.name} has nothing in tow.", ship.id)
        state = with_ship(state, replace(ship, towing=""))
        return tell(
            state, side, "towing", f"{ship.name} casts off {state.ships[ship.towing].name} (H11).", "H11", fleet.zone
        )
    towed, other = _own(state, side, order.towed)
    if towed.id == ship.id:
        raise Refused("H11", f"{ship.name} cannot tow itself.", ship.id)
    if other.id != fleet.id:
        raise Refused("H11", f"{towed.name} is not in Fleet {fleet.number}, where {ship.name} is.", towed.id)
    if {ship.id, towed.id} & busy(state, fleet):
        raise Refused("H11", f"{ship.name} or {towed.name} already tows or is towed.", ship.id)
    if size(state, towed) > size(state, ship):
        raise Refused("H11", f"{ship.name} is too small to tow {towed.name}.", ship.id)
    if ship.speed == "0":
        raise Refused("H11", f"{ship.name} is dead in the water and can tow nothing.", ship.id)
    state = with_ship(state, replace(ship, towing=towed.id))
    return tell(state, side, "towing", f"{ship.name} takes {towed.name} in tow (H11).", "H11", fleet.zone)


def part(state: State) -> State:
    """Cast off every tow that has come apart: a ship sunk, dead in the water, or no longer in the same fleet (H11)."""
    lost = []
    for ship in state.ships.values():
        if not ship.towing:
            continue
        gone = ship.sunk or ship.speed == "0" or state.ships[ship.towing].sunk
        if gone or not _together(state, ship):
            lost.append(replace(ship, towing=""))
    return with_ships(state, lost) if lost else state


def cast_off(state: State, side: Side) -> State:
    """Cast off every tow whose two ships an order has put into different fleets, and say so (H11)."""
    for ship in state.ships.values():
        fleet = fleet_of(state, ship.id)
        if not ship.towing or ship.side != side or fleet is None or _together(state, ship):
            continue
        towed = state.ships[ship.towing].name
        state = with_ship(state, replace(ship, towing=""))
        text = f"{ship.name} casts off {towed}: they are no longer in one fleet (H11)."
        state = tell(state, side, "towing", text, "H11", fleet.zone)
    return state


def _together(state: State, tug: Ship) -> bool:
    fleet = fleet_of(state, tug.id)
    return fleet is not None and tug.towing in fleet.ships


def _own(state: State, side: Side, ship_id: str) -> tuple[Ship, Fleet]:
    """A ship of this side that is afloat, with its fleet; the same words for one that is another's or nobody's."""
    ship = state.ships.get(ship_id)
    fleet = fleet_of(state, ship_id)
    if ship is None or fleet is None or ship.side != side or ship.sunk:
        raise Refused("H11", f"You have no ship {ship_id!r} afloat in a fleet.", ship_id)
    return ship, fleet

"""Repair and reloading at the end of each turn (H7.5, H7.7)."""

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import damage, ports, torpedoes
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.setting import speed_rank
from room40_server.rules.dreadnought.state import Fleet, Ship, State, card, fleets_of, ships_of, with_ship, with_ships

DEAD, CRAWLING = "0", "1s"
_FASTER = {"0": "1s", "1s": "1", "1": "2", "1+": "2", "2": "2+", "2+": "2+"}


def step(state: State, dice: Dice) -> State:
    """Every ship dead in the water throws; ships in port reload, and in a major port are repaired (H7.5)."""
    for fleet in (f for side in Side for f in fleets_of(state, side)):
        for ship in ships_of(state, fleet):
            if ship.speed == DEAD:
                state = _raise_steam(state, fleet, ship, dice)
        state = _in_port(state, fleet)
    return state


def _raise_steam(state: State, fleet: Fleet, ship: Ship, dice: Dice) -> State:
    """Dead in the water: on a 6 she has steam again, `1s` (H7.5)."""
    die = dice.throw(f"repair {ship.id}")
    moving = die >= state.setting.tables.repair.dead_in_water_on
    if moving:
        state = with_ship(state, replace(ship, speed=CRAWLING))
    words = "has steam again, speed 1s" if moving else "is still dead in the water"
    return tell(state, fleet.side, "repair", f"{ship.name} {words}: die {die} (H7.5).", "H7.5", fleet.zone)


def _in_port(state: State, fleet: Fleet) -> State:
    resting = ports.rests_in_port(state, fleet)
    if resting:
        state = with_ships(state, (torpedoes.reload(s) for s in ships_of(state, fleet)))
    yard = resting and ports.is_major(state, fleet.zone)
    for ship in ships_of(state, fleet):
        turns = ship.repair_turns + 1 if yard and _hurt(state, ship) else 0
        if turns < state.setting.tables.repair.port_turns:
            state = with_ship(state, replace(ship, repair_turns=turns)) if turns != ship.repair_turns else state
            continue
        mended = mend(state, ship)
        state = with_ship(state, replace(mended, repair_turns=0))
        text = f"{ship.name} is repaired: hull {mended.hull}, speed {mended.speed} (H7.5)."
        state = tell(state, fleet.side, "repair", text, "H7.5", fleet.zone)
    return state


def mend(state: State, ship: Ship) -> Ship:
    """One hull box and one speed back, never above what she was built with; no guns, no boats (H7.5)."""
    return replace(ship, hull=min(_hull(state, ship), ship.hull + 1), speed=_faster(state, ship))


def _hurt(state: State, ship: Ship) -> bool:
    return ship.hull < _hull(state, ship) or ship.speed != card(state, ship).speed


def _hull(state: State, ship: Ship) -> int:
    built = card(state, ship)
    return damage.boxes_of(built.hull, ship.boats, built.boats) if damage.is_boats(built) else built.hull


def _faster(state: State, ship: Ship) -> str:
    """The next speed up, the inverse of damage's steps, but no faster than built: `1` of a `1+` ship becomes `1+`."""
    built = card(state, ship).speed
    better = _FASTER[ship.speed]
    return better if speed_rank(better) <= speed_rank(built) else built

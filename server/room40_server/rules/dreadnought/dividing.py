"""A fleet divided by its battle: some of its ships left the tactical map by one side, some did not (7.33, H21.18).

The counter goes with the larger part, on a tie with the one its owner chooses; the rest become a new fleet of the same
mission. With no free counter one is lent beyond the limit: it has a number above the side's counters, and joins another
fleet of its mission as soon as they are in one place.
"""

from msgspec.structs import replace

from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import forming, missions
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.state import Fleet, State, fleets_of, ships_of, with_fleet, with_fleets
from room40_server.rules.game import Refused


def divide(state: State, fleet_id: str, leaving: tuple[str, ...], zone: Zone, counter_leaves: bool = False) -> State:
    """The ships `leaving` go into `zone`, the others stay where the fleet is (7.33, H21.18).

    `counter_leaves` is its owner's choice on a tie. All leaving, or none, is no division: the fleet goes or stays whole.
    """
    fleet = state.fleets[fleet_id]
    gone = tuple(s for s in fleet.ships if s in leaving)
    kept = tuple(s for s in fleet.ships if s not in leaving)
    if not gone:
        return state
    out = replace(fleet, ships=gone, zone=zone, in_port=False, came_from=fleet.zone, off_board=True)
    stay = replace(fleet, ships=kept)
    if not ships_of(state, stay):
        return with_fleet(state, replace(out, ships=fleet.ships))
    many = missions.ship_count(ships_of(state, out)), missions.ship_count(ships_of(state, stay))
    takes_counter = many[0] > many[1] or (many[0] == many[1] and counter_leaves)
    old, new = (out, stay) if takes_counter else (stay, out)
    number = _number(state, fleet)
    new = replace(new, id=f"{fleet.side}-{number}", number=number, pursuit=None)
    text = f"Fleet {fleet.number} is divided by its battle; Fleet {number} is made of the smaller part (7.33)."
    return tell(with_fleets(state, [old, new]), fleet.side, "fleets", text, "7.33", fleet.zone)


def _number(state: State, fleet: Fleet) -> int:
    """The lowest free counter, or one lent beyond the limit."""
    free = forming.free_numbers(state, fleet.side)
    most = max((f.number for f in fleets_of(state, fleet.side)), default=0)
    return free[0] if free else max(most, state.setting.counters.get(fleet.side, 0)) + 1


def lent(state: State, fleet: Fleet) -> bool:
    """Whether the fleet's counter is one beyond the side's limit."""
    return fleet.number > state.setting.counters.get(fleet.side, 0)


def return_lent(state: State) -> State:
    """At the beginning of an orders phase a lent counter joins a fleet of its mission that lies in its place (H21.18)."""
    for fleet in [f for f in state.fleets.values() if lent(state, f)]:
        for into in fleets_of(state, fleet.side):
            together = (into.zone, into.in_port) == (fleet.zone, fleet.in_port)
            alike = into.mission is fleet.mission and into.charge == fleet.charge
            if together and not lent(state, into) and alike:
                try:
                    state = forming.join(state, fleet, into)
                except Refused:
                    continue  # too many, or of too many nationalities, for one fleet: another may take it
                text = f"Fleet {fleet.number}, whose counter was lent, joins Fleet {into.number} (7.33)."
                state = tell(state, fleet.side, "fleets", text, "7.33", fleet.zone)
                break
    return state

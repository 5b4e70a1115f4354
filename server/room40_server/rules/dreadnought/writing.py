"""Writing one slot of the order sheet (5.1): everything that may be wrong with it."""

from msgspec.structs import replace

from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import Action, Slot, SlotFault, end_of, read_slot, route_fault
from room40.geometry.seachart import Zone, place
from room40_server.rules.dreadnought import fuel, missions, plots, ports
from room40_server.rules.dreadnought.state import Fleet, Phase, State, is_night, ships_of
from room40_server.rules.game import Refused

MAY: dict[Action, frozenset[Mission]] = {
    Action.BOMBARD: frozenset({Mission.BOMBARDMENT, Mission.RAIDING}),
    Action.LOAD: frozenset({Mission.TRANSPORT}),
    Action.UNLOAD: frozenset({Mission.TRANSPORT}),
    Action.LAY: frozenset({Mission.MINELAYING, Mission.RAIDING}),
    Action.SWEEP: frozenset({Mission.MINESWEEPING}),
    Action.SEARCH: frozenset({Mission.RAIDING}),
    Action.COAL: frozenset(Mission),
    Action.PURSUE: frozenset(),
}
"""Which missions may write which action into a slot (5.2)."""

_CLAUSES = {
    Action.BOMBARD: "5.2",
    Action.LOAD: "5.2",
    Action.UNLOAD: "5.2",
    Action.LAY: "5.2",
    Action.SWEEP: "5.2",
    Action.SEARCH: "5.2",
    Action.PURSUE: "5.23",
}


def own_fleet(state: State, side: Side, fleet_id: str) -> Fleet:
    """The side's fleet of that id; the same words for another's fleet and for none."""
    fleet = state.fleets.get(fleet_id)
    if fleet is None or fleet.side != side or not ships_of(state, fleet):
        raise Refused("5.0", f"You have no fleet {fleet_id}.", fleet_id)
    return fleet


def read(text: str, fleet: Fleet) -> Slot:
    """A slot as its owner typed it (5.1)."""
    slot = read_slot(text)
    if isinstance(slot, SlotFault):
        raise Refused(slot.clause, slot.sentence, fleet.id)
    return slot


def in_form(slot: Slot, zone: Zone, in_port: bool) -> Slot:
    """The one form of a slot that starts in `zone`: "stay port" at sea enters the port there; in port it is a stay."""
    if slot.zones or not slot.port:
        return slot
    return replace(slot, port=False) if in_port else replace(slot, zones=(zone,))


def closed_fault(state: State, fleet: Fleet, turn: int) -> Refused | None:
    """Why this slot may not be written now (5.12, 5.2 two turns ahead)."""
    may = plots.open_slots(state, fleet)
    if turn in may:
        return None
    name, length = f"Fleet {fleet.number}", state.setting.calendar.length
    if turn > length:
        return Refused("H4", f"The game ends with turn {length}; there is no slot {turn}.", fleet.id)
    if turn < fleet.sails:
        return Refused("5.1", f"{name} does not sail before turn {fleet.sails}.", fleet.id)
    if fleet.mission is Mission.ESCORT:
        return Refused("5.2", f"{name} is an escort: it moves with Fleet {_number(fleet.charge)}.", fleet.id)
    if plots.aborting(fleet):
        return Refused("5.2", f"{name} has aborted; its way home stands.", fleet.id)
    if fleet.mission in plots.PRE_PLANNED and not may:
        return Refused("5.12", f"{name} is pre-planned: its moves were written before the game and stand.", fleet.id)
    if not may and plots.writes_ahead(fleet) and plots.pursuing(state, fleet):
        return Refused("5.23", f"{name} is in pursuit; it writes new orders when that is over.", fleet.id)
    listed = ("slots " if len(may) > 1 else "slot ") + " and ".join(str(t) for t in may) if may else "no slot"
    return Refused("5.2", f"Slot {turn} of {name} is not open; in turn {state.turn} it writes {listed}.", fleet.id)


def _number(fleet_id: str) -> str:
    return fleet_id.partition("-")[2]


def slot_fault(state: State, fleet: Fleet, turn: int, slot: Slot) -> Refused | None:
    """What is wrong with a slot for this fleet and turn, where its other slots will have brought it (5.1)."""
    zone, in_port = plots.stands_at(state, fleet, turn)
    fault = route_fault(state.setting.chart, fleet.side, zone, slot, plots.planned_pace(state, fleet), in_port)
    if fault is not None:
        return Refused(fault.clause, fault.sentence, fleet.id)
    return (
        _fuel_fault(state, fleet, slot)
        or _port_fault(state, fleet, end_of(zone, slot), slot)
        or _bounds_fault(fleet, slot)
        or _owed_fault(state, fleet, turn, slot)
        or _action_fault(state, fleet, turn, end_of(zone, slot), slot)
    )


def written_pace(state: State, fleet: Fleet) -> int:
    """Zones that its owner may now write into one slot: 5.11, and of two no more than the bunkers pay for (H12)."""
    zones = plots.planned_pace(state, fleet)
    if state.phase not in (Phase.PLAN, Phase.ORDERS) or _takes_in_fuel(state, fleet):
        return zones
    reach = min(fuel.reach(state, f) for f in plots.company(state, fleet))
    return min(zones, max(reach, state.setting.tables.planning.slow_zones))


def _takes_in_fuel(state: State, fleet: Fleet) -> bool:
    """Whether a written slot lets the fleet coal or lie in a friendly port, so that nobody knows its fuel after that."""
    zone, in_port = fleet.zone, fleet.in_port
    for turn in range(plots.next_turn(state), plots.last_written(fleet) + 1):
        written = plots.slot(fleet, turn)
        zone, in_port = plots.after(zone, in_port, written)
        rests = in_port and not written.zones and ports.is_friendly(state, fleet.side, zone)
        if rests or written.action is Action.COAL:
            return True
    return False


def _fuel_fault(state: State, fleet: Fleet, slot: Slot) -> Refused | None:
    """One twelfth pays for one zone only; bunkers that are empty when it sails hold it up then (H12)."""
    if len(slot.zones) <= written_pace(state, fleet):
        return None
    left = min(fuel.least(state, f) or 0 for f in plots.company(state, fleet))
    have = f"has {left}/{state.setting.tables.fuel.twelfths} of a unit of fuel left: that pays for one zone a turn"
    return Refused("H12", f"Fleet {fleet.number} {have}.", fleet.id)


def _port_fault(state: State, fleet: Fleet, zone: Zone, slot: Slot) -> Refused | None:
    if not slot.port:
        return None
    port = ports.port_at(state, zone)
    if port is None:
        return Refused("H11", f"There is no port in {zone}.", fleet.id)
    if port.side == fleet.side or (port.side == fleet.side.enemy and port.grade != ports.MAJOR):
        return None
    what = "a major port of the enemy's" if port.side else "neutral"
    return Refused("H11", f"{port.name} in {zone} is {what}; Fleet {fleet.number} cannot enter it.", fleet.id)


def _bounds_fault(fleet: Fleet, slot: Slot) -> Refused | None:
    out = next((z for z in slot.zones if fleet.bounds and place(z)[1] > fleet.bounds), None)
    if out is None:
        return None
    return Refused("5.1", f"Fleet {fleet.number} stays in columns 1 to {fleet.bounds}; {out} is beyond.", fleet.id)


def _owed_fault(state: State, fleet: Fleet, turn: int, slot: Slot) -> Refused | None:
    """What delays pushed past the written slots opens the next slot that is written (5.43, H21.12)."""
    paid = pays(state, fleet, turn, slot)
    if paid is None or paid == min(len(slot.zones), len(fleet.owed)) > 0:
        return None
    owed = "/".join(fleet.owed)
    return Refused("5.43", f"Fleet {fleet.number} still owes {owed}: slot {turn} begins with {fleet.owed[0]}.", fleet.id)


def pays(state: State, fleet: Fleet, turn: int, slot: Slot) -> int | None:
    """How many of the owed zones this slot opens with; None if it is not the slot that owes them: the first open one."""
    if not fleet.owed or turn != min(plots.open_slots(state, fleet), default=0):
        return None
    paid = 0
    while paid < min(len(slot.zones), len(fleet.owed)) and slot.zones[paid] == fleet.owed[paid]:
        paid += 1
    return paid


def _action_fault(state: State, fleet: Fleet, turn: int, zone: Zone, slot: Slot) -> Refused | None:
    action, name = slot.action, f"Fleet {fleet.number}"
    if action is Action.NONE:
        return None
    if action is Action.PURSUE:
        return Refused("5.23", "Pursuit is ordered straight after a battle.", fleet.id)
    if fleet.mission not in MAY[action]:
        return Refused(_CLAUSES[action], f"{name} is on {fleet.mission.value}; it may not {action.value}.", fleet.id)
    if action is Action.LAY:
        return _lay_fault(state, fleet, zone, slot)
    if action is Action.COAL and slot.zones:
        return Refused("H12", f"{name} coals only where it stays a turn.", fleet.id)
    if action is Action.SEARCH and len(slot.zones) > 1:
        return Refused("H10", f"{name} searches instead of entering a second zone.", fleet.id)
    if action is Action.SEARCH and is_night(state, turn):
        return Refused("H10", f"Turn {turn} is by night; merchants are searched for by day.", fleet.id)
    return None


def _lay_fault(state: State, fleet: Fleet, zone: Zone, slot: Slot) -> Refused | None:
    chart, other = state.setting.chart, slot.towards
    if not chart.has(other) or not chart.is_open(zone, other, fleet.side):
        return Refused("H13", f"There is no open edge between {zone} and {other}.", fleet.id)
    if not any(missions.lays_mines(state, s) for s in ships_of(state, fleet)):
        return Refused("5.2", f"Fleet {fleet.number} has no minelayer.", fleet.id)
    return None

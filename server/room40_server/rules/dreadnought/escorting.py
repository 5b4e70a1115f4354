"""An escort that parted from its charge in a battle comes back to it as soon as it can (5.2 Escort)."""

from msgspec.structs import replace

from room40.dreadnought.orders import Mission
from room40.dreadnought.sheet import Slot
from room40_server.rules.dreadnought import plots, presence
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.state import Fleet, State, ships_of, with_fleet


def rejoin(state: State) -> State:
    """At the beginning of an orders phase: every escort apart from its charge makes for where that will be (5.2 Escort).

    The umpire writes its slot of this turn: a shortest way towards the place in which its charge's slot ends, as far as
    its speed takes it. Its owner may still abort it.
    """
    for fleet in [f for f in state.fleets.values() if _parted(state, f)]:
        charge = state.fleets[fleet.charge]
        slot = _way(state, fleet, charge)
        state = with_fleet(state, replace(fleet, sheet={**fleet.sheet, state.turn: slot}))
        if slot.zones:
            text = f"Fleet {fleet.number} makes for Fleet {charge.number}, its charge, by {'/'.join(slot.zones)} (5.2)."
            state = tell(state, fleet.side, "orders", text, "5.2", fleet.zone)
    return state


def _parted(state: State, fleet: Fleet) -> bool:
    charge = state.fleets.get(fleet.charge) if fleet.mission is Mission.ESCORT else None
    afloat = charge is not None and ships_of(state, charge) and ships_of(state, fleet)
    return bool(afloat) and not plots.aborting(fleet) and presence.charge_of(state, fleet) is None


def _way(state: State, fleet: Fleet, charge: Fleet) -> Slot:
    zone, in_port = plots.stands_at(state, charge, state.turn + 1)
    path = state.setting.chart.path(fleet.zone, zone, fleet.side)
    if not path:
        return Slot((zone,), port=in_port) if fleet.zone == zone and fleet.in_port != in_port else Slot()
    zones = path[: plots.planned_pace(state, fleet)]
    return Slot(zones, port=in_port and zones[-1] == zone)

"""Raiders on and off the map (5.2 Raiding, H21.4, H21.21).

The counter may leave the map once the raider has begun to move, so long as nothing holds it there: an enemy counter or
airship in its zone, a bombardment, a port entered. It comes back by force when it bombards, sinks a merchant, enters a
port, or was this turn in a zone with an enemy counter or airship, read as for contact; then it stays for two turns. A
counter that its owner put on the map of his own will comes and goes as he likes.

Taking counters off comes first, against the counters that stood on the map when movement began, then the forced returns
against those that are left: so neither side can tell from its own raider that another one is hidden where it is.
"""

from msgspec.structs import replace

from room40.dreadnought.orders import Mission
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import airships, inshore, ports
from room40_server.rules.dreadnought.news import record, tell
from room40_server.rules.dreadnought.presence import meetings, parties, presence
from room40_server.rules.dreadnought.state import Fleet, Happening, State, ships_of, with_fleet, with_fleets
from room40_server.rules.game import Refused


def hidden(fleet: Fleet) -> bool:
    """Whether the fleet is a raider off the map (5.2 Raiding)."""
    return fleet.mission is Mission.RAIDING and not fleet.on_map


def show(state: State, fleet_id: str, clause: str, reason: str) -> State:
    """Put a hidden raider's counter back on the map because it must be; others are left as they are (5.2 Raiding).

    `reason` is told to its owner and must hold only what he may know: "it bombards".
    """
    fleet = state.fleets[fleet_id]
    if not hidden(fleet):
        return state
    state = with_fleet(state, replace(fleet, on_map=True, shown_on=state.turn, take_off=False))
    state = record(state, Happening(state.turn, "raider shown", fleet.zone, (fleet_id,)))
    text = f"Fleet {fleet.number}'s counter is back on the map: {reason} ({clause})."
    return tell(state, fleet.side, "raider", text, clause, fleet.zone)


def leave_fault(state: State, fleet: Fleet, now: bool) -> Refused | None:
    """Why a raider's counter may not be ordered off the map, `now` in the orders phase or else on moving; None if it may.

    What may hold it when it moves is not asked here: then it stays on the map until the next chance (5.2 Raiding).
    """
    if fleet.mission is not Mission.RAIDING:
        return Refused("5.2", f"Fleet {fleet.number} is not on Raiding, so its counter stays on the map.", fleet.id)
    if not now:
        return None
    if not fleet.begun:
        return Refused("5.2", f"Fleet {fleet.number} has not begun to move, so its counter stays on the map.", fleet.id)
    back = _may_leave_from(state, fleet)
    if state.turn < back:
        return Refused("5.2", f"Fleet {fleet.number} was forced back on the map and may leave it on turn {back}.", fleet.id)
    if not fleet.in_port and any(_counter_in(state, fleet, other) for other in parties(state, fleet.side.enemy)):
        return Refused("5.2", f"An enemy counter is in {fleet.zone} with Fleet {fleet.number}.", fleet.id)
    if not fleet.in_port and airships.over(state, fleet.zone, fleet.side.enemy):
        return Refused("5.2", f"An enemy airship is over {fleet.zone}, where Fleet {fleet.number} is.", fleet.id)
    return None


def settle(state: State) -> State:
    """Once all have moved: raiders leave the map, or come back on it (5.2 Raiding). No other fleet is ever off it."""
    state = with_fleets(state, [replace(f, on_map=True) for f in state.fleets.values() if _stray(f)])
    for fleet in [f for f in _raiders(state) if f.on_map and f.take_off and _leaves(state, f)]:
        state = with_fleet(state, replace(fleet, on_map=False, take_off=False))
        text = f"Fleet {fleet.number}'s counter is off the map (5.2)."
        state = tell(state, fleet.side, "raider", text, "5.2", fleet.zone)
    held = [(f, reason) for f in _raiders(state) if hidden(f) and (reason := _held(state, f))]
    for fleet, reason in held:
        state = show(state, fleet.id, "5.2", reason)
    return state


def _stray(fleet: Fleet) -> bool:
    return fleet.mission is not Mission.RAIDING and not fleet.on_map and not fleet.in_port


def _raiders(state: State) -> list[Fleet]:
    raiders = [f for f in state.fleets.values() if f.mission is Mission.RAIDING and ships_of(state, f)]
    return sorted(raiders, key=lambda f: (f.side, f.number))


def _may_leave_from(state: State, fleet: Fleet) -> int:
    wait = state.setting.tables.planning.raider_hidden_again_after
    return fleet.shown_on + wait if fleet.shown_on else 0


def _leaves(state: State, fleet: Fleet) -> bool:
    """Whether a raider that is to leave the map may do so now that it has moved."""
    bombards = inshore.busy(state, fleet, fleet.zone)
    return fleet.begun and state.turn >= _may_leave_from(state, fleet) and not bombards and not _held(state, fleet)


def _held(state: State, fleet: Fleet) -> str:
    """What keeps a raider on the map this turn, in words for its owner; "" if nothing does."""
    if fleet.in_port and fleet.entered and ports.port_at(state, fleet.zone):
        return "it enters a port"
    for other in parties(state, fleet.side.enemy):
        zone = _met_in(fleet, other)
        if zone and not hidden(other):
            return f"an enemy counter is in {zone}"
    for spot in presence(fleet):
        if not spot.port and airships.over(state, spot.zone, fleet.side.enemy):
            return f"an enemy airship is over {spot.zone}"
    return ""


def _met_in(fleet: Fleet, other: Fleet) -> Zone | None:
    """The first zone at sea in which two fleets were together this turn, read as for contact."""
    order = sorted((at, spot.zone) for spot, at in meetings(fleet, other).items() if not spot.port)
    return order[0][1] if order else None


def _counter_in(state: State, fleet: Fleet, other: Fleet) -> bool:
    return other.zone == fleet.zone and not other.in_port and not hidden(other)

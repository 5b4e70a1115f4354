"""Fleet movement (5.3): all fleets at once, as written.

Nothing here looks at what another fleet does, but for pursuers, who go with their quarry (5.23), and escorts, who go with
their charge (5.2 Escort): so the order in which fleets are taken changes nothing.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40.dreadnought.sheet import Action, Slot
from room40.geometry.seachart import Zone
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import airships, plots, ports, presence, raiders, submarines
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.state import Fleet, Phase, State, fleets_of, ships_of, with_fleet, with_fleets
from room40_server.rules.dreadnought.wake import follow


def step(state: State, dice: Dice) -> State:
    """Move airships, submarines and all fleets as written; raiders leave the map or are shown; go on to contact."""
    state = submarines.move(airships.move(_begin(state), dice))
    escorted = {f.id: charge.id for f in _fleets(state) if (charge := presence.charge_of(state, f))}
    for fleet in _fleets(state):
        if fleet.id not in escorted:
            state = _sail(state, fleet, dice)
    state = follow(state)
    for escort_id, charge_id in escorted.items():
        state = _keep_with(state, state.fleets[escort_id], state.fleets[charge_id])
    state = raiders.settle(airships.shadow(state, dice))
    return replace(state, phase=Phase.CONTACT)


def stand(state: State, fleet: Fleet, zone: Zone, in_port: bool) -> State:
    """A fleet with contact stands in that zone and moves no further: its other moves are delayed, not changed (5.43).

    In a swap the zone may be the one where it began the turn. `in_port`: the contact is in the port of the zone. Who lies
    in a minor port and is found there from the zone round it (5.42) stays in port.
    """
    if ports.lies_in_port(fleet) or (fleet.zone, fleet.in_port) == (zone, in_port):
        return state
    kept = fleet.entered[: fleet.entered.index(zone) + 1] if zone in fleet.entered else ()
    undone = fleet.entered[len(kept) :] or (zone,)  # only the port of this very zone was not reached
    before = (fleet.started, *kept)[len(kept) - 1] if kept else ""
    written = plots.slot(fleet, state.turn)
    held = fleet
    if written.action is not Action.PURSUE:
        held = plots.delay(state, fleet, undone, state.turn + 1, written)
        written = Slot(kept)
    escorts = presence.company(state, fleet)[1:]
    held = replace(held, zone=zone, in_port=False, entered=kept, came_from=before, stopped=True)
    held = replace(held, sheet={**held.sheet, state.turn: replace(written, zones=kept)})
    text = f"Fleet {fleet.number} is held in {zone}; {_route(undone)} is delayed (5.43)."
    state = tell(with_fleet(state, held), fleet.side, "delay", text, "5.43", zone)
    for escort in escorts:
        state = _keep_with(state, escort, held)
    return state


def leave_board(state: State, fleet: Fleet, zone: Zone) -> State:
    """A fleet that left its battle over one side of the board stands in the zone on that side (7.33) and makes no more
    contacts this turn (5.48)."""
    gone = replace(fleet, zone=zone, in_port=False, came_from=fleet.zone, off_board=True, begun=True)
    text = f"Fleet {fleet.number} has left the battle in {fleet.zone} for {zone} (7.33)."
    return tell(with_fleet(state, gone), fleet.side, "movement", text, "7.33", zone)


def _fleets(state: State) -> tuple[Fleet, ...]:
    """Both sides' fleets that are afloat, in a fixed order."""
    return tuple(f for side in Side for f in fleets_of(state, side) if ships_of(state, f))


def _begin(state: State) -> State:
    """Where every fleet begins the turn; what is left of the turn before is forgotten."""
    fresh = (
        replace(
            f, started=f.zone, started_in_port=f.in_port, entered=(), came_from="", stopped=False, off_board=False
        )
        for f in state.fleets.values()
    )  # fmt: skip
    return replace(with_fleets(state, fresh), contacts=None, checks=(), battles={})


def _sail(state: State, fleet: Fleet, dice: Dice) -> State:
    """Enter the zones written for this turn, as many as the fleet can now make; the rest is delayed (5.3, H21.12)."""
    if fleet.lingering:
        fleet = plots.slide(state, fleet, state.turn) if plots.slot(fleet, state.turn).zones else fleet
    written = plots.slot(fleet, state.turn)
    if written.action is Action.PURSUE:
        return with_fleet(state, replace(fleet, fast_turns=0))
    sailed = written.zones[: plots.pace(state, fleet)]
    state, sailed = _boilers(state, fleet, sailed, dice)
    undone = written.zones[len(sailed) :]
    if undone:
        fleet = plots.delay(state, fleet, undone, state.turn + 1, written)
        fleet = replace(fleet, sheet={**fleet.sheet, state.turn: Slot(sailed)})
        text = f"Fleet {fleet.number} cannot make {_route(undone)} this turn; it is delayed (5.11)."
        state = tell(state, fleet.side, "delay", text, "5.11", fleet.zone)
    in_port = fleet.in_port
    if sailed:
        in_port = not undone and written.port and ports.admits(state, fleet.side, sailed[-1])
        text = f"Fleet {fleet.number} sails {_route(sailed)}{' port' if in_port else ''}."
        state = tell(state, fleet.side, "movement", text, "5.3", sailed[-1])
    fast = len(sailed) > state.setting.tables.planning.slow_zones
    moved = enter(replace(fleet, fast_turns=fleet.fast_turns + 1 if fast else 0), sailed, in_port)
    return with_fleet(state, moved)


def enter(fleet: Fleet, zones: tuple[Zone, ...], in_port: bool) -> Fleet:
    """The fleet after entering these zones, the last one's port too if so said."""
    if not zones:
        return fleet
    before = (fleet.started, *zones)[-2]
    return replace(fleet, zone=zones[-1], in_port=in_port, entered=zones, came_from=before, begun=True)


def _boilers(state: State, fleet: Fleet, zones: tuple[Zone, ...], dice: Dice) -> tuple[State, tuple[Zone, ...]]:
    """Bad boilers: from so many two-zone turns in a row on, a die may delay the second zone (the scenario's own rule)."""
    slow, setting = state.setting.tables.planning.slow_zones, state.setting
    if len(zones) <= slow or fleet.fast_turns + 1 < setting.strict_speed_turns:
        return state, zones
    for ship in (s for f in presence.company(state, fleet) for s in ships_of(state, f)):
        if ship.id in setting.strict_speed_die:
            die = dice.throw(f"boilers {ship.id}")
            fails = die <= setting.strict_speed_die[ship.id]
            zones = zones[:slow] if fails else zones
            outcome = "they fail" if fails else "they hold"
            text = f"The boilers of {ship.name}: die {die}, {outcome}."
            state = tell(state, fleet.side, "boilers", text, "5.11", fleet.zone)
    return state, zones


def _keep_with(state: State, escort: Fleet, charge: Fleet) -> State:
    """An escort goes where its charge goes (5.2 Escort, H21.24)."""
    kept = replace(
        escort,
        zone=charge.zone,
        in_port=charge.in_port,
        entered=charge.entered,
        came_from=charge.came_from,
        stopped=charge.stopped,
        begun=escort.begun or charge.begun,
    )
    return with_fleet(state, kept)


def _route(zones: Iterable[Zone]) -> str:
    return "/".join(zones)

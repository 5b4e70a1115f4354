"""After a battle: orders put right, long battles, fuel (7.37 to 7.39), and ships exchanged (7.29)."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40.geometry.seachart import Zone, place
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import forming, fuel, missions, plots, towing
from room40_server.rules.dreadnought.aborting import abort_at_once as abort
from room40_server.rules.dreadnought.news import record, tell
from room40_server.rules.dreadnought.state import Fleet, Happening, Phase, State, fleet_of, ships_of, with_fleet, with_fleets
from room40_server.rules.dreadnought.writing import in_form, own_fleet, read, slot_fault
from room40_server.rules.game import Refused

__all__ = ["abort", "exchange", "missing", "rejoin", "step"]


def step(state: State, dice: Dice) -> State:
    """Delays and the fuel die; ask "after battle" if there was a battle; go on to operations."""
    fought = _fought(state)
    if state.committed or not fought or state.setting.opening:  # a game of one battle is over with it
        return replace(state, phase=Phase.OPERATIONS)
    for fleet in fought:
        state = _burn(_delayed(state, state.fleets[fleet.id]), state.fleets[fleet.id], dice)
    return replace(state, asked={side.value: "after battle" for side in Side})


def _fought(state: State) -> list[Fleet]:
    """The fleets afloat that fought this turn, by zone of battle, side and number."""
    zones = {i: place(Zone(b.zone)) for b in state.battles.values() for ids in b.fleets.values() for i in ids}
    fleets = (f for f in state.fleets.values() if f.fought == state.turn and ships_of(state, f))
    return sorted(fleets, key=lambda f: (zones.get(f.id, place(f.zone)), f.side, f.number))


def _delayed(state: State, fleet: Fleet) -> State:
    """A long battle takes a zone from the next turn's two (7.38); who left the board comes back to its route (7.37)."""
    turn = state.turn + 1
    changed = _back_on_route(state, fleet) if fleet.off_board else fleet
    if fleet.long_battle:
        changed = plots.shorten_next(state, changed, turn)
    if changed.sheet == fleet.sheet:
        return state
    text = f"Fleet {fleet.number}'s orders are put right after the battle; what it lost of its route is delayed (7.37)."
    return tell(with_fleet(state, changed), fleet.side, "delay", text, "7.37", fleet.zone)


def _burn(state: State, fleet: Fleet, dice: Dice) -> State:
    """One die for the fleet: so many twelfths of fuel for each of its ships (7.39). No fuel in the scenario: no die."""
    if not state.setting.fuel:
        return state
    die = dice.throw(f"fuel after battle {fleet.id}")
    state = fuel.spend(state, fleet, die)
    state = record(
        state, Happening(state.turn, "battle fuel", fleet.zone, (fleet.id,), figures={"twelfths": die}, dice=(die,))
    )
    text = f"Fleet {fleet.number} burns {die}/12 of a unit of fuel in battle: die {die} (7.39)."
    return tell(state, fleet.side, "fuel", text, "7.39", fleet.zone)


# ---- back to the route (7.37, H21.19) -------------------------------------------------------------------------------


def _route(state: State, fleet: Fleet) -> list[Zone]:
    """The zones still written, in order, and those owed after them."""
    turns = sorted(t for t in fleet.sheet if t > state.turn)
    return [*(z for t in turns for z in fleet.sheet[t].zones), *fleet.owed]


def _back_on_route(state: State, fleet: Fleet) -> Fleet:
    """The server's way back: a shortest path to the nearest later zone, then on as written (H21.19)."""
    steps = state.setting.chart.distances(fleet.zone, fleet.side)
    route = [z for z in _route(state, fleet) if z in steps]
    if not route:
        return fleet
    zone = min(route, key=lambda z: steps[z])  # of two as near, the earlier on the route
    path = state.setting.chart.path(fleet.zone, zone, fleet.side)
    return replace(plots.rejoin(state, fleet, path, zone, state.turn + 1), way_back=len(path))


def rejoin(state: State, side: Side, order: o.Rejoin, dice: Dice) -> State:
    """Write the way back to the route by hand: any shortest path to the same zone, turn for turn as long (7.37, H21.19)."""
    fleet = own_fleet(state, side, order.fleet)
    if fleet.fought != state.turn or not fleet.off_board:
        raise Refused("7.37", f"Fleet {fleet.number} did not leave a battle; its route stands.", fleet.id)
    sheet = dict(fleet.sheet)
    written = []
    for turn in sorted(t for t in fleet.sheet if t > state.turn and str(t) in order.slots):
        trial = replace(fleet, sheet=sheet, owed=())
        slot = in_form(read(order.slots[str(turn)], fleet), *plots.stands_at(state, trial, turn))
        fault = slot_fault(state, trial, turn, slot)
        if fault is not None:
            raise fault
        sheet[turn] = slot
        written.append(str(turn))
    strange = [key for key in order.slots if key not in written]
    if strange:
        raise Refused("7.37", f"Slot {strange[0]} of Fleet {fleet.number} is not one that is written.", fleet.id)
    changed = replace(fleet, sheet=sheet)
    _check_rejoin(state, fleet, changed)
    return with_fleet(state, changed)


def _check_rejoin(state: State, fleet: Fleet, changed: Fleet) -> None:
    """Slots by hand may differ from the server's in the zones before the route is met, and in nothing else (H21.19)."""
    later = [t for t in fleet.sheet if t > state.turn]
    same_times = all(len(fleet.sheet[t].zones) == len(changed.sheet[t].zones) for t in later)
    same_work = all(replace(fleet.sheet[t], zones=()) == replace(changed.sheet[t], zones=()) for t in later)
    mine, theirs = _route(state, changed), _route(state, fleet)
    free = max(0, fleet.way_back - 1)
    if not same_times or not same_work or mine[free:] != theirs[free:]:
        met = f"at {theirs[free]} " if theirs else ""
        raise Refused("7.37", f"Fleet {fleet.number} comes back to its route {met}by a shortest path.", fleet.id)


# ---- exchange (7.29) ------------------------------------------------------------------------------------------------


def exchange(state: State, side: Side, order: o.Exchange, dice: Dice) -> State:
    """Ships change over between fleets of one mission that fought and are still on the tactical map (7.29)."""
    into = own_fleet(state, side, order.fleet)
    if not order.ships or len(set(order.ships)) != len(order.ships):
        raise Refused("7.29", "Name each ship that changes over once.", into.id)
    sources: dict[str, Fleet] = {}
    for ship_id in order.ships:
        source = fleet_of(state, ship_id)
        if source is None or source.side != side or state.ships[ship_id].sunk:
            raise Refused("7.29", f"You have no ship {ship_id!r} afloat in a fleet.", ship_id)
        _check_exchange(state, source, into)
        sources[source.id] = source
    joined = replace(into, ships=(*into.ships, *order.ships))
    ships = ships_of(state, joined)
    fault = missions.nationality_fault(state, ships)
    if fault is None and into.mission is Mission.RAIDING:
        fault = missions.mission_fault(state, ships, into.mission, side)
    if fault is not None:
        raise fault
    left = [replace(f, ships=tuple(s for s in f.ships if s not in order.ships)) for f in sources.values()]
    state = towing.cast_off(with_fleets(state, [joined, *left]), side)
    for fleet in left:
        if not ships_of(state, fleet):
            state = forming.strike(state, fleet.id, heir=into.id)
    return with_fleet(state, plots.fit(state, state.fleets[into.id], state.turn + 1))


def _check_exchange(state: State, source: Fleet, into: Fleet) -> None:
    if source.id == into.id:
        raise Refused("7.29", f"That ship is in Fleet {into.number} already.", into.id)
    for fleet in (source, into):
        if fleet.fought != state.turn or fleet.off_board:
            raise Refused("7.29", f"Fleet {fleet.number} is not on the tactical map of a battle.", fleet.id)
    if source.mission is not into.mission:
        raise Refused("7.29", f"Fleet {source.number} and Fleet {into.number} are not on the same mission.", source.id)
    if (source.zone, source.in_port) != (into.zone, into.in_port):
        raise Refused("7.29", f"Fleet {source.number} and Fleet {into.number} did not fight in one battle.", source.id)


def missing(state: State, side: Side) -> tuple[Refused, ...]:
    """What stands in the way of the side's commit: nothing, since all that must be put right is written for it (7.37)."""
    return ()

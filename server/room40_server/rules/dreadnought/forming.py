"""Fleets made and unmade: formed before the game (5.2, 5.25), merged (5.21), struck off when nothing is left."""

from collections import Counter as Tally

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import missions, plots, towing
from room40_server.rules.dreadnought.state import (
    Fleet,
    Ship,
    State,
    fleet_of,
    fleets_of,
    ships_of,
    with_fleet,
    with_fleets,
    without,
)
from room40_server.rules.dreadnought.writing import own_fleet
from room40_server.rules.game import Refused


def form(state: State, side: Side, order: o.Form, dice: Dice) -> State:
    """Divide the side's ships into fleets, anew and as a whole (5.2, 5.25). A fleet that stays as it was keeps its sheet."""
    if not state.setting.free_forming:
        raise Refused("5.2", "In this scenario the fleets are as given.")
    _check_division(state, side, order)
    old = {f.id: f for f in fleets_of(state, side)}
    formed = [_formed(state, side, part, old) for part in order.fleets]
    state = replace(state, fleets={**without(state.fleets, *old), **{f.id: f for f in formed}})
    for fault in forces_faults(state, side):
        raise fault
    return towing.cast_off(state, side)


def _check_division(state: State, side: Side, order: o.Form) -> None:
    counters = state.setting.counters.get(side, 0)
    if len(order.fleets) > counters:
        raise Refused("5.25", f"This side has {counters} counters; {len(order.fleets)} fleets are too many.")
    ids = Tally(part.fleet for part in order.fleets)
    for fleet_id, times in ids.items():
        if times > 1:
            raise Refused("5.25", f"Counter {fleet_id} is used twice.", fleet_id)
        if not fleet_id.startswith(f"{side}-") or not 1 <= number_of(fleet_id) <= counters:
            raise Refused("5.25", f"{fleet_id} is not one of this side's counters 1 to {counters}.", fleet_id)
    named = Tally(ship for part in order.fleets for ship in part.ships)
    own = {ship for fleet in fleets_of(state, side) for ship in fleet.ships}
    for ship_id, times in named.items():
        if ship_id not in own:
            raise Refused("5.2", f"You have no ship {ship_id!r} in a fleet.", ship_id)
        if times > 1:
            raise Refused("5.2", f"{state.ships[ship_id].name} stands in two fleets.", ship_id)
    left = next((ship for ship in sorted(own) if ship not in named), None)
    if left is not None:
        raise Refused("5.2", f"{state.ships[left].name} is left without a fleet.", left)


def number_of(fleet_id: str) -> int:
    """The counter number in a fleet's id."""
    return int(fleet_id.partition("-")[2])


def _formed(state: State, side: Side, part: o.Formation, old: dict[str, Fleet]) -> Fleet:
    number = number_of(part.fleet)
    if not part.ships:
        raise Refused("5.2", f"Fleet {number} has no ships.", part.fleet)
    before = old.get(part.fleet)
    same = before is not None and set(before.ships) == set(part.ships) and before.mission is part.mission
    if before is not None and same and before.charge == (part.charge or ""):
        return before
    if part.mission is Mission.ABORT:
        raise Refused("5.2", f"No fleet begins the game on abort; give Fleet {number} another mission.", part.fleet)
    homes = [f for ship in part.ships if (f := fleet_of(state, ship)) is not None]
    places = {(f.zone, f.in_port) for f in homes}
    if len(places) > 1:
        zones = sorted({f.zone for f in homes})
        where = " and ".join(zones) if len(zones) > 1 else f"the port of {zones[0]} and outside it"
        raise Refused("5.2", f"Ships in {where} cannot form one fleet.", part.fleet)
    limits = {f.bounds for f in homes if f.bounds}
    charge = part.charge or "" if part.mission is Mission.ESCORT else ""
    return Fleet(
        part.fleet, number, side, part.mission, part.ships, homes[0].zone, homes[0].in_port, charge,
        bounds=min(limits, default=0), port_turns=min(f.port_turns for f in homes),
    )  # fmt: skip


def forces_faults(state: State, side: Side) -> tuple[Refused, ...]:
    """What is wrong with the side's fleets as they are divided now: company, missions, escorts, raiders (5.2, 5.25)."""
    faults: list[Refused] = []
    fleets = [f for f in fleets_of(state, side) if ships_of(state, f)]
    for fleet in fleets:
        ships = ships_of(state, fleet)
        fault = missions.nationality_fault(state, ships) or missions.mission_fault(state, ships, fleet.mission, side)
        if fault is None and fleet.mission is Mission.ESCORT:
            fault = missions.charge_fault(state, fleet, state.fleets.get(fleet.charge))
        if fault is not None:
            faults.append(_of(fleet, fault))
    if sum(f.mission is Mission.RAIDING for f in fleets) > missions.raider_limit(state, side):
        faults.append(missions.too_many_raiders(state, side))
    return tuple(faults)


def _of(fleet: Fleet, fault: Refused) -> Refused:
    return Refused(fault.clause, f"Fleet {fleet.number}: {fault.sentence}", fleet.id)


def merge(state: State, side: Side, order: o.Merge, dice: Dice) -> State:
    """Merge two fleets: the counter of one goes, the other's mission and written orders stand (5.21, H21.27)."""
    return join(state, own_fleet(state, side, order.fleet), own_fleet(state, side, order.into))


def join(state: State, fleet: Fleet, into: Fleet) -> State:
    """Let one fleet join another under its counter (5.21); raises `Refused`."""
    _check_merge(state, fleet, into)
    ships = (*ships_of(state, into), *ships_of(state, fleet))
    fault = missions.nationality_fault(state, ships) or _raider_fault(state, into, ships) or _split_fault(state, fleet, into)
    if fault is not None:
        raise _of(into, fault)
    has_split = fleet.split_on == state.turn
    merged = replace(
        plots.settled(into, state.turn) if has_split else into,
        ships=(*into.ships, *fleet.ships),
        split_on=fleet.split_on if has_split else into.split_on,
        split_pace=fleet.split_pace if has_split else into.split_pace,
        port_turns=min(into.port_turns, fleet.port_turns),
        begun=into.begun or fleet.begun,
        shown_on=max(into.shown_on, fleet.shown_on),
        on_map=into.on_map or fleet.on_map,
        bounds=min((b for b in (into.bounds, fleet.bounds) if b), default=0),
        fast_turns=max(into.fast_turns, fleet.fast_turns),
        halved_fire_done=(*into.halved_fire_done, *fleet.halved_fire_done),
    )
    state = with_fleet(strike(state, fleet.id, heir=into.id), merged)
    return with_fleet(state, plots.fit(state, merged, state.turn))


def _check_merge(state: State, fleet: Fleet, into: Fleet) -> None:
    if fleet.id == into.id:
        raise Refused("5.21", f"Fleet {fleet.number} cannot merge with itself.", fleet.id)
    if (fleet.zone, fleet.in_port) != (into.zone, into.in_port):
        raise Refused("5.21", f"Fleet {fleet.number} and Fleet {into.number} are not in the same place.", fleet.id)
    if plots.aborting(into):
        return
    if plots.aborting(fleet):
        raise Refused(
            "5.21", f"Fleet {fleet.number} has aborted: its counter and orders stay, so the other joins it.", fleet.id
        )
    if fleet.mission is not into.mission:
        mine = f"Fleet {fleet.number} is on {fleet.mission.value}, Fleet {into.number} is on {into.mission.value}"
        raise Refused("5.21", f"{mine}: they cannot merge.", fleet.id)


def _split_fault(state: State, fleet: Fleet, into: Fleet) -> Refused | None:
    """Why ships that came out of a split this turn may not be carried on by another fleet's slot (5.24)."""
    zones = len(plots.slot(plots.company(state, into)[0], state.turn).zones)
    if fleet.split_on != state.turn or zones <= fleet.split_pace:
        return None
    may = "one zone" if fleet.split_pace else "no zone"
    return Refused("5.24", f"Fleet {fleet.number} has just been split and may enter {may} this turn.", fleet.id)


def _raider_fault(state: State, into: Fleet, ships: tuple[Ship, ...]) -> Refused | None:
    if into.mission is not Mission.RAIDING or plots.aborting(into):
        return None
    return missions.mission_fault(state, ships, into.mission, into.side)


def strike(state: State, fleet_id: str, heir: str = "") -> State:
    """Take a fleet's counter away for good; `heir` is the fleet its ships went over to.

    Whoever escorted or pursued it turns to the heir. Its counter in the enemy's view is nobody's from now on, so that a
    new fleet under the same number is not taken for it.
    """
    turned = []
    for other in state.fleets.values():
        if heir and other.charge == fleet_id and other.id != heir:
            turned.append(replace(other, charge=heir))
        elif heir and other.pursuit is not None and fleet_id in (other.pursuit.quarry, *other.pursuit.parts):
            hunt = other.pursuit
            parts = tuple(dict.fromkeys(heir if p == fleet_id else p for p in hunt.parts))
            quarry = heir if hunt.quarry == fleet_id else hunt.quarry
            turned.append(replace(other, pursuit=replace(hunt, quarry=quarry, parts=parts)))
    state = with_fleets(state, turned)
    sightings = {
        viewpoint: replace(
            known, seen={n: replace(s, fleet="") if s.fleet == fleet_id else s for n, s in known.seen.items()}
        )
        if any(s.fleet == fleet_id for s in known.seen.values())
        else known
        for viewpoint, known in state.sightings.items()
    }
    return replace(state, fleets=without(state.fleets, fleet_id), sightings=sightings)


def free_numbers(state: State, side: Side) -> tuple[int, ...]:
    """The side's counters that are not in use, lowest first (5.24, 5.25)."""
    used = {f.number for f in fleets_of(state, side)}
    return tuple(n for n in range(1, state.setting.counters.get(side, 0) + 1) if n not in used)

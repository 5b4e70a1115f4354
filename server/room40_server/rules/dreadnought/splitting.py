"""Splitting a fleet (5.24).

"Split" takes the place of one zone in this turn's slot: with a slow ship nobody moves, otherwise all may enter one zone, all
before the split or each after it. The old counter keeps to its written route; what its slot loses is delayed (5.43). A new
fleet takes over the slots t and t + 1 so cut, and writes t + 2. It may turn off the route by entering another zone than the
written one; then slot t + 1 holds only if it can be sailed from there, and is a stay if not.
"""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import STAY, Action, Slot, route_fault
from room40.geometry.seachart import Zone
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import forming, plots, towing
from room40_server.rules.dreadnought.state import Fleet, State, ships_of, with_fleets
from room40_server.rules.dreadnought.writing import own_fleet, slot_fault
from room40_server.rules.game import Refused


def split(state: State, side: Side, order: o.Split, dice: Dice) -> State:
    """Split a fleet on Intercept or Raiding (5.24)."""
    fleet = own_fleet(state, side, order.fleet)
    _check_fleet(state, fleet)
    _check_parts(state, fleet, order)
    _check_moves(state, fleet, order)
    numbers = forming.free_numbers(state, side)
    if len(numbers) < len(order.parts):
        raise Refused("5.24", f"Only {len(numbers)} counters are free; this split needs {len(order.parts)}.", fleet.id)
    moved = {ship for part in order.parts for ship in part.ships}
    fleet = plots.fixed(state, fleet)
    old = _cut(state, fleet, tuple(s for s in fleet.ships if s not in moved), bool(order.before or order.zone))
    new = [
        _new_fleet(state, fleet, number, part, order.before or part.zone)
        for number, part in zip(numbers, order.parts, strict=False)
    ]
    state = towing.cast_off(with_fleets(state, [old, *new]), side)
    return _follow(state, fleet.id, tuple(f.id for f in new))


def _check_fleet(state: State, fleet: Fleet) -> None:
    if fleet.mission not in (Mission.INTERCEPT, Mission.RAIDING) or plots.aborting(fleet):
        what = Mission.ABORT if plots.aborting(fleet) else fleet.mission
        raise Refused("5.24", f"Fleet {fleet.number} is on {what.value}; only Intercept and Raiding split.", fleet.id)
    if plots.slot(fleet, state.turn).action is Action.PURSUE:
        raise Refused("5.24", f"Fleet {fleet.number} is in pursuit; it may split when that is over.", fleet.id)
    if fleet.split_on == state.turn:
        raise Refused("5.24", f"Fleet {fleet.number} has already split this turn.", fleet.id)


def _check_parts(state: State, fleet: Fleet, order: o.Split) -> None:
    aboard = {s.id for s in ships_of(state, fleet)}
    named: set[str] = set()
    for part in order.parts:
        if not part.ships:
            raise Refused("5.24", "A new fleet needs a ship.", fleet.id)
        for ship in part.ships:
            if ship not in aboard:
                raise Refused("5.24", f"{ship!r} is not a ship of Fleet {fleet.number}.", fleet.id)
            if ship in named:
                raise Refused("5.24", f"{state.ships[ship].name} is named twice.", fleet.id)
            named.add(ship)
    if named == aboard:
        raise Refused("5.24", f"A ship must stay under the counter of Fleet {fleet.number}.", fleet.id)


def _check_moves(state: State, fleet: Fleet, order: o.Split) -> None:
    after = [z for z in (order.zone, *(p.zone for p in order.parts)) if z]
    wanted = [*after, order.before] if order.before else after
    if not wanted:
        return
    slow = next((s for s in ships_of(state, fleet) if not plots.all_fast([s])), None)
    if slow is not None:
        raise Refused(
            "5.24", f"{slow.name} is speed {slow.speed}, so no fleet out of this split may move this turn.", fleet.id
        )
    if order.before and after:
        raise Refused("5.24", f"Fleet {fleet.number} moves one zone before the split or after it, not both.", fleet.id)
    written, kept = plots.slot(fleet, state.turn).zones, order.before or order.zone
    if kept and (kept,) != written[:1]:
        says = written[0] if written else "stay"
        raise Refused("5.24", f"Slot {state.turn} says {says}; the old counter cannot enter {kept} instead.", fleet.id)
    for zone in after:
        fault = slot_fault(state, fleet, state.turn, Slot((Zone(zone),)))
        if fault is not None:
            raise fault


def _cut(state: State, fleet: Fleet, ships: tuple[str, ...], moves: bool) -> Fleet:
    """The fleet with these ships, this turn's slot cut to one zone or none and the rest delayed (5.24, 5.43)."""
    turn = state.turn
    # this turn's slot, be it blank, is settled by the split: its owner does not write it again
    part = replace(plots.settled(fleet, turn), ships=ships, split_on=turn, split_pace=int(moves))
    slot = plots.slot(fleet, turn)
    made, undone = slot.zones[: int(moves)], slot.zones[int(moves) :]
    if not undone:
        return part
    part = plots.delay(state, replace(part, sheet={**part.sheet, turn: Slot(made)}), undone, turn + 1, slot)
    # what is still owed comes after the slots that are written, so these stand
    return replace(part, open_slots=tuple(t for t in part.open_slots if t not in part.sheet)) if part.owed else part


def _new_fleet(state: State, fleet: Fleet, number: int, part: o.Part, zone: str | None) -> Fleet:
    fleet = replace(fleet, id=f"{fleet.side}-{number}", number=number, owed=(), open_slots=(), pursuit=None)
    turn, fresh = state.turn, state.turn + state.setting.tables.planning.slots_ahead
    if zone and (zone,) != plots.slot(fleet, turn).zones[:1]:
        made = replace(fleet, ships=part.ships, split_on=turn, split_pace=1)
        made = replace(made, sheet={**made.sheet, turn: Slot((Zone(zone),))})
        made = _off_route(state, made)
    else:
        made = _cut(state, fleet, part.ships, bool(zone))
    return replace(made, sheet={t: s for t, s in made.sheet.items() if turn <= t < fresh}, owed=())


def _off_route(state: State, fleet: Fleet) -> Fleet:
    """The new fleet that turns off the route: the next slot stands if it can be sailed from the zone entered."""
    following = state.turn + 1
    slot = plots.slot(fleet, following)
    zone, in_port = plots.stands_at(state, fleet, following)
    if route_fault(state.setting.chart, fleet.side, zone, slot, plots.planned_pace(state, fleet), in_port) is not None:
        slot = STAY
    return replace(fleet, sheet={**fleet.sheet, following: slot})


def _follow(state: State, fleet_id: str, parts: tuple[str, ...]) -> State:
    """Let those who pursue the fleet know its parts: they will follow the largest (H21.8)."""
    hunts = ((f, f.pursuit) for f in state.fleets.values() if f.pursuit is not None)
    return with_fleets(
        state,
        [
            replace(f, pursuit=replace(hunt, parts=(*hunt.parts, *parts)))
            for f, hunt in hunts
            if fleet_id in (hunt.quarry, *hunt.parts)
        ],
    )

"""The way home (5.2 Abort, H21.23, H21.30).

Any friendly port, by a shortest path to it, at full speed, and never so fast that the bunkers are empty on arrival: where
they do not last for two zones a turn, as many turns as must be are sailed at one. The server writes what its owner does not.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import Action, Slot, write_slot
from room40.geometry.seachart import Zone, place
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import fuel, plots, ports, towing
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.state import Fleet, State, ships_of, with_fleet
from room40_server.rules.dreadnought.writing import in_form, own_fleet, read, slot_fault
from room40_server.rules.game import Refused


class Start(NamedTuple):
    """Where and when the way home begins: the first slot, zone and port it starts from, and the fuel left in twelfths.

    `first_pace` is the most zones of the first slot (7.38); `fuel` None: it is not counted. `tow`: after each turn under way
    one of rest (H11), `rests`: before the first too.
    """

    turn: int
    zone: Zone
    in_port: bool
    pace: int
    first_pace: int
    fuel: int | None
    tow: bool = False
    rests: bool = False


def start_from(state: State, fleet: Fleet, turn: int, first_pace: int = 0) -> Start:
    """The start of a way home whose first slot is `turn`, after the slots before it; an escort goes at its own speed."""
    zone, in_port = plots.stands_at(state, fleet, turn)
    homeward = replace(fleet, mission=Mission.ABORT, charge="")
    pace = plots.planned_pace(state, homeward)
    tow = towing.has_tow(state, homeward)
    rests = tow and bool(plots.slot(fleet, turn - 1).zones)
    return Start(turn, zone, in_port, pace, first_pace or pace, _fuel_at(state, homeward, turn), tow, rests)


def _fuel_at(state: State, fleet: Fleet, turn: int) -> int | None:
    """The emptiest bunkers before the slot of `turn`, in twelfths, ports on the way counted; None: fuel is not counted."""
    ships = [s for f in plots.company(state, fleet) for s in ships_of(state, f) if fuel.counts(state, s)]
    if not ships:
        return None
    tow, tanks = towing.has_tow(state, fleet), {s.id: s.fuel for s in ships}
    zone, in_port = fleet.zone, fleet.in_port
    spent = [(len(fleet.entered), zone, in_port)] if state.turn < plots.next_turn(state) else []  # paid at its end (H12)
    for before in range(plots.next_turn(state), turn):
        written = plots.slot(fleet, before)
        zone, in_port = plots.after(zone, in_port, written)
        spent.append((len(written.zones), zone, in_port))
    for entered, at, inside in spent:
        rests = inside and not entered and ports.is_friendly(state, fleet.side, at)
        for ship in ships:
            left = max(0, tanks[ship.id] - fuel.price(state, entered, inside, tow))
            full = fuel.capacity(state, ship)
            tanks[ship.id] = min(full, left + fuel.intake(state, ship, at)) if rests else left
    return min(tanks.values())


def way_home(state: State, fleet: Fleet, start: Start, port: Zone | None) -> dict[int, Slot]:
    """The slots of a shortest way to `port`, or to the nearest friendly port that the fuel allows; raises `Refused`.

    A fleet that lies in a friendly port needs none: it is home.
    """
    if port is not None and not ports.is_friendly(state, fleet.side, port):
        raise Refused("5.2", f"{port} holds no port of this side.", fleet.id)
    if start.in_port and ports.is_friendly(state, fleet.side, start.zone) and port in (None, start.zone):
        return {}
    for _, _, home in _homes(state, fleet, start):
        if port in (None, home):
            slots = _written(start, _path(state, fleet, start, home), _turns_slow(state, start, fleet, home))
            if slots is not None:
                return slots
    if port is not None:
        raise Refused("5.2", f"Fleet {fleet.number} cannot reach {port} with the fuel aboard.", fleet.id)
    raise Refused("5.2", f"Fleet {fleet.number} can reach no friendly port.", fleet.id)


def _homes(state: State, fleet: Fleet, start: Start) -> list[tuple[int, tuple[int, int], Zone]]:
    """Friendly ports over water, nearest first."""
    steps = state.setting.chart.distances(start.zone, fleet.side, _out_of_bounds(state, fleet))
    return sorted(
        (max(1, steps[p.zone]), place(p.zone), p.zone)
        for p in state.setting.ports.values()
        if p.side == fleet.side and p.zone in steps
    )


def _path(state: State, fleet: Fleet, start: Start, home: Zone) -> tuple[Zone, ...]:
    return state.setting.chart.path(start.zone, home, fleet.side, _out_of_bounds(state, fleet)) or (home,)


def _out_of_bounds(state: State, fleet: Fleet) -> tuple[Zone, ...]:
    return tuple(z for z in state.setting.chart.zones() if place(z)[1] > fleet.bounds) if fleet.bounds else ()


def _turns_slow(state: State, start: Start, fleet: Fleet, home: Zone) -> int | None:
    """The fewest turns to be sailed at one zone instead of two so that fuel is left on arrival; None: it never is."""
    length = len(_path(state, fleet, start, home))
    most = _counts(start, length, 0)
    for slow in range(len(most) + length + 1):
        counts = _counts(start, length, slow)
        cost = sum(fuel.price(state, zones, False, start.tow) for zones in counts)
        if start.fuel is None or cost < start.fuel:
            return slow
        if max(counts) <= 1:
            break
    return None


def _counts(start: Start, length: int, slow: int) -> list[int]:
    """Zones of each turn of a way of `length`, with `slow` double steps given up; full speed first, a tow rests between."""
    counts: list[int] = [0] if start.rests else []
    doubles = length // 2 - slow
    while length > 0:
        if start.tow and counts and counts[-1]:
            counts.append(0)
        most = start.first_pace if not counts else start.pace
        step = min(most, length, 2 if doubles > 0 else 1)
        doubles -= step > 1
        counts.append(step)
        length -= step
    return counts


def _written(start: Start, path: tuple[Zone, ...], slow: int | None) -> dict[int, Slot] | None:
    if slow is None:
        return None
    slots: dict[int, Slot] = {}
    done = 0
    for offset, step in enumerate(_counts(start, len(path), slow)):
        zones = path[done : done + step]
        done += step
        slots[start.turn + offset] = Slot(zones, port=bool(zones) and done == len(path))
    return slots


def by_hand(state: State, fleet: Fleet, start: Start, texts: Mapping[str, str]) -> dict[int, Slot]:
    """The owner's own slots of the way home, checked against the rule: a shortest path, full speed, no action."""
    slots = _read_all(state, fleet, start, texts)
    zones = tuple(z for slot in slots.values() for z in slot.zones)
    if not zones and start.in_port and ports.is_friendly(state, fleet.side, start.zone):
        return slots
    home = _bound_for(state, fleet, start, zones, max(slots))
    wanted = way_home(state, fleet, start, home)
    sailed = [turn for turn, slot in slots.items() if slot.zones]
    in_time = [turn for turn, slot in wanted.items() if slot.zones and turn <= state.setting.calendar.length]
    as_far = sum(len(wanted[turn].zones) for turn in in_time)
    if sailed != in_time or len(zones) != as_far or len(slots[start.turn].zones) > start.first_pace:
        way = "; ".join(f"{turn} {write_slot(wanted[turn])}" for turn in in_time)
        raise Refused("5.2", f"Fleet {fleet.number} goes home by a shortest path at full speed, as: {way}.", fleet.id)
    last = sailed[-1]
    return {**slots, last: replace(slots[last], port=zones[-1] == home)}


def _read_all(state: State, fleet: Fleet, start: Start, texts: Mapping[str, str]) -> dict[int, Slot]:
    """The slots as texts, each legal by itself, from the first of the way home on without a gap."""
    length = state.setting.calendar.length
    slots: dict[int, Slot] = {}
    sheet = {t: s for t, s in fleet.sheet.items() if t < start.turn}
    turns = range(start.turn, start.turn + len(texts))
    if set(texts) != {str(turn) for turn in turns}:
        raise Refused("5.2", f"The way home of Fleet {fleet.number} begins with slot {start.turn} and has no gap.", fleet.id)
    for turn in turns:
        if turn > length:
            raise Refused("H4", f"The game ends with turn {length}; there is no slot {turn}.", fleet.id)
        homeward = replace(fleet, mission=Mission.ABORT, owed=(), sheet=sheet)
        slot = in_form(read(texts[str(turn)], fleet), *plots.stands_at(state, homeward, turn))
        if slot.action is not Action.NONE:
            raise Refused("5.2", f"A fleet that goes home does not {slot.action.value}.", fleet.id)
        fault = slot_fault(state, homeward, turn, slot)
        if fault is not None:
            raise fault
        slots[turn] = slot
        sheet = {**sheet, turn: slot}
    return slots


def _bound_for(state: State, fleet: Fleet, start: Start, zones: tuple[Zone, ...], last: int) -> Zone:
    """The friendly port to which hand-written zones lead: their end, or beyond it where the game is too short."""
    if zones and ports.is_friendly(state, fleet.side, zones[-1]):
        return zones[-1]
    if zones and last >= state.setting.calendar.length:
        left = state.setting.chart.distances(zones[-1], fleet.side)
        for steps, _, home in _homes(state, fleet, start):
            if left.get(home) == steps - len(zones):
                return home
    raise Refused("5.2", f"The way home of Fleet {fleet.number} must end in a friendly port.", fleet.id)


def send_home(state: State, fleet: Fleet, start: Start, slots: Mapping[int, Slot]) -> Fleet:
    """The fleet with the way home on its sheet from the first slot of it on, and nothing after it (5.2 Abort)."""
    length = state.setting.calendar.length
    before = {t: s for t, s in fleet.sheet.items() if t < start.turn}
    home = {t: s for t, s in slots.items() if t <= length}
    return replace(fleet, sheet={**before, **home}, owed=(), open_slots=(), abort_from=start.turn, pursuit=None)


def abort(state: State, side: Side, order: o.Abort, dice: Dice) -> State:
    """Give up a mission in an orders phase: the slots t and t + 1 stand, the way home begins with t + 2 (5.2 Abort).

    An escort's standing slots are its charge's. Until t + 2 the fleet is still on its old mission (H21.23).
    """
    fleet = own_fleet(state, side, order.fleet)
    first = state.turn + state.setting.tables.planning.slots_ahead
    if plots.aborting(fleet) and fleet.abort_from != first:
        raise Refused("5.2", f"Fleet {fleet.number} has aborted already.", fleet.id)
    if first > state.setting.calendar.length:
        raise Refused("5.2", f"The game ends before slot {first}, with which an abort would begin.", fleet.id)
    if plots.pursuing(state, fleet):
        return with_fleet(state, _after_pursuit(fleet, order, first))
    charge = state.fleets.get(fleet.charge) if fleet.mission is Mission.ESCORT else None
    if charge is not None:
        fleet = replace(fleet, sheet={t: plots.slot(charge, t) for t in range(state.turn, first)})
    start = start_from(state, fleet, first)
    return with_fleet(state, send_home(state, fleet, start, _slots(state, fleet, start, order)))


def _after_pursuit(fleet: Fleet, order: o.Abort, first: int) -> Fleet:
    """A pursuer aborts: what it has written of the pursuit stands, and the server writes the way home from wherever that
    will have led it (5.23)."""
    if order.slots or order.port:
        raise Refused("5.23", f"Fleet {fleet.number} is in pursuit: nobody knows yet from where it will go home.", fleet.id)
    return replace(fleet, sheet={t: s for t, s in fleet.sheet.items() if t < first}, owed=(), abort_from=first)


def abort_at_once(state: State, side: Side, order: o.Abort, dice: Dice) -> State:
    """A fleet that has just fought aborts from the next turn on (7.37); after a long battle one zone less (7.38)."""
    fleet = own_fleet(state, side, order.fleet)
    turn = state.turn + 1
    if fleet.fought != state.turn:
        raise Refused("7.37", f"Fleet {fleet.number} did not fight this turn; it aborts in an orders phase.", fleet.id)
    if fleet.mission is Mission.ABORT and fleet.abort_from != turn:
        raise Refused("7.37", f"Fleet {fleet.number} has aborted already.", fleet.id)
    if turn > state.setting.calendar.length:
        raise Refused("7.37", "The game ends with this turn.", fleet.id)
    slow = state.setting.tables.planning.slow_zones if fleet.long_battle else 0
    start = start_from(state, fleet, turn, slow)
    home = send_home(state, fleet, start, _slots(state, fleet, start, order))
    return with_fleet(state, replace(home, mission=Mission.ABORT, charge=""))


def _slots(state: State, fleet: Fleet, start: Start, order: o.Abort) -> dict[int, Slot]:
    if order.slots:
        return by_hand(state, fleet, start, order.slots)
    return way_home(state, fleet, start, Zone(order.port) if order.port else None)


def take_effect(state: State) -> State:
    """At the beginning of an orders phase: aborts whose first slot has come, and escorts without a charge (H21.24)."""
    for fleet in list(state.fleets.values()):
        if fleet.abort_from == state.turn and fleet.mission is not Mission.ABORT:
            state = with_fleet(state, replace(_from_here(state, fleet), mission=Mission.ABORT, charge=""))
        elif fleet.mission is Mission.ESCORT and not _has_charge(state, fleet):
            state = forsake(state, fleet)
    return state


def _from_here(state: State, fleet: Fleet) -> Fleet:
    """An escort's way home begins where its charge has really taken it: if that was held up, the way is written anew. A
    pursuer's is written only now."""
    if plots.last_written(fleet) < state.turn:
        return _homeward(state, fleet)[0]
    if fleet.mission is not Mission.ESCORT:
        return fleet
    homeward = replace(fleet, mission=Mission.ABORT, abort_from=0)
    if slot_fault(state, homeward, state.turn, plots.slot(fleet, state.turn)) is None:
        return fleet
    return _homeward(state, fleet)[0]


def _homeward(state: State, fleet: Fleet) -> tuple[Fleet, bool]:
    """The fleet with a way home from its next slot on as the server writes it, and whether there is one."""
    start = start_from(state, fleet, plots.next_turn(state))
    try:
        return send_home(state, fleet, start, way_home(state, fleet, start, None)), True
    except Refused:
        return send_home(state, fleet, start, {}), False


def _has_charge(state: State, fleet: Fleet) -> bool:
    charge = state.fleets.get(fleet.charge)
    return charge is not None and bool(ships_of(state, charge))


def forsake(state: State, escort: Fleet) -> State:
    """An escort whose charge is lost or has a new mission aborts at once, by the way that the server writes (H21.24)."""
    fleet, can = _homeward(state, escort)
    end = "goes home" if can else "would go home, but can reach no friendly port"
    text = f"Fleet {fleet.number} has no fleet to escort any more: it aborts and {end} (5.2)."
    state = with_fleet(state, replace(fleet, mission=Mission.ABORT, charge=""))
    return tell(state, fleet.side, "orders", text, "5.2", fleet.zone)

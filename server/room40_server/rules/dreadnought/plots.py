"""The order sheet as the rules read it: how fast, from where, which slots are open, and how a plan slides (5.1, 5.2).

Rules of this file: a fleet's written route is a queue of zones. A delay never changes the queue, only the turns in which
its zones fall (5.43, 7.38, H21.12), so a plan that was connected stays connected whatever holds the fleet up.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from room40.dreadnought.orders import Mission
from room40.dreadnought.sheet import STAY, Action, Slot, end_of
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import fuel, ports, towing
from room40_server.rules.dreadnought.setting import BOATS, speed_rank
from room40_server.rules.dreadnought.state import Fleet, Phase, Ship, State, card, grade, ships_of

PRE_PLANNED = frozenset({Mission.TRANSPORT, Mission.BOMBARDMENT, Mission.MINELAYING, Mission.MINESWEEPING})
"""Missions whose moves are all written before the game (5.12)."""
TWO_AHEAD = frozenset({Mission.INTERCEPT, Mission.RAIDING})
"""Missions whose moves are written two turns ahead (5.2)."""

_UNSAILED = frozenset({Phase.PLAN, Phase.WEATHER, Phase.ORDERS, Phase.PURSUIT})
"""Phases before this turn's movement: the slot of this turn is still to be sailed."""
_DEAD = "0"
_FAST = "2"


def company(state: State, fleet: Fleet) -> tuple[Fleet, ...]:
    """A fleet, its charge and the escorts that lie with it: they move as one (5.2 Escort, H21.24)."""
    place = (fleet.zone, fleet.in_port)
    charge = state.fleets.get(fleet.charge, fleet) if fleet.mission is Mission.ESCORT else fleet
    first = charge if (charge.zone, charge.in_port) == place else fleet
    escorts = (f for f in state.fleets.values() if f.mission is Mission.ESCORT and f.charge == first.id)
    return (first, *(f for f in escorts if (f.zone, f.in_port) == place))


def planned_pace(state: State, fleet: Fleet) -> int:
    """Zones that may be written into one slot (5.11): two if every ship is `2` or `2+`, else one.

    Weather, empty bunkers and a ship dead in the water hold a fleet up when the slot is sailed, not when it is written.
    """
    table = state.setting.tables.planning
    together = company(state, fleet)
    if any(towing.has_tow(state, f) for f in together):
        return table.slow_zones
    ships = [s for f in together for s in ships_of(state, f)]
    return table.fast_zones if all_fast(ships) else table.slow_zones


def all_fast(ships: Iterable[Ship]) -> bool:
    """Whether a fleet is made wholly of `2` and `2+` ships, as they are now (5.11)."""
    return all(speed_rank(s.speed) >= speed_rank(_FAST) for s in ships)


def pace(state: State, fleet: Fleet) -> int:
    """Zones the fleet can really enter this turn: 5.11, small craft in a squall (H4.1), a tow (H11), fuel (H12), wrecks."""
    together = company(state, fleet)
    zones = planned_pace(state, fleet)
    for one in together:
        zones = min(zones, fuel.reach(state, one))
        ships = ships_of(state, one)
        towed = {s.towing for s in ships}
        if not ships or any(s.speed == _DEAD and s.id not in towed for s in ships):
            return 0
        if not towing.may_enter(state, one, state.turn) or fuel.out_of_fuel(state, one):
            return 0
        if any(card(state, s).kind in BOATS for s in ships):
            zones = min(zones, grade(state).small_craft_zones)
    return zones


def slot(fleet: Fleet, turn: int) -> Slot:
    """What is written for a turn; a blank slot is a stay."""
    return fleet.sheet.get(turn, STAY)


def settled(fleet: Fleet, turn: int) -> Fleet:
    """The fleet with the slot of a turn as it stands, blank or not, so that its owner does not write it any more."""
    opened = tuple(t for t in fleet.open_slots if t != turn)
    return replace(fleet, sheet={**fleet.sheet, turn: slot(fleet, turn)}, open_slots=opened)


def last_written(fleet: Fleet) -> int:
    """The last turn with a slot, 0 for a blank sheet."""
    return max(fleet.sheet, default=0)


def next_turn(state: State) -> int:
    """The first turn whose slot is still to be sailed."""
    return state.turn if state.phase in _UNSAILED else state.turn + 1


def stands_at(state: State, fleet: Fleet, turn: int) -> tuple[Zone, bool]:
    """Where the written slots will have brought the fleet before the slot of `turn`: zone, and whether in its port."""
    zone, in_port = fleet.zone, fleet.in_port
    for before in range(next_turn(state), turn):
        zone, in_port = after(zone, in_port, slot(fleet, before))
    return zone, in_port


def after(zone: Zone, in_port: bool, written: Slot) -> tuple[Zone, bool]:
    """Where a fleet stands after a slot. A stay keeps it where it is, in port or out (H21.28)."""
    return end_of(zone, written), written.port if written.zones else in_port or written.port


def aborting(fleet: Fleet) -> bool:
    """Whether the fleet has given up its mission, be it that the first slot of the way home is still to come (5.2 Abort)."""
    return fleet.mission is Mission.ABORT or fleet.abort_from > 0


def writes_ahead(fleet: Fleet) -> bool:
    """Whether the fleet's owner writes a slot every turn, two turns ahead (5.2)."""
    return fleet.mission in TWO_AHEAD and not aborting(fleet)


def pursuing(state: State, fleet: Fleet) -> bool:
    """Whether this turn's slot, or the next, says pursue: then nobody knows yet from where a later slot starts (5.23)."""
    return any(slot(fleet, t).action is Action.PURSUE for t in (state.turn, state.turn + 1))


def open_slots(state: State, fleet: Fleet) -> tuple[int, ...]:
    """The slots that may be written now (5.12, 5.2): before the game the first two, or all of a pre-planned fleet's; in
    the orders phase of turn t slot t + 2, with those before it that are blank, and what a new mission opens (5.22). None
    before the turn in which the scenario lets the fleet sail."""
    if state.phase not in (Phase.PLAN, Phase.ORDERS) or not ships_of(state, fleet) or state.setting.opening:
        return ()
    turn, length, ahead = state.turn, state.setting.calendar.length, state.setting.tables.planning.slots_ahead
    turns = set(fleet.open_slots)
    if state.phase is Phase.PLAN:
        last = length if fleet.mission in PRE_PLANNED else turn - 1 + ahead if writes_ahead(fleet) else 0
        turns |= set(range(turn, last + 1))
    elif writes_ahead(fleet) and not pursuing(state, fleet):
        turns |= {t for t in range(turn, turn + ahead) if t not in fleet.sheet} | {turn + ahead}
    return tuple(sorted(t for t in turns if max(turn, fleet.sails) <= t <= length))


def planned_until(state: State, fleet: Fleet, first: int) -> int:
    """The first turn from `first` on for which a pre-planned fleet needs no slot (5.12): past the end of the game, or when
    it will have spent six turns running in a friendly port and nothing more is written (5.22)."""
    table, length = state.setting.tables.planning, state.setting.calendar.length
    zone, in_port = stands_at(state, fleet, first)
    clock = fleet.port_turns if state.phase is Phase.PLAN else 0
    for turn in range(first, length + 1):
        if clock >= table.port_turns_for_new_mission and last_written(fleet) < turn:
            return turn
        written = slot(fleet, turn)
        zone, in_port = after(zone, in_port, written)
        rests = in_port and not written.zones and turn in fleet.sheet and ports.is_friendly(state, fleet.side, zone)
        clock = clock + 1 if rests else 0
    return length + 1


# ---- delays -------------------------------------------------------------------------------------------------------


class _Step(NamedTuple):
    """One thing in a fleet's queue: a zone to enter ("" to stand where it is), and what is done on ending a turn there."""

    zone: Zone
    port: bool = False
    action: Action = Action.NONE
    towards: Zone = Zone("")

    @property
    def ends_the_turn(self) -> bool:
        return self.port or self.action is not Action.NONE


def _steps(written: Slot) -> list[_Step]:
    if not written.zones:
        return [_Step(Zone(""), False, written.action, written.towards)] if written.action is not Action.NONE else []
    last = _Step(written.zones[-1], written.port, written.action, written.towards)
    return [*(_Step(z) for z in written.zones[:-1]), last]


def _take(queue: deque[_Step], most: int) -> tuple[Slot, int]:
    """The next slot out of the queue, at most so many zones long, and how many steps it took."""
    if most < 1 or not queue:
        return STAY, 0
    if not queue[0].zone:
        step = queue.popleft()
        return Slot((), False, step.action, step.towards), 1
    taken: list[_Step] = []
    while queue and queue[0].zone and len(taken) < most:
        step = queue[0]
        if taken and (taken[-1].zone == step.zone or step.action is Action.SEARCH):
            break  # through the mole, and a search by day, is the whole of a turn (H21.28, H10)
        taken.append(queue.popleft())
        if step.ends_the_turn:
            break
    end = taken[-1]
    return Slot(tuple(s.zone for s in taken), end.port, end.action, end.towards), len(taken)


def _queue(fleet: Fleet, start: int) -> list[_Step]:
    """All that the fleet is still to do from slot `start` on, and what it owes after that."""
    written = (s for t in sorted(fleet.sheet) if t >= start for s in _steps(fleet.sheet[t]))
    return [*written, *(_Step(z) for z in fleet.owed)]


def _deal(state: State, fleet: Fleet, start: int, steps: list[_Step], most: Mapping[int, int] | None = None) -> Fleet:
    """Deal the queue out anew over the slots from turn `start` on (H21.12).

    Each slot keeps its number of zones; a slot without a move takes what is owed, but no more. A queue shorter than what is
    written (a short cut back to the route) does not run ahead of it. `most` cuts single turns.
    """
    length, speed = state.setting.calendar.length, planned_pace(state, fleet)
    turns = [t for t in sorted(fleet.sheet) if t >= start]
    queue = deque(steps)
    debt = len(steps) - len(_queue(fleet, start))
    sheet = {t: s for t, s in fleet.sheet.items() if t < start}
    for turn in turns:
        before = _steps(fleet.sheet[turn])
        moves = len(fleet.sheet[turn].zones)
        wanted = moves + min(debt, 0) if moves else max(debt, len(before))
        allowed = min(wanted, speed, (most or {}).get(turn, speed))
        sheet[turn], taken = _take(queue, allowed)
        debt += len(before) - taken
    if writes_ahead(fleet):
        left = tuple(s.zone for s in queue if s.zone)
        return replace(fleet, sheet=sheet, owed=left)
    turn = max(turns[-1] if turns else 0, start - 1)
    while queue and turn < length:
        turn += 1
        sheet[turn], _ = _take(queue, speed)
    return replace(fleet, sheet=sheet, owed=())


def delay(state: State, fleet: Fleet, undone: tuple[Zone, ...], from_turn: int, carried: Slot | None = None) -> Fleet:
    """Slide the plan: `undone` are zones not made, `carried` the slot they stood in, whose port and action go with the
    last of them (5.43, H21.12). `from_turn` is the first turn that takes them."""
    whole = carried or STAY
    owed = _steps(Slot(undone, whole.port, whole.action, whole.towards))
    return _deal(state, fleet, from_turn, [*owed, *_queue(fleet, from_turn)])


def shorten_next(state: State, fleet: Fleet, turn: int) -> Fleet:
    """A long battle takes one zone from the two of slot `turn`; a slot of one zone or none is left alone (7.38, H21.3)."""
    slow = state.setting.tables.planning.slow_zones
    if len(slot(fleet, turn).zones) <= slow:
        return fleet
    return _deal(state, fleet, turn, _queue(fleet, turn), {turn: slow})


def rejoin(state: State, fleet: Fleet, path: tuple[Zone, ...], zone: Zone, turn: int) -> Fleet:
    """Take `path` from the present zone to `zone` of the written route, and go on from there as written (H21.19)."""
    queue = _queue(fleet, turn)
    at = next(n for n, step in enumerate(queue) if step.zone == zone)
    way = [*(_Step(z) for z in path[:-1]), queue[at]] if path else []
    return _deal(state, fleet, turn, [*way, *queue[at + 1 :]])


def fit(state: State, fleet: Fleet, turn: int) -> Fleet:
    """Cut slots from `turn` on to what the fleet can now sail, the rest delayed (5.11, H21.12)."""
    if all(len(s.zones) <= planned_pace(state, fleet) for t, s in fleet.sheet.items() if t >= turn):
        return fleet
    fleet = fixed(state, fleet)
    return _deal(state, fleet, turn, _queue(fleet, turn))


def fixed(state: State, fleet: Fleet) -> Fleet:
    """The fleet without what its owner has written ahead in this phase: that is written anew when the plan slides."""
    fresh = state.turn + state.setting.tables.planning.slots_ahead
    if state.phase is not Phase.ORDERS or not writes_ahead(fleet) or fresh not in fleet.sheet:
        return fleet
    return replace(fleet, sheet={t: s for t, s in fleet.sheet.items() if t < fresh})


def slide(state: State, fleet: Fleet, turn: int) -> Fleet:
    """Stay in `turn`; the whole plan from it on comes a turn later, cut at the end of the game (5.2 Minesweeping)."""
    length = state.setting.calendar.length
    before = {t: s for t, s in fleet.sheet.items() if t < turn}
    later = {t + 1: s for t, s in fleet.sheet.items() if t >= turn and t < length}
    return replace(fleet, sheet={**before, turn: STAY, **later})

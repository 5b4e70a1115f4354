"""The orders phase, and the planning before the game (5.1, 5.2): who owes what, and every order that may be given then."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import aborting, dividing, escorting, forming, missions, plots, raiders
from room40_server.rules.dreadnought.aborting import abort
from room40_server.rules.dreadnought.forming import form, merge
from room40_server.rules.dreadnought.splitting import split
from room40_server.rules.dreadnought.state import Battle, Fleet, Phase, State, fleets_of, ships_of, with_fleet, with_fleets
from room40_server.rules.dreadnought.writing import closed_fault, in_form, own_fleet, pays, read, slot_fault
from room40_server.rules.game import Refused

__all__ = [
    "abort",
    "counter",
    "faults",
    "form",
    "habit",
    "linger",
    "may",
    "merge",
    "missing",
    "new_mission",
    "orders_step",
    "plan_step",
    "plot",
    "split",
]


def plan_step(state: State, dice: Dice) -> State:
    """Before the game: ask both sides for their plan; when both have committed go on to the weather of turn 1, or to the
    battle with which the game begins."""
    if not state.committed:
        return replace(state, asked=_both("plan"))
    opening = state.setting.opening
    if opening is not None:
        fleets = {side.value: tuple(f.id for f in fleets_of(state, side)) for side in Side}
        return replace(state, phase=Phase.BATTLES, battles={str(opening.zone): Battle(opening.zone, fleets)})
    return replace(state, phase=Phase.WEATHER)


def orders_step(state: State, dice: Dice) -> State:
    """Ask both sides for orders; when both have committed go on to pursuit."""
    if not state.committed:
        lost = [f.id for f in state.fleets.values() if not ships_of(state, f)]
        for fleet_id in lost:
            state = forming.strike(state, fleet_id)
        state = escorting.rejoin(dividing.return_lent(aborting.take_effect(state)))
        return replace(state, asked=_both("orders"))
    return replace(with_fleets(state, [_closed(state, f) for f in state.fleets.values()]), phase=Phase.PURSUIT)


def _both(kind: str) -> dict[str, str]:
    return {side.value: kind for side in Side}


def _closed(state: State, fleet: Fleet) -> Fleet:
    """The fleet once its orders are fixed: what it owed and has now written is owed no more (H21.12)."""
    if not fleet.owed and not fleet.open_slots:
        return fleet
    first = min(plots.open_slots(state, fleet), default=0)
    paid = pays(state, fleet, first, plots.slot(fleet, first)) or 0
    return replace(fleet, owed=fleet.owed[paid:], open_slots=())


def plot(state: State, side: Side, order: o.Plot, dice: Dice) -> State:
    """Write one slot (5.1). It may be written anew until the commit; after that it stands (5.2)."""
    fleet = own_fleet(state, side, order.fleet)
    slot = in_form(read(order.route, fleet), *plots.stands_at(state, fleet, order.turn))
    fault = closed_fault(state, fleet, order.turn)
    if fault is not None:
        if fleet.split_on == order.turn == state.turn and plots.slot(fleet, order.turn) == slot:
            return state  # the split has said so already (5.24)
        raise fault
    fault = slot_fault(state, fleet, order.turn, slot)
    if fault is not None:
        raise fault
    return with_fleet(state, replace(fleet, sheet={**fleet.sheet, order.turn: slot}))


def new_mission(state: State, side: Side, order: o.NewMission, dice: Dice) -> State:
    """A new mission after six turns running in a friendly port; all its slots are written at once (5.22, H21.25, H21.28)."""
    fleet = own_fleet(state, side, order.fleet)
    fault = _rest_fault(state, fleet)
    if fault is None and order.mission is Mission.ABORT:
        fault = Refused("5.22", f"Abort is not a mission to be given anew; Fleet {fleet.number} is home.", fleet.id)
    if fault is None:
        fault = missions.mission_fault(state, ships_of(state, fleet), order.mission, side)
    if fault is None and order.mission is Mission.RAIDING:
        fault = missions.another_raider_fault(state, side, fleet.id)
    if fault is None and order.mission is Mission.ESCORT:
        fault = missions.charge_fault(state, fleet, state.fleets.get(order.charge or ""))
    if fault is not None:
        raise fault
    first = state.turn + (fleet.split_on == state.turn)  # what a split has settled stands (5.24)
    given = replace(
        fleet,
        mission=order.mission,
        charge=(order.charge or "") if order.mission is Mission.ESCORT else "",
        sheet={t: s for t, s in fleet.sheet.items() if t < first},
        owed=(),
        abort_from=0,
        pursuit=None,
        open_slots=_all_slots(state, order.mission, first),
        on_map=True,
        take_off=False,
    )
    state = with_fleet(state, given)
    for escort in [f for f in fleets_of(state, side) if f.mission is Mission.ESCORT and f.charge == fleet.id]:
        state = aborting.forsake(state, escort)
    return state


def _rest_fault(state: State, fleet: Fleet) -> Refused | None:
    """Why a fleet may not have a new mission yet (5.22)."""
    needed, clock = state.setting.tables.planning.port_turns_for_new_mission, fleet.port_turns
    if clock >= needed:
        return None
    so_far = f"has spent {clock} of {needed} turns running in a friendly port"
    return Refused("5.22", f"Fleet {fleet.number} {so_far}; then it may have a new mission.", fleet.id)


def _all_slots(state: State, mission: Mission, first: int) -> tuple[int, ...]:
    """The slots from `first` on that a new mission opens: up to t + 2, or all to the end of the game (5.12, H21.28)."""
    length, ahead = state.setting.calendar.length, state.setting.tables.planning.slots_ahead
    if mission is Mission.ESCORT:
        return ()
    last = length if mission in plots.PRE_PLANNED else min(length, state.turn + ahead)
    return tuple(range(first, last + 1))


def counter(state: State, side: Side, order: o.Counter, dice: Dice) -> State:
    """Take a raider's counter off the map, in this phase or when it moves, or put it on (5.2 Raiding)."""
    fleet = own_fleet(state, side, order.fleet)
    fault = raiders.leave_fault(state, fleet, order.now and not order.on_map)
    if fault is not None:
        raise fault
    if order.on_map:
        return with_fleet(state, replace(fleet, on_map=True, take_off=False))
    return with_fleet(state, replace(fleet, on_map=fleet.on_map and not order.now, take_off=not order.now))


def linger(state: State, side: Side, order: o.Linger, dice: Dice) -> State:
    """Stay this turn to sweep: the plan comes a turn later, nothing of it is cancelled (5.2 Minesweeping)."""
    fleet = own_fleet(state, side, order.fleet)
    if fleet.mission is not Mission.MINESWEEPING:
        raise Refused("5.2", f"Fleet {fleet.number} is on {fleet.mission.value}; only minesweepers linger.", fleet.id)
    return with_fleet(state, replace(fleet, lingering=order.on))


def habit(state: State, side: Side, order: o.HabitOf, dice: Dice) -> State:
    """Set a fleet's standing instruction for claims (H21.7)."""
    return with_fleet(state, replace(own_fleet(state, side, order.fleet), habit=order.habit))


# ---- what stands in the way of a commit ---------------------------------------------------------------------------


def missing(state: State, side: Side) -> tuple[Refused, ...]:
    """What stands in the way of the side's commit, first things first: forces, blank slots, misfits."""
    fleets = [f for f in fleets_of(state, side) if ships_of(state, f)]
    blank = [(f, turns) for f in fleets if (turns := blank_slots(state, f))]
    if not blank:
        return faults(state, side)
    listed = "; ".join(f"Fleet {f.number} {_listed(turns)}" for f, turns in blank)
    clause = "5.12" if all(f.mission in plots.PRE_PLANNED for f, _ in blank) else "5.2"
    still = Refused(clause, f"Still to be written: {listed}.", blank[0][0].id)
    forces = forming.forces_faults(state, side) if state.phase is Phase.PLAN else ()
    return (*forces, still, *_all_misfits(state, side))


def faults(state: State, side: Side) -> tuple[Refused, ...]:
    """What stands in the way of the side's commit but blank slots, which a view tells in figures."""
    forces = forming.forces_faults(state, side) if state.phase is Phase.PLAN else ()
    return (*forces, *_all_misfits(state, side))


def _all_misfits(state: State, side: Side) -> tuple[Refused, ...]:
    return tuple(m for f in fleets_of(state, side) if ships_of(state, f) for m in _misfits(state, f))


def _listed(turns: tuple[int, ...]) -> str:
    """ "slot 6", "slots 5 and 6", "slots 3 to 8"."""
    if len(turns) == 1:
        return f"slot {turns[0]}"
    if turns == tuple(range(turns[0], turns[-1] + 1)) and len(turns) > 2:
        return f"slots {turns[0]} to {turns[-1]}"
    return "slots " + ", ".join(str(t) for t in turns[:-1]) + f" and {turns[-1]}"


def blank_slots(state: State, fleet: Fleet) -> tuple[int, ...]:
    """The open slots that must be written before the commit and are not: a stay is written too (5.2, 5.12)."""
    may = plots.open_slots(state, fleet)
    if fleet.mission in plots.PRE_PLANNED and may:
        end = plots.planned_until(state, fleet, may[0])
        may = tuple(t for t in may if t < end)
    return tuple(t for t in may if t not in fleet.sheet)


def _misfits(state: State, fleet: Fleet) -> list[Refused]:
    """Open slots that are written but no longer fit, since one before them was written anew (5.1)."""
    faults = []
    for turn in plots.open_slots(state, fleet):
        if turn not in fleet.sheet:
            continue
        fault = slot_fault(state, fleet, turn, fleet.sheet[turn])
        if fault is not None:
            faults.append(Refused(fault.clause, f"Slot {turn} of Fleet {fleet.number}: {fault.sentence}", fleet.id))
    return faults


# ---- what a fleet may be told ---------------------------------------------------------------------------------------


def may(state: State, fleet: Fleet) -> tuple[str, ...]:
    """The tags of the orders, besides plotting, that would not be refused this fleet outright in this phase."""
    if not ships_of(state, fleet):
        return ()
    if state.phase is Phase.AFTER_BATTLE:
        return _after_battle(state, fleet)
    if state.phase is Phase.PLAN:
        return ("form", "habit") if state.setting.free_forming else ("habit",)
    if state.phase is not Phase.ORDERS:
        return ("habit",) if state.phase is Phase.CONTACT else ()
    first = state.turn + state.setting.tables.planning.slots_ahead
    allowed = {
        "abort": first <= state.setting.calendar.length and (not plots.aborting(fleet) or fleet.abort_from == first),
        "merge": any(_may_merge(fleet, other) for other in fleets_of(state, fleet.side)),
        "split": fleet.mission in plots.TWO_AHEAD
        and not plots.aborting(fleet)
        and len(ships_of(state, fleet)) > 1
        and fleet.split_on != state.turn
        and not plots.pursuing(state, fleet)
        and bool(forming.free_numbers(state, fleet.side)),
        "mission": _rest_fault(state, fleet) is None,
        "counter": fleet.mission is Mission.RAIDING,
        "linger": fleet.mission is Mission.MINESWEEPING,
        "habit": True,
        "tow": len(ships_of(state, fleet)) > 1,
    }
    return tuple(tag for tag, is_allowed in allowed.items() if is_allowed)


def _may_merge(fleet: Fleet, other: Fleet) -> bool:
    together = fleet.id != other.id and (fleet.zone, fleet.in_port) == (other.zone, other.in_port)
    alike = fleet.mission is other.mission
    return together and (plots.aborting(fleet) or plots.aborting(other) or alike)


def _after_battle(state: State, fleet: Fleet) -> tuple[str, ...]:
    if fleet.fought != state.turn:
        return ()
    goes_on = state.turn < state.setting.calendar.length
    allowed = {
        "abort": goes_on and (fleet.mission is not Mission.ABORT or fleet.abort_from == state.turn + 1),
        "pursue": goes_on and fleet.mission in plots.TWO_AHEAD and not plots.aborting(fleet) and not fleet.off_board,
        "exchange": any(
            f.id != fleet.id and f.fought == state.turn and f.mission is fleet.mission and f.zone == fleet.zone
            for f in fleets_of(state, fleet.side)
        ),
        "rejoin": goes_on and fleet.off_board,
    }
    return tuple(tag for tag, is_allowed in allowed.items() if is_allowed)

"""Work that takes several turns running in one place: laying mines, loading, unloading (H11, H13)."""

from msgspec.structs import replace

from room40.dreadnought.sheet import STAY, Action, Slot
from room40_server.rules.dreadnought.state import Fleet, State, ships_of, with_fleet, with_fleets

LASTING = frozenset({Action.LAY, Action.LOAD, Action.UNLOAD})


def slot_now(state: State, fleet: Fleet) -> Slot:
    """The slot of this turn."""
    return fleet.sheet.get(state.turn, STAY)


def at(state: State, action: Action) -> tuple[Fleet, ...]:
    """The fleets that are to do this now, in order, and can: afloat, and neither stopped nor gone from the zone (H21.26)."""
    able = (f for f in state.fleets.values() if slot_now(state, f).action is action and may_operate(state, f))
    return tuple(sorted(able, key=lambda f: f.id))


def may_operate(state: State, fleet: Fleet) -> bool:
    """Whether a fleet may carry out its slot's action: not if a contact pulled it back or it left a battle (H21.26)."""
    return bool(ships_of(state, fleet)) and not fleet.stopped and not fleet.off_board


def one_turn(state: State, fleet: Fleet, what: str) -> tuple[State, int]:
    """Another turn of this work, and how many turns running that makes."""
    turns = fleet.work + 1 if fleet.work_on == what else 1
    return with_fleet(state, replace(fleet, work=turns, work_on=what)), turns


def begin_anew(state: State) -> State:
    """Forget the work of fleets that do none this turn: it must be done in turns running."""
    idle = (f for f in state.fleets.values() if f.work and not _works(state, f))
    return with_fleets(state, [replace(f, work=0, work_on="") for f in idle])


def done(state: State, fleet: Fleet) -> State:
    """The work is finished; the next turn of it would be the first again."""
    return with_fleet(state, replace(state.fleets[fleet.id], work=0, work_on=""))


def _works(state: State, fleet: Fleet) -> bool:
    return slot_now(state, fleet).action in LASTING and may_operate(state, fleet)

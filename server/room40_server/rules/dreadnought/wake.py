"""Pursuers in the wake of their quarry (5.23, H21.13)."""

from msgspec.structs import replace

from room40.dreadnought.sheet import Action, Slot
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import fuel
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.state import Fleet, State, ships_of, with_fleet


def follow(state: State) -> State:
    """Put every pursuer that keeps touch into the first zone its quarry enters, or the quarry's own if it stays.

    No speed check; empty bunkers alone hold a pursuer back (H12). Where two fleets pursue each other, or several do in a
    ring, the one taken first finds its quarry where that began the turn.
    """
    hunters = [f for f in state.fleets.values() if f.pursuit is not None and f.pursuit.holds and ships_of(state, f)]
    waiting = {f.id for f in hunters}
    for fleet in sorted(hunters, key=lambda f: (f.side, f.number)):
        state = _follow(state, fleet.id, waiting)
    return state


def _follow(state: State, fleet_id: str, waiting: set[str]) -> State:
    if fleet_id not in waiting:
        return state
    waiting.discard(fleet_id)
    fleet = state.fleets[fleet_id]
    assert fleet.pursuit is not None
    state = _follow(state, fleet.pursuit.quarry, waiting)
    quarry = state.fleets[fleet.pursuit.quarry]
    way = _way(state, fleet, quarry)
    if not way or fuel.out_of_fuel(state, fleet):
        return state
    before = (fleet.started, *way)[-2]
    moved = replace(fleet, zone=way[-1], in_port=False, entered=way, came_from=before, begun=True)
    moved = replace(moved, sheet={**moved.sheet, state.turn: Slot(way, action=Action.PURSUE)})
    text = f"Fleet {fleet.number} follows to {way[-1]} (5.23)."
    return tell(with_fleet(state, moved), fleet.side, "pursuit", text, "5.23", way[-1])


def _way(state: State, fleet: Fleet, quarry: Fleet) -> tuple[Zone, ...]:
    """The zones the pursuer enters; by the quarry's starting zone where it was not there itself (7.33)."""
    goal = quarry.entered[0] if quarry.entered else quarry.zone
    if goal == fleet.zone:
        return ()
    if state.setting.chart.is_open(fleet.zone, goal, fleet.side):
        return (goal,)
    start = Zone(quarry.started)
    return (goal,) if start in (fleet.zone, goal) else (start, goal)

"""Pursuers in the wake of their quarry (5.23, H21.13).

A zone and the port in it are two places: who flees into a port that is open to his pursuer is followed there.
"""

from msgspec.structs import replace

from room40.dreadnought.sheet import Action, Slot
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import plots, ports
from room40_server.rules.dreadnought.news import tell
from room40_server.rules.dreadnought.presence import Spot
from room40_server.rules.dreadnought.state import Fleet, State, ships_of, with_fleet


def follow(state: State) -> State:
    """Put every pursuer that keeps touch into the first zone its quarry enters, or the quarry's own if it stays.

    No speed check; but who cannot move at all stays: with empty bunkers (H12), a ship dead in the water, a tow that moved
    the turn before (H11). Where two fleets pursue each other, or several do in a ring, the one taken first finds its quarry
    where that began the turn.
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
    goal = _goal(state, fleet, quarry)
    if goal == Spot(fleet.zone, fleet.in_port) or plots.pace(state, fleet) < 1:
        return state
    way = _way(state, fleet, quarry, goal.zone)
    before = (fleet.started, *way)[-2]
    moved = replace(fleet, zone=goal.zone, in_port=goal.port, entered=way, came_from=before, begun=True)
    moved = replace(moved, sheet={**moved.sheet, state.turn: Slot(way, goal.port, Action.PURSUE)})
    text = f"Fleet {fleet.number} follows to {goal.zone}{' port' if goal.port else ''} (5.23)."
    return tell(with_fleet(state, moved), fleet.side, "pursuit", text, "5.23", goal.zone)


def _goal(state: State, fleet: Fleet, quarry: Fleet) -> Spot:
    """The first place that the quarry enters, or its own if it stays; into a port only one that is open to the pursuer."""
    goal = Spot(quarry.zone, quarry.in_port)
    if quarry.entered:
        first = quarry.entered[0]
        straight_in = quarry.in_port and quarry.entered == (quarry.started,) and not quarry.started_in_port
        goal = Spot(first, straight_in)
    return goal if not goal.port or ports.admits(state, fleet.side, goal.zone) else Spot(goal.zone)


def _way(state: State, fleet: Fleet, quarry: Fleet, goal: Zone) -> tuple[Zone, ...]:
    """The zones the pursuer enters; by the quarry's starting zone where it was not there itself (7.33)."""
    start = Zone(quarry.started)
    if goal == fleet.zone or start in (fleet.zone, goal) or state.setting.chart.is_open(fleet.zone, goal, fleet.side):
        return (goal,)
    return (start, goal)

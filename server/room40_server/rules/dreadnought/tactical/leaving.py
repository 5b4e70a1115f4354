"""Ships that go out over the ring: gone if nobody sees them, else all are moved back (7.33)."""

from collections.abc import Mapping

from room40.dreadnought.boardplay import off_steps
from room40.geometry.hexgrid import STEPS, Board, add
from room40.geometry.seachart import Direction
from room40_server.rules.dreadnought.state import State
from room40_server.rules.dreadnought.tactical import ground
from room40_server.rules.dreadnought.tactical.board import Group, Tactical

Exits = Mapping[str, tuple[Direction, str]]
"""Group -> the side over which it goes, and the step if its owner names one."""
Groups = dict[str, Group]


def unseen(state: State, board: Tactical, group: Group) -> bool:
    """Whether no enemy sees a group, judged from its ring hex before the step (7.33)."""
    return not ground.is_seen(group.hex, ground.standing(board, ground.side_of(group).enemy), ground.detection(state))


def shift_back(state: State, moved: Groups, seen: Exits) -> tuple[Groups, tuple[str, ...]]:
    """Move all ships of both sides back so that those who left in sight are on the board again (7.33).

    `moved`: all groups after the movement, those of `seen` still in their ring hexes. The shift is the reverse of the step
    by which they left; where their owner names no step, the first that serves. Who left by another step than the one taken
    back may be on the board again by that shift, or is brought back by one of his own. Where none keeps everyone on the
    board the step off the ring is not made. Blind, who is out of sight and has no room stays where he is, so that nothing
    tells of him (H21.9). Gives the groups, and those for whom all were shifted.
    """
    grid = ground.grid(state)
    hidden = _out_of_sight(state, moved) if state.setting.blind else frozenset()
    out = {i: (named,) if named else off_steps(grid, moved[i].hex, side) for i, (side, named) in sorted(seen.items())}
    shifted: list[str] = []
    for group_id in sorted(seen, key=lambda i: (moved[i].hex, *seen[i])):  # as all can see, whatever the groups are called
        for step in out.get(group_id, ()):
            back, done = _taken_back(grid, moved, out, step)
            back |= {i: moved[i] for i in hidden if back[i].hex not in grid}
            if all(g.hex in grid for g in back.values()):
                moved, out = back, {i: steps for i, steps in out.items() if i not in done}
                shifted += done
                break
    return moved, tuple(shifted)


def _out_of_sight(state: State, moved: Groups) -> frozenset[str]:
    """The groups that no enemy sees."""
    board = Tactical(groups=moved)
    return frozenset(i for i, group in moved.items() if unseen(state, board, group))


def _taken_back(grid: Board, moved: Groups, out: Mapping[str, tuple[str, ...]], step: str) -> tuple[Groups, list[str]]:
    """All groups shifted against a step, and those off the board who are on it again by that."""
    back: Groups = {}
    done = []
    for i, group in moved.items():
        steps = out.get(i, ())
        hex_ = add(group.hex, STEPS[step], -1)
        own = step if step in steps else next((s for s in steps if add(hex_, STEPS[s]) in grid), "")
        if own:
            done.append(i)
            hex_ = add(hex_, STEPS[own])
        back[i] = Group(group.id, group.fleet, hex_, group.ships)
    return back, done

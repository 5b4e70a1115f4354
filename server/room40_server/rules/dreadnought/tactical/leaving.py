"""Ships that go out over the ring: gone if nobody sees them, else all are moved back (7.33)."""

from collections.abc import Mapping

from room40.dreadnought.boardplay import off_steps
from room40.geometry.hexgrid import STEPS, Hex, add
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
    by which they left; where their owner names no step, the first that serves. Where none keeps everyone on the board the
    step off the ring is not made. Gives the groups, and those for whom all were shifted.
    """
    shifted: list[str] = []
    board = ground.grid(state)
    for group_id, (side, named) in sorted(seen.items()):
        if group_id in shifted:
            continue
        here = moved[group_id].hex
        for step in [named] if named else off_steps(board, here, side):
            # all who leave by this very step leave together, and one shift brings them all back
            same = {i for i, way in seen.items() if i not in shifted and _leaves_by(state, moved[i].hex, way, step)}
            back = {i: g if i in same else _moved(g, STEPS[step], -1) for i, g in moved.items()}
            if group_id in same and all(g.hex in board for g in back.values()):
                moved = back
                shifted.extend(sorted(same))
                break
    return moved, tuple(shifted)


def _leaves_by(state: State, hex_: Hex, way: tuple[Direction, str], step: str) -> bool:
    side, named = way
    board = ground.grid(state)
    return step in off_steps(board, hex_, side) and named in ("", step) and hex_ in board.along(side)


def _moved(group: Group, step: Hex, times: int) -> Group:
    return Group(group.id, group.fleet, add(group.hex, step, times), group.ships)

"""Aircraft: flying, and what they are sent to do (C2, C3.4, K3.1, K3.2, K4)."""

from msgspec.structs import replace

from room40.combined_arms.orders import Duty
from room40_server.rules.combined_arms.board import Board, spend, steps
from room40_server.rules.combined_arms.state import State, Unit
from room40_server.rules.game import Refused


def fly(board: Board, unit_id: str, path: tuple[str, ...], duty: Duty) -> None:
    """Move an aircraft along a path within its one allowance, over everything that is not impassable (C2.1, C4.1, K3.1)."""
    unit = board.units[unit_id]
    for _, there in steps(board, unit, path):
        spend(board, unit)
        unit = replace(board.stepped(unit, there), aboard="")
    _may(board, unit, duty)
    board.put(replace(unit, duty=duty.value if board.in_combat_move else unit.duty))


def reach(state: State, start: str, points: int) -> dict[str, int]:
    """Where an aircraft can fly from a space, and for how much movement; nothing on the way stops it (K3.1, K3.2)."""
    found = {start: 0}
    edge = [start]
    for spent in range(1, points + 1):
        further: list[str] = []
        for here in edge:
            for there in state.setting.connections.get(here, ()):
                if there not in found and not state.setting.spaces[there].impassable:
                    found[there] = spent
                    further.append(there)
        edge = further
    return found


def _may(board: Board, unit: Unit, duty: Duty) -> None:
    """Refuse a duty that there is not where the flight ends (C3.4, K4)."""
    if duty is Duty.BATTLE:
        return
    if not board.in_combat_move:
        raise Refused("C3.4", "Aircraft are sent to fight in the combat move only.", unit.id)
    if duty is Duty.RAID:
        if not board.has(unit, "bomber"):
            raise Refused("K4", f"{board.says(unit)} is no bomber, so it flies no raid.", unit.id)
        if unit.space not in board.situation.industrial:
            raise Refused("K4", f"There is no enemy industrial complex in {board.name(unit.space)}.", unit.space)
    elif board.is_water(unit.space):
        raise Refused("C3.4", f"{board.says(unit)} fights at sea there; to the landing it flies ashore.", unit.id)

"""Land units: marching, taking empty territories, the blitz (C4.5, C4.6, K3.1)."""

from room40_server.rules.combined_arms import transports
from room40_server.rules.combined_arms.board import Board, ready, spend, steps
from room40_server.rules.combined_arms.state import Unit
from room40_server.rules.game import Refused


def march(board: Board, unit_id: str, path: tuple[str, ...], ship: str) -> None:
    """Move a land unit along a path; steps into and out of a sea zone load and unload it (K3.1, K3.8)."""
    unit = board.units[unit_id]
    if board.in_combat_move and board.has(unit, "anti-aircraft"):
        raise Refused("K2", f"{board.says(unit)} moves in the non-combat move only.", unit.id)
    ready(board, unit)
    if unit.aboard and unit.space != path[0] and board.is_water(path[0]):
        raise transports.elsewhere(board, board.units[unit.aboard], path[0])
    for here, there in steps(board, unit, path):
        unit = board.units[unit_id]
        if board.is_water(there):
            if board.is_water(here):
                raise Refused("C4.10", f"{board.says(unit)} is cargo: it sails with its ship.", unit.id)
            transports.load(board, unit, there, ship)
        elif board.is_water(here):
            transports.unload(board, unit, here, there)
        else:
            _step(board, unit, here, there)


def _step(board: Board, unit: Unit, here: str, there: str) -> None:
    _goes_on(board, unit, here)
    spend(board, unit)
    if there not in board.situation.friendly:
        if not board.in_combat_move:
            raise Refused("K3.1", f"{board.name(there)} is not friendly: it is entered in the combat move.", there)
        if there not in board.situation.defended:
            board.taken.add(there)
    board.put(board.stepped(unit, there))


def _goes_on(board: Board, unit: Unit, here: str) -> None:
    """Refuse to go on from a hostile territory, but for a tank from an empty one (C4.5, C4.6, K3.1)."""
    if not board.has_moved(unit) or here in board.situation.friendly:
        return
    if here in board.situation.occupied:
        raise Refused("C4.6", f"{board.says(unit)} meets enemy units there and stops.", unit.id)
    if not board.has(unit, "blitz"):
        raise Refused("K3.1", f"{board.says(unit)} stops in the first hostile territory.", unit.id)

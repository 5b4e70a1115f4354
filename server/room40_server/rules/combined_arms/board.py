"""The board while the moves of a phase are made upon it one after another.

Rules of this file: a `Board` is the only thing in these rules that changes in place; `moving.replay` makes it and lets
nobody keep it. Whatever a move is judged by stands in its `situation` or in the moves of the very units it moves (K1.2).
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.situation import Situation, survey
from room40_server.rules.combined_arms.state import Phase, State, Unit, UnitType, are_friends
from room40_server.rules.game import Refused


class Board:
    """The units where the moves so far have brought them; `taken`: territories entered that nobody held against it.

    `holds`: ship -> all it carried at any time of the phase, what has left it again too (K3.8).
    """

    def __init__(self, opening: State) -> None:
        self.opening = opening
        self.setting = opening.setting
        self.power = opening.power
        self.phase = opening.phase
        self.situation: Situation = survey(opening)
        self.units: dict[str, Unit] = dict(opening.units)
        self.taken: set[str] = set()
        self.holds: dict[str, tuple[str, ...]] = {}
        for unit in opening.units.values():
            if unit.aboard:
                self.holds[unit.aboard] = (*self.holds.get(unit.aboard, ()), unit.id)

    @property
    def in_combat_move(self) -> bool:
        """Whether these are the moves of phase 2, not of phase 4."""
        return self.phase is Phase.COMBAT_MOVE

    def type_of(self, unit: Unit) -> UnitType:
        """The unit's line of the table."""
        return self.setting.types[unit.type]

    def has(self, unit: Unit, trait: str) -> bool:
        """Whether the unit's type has a trait."""
        return trait in self.setting.types[unit.type].traits

    def is_water(self, space: str) -> bool:
        """Whether a space is a sea zone."""
        return self.setting.spaces[space].water

    def is_own(self, unit: Unit) -> bool:
        """Whether a unit is of the power in turn."""
        return unit.owner == self.power

    def is_friend(self, unit: Unit) -> bool:
        """Whether a unit is of the alliance of the power in turn."""
        return are_friends(self.opening, self.power, unit.owner)

    def name(self, space: str) -> str:
        """A space as the map calls it."""
        return news.name_of_space(self.opening, space)

    def says(self, unit: Unit) -> str:
        """A unit in words: "The tank in Poland"."""
        return f"The {self.type_of(unit).name} in {self.name(unit.space)}"

    def put(self, unit: Unit) -> None:
        """Put a unit as it now is."""
        self.units[unit.id] = unit

    def stepped(self, unit: Unit, there: str, cost: int = 1) -> Unit:
        """The unit one space further, `cost` movement spent."""
        return replace(
            unit,
            space=there,
            used=unit.used + cost,
            moved_in=self.phase.value,
            came_from=unit.space,
            path=(*(unit.path or (unit.space,)), there),
        )

    def has_moved(self, unit: Unit) -> bool:
        """Whether a unit has moved by itself in this phase."""
        return len(unit.path) > 1


def steps(board: Board, unit: Unit, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The steps of a path that begins where the unit is and goes from neighbour to neighbour. Raises `Refused` (K3.1)."""
    if unit.space != path[0]:
        raise Refused("K1.2", f"{board.says(unit)} is not in {board.name(path[0])}, where this move begins.", unit.id)
    for here, there in pairwise(path):
        if there not in board.setting.connections.get(here, ()):
            raise Refused("K3.1", f"{board.name(here)} and {board.name(there)} are not neighbours.", there)
        if board.setting.spaces[there].impassable:
            raise Refused("K3.1", f"{board.name(there)} is closed to everything.", there)
        yield here, there


def spend(board: Board, unit: Unit) -> None:
    """Refuse a step that the unit's movement does not pay for (K2, K3.1)."""
    allowance = board.type_of(unit).move
    if unit.used >= allowance:
        raise Refused("K2", f"{board.says(unit)} has no movement left: it moves {allowance} a turn.", unit.id)


def ready(board: Board, unit: Unit) -> None:
    """Refuse units that moved in the combat move, or fought, and would move again (C1.5, K3.1). Aircraft may."""
    if board.in_combat_move or (unit.moved_in != Phase.COMBAT_MOVE.value and not unit.fought):
        return
    did = "fought" if unit.fought else "moved, loaded or unloaded in the combat move"
    clause = "K3.8" if board.has(unit, "transport") else "K3.12" if unit.aboard else "K3.1"
    if not board.has(unit, "transport") and board.is_water(unit.space) and not unit.aboard:
        clause = "C1.5"
    raise Refused(clause, f"{board.says(unit)} {did}, so it does nothing in this phase.", unit.id)

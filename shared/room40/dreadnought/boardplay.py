"""The tactical board from one hex: where a group may go, over which sides it may leave, how far guns reach (7.32, 7.33,
H7.5).

Pure geometry and sums, for the rules, the screens and the computer players alike. Only the server decides.
"""

from collections.abc import Collection, Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought.board_views import ArmsView, BoardView
from room40.dreadnought.orders import MOMENTS, FireGuns, FireTorpedoes, Manoeuvre
from room40.dreadnought.views import BattleView
from room40.geometry.hexgrid import OUTWARD, SIDES, STEPS, Board, Hex, add
from room40.geometry.seachart import Direction

OrderT = TypeVar("OrderT", bound=Struct)

OFF = "off"
"""How a destination over the edge begins: "off W", or "off W SW" with the step."""
SMALL_KINDS = frozenset({"DL", "DD", "TB"})
"""Hard to hit: only from near, and with few of the big guns (H7.5)."""


def neighbours_on(board: Board, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes of the board that touch this one, clockwise from north."""
    return tuple(h for step in STEPS.values() if (h := add(hex_, step)) in board)


def exits(board: Board, hex_: Hex, open_sides: Collection[str]) -> tuple[Direction, ...]:
    """The sides over which a ship may leave the board from this hex: a ring hex's own, where they are open (7.33)."""
    return tuple(side for side in SIDES if side in open_sides and hex_ in board.along(side))


def off_steps(board: Board, hex_: Hex, side: Direction) -> tuple[str, ...]:
    """The steps that lead off the board over a side from one of its ring hexes."""
    return tuple(step for step in OUTWARD[side] if add(hex_, STEPS[step]) not in board)


def destinations(board: Board, hex_: Hex, open_sides: Collection[str]) -> tuple[str, ...]:
    """Everywhere a group in this hex may go in one step, as orders name it: hexes, then "off W" (7.32, 7.33)."""
    near = tuple(str(h) for h in neighbours_on(board, hex_))
    return near + tuple(f"{OFF} {side}" for side in exits(board, hex_, open_sides))


def timed(order: OrderT, battle: BattleView, board: BoardView) -> OrderT:
    """An order for a step of the board as one for the step in hand and no other, if no step is named in it yet (7.31)."""
    if isinstance(order, Manoeuvre | FireGuns | FireTorpedoes) and not order.moment:
        return replace(order, moment=MOMENTS * battle.round + board.step)
    return order


def read_off(text: str) -> tuple[Direction, str] | None:
    """Side and step ("" if it is not said) of "off W" or "off W SW"; None for anything else."""
    word, _, rest = text.partition(" ")
    side, _, step = rest.partition(" ")
    if word != OFF or side not in SIDES or (step and step not in OUTWARD[Direction(side)]):
        return None
    return Direction(side), step


def nearest(hex_: Hex, others: Iterable[Hex]) -> int | None:
    """The distance to the nearest of these hexes, the own not counted (7.27); None if there is none."""
    q, r = hex_
    found = [max(abs(q - a), abs(r - b), abs(q + r - a - b)) for a, b in others]
    return min(found) if found else None


def dice_at(dice: int, gun: str, target_kind: str, small_share: int) -> int:
    """The dice of a gun class at a kind of target: primaries use a share of theirs at small craft, at least one (H7.5)."""
    if dice and gun == "primary" and target_kind in SMALL_KINDS:
        return max(1, dice // small_share)
    return dice


def weapons(arms: ArmsView | None) -> dict[str, tuple[int, int]]:
    """What a ship has to fire, by gun class and "torpedoes": reach in hexes and dice."""
    fields = arms.__struct_fields__ if arms is not None else ()
    found = {name: getattr(arms, name) for name in fields}
    return {name: (arm[0], arm[1]) for name, arm in found.items() if arm}


def reaches(reach: int, range_: int, gun: str, target_kind: str, small_range: int) -> bool:
    """Whether a gun class (or torpedoes) that reaches so far may fire at a kind of target over this range (H7.5)."""
    small = gun != "torpedoes" and target_kind in SMALL_KINDS
    return range_ <= (min(reach, small_range) if small else reach)

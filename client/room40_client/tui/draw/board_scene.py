"""From a battle's view and what is planned in it to what is drawn on the board (7.21, 7.27)."""

from collections.abc import Iterable

from msgspec import Struct

from room40.dreadnought.board_views import BoardView
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import Hex, distance
from room40_client.tui.board import terms
from room40_client.tui.board.terms import spot
from room40_client.tui.draw.board import BoardScene, Cell
from room40_client.tui.draw.runs import Run


class Marks(Struct, frozen=True):
    """What a plan adds to the board.

    `own`: hex -> own ships, as the plan leaves them; None as they stand. `moved`: hexes in which something planned stands.
    `signs`: a sign for a hex that was left. `legal`: hexes that may be chosen; `chosen`: those of what is chosen; `aimed`:
    targets; `eye`: the hex from which sight is shown; `reach`: guns that reach a hex, as "pst".
    """

    own: dict[Hex, tuple[str, ...]] | None = None
    moved: frozenset[Hex] = frozenset()
    signs: dict[Hex, str] = {}
    legal: frozenset[Hex] = frozenset()
    chosen: frozenset[Hex] = frozenset()
    aimed: frozenset[Hex] = frozenset()
    eye: Hex | None = None
    reach: dict[Hex, str] = {}


def standing(board: BoardView) -> dict[Hex, tuple[str, ...]]:
    """The own ships by hex, as they stand."""
    found: dict[Hex, tuple[str, ...]] = {}
    for group in board.groups.values():
        found[spot(group.hex)] = found.get(spot(group.hex), ()) + tuple(group.ships)
    return found


def scene_of(
    view: View, battle: BattleView, board: BoardView, marks: Marks, cursor: Hex | None, names: bool = False
) -> BoardScene:
    """The board of a view with a plan on it."""
    own = standing(board) if marks.own is None else marks.own
    enemy = _enemies(view, battle, board)
    friends = _friends(view, battle, board)
    cells: dict[Hex, Cell] = {}
    for hex_ in {*own, *enemy, *friends, *marks.signs, *marks.legal}:
        mine: Run = ("", "")
        if own.get(hex_):
            style = "own chosen" if hex_ in marks.chosen else "trace" if hex_ in marks.moved else "own"
            mine = (terms.code([terms.kind_of(view, s) for s in own[hex_]]), style)
        elif hex_ in friends:
            mine = (friends[hex_], "own")
        theirs: Run = (enemy.get(hex_, ""), "enemy")
        stands = [run for run in (mine, theirs) if run[0]]
        if hex_ in marks.signs:
            stands.append((marks.signs[hex_], "trace"))
        text, below = [*stands, ("", ""), ("", "")][:2]
        around = "()" if hex_ in marks.legal else "><" if hex_ in marks.aimed else ""
        cells[hex_] = Cell(text, below, around)
    return BoardScene(terms.geometry(board), cells, _faint(board, marks), cursor, names)


def _enemies(view: View, battle: BattleView, board: BoardView) -> dict[Hex, str]:
    """The enemy's stacks; for the public those of the Central Powers."""
    side = "CP" if view.seat in ("EN", "public") else "EN"
    stacks = board.stacks.get(side, {})
    return {spot(key): terms.enemy_code(battle, board, stack) for key, stack in stacks.items()}


def _friends(view: View, battle: BattleView, board: BoardView) -> dict[Hex, str]:
    """What the public sees of the Entente's stacks; a seat has its own as groups."""
    stacks = board.stacks.get("EN", {}) if view.seat == "public" else {}
    return {spot(key): terms.enemy_code(battle, board, stack, capital=True) for key, stack in stacks.items()}


def _faint(board: BoardView, marks: Marks) -> dict[Hex, Run]:
    """The signs of reach, and the ring of hexes at which an enemy is seen but not known (7.27)."""
    found: dict[Hex, Run] = {}
    if marks.eye is not None:
        for hex_ in _at(board, marks.eye, board.detection):
            found[hex_] = ("~", "coast")
    found.update({hex_: (text, "reach") for hex_, text in marks.reach.items()})
    return found


def _at(board: BoardView, eye: Hex, range_: int) -> Iterable[Hex]:
    return (hex_ for hex_ in terms.geometry(board).hexes() if distance(hex_, eye) == range_)

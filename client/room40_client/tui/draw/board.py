"""The tactical board as text: columns of hexes two or more lines high, the sea around it free for words (H7.41).

A *scene* says what is drawn in each hex; this file turns scene, size and line into runs, and points into hexes. The board
is a hexagon standing on a corner, so the screen's corners beside it are empty; `compose` writes texts into them.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from room40.geometry.hexgrid import CENTRE, Board, Hex, distance
from room40_client.tui.draw.runs import Line, Run, fit, line


class HexSize(Struct, frozen=True):
    """How many characters wide and lines high a hex is drawn; the height is even, for columns stand half a hex apart."""

    width: int
    height: int


SIZES = (HexSize(6, 2), HexSize(8, 2), HexSize(8, 4))


class Cell(Struct, frozen=True):
    """What stands in a hex: a main text, one below it, a pair of signs around the first, a style over all."""

    text: Run = ("", "")
    below: Run = ("", "")
    around: str = ""
    over: str = ""


class BoardScene(Struct, frozen=True):
    """All that is drawn on the board. `names`: every empty hex shows its name; `faint`: signs of empty hexes."""

    board: Board = Board()
    cells: dict[Hex, Cell] = {}
    faint: dict[Hex, Run] = {}
    cursor: Hex | None = None
    names: bool = False


def size_for(board: Board, columns: int, lines: int) -> HexSize:
    """The largest size at which the board leaves room for a column of words beside it and the lines below."""
    for size in reversed(SIZES):
        across, down = extent(board, size)
        if across + 26 <= columns and down + 2 <= lines:
            return size
    return SIZES[0]


def extent(board: Board, size: HexSize) -> tuple[int, int]:
    """Width and height of the board in characters."""
    across = 2 * board.radius + 1
    return across * size.width, across * size.height


def top(size: HexSize, q: int) -> int:
    """The line in which a column begins."""
    return abs(q) * size.height // 2


def origin(board: Board, size: HexSize, hex_: Hex) -> tuple[int, int]:
    """Where a hex's first character stands."""
    first = max(-board.radius, -hex_.q - board.radius)
    return (hex_.q + board.radius) * size.width, top(size, hex_.q) + (hex_.r - first) * size.height


def hex_under(board: Board, size: HexSize, x: int, y: int) -> Hex | None:
    """The hex drawn at a point; None beside the board."""
    q = x // size.width - board.radius
    row = (y - top(size, q)) // size.height
    found = Hex(q, max(-board.radius, -q - board.radius) + row)
    return found if x >= 0 and row >= 0 and found in board else None


def room(board: Board, size: HexSize, columns: int, y: int) -> tuple[int, int]:
    """How many columns are free to the left and to the right of the board in line `y`."""
    across, down = extent(board, size)
    if not 0 <= y < down:
        return 0, columns
    free = sum(1 for q in range(-board.radius, 0) if not top(size, q) <= y < down - top(size, q))
    return free * size.width, free * size.width + max(0, columns - across)


def board_line(scene: BoardScene, size: HexSize, y: int) -> Line:
    """Line `y` of the board, from the leftmost hex in it to the rightmost."""
    runs: list[Run] = []
    for q in range(-scene.board.radius, scene.board.radius + 1):
        found = hex_under(scene.board, size, (q + scene.board.radius) * size.width, y)
        if found is not None:
            runs.extend(_cell_line(scene, size, found, y - origin(scene.board, size, found)[1]))
    return line(*runs)


def _cell_line(scene: BoardScene, size: HexSize, hex_: Hex, sub: int) -> Line:
    """One line of a hex: name (where hexes are high), main text, the text below, blank."""
    cell = scene.cells.get(hex_, Cell())
    inner = size.width - 2
    over = f"{cell.over} cursor" if hex_ == scene.cursor else cell.over
    main = 1 if size.height > 2 else 0
    marks = "[]" if hex_ == scene.cursor else cell.around
    content: Run = ("", "")
    if sub == main:
        content = cell.text if cell.text[0] else _empty(scene, hex_, named=main > 0)
    elif sub == main + 1:
        content = cell.below
    elif sub == 0:
        content = (scene.board.name(hex_), "key")
    left, right = (marks[0], marks[1]) if marks and sub == main else (" ", " ")
    text = _middle(content, inner)
    parts = ((left, "open" if marks else ""), *text, (right, "open" if marks else ""))
    return tuple((piece, f"{style} {over}".strip()) for piece, style in parts) if over else line(*parts)


def _middle(content: Run, columns: int) -> Line:
    text, style = content
    text = text[:columns]
    before = (columns - len(text)) // 2
    return line(" " * before, (text, style), " " * (columns - len(text) - before))


def _empty(scene: BoardScene, hex_: Hex, named: bool) -> Run:
    """The sign of an empty hex: reach or sight, else its name if it is numbered and not `named` already, else what it is."""
    board = scene.board
    if hex_ in scene.faint:
        return scene.faint[hex_]
    if not named and (scene.names or len(board.sides_of(hex_)) == 1):
        return board.name(hex_), "key"
    if board.is_ring(hex_):
        return ":", "key"
    return ("+", "key") if distance(hex_, CENTRE) <= board.centre_radius else (".", "sea")


def compose(
    scene: BoardScene, size: HexSize, columns: int, left: Mapping[int, Line], right: Mapping[int, Line]
) -> list[Line]:
    """The board with words beside it: texts for the free ends of its lines, left and right, by line."""
    made: list[Line] = []
    for y in range(extent(scene.board, size)[1]):
        before, after = room(scene.board, size, columns, y)
        start = fit(left.get(y, ()), max(0, before - 1)) if before else ()
        made.append(
            line(
                *fit(start, before),
                *board_line(scene, size, y),
                *((" ", ""),) * (1 if after else 0),
                *fit(right.get(y, ()), max(0, after - 1)),
            )
        )
    return made


def lay_over(lines: Sequence[Line], over: Sequence[Line], columns: int, at_foot: bool = True) -> list[Line]:
    """Lines with others laid over the last of them, or the first."""
    kept = max(0, len(lines) - len(over))
    laid = [fit(of, columns) for of in over][: len(lines)]
    return [*lines[:kept], *laid] if at_foot else [*laid, *lines[len(lines) - kept :]]

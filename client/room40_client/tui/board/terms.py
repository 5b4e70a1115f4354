"""What the board is read by: stacks by their heaviest type, impulses, speeds, ways (7.31, H7.41)."""

from collections.abc import Iterable, Sequence

from room40.dreadnought.board_views import BoardView, StackView
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import STEPS, Board, Hex, add, parse_hex
from room40.geometry.seachart import Direction
from room40_client.tui.draw import words
from room40_client.tui.draw.runs import safe

HEAVIEST = ("BB", "BC", "B", "CD", "CA", "CL", "AMC", "DL", "ML", "DD", "TB", "GB", "MS")
"""Types from the heaviest; the rest, ships of no fighting value, come after."""
SPEEDS = ("0", "1s", "1", "1+", "2", "2+")
KINDS = frozenset({"basic", "entry", "set up", "manoeuvre", "gunnery", "torpedoes", "keep"})
"""The questions that are answered on the board (`AskView.kind`)."""
ARROWS = {"N": "^", "NE": "/^", "SE": "\\v", "S": "v", "SW": "v/", "NW": "^\\"}
_OF_SPEED = {"2+": "speed 2+", "2": "speed 2, 2+", "1": "all but 1s", "1s": "all"}


def on_board(view: View) -> tuple[BattleView, BoardView] | None:
    """The battle that is being fought on a board, if one is."""
    found = next((zone for zone in view.board if zone in view.battle), None)
    return (view.battle[found], view.board[found]) if found is not None else None


def spot(key: str) -> Hex:
    """The hex of a key "q,r"."""
    return parse_hex(key) or Hex(0, 0)


def kind_order(kind: str) -> tuple[int, str]:
    """For sorting types, the heaviest first."""
    return (HEAVIEST.index(kind) if kind in HEAVIEST else len(HEAVIEST), kind)


def code(kinds: Sequence[str]) -> str:
    """A stack by its heaviest type and the number of its counters: "BC2"."""
    return f"{min(kinds, key=kind_order)[:2]}{len(kinds)}" if kinds else ""


def enemy_code(battle: BattleView, board: BoardView, stack: StackView, capital: bool = False) -> str:
    """An enemy stack: "??3"; "bc3" where all are known, "bc3?" where they are not, or only as last seen."""
    kinds = [battle.ships[s].kind for c in stack.counters if (s := board.known.get(c, "")) in battle.ships]
    number = len(stack.counters)
    if not kinds:
        return f"??{number}"
    sure = stack.up and len(kinds) == number
    text = f"{min(kinds, key=kind_order)[:2]}{number}{'' if sure else '?'}"
    return text if capital else text.lower()


def kind_of(view: View, ship: str) -> str:
    """An own ship's type."""
    mine = view.ships.get(ship)
    card = view.classes.get(mine.card) if mine else None
    return card.type if card else mine.kind if mine else "?"


def name(view: View, battle: BattleView, ship: str) -> str:
    """A ship's name, one's own with a star for the leader aboard."""
    if ship in view.ships:
        return words.ship_name(view, ship)
    return safe(battle.ships[ship].name) if ship in battle.ships else safe(ship)


def short(name: str, columns: int) -> str:
    """A name in so many columns; a number at its end is kept: "Beagle #2" as "Beag #2"."""
    columns = max(0, columns)
    head, _, tail = name.rpartition(" ")
    if len(name) <= columns or not head or not tail.strip("#(").rstrip(")*").isdigit():
        return f"{name:<{columns}.{columns}}"
    room = max(1, columns - len(tail))
    return f"{head[:room]}{tail}"


def counter_name(view: View, battle: BattleView, board: BoardView, counter: str) -> str:
    """An enemy counter: its ship's name, or "unknown"."""
    ship = board.known.get(counter, "")
    return name(view, battle, ship) if ship else f"unknown {safe(counter)}"


def slowest(speeds: Iterable[str]) -> str:
    """The slowest of several speeds (7.3)."""
    return min(speeds, key=lambda s: SPEEDS.index(s) if s in SPEEDS else 0, default="0")


def fast_enough(speed: str, wanted: str) -> bool:
    """Whether a speed is enough for an impulse; 1+ moves as 1 (H21.1)."""
    return speed in SPEEDS and wanted in SPEEDS and speed != "0" and SPEEDS.index(speed) >= SPEEDS.index(wanted)


def way(one: Hex, other: Hex) -> str:
    """The step that leads from a hex to its neighbour, "" if none does."""
    return next((name for name, step in STEPS.items() if add(one, step) == other), "")


def side_of(battle: BattleView, letter: str) -> str:
    """Which side A or B is: A has the initiative."""
    other = "EN" if battle.initiative == "CP" else "CP"
    return battle.initiative if letter == "A" else other


def impulse(view: View, battle: BattleView, board: BoardView) -> str:
    """The step in hand, in words: "step 6: you move speed 2, 2+"."""
    if board.doing in ("entry", "set up", "basic") or not 1 <= board.step <= len(board.impulses):
        return {"set up": "set-up", "keep": "after the battle"}.get(board.doing, board.doing) or "before the first step"
    what, _, speed = board.impulses[board.step - 1].partition(" ")
    if what not in ("A", "B"):
        return f"step {board.step}: {safe(what)}"
    return f"step {board.step}: {mover(view, side_of(battle, what))} {of_speed(speed)}"


def mover(view: View, side: str) -> str:
    """Who moves: "you move"."""
    if side == view.seat:
        return "you move"
    if view.seat in ("CP", "EN"):
        return "the enemy moves"
    return "the Entente moves" if side == "EN" else "Central Powers move"


def of_speed(speed: str) -> str:
    """Which groups an impulse lets move, in words."""
    return _OF_SPEED.get(speed, f"speed {safe(speed)}")


def beyond(board: BoardView, side: str) -> str:
    """What lies on a side of the board: a zone, or land."""
    return safe(board.zones.get(side, "land"))


def geometry(board: BoardView) -> Board:
    """The board's hexes."""
    return Board(board.radius)


def side_words(side: str) -> str:
    """A side of the board in a sentence: "the west side"."""
    full = {"N": "north", "S": "south", "E": "east", "W": "west"}
    text = "-".join(full[c] for c in side if c in full)
    return f"the {text} side" if side in Direction.__members__ or text else safe(side)

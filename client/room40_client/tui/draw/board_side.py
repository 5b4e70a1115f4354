"""The words round the board: where and when the battle is, the twenty impulses, the zones on its sides, the cursor's hex."""

from collections.abc import Collection

from room40_client.tui.board import terms
from room40_client.tui.board.task import Glance, Task, in_hex
from room40_client.tui.draw import words
from room40_client.tui.draw.board import HexSize, extent, room
from room40_client.tui.draw.runs import Line, Run, line, safe


def impulses(glance: Glance) -> Line:
    """The twenty impulses as a line of marks: i, g, t, and the letter of the side that moves; [ ] round the one in hand."""
    parts: list[str | Run] = []
    for number, text in enumerate(glance.board.impulses, 1):
        what = text.partition(" ")[0]
        side = terms.side_of(glance.battle, what) if what in ("A", "B") else ""
        mark = (side[:1] or "?") if what in ("A", "B") else what[:1]
        now = number == glance.board.step
        style = "cursor" if now else "dim" if number < glance.board.step else "own" if side == glance.view.seat else ""
        before = "[" if now else "]" if number == glance.board.step + 1 and glance.board.step else " "
        parts += [before if number > 1 or now else "", (mark, style)]
    if glance.board.step == len(glance.board.impulses) and parts:
        parts.append("]")
    return line(*parts)


def _zone(glance: Glance, side: str, exits: Collection[str], columns: int = 99) -> Run:
    """What lies on a side of the board; in brackets, as hexes one may go to are, where what is chosen may leave over it."""
    text = f"{side} {terms.beyond(glance.board, side)}"
    if side not in exits:
        return text, "dim"
    return (f"({text})" if len(text) + 2 <= columns else f"({side})"), "open"


def left(glance: Glance, size: HexSize, exits: Collection[str] = ()) -> dict[int, Line]:
    """The texts left of the board, by line; `exits`: the sides over which what is chosen may leave."""
    view, battle, board = glance.view, glance.battle, glance.board
    half = board.radius * size.height // 2
    zones = {side: _zone(glance, side, exits) for side in ("NW", "SW")}
    zones["W"] = _zone(glance, "W", exits, room(glance.geometry, size, 0, half - 1)[0] - 1)
    down = extent(glance.geometry, size)[1]
    made = {
        0: line((f" Battle in {safe(battle.zone)}", "strong"), f" round {battle.round}"),
        1: line(f" {safe(view.time)} {safe(view.light)}"),
        2: line(f" {words.weather(view.weather)}, sight {board.detection}"),
        half - 2: line(" ", zones["NW"]),
        half - 1: line(zones["W"]),
        down - half + 1: line(" ", zones["SW"]),
    }
    cursor = glance.cursor
    made[down - 3] = line(" ", (glance.geometry.name(cursor), "strong"))
    stands = in_hex(glance, cursor)
    for at, (text, style) in enumerate(stands[:2]):
        more = f" +{len(stands) - 2}" if at == 1 and len(stands) > 2 else ""
        made[down - 2 + at] = line(" ", (text.replace("  ", " ").replace(", speed", ""), style), more)
    return made


def right(glance: Glance, task: Task, size: HexSize, columns: int) -> dict[int, Line]:
    """The texts right of the board, by line: impulses, the task's list, its foot."""
    half = glance.board.radius * size.height // 2
    down = extent(glance.geometry, size)[1]
    initiative = words.SIDE_NAMES.get(glance.battle.initiative, "")
    second = [line((f"initiative {initiative}", "dim"))] if initiative else []
    made = {0: impulses(glance), 1: line(terms.impulse(glance.view, glance.battle, glance.board))}
    head = task.head(room(glance.geometry, size, columns, 3)[1] - 1) or second
    made.update(enumerate(head[:2], 2))
    exits = task.exits()
    made[half - 1] = line(_zone(glance, "NE", exits), "  ", _zone(glance, "E", exits))
    made[down - half] = line(_zone(glance, "SE", exits))
    across = room(glance.geometry, size, columns, half)[1] - 1
    for at, of in enumerate(task.rows(across, down - 2 * half)[: down - 2 * half]):
        made[half + at] = of
    for at, of in enumerate(task.foot()[: half - 1]):
        made[down - half + 1 + at] = of
    return made

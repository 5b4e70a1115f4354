"""Reading what has happened since the log was last read, a few lines at a time, the map following."""

from collections.abc import Collection

from msgspec import Struct

from room40.combined_arms.views import View
from room40.combined_arms.volleys import read as read_volley
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.papers import dice, telling, terms
from room40_client.tui.draw.runs import Line, line, rule, safe, wrap


class Step(Struct, frozen=True):
    """What is shown at once: lines with their heading, where to look on the map, the clause, how far it is read then."""

    lines: tuple[Line, ...]
    space: str
    clause: str
    read: int


def last_read(view: View) -> int:
    """How far a log counts as read when one sits down: to the last line of an own turn; who watches has read all."""
    numbers = sorted(map(int, view.log))
    if view.seat == "public":
        return max(numbers, default=0)
    mine = words.held(view)
    return max((n for n in numbers if view.log[str(n)].power in mine), default=0)


def past_own_moves(view: View, read: int, known: Collection[int] = ()) -> int:
    """How far a log is read when lines that tell of own moves need no reading, nor what is `known`."""
    mine = words.held(view)
    for number in sorted(n for n in map(int, view.log) if n > read):
        event = view.log[str(number)]
        if number not in known and (event.power not in mine or event.phase not in words.MOVES):
            break
        read = number
    return read


def latest(view: View) -> int:
    """The number of the last line."""
    return max(map(int, view.log), default=0)


def unread(view: View, read: int) -> int:
    """How many lines there are to read."""
    return sum(int(number) > read for number in view.log)


def step(view: View, read: int, columns: int, rows: int, known: Collection[int] = ()) -> Step | None:
    """The next step after line `read`, at most `rows` high with its heading, all of one power's turn; None: all is read.

    Battles that the paper of battles is about to tell are left to it, and what the own orders led to just before; what is
    `known` was told there already.
    """
    left_out = telling.left_to_it(view, read, known)
    numbers = [n for n in sorted(map(int, view.log)) if n > read and n not in left_out and n not in known]
    if not numbers:
        return None
    first = view.log[str(numbers[0])]
    shown: list[Line] = []
    for number in numbers:
        event = view.log[str(number)]
        volley = read_volley(event.text)
        told = [line(piece) for piece in wrap(f" {safe(event.text)}", columns - 1, "   ")]
        text = dice.draw(volley, columns - 1, fresh=False) if volley else told
        if (event.round, event.power) != (first.round, first.power) or (shown and len(shown) + len(text) > rows - 1):
            break
        shown += text
        read = number
    left = f"   {len(numbers)} line{'' if len(numbers) == 1 else 's'} to read"
    head = rule(line((f"Round {first.round}, {terms.power_name(view, first.power)}", "strong"), left), columns)
    spaces = [view.log[str(n)].space for n in numbers if n <= read]
    return Step((head, *shown), next((s for s in spaces if s in view.setting.spaces), ""), first.clause, read)

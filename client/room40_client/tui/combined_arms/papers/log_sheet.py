"""The log as it is drawn: a heading for each power's turn and phase, the clause at the end of each line."""

from collections.abc import Sequence

from room40.combined_arms.views import EventView, View
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.draw.runs import Line, line, safe, wrap


def numbers(view: View, space: str = "", power: str = "") -> list[int]:
    """The lines of the log, oldest first; only those about a space, or of a power's turns, if named."""
    return [
        number
        for number in sorted(map(int, view.log))
        if (not space or view.log[str(number)].space == space) and (not power or view.log[str(number)].power == power)
    ]


def page(view: View, shown: Sequence[int], cursor: int, columns: int) -> tuple[list[Line], int]:
    """All lines with their headings, and at which line the cursor stands."""
    lines: list[Line] = []
    at = 0
    heading = ""
    for place, number in enumerate(shown):
        event = view.log[str(number)]
        now = f"Round {event.round}, {terms.power_name(view, event.power)}: {safe(event.phase)}"
        if now != heading:
            heading = now
            lines.append(line((now, "strong")))
        if place == cursor:
            at = len(lines)
        lines += _event(event, place == cursor, columns)
    return lines or [line((" Nothing has happened yet.", "dim"))], at


def _event(event: EventView, is_chosen: bool, columns: int) -> list[Line]:
    clause = safe(event.clause)
    pieces = wrap(f"{'>' if is_chosen else ' '} {safe(event.text)}", columns - len(clause) - 2, "    ")
    style = "cursor" if is_chosen else ""
    lines = [line((piece, style)) for piece in pieces]
    gap = " " * max(1, columns - len(pieces[0]) - len(clause) - 1)
    lines[0] = line((pieces[0], style), gap, (clause, "hot" if is_chosen else "dim"))
    return lines


def spaces(view: View) -> list[str]:
    """The spaces that the log speaks of, by name."""
    named = {event.space for event in view.log.values() if event.space}
    return sorted(named, key=lambda space: terms.space_name(view, space))

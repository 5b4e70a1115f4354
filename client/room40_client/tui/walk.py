"""Walking through what happened since the log was last read, contact by contact, the chart following."""

from msgspec import Struct

from room40.dreadnought.views import View
from room40.geometry.seachart import Zone, parse_zone
from room40_client.tui.draw.papers import groups, signal
from room40_client.tui.draw.runs import Line, line, rule


class Step(Struct, frozen=True):
    """What is shown at once: a heading and some lines, where to look on the chart, the clause, how far it has been read."""

    lines: tuple[Line, ...]
    zone: Zone | None
    clause: str
    read: int


def last_read(view: View) -> int:
    """How far a log counts as read when one comes to the table: all but the last turn in which anything happened."""
    if not view.log:
        return 0
    latest = max(event.turn for event in view.log.values())
    return max((int(number) for number, event in view.log.items() if event.turn < latest), default=0)


def unread(view: View, read: int) -> bool:
    """Whether there is anything to walk through."""
    return any(int(number) > read for number in view.log)


def step(view: View, read: int, columns: int, rows: int, most: int = 0) -> Step | None:
    """The next step after line `read`, None when all is read.

    It is at most `rows` lines high with its heading; up to `most` lines where what belongs together needs them, and
    higher only if a single signal does.
    """
    waiting = groups(view, read)
    if not waiting:
        return None
    left = sum(len(group) for group in waiting)
    texts = [signal(event, columns) for event in waiting[0]]
    room = (rows if sum(map(len, texts)) < rows else max(rows, most)) - 1
    shown: list[Line] = []
    taken = 0
    for text in texts:
        if shown and len(shown) + len(text) > room:
            break
        shown.extend(text)
        taken += 1
    first = waiting[0][0]
    heading = rule(line((f"Signals, turn {first.turn}", "strong"), f"   {left} to read"), columns)
    numbers = sorted(int(number) for number in view.log if int(number) > read)
    zone = next((found for event in waiting[0][:taken] if (found := parse_zone(event.zone))), None)
    return Step((heading, *shown), zone, first.clause, numbers[taken - 1])

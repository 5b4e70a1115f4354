"""The battle as it is told: signal by signal, then the boxes struck off; and the report when it is over."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from room40.dreadnought.views import EventView, View
from room40_client.tui.board import cards
from room40_client.tui.board.cards import Cards
from room40_client.tui.draw import papers
from room40_client.tui.draw.runs import Line, line, paragraphs, safe, wrap

KIND = "battle"
_FIRE = frozenset({"H7.5", "H7.7"})
_SUNK = "H18"
_NEXT = re.compile(r"(?<=\.) (?=[A-Z])")


class Piece(Struct, frozen=True):
    """What is told at once: of a step of fire each salvo by itself. `ends`: with it the signal has been read."""

    number: int
    clause: str
    head: str
    text: str
    ends: bool


def unread(view: View, read: int) -> list[int]:
    """The numbers of the battle's signals not yet read, up to the first that is of something else."""
    found: list[int] = []
    for number in sorted(int(key) for key in view.log if int(key) > read):
        if view.log[str(number)].kind != KIND:
            break
        found.append(number)
    return found


def pieces(view: View, numbers: Iterable[int]) -> list[Piece]:
    """Signals in pieces: "Step 7, gunnery (H7.5). Goeben at Dublin, ... Indefatigable at Breslau, ..." in two."""
    found: list[Piece] = []
    for number in numbers:
        event = view.log[str(number)]
        texts = _NEXT.split(safe(event.text)) if event.clause in _FIRE else [safe(event.text)]
        head = texts.pop(0).rstrip(".") if len(texts) > 1 else ""
        found += [Piece(number, event.clause, head, text, text is texts[-1]) for text in texts]
    return found


def stop(waiting: Sequence[Piece]) -> int:
    """How many pieces are told before the next key: a salvo, or all that is no fire; who sinks goes with the last salvo."""
    taken = 0
    for at, piece in enumerate(waiting):
        if piece.clause in _FIRE and (taken or waiting[0].clause not in _FIRE):
            break
        taken = at + 1
        if piece.clause in _FIRE:
            break
    while 0 < taken < len(waiting) and waiting[taken].clause == _SUNK:
        taken += 1
    return taken


def told(shown: Sequence[Piece], newest: int, columns: int) -> list[Line]:
    """Pieces as lines; those from place `newest` on stand out."""
    found: list[Line] = []
    for at, piece in enumerate(shown):
        style = "" if at >= newest else "dim"
        found += [line((text, style)) for text in wrap(f"  {piece.text}", columns, "    ")]
    return found


def signals(view: View, numbers: Iterable[int], columns: int) -> list[Line]:
    """Signals as the log has them, wrapped."""
    return [of for number in numbers for of in papers.signal(view.log[str(number)], columns)]


def of_battle(view: View, turn: int, zone: str) -> list[EventView]:
    """Every signal of a battle, in order."""
    numbers = sorted(map(int, view.log))
    events = [view.log[str(n)] for n in numbers]
    return [e for e in events if e.kind == KIND and e.turn == turn and e.zone == zone]


def sunk(view: View, turn: int, zone: str) -> frozenset[str]:
    """The names of the ships that were told to be sunk in a battle."""
    return frozenset(e.text.partition(" is sunk")[0] for e in of_battle(view, turn, zone) if e.clause == _SUNK)


def last_battle(view: View) -> tuple[int, str]:
    """Turn and zone of the last battle in the log; turn 0 if there was none."""
    battles = [view.log[str(n)] for n in sorted(map(int, view.log)) if view.log[str(n)].kind == KIND]
    return (battles[-1].turn, battles[-1].zone) if battles else (0, "")


def report(view: View, columns: int, first: Cards | None = None, now: Cards | None = None) -> list[Line]:
    """The report of the last battle: ships sunk, cards, everything that was told."""
    turn, zone = last_battle(view)
    if not turn:
        return [line(("There has been no battle.", "dim"))]
    events = of_battle(view, turn, zone)
    found = [line((f" Battle in {safe(zone)}, turn {turn}", "strong"))]
    lost = [e.text for e in events if e.clause == _SUNK]
    ends = [e.text for e in events if " over" in e.text][-1:]
    for text in [*ends, *lost]:
        found += [line(f"  {piece}") for piece in paragraphs(safe(text), columns - 3)]
    if not lost:
        found.append(line("  No ship was sunk that this side knows of."))
    if first and now:
        whole = cards.built(view, first)
        hurt = cards.hurt(first, now)
        found += [(), line((" Boxes struck off in this battle (X)", "strong"))]
        found += [line("  ", *of) for of in cards.lines(view, hurt, whole, first, now, columns - 2)] or [line("  none")]
    found += [(), line((" What was told", "strong"))]
    for event in events:
        found += _told_whole(event, columns)
    return found


def _told_whole(event: EventView, columns: int) -> list[Line]:
    """A signal in the report: of a step of fire a line for each target."""
    texts = _NEXT.split(safe(event.text)) if event.clause in _FIRE else []
    if len(texts) < 2:
        return papers.signal(event, columns)
    return [line(f"  {texts[0]}"), *(line(of) for text in texts[1:] for of in wrap(f"    {text}", columns, "      "))]

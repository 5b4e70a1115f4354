"""The first screen of a session at the SSH door: one's tables, those to be watched, scenarios for a new one.

It only asks; the door, which knows whose key it is, decides what comes of the answer.
"""

import gc
import os
import sys

from room40.protocol.messages import ScenarioCard
from room40.protocol.preloaded import Choice, Lay, OwnTable, Sit, StartScreen
from room40_client.terminal import profile

LONGEST = 80
"""Bytes of an answer; of a longer one the beginning is forgotten."""
WATCHING = "watching"
ALONE, IN_COMPANY = "the computer plays all others", "others join you"


def run(screen: StartScreen) -> Choice | None:
    """Ask, on this terminal; None if nothing was chosen."""
    name = profile.chosen("", os.environ, sys.stdout.encoding)
    if name == "plain":
        return _line_by_line(screen)
    found = profile.of_name(name, os.environ)
    profile.settle(found)
    gc.disable()
    from room40_client.tui import app
    from room40_client.tui.palette import Ink
    from room40_client.tui.screens.own_tables import OwnTables

    chosen: list[Choice] = []

    def first(ink: Ink) -> OwnTables:
        return OwnTables(ink, screen, chosen.append)

    app.run(first, found)
    return chosen[0] if chosen else None


def title(table: OwnTable) -> str:
    """A table as one line of text."""
    from room40_client.tui.draw import words

    place = words.side_name(table.place) if table.place else WATCHING
    return f"{table.title}, {place}" + (f": {table.says}" if table.says else "") + f"   ({table.table})"


def sides(card: ScenarioCard) -> list[str]:
    """The seats of a scenario by the names that people know, with what each holds where the name does not say it."""
    from room40_client.tui.draw import words

    return [f"{words.SIDE_NAMES.get(seat, seat.capitalize())}  {card.sides.get(seat, '')}".rstrip() for seat in card.seats]


def _line_by_line(screen: StartScreen) -> Choice | None:
    _write("Room 40: wargames of hidden information", *screen.told)
    offers: list[tuple[str, OwnTable | ScenarioCard]] = [(title(table), table) for table in screen.tables]
    offers += [(f"New table: {card.title}", card) for card in screen.scenarios]
    if not offers:
        _write("This key holds no seat yet. Take the one of a link with: ssh -t HOST 'TABLE SECRET'")
        return None
    picked = _pick([words for words, _ in offers])
    if picked < 0:
        return None
    chosen = offers[picked][1]
    if isinstance(chosen, OwnTable):
        return Sit(chosen.table, chosen.place)
    seat = _pick(sides(chosen)) if len(chosen.seats) > 1 else 0
    alone = _pick([ALONE, IN_COMPANY]) if seat >= 0 and len(chosen.seats) > 1 else seat
    return Lay(chosen.system, chosen.name, chosen.seats[seat], alone == 0) if alone >= 0 else None


def _pick(offers: list[str]) -> int:
    """Which of them; -1 for none."""
    _write(*(f"{number:3}  {words}" for number, words in enumerate(offers, 1)))
    while True:
        sys.stdout.write("Number, or q to leave: ")
        sys.stdout.flush()
        said = _line()
        word = said.strip().lower()
        if not said or word in ("q", "quit"):
            return -1
        if word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(offers):
            return int(word) - 1
        _write(f"There are 1 to {len(offers)}.")


def _line() -> str:
    """The next line, "" at the end. Nothing beyond it is read: that is for the table."""
    said = b""
    while not said.endswith(b"\n") and (sign := os.read(sys.stdin.fileno(), 1)):
        said = (said + sign)[-LONGEST:]
    return said.decode("utf-8", "replace")


def _write(*lines: str) -> None:
    for text in lines:
        sys.stdout.write("".join(filter(str.isprintable, text)) + "\n")

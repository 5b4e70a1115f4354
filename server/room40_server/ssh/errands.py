"""What a session may be for: the start screen, a table, a table by a link's secret. Anything else is no errand of ours."""

import re

from msgspec import Struct

from room40.protocol.links import LinkError, parse_link

LONGEST = 400
"""Characters of a command; a link has fewer."""
HOW = "This door opens tables, nothing else: ssh -t HOST, ssh -t HOST TABLE, or ssh -t HOST 'TABLE SECRET'."

_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class NoErrand(Exception):
    """The command is not for this door: one sentence."""

    def __init__(self) -> None:
        super().__init__(HOW)


class Errand(Struct, frozen=True):
    """A table to sit down at, "" for the start screen, and the word that opens it, "" where the key holds a place."""

    table: str = ""
    secret: str = ""


def errand(command: str | None) -> Errand:
    """What a command asks for; None is a session without one. Raises `NoErrand`."""
    if command is not None and len(command) > LONGEST:
        raise NoErrand
    words = (command or "").strip().strip("'\"").split()  # quoted once too often is no mistake worth a refusal
    if not words:
        return Errand()
    if len(words) == 1 and "/t/" in words[0]:
        try:
            link = parse_link(words[0])
        except LinkError:
            raise NoErrand from None
        return Errand(link.table, link.secret)
    if len(words) > 2 or not all(map(_WORD.fullmatch, words)):
        raise NoErrand
    return Errand(*words)

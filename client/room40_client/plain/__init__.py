"""Room 40 line by line: no cursor, no colour, any pipe; every fact and every order is a typed line.

    outlet.py, keyboard.py   lines out and lines in
    grammar.py               commands as data: what begins one, how it is read, how it is written again
    system.py                what the table needs of a system of rules; dreadnought/ and combined_arms/ are two
    table.py                 the conversation at a table
    lobby.py                 which game, which side

The ear is the judge: short lines, what matters first, no drawing.
"""

from msgspec import Struct

from room40.protocol.links import Link


class Trouble(Exception):
    """What cannot be begun: one sentence."""


class Wanted(Struct, frozen=True):
    """What was asked for on the command line; "" leaves it to be asked."""

    scenario: str = ""
    side: str = ""
    options: dict[str, int | str | bool] = {}
    go_on: bool = False


def run_play(wanted: Wanted, name: str) -> int:
    """Play against the computer; the exit status. Raises `Trouble`."""
    from room40_client.plain import lobby

    return lobby.run(lobby.play(wanted, name))


def run_table(link: Link, name: str) -> int:
    """Sit at the table of a link, or watch it; the exit status. Raises `Trouble`."""
    from room40_client.plain import lobby

    return lobby.run(lobby.join(link, name))

"""A link that is not on the command line, where everyone who can list processes could read it: `room40 join -`."""

import os
from contextlib import suppress
from getpass import getpass

HANDED_IN = "-"
"""Instead of a link: it is read from standard input, or asked for."""
LONGEST = 1024
_INPUT = 0


def read() -> str:
    """The link: asked for on a terminal, where it is not shown; else the first line of standard input, and no byte more.

    Raises `EOFError` if there is none.
    """
    if os.isatty(_INPUT):
        return getpass("Link: ")
    line = bytearray()
    while len(line) < LONGEST and (byte := os.read(_INPUT, 1)) not in (b"\n", b""):
        line += byte  # one at a time: the rest is for whoever reads next
    if not line:
        raise EOFError
    return line.decode("utf-8", "replace")


def back_to_the_terminal() -> None:
    """Let standard input be the terminal again, if there is one, where the link came through a pipe."""
    if not os.isatty(_INPUT):
        with suppress(OSError):
            terminal = os.open("/dev/tty", os.O_RDWR)
            os.dup2(terminal, _INPUT)
            os.close(terminal)

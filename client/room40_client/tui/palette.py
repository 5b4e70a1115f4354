"""Style names to terminal styles, and lines of runs to Textual strips.

The default uses the terminal's own sixteen colours and its background, so an unmarked sea costs no bytes. Colour only
adds: everything told by colour is told by a letter or a sign too.
"""

from functools import lru_cache

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from room40_client.tui.draw.runs import Line, fit, to_ascii

COLOURS = {
    "sea": "",
    "coast": "green",
    "land": "dim yellow",
    "key": "dim",
    "hot": "bold",
    "own": "bold cyan",
    "chosen": "reverse",
    "enemy": "bold reverse yellow",
    "lost": "yellow",
    "port": "",
    "mine": "cyan",
    "theirs": "yellow",
    "path": "bold green",
    "trace": "bold magenta",
    "ruler": "dim",
    "cursor": "not dim reverse",
    "dim": "dim",
    "strong": "bold",
    "alert": "bold yellow",
    "refused": "bold red",
    "rule": "dim",
    "slot": "",
    "open": "green",
    "due": "bold yellow",
    "fixed": "",
    "writing": "bold reverse",
    "struck": "dim red",
    "fresh": "bold red",
    "reach": "green",
    "wave": "cyan",
}
MONO = {
    "hot": "bold",
    "key": "dim",
    "land": "dim",
    "own": "bold",
    "chosen": "reverse",
    "enemy": "reverse",
    "path": "bold",
    "trace": "bold underline",
    "ruler": "dim",
    "cursor": "not dim reverse",
    "dim": "dim",
    "strong": "bold",
    "alert": "bold",
    "refused": "bold",
    "rule": "dim",
    "due": "bold",
    "writing": "bold reverse",
    "struck": "dim",
    "fresh": "bold underline",
    "reach": "dim",
    "wave": "",
}


class Ink(Struct, frozen=True):
    """How runs are put on this terminal: with colours or without, in ASCII or not."""

    mono: bool = False
    ascii: bool = False

    def style(self, names: str) -> Style:
        """The style of a run's names, the later over the earlier."""
        return _style(names, self.mono)

    def strip(self, of: Line, columns: int) -> Strip:
        """A line as a strip of exactly `columns`."""
        if self.ascii:
            of = tuple((to_ascii(text), names) for text, names in of)
        fitting = fit(of, columns)
        if self.ascii:  # where it was cut there is an ellipsis now
            fitting = tuple((to_ascii(text), names) for text, names in fitting)
        return Strip([Segment(text, self.style(names)) for text, names in fitting], columns)


@lru_cache(maxsize=256)
def _style(names: str, mono: bool) -> Style:
    table = MONO if mono else COLOURS
    whole = Style.null()
    for name in names.split():
        whole += Style.parse(table.get(name, ""))
    return whole

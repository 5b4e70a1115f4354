"""Lines of text in pieces of one style each: the form in which everything is drawn before Textual sees it."""

import unicodedata
from collections.abc import Iterable
from textwrap import wrap as _wrap
from typing import TypeAlias

from rich.cells import cell_len, set_cell_size

Run: TypeAlias = tuple[str, str]
"""A text and the names of its styles, apart by blanks ("own cursor"); "" is plain."""
Line: TypeAlias = tuple[Run, ...]

_ASCII = str.maketrans(
    {
        "─": "-",
        "│": "|",
        "▸": ">",
        "◀": "<",
        "·": ".",
        "…": "~",
        "–": "-",
        "—": "-",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "½": "1/2",
        "×": "x",
        "±": "+/-",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "−": "-",
        "■": "#",
        "□": ".",
    }
)


def line(*parts: str | Run) -> Line:
    """A line of its parts; a bare text is plain. Neighbours of one style become one run, empty ones go."""
    made: list[Run] = []
    for part in parts:
        text, style = (part, "") if isinstance(part, str) else part
        if not text:
            continue
        if made and made[-1][1] == style:
            made[-1] = (made[-1][0] + text, style)
        else:
            made.append((text, style))
    return tuple(made)


def plain(of: Line) -> str:
    """The text of a line without its styles."""
    return "".join(text for text, _ in of)


def width(of: Line) -> int:
    """How many columns of the terminal a line takes."""
    return sum(cell_len(text) for text, _ in of)


def fit(of: Line, columns: int, style: str = "") -> Line:
    """The line cut, with an ellipsis, or padded to exactly `columns`."""
    missing = columns - width(of)
    if missing >= 0:
        return line(*of, (" " * missing, style))
    kept: list[Run] = []
    left = max(0, columns - 1)
    for text, name in of:
        size = cell_len(text)
        if size > left:
            kept.append((set_cell_size(text, left), name))
            break
        kept.append((text, name))
        left -= size
    return line(*kept, ("…" if columns > 0 else "", kept[-1][1] if kept else style))


def ends(left: Line, right: Line, columns: int, style: str = "") -> Line:
    """`left` and `right` at the two ends of a line of `columns`; the left is cut where both find no room."""
    room = max(0, columns - width(right))
    return fit(line(*fit(left, room, style), *right), columns, style)


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """A text in lines of at most `columns`; all but the first begin with `indent`."""
    return _wrap(text, max(8, columns), subsequent_indent=indent, break_on_hyphens=False) or [""]


def paragraphs(text: str, columns: int) -> list[str]:
    """A text of several paragraphs, each wrapped by itself."""
    return [piece for paragraph in text.split("\n") for piece in wrap(" ".join(paragraph.split()), columns)]


def safe(text: str) -> str:
    """A text from afar without control characters, on one line: nothing in it moves a terminal's cursor."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c.isspace() else c for c in text if c.isspace() or not unicodedata.category(c).startswith("C"))


def without_signs(text: str) -> str:
    """A text with its drawn signs as their nearest in ASCII; letters keep their accents."""
    return text if text.isascii() else text.translate(_ASCII)


def to_ascii(text: str) -> str:
    """A text in ASCII alone: drawn signs by their nearest, letters without their accents, the rest as "?"."""
    if text.isascii():
        return text
    bare = unicodedata.normalize("NFKD", text.translate(_ASCII))
    return "".join(c if c.isascii() else "?" for c in bare if not unicodedata.combining(c))


def join(parts: Iterable[Line], between: str | Run = " ") -> Line:
    """Several lines as one, with something between them."""
    made: list[str | Run] = []
    for number, part in enumerate(parts):
        if number:
            made.append(between)
        made.extend(part)
    return line(*made)


def rule(of: Line, columns: int, style: str = "rule") -> Line:
    """A line with a rule before and after it: "─ Fleet 1 ──────"."""
    inner = fit(of, min(width(of), max(0, columns - 4)))
    rest = columns - width(inner) - 3
    return fit(line(("─ ", style), *inner, (" " + "─" * rest, style)), columns)

"""A plain sign for every other, of the same width: for terminals that can show nothing but ASCII."""

from functools import lru_cache

from room40_client.tui.draw.runs import to_ascii

_ACROSS = "─━┄┅┈┉╌╍═╴╶╸╺╼╾▁▔▀▄‾"
_DOWN = "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▍▌▐▕"
_SIGNS = (
    dict.fromkeys(_ACROSS, "-")
    | dict.fromkeys(_DOWN, "|")
    | dict.fromkeys("▲△▴↑", "^")
    | dict.fromkeys("▼▽▾↓", "v")
    | dict.fromkeys("▶▷▸→❯›", ">")
    | dict.fromkeys("◀◁◂←❮‹", "<")
    | dict.fromkeys("•●◉⬤∙", "*")
    | dict.fromkeys("○◌◯◦", "o")
    | dict.fromkeys("✓✔☑", "x")
    | dict.fromkeys("\u00a0\u2007\u202f", " ")
    | {"╱": "/", "╲": "\\", "╳": "X", "½": "/"}
)


@lru_cache(maxsize=1024)
def ascii_cell(sign: str, width: int) -> str:
    """As many ASCII signs as `sign` takes columns."""
    if sign.isascii():
        return sign
    if sign[0] in _SIGNS:
        near = _SIGNS[sign[0]]
    elif "\u2500" <= sign[0] <= "\u257f":
        near = "+"
    elif "\u2580" <= sign[0] <= "\u259f":
        near = "#"
    elif len(near := to_ascii(sign)) > width:
        near = "?"
    return (near or "?").ljust(width)[:width]

"""How a cell looks, as the terminal is told: attributes and two colours, and the shortest way from one look to another."""

from functools import lru_cache
from typing import NamedTuple

from rich.color import Color, ColorSystem


class Style(NamedTuple):
    """`flags`: a bit for each attribute by its SGR number (1 bold, 7 reverse); colours as SGR parameters, "" for none."""

    flags: int = 0
    fore: str = ""
    back: str = ""


PLAIN = Style()
_ENDS = {21: 0, 22: 1 << 1 | 1 << 2, 23: 1 << 3, 24: 1 << 4, 25: 1 << 5 | 1 << 6, 27: 1 << 7, 28: 1 << 8, 29: 1 << 9, 55: 0}
"""What each parameter that ends attributes ends."""
BLINK = 1 << 5 | 1 << 6
_ON_BLANKS = 1 << 4 | 1 << 7 | 1 << 9
"""The attributes that show where there is no letter: underlined, reversed, struck."""
_DARK = frozenset({"", "40", "100"})
"""Backgrounds by which nothing stands out."""
_KNOWN = frozenset(range(1, 10))


@lru_cache(maxsize=4096)
def told(style: Style, parameters: str) -> Style:
    """The style after `ESC [ parameters m`. Nothing ever blinks: the two attributes for that are dropped."""
    flags, fore, back = style
    words = parameters.replace(":", ";").split(";")
    at = 0
    while at < len(words):
        code = int(words[at] or 0)
        if code == 0:
            flags, fore, back = PLAIN
        elif code in _KNOWN:
            flags |= 1 << code
        elif code in _ENDS:
            flags &= ~_ENDS[code]
        elif code in (38, 48):
            size = 5 if words[at + 1 : at + 2] == ["2"] else 3
            colour = ";".join(words[at : at + size])
            fore, back = (colour, back) if code == 38 else (fore, colour)
            at += size - 1
        elif 30 <= code <= 39 or 90 <= code <= 97:
            fore = "" if code == 39 else str(code)
        elif 40 <= code <= 49 or 100 <= code <= 107:
            back = "" if code == 49 else str(code)
        at += 1
    return Style(flags & ~BLINK, fore, back)


@lru_cache(maxsize=4096)
def in_sixteen(style: Style) -> Style:
    """The style in the terminal's own sixteen colours, each the nearest to what was meant."""
    return Style(style.flags, _nearest(style.fore, True), _nearest(style.back, False))


@lru_cache(maxsize=4096)
def in_mono(style: Style) -> Style:
    """The style without colour: what stood out by its background is reversed."""
    return Style(style.flags | (1 << 7 if style.back not in _DARK else 0))


def _nearest(colour: str, fore: bool) -> str:
    kind, _, rest = colour.partition(";")
    if kind not in ("38", "48"):
        return colour
    numbers = [min(255, int(word or 0)) for word in rest.split(";")[1:]]
    if rest.startswith("5;") and numbers:
        meant = Color.from_ansi(numbers[0])
    elif len(numbers) == 3:
        meant = Color.from_rgb(*numbers)
    else:
        return ""
    return ";".join(meant.downgrade(ColorSystem.STANDARD).get_ansi_codes(fore))


@lru_cache(maxsize=4096)
def on_blank(style: Style) -> Style:
    """The style as far as it shows on a blank: without a letter neither bold nor the letter's colour is seen."""
    if style.flags & _ON_BLANKS:
        return style
    return Style(0, "", style.back) if style.back else PLAIN


@lru_cache(maxsize=4096)
def erases(style: Style) -> bool:
    """Whether what is erased or left blank in this style looks as if it had none."""
    return on_blank(style) == PLAIN


@lru_cache(maxsize=4096)
def change(old: Style, new: Style) -> str:
    """The shortest sequence that makes the terminal write in `new` when it writes in `old`."""
    if old == new:
        return ""
    if new == PLAIN:
        return "\x1b[m"
    afresh = ["", *_begins(new.flags), *filter(None, (new.fore, new.back))]
    if old == PLAIN:
        return f"\x1b[{';'.join(afresh[1:])}m"
    further = [
        *_ended(old.flags, new.flags),
        *([new.fore or "39"] if old.fore != new.fore else []),
        *([new.back or "49"] if old.back != new.back else []),
    ]
    return f"\x1b[{min(';'.join(further), ';'.join(afresh), key=len)}m"


def _begins(flags: int) -> list[str]:
    return [str(code) for code in range(1, 10) if flags >> code & 1]


def _ended(old: int, new: int) -> list[str]:
    """The parameters that take the attributes from `old` to `new` one by one."""
    codes: list[str] = []
    left = old
    for code in (22, 23, 24, 27, 28, 29):
        if old & ~new & _ENDS[code]:
            codes.append(str(code))
            left &= ~_ENDS[code]
    return codes + _begins(new & ~left)

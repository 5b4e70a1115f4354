"""The signal log in shorthand: what lines of a battle say again and again travels as two characters.

`short` and `full` undo each other for any text. A line gives its clause in a field of its own, so in its text that is a sign
too. Signs are never reused for other words: an old line must read the same in a later version.
"""

import re
from functools import lru_cache

MARK = "~"
"""Begins every sign; written twice it stands for itself."""
CLAUSE = "0"
"""The sign of " (7.33)", the line's own clause."""
PHRASES = {
    "a": "the armour holds",
    "b": "torpedo mounts -",
    "c": "tertiary -",
    "d": "secondary -",
    "e": "primary -",
    "f": "hull -",
    "g": ", speed ",
    "h": ", she sinks",
    "i": "no hit",
    "j": " hits more",
    "k": " hit more",
    "l": "critical ",
    "m": " boats lost, ",
    "n": " boat lost, ",
    "o": ", dead in the water",
    "p": ", gunnery",
    "q": ", torpedoes",
    "r": "hits: ",
    "s": ": effect ",
    "t": "; effect ",
    "u": " is sunk: ",
    "v": " points",
    "w": " is lost with her",
    "x": "Initiative: die ",
    "y": " left the board over ",
    "z": " would leave over ",
    "A": " in sight of the enemy: all ships are moved back",
    "B": "the Central Powers",
    "C": "The Central Powers",
    "D": "the Entente",
    "E": "The Entente",
    "F": "The battle in ",
    "G": " is over: ",
    "H": "the sides have lost sight of each other",
    "I": "Step ",
    "J": " counters",
    "K": ". At ",
}
"""Sign -> what it stands for."""

_SIGNS = {phrase: MARK + sign for sign, phrase in PHRASES.items()} | {MARK: MARK + MARK}
_FULL = {MARK + sign: phrase for sign, phrase in PHRASES.items()} | {MARK + MARK: MARK}
_WRITTEN = re.compile(re.escape(MARK) + ".", re.DOTALL)
_KEPT = 4096


@lru_cache(_KEPT)
def _phrases(clause: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """All that has a sign in a line of this clause, the longest first."""
    signs = _SIGNS | ({f" ({clause})": MARK + CLAUSE} if clause else {})
    return re.compile("|".join(re.escape(phrase) for phrase in sorted(signs, key=len, reverse=True))), signs


@lru_cache(_KEPT)
def short(text: str, clause: str = "") -> str:
    """The text of a line of the log in shorthand."""
    pattern, signs = _phrases(clause)
    return pattern.sub(lambda found: signs[found.group()], text)


@lru_cache(_KEPT)
def full(said: str, clause: str = "") -> str:
    """What a line of the log says; a sign that is not known stays as it is."""
    signs = _FULL | {MARK + CLAUSE: f" ({clause})"}
    return _WRITTEN.sub(lambda found: signs.get(found.group(), found.group()), said)

"""A volley as the log tells it: one sentence that the rules write and screens read back (K5.4).

The attacker fires: 2 infantry at 1: 3 1; 1 tank at 3: 6. 1 hit.
"""

import re

from msgspec import Struct

_SENTENCE = re.compile(r"The (attacker|defender) ([^:]+): (.+)\. (?:No|\d+) hits?\.")
_FALL = re.compile(r"(\d+ [^:]+) at (\d+): (\d+(?: \d+)*)")


class Fall(Struct, frozen=True):
    """The dice of units that fire alike: the units in words ("2 infantry"), on what number or less they hit, the dice."""

    units: str
    needs: int
    pips: tuple[int, ...]

    @property
    def hits(self) -> int:
        """How many of the dice hit."""
        return sum(pip <= self.needs for pip in self.pips)


class Volley(Struct, frozen=True):
    """What a side throws at once. `side`: "attacker" or "defender"; `does`: "fires", "strikes by surprise" and so on."""

    side: str
    does: str
    falls: tuple[Fall, ...]

    @property
    def hits(self) -> int:
        """How many of the dice hit."""
        return sum(fall.hits for fall in self.falls)


def write(volley: Volley) -> str:
    """The sentence of a volley."""
    falls = "; ".join(f"{fall.units} at {fall.needs}: {' '.join(map(str, fall.pips))}" for fall in volley.falls)
    hits = f"{volley.hits or 'No'} {'hit' if volley.hits == 1 else 'hits'}"
    return f"The {volley.side} {volley.does}: {falls}. {hits}."


def read(text: str) -> Volley | None:
    """The volley that a line of the log tells of; None if it tells of something else."""
    sentence = _SENTENCE.fullmatch(text)
    if sentence is None:
        return None
    falls = [_FALL.fullmatch(part) for part in sentence[3].split("; ")]
    read_all = tuple(Fall(f[1], int(f[2]), tuple(map(int, f[3].split()))) for f in falls if f is not None)
    return Volley(sentence[1], sentence[2], read_all) if len(read_all) == len(falls) else None

"""The one source of chance.

Throw n of a table is HMAC-SHA-256(seed, n:purpose:block), bytes of 252 and more rejected. So a seed that was promised
(by its SHA-256) before the first throw lets anyone derive every throw again afterwards.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from typing import Protocol

from msgspec import Struct

SIDES_OF_A_DIE = 6
_FAIR = 256 - 256 % SIDES_OF_A_DIE  # bytes from here on would favour the low numbers


class Throw(Struct, frozen=True):
    """One die as it fell: what for ("contact C4 CP-1 EN-1"), and the pips, 1 to 6."""

    purpose: str
    pips: int


class Dice(Protocol):
    """A source of throws that remembers what it threw."""

    thrown: list[Throw]

    def throw(self, purpose: str) -> int:
        """One six-sided die: 1 to 6. `purpose` is kept in the journal and never shown to a player."""
        ...


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hexadecimal: published before the first throw."""
    return sha256(seed).hexdigest()


class SeededDice:
    """The dice of a table from its throw `count` on."""

    def __init__(self, seed: bytes, count: int = 0) -> None:
        self._seed = seed
        self.count = count
        self.thrown: list[Throw] = []

    def throw(self, purpose: str) -> int:
        block = 0
        while True:
            digest = hmac.digest(self._seed, f"{self.count}:{purpose}:{block}".encode(), "sha256")
            for byte in digest:
                if byte < _FAIR:
                    pips = byte % SIDES_OF_A_DIE + 1
                    self.count += 1
                    self.thrown.append(Throw(purpose, pips))
                    return pips
            block += 1


class OutOfDice(Exception):
    """A script gave fewer throws than the rules asked for."""


class ScriptedDice:
    """Dice that fall as a script says: for case scripts, tests, and a replay of recorded throws."""

    def __init__(self, pips: Iterable[int]) -> None:
        self._left = list(pips)
        self.thrown: list[Throw] = []

    @property
    def left(self) -> tuple[int, ...]:
        """The throws that nobody has asked for yet."""
        return tuple(self._left)

    def throw(self, purpose: str) -> int:
        if not self._left:
            raise OutOfDice(f"no throw is left for {purpose!r}")
        pips = self._left.pop(0)
        self.thrown.append(Throw(purpose, pips))
        return pips


def throw_many(dice: Dice, purpose: str, number: int) -> tuple[int, ...]:
    """`number` dice in order."""
    return tuple(dice.throw(purpose) for _ in range(number))

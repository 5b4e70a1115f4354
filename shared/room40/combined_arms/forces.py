"""What odds are asked of: two forces, who loses what first, and a force as people write it (K8).

Rules of this file: nothing here knows a map or a game; a force is so many units of each type.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

MOST_UNITS = 200
"""No force is larger; who asks for more is told so."""


class CannotRead(ValueError):
    """A force that cannot be read, or cannot fight so: one sentence for who wrote it."""


class Kind(Struct, frozen=True):
    """What odds know of a type of unit: its line of the unit table (K2). `domain`: "land", "sea", "air" or "fixed"."""

    key: str
    name: str
    cost: int
    attack: int
    defence: int
    domain: str
    traits: tuple[str, ...] = ()
    hits: int = 1
    bombard: int = 0
    supported: int = 0
    plural: str = ""


class Question(Struct, frozen=True):
    """A battle that odds are asked of.

    `attackers`, `defenders`: type -> number. `attackers_hit`, `defenders_hit`: how many of them have taken a first hit.
    `attacker_order`, `defender_order`: types in the order in which they are lost; those not named come by cost before them,
    transports last. `hold`: the attacker loses his last land unit after all aircraft, to take the territory. `at_sea`:
    a sea battle; ships of the attacker in a battle on land bombard.
    """

    kinds: Mapping[str, Kind]
    attackers: dict[str, int]
    defenders: dict[str, int]
    at_sea: bool = False
    attackers_hit: dict[str, int] = {}
    defenders_hit: dict[str, int] = {}
    attacker_order: tuple[str, ...] = ()
    defender_order: tuple[str, ...] = ()
    hold: bool = False
    die_sides: int = 6


class Odds(Struct, frozen=True):
    """The answer: how likely it is that the attacker alone is left, the defender alone, nobody, or both in deadlock.

    `takes`: that an attacking land unit is left and no defender. `attackers_left`, `defenders_left`: the mean of each type
    at the end; `attacker_loss`, `defender_loss`: the mean cost lost. `error`: the largest standard error of the first four,
    0 if they are exact; `battles`: how many were simulated, 0 if none.
    """

    attacker: float
    defender: float
    both: float
    neither: float
    takes: float
    attackers_left: dict[str, float]
    defenders_left: dict[str, float]
    attacker_loss: float
    defender_loss: float
    error: float = 0.0
    battles: int = 0


def read_force(text: str, kinds: Mapping[str, Kind]) -> dict[str, int]:
    """A force as people write it: "2 infantry, 1 tank". Raises `CannotRead`."""
    names = {word: kind.key for kind in kinds.values() for word in _words(kind)}
    found: dict[str, int] = {}
    for part in re.split(r"[,+;&]|\band\b", text):
        piece = re.fullmatch(r"\s*(\d{1,4})?\s*([A-Za-z][A-Za-z -]*?)\s*", part)
        if piece is None:
            raise CannotRead(f"{part.strip()[:40]!r} is no force: write a number and a unit, as in '2 infantry, 1 tank'.")
        key = names.get(_plain(piece[2]))
        if key is None:
            known = ", ".join(kind.name for kind in kinds.values())
            raise CannotRead(f"No unit is called {piece[2][:40]!r}; there are {known}.")
        found[key] = found.get(key, 0) + int(piece[1] or 1)
    if sum(found.values()) > MOST_UNITS:
        raise CannotRead(f"A force has {MOST_UNITS} units at most.")
    return {key: number for key, number in found.items() if number}


def read_order(text: str, kinds: Mapping[str, Kind]) -> tuple[str, ...]:
    """Types in the order in which they are lost: "infantry, tank". Raises `CannotRead`."""
    return tuple(read_force(text, kinds)) if text.strip() else ()


def question(kinds: Mapping[str, Kind], attackers: dict[str, int], defenders: dict[str, int]) -> Question:
    """The battle between two forces, at sea or on land as their units have it. Raises `CannotRead` if they cannot meet."""
    at_sea = _domain(kinds, attackers, defenders) == "sea"
    for key, attacking in [(k, True) for k in attackers] + [(k, False) for k in defenders]:
        kind = kinds[key]
        if kind.domain == "fixed":
            raise CannotRead(f"Nobody fights with an {kind.name}.")
        if at_sea and kind.domain == "land":
            raise CannotRead(f"{kind.name.capitalize()} cannot fight at sea: land units aboard are cargo.")
        if attacking and "anti-aircraft" in kind.traits:
            raise CannotRead(f"An {kind.name} does not attack.")
        if not at_sea and kind.domain == "sea" and not (attacking and kind.bombard):
            raise CannotRead(f"A {kind.name} has no part in a battle on land.")
    return Question(kinds, attackers, defenders, at_sea)


def _domain(kinds: Mapping[str, Kind], attackers: Mapping[str, int], defenders: Mapping[str, int]) -> str:
    mine = {kinds[key].domain for key in attackers}
    theirs = {kinds[key].domain for key in defenders}
    if "sea" in theirs:
        return "sea"
    return "land" if "land" in mine | theirs or "sea" not in mine else "sea"


def _words(kind: Kind) -> set[str]:
    more = {"anti-aircraft gun": {"aa", "aa gun", "aagun", "gun"}, "tank": {"armour", "armor"}}.get(kind.name, set())
    several = {f"{word}s" for word in more | {kind.name}} | {kind.plural or kind.name}
    return {_plain(word) for word in {kind.key, kind.name} | more | several}


def _plain(word: str) -> str:
    return re.sub(r"[\s-]+", " ", word.strip().lower())

"""Names from the file: as they may be shown, and as ids."""

import re
import unicodedata

from room40.protocol.text import clean

NAME_LENGTH = 60
ID_LENGTH = 40
TYPE_LENGTH = 20

_BRACKETS = str.maketrans("[]<>", "()()")


def shown(text: str, limit: int = NAME_LENGTH) -> str:
    """Words of the file as a person may see them: one line, no control characters, nothing a screen takes for markup."""
    return clean(text.translate(_BRACKETS), limit)


def slug(text: str, limit: int = ID_LENGTH) -> str:
    """The words of a name as an id, [a-z0-9-]; "" if it has no letter or figure that can stand in one."""
    plain = unicodedata.normalize("NFKD", text[: 4 * limit]).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:limit].strip("-")


class Titles:
    """Names as they may be shown, each for one thing only."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def give(self, text: str, otherwise: str) -> str:
        """A name for a thing; the second of the same name is told by a number."""
        base = shown(text) or otherwise
        found, number = base, 1
        while found in self._given:
            number += 1
            found = f"{base} ({number})"
        self._given.add(found)
        return found


class Ids:
    """Ids that are each given once."""

    def __init__(self, otherwise: str, limit: int = ID_LENGTH, letters: bool = False) -> None:
        """`otherwise`: the id of a name that makes none. With `letters` an id has no figures in it."""
        self._otherwise, self._limit, self._letters = otherwise, limit, letters
        self._given: set[str] = set()
        self._last: dict[str, int] = {}

    def give(self, name: str) -> str:
        """An id for a name: the same names in the same order get the same ids."""
        base = slug(name, self._limit)
        if self._letters:
            base = re.sub(r"-+", "-", re.sub(r"[0-9]+", "-", base)).strip("-")
        base = base or self._otherwise
        found, number = base, self._last.get(base, 1)
        while found in self._given:
            number += 1
            end = f"-{_in_letters(number) if self._letters else number}"
            found = base[: self._limit - len(end)].strip("-") + end
        self._given.add(found)
        self._last[base] = number
        return found


def _in_letters(number: int) -> str:
    """2 is b, 27 is ba: figures of a system of twenty-six."""
    word = ""
    number -= 1
    while True:
        word = chr(ord("a") + number % 26) + word
        number //= 26
        if not number:
            return word

"""Commands as data: what begins one, how it is read, and for orders how it is written again."""

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

V = TypeVar("V")
"""The view of a system."""


class Unclear(Exception):
    """What was typed cannot be understood: one sentence, and the clause it rests on, if one."""

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.clause = clause


class Saying(Struct, Generic[V], frozen=True):
    """How one kind of order is said.

    `words`: what it begins with; the first is how it is written. `usage`: examples of whole commands; `about`: what it does.
    `read`: a view and the rest of the line -> the orders; raises `Unclear`. `write`: its inverse for one order.
    """

    kind: type[Struct]
    words: tuple[str, ...]
    usage: tuple[str, ...]
    about: str
    read: Callable[[V, str], tuple[Struct, ...]]
    write: Callable[[V, Any], str]


class Fact(Struct, Generic[V], frozen=True):
    """A question that the view answers. `tell`: a view and the rest of the line -> lines; raises `Unclear`.

    `is_slow`: it is reckoned in a thread.
    """

    words: tuple[str, ...]
    usage: tuple[str, ...]
    about: str
    tell: Callable[[V, str], list[str]]
    is_slow: bool = False


Command = Saying[V] | Fact[V]


def find(commands: Sequence[Command[V]], text: str) -> tuple[Command[V], str]:
    """The command whose words begin a line, the longest such, and the rest of the line. Raises `Unclear`."""
    said = " ".join(text.split())
    best: tuple[int, Command[V]] | None = None
    for command in commands:
        for word in command.words:
            if word and _begins(said.lower(), word) and (best is None or len(word) > best[0]):
                best = (len(word), command)
    if best is None:
        raise Unclear(_unknown(commands, said))
    return best[1], said[best[0] :].strip()


def _begins(said: str, word: str) -> bool:
    """Whether a line begins with a word, and not with a longer one."""
    return said.startswith(word) and not (said[len(word) :] or " ")[0].isalnum()


def _unknown(commands: Sequence[Command[V]], said: str) -> str:
    first = said.split(" ")[0].lower() if said else ""
    near = difflib.get_close_matches(first, [word for command in commands for word in command.words], 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"{first[:30]!r} begins no command.{hint} help lists them."


def split(text: str, by: str = ",") -> list[str]:
    """The pieces of a list, none of them empty."""
    return [piece.strip() for piece in text.split(by) if piece.strip()]


def key(text: str) -> str:
    """A name as it is compared: "Good Hope", "good-hope" and "GOOD HOPE" are one."""
    return re.sub(r"[^\w]+", " ", text.lower()).strip()


def one_of(text: str, names: dict[str, str], what: str) -> str:
    """The id that a text means: an id, a name, or the beginning of just one. `names`: id -> name. Raises `Unclear`."""
    wanted = key(text)
    if not wanted:
        raise Unclear(f"Which {what}? Say its name.")
    exact = [found for found in names if key(found) == wanted] or [i for i, name in names.items() if key(name) == wanted]
    if exact:
        return exact[0]
    near = [found for found, name in names.items() if key(found).startswith(wanted) or key(name).startswith(wanted)]
    if len(near) == 1:
        return near[0]
    if near:
        raise Unclear(f"{text[:40]!r} may be {listed([names[found] for found in near[:6]], 'or')}.")
    raise Unclear(f"There is no {what} {text[:40]!r} here.")


def listed(names: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"

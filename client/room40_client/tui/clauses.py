"""The help by clause: short texts, kept as data in `help/clauses.toml`."""

import tomllib
from functools import cache
from importlib.resources import files

from msgspec import Struct


class Clause(Struct, frozen=True):
    """One clause: its number in the rules, a title, a few sentences."""

    number: str
    title: str
    text: str


@cache
def load() -> tuple[Clause, ...]:
    """Every clause, in the order of the file."""
    raw = files("room40_client.help").joinpath("clauses.toml").read_text("utf-8")
    return tuple(Clause(number, entry["title"], entry["text"]) for number, entry in tomllib.loads(raw).items())


_OF_1942 = ("C", "K")
"""The letters with which clauses of the 1942 system begin; those of the dreadnought system begin with a figure, or H."""


def beside(number: str) -> tuple[Clause, ...]:
    """The clauses of the system that a number is of, in the order of the file."""
    of_1942 = number.strip().upper().startswith(_OF_1942)
    return tuple(clause for clause in load() if clause.number.startswith(_OF_1942) == of_1942)


def nearest(all_of_them: tuple[Clause, ...], number: str) -> int:
    """Which clause a number means: itself, else the one it stands under ("5.46.2" under 5.46), else the first."""
    wanted = number.strip().upper()
    positions = {clause.number.upper(): at for at, clause in enumerate(all_of_them)}
    while wanted:
        if wanted in positions:
            return positions[wanted]
        wanted = wanted[:-1].rstrip(".")
    return 0

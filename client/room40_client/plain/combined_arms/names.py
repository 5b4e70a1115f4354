"""What is typed for spaces and units of the 1942 system, and what they are called in answer."""

import re
from collections.abc import Collection, Iterable, Sequence

from room40.combined_arms.forces import CannotRead, read_force
from room40.combined_arms.views import View
from room40_client.plain.grammar import Unclear, key, one_of
from room40_client.tui.combined_arms.find import found as spaces_found
from room40_client.tui.combined_arms.papers import terms

NOBODY = frozenset({"none", "nothing", "nobody", "no"})
UMPIRE = frozenset({"umpire", "as suggested", "suggestion"})
ALL = frozenset({"all", "everything"})


def space(view: View, text: str) -> str:
    """The space that a text means: its id, its name, or what just one name begins with or holds."""
    names = {found: one.name for found, one in view.setting.spaces.items()}
    try:
        return one_of(text, names, "space")
    except Unclear:
        found = spaces_found(view, text) if text.strip() else []
        if len(found) == 1:
            return found[0]
        raise


def is_space(view: View, text: str) -> bool:
    """Whether a text is the whole id or name of a space."""
    wanted = key(text)
    return any(wanted in (key(found), key(one.name)) for found, one in view.setting.spaces.items())


def type_of(view: View, text: str) -> str:
    """The type of unit that a text means."""
    found = next(iter(force(view, text)), "")
    if not found:
        raise Unclear(f"{text[:20]!r} is no type of unit; types lists them.")
    return found


def force(view: View, text: str) -> dict[str, int]:
    """Units by type: "2 infantry, 1 tank"; "nothing" is none. Raises `Unclear`."""
    if text.strip().lower() in NOBODY:
        return {}
    try:
        found = read_force(text, terms.kinds(view))
    except CannotRead as error:
        raise Unclear(str(error)) from None
    if not found:
        raise Unclear("Write a number and a unit, as 2 infantry, 1 tank.")
    return found


def units(view: View, text: str, among: Sequence[str], what: str) -> tuple[str, ...]:
    """Single units by id, or so many of a type out of `among`; a type may be named as often as it stands there.

    `what`: where they are looked for, for the sentence that says there are too few.
    """
    if text.strip().lower() in ALL:
        if not among:
            raise Unclear(f"There are no units {what}.")
        return tuple(dict.fromkeys(among))
    left = list(among)
    found: list[str] = []
    for piece in _pieces(text):
        if unit := _by_id(view, piece):
            found.append(unit)
            if unit in left:
                left.remove(unit)
            continue
        for kind, number in force(view, piece).items():
            alike = [one for one in left if view.units[one].type == kind][:number]
            if len(alike) < number:
                have = terms.several(view, kind, len(alike)) if alike else f"no {terms.type_name(view, kind)}"
                raise Unclear(f"There {'are' if len(alike) > 1 else 'is'} {have} {what}.")
            found += alike
            for one in alike:
                left.remove(one)
    if not found:
        raise Unclear("Which units? As 2 infantry, 1 tank; all; or one by name, infantry-3.")
    return tuple(found)


def _pieces(text: str) -> list[str]:
    return [piece.strip() for piece in re.split(r"[,+;&]|\band\b", text) if piece.strip()]


def _by_id(view: View, text: str) -> str:
    wanted = key(text).removeprefix("the ")
    return next((unit for unit in view.units if key(unit) == wanted), "")


def unit(view: View, text: str) -> str:
    """A single unit by its id."""
    found = _by_id(view, text)
    if not found:
        raise Unclear(f"There is no unit {text[:24]!r}; units SPACE tells their names.")
    return found


def write_force(view: View, counts: dict[str, int]) -> str:
    """The inverse of `force`."""
    return ", ".join(f"{counts[kind]} {kind.replace('-', ' ')}" for kind in counts if counts[kind]) or "nothing"


def write_units(ids: Iterable[str]) -> str:
    """Units by id, which `units` reads again."""
    return ", ".join(ids)


def ids(view: View, of: Collection[str]) -> str:
    """Alike units in words with their ids: "2 infantry: infantry-1, infantry-4"."""
    return f"{terms.count(view, terms.counted(view, of))}: {', '.join(of)}"

"""The four ways of being shown: what kind of terminal this is, guessed from its surroundings or told.

Nothing of Textual is imported here: some of its settings are read when it is, and `settle` puts them down before.
"""

import os
from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

Name = Literal["rich", "lean", "ascii", "plain"]
NAMES: tuple[Name, ...] = get_args(Name)
PROFILE = "ROOM40_PROFILE"
"""The variable of the environment that names the profile."""
ABOUT: Mapping[Name, str] = {
    "rich": "colours as the terminal has them, for a line that is quick",
    "lean": "sixteen colours and few frames, for a slow line",
    "ascii": "as lean, and nothing but ASCII signs",
    "plain": "line by line, for screen readers, pipes and terminals without a cursor",
}
FRAMES: Mapping[Name, int] = {"rich": 30, "lean": 12, "ascii": 12, "plain": 1}
"""Frames a second at most."""
_NO_CURSOR = frozenset({"", "dumb", "unknown", "emacs"})
_SIXTEEN = ("linux", "vt", "ansi", "cons25", "pcansi", "sun")
"""How the names of terminals begin that have sixteen colours or fewer."""


class UnknownProfile(Exception):
    """There is no such profile: one sentence."""


class Profile(Struct, frozen=True):
    """What a terminal can do, or is wanted to: ASCII signs only, no colour, the mouse; `thin`: only what changed is sent."""

    ascii: bool = False
    mono: bool = False
    mouse: bool = True
    name: Name = "rich"
    thin: bool = True

    @property
    def frugal(self) -> bool:
        """Whether every byte counts."""
        return self.name != "rich"


def of_name(name: Name, environment: Mapping[str, str], mouse: bool = True, thin: bool = True) -> Profile:
    """The profile of that name; NO_COLOR is respected in each."""
    return Profile(name == "ascii", bool(environment.get("NO_COLOR")), mouse, name, thin)


def guess(environment: Mapping[str, str], encoding: str) -> Name:
    """What suits a terminal of these surroundings; `encoding`: what Python believes its character set to be."""
    term = environment.get("TERM", "").lower()
    if term in _NO_CURSOR:
        return "plain"
    if not has_signs(environment, encoding):
        return "ascii"
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY") or term.startswith(_SIXTEEN):
        return "lean"
    return "rich"


def chosen(wanted: str, environment: Mapping[str, str], encoding: str) -> Name:
    """The profile that was asked for, on the command line or in the environment; else a guess. Raises `UnknownProfile`."""
    name = wanted or environment.get(PROFILE, "")
    if not name:
        return guess(environment, encoding)
    for known in NAMES:
        if name.strip().lower() == known:
            return known
    raise UnknownProfile(f"There is no profile {name[:20]!r}; there are {', '.join(NAMES)}.")


def settle(profile: Profile) -> None:
    """Put down in the environment what Textual reads when it is imported; what stands there already is respected."""
    if profile.thin:  # the thin driver takes the colours out, and lets what stands out by colour alone stand out without
        os.environ.pop("NO_COLOR", None)
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    os.environ.setdefault("TEXTUAL_FPS", str(FRAMES[profile.name]))
    if profile.frugal:
        os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", "standard")


def has_signs(environment: Mapping[str, str], encoding: str) -> bool:
    """Whether the terminal's character set is UTF-8, as far as the locale tells; without any it is taken to be."""
    if not encoding.lower().replace("-", "").startswith("utf"):
        return False
    said = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or ""
    if said == "C.UTF-8" and not environment.get("LC_ALL"):  # Python itself puts this there where it finds "C"
        said = environment.get("LANG") or said
    name, _, charset = said.partition(".")
    if charset:
        return charset.partition("@")[0].lower().replace("-", "") == "utf8"
    return name not in ("C", "POSIX")

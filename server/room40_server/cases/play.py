"""Playing a case script: the system that it names plays it; a case with a twin is played twice, and both compared."""

from collections.abc import Callable, Mapping
from typing import Any

from room40_server.cases.player import Played, Player
from room40_server.cases.script import Course
from room40_server.scenario_files import ScenarioError

Maker = Callable[[Course, str, bool], Player[Any, Any]]


def _dreadnought() -> Maker:
    from room40_server.cases.dreadnought.player import DreadnoughtPlayer

    return DreadnoughtPlayer


def _combined_arms() -> Maker:
    from room40_server.cases.combined_arms.player import CombinedArmsPlayer

    return CombinedArmsPlayer


PLAYERS: Mapping[str, Callable[[], Maker]] = {"dreadnought": _dreadnought, "combined_arms": _combined_arms}
"""Who plays the scripts of each system; a system is imported only when it is played."""


def play(course: Course, file: str) -> Played:
    """A course played, with its twin where it has one: what the named viewpoints were sent must then be the same.

    Raises `ScenarioError`.
    """
    if course.script.system not in PLAYERS:
        system = course.script.system[:40]
        raise ScenarioError(file, "", "system", f"{system!r} is no system; there are {', '.join(PLAYERS)}.")
    make = PLAYERS[course.script.system]()
    played = make(course, file, False).play()
    if course.twin is not None:
        other = make(course, file, True).play()
        for viewpoint in course.twin_equal:
            mine, theirs = played.frames.get(viewpoint, []), other.frames.get(viewpoint, [])
            if mine != theirs:
                played.failures.append(_difference(viewpoint, mine, theirs))
    return played


def _difference(viewpoint: str, mine: list[bytes], theirs: list[bytes]) -> str:
    if len(mine) != len(theirs):
        return f"{viewpoint} was sent {len(mine)} frames, in the twin game {len(theirs)}"
    one, other = next((a, b) for a, b in zip(mine, theirs, strict=True) if a != b)
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{viewpoint} sees {one[start : at + 60]!r}, in the twin game {other[start : at + 60]!r}"

"""`room40 adjudicate SCRIPT`: play a case script against the rules, with no network, and say as JSON what came of it."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from room40_server.cases.named import named
from room40_server.cases.play import play
from room40_server.cases.player import Played
from room40_server.cases.script import Course, courses, read_script
from room40_server.scenario_files import Raw, ScenarioError, shown

OK, FAILED, BROKEN = 0, 1, 2
"""Exit codes: everything as expected; something not; the script cannot be read."""


class NoSuchViewpoint(Exception):
    """A seat that the game of the script does not have, in one sentence."""


def adjudicate(path: Path, seat: str = "", whole_state: bool = False) -> Raw:
    """What came of a script, ready for JSON. `seat`: only this viewpoint's view.

    Raises `ScenarioError` or `NoSuchViewpoint`.
    """
    script, file = read_script(path), shown(path)
    played = [(course, play(course, file)) for course in courses(script, file)]
    return {
        "case": script.case,
        "title": script.title,
        "clause": list(script.clauses),
        "ok": not any(p.failures for _, p in played),
        "variants": [_told(course, p, seat, whole_state) for course, p in played],
    }


def _told(course: Course, played: Played, seat: str, whole_state: bool) -> Raw:
    if seat and seat not in played.views:
        raise NoSuchViewpoint(f"There is no viewpoint {seat[:20]!r}; there are {', '.join(played.views)}.")
    told: Raw = {
        "v": course.v,
        "title": course.title,
        "ok": not played.failures,
        "failures": played.failures,
        "happened": played.happened,
        "views": {v: named(view) for v, view in played.views.items() if seat in ("", v)},
    }
    if whole_state:
        told["state"] = msgspec.to_builtins(played.state, str_keys=True)
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns its exit code."""
    parser = argparse.ArgumentParser(prog="room40 adjudicate", description=__doc__)
    parser.add_argument("script", type=Path, help="a case script, as docs/case-scripts.md describes it")
    parser.add_argument("--seat", default="", help="only the final view of this viewpoint")
    parser.add_argument("--state", action="store_true", help="the whole final state too")
    given = parser.parse_args(arguments)
    return run(given.script, given.seat, given.state)


def run(path: Path, seat: str | None = None, whole_state: bool = False) -> int:
    """Adjudicate a script and print it as JSON. Returns the exit code."""
    try:
        told = adjudicate(path, seat or "", whole_state)
    except (ScenarioError, NoSuchViewpoint) as error:
        sys.stderr.write(f"{error}\n")
        return BROKEN
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n")
    return OK if told["ok"] else FAILED


if __name__ == "__main__":
    sys.exit(main())

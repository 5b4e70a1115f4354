"""`room40 import-map`: a map of another program made into a scenario of one's own."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from room40.protocol.text import clean
from room40_server import combined_arms_scenarios as scenarios
from room40_server.importer.names import slug
from room40_server.importer.scenario import Imported, imported, open_file, title_of
from room40_server.importer.writing import as_toml, write
from room40_server.importer.xml_tree import CannotImport

OK, WRONG = 0, 2
SCENARIO, REPORT = "scenario.toml", "import-report.txt"
MOST_ROUNDS = 99
_NAME = re.compile(r"[a-z0-9-]{1,40}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns its exit code."""
    given = parser().parse_args(arguments)
    try:
        return _run(given)
    except CannotImport as problem:
        complaint = f"{given.file}: {problem}"
    except FileExistsError as problem:
        complaint = f"{problem.args[0]} is there already; --force writes over it, --name takes another name."
    except OSError as problem:
        complaint = f"{problem.strerror or problem}: {problem.filename or given.file}"
    sys.stderr.write(f"room40 import-map: {clean(complaint, 600)}\n")
    return WRONG


def parser() -> argparse.ArgumentParser:
    """What the command takes."""
    command = argparse.ArgumentParser(
        prog="room40 import-map", description="Make a scenario of the 1942 system out of the XML of another program."
    )
    command.add_argument("file", type=Path, metavar="FILE.xml")
    command.add_argument(
        "--to", type=Path, required=True, metavar="FOLDER", help="a folder of scenarios, as of serve --scenarios"
    )
    command.add_argument("--name", default="", help="the scenario's name, [a-z0-9-]; else as the file calls it")
    command.add_argument("--rounds", type=int, default=0, metavar="N", help="end the game after so many rounds")
    command.add_argument("--force", action="store_true", help="write over a scenario of that name")
    return command


def _run(given: argparse.Namespace) -> int:
    game = open_file(given.file)
    name = given.name or slug(title_of(given.file, game)) or "imported"
    if not _NAME.fullmatch(name):
        raise CannotImport(f"{name[:40]!r} is no name of a scenario: it is of small letters, figures and hyphens.")
    if scenarios.is_shipped(name):
        raise CannotImport(f"a scenario that comes with the program is called {name!r}; --name takes another name.")
    if not 0 <= given.rounds <= MOST_ROUNDS:
        raise CannotImport(f"a game has up to {MOST_ROUNDS} rounds; 0 is no end.")
    folder = given.to / scenarios.SYSTEM / name
    found = imported(given.file, game, folder / SCENARIO, given.rounds)
    report = _report(found)
    head = f"Imported from {clean(given.file.name, 100)}; {REPORT} says what was left out."
    write(folder, {REPORT: report, SCENARIO: as_toml(found.raw, head)}, given.force)
    sys.stdout.write(f"{clean(str(folder / SCENARIO), 600)}\n{report}")
    return OK


def _report(found: Imported) -> str:
    """What came of the import, as people read it."""
    setting = found.state.setting
    sea = sum(space.water for space in setting.spaces.values())
    lines = [
        f"{setting.title}: {len(setting.spaces)} spaces ({sea} of sea), {len(setting.powers)} powers, "
        f"{len(setting.canals)} canals, {len(found.state.units)} units; {found.drawn}.",
        f"Left out or played otherwise: {len(found.findings)}." if found.findings else "Nothing was left out.",
    ]
    return "\n".join([*lines, *(f"  {finding}" for finding in found.findings)]) + "\n"


if __name__ == "__main__":
    sys.exit(main())

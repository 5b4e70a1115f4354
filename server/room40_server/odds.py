"""`room40 odds`: the odds of a battle, asked in words (K8)."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from room40.combined_arms.forces import CannotRead, Kind, Odds, Question, question, read_force, read_order
from room40.combined_arms.odds import odds, simulated
from room40_server.rules.combined_arms.odds import kinds
from room40_server.rules.combined_arms.state import UnitType
from room40_server.scenario_files import ScenarioError, data_root, read_toml, shown, typed

OK, WRONG = 0, 2
MOST_BATTLES = 10_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns its exit code."""
    given = parser().parse_args(arguments)
    try:
        table = unit_table()
        asked = _asked(given, table)
        if not 0 <= given.simulate <= MOST_BATTLES:
            raise CannotRead(f"Between 1 and {MOST_BATTLES} battles can be simulated.")
    except (CannotRead, ScenarioError) as error:
        sys.stderr.write(f"room40 odds: {error}\n")
        return WRONG
    found = simulated(asked, given.simulate, given.seed) if given.simulate else odds(asked, given.seed)
    if given.json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        sys.stdout.write(written(asked, found))
    return OK


def parser() -> argparse.ArgumentParser:
    """What the command takes."""
    command = argparse.ArgumentParser(prog="room40 odds", description="The odds of a battle of the 1942 system.")
    command.add_argument("attackers", help='as in "2 infantry, 1 tank"; ships beside land units bombard')
    command.add_argument("defenders", help='as in "2 infantry, 1 anti-aircraft gun"')
    command.add_argument("--attacker-loses", default="", metavar="TYPES", help="the last to be lost, in that order")
    command.add_argument("--defender-loses", default="", metavar="TYPES", help="the same for the defender")
    command.add_argument("--hold", action="store_true", help="the attacker keeps a land unit to take the territory")
    command.add_argument("--simulate", type=int, default=0, metavar="BATTLES", help="fight so many battles instead")
    command.add_argument("--seed", type=int, default=1942, help="the seed of simulated battles (%(default)s)")
    command.add_argument("--json", action="store_true", help="as JSON")
    return command


def unit_table(path: Path | None = None) -> dict[str, Kind]:
    """The unit table that the scenarios share. Raises `ScenarioError`."""
    file = path or data_root() / "combined_arms" / "units.toml"
    lines: dict[str, UnitType] = {}
    for key, row in read_toml(file).items():
        if not isinstance(row, dict):
            raise ScenarioError(shown(file), "", key, "this is not a table of a type of unit.")
        lines[key] = typed({"key": key, **row}, UnitType, shown(file), key)
    return kinds(lines)


def _asked(given: argparse.Namespace, table: dict[str, Kind]) -> Question:
    asked = question(table, read_force(given.attackers, table), read_force(given.defenders, table))
    return replace(
        asked,
        attacker_order=read_order(given.attacker_loses, table),
        defender_order=read_order(given.defender_loses, table),
        hold=given.hold,
    )


def written(asked: Question, found: Odds) -> str:
    """The odds as people read them."""
    rows = [("attacker wins", found.attacker), ("defender wins", found.defender), ("both gone", found.both)]
    if found.neither:
        rows.append(("neither can hit", found.neither))
    if not asked.at_sea:
        rows.append(("territory taken", found.takes))
    lines = [f"{name:16} {100 * chance:6.2f} %" for name, chance in rows]
    how = f"{found.battles} battles simulated, standard error {100 * found.error:.2f} %" if found.battles else "exact"
    lines.append(how)
    for name, left, loss in (
        ("attacker", found.attackers_left, found.attacker_loss),
        ("defender", found.defenders_left, found.defender_loss),
    ):
        means = ", ".join(f"{number:.2f} {_several(asked.kinds[key])}" for key, number in left.items()) or "nothing"
        lines.append(f"{name} on average keeps {means}; loses {loss:.1f}")
    return "\n".join(lines) + "\n"


def _several(kind: Kind) -> str:
    return kind.plural or f"{kind.name}s"


if __name__ == "__main__":
    sys.exit(main())

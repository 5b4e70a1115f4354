"""Scenarios of the operator's own: folders laid out like `scenarios/`, beside the one that comes with the program.

Rules of this file: what is wrong with one of them is the operator's affair. It is told to the log, once, and neither the
other scenarios nor the players suffer by it.
"""

import logging
import re
from collections.abc import Collection, Sequence
from pathlib import Path

from room40.protocol.text import clean
from room40_server.scenario_files import ScenarioError

SCENARIO = "scenario.toml"
NAME = re.compile(r"[a-z0-9-]{1,40}")
"""What a scenario, and so its folder, may be called."""

log = logging.getLogger(__name__)


class OwnScenarios:
    """The scenarios of one system in folders of the operator's own; the first of a name counts."""

    def __init__(self, folders: Sequence[Path], system: str) -> None:
        self._folders, self._system = tuple(folders), system
        self._told: set[str] = set()

    def paths(self, taken: Collection[str]) -> dict[str, Path]:
        """Name -> its file, by name. Whatever has a name that is taken, or none that a scenario can have, is passed over."""
        found: dict[str, Path] = {}
        for folder in self._folders:
            for path in sorted((folder / self._system).glob(f"*/{SCENARIO}")):
                name = path.parent.name
                if not NAME.fullmatch(name):
                    self.complain(path, "its folder's name is none of a scenario: small letters, figures and hyphens.")
                elif name in taken:
                    self.complain(path, "a scenario that comes with the program has this name.")
                elif name in found:
                    self.complain(path, f"{found[name]} has this name already.")
                else:
                    found[name] = path
        return dict(sorted(found.items()))

    def complain(self, path: Path, problem: object) -> None:
        """Tell the operator, once, why a scenario is not offered."""
        said = clean(f"{path} is passed over: {problem}", 1000)
        if said not in self._told:
            self._told.add(said)
            log.warning("%s", said)


def told_plainly(name: str, error: ScenarioError) -> ScenarioError:
    """The error as a player may see it: the scenario's file, but not where the operator keeps it."""
    return ScenarioError(f"{name}/{SCENARIO}", error.table, error.key, error.sentence)

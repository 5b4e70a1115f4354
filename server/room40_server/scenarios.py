"""The scenarios of the 1914-18 system: which there are, and a game's opening state from one (`docs/scenario-format.md`)."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from room40.dreadnought.orders import Side
from room40.protocol.messages import ScenarioCard
from room40_server.rules.dice import ScriptedDice
from room40_server.rules.dreadnought.state import State
from room40_server.rules.dreadnought.tables import Tables
from room40_server.rules.dreadnought.turn import advance
from room40_server.scenario_build import build_state
from room40_server.scenario_files import Raw, ScenarioError, data_root, merged, read_toml, shown, typed
from room40_server.scenario_shape import ScenarioShape

__all__ = ["ScenarioError", "available", "catalogue", "load", "tables"]

SYSTEM = "dreadnought"
_NAME = re.compile(r"[a-z0-9-]{1,40}")
OPTIONS: Mapping[str, tuple[bool | str, ...]] = {
    "battles": ("tactical", "basic"),
    "blind": (True, False),
    "double_blind": (True, False),
    "free_forming": (True, False),
    "fuel": (True, False),
}
"""What who opens a table may decide, and how."""


def load(name: str, options: Mapping[str, int | str | bool] | None = None) -> State:
    """The opening state of a scenario: both sides are asked for their plan. Raises `ScenarioError`."""
    path = _file(name)
    state = advance(_opening(path), ScriptedDice(()))  # nothing is thrown before the plans are in
    for key, value in (options or {}).items():
        if key not in OPTIONS:
            raise ScenarioError("options", "", key[:40], f"a table has the options {', '.join(OPTIONS)}.")
        if not any(value == choice and type(value) is type(choice) for choice in OPTIONS[key]):
            choices = " or ".join(str(choice).lower() for choice in OPTIONS[key])
            raise ScenarioError("options", "", key, f"this option is {choices}.")
    return replace(state, setting=replace(state.setting, **dict(options or {}))) if options else state


def load_file(path: Path) -> State:
    """The opening state of a `scenario.toml` anywhere. Raises `ScenarioError`."""
    return from_raw(read_toml(path), path)


def from_raw(raw: Raw, path: Path) -> State:
    """The opening state of what stands, or would stand, in the file `path`. Raises `ScenarioError`."""
    shape = typed(raw, ScenarioShape, shown(path))
    return build_state(path, shape, tables(shape.tables, shown(path)))


def available() -> list[tuple[str, str, str, str]]:
    """Every scenario: system, name, title, blurb; the one for beginners first. Raises `ScenarioError`."""
    found = [(read_shape(path).place, path.parent.name, read_shape(path)) for path in _folder().glob("*/scenario.toml")]
    return [(SYSTEM, name, shape.title, shape.blurb) for _, name, shape in sorted(found, key=lambda f: f[:2])]


def catalogue() -> list[ScenarioCard]:
    """The scenarios as the choosing screen shows them. Raises `ScenarioError`."""
    return [ScenarioCard(*card, tuple(side.value for side in Side)) for card in available()]


def read_shape(path: Path) -> ScenarioShape:
    """A `scenario.toml`, typed. Raises `ScenarioError`."""
    return typed(read_toml(path), ScenarioShape, shown(path))


def tables(over: Raw, file: str) -> Tables:
    """The system's tables with those of `file` laid over. Raises `ScenarioError`."""
    base, plain = _system_tables()
    return typed(merged(base, over), Tables, file, "tables") if over else plain


@cache
def _system_tables() -> tuple[Raw, Tables]:
    path = _folder() / "tables.toml"
    raw = read_toml(path)
    return raw, typed(raw, Tables, shown(path))


@cache
def _opening(path: Path) -> State:
    """Kept: a state is frozen, so every table of a scenario may begin with the same one."""
    return load_file(path)


def _folder() -> Path:
    return data_root() / SYSTEM


def _file(name: str) -> Path:
    path = _folder() / name / "scenario.toml"
    if not _NAME.fullmatch(name) or not path.is_file():
        raise ScenarioError("scenarios", "", name[:40], "no scenario has this name.")
    return path

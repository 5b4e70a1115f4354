"""Loading the scenarios of the 1914-18 system (`docs/scenario-format.md`)."""

from functools import cache

from room40_server.rules.dreadnought.state import State
from room40_server.rules.dreadnought.tables import Tables
from room40_server.scenario_files import Raw, ScenarioError, data_root, merged, read_toml, shown, typed

__all__ = ["ScenarioError", "load", "tables"]


@cache
def _system_tables() -> Raw:
    return read_toml(data_root() / "dreadnought" / "tables.toml")


def tables(over: Raw, file: str) -> Tables:
    """The system's tables with those of `file` laid over. Raises `ScenarioError`."""
    base = typed(_system_tables(), Tables, shown(data_root() / "dreadnought" / "tables.toml"))
    return typed(merged(_system_tables(), over), Tables, file, "tables") if over else base


def load(name: str, options: object = None) -> State:
    raise ScenarioError("scenarios", "", name, "no scenario has this name.")

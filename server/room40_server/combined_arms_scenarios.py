"""The scenarios of the 1942 system: which there are, and a game's opening state from one."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from room40.protocol.messages import ScenarioCard
from room40_server.combined_arms_build import build_state
from room40_server.combined_arms_shape import ScenarioShape, TypeKey
from room40_server.own_scenarios import NAME, OwnScenarios, told_plainly
from room40_server.rules.combined_arms.state import State, UnitType
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.dice import ScriptedDice
from room40_server.scenario_files import Raw, ScenarioError, data_root, merged, read_toml, shown, typed

__all__ = ["ScenarioError", "catalogue", "from_raw", "load", "unit_table"]

SYSTEM = "combined_arms"
OPTIONS = ("allies_see", "seats")
"""What who opens a table may decide: yes or no; for how many seats."""
NO_OWN = OwnScenarios((), SYSTEM)


def load(name: str, options: Mapping[str, int | str | bool] | None = None, own: OwnScenarios = NO_OWN) -> State:
    """The opening state of a scenario: the first power is asked what it buys. Raises `ScenarioError`."""
    if is_shipped(name):
        return _open(_folder() / name / "scenario.toml", options or {})
    path = own.paths(_shipped()).get(name)
    if path is None:
        raise ScenarioError("scenarios", "", name[:40], "no scenario has this name.")
    try:
        return _open(path, options or {})
    except ScenarioError as error:
        own.complain(path, error)
        raise told_plainly(name, error) from None


def is_shipped(name: str) -> bool:
    """Whether a scenario of that name comes with the program."""
    return bool(NAME.fullmatch(name)) and (_folder() / name / "scenario.toml").is_file()


def _shipped() -> list[str]:
    return [path.parent.name for path in sorted(_folder().glob("*/scenario.toml"))]


def _open(path: Path, options: Mapping[str, int | str | bool]) -> State:
    """The opening state of a file, with what the table decides."""
    state = _opening(path, _stamp(path))
    for key, value in options.items():
        if key not in OPTIONS:
            raise ScenarioError("options", "", key[:40], f"a table has the options {' and '.join(OPTIONS)}.")
        if key == "seats":
            state = _shared_out(state, path, value)
        elif isinstance(value, bool):
            state = replace(state, setting=replace(state.setting, allies_see=value))
        else:
            raise ScenarioError("options", "", key, "this option is yes or no.")
    return advance(state, ScriptedDice(()))  # nothing is thrown before the first battle


def _shared_out(state: State, path: Path, number: int | str | bool) -> State:
    """The state with the powers shared out among so many seats, as the scenario says. Raises `ScenarioError`."""
    shape = typed(read_toml(path), ScenarioShape, shown(path))
    choices = {len(shape.seats): shape.seats, **{int(key): seats for key, seats in shape.seatings.items()}}
    if isinstance(number, bool) or number not in choices:
        known = " or ".join(str(choice) for choice in sorted(choices))
        raise ScenarioError("options", "", "seats", f"this scenario is played by {known} seats.")
    return replace(state, setting=replace(state.setting, seats=dict(choices[number])))


def catalogue(own: OwnScenarios = NO_OWN) -> list[ScenarioCard]:
    """The scenarios as the choosing screen shows them, by name, the operator's own last.

    A broken one of his own is passed over, and he is told. Raises `ScenarioError` for one that comes with the program.
    """
    shipped = [_folder() / name / "scenario.toml" for name in _shipped()]
    found = [_card(path, _stamp(path)) for path in shipped]
    for path in own.paths(_shipped()).values():
        try:
            _opening(path, _stamp(path))  # it must not only look right but play
            found.append(_card(path, _stamp(path)))
        except ScenarioError as error:
            own.complain(path, error)
    return found


@lru_cache(maxsize=64)
def _card(path: Path, stamp: tuple[int, int]) -> ScenarioCard:
    shape = typed(read_toml(path), ScenarioShape, shown(path))
    names = {key: power.name for key, power in shape.powers.items()}
    sides = {seat: _listed([names.get(key, key) for key in held]) for seat, held in shape.seats.items()}
    return ScenarioCard(SYSTEM, path.parent.name, shape.title, shape.blurb, tuple(shape.seats), sides)


def _listed(names: list[str]) -> str:
    """ "Germany and Japan", "the one, the other and a third"."""
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def from_raw(raw: Raw, path: Path) -> State:
    """The opening state of what stands, or would stand, in the file `path`; no turn begun. Raises `ScenarioError`."""
    file = shown(path)
    shape = typed(raw, ScenarioShape, file)
    return build_state(path.parent.name, file, shape, _types(shape.units, file))


def unit_table() -> dict[str, UnitType]:
    """The unit table that all scenarios begin with (K2). Raises `ScenarioError`."""
    return _types({}, "")


def _types(over: Raw, file: str) -> dict[str, UnitType]:
    """The unit table with the changes of a scenario laid over. Raises `ScenarioError`."""
    table = _folder() / "units.toml"
    keys = typed(read_toml(table), dict[TypeKey, Raw], shown(table))
    changed = typed(over, dict[TypeKey, Raw], file, "units")
    rows = {key: merged(keys.get(key, {}), changed.get(key, {})) for key in {**keys, **changed}}
    places = {key: (file, f"units.{key}") if key in changed else (shown(table), key) for key in rows}
    return {key: typed({**row, "key": key}, UnitType, *places[key]) for key, row in rows.items()}


@lru_cache(maxsize=64)
def _opening(path: Path, stamp: tuple[int, int]) -> State:
    """Kept: a state is frozen, so every table of a scenario may begin with the same one as long as its file is the same."""
    return from_raw(read_toml(path), path)


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when a file does."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0)  # whoever reads it will say why he cannot
    return (found.st_mtime_ns, found.st_size)


def _folder() -> Path:
    return data_root() / SYSTEM

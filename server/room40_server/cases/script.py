"""What a case script says, whichever system it is of. The format is explained in `docs/case-scripts.md`.

Rules of this file: nothing here knows a rule of play. What stands in `setup`, `expect` and `chart` the system types itself.
"""

from pathlib import Path

from msgspec import UNSET, Struct, UnsetType, field

from room40_server.scenario_files import Raw, ScenarioError, merged, read_toml, shown, typed

Dice = tuple[int | Raw, ...]
"""Pips, or {pips, for}: `for` is then checked against what the rules throw the die for."""
FIRST_SYSTEM = "dreadnought"
"""The system of a script that names none."""


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """One way on from the common steps. `setup` is laid over the script's, `expect` over the script's."""

    v: str
    title: str = ""
    setup: Raw = {}
    do: tuple[Raw, ...] = ()
    dice: Dice | UnsetType = UNSET
    spare_die: int | UnsetType = UNSET
    expect: Raw = {}
    twin: Raw | UnsetType = UNSET
    twin_equal: tuple[str, ...] | UnsetType = UNSET


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """A case. `dice` fall in the order in which the rules ask; `spare_die` is what falls when they are used up."""

    title: str
    clause: str | tuple[str, ...]
    system: str = FIRST_SYSTEM
    case: str = ""
    note: str = ""
    scenario: str = ""
    options: dict[str, int | str | bool] = {}
    chart: Raw = {}
    setup: Raw = {}
    do: tuple[Raw, ...] = ()
    dice: Dice = ()
    spare_die: int = 0
    expect: Raw = {}
    twin: Raw = {}
    twin_equal: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = field(default=(), name="variant")

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the case holds the rules to."""
        return (self.clause,) if isinstance(self.clause, str) else self.clause


class Course(Struct, frozen=True):
    """One playing of a script: a variant of it, or the script itself (`v` "")."""

    v: str
    title: str
    script: Script
    setup: Raw
    twin: Raw | None
    do: tuple[Raw, ...]
    dice: Dice
    spare_die: int
    expect: Raw
    twin_equal: tuple[str, ...]

    def place(self, part: str) -> str:
        """Where a part of this course stands in the script, for an error."""
        return f"variant {self.v} {part}" if self.v else part


def read_script(path: Path) -> Script:
    """A script from its file. Raises `ScenarioError`."""
    return typed(read_toml(path), Script, shown(path))


def courses(script: Script, file: str) -> tuple[Course, ...]:
    """The variants of a script, each whole. Raises `ScenarioError`."""
    return tuple(_course(script, variant, file) for variant in script.variants or (Variant(""),))


def _course(script: Script, variant: Variant, file: str) -> Course:
    setup = merged(script.setup, variant.setup)
    equal = script.twin_equal if isinstance(variant.twin_equal, UnsetType) else variant.twin_equal
    twin: Raw | None = None
    if equal:
        over = script.twin if isinstance(variant.twin, UnsetType) else variant.twin
        twin = _without_removed(merged(setup, over), file)
    dice = script.dice if isinstance(variant.dice, UnsetType) else variant.dice
    spare = script.spare_die if isinstance(variant.spare_die, UnsetType) else variant.spare_die
    expect = merged(script.expect, variant.expect)
    return Course(variant.v, variant.title, script, setup, twin, script.do + variant.do, dice, spare, expect, equal)


def _without_removed(raw: Raw, file: str) -> Raw:
    """The twin's setup with the `remove`d things gone: remove = ["fleets.CP-1", "mines"]."""
    removed = raw.pop("remove", [])
    if not isinstance(removed, list):
        raise ScenarioError(file, "twin", "remove", 'write a list, as ["fleets.CP-1"].')
    for path in removed:
        table, _, key = str(path).partition(".")
        inner = raw.get(table)
        if isinstance(inner, dict) and key in inner:
            raw[table] = {k: v for k, v in inner.items() if k != key}
        elif not key and table in raw:
            raw.pop(table)
        else:
            raise ScenarioError(file, "twin", "remove", f"the setup has no {path}.")
    return raw

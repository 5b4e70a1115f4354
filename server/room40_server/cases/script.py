"""What a case script says, typed. The format is explained in `docs/case-scripts.md`.

Rules of this file: only shapes; `setup.py` makes a state of them, `play.py` carries the steps out, `expect.py` compares.
"""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from room40.dreadnought.orders import Side
from room40.geometry.seachart import Direction
from room40_server.scenario_files import Raw, ScenarioError, merged, read_toml, shown, typed
from room40_server.scenario_shape import EdgeName, TurnKey, TurnOfDay, WeatherGrade, ZoneName

Dice = tuple[int | Raw, ...]
"""Pips, or {pips, for}: `for` is then checked against what the rules throw the die for."""


class ChartSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A small chart: all sea but `land`; ports make their zones coast."""

    rows: str = "A-H"
    columns: tuple[int, int] = (1, 10)
    shifted: Literal["even", "odd"] = "even"
    land: tuple[ZoneName, ...] = ()
    coast: tuple[ZoneName, ...] = ()
    closed: tuple[EdgeName, ...] = ()
    canals: dict[EdgeName, Side] = {}


class BattleSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of this turn that has been fought when the case begins, or (`over = false`) is about to be."""

    zone: ZoneName
    fleets: tuple[str, ...]
    rounds: int = 1
    over: bool = True
    surprise: bool = False
    initiative: str = ""


class BoardSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle on the tactical board: `hexes` side -> hex -> ships; a side left out has still to set up.

    `step` 0: the set-up is not done. `initiative` is A. `entry`: fleet -> side of the board, where it is not by where it
    came from. `merged`: ships that are one group. `absent`: ships of these fleets that are not on the board.
    """

    zone: ZoneName
    initiative: Side = Side.CP
    hexes: dict[Side, dict[str, tuple[str, ...]]] = {}
    step: Annotated[int, Meta(ge=0, le=20)] = 0
    round: Annotated[int, Meta(ge=1, le=99)] = 1
    surprise: bool = False
    entry: dict[str, Direction] = {}
    merged: tuple[tuple[str, ...], ...] = ()
    absent: tuple[str, ...] = ()


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """The situation. `fleets`, `ships` and the rest are by id or name; `setting` overrides fields of the rules' Setting."""

    turn: Annotated[int, Meta(ge=1, le=300)] = 1
    phase: str = "orders"
    light: Literal["day", "night", ""] = "day"
    weather: WeatherGrade = 2
    weather_die: bool = False
    length: Annotated[int, Meta(ge=1, le=300)] = 30
    first_turn_of_day: TurnOfDay = 1
    night: tuple[TurnOfDay, ...] = (5, 6)
    fuel: bool = False
    ports: dict[ZoneName, str | Raw] = {}
    counters: dict[str, int] = {}
    fleets: dict[str, Raw] = {}
    ships: dict[str, Raw] = {}
    cards: dict[str, Raw] = {}
    airships: dict[str, Raw] = {}
    submarines: dict[str, Raw] = {}
    mines: dict[EdgeName, Raw] = {}
    traffic: dict[ZoneName, Annotated[int, Meta(ge=0, le=2)]] = {}
    battles: tuple[BattleSpec, ...] = ()
    board: BoardSpec | UnsetType = UNSET
    goals: dict[str, Raw] = {}
    tables: Raw = {}
    setting: Raw = {}


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold. What is left out is not looked at."""

    legal: bool | UnsetType = UNSET
    refused: str | UnsetType = UNSET
    says: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    weather: int | UnsetType = UNSET
    zone_after: dict[str, str] = {}
    orders_after: dict[str, dict[TurnKey, str]] = {}
    left_over: dict[str, tuple[str, ...]] = {}
    checks: tuple[Raw, ...] | UnsetType = UNSET
    battles: tuple[Raw, ...] | UnsetType = UNSET
    board: Raw = {}
    fleets: dict[str, Raw] = {}
    exist: dict[str, tuple[str, ...]] = {}
    ships: dict[str, Raw] = {}
    airships: dict[str, Raw] = {}
    submarines: dict[str, Raw] = {}
    mines: dict[str, Raw] | UnsetType = UNSET
    traffic: dict[str, int] = {}
    points: dict[str, int] = {}
    asked: dict[str, str] | UnsetType = UNSET
    choices: dict[Side, tuple[str, ...]] = {}
    never_asked: tuple[str, ...] = ()
    dice: int | UnsetType = UNSET
    purposes: tuple[str, ...] | UnsetType = UNSET
    events: dict[str, tuple[str, ...]] = {}
    no_events: dict[str, tuple[str, ...]] = {}
    views: dict[Literal["CP", "EN", "public"], Raw] = {}
    record: tuple[Raw, ...] = ()
    result: str | UnsetType = UNSET
    answer: object = UNSET


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
    case: str = ""
    note: str = ""
    scenario: str = ""
    options: dict[str, int | str | bool] = {}
    chart: ChartSpec = ChartSpec()
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
    setup: Setup
    twin: Setup | None
    do: tuple[Raw, ...]
    dice: Dice
    spare_die: int
    expect: Expect
    twin_equal: tuple[str, ...]


def read_script(path: Path) -> Script:
    """A script from its file. Raises `ScenarioError`."""
    return typed(read_toml(path), Script, shown(path))


def courses(script: Script, file: str) -> tuple[Course, ...]:
    """The variants of a script, each whole. Raises `ScenarioError`."""
    return tuple(_course(script, variant, file) for variant in script.variants or (Variant(""),))


def _course(script: Script, variant: Variant, file: str) -> Course:
    where = f"variant {variant.v}" if variant.v else ""
    raw = merged(script.setup, variant.setup)
    setup = typed(raw, Setup, file, f"{where} setup".strip())
    equal = script.twin_equal if isinstance(variant.twin_equal, UnsetType) else variant.twin_equal
    twin: Setup | None = None
    if equal:
        over = script.twin if isinstance(variant.twin, UnsetType) else variant.twin
        twin = typed(_without_removed(merged(raw, over), file), Setup, file, f"{where} twin".strip())
    dice = script.dice if isinstance(variant.dice, UnsetType) else variant.dice
    spare = script.spare_die if isinstance(variant.spare_die, UnsetType) else variant.spare_die
    expect = typed(merged(script.expect, variant.expect), Expect, file, f"{where} expect".strip())
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

"""What a naval case script says of its situation and of what must come of it, typed. `docs/case-scripts.md` explains it.

Rules of this file: only shapes; `setup.py` makes a state of them, `player.py` carries the steps out, `expect.py` compares.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from room40.dreadnought.orders import Side
from room40.geometry.seachart import Direction
from room40_server.scenario_files import Raw
from room40_server.scenario_shape import EdgeName, TurnKey, TurnOfDay, WeatherGrade, ZoneName


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

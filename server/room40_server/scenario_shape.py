"""The shape of a `scenario.toml`: every table and key there may be, typed and bounded (`docs/scenario-format.md`)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from room40.dreadnought.orders import Mission, Side
from room40.geometry.seachart import ZONE_PATTERN
from room40_server.cards import Armour, Boxes, Name
from room40_server.rules.dreadnought.setting import Kind
from room40_server.scenario_files import Raw

Line = Annotated[str, Meta(min_length=1, max_length=120)]
Text = Annotated[str, Meta(min_length=1, max_length=4000)]
ZoneName = Annotated[str, Meta(pattern=ZONE_PATTERN)]
EdgeName = Annotated[str, Meta(pattern=r"^[A-Z]{1,2}[1-9][0-9]{0,2}-[A-Z]{1,2}[1-9][0-9]{0,2}$")]
Nation = Annotated[str, Meta(pattern=r"^[A-Z]{2}$")]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$")]
TurnNumber = Annotated[int, Meta(ge=1, le=300)]
TurnKey = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,2}$")]
TurnOfDay = Annotated[int, Meta(ge=1, le=6)]
WeatherGrade = Annotated[int, Meta(ge=1, le=6)]
Few = Annotated[int, Meta(ge=0, le=99)]
Speed = Literal["1s", "1", "1+", "2", "2+"]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables share: a key they do not know is an error."""


class Window(_Part, frozen=True):
    """The part of the chart that is played on."""

    rows: Annotated[str, Meta(pattern=r"^[A-Z]{1,2}-[A-Z]{1,2}$")]
    columns: Annotated[tuple[int, int], Meta()]


class PortShape(_Part, frozen=True):
    """A change to a port of the chart, or (with name and grade) a port more."""

    name: Line | None = None
    grade: Literal["major", "minor"] | None = None
    nation: Nation | Literal[""] | None = None
    dice: Few | None = None


class Options(_Part, frozen=True):
    """What of the rules this scenario does otherwise."""

    fuel: bool = True
    mixed_fleets: bool = False
    free_forming: bool = True
    double_blind: bool = False
    raider_needs_leader: bool = True
    raiding_ships: Few = 2
    raiding_fleets: dict[Side, Few] = {}
    boilers_turns: Annotated[int, Meta(ge=1, le=99)] = 3
    battles: Literal["tactical", "basic"] = "tactical"
    blind: bool = False


class FleetShape(_Part, frozen=True):
    """A fleet as it stands before the game. `plan`: turn -> slot; `bounds`: the last column it may enter, 0 for none;
    `sails`: the turn before which it stays where it is; `comes_from`: the zone it left for the battle that begins the game.
    """

    side: Side
    number: Annotated[int, Meta(ge=1, le=99)]
    mission: Mission
    zone: ZoneName
    ships: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60)]
    in_port: bool = False
    charge: Annotated[int, Meta(ge=0, le=99)] = 0
    bounds: Annotated[int, Meta(ge=0, le=200)] = 0
    sails: Annotated[int, Meta(ge=0, le=300)] = 0
    comes_from: ZoneName | Literal[""] = ""
    plan: dict[TurnKey, Line] = {}

    @property
    def id(self) -> str:
        """The id that orders use: "CP-1"."""
        return f"{self.side}-{self.number}"


class ShipShape(_Part, frozen=True):
    """What is special about one ship. `fuel` in units; `boilers`: the die up to which her second zone is delayed."""

    leader: Line | Literal[""] = ""
    nation: Nation | None = None
    fuel: Annotated[float, Meta(ge=0, le=60)] | None = None
    speed: Speed | None = None
    cargo: Few = 0
    boilers: Annotated[int, Meta(ge=1, le=5)] | None = None
    lays_mines: bool | None = None
    sweeps_mines: bool | None = None
    flags: tuple[str, ...] | None = None


class CardShape(_Part, frozen=True):
    """A ship card of the scenario's own."""

    nation: Nation
    type: Kind
    speed: Speed
    hull: Annotated[int, Meta(ge=1, le=40)]
    fuel: Annotated[int, Meta(ge=1, le=60)]
    points: Annotated[int, Meta(ge=0, le=60)]
    boats: Annotated[int, Meta(ge=1, le=6)] = 1
    primary: Boxes = 0
    primary_range: Annotated[int, Meta(ge=0, le=3)] = 0
    secondary: Boxes = 0
    tertiary: Boxes = 0
    torpedo_mounts: Boxes = 0
    hull_armour: Armour = "none"
    primary_armour: Armour = "none"
    secondary_armour: Armour = "none"
    flags: tuple[str, ...] = ()


class GoalShape(_Part, frozen=True):
    """A goal of the scenario's own (H18): see `Goal` of the rules for its kinds."""

    kind: Literal["reach", "survive", "denied"]
    side: Side
    points: Annotated[int, Meta(ge=1, le=200)]
    text: Line
    ships: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60)]
    zone: ZoneName | Literal[""] = ""
    port: bool = False
    ends_game: bool = False


class BattleShape(_Part, frozen=True):
    """The battle of a scenario that is nothing else: see `Opening` of the rules."""

    zone: ZoneName
    initiative: Side | None = None
    detection: dict[TurnKey, Annotated[int, Meta(ge=1, le=9)]] = {}
    first_fire: dict[Side, tuple[Name, ...]] = {}


class AirshipShape(_Part, frozen=True):
    """An airship at its base (H14)."""

    side: Side
    name: Line
    base: ZoneName


class SubmarineShape(_Part, frozen=True):
    """A submarine where it begins (H15)."""

    side: Side
    name: Line
    zone: ZoneName
    ace: bool = False


class MineShape(_Part, frozen=True):
    """A minefield laid before the game (H13), known to its owner, or to both."""

    side: Side
    strength: Annotated[int, Meta(ge=1, le=9)] = 2
    known_to_both: bool = False


class ScenarioShape(_Part, frozen=True):
    """A whole `scenario.toml`."""

    title: Line
    blurb: Annotated[str, Meta(min_length=1, max_length=400)]
    briefing: Text
    chart: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$")]
    date: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
    length: TurnNumber
    nations: dict[Side, tuple[Nation, ...]]
    counters: dict[Side, Annotated[int, Meta(ge=1, le=99)]]
    fleets: Annotated[tuple[FleetShape, ...], Meta(min_length=2, max_length=80)] = field(name="fleet")
    place: Few = 50
    first_turn_of_day: TurnOfDay = 1
    night: tuple[TurnOfDay, ...] = (5, 6)
    weather: WeatherGrade = 2
    fixed_weather: tuple[WeatherGrade, ...] = ()
    winter: bool = False
    window: Window | None = None
    options: Options = Options()
    ports: dict[ZoneName, PortShape] = {}
    traffic: dict[ZoneName, Annotated[int, Meta(ge=0, le=2)]] = {}
    coast_watch: dict[Side, tuple[ZoneName, ...]] = {}
    fields_wanted: tuple[EdgeName, ...] = ()
    battle: BattleShape | None = None
    goals: dict[Id, GoalShape] = {}
    ships: dict[Name, ShipShape] = {}
    cards: dict[Name, CardShape] = {}
    airships: dict[Id, AirshipShape] = {}
    submarines: dict[Id, SubmarineShape] = {}
    mines: dict[EdgeName, MineShape] = {}
    tables: Raw = {}

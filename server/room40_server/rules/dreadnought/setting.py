"""What never changes in a game: the cards of the ships, the ports, the goals, the calendar, the scenario itself."""

from enum import StrEnum

from msgspec import Struct

from room40.dreadnought.orders import Side
from room40.geometry.seachart import SeaChart, Zone
from room40_server.rules.dreadnought.tables import Tables

SPEEDS = ("0", "1s", "1", "1+", "2", "2+")
"""Speeds from dead in the water to the fastest (5.11, H21.1)."""


class Kind(StrEnum):
    """Types of ship (H2)."""

    BB = "BB"
    B = "B"
    BC = "BC"
    CD = "CD"
    CA = "CA"
    CL = "CL"
    DL = "DL"
    DD = "DD"
    TB = "TB"
    ML = "ML"
    MS = "MS"
    AMC = "AMC"
    GB = "GB"
    YACHT = "YACHT"
    MERCHANT = "MERCHANT"
    TROOPSHIP = "TROOPSHIP"
    COLLIER = "COLLIER"
    TANKER = "TANKER"
    SEAPLANE = "SEAPLANE"


CAPITAL = frozenset({Kind.BB, Kind.B, Kind.BC, Kind.CD, Kind.CA})
LIGHT = frozenset({Kind.CL, Kind.DL, Kind.DD, Kind.TB})
WARSHIPS = CAPITAL | LIGHT | {Kind.AMC, Kind.GB, Kind.ML, Kind.YACHT}
SMALL_CRAFT = frozenset({Kind.DD, Kind.TB, Kind.YACHT})
"""What a fleet must be made of for the -1 of 5.46; a destroyer leader is none of them (H21.22)."""
BOATS = frozenset({Kind.DD, Kind.TB})


class ShipClass(Struct, frozen=True):
    """A ship card as built (H2): boxes, armour "heavy"/"light"/"none", fuel in units. `boats` > 1: a counter of boats (H9).

    `flags`: "flash_prone", "elite_gunnery", "minelayer", "heavy_secondary" (8 to 9.4 inch), "coal", "oil".
    """

    key: str
    nation: str
    kind: Kind
    speed: str
    primary: int = 0
    primary_range: int = 0
    secondary: int = 0
    tertiary: int = 0
    torpedo_mounts: int = 0
    hull: int = 1
    hull_armour: str = "none"
    primary_armour: str = "none"
    secondary_armour: str = "none"
    fuel: int = 0
    points: int = 0
    boats: int = 1
    flags: tuple[str, ...] = ()


class Port(Struct, frozen=True):
    """A port (H11). `side` "" is neutral. `grade` "minor" or "major". `dice` overrides its battery's dice if not None."""

    name: str
    zone: Zone
    grade: str
    side: str = ""
    dice: int | None = None


class Goal(Struct, frozen=True):
    """A goal of the scenario's own (H18): `kind` "reach" (ship enters zone) or "absent" (ship neither sunk nor there).

    "reach": `points` for `side` once a ship of `ships` enters `zone` (and its port if `port`). "survive": `points` for each
    of `ships` afloat at the end. "denied": `points` for `side` at the end if none of `ships` is sunk or has reached `zone`.
    `text` is what the briefing says.
    """

    kind: str
    side: Side
    points: int
    text: str
    ships: tuple[str, ...] = ()
    zone: str = ""
    port: bool = False
    ends_game: bool = False


class Calendar(Struct, frozen=True):
    """Dates and light (H4): turn 1 is turn `first_turn_of_day` (1 = 04:00) of `date`; `night` turns of the day."""

    date: str
    first_turn_of_day: int
    length: int
    night: tuple[int, ...] = (5, 6)


class Opening(Struct, frozen=True):
    """The battle with which a scenario of one battle begins (7.2): the fleets in `zone`, in the first turn, at once.

    `initiative`: who has it in round 1, "": the die is thrown. `detection`: from this round on one sees so many hexes far,
    whatever the light (a dusk that falls). `first_fire`: side -> its ships that alone may fire in the first step of fire.
    """

    zone: Zone
    initiative: str = ""
    detection: dict[int, int] = {}
    first_fire: dict[str, tuple[str, ...]] = {}


class Setting(Struct, frozen=True):
    """What a scenario fixes once and for all."""

    name: str
    title: str
    briefing: str
    calendar: Calendar
    chart: SeaChart
    ports: dict[str, Port]
    cards: dict[str, ShipClass]
    tables: Tables
    counters: dict[str, int]
    goals: dict[str, Goal] = {}
    winter: bool = False
    fixed_weather: tuple[int, ...] = ()
    """Grades of the first turns, in place of the die."""
    fuel: bool = True
    mixed_fleets: bool = False
    raiding_fleets: dict[str, int] = {}
    raiding_ships: int = 2
    raider_needs_leader: bool = True
    coast_watch: dict[str, tuple[Zone, ...]] = {}
    """Zones watched from the shore by each side, for `double_blind`."""
    fields_wanted: tuple[str, ...] = ()
    double_blind: bool = False
    free_forming: bool = True
    """Whether the players may divide their ships anew before the game."""
    strict_speed_die: dict[str, int] = {}
    """Ships with bad boilers: ship id -> the die up to which the second zone is delayed."""
    strict_speed_turns: int = 3
    """From this two-zone turn in a row on the bad boilers' die is thrown."""
    battles: str = "tactical"
    """How battles are fought: "tactical" on the board (7.0), "basic" without (6.0)."""
    blind: bool = False
    """On the tactical board, whether what no own ship sees is not shown at all (H21.9)."""
    opening: Opening | None = None
    """The battle with which the game begins and ends, if it is one of a single battle."""


def speed_rank(speed: str) -> int:
    """The place of a speed among `SPEEDS`: higher is faster; `1+` stands between `1` and `2` (H21.1)."""
    return SPEEDS.index(speed)

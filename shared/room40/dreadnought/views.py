"""What a viewpoint of the 1914-18 system may see.

One `View` serves a seat and the public: the public's has no own fleets. Everything is a map by id or by running number,
scalars, or a short list replaced whole; there are no nulls, so two views differ by a merge patch. A fact stands here
because somebody named it: what is not a field cannot travel. What hardly changes once it is there (a line of the log, a
ship's card, a stack of counters) travels as a list of its fields in order, for their names would be most of it.
"""

from room40.dreadnought import shorthand
from room40.dreadnought.board_views import BattleShipView, BoardView
from room40.dreadnought.seen import Seen


class PortView(Seen, frozen=True):
    """A port on the chart. `side` is its owner's, "" when neutral; `grade` "major" or "minor" (H11)."""

    name: str
    side: str
    grade: str


class AimView(Seen, frozen=True):
    """A goal of the scenario for those who reckon (H18): `kind` "reach", "survive" or "denied"; points for `side`.

    "reach": a ship of `ships` enters `zone` (its port, if `port`). "survive": each of `ships` afloat at the end. "denied":
    none of `ships` sunk or in `zone` at the end.
    """

    kind: str
    side: str
    points: int
    ships: list[str]
    zone: str
    port: bool


class ClassView(Seen, frozen=True, array_like=True):
    """A ship card's particulars: boxes as built; speed "1s" to "2+"; fuel in units (H2). `boats` above 1: a counter."""

    type: str
    nation: str
    speed: str
    primary: int
    primary_range: int
    secondary: int
    tertiary: int
    torpedo_mounts: int
    hull: int
    hull_armour: str
    primary_armour: str
    fuel: int
    points: int
    boats: int


class ScenarioView(Seen, frozen=True):
    """What never changes in a game: the chart, the calendar, the ports, the goals in words.

    `rows` and `shifted` are a `SeaChart`'s. `first_turn_of_day`: which of the six turns of a day turn 1 is, 1 = 04:00;
    `night`: the turns of a day that are night. `counters`: how many fleets this seat may have.
    """

    name: str
    title: str
    briefing: str
    date: str
    first_turn_of_day: int
    night: list[int]
    length: int
    rows: list[str]
    shifted: str
    first_row: int
    first_column: int
    closed: list[str]
    canals: dict[str, str]
    ports: dict[str, PortView]
    traffic: dict[str, int]
    goals: dict[str, str]
    counters: int
    fuel: bool
    double_blind: bool
    aims: dict[str, AimView] = {}


class ShipView(Seen, frozen=True):
    """A ship as its owner sees it: boxes left; fuel in twelfths; `leader` his name aboard, "" if none; `card` its class."""

    name: str
    kind: str
    hull: int
    primary: int
    secondary: int
    tertiary: int
    torpedo_mounts: int
    torpedoes: int
    speed: str
    boats: int
    fuel: int
    leader: str
    cargo: int
    towing: str
    sunk: bool
    card: str = ""


class FleetView(Seen, frozen=True):
    """A fleet as its owner sees it.

    `sheet`: turn -> slot as text, past and future. `open`: the turns whose slots may be written now, in order;
    `blank`: those of them that stand in the way of a commit. `owed`: zones that delays have pushed past the written slots
    (H21.12). `pace`: zones it may enter a turn at present. `plot_from`: where the slot before leaves it, turn -> zone,
    with " port" when it lies in port.
    `may`: the orders other than plotting that the rules allow it now, by tag. `hidden`: a raider off the map. `pursuing`:
    the label of its quarry, "?" if that is out of view. `prey`: after a battle, the labels of those it may pursue.
    `abort_from`: the turn whose slot begins the way home, 0 if none was ordered. `bounds`: the last column it may sail, 0:
    any.
    """

    number: int
    mission: str
    charge: str
    ships: list[str]
    zone: str
    in_port: bool
    on_map: bool
    hidden: bool
    port_turns: int
    pace: int
    sheet: dict[str, str]
    open: list[int]
    blank: list[int]
    plot_from: dict[str, str]
    owed: list[str]
    may: list[str]
    habit: str
    lingering: bool
    pursuing: str
    prey: list[str] = []
    abort_from: int = 0
    bounds: int = 0


class CounterView(Seen, frozen=True):
    """A fleet counter in view. Its label is dealt when it comes into view and tells nothing.

    `strength`: what an airship reported, "capital 2, light 1, other 0", else ""; `ships`: names seen in its last battle;
    `since` and `last`: turns it came into view and was last seen (they differ from now only in `lost`).
    """

    side: str
    zone: str
    since: int
    last: int
    strength: str
    ships: list[str]


class AirshipView(Seen, frozen=True):
    """An own airship: base and zone by key, turns left in the air, `state` "base", "out" or "lost" (H14).

    `may_fly`: whether it may be given zones now; `speed` zones a turn, no further than `range` zones from its base.
    """

    name: str
    base: str
    zone: str
    state: str
    turns_left: int
    route: list[str]
    may_fly: bool = False
    speed: int = 3
    range: int = 8


class SubmarineView(Seen, frozen=True):
    """An own submarine: `order` is the zone it enters this turn, "" to stay."""

    name: str
    zone: str
    ace: bool
    sunk: bool
    order: str


class MinefieldView(Seen, frozen=True):
    """A field known to this viewpoint: strength, and whose it is."""

    strength: int
    side: str


class BattleView(Seen, frozen=True):
    """The battle in progress: the round being fought, who has the initiative ("" before), the ships by id.

    Basic combat (H6): `ships` are all that take part. On the tactical board (7.2, 7.3), which is `View.board`: only those of
    the enemy that this viewpoint knows by name; the public has those that their enemies know.
    """

    zone: str
    round: int
    initiative: str
    ships: dict[str, BattleShipView]


class AskView(Seen, frozen=True):
    """What this seat owes now. `kind` is "plan", "orders", "quarry", "swap", "claims", "fight", "after battle" or "".
    On the tactical board: "basic", "entry", "set up", "manoeuvre", "gunnery", "torpedoes", "keep".

    `zone`, `fleet` (own) and `label` (enemy counter) say what about; `choices` are what may be answered (claims that are
    true, zones of a swap, labels of a quarry, stances); `missing` what stands in the way of a commit, one sentence each,
    but the slots to be written: these are `FleetView.blank`.
    """

    kind: str
    clause: str
    zone: str
    fleet: str
    label: str
    choices: list[str]
    missing: list[str]


class EventView(Seen, frozen=True, array_like=True):
    """A line of the signal log. `kind` groups lines for walking through; `zone` is where to look on the chart, or "";
    `said` is its text in `shorthand`.
    """

    IN_FULL = {"said": "text"}

    turn: int
    kind: str
    clause: str
    zone: str
    said: str

    @property
    def text(self) -> str:
        """What the line says."""
        return shorthand.full(self.said, self.clause)


class View(Seen, frozen=True):
    """All that a viewpoint knows.

    `seat`: "CP", "EN" or "public". `phase`: the phase of the turn (H4). `time`: "6 Aug 1914 20:00". `weather`: grade 1-6.
    `waiting`: sides that have not yet finished the present phase, no more than that; of claims (5.46) and of fire on the
    board, both until one's own are made. `seen`: enemy counters in view now by label (the public: both sides'); `lost`:
    counters that went out of view, as last seen. `log`: by running number.
    `points`: victory points as far as this viewpoint may know them, side -> points. `result`: "" until the end.
    `met`: keys of the scenario's goals that have been reached, which all are told. `board`: the tactical board of the
    battle, by its zone, if it is fought on one.
    """

    seat: str
    turn: int
    phase: str
    time: str
    light: str
    weather: int
    scenario: ScenarioView
    classes: dict[str, ClassView]
    fleets: dict[str, FleetView]
    ships: dict[str, ShipView]
    seen: dict[str, CounterView]
    lost: dict[str, CounterView]
    airships: dict[str, AirshipView]
    submarines: dict[str, SubmarineView]
    mines: dict[str, MinefieldView]
    traffic: dict[str, int]
    battle: dict[str, BattleView]
    ask: AskView
    waiting: list[str]
    log: dict[str, EventView]
    points: dict[str, int]
    result: str
    met: list[str] = []
    board: dict[str, BoardView] = {}

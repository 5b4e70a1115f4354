"""The whole truth of a game of the 1914-18 system, as frozen values.

Rules of this file: a state is changed only by `msgspec.structs.replace` along the path to what changed, so every
unchanged part stays the same object. Dicts are never changed in place. A field that may be None has None as its default
(a merge patch cannot carry a null). Nothing here may be shown to a seat: `views.py` names what may be seen.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought.orders import Claim, Fight, Habit, Mission, Side
from room40.dreadnought.sheet import Slot
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought.setting import (
    Setting,
    ShipClass,
)
from room40_server.rules.dreadnought.tables import Grade
from room40_server.rules.dreadnought.tactical.board import Tactical

V = TypeVar("V")
K = TypeVar("K", bound=str | int)


class Phase(StrEnum):
    """The phases of a turn (H4), and those before and after all turns. `turn.PHASES` is the table of what they do."""

    PLAN = "plan"
    WEATHER = "weather"
    ORDERS = "orders"
    PURSUIT = "pursuit"
    MOVEMENT = "movement"
    CONTACT = "contact"
    PASSAGE = "passage"
    BATTLES = "battles"
    AFTER_BATTLE = "after battle"
    OPERATIONS = "operations"
    END = "end"
    OVER = "over"


class Ship(Struct, frozen=True):
    """A ship or a counter of boats, as it is now: boxes left, mounts and torpedoes left, fuel in twelfths.

    `speed` is after damage; `halved`: the one speed for half the hull is already lost. `cargo` in points, loaded in the
    port of zone `cargo_from`.
    `dead_turns`, `port_turns`: for repair. `tonnage_group` is derived from the kind.
    """

    id: str
    name: str
    side: Side
    nation: str
    card: str
    hull: int
    primary: int
    secondary: int
    tertiary: int
    torpedo_mounts: int
    torpedoes: int
    speed: str
    boats: int
    fuel: int
    leader: str = ""
    halved: bool = False
    sunk: bool = False
    cargo: int = 0
    cargo_from: str = ""
    towing: str = ""
    repair_turns: int = 0
    lays_mines: bool = False
    sweeps_mines: bool = False


class Pursuit(Struct, frozen=True):
    """A pursuit in hand (5.23): the quarry's fleet, the turns still to roll for, and what came of this turn's die.

    `rolled`: this turn's die was thrown; `holds`: it succeeded. `ships`: the quarry's when it was last fought, by which
    its parts are known again; `parts`: the largest of these, where they are equal and the pursuer must choose (H21.8).
    `label`: under which its owner had the quarry in view when counters were last looked at, "" if out of view.
    """

    quarry: str
    turns: int
    rolled: bool = False
    holds: bool = False
    parts: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    label: str = ""


class Fleet(Struct, frozen=True):
    """A fleet. `sheet`: turn -> slot, past ones as sailed, future ones as written.

    `owed`: zones that delays pushed past the written slots (H21.12). `on_map`: its counter stands on the map. `begun`: it
    has moved since the start (5.2 Raiding). `shown_on`: the turn of its last forced return to the map. `take_off`: its
    owner wants the counter off at the next chance. `port_turns`: whole turns running in a friendly port (5.22).
    `entered`: the zones it entered this turn as sailed so far; `came_from`: the zone it was in before the last of them,
    "" if it did not move (7.24). `planned_to_end`: no slots need be written any more. `abort_from`: first slot of the abort.
    `open_slots`: slots that may be written anew in this phase beyond the usual one (new fleet, new mission, abort).
    `fought`: turn of its last battle; `long_battle`: that battle went into a second round (7.38). `off_board`: it left
    its battle, so 5.48 holds this turn. `work`: turns running spent on the present zone's work (laying, loading …),
    which `work_on` names. `started`: the zone it was in when the turn began, kept while it moves;
    `started_in_port`: it lay in the port there.
    """

    id: str
    number: int
    side: Side
    mission: Mission
    ships: tuple[str, ...]
    zone: Zone
    in_port: bool = False
    charge: str = ""
    sheet: dict[int, Slot] = {}
    owed: tuple[Zone, ...] = ()
    on_map: bool = True
    begun: bool = False
    shown_on: int = 0
    take_off: bool = False
    port_turns: int = 0
    entered: tuple[Zone, ...] = ()
    came_from: str = ""
    abort_from: int = 0
    open_slots: tuple[int, ...] = ()
    fought: int = 0
    long_battle: bool = False
    off_board: bool = False
    stopped: bool = False
    habit: Habit = Habit.ASK
    lingering: bool = False
    pursuit: Pursuit | None = None
    work: int = 0
    work_on: str = ""
    started: str = ""
    started_in_port: bool = False
    split_on: int = 0
    split_pace: int = 0
    way_back: int = 0
    """Zones of the way back to its route, at the head of its sheet after it left a battle (7.37)."""
    halved_fire_done: tuple[str, ...] = ()
    bounds: int = 0
    fast_turns: int = 0
    sails: int = 0
    """The first turn in which the scenario lets it sail; the slots before that are no owner's to write."""


class Airship(Struct, frozen=True):
    """An airship (H14). `zone` is "" at its base; `route` are the zones of this turn; `turns` in the air so far."""

    id: str
    name: str
    side: Side
    base: Zone
    zone: str = ""
    turns: int = 0
    route: tuple[Zone, ...] = ()
    lost: bool = False


class Submarine(Struct, frozen=True):
    """A submarine (H15); its place is hidden. `order` is the zone it enters this turn, "" to stay."""

    id: str
    name: str
    side: Side
    zone: Zone
    ace: bool = False
    sunk: bool = False
    order: str = ""


class Minefield(Struct, frozen=True):
    """A field on an edge (H13). `known` to these sides; `sweeping` turns already spent on it by fleet id."""

    edge: str
    side: Side
    strength: int
    known: tuple[Side, ...]
    sweeping: dict[str, int] = {}


class Sighting(Struct, frozen=True):
    """An enemy counter as one viewpoint has it.

    `fleet` is the secret of whose it is, and so is `crew`, its ships when it was last looked at; `ships` are those that the
    viewpoint knows to be of it.
    """

    fleet: str
    side: Side
    zone: Zone
    since: int
    last: int
    strength: str = ""
    ships: tuple[str, ...] = ()
    crew: tuple[str, ...] = ()


class Sightings(Struct, frozen=True):
    """What one viewpoint has in view: label -> sighting, those out of view, and how many labels were dealt."""

    seen: dict[str, Sighting] = {}
    lost: dict[str, Sighting] = {}
    dealt: int = 0
    known_ships: tuple[str, ...] = ()
    """Enemy ships this viewpoint has seen in battle: their cards may be shown."""


class Event(Struct, frozen=True):
    """A line of one viewpoint's signal log."""

    turn: int
    kind: str
    clause: str
    zone: str
    text: str


class Pair(Struct, frozen=True):
    """A contact check to come (5.44): two fleets, a zone, its place in the order; `swap`: one of a swap's two zones.

    `port`: they meet in the port of the zone, not at sea off it (H21.28).
    """

    cp: str
    en: str
    zone: Zone
    place: int
    swap: bool = False
    automatic: str = ""
    """The clause that makes it automatic ("5.42", "5.23", "H12"), or ""."""
    port: bool = False


class Check(Struct, frozen=True):
    """A contact check made: what the umpire knows of it. `die` 0: automatic."""

    turn: int
    zone: Zone
    cp: str
    en: str
    automatic: str
    die: int
    modifiers: dict[str, int]
    total: int
    contact: bool
    surprise: bool


class Contacts(Struct, frozen=True):
    """The contact phase in hand. `chosen`: pair "CP-1 EN-1" -> the zone the Entente takes first on its swap."""

    open: tuple[Pair, ...]
    made: tuple[Check, ...] = ()
    chosen: dict[str, str] = {}
    asked: Pair | None = None
    claims: dict[str, tuple[Claim, ...]] = {}


class Battle(Struct, frozen=True):
    """A battle of the turn (5.47): the fleets of each side in one zone, and how far it has gone.

    `round` is the round about to be fought, 1 first. `initiative` is the side that has it. `words`: each side's `Fight` for
    this round, secret until both are in. `behind`: ships left behind to fight one round more.
    `left`: fleet -> zone into which it left the board (7.33, tactical battles only). `over`: nothing more is fought.
    `opened`: who takes part is settled. `board`: the tactical board, if it is fought there. `lost_sight`: a battle on the
    board that ended because the sides lost sight of each other (7.36, 5.23). `early`: fleets that left the board in the
    first round, which 7.38 does not delay (H21.12).
    """

    zone: Zone
    fleets: dict[str, tuple[str, ...]]
    surprise: bool = False
    round: int = 1
    initiative: str = ""
    words: dict[str, Fight] = {}
    behind: tuple[str, ...] = ()
    withdrew: str = ""
    left: dict[str, Zone] = {}
    rounds_fought: int = 0
    long: bool = False
    over: bool = False
    opened: bool = False
    board: Tactical | None = None
    lost_sight: bool = False
    early: tuple[str, ...] = ()


class Happening(Struct, frozen=True):
    """A fact of the umpire's record, for case scripts and post mortems: `what` happened, and its figures by name."""

    turn: int
    what: str
    zone: str = ""
    fleets: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    figures: dict[str, int] = {}
    dice: tuple[int, ...] = ()


class State(Struct, frozen=True):
    """Everything. `asked`: side -> the kind of decision it owes in this phase; empty when the umpire is at work.

    `traffic`: zone -> rating now; `traffic_back`: zone -> turns in which it recovers a point each. `points`: side -> victory
    points by reason. `log`: viewpoint -> running number -> event. `record`: the umpire's. `battered`: port zone -> points of
    bombardment this turn.
    """

    setting: Setting
    ships: dict[str, Ship]
    fleets: dict[str, Fleet]
    phase: Phase = Phase.PLAN
    turn: int = 1
    weather: int = 2
    asked: dict[str, str] = {}
    committed: tuple[Side, ...] = ()
    airships: dict[str, Airship] = {}
    submarines: dict[str, Submarine] = {}
    mines: dict[str, Minefield] = {}
    traffic: dict[str, int] = {}
    traffic_back: dict[str, tuple[int, ...]] = {}
    contacts: Contacts | None = None
    battles: dict[str, Battle] = {}
    checks: tuple[Check, ...] = ()
    """All contact checks of this turn."""
    sightings: dict[str, Sightings] = {}
    log: dict[str, dict[int, Event]] = {}
    record: dict[int, Happening] = {}
    points: dict[str, dict[str, int]] = {}
    batteries: dict[str, int] = {}
    """Battery boxes left by port zone; absent: as built."""
    goals_met: tuple[str, ...] = ()
    result: str = ""


def with_item(items: dict[K, V], key: K, value: V) -> dict[K, V]:
    """The dict with one item put."""
    return {**items, key: value}


def without(items: dict[K, V], *keys: K) -> dict[K, V]:
    """The dict without these keys."""
    return {k: v for k, v in items.items() if k not in keys}


def with_fleet(state: State, fleet: Fleet) -> State:
    """The state with this fleet in place of its former self, or new."""
    return replace(state, fleets={**state.fleets, fleet.id: fleet})


def with_fleets(state: State, fleets: Iterable[Fleet]) -> State:
    """The state with these fleets put."""
    return replace(state, fleets={**state.fleets, **{f.id: f for f in fleets}})


def with_ship(state: State, ship: Ship) -> State:
    """The state with this ship put."""
    return replace(state, ships={**state.ships, ship.id: ship})


def with_ships(state: State, ships: Iterable[Ship]) -> State:
    """The state with these ships put."""
    return replace(state, ships={**state.ships, **{s.id: s for s in ships}})


def card(state: State, ship: Ship) -> ShipClass:
    """The ship's card as built."""
    return state.setting.cards[ship.card]


def ships_of(state: State, fleet: Fleet) -> tuple[Ship, ...]:
    """The fleet's ships still afloat."""
    return tuple(s for i in fleet.ships if not (s := state.ships[i]).sunk)


def fleets_of(state: State, side: Side) -> tuple[Fleet, ...]:
    """A side's fleets by counter number."""
    return tuple(sorted((f for f in state.fleets.values() if f.side == side), key=lambda f: f.number))


def fleet_of(state: State, ship_id: str) -> Fleet | None:
    """The fleet a ship belongs to."""
    return next((f for f in state.fleets.values() if ship_id in f.ships), None)


def turn_of_day(state: State, turn: int | None = None) -> int:
    """Which of the day's six turns a turn is: 1 = 04:00."""
    return (state.setting.calendar.first_turn_of_day - 1 + (turn or state.turn) - 1) % 6 + 1


def is_night(state: State, turn: int | None = None) -> bool:
    """Whether a turn is one of the night's (H4)."""
    return turn_of_day(state, turn) in state.setting.calendar.night


def grade(state: State) -> Grade:
    """The weather of this turn (H4.1)."""
    return state.setting.tables.weather.grades[state.weather - 1]

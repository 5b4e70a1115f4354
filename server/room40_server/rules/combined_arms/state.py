"""The whole truth of a game of the 1942 system, as frozen values.

Rules of this file: a state is changed only by `msgspec.structs.replace`; dicts are never changed in place; a field that
may be None has None as its default. `Setting` is the map and the numbers, fixed by the scenario.
"""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms.orders import Move, Place


class Phase(StrEnum):
    """The phases of a power's turn (K1), and the end."""

    PURCHASE = "purchase"
    COMBAT_MOVE = "combat move"
    COMBAT = "combat"
    NONCOMBAT_MOVE = "non-combat move"
    MOBILISE = "mobilise"
    INCOME = "income"
    OVER = "over"


class Domain(StrEnum):
    """Where a type of unit lives. Fixed ones never move (industrial complexes)."""

    LAND = "land"
    SEA = "sea"
    AIR = "air"
    FIXED = "fixed"


class UnitType(Struct, frozen=True):
    """A line of the unit table, which adjusts the rules for its type (C5.2, K2).

    `traits`: what the rules ask of it, from the list in `docs/scenario-format.md`: "surface warship", "submarine",
    "destroyer", "transport", "carrier", "blitz", "artillery", "infantry", "anti-aircraft", "complex", "bomber", "fighter".
    `hits` it takes, `bombard` the die it bombards at (0: never), `decks` fighters it carries.
    """

    key: str
    name: str
    cost: int
    attack: int
    defence: int
    move: int
    domain: Domain
    traits: tuple[str, ...] = ()
    hits: int = 1
    bombard: int = 0
    decks: int = 0
    supported: int = 0
    """It attacks at this when paired with an artillery, one to one; 0: never."""
    plural: str = ""
    """Several of them, in words; "": the name with an s."""
    sold: bool = True
    """Whether it can be bought."""


class Space(Struct, frozen=True):
    """A territory or sea zone. `value`: income and production. `owner` at the start is in `State.owners`."""

    key: str
    name: str
    water: bool
    value: int = 0
    impassable: bool = False
    capital_of: str = ""
    city: bool = False
    original: str = ""
    """The power it belongs to by right, for liberation (K5.9)."""
    x: int = -1
    y: int = -1


class Canal(Struct, frozen=True):
    """A canal joins two sea zones; open to the alliance that has held every shore since the start of the turn (K3.2)."""

    name: str
    zones: tuple[str, str]
    shores: tuple[str, ...]


class Power(Struct, frozen=True):
    """A power, its alliance, its letter on the map."""

    key: str
    name: str
    alliance: str
    letter: str


class Setting(Struct, frozen=True):
    """What a scenario fixes: the map, the powers in turn order, the unit table, the numbers."""

    name: str
    title: str
    briefing: str
    spaces: dict[str, Space]
    connections: dict[str, tuple[str, ...]]
    powers: dict[str, Power]
    order: tuple[str, ...]
    types: dict[str, UnitType]
    seats: dict[str, tuple[str, ...]]
    """Seat -> the powers it holds."""
    canals: tuple[Canal, ...] = ()
    cities_to_win: dict[str, int] = {}
    rounds: int = 0
    """The game ends after so many rounds, by cities held; 0: never."""
    die_sides: int = 6
    transport_infantry: int = 2
    allies_see: bool = True
    """Whether allies see each other's unfinished phases."""
    raid_limit: int = 2
    """Damage of a complex is at most so many times the value of its territory (K4)."""


class Unit(Struct, frozen=True):
    """A unit. `aboard`: the ship that carries it, "" if none. `damage`: hits taken by a unit of several.

    `used`: movement spent this turn. `moved_in`: phase of its move, "" if none. `loaded`, `unloaded`, `fought`: this turn.
    `came_from`: the space it entered its present one from, for retreats (K5.8). `duty`: of an aircraft. `assault`: the
    territory a seaborne land unit is to land in, "". `submerged`: out of the battle of this turn.
    """

    id: str
    type: str
    owner: str
    space: str
    aboard: str = ""
    damage: int = 0
    used: int = 0
    moved_in: str = ""
    came_from: str = ""
    path: tuple[str, ...] = ()
    loaded: bool = False
    loaded_at: str = ""
    unloaded: str = ""
    fought: bool = False
    duty: str = ""
    assault: str = ""
    submerged: bool = False


class Given(Struct, frozen=True):
    """A move order of the present phase, by its number."""

    number: int
    power: str
    order: Move
    aboard: dict[str, str] = {}
    """Land unit -> the ship it loads on, as the order or the umpire chose, or leaves."""


class Roll(Struct, frozen=True):
    """Dice of a battle: whose, what for, at what number they hit, and how they fell."""

    side: str
    what: str
    needs: int
    pips: tuple[int, ...]


class Battle(Struct, frozen=True):
    """A battle to fight, being fought, or over (K5). Its key in `State.battles` is its kind and its space: "sea 6".

    `kind`: "raid", "sea", "land". `assault`: the sea battle or the landing of an amphibious assault. `hostile`: at sea, an
    enemy surface warship was there. `step`: the named step that it has come to. `attackers`, `defenders`: who is still in
    it. `marked`: casualties not yet removed. `hits`: side that takes them -> kind of hit -> number still to be assigned.
    `rolls`: this round's. `origins`: where attackers by land or sea came from (K5.8). `decks`: defending fighter -> the
    carrier it flew from (K3.7). `strikers`: the submarines that strike this round (K6.1). `outcome`: "" while it lasts.
    """

    space: str
    kind: str
    attacker: str
    assault: bool = False
    hostile: bool = False
    round: int = 0
    step: str = "begin"
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    hits: dict[str, dict[str, int]] = {}
    rolls: tuple[Roll, ...] = ()
    origins: tuple[str, ...] = ()
    decks: dict[str, str] = {}
    strikers: tuple[str, ...] = ()
    powers: dict[str, tuple[str, ...]] = {}
    """Side -> the powers whose units were in it when it began."""
    began: dict[str, dict[str, int]] = {}
    """Side -> type -> number that it began with."""
    lost: dict[str, dict[str, int]] = {}
    """Side -> type -> number lost so far, with what they carried."""
    outcome: str = ""


class Event(Struct, frozen=True):
    """A line of the log, open to all."""

    round: int
    power: str
    phase: str
    clause: str
    space: str
    text: str


class State(Struct, frozen=True):
    """Everything. `owners`: territory -> power, "" neutral. `base`: the units as they were when this move phase began;
    `given`: the moves of it, of which `units` is the outcome (K1.2).
    """

    setting: Setting
    units: dict[str, Unit]
    owners: dict[str, str]
    money: dict[str, int]
    phase: Phase = Phase.PURCHASE
    power: str = ""
    round: int = 1
    damage: dict[str, int] = {}
    purchases: dict[str, int] = {}
    repairs: dict[str, int] = {}
    start_owners: dict[str, str] = {}
    """Owners at the start of this power's turn."""
    base: dict[str, Unit] = {}
    base_owners: dict[str, str] = {}
    base_money: dict[str, int] = {}
    given: dict[int, Given] = {}
    moves_given: int = 0
    """Moves given in this phase, those taken back too: their numbers."""
    engage: dict[str, bool] = {}
    battles: dict[str, Battle] = {}
    current: str = ""
    fought: tuple[str, ...] = ()
    placed: dict[str, int] = {}
    """Units placed this phase by complex."""
    placements: dict[str, Place] = {}
    """Where the units bought are to appear, by space; they do at the commit of phase 5."""
    conceded: tuple[str, ...] = ()
    """Seats that have given the game up."""
    asked: dict[str, str] = {}
    """Seat -> the kind of decision it owes."""
    dealt: int = 0
    """Units made so far, for new ids."""
    log: dict[int, Event] = {}
    result: str = ""


def with_units(state: State, *changed: Unit) -> State:
    """The state with these units put."""
    return replace(state, units={**state.units, **{u.id: u for u in changed}})


def without_units(state: State, *gone: str) -> State:
    """The state without these units and whatever they carry."""
    lost = set(gone)
    lost |= {u.id for u in state.units.values() if u.aboard in lost}
    return replace(state, units={i: u for i, u in state.units.items() if i not in lost})


def type_of(state: State, unit: Unit) -> UnitType:
    """The unit's line of the table."""
    return state.setting.types[unit.type]


def has(state: State, unit: Unit, trait: str) -> bool:
    """Whether the unit's type has a trait."""
    return trait in state.setting.types[unit.type].traits


def alliance(state: State, power: str) -> str:
    """The alliance of a power; "" of nobody."""
    return state.setting.powers[power].alliance if power in state.setting.powers else ""


def are_friends(state: State, one: str, other: str) -> bool:
    """Whether two powers are of one alliance (C5.3)."""
    return bool(one) and alliance(state, one) == alliance(state, other)


def units_in(state: State, space: str) -> tuple[Unit, ...]:
    """The units in a space, by id, cargo among them."""
    return tuple(u for _, u in sorted(state.units.items()) if u.space == space)


def seat_of(state: State, power: str) -> str:
    """The seat that holds a power."""
    return next(seat for seat, powers in state.setting.seats.items() if power in powers)

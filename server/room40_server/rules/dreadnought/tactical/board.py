"""What stands on the tactical board: groups, what each side has of the other's counters, and how far the battle is.

Rules of this file: types only, which `state` holds; nothing here knows the state.
"""

from enum import StrEnum

from msgspec import Struct

from room40.dreadnought.orders import FireGuns, FireTorpedoes, Side
from room40.geometry.hexgrid import Hex
from room40.geometry.seachart import Zone

ANY_SIDE = "?"
"""In `Tactical.entries`: a side of the board still to be named (7.24)."""


class Stage(StrEnum):
    """How far a battle on the board is (7.2): the set-up of each side, the impulses, and counters divided at the end."""

    ENTRY = "entry"
    SECOND_SETS_UP = "B sets up"
    FIRST_SETS_UP = "A sets up"
    IMPULSES = "impulses"
    KEEP = "keep"


class Group(Struct, frozen=True):
    """Ships of one fleet that move together (7.3), by id, and their hex."""

    id: str
    fleet: str
    hex: Hex
    ships: tuple[str, ...]


class Glimpse(Struct, frozen=True):
    """Where and when an enemy ship was last seen for what it is."""

    hex: Hex
    round: int
    step: int


class Watch(Struct, frozen=True):
    """What a side has of the enemy's counters (7.21, 7.27).

    `tokens`: the names under which it sees them -> the ship, which is the secret of whose they are; `known`: those of
    which it knows the ship; `dealt`: how many names were dealt. `glimpses`: every ship it has ever known, as last seen.
    """

    tokens: dict[str, str] = {}
    known: tuple[str, ...] = ()
    dealt: int = 0
    glimpses: dict[str, Glimpse] = {}


class Tactical(Struct, frozen=True):
    """The board of a battle.

    `step`: the impulse in hand, 0 before the first. `entries`: fleets of the side with initiative -> the side of the board
    by which they come on, `ANY_SIDE` if that is to be named. `groups` of both sides by id, `numbered` so many of each.
    `met`: the sides have been in sight (7.36). `guns`, `torpedoes`: the fire orders of this step, secret until both are in;
    `standing`: the fire that each side may give again, "ship gun" -> target ship. `left`: ships that left the board -> the
    zone beyond (7.33), `left_in`: and the round. `wants_basic`, `declined`: who proposed basic combat, and who would not
    have it. `stirred`: something has happened in this round. `keep`: divided fleet -> the ship whose part has the counter
    (H21.18).
    """

    stage: Stage = Stage.ENTRY
    step: int = 0
    entries: dict[str, str] = {}
    groups: dict[str, Group] = {}
    numbered: dict[str, int] = {}
    watch: dict[Side, Watch] = {}
    met: bool = False
    guns: dict[str, FireGuns] = {}
    torpedoes: dict[str, FireTorpedoes] = {}
    standing: dict[str, dict[str, str]] = {}
    left: dict[str, Zone] = {}
    left_in: dict[str, int] = {}
    wants_basic: tuple[Side, ...] = ()
    declined: tuple[Side, ...] = ()
    stirred: bool = False
    keep: dict[str, str] = {}

"""What a seat may ask in the 1942 system: one frozen Struct per kind of order, a tagged union of all.

Units, spaces and powers are named by id. A seat gives orders for the power whose turn it is, if it holds that power; in a
battle the defender's seat answers for its power. The moves of a phase are a set until the phase is committed (K1.2).
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

UnitId = Annotated[str, Meta(max_length=24, pattern=r"^[a-z0-9-]+\Z")]
SpaceId = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]+\Z")]
TypeId = Annotated[str, Meta(max_length=24, pattern=r"^[a-z-]+\Z")]
Units = Annotated[tuple[UnitId, ...], Meta(max_length=120)]
AllUnits = Annotated[tuple[UnitId, ...], Meta(max_length=2000)]
"""Units of a battle, of which there may be more than any one order moves."""
Number = Annotated[int, Meta(ge=1, lt=2**31)]
Moment = Annotated[str, Meta(max_length=200)]


class Duty(StrEnum):
    """What an aircraft is sent to do in the space where its combat move ends (C3.4, K4)."""

    BATTLE = "battle"
    RAID = "raid"
    LANDING = "landing"


class _Order(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all orders share: they refuse fields they do not know.

    `moment`: the `AskView.moment` of the question that the order is meant for, "" for whichever is asked. Two clients may
    hold one seat: what the slower says of a question that the other has answered is refused, and answers no other.
    """

    moment: Moment = ""


class Buy(_Order, frozen=True, tag="buy"):
    """Phase 1: the whole purchase of the power, type -> number; it takes the place of the one before (K2)."""

    units: Annotated[dict[TypeId, Annotated[int, Meta(ge=0, le=200)]], Meta(max_length=20)]


class Repair(_Order, frozen=True, tag="repair"):
    """Phase 1: points of damage to repair by space, 1 a point; it takes the place of the one before (K4)."""

    points: Annotated[dict[SpaceId, Annotated[int, Meta(ge=0, le=200)]], Meta(max_length=60)]


class Move(_Order, frozen=True, tag="move"):
    """Phases 2 and 4: units along a path, the space they are in first (K3).

    Land units whose path enters a sea zone load there, on `aboard` or on what the umpire finds; a path from a sea zone into
    a territory unloads: in phase 2 that declares an amphibious assault (C3.1). Ships take their cargo with them. `duty` is
    for aircraft in phase 2.
    """

    units: Annotated[Units, Meta(min_length=1)]
    path: Annotated[tuple[SpaceId, ...], Meta(min_length=2, max_length=12)]
    duty: Duty = Duty.BATTLE
    aboard: UnitId | None = None


class TakeBack(_Order, frozen=True, tag="take back"):
    """Withdraw a move of this phase by its number (K1.2)."""

    move: Number


class Engage(_Order, frozen=True, tag="engage"):
    """Phase 2: attack, or leave alone, the enemy submarines and transports of a zone (C1.6, C3.5, K3.3)."""

    space: SpaceId
    attack: bool


class ChooseBattle(_Order, frozen=True, tag="choose battle"):
    """Phase 3: which of the battles of this step is fought next (K5.11)."""

    space: SpaceId


class Submerge(_Order, frozen=True, tag="submerge"):
    """A battle: the submarines that submerge instead of striking; none: they strike (K6.2)."""

    units: AllUnits = ()


class Casualties(_Order, frozen=True, tag="casualties"):
    """A battle: the units that take the hits, a battleship twice for two hits (K5.5)."""

    units: AllUnits


class Press(_Order, frozen=True, tag="press"):
    """A battle: fight another round (K5.4)."""


class Retreat(_Order, frozen=True, tag="retreat"):
    """A battle: all that may, retreat to a space that the umpire offers (K5.8)."""

    to: SpaceId


class Bombard(_Order, frozen=True, tag="bombard"):
    """An assault: which ships bombard, at most one for each land unit unloaded (K5.3)."""

    units: AllUnits = ()


class LandHomeless(_Order, frozen=True, tag="land homeless"):
    """After a battle: where defending fighters without a deck land, unit -> space (K3.7)."""

    places: Annotated[dict[UnitId, SpaceId], Meta(max_length=40)]


class Place(_Order, frozen=True, tag="place"):
    """Phase 5: all the bought units that appear in a space, type -> number (K7); it takes the place of the one before.

    `landing`: the aircraft hovering there that land on carriers placed there (K3.5); none named: all, if there is room.
    """

    space: SpaceId
    units: Annotated[dict[TypeId, Annotated[int, Meta(ge=1, le=60)]], Meta(max_length=20)]
    landing: Units = ()


class Commit(_Order, frozen=True, tag="commit"):
    """The phase is complete."""


class Concede(_Order, frozen=True, tag="concede"):
    """The seat's alliance gives the game up, if its other seats agree or there are none."""


Order = (
    Buy
    | Repair
    | Move
    | TakeBack
    | Engage
    | ChooseBattle
    | Submerge
    | Casualties
    | Press
    | Retreat
    | Bombard
    | LandHomeless
    | Place
    | Commit
    | Concede
)
"""Everything a seat may say."""

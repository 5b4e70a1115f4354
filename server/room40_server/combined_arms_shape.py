"""The shape of a `scenario.toml` of the 1942 system: every table and key there may be, typed and bounded."""

from typing import Annotated

from msgspec import Meta, Struct

from room40_server.scenario_files import Raw

Line = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=4000)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]
TypeKey = Annotated[str, Meta(pattern=r"^[a-z-]{1,20}\Z")]
Few = Annotated[int, Meta(ge=0, le=99)]
Many = Annotated[int, Meta(ge=0, le=9999)]
Coordinate = Annotated[int, Meta(ge=0, le=400)]
Seats = dict[Id, tuple[Id, ...]]
"""Seat -> the powers it holds."""
HowMany = Annotated[str, Meta(pattern=r"^([1-9]|1[0-2])\Z")]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables share: a key they do not know is an error."""


class PowerShape(_Part, frozen=True):
    """A power: its alliance, its letter on the map, its money at the start."""

    name: Line
    alliance: Line
    letter: Annotated[str, Meta(pattern=r"^[A-Z]\Z")]
    money: Many = 0


class SpaceShape(_Part, frozen=True):
    """A territory or zone. `original`: whose it is by right, the owner unless said; `at`: column and row on the drawing."""

    name: Line
    water: bool = False
    value: Few = 0
    owner: Id | None = None
    original: Id | None = None
    capital_of: Id | None = None
    city: bool = False
    impassable: bool = False
    near: tuple[Id, ...] = ()
    at: tuple[Coordinate, Coordinate] | None = None


class CanalShape(_Part, frozen=True):
    """A canal: the two zones it joins, the shores that must be held (K3.2)."""

    zones: tuple[Id, Id]
    shores: Annotated[tuple[Id, ...], Meta(min_length=1)]


class OptionsShape(_Part, frozen=True):
    """What of the rules this scenario does otherwise."""

    allies_see: bool = True


class ScenarioShape(_Part, frozen=True):
    """A whole `scenario.toml`. `forces`: power -> space -> type -> number; `units`: changes to the unit table.

    `seatings`: number of seats -> who then holds what, where a table may be opened for more or fewer than `seats`.
    """

    title: Line
    blurb: Text
    briefing: Text
    order: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=12)]
    powers: dict[Id, PowerShape]
    seats: Seats
    spaces: Annotated[dict[Id, SpaceShape], Meta(min_length=2, max_length=400)]
    forces: dict[Id, dict[Id, dict[TypeKey, Few]]]
    cities_to_win: dict[Line, Few] = {}
    rounds: Few = 0
    seatings: dict[HowMany, Seats] = {}
    canals: dict[Id, CanalShape] = {}
    options: OptionsShape = OptionsShape()
    units: Raw = {}

"""Ship cards: the table of classes `ships.csv`, and the ships that are named in it (H2).

A name of the table's `ships` column is one ship; `Tatra-class DD #2` is the second of its class, for boats, merchants
and whatever else is not named. A card of nation `any` sails under its owner's flag.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from room40.dreadnought.orders import Side
from room40_server.rules.dreadnought.setting import SPEEDS, Kind, ShipClass
from room40_server.rules.dreadnought.state import Ship
from room40_server.rules.dreadnought.tables import Tables
from room40_server.scenario_files import ScenarioError, data_root, read_csv, shown, typed

ANY_NATION = "any"
FLAGS = ("flash_prone", "elite_gunnery", "minelayer", "minesweeper", "heavy_secondary", "coal", "oil")
_NUMBER = re.compile(r"\s*#\s*(\d{1,3})$")

Boxes = Annotated[int, Meta(ge=0, le=40)]
Armour = Literal["heavy", "light", "none"]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9 .'/()&#-]*$")]


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `ships.csv`; the last six columns are history, from which H2.1 derives the rest."""

    name: Name
    nation: Annotated[str, Meta(pattern=r"^([A-Z]{2}|any)$")]
    type: Kind
    boats: Annotated[int, Meta(ge=1, le=6)]
    speed: Literal["1s", "1", "1+", "2", "2+"]
    primary: Boxes
    primary_range: Annotated[int, Meta(ge=0, le=3)]
    secondary: Boxes
    tertiary: Boxes
    torpedo_mounts: Boxes
    hull: Annotated[int, Meta(ge=1, le=40)]
    hull_armour: Armour
    primary_armour: Armour
    secondary_armour: Armour
    fuel: Annotated[int, Meta(ge=1, le=60)]
    points: Annotated[int, Meta(ge=0, le=60)]


RATINGS = ("boats", "primary", "primary_range", "secondary", "tertiary", "torpedo_mounts", "hull", "fuel", "points")
HISTORY = ("displacement_t", "speed_kn", "guns", "torpedo_tubes", "belt_mm", "data")
COLUMNS = ("class", "ships", *_Row.__struct_fields__[1:], "flags", *HISTORY)


@dataclass(frozen=True)
class Library:
    """All cards by key, and which card a folded ship name or class name means."""

    cards: dict[str, ShipClass]
    by_name: dict[str, str]
    spelling: dict[str, str]
    """Folded name -> the name as the table spells it."""


def slug(name: str) -> str:
    """A name as an id: "German TB #1" -> "german-tb-1"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def fold(name: str) -> str:
    """A name as it is looked up: capitals, umlauts and blanks forgiven."""
    for letter, spelt in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        name = name.lower().replace(letter, spelt)
    return slug(name)


def read_cards(path: Path) -> Library:
    """The ship table. Raises `ScenarioError`."""
    cards: dict[str, ShipClass] = {}
    by_name: dict[str, str] = {}
    spelling: dict[str, str] = {}
    for row in read_csv(path, COLUMNS):
        name = row["class"]
        made = _card(row, shown(path))
        if made.key in cards:
            raise ScenarioError(shown(path), name, "class", "this class is in the table twice.")
        cards[made.key] = made
        for ship in (name, *(s.strip() for s in row["ships"].split(" / ") if s.strip())):
            typed(ship, Name, shown(path), name)
            if by_name.setdefault(fold(ship), made.key) != made.key:
                raise ScenarioError(shown(path), name, "ships", f"{ship} is a ship of two classes.")
            spelling[fold(ship)] = ship
    return Library(cards, by_name, spelling)


def _card(row: "object", file: str) -> ShipClass:
    assert isinstance(row, dict)
    name = row["class"]
    raw: dict[str, object] = {"name": name}
    for field in _Row.__struct_fields__[1:]:
        raw[field] = row[field]
        if field in RATINGS:
            if not re.fullmatch(r"\d{1,3}", row[field]):
                raise ScenarioError(file, name, field, f"{row[field][:20]!r} is not a whole number.")
            raw[field] = int(row[field])
    card = typed(raw, _Row, file, name)
    flags = tuple(row["flags"].split())
    for flag in flags:
        if flag not in FLAGS:
            raise ScenarioError(file, name, "flags", f"{flag[:20]!r} is none of {', '.join(FLAGS)}.")
    assert card.speed in SPEEDS
    return ShipClass(
        slug(name), card.nation, card.type, card.speed, card.primary, card.primary_range, card.secondary, card.tertiary,
        card.torpedo_mounts, card.hull, card.hull_armour, card.primary_armour, card.secondary_armour, card.fuel,
        card.points, card.boats, flags,
    )  # fmt: skip


@cache
def library() -> Library:
    """The ship table of the 1914-18 system."""
    return read_cards(data_root() / "dreadnought" / "ships.csv")


def card_of(name: str, books: Library) -> ShipClass | None:
    """The card that a ship's name means, "Goeben" or "German TB #2"; None if there is none."""
    key = books.by_name.get(fold(_NUMBER.sub("", name)))
    return books.cards[key] if key else None


def build(name: str, card: ShipClass, side: Side, tables: Tables, leader: str = "", nation: str = "") -> Ship:
    """A ship fresh from the yard: all boxes, full bunkers, every torpedo."""
    flag = nation or (_FLAGS_OF[side] if card.nation == ANY_NATION else card.nation)
    return Ship(
        slug(name), name, side, flag, card.key, card.hull, card.primary, card.secondary, card.tertiary,
        card.torpedo_mounts, card.torpedo_mounts, card.speed, card.boats, card.fuel * tables.fuel.twelfths, leader,
        lays_mines=card.kind is Kind.ML, sweeps_mines=card.kind is Kind.MS,
    )  # fmt: skip


_FLAGS_OF = {Side.CP: "DE", Side.EN: "UK"}

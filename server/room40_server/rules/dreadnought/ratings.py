"""A ship's ratings from her particulars in history, so that anyone can add a ship (H2.1)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, floor

from msgspec import Struct

from room40_server.rules.dreadnought.setting import BOATS, Kind
from room40_server.rules.dreadnought.tables import RatingsTable


class Battery(Struct, frozen=True):
    """So many guns of one calibre, in inches."""

    guns: int
    inches: float


class Particulars(Struct, frozen=True):
    """What history says of a ship. `broadside`: main guns that bear on one side, 0: all. `boats`: of a counter (H9)."""

    kind: Kind
    tons: int
    knots: float
    guns: tuple[Battery, ...]
    belt: int = 0
    miles: int = 0
    broadside: int = 0
    boats: int = 1


class Ratings(Struct, frozen=True):
    """What stands on the card (H2)."""

    speed: str
    primary: int
    secondary: int
    tertiary: int
    hull: int
    hull_armour: str
    secondary_armour: str
    fuel: int
    points: int


def read_guns(text: str) -> tuple[Battery, ...]:
    """Guns as the ship table writes them: "10x11, 12x5.9". Raises `ValueError` for anything else."""
    pairs = (part.strip().split("x") for part in text.split(",") if part.strip())
    return tuple(Battery(int(guns), float(inches)) for guns, inches in pairs)


def rate(table: RatingsTable, ship: Particulars) -> Ratings:
    """The ratings of a ship (H2.1)."""
    primary = floor(_main_boxes(table, ship))
    secondary = floor(_boxes(table.secondary, _between(ship.guns, table.secondary, table.primary)))
    light = _boxes(table.tertiary, _between(ship.guns, table.tertiary, table.secondary)) * ship.boats
    hull = hull_of(table, ship)
    armour = _step(table.armour, ship.belt)
    points = hull + primary + ceil(Fraction(secondary, table.secondaries_per_point))
    return Ratings(
        speed=_step(table.speeds, ship.knots),
        primary=primary,
        secondary=secondary,
        tertiary=max(1, floor(light + Fraction(1, 2))) if light else 0,
        hull=hull,
        hull_armour=armour,
        secondary_armour=below(table, armour),
        fuel=round(ship.miles / table.miles_per_fuel_unit),
        points=points,
    )


def hull_of(table: RatingsTable, ship: Particulars) -> int:
    """Her hull boxes: by tons, or by her kind where that decides; boats have theirs each (H2.1, H9)."""
    fixed = table.hull_of_kind.get(ship.kind.value)
    if fixed is not None:
        return fixed * ship.boats if ship.kind in BOATS else fixed
    return table.hull + -(-ship.tons // table.tons_per_hull_box)


def below(table: RatingsTable, armour: str) -> str:
    """The armour one step below: the secondaries', if the record says nothing else (H21.31)."""
    steps = [name for _, name in table.armour]
    return steps[max(0, steps.index(armour) - 1)]


def _main_boxes(table: RatingsTable, ship: Particulars) -> Fraction:
    main = _between(ship.guns, table.primary, ())
    if not main or not ship.broadside:
        return _boxes(table.primary, main)
    return ship.broadside * Fraction(_step(table.primary, main[0].inches))


def _boxes(steps: Sequence[tuple[float, str]], guns: Iterable[Battery]) -> Fraction:
    return sum((b.guns * Fraction(_step(steps, b.inches)) for b in guns), Fraction(0))


def _between(
    guns: Iterable[Battery], steps: Sequence[tuple[float, str]], higher: Sequence[tuple[float, str]]
) -> tuple[Battery, ...]:
    """The batteries of a class: from its smallest calibre up to the next class's."""
    return tuple(b for b in guns if b.inches >= steps[0][0] and not (higher and b.inches >= higher[0][0]))


def _step(steps: Sequence[tuple[float, str]], value: float) -> str:
    return next(name for start, name in reversed(steps) if value >= start)

"""The tactical board: a hexagon of flat-topped hexes in axial coordinates (house rule H7.41).

A hex is (q, r): q the column from west to east, r growing southwards, (0, 0) the centre. The board has six sides, named
like the ways to the six neighbouring zones. Its outermost ring carries four numbered hexes a side between the corners.
Words are those of redblobgames.com/grids/hexagons: axial, distance, ring, range.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from room40.geometry.seachart import Direction


class Hex(NamedTuple):
    """A hex by its axial coordinates."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


CENTRE = Hex(0, 0)

STEPS = {
    "N": Hex(0, -1),
    "NE": Hex(1, -1),
    "SE": Hex(1, 0),
    "S": Hex(0, 1),
    "SW": Hex(-1, 1),
    "NW": Hex(-1, 0),
}
"""The six neighbours of a flat-topped hex, clockwise from north."""

SIDES = (Direction.NW, Direction.NE, Direction.E, Direction.SE, Direction.SW, Direction.W)
"""The board's sides, clockwise from the north-west."""

OUTWARD = {
    Direction.NW: ("N", "NW"),
    Direction.NE: ("N", "NE"),
    Direction.E: ("NE", "SE"),
    Direction.SE: ("SE", "S"),
    Direction.SW: ("S", "SW"),
    Direction.W: ("SW", "NW"),
}
"""The two steps that lead off the board over each side from one of its ring hexes."""

_COLUMNS = "ABCDFGHJKLM"  # no E, which is a side's name, and no I, which is read as 1
_CORNER_AT = {  # a side's first corner, going clockwise round the ring, in units of the radius
    Direction.NW: Hex(-1, 0),
    Direction.NE: Hex(0, -1),
    Direction.E: Hex(1, -1),
    Direction.SE: Hex(1, 0),
    Direction.SW: Hex(0, 1),
    Direction.W: Hex(-1, 1),
}
_ALONG = {  # the step that leads clockwise along each side
    Direction.NW: "NE",
    Direction.NE: "SE",
    Direction.E: "S",
    Direction.SE: "SW",
    Direction.SW: "NW",
    Direction.W: "N",
}


def add(one: Hex, other: Hex, times: int = 1) -> Hex:
    """One hex moved by the other, so many times."""
    return Hex(one.q + times * other.q, one.r + times * other.r)


def distance(one: Hex, other: Hex) -> int:
    """Steps between two hexes: the far one is counted, one's own is not (7.27)."""
    dq, dr = one.q - other.q, one.r - other.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def bearing(one: Hex, other: Hex) -> str:
    """The way from a hex to another as it is spoken: "SE" in a straight line, "S and SE" between two, the longer way
    first; "" to itself. As many steps these ways as the distance lead there.
    """
    left = Hex(other.q - one.q, other.r - one.r)
    far = distance(one, other)
    counts = {
        (first, second): (times, far - times)
        for first, second in zip(STEPS, [*STEPS][1:] + [*STEPS][:1], strict=True)
        for times in range(1, far + 1)
        if add(add(CENTRE, STEPS[first], times), STEPS[second], far - times) == left
    }
    for (first, second), (many, few) in counts.items():
        if not few:
            return first
        return f"{first} and {second}" if many >= few else f"{second} and {first}"
    return ""


def neighbours(hex_: Hex) -> dict[str, Hex]:
    """The six hexes round one, by direction, whether on a board or not."""
    return {name: add(hex_, step) for name, step in STEPS.items()}


def parse_hex(text: str) -> Hex | None:
    """The hex written as "q,r"; None if it is not so written."""
    q, comma, r = text.partition(",")
    try:
        return Hex(int(q), int(r)) if comma else None
    except ValueError:
        return None


class Board(Struct, frozen=True):
    """A hexagonal board of a radius: all hexes no further than that from the centre."""

    radius: int = 5
    centre_radius: int = 1

    def __contains__(self, hex_: object) -> bool:
        return isinstance(hex_, Hex) and distance(hex_, CENTRE) <= self.radius

    def hexes(self) -> Iterator[Hex]:
        """All hexes, column by column from the west, each from the north."""
        for q in range(-self.radius, self.radius + 1):
            for r in range(max(-self.radius, -q - self.radius), min(self.radius, -q + self.radius) + 1):
                yield Hex(q, r)

    def centre(self) -> tuple[Hex, ...]:
        """The shaded central hexes (7.23)."""
        return tuple(h for h in self.hexes() if distance(h, CENTRE) <= self.centre_radius)

    def is_ring(self, hex_: Hex) -> bool:
        """Whether the hex lies in the shaded outermost ring."""
        return distance(hex_, CENTRE) == self.radius

    def along(self, side: Direction) -> tuple[Hex, ...]:
        """A side's ring hexes clockwise, both its corners among them."""
        start = add(CENTRE, _CORNER_AT[side], self.radius)
        return tuple(add(start, STEPS[_ALONG[side]], n) for n in range(self.radius + 1))

    def numbered(self, side: Direction) -> tuple[Hex, ...]:
        """A side's numbered hexes, 1 first, clockwise: those of its ring hexes that are no corners (H21.34)."""
        return self.along(side)[1:-1]

    def sides_of(self, hex_: Hex) -> tuple[Direction, ...]:
        """The sides a ring hex lies on: two for a corner, none inside the board."""
        return tuple(side for side in SIDES if hex_ in self.along(side))

    def name(self, hex_: Hex) -> str:
        """The hex as players say it: "W3" for a numbered one, else column letter and row from the north, "G6"."""
        for side in self.sides_of(hex_):
            if hex_ in self.numbered(side):
                return f"{side}{self.numbered(side).index(hex_) + 1}"
        top = max(-self.radius, -hex_.q - self.radius)
        return f"{_COLUMNS[hex_.q + self.radius]}{hex_.r - top + 1}"

    def named(self, name: str) -> Hex | None:
        """The hex a player means by "w3", "G6" or "-5,2"; None if there is no such hex."""
        wanted = name.strip().upper().replace(" ", "")
        found = parse_hex(wanted)
        if found is not None:
            return found if found in self else None
        return next((h for h in self.hexes() if self.name(h) == wanted), None)

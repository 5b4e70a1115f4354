"""Ratings from particulars (H2.1), held against the ship table of history."""

import csv
import re
from pathlib import Path

import pytest

from room40_server.rules.dreadnought.ratings import Particulars, below, hull_of, rate, read_guns
from room40_server.rules.dreadnought.setting import CAPITAL, LIGHT, WARSHIPS, Kind

from .kit import tables

BROADSIDES = {"Courbet / Jean Bart": 10, "Superb (named in documents)": 8, "Nassau class (4)": 8}
"""Ships whose turrets do not all bear on one side; the table gives the guns they carry."""

DIFFER = {
    ("Gloucester / Bristol / Glasgow", "tertiary"): "3 by the table, 2 by the rule",
    ("Arethusa / Aurora / Undaunted", "tertiary"): "2 by the table, 1 by the rule",
    ("Gangut class (4)", "speed"): "1 by the table, 2 by the rule for 24 knots",
}
"""Rows set down by hand otherwise than the rule has it."""

COLUMNS = {
    "speed": "speed", "primary": "primary", "secondary": "secondary", "tertiary": "tertiary", "hull": "hull",
    "hull_armour": "hull_armour", "points": "vp",
}  # fmt: skip


def rows():
    with (Path(__file__).parent / "ships.csv").open() as file:
        return [row for row in csv.DictReader(file) if row["data"] in ("v", "m")]


def particulars(row):
    kind, boats = re.fullmatch(r"([A-Z]+)(\d?)", row["type"]).groups()
    return Particulars(
        Kind(kind), int(row["displacement_t"]), float(row["speed_kn"]), read_guns(row["guns"]),
        belt=int(row["belt_mm"] or 0), broadside=BROADSIDES.get(row["ships"], 0), boats=int(boats or 1),
    )  # fmt: skip


@pytest.mark.clause("H2.1")
@pytest.mark.parametrize("row", rows(), ids=lambda row: row["ships"])
def test_the_ratings_of_a_ship_follow_from_her_particulars(row):
    made = rate(tables().ratings, particulars(row))
    found = {(row["ships"], name): str(getattr(made, name)) == row[column] for name, column in COLUMNS.items()}
    assert {key for key, same in found.items() if not same} == {key for key in DIFFER if key[0] == row["ships"]}


@pytest.mark.clause("H2.1")
def test_fuel_is_miles_by_430():
    goeben = Particulars(Kind.BC, 22979, 25.5, read_guns("10x11, 12x5.9"), 270, miles=4120)
    assert rate(tables().ratings, goeben).fuel == 10


@pytest.mark.clause("H2.1")
@pytest.mark.parametrize(
    "kind, tons, boats, hull",
    [(Kind.BB, 25000, 1, 12), (Kind.BB, 25001, 1, 13), (Kind.DL, 1500, 1, 2), (Kind.ML, 9000, 1, 3), (Kind.AMC, 12000, 1, 4),
     (Kind.DD, 1000, 3, 3), (Kind.TB, 600, 4, 4)],
)  # fmt: skip
def test_hull_by_tons_or_by_kind(kind, tons, boats, hull):
    assert hull_of(tables().ratings, Particulars(kind, tons, 20, (), boats=boats)) == hull


@pytest.mark.clause("H2.1")
@pytest.mark.parametrize("inches, boxes", [(10, 4), (11, 4), (12, 6), (13.5, 7), (14, 7), (15, 8)])
def test_eight_main_guns_by_calibre_rounded_down(inches, boxes):
    made = rate(tables().ratings, Particulars(Kind.BB, 20000, 21, read_guns(f"8x{inches}")))
    assert (made.primary, made.secondary, made.tertiary) == (boxes, 0, 0)


@pytest.mark.clause("H21.31")
def test_secondary_armour_is_a_step_below_the_hulls():
    assert [below(tables().ratings, a) for a in ("heavy", "light", "none")] == ["light", "none", "none"]


def test_guns_that_are_no_guns_are_an_error():
    with pytest.raises(ValueError, match="twelve"):
        read_guns("twelvex12")


@pytest.mark.clause("H2")
def test_the_categories_of_ships():
    assert {k.value for k in CAPITAL} == {"BB", "B", "BC", "CD", "CA"}
    assert {k.value for k in LIGHT} == {"CL", "DL", "DD", "TB"}
    other = {k.value for k in Kind} - CAPITAL - LIGHT
    assert other == {"ML", "MS", "AMC", "GB", "YACHT", "MERCHANT", "TROOPSHIP", "COLLIER", "TANKER", "SEAPLANE"}
    assert CAPITAL | LIGHT | {"AMC", "GB", "ML", "YACHT"} == WARSHIPS

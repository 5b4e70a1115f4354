"""A small game from case-like data, for tests of the rules.

    state = game({"CP-1": fleet("intercept", ["Goeben"], "C3", {4: "C4/C5"})}, turn=4)

The chart is all sea unless `land` names zones. Weather is cloudy (contact 0) and the turn is by day unless said.
"""

import csv
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from room40.dreadnought.orders import Mission, Side
from room40.dreadnought.sheet import Slot, read_slot
from room40.geometry.seachart import SeaChart, Terrain, Zone, place, row_letters, row_number
from room40_server.rules.dice import ScriptedDice
from room40_server.rules.dreadnought.setting import Calendar, Kind, Port, Setting, ShipClass
from room40_server.rules.dreadnought.state import Fleet, Phase, Ship, State
from room40_server.rules.dreadnought.tables import Tables
from room40_server.rules.dreadnought.turn import Dreadnought

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dreadnought"
GAME = Dreadnought()

# cards that the ship table of history lacks
EXTRA = {
    "troopship": ShipClass("troopship", "UK", Kind.TROOPSHIP, "1", hull=3, fuel=20, points=3),
    "merchant": ShipClass("merchant", "UK", Kind.MERCHANT, "1", hull=2, fuel=20, points=1),
    "collier": ShipClass("collier", "UK", Kind.COLLIER, "1", hull=2, fuel=20, points=2),
    "minesweeper": ShipClass("minesweeper", "UK", Kind.MS, "1", hull=2, fuel=6, points=1),
    "Australian cruiser": ShipClass("Australian cruiser", "AU", Kind.CL, "2", secondary=2, hull=5, fuel=10, points=6),
}
BATTLE_CRUISER = ShipClass(
    "Queen Mary", "UK", Kind.BC, "2", 7, 3, 0, 2, 1, 13, "heavy", "heavy", "light", 13, 20, 1, ("flash_prone",)
)


@cache
def tables() -> Tables:
    with (SCENARIOS / "tables.toml").open("rb") as file:
        return msgspec.convert(tomllib.load(file), Tables)


@cache
def cards() -> dict[str, ShipClass]:
    """Ship name -> card, one of its own for each ship named in the ship table."""
    found = {**EXTRA, "Queen Mary": BATTLE_CRUISER}
    with (Path(__file__).parent / "ships.csv").open() as file:
        for row in csv.DictReader(file):
            kind, boats = re.fullmatch(r"([A-Z]+)(\d?)", row["type"]).groups()
            names = re.sub(r"\(.*?\)", "", row["ships"]).split(" / ")
            for name in (n.strip().removesuffix(" class").removesuffix("-class DD").strip() for n in names):
                hull = row["hull_armour"]
                found.setdefault(
                    name,
                    ShipClass(
                        name, row["nation"], Kind(kind), row["speed"], *(int(row[k] or 0) for k in _BOXES), hull,
                        row["primary_armour"] or hull, {"heavy": "light"}.get(hull, "none"), int(row["fuel_units"]),
                        int(row["vp"]), int(boats or 1), ("heavy_secondary",) if _heavy(row["guns"]) else (),
                    ),
                )  # fmt: skip
    found["German TB"] = replace(found["German torpedo boats"], key="German TB")
    return found


_BOXES = ("primary", "primary_range", "secondary", "tertiary", "torpedo_mounts", "hull")


def _heavy(guns: str) -> bool:
    return any(8 <= float(g.split("x")[1]) <= 9.4 for g in guns.split(", "))


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def ship(name: str, side: str, **changes: Any) -> Ship:
    """A fresh ship: "Goeben", "German TB #1", "troopship #2"."""
    card = cards()[re.sub(r"\s*#\d+$", "", name).removesuffix("-class DD")]
    made = Ship(
        slug(name), name, Side(side), card.nation, card.key, card.hull, card.primary, card.secondary, card.tertiary,
        card.torpedo_mounts, card.torpedo_mounts, card.speed, card.boats, card.fuel * 12,
    )  # fmt: skip
    return replace(made, **changes)


def slot(text: str) -> Slot:
    read = read_slot(text)
    assert isinstance(read, Slot), read
    return read


def fleet(mission: str, ships: list[str], zone: str, orders: dict[int, str] | None = None, **more: Any) -> dict[str, Any]:
    """A fleet of `game`. `more`: leader=, speeds={name: speed}, fuel=twelfths, any field of `Fleet`."""
    return {"mission": mission, "ships": ships, "zone": zone, "orders": orders or {}, **more}


def chart(
    rows: str = "A-H", columns: int | tuple[int, int] = 10, shifted: str = "even", land: tuple[str, ...] = ()
) -> SeaChart:
    """An all-sea chart: rows "A-H", columns 1 to 10 or (66, 72)."""
    top, bottom = (row_number(r) for r in rows.split("-"))
    first, last = (1, columns) if isinstance(columns, int) else columns
    lines = []
    for row in range(top, bottom + 1):
        marks = (Terrain.LAND if f"{row_letters(row)}{c}" in land else Terrain.SEA for c in range(first, last + 1))
        lines.append("".join(marks))
    return SeaChart(tuple(lines), shifted, top, first)  # type: ignore[arg-type]


def game(
    fleets: dict[str, dict[str, Any]],
    *,
    turn: int = 1,
    phase: str = "orders",
    light: str = "day",
    weather: int = 2,
    length: int = 20,
    ports: dict[str, str] | None = None,
    counters: dict[str, int] | None = None,
    rows: str = "A-H",
    columns: int | tuple[int, int] = 10,
    shifted: str = "even",
    land: tuple[str, ...] = (),
    setting: dict[str, Any] | None = None,
    **more: Any,
) -> State:
    """A state in `phase` of `turn`, both sides still to be asked. Ports: zone -> "minor EN", "major CP", "minor"."""
    board = chart(rows, columns, shifted, land)
    harbours = {}
    for zone, words in (ports or {}).items():
        level, _, owner = words.partition(" ")
        harbours[zone] = Port(f"Port {zone}", Zone(zone), level, owner)
        row, column = place(Zone(zone))
        line = list(board.rows[row - board.first_row])
        line[column - board.first_column] = Terrain.COAST
        marks = list(board.rows)
        marks[row - board.first_row] = "".join(line)
        board = replace(board, rows=tuple(marks))
    # night is turns 5 and 6 of a day: choose the day's first turn so that `turn` has the light asked for
    wanted = 5 if light == "night" else 2
    first = (wanted - turn) % 6 + 1
    made = Setting(
        "test", "A test", "", Calendar("1914-08-06", first, length), board, harbours, cards(), tables(),
        counters or {"CP": 12, "EN": 12},
    )  # fmt: skip
    made = replace(made, **(setting or {}))
    ships: dict[str, Ship] = {}
    built: dict[str, Fleet] = {}
    for fleet_id, data in fleets.items():
        side, number = fleet_id.split("-")
        data = dict(data)
        names, leader = data.pop("ships"), data.pop("leader", "")
        speeds, fuel = data.pop("speeds", {}), data.pop("fuel", None)
        own = [ship(n, side, leader="Admiral" if n == leader else "") for n in names]
        own = [replace(s, speed=speeds.get(s.name, s.speed), fuel=s.fuel if fuel is None else fuel) for s in own]
        ships |= {s.id: s for s in own}
        mission, orders = Mission(data.pop("mission")), data.pop("orders")
        sheet = {int(t): slot(text) for t, text in orders.items()}
        built[fleet_id] = Fleet(
            fleet_id, int(number), Side(side), mission, tuple(s.id for s in own), Zone(data.pop("zone")),
            sheet=sheet, begun=turn > 1, **data,
        ) if "begun" not in data else Fleet(
            fleet_id, int(number), Side(side), mission, tuple(s.id for s in own), Zone(data.pop("zone")),
            sheet=sheet, **data,
        )  # fmt: skip
    return replace(State(made, ships, built), phase=Phase(phase), turn=turn, weather=weather, **more)


def dice(*pips: int) -> ScriptedDice:
    """Dice that fall so."""
    return ScriptedDice(pips)


def text_sheet(state: State, fleet_id: str) -> dict[int, str]:
    """The future slots of a fleet's sheet as text."""
    from room40.dreadnought.sheet import write_slot

    return {t: write_slot(s) for t, s in sorted(state.fleets[fleet_id].sheet.items()) if t >= state.turn}

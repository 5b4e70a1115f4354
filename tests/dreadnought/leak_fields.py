"""Every field of a state, and which of them each viewpoint may see; all others are changed one by one in `test_leak_fields`.

What is not named here as visible is secret: a new field is taken for a secret until somebody names it.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec
from msgspec.structs import replace

from room40_server.rules.dreadnought.setting import Setting
from room40_server.rules.dreadnought.state import Fleet, State

STATE_SEEN = frozenset(
    {
        "setting",  # field by field: SETTING_SEEN
        "ships",  # ship by ship
        "fleets",  # fleet by fleet
        "airships",  # each alone
        "submarines",
        "mines",
        "phase",
        "turn",
        "weather",
        "asked",  # who is waited for
        "traffic",
        "battles",  # while one is fought
        "sightings",  # viewpoint by viewpoint
        "log",
        "points",  # reason by reason
        "result",
        "goals_met",  # told to all
    }
)
"""Fields of `State` that show, in whole or in part. Those that show in part are taken apart in `test_leak_fields`."""

SETTING_SEEN = frozenset(
    {"name", "title", "briefing", "calendar", "chart", "ports", "cards", "counters", "goals", "fuel", "double_blind"}
)
"""Fields of `Setting` that show; `cards` of known ships alone, `counters` of the own side alone."""

FLEET_LOOKED_AT = frozenset({"zone", "in_port", "on_map", "charge", "mission", "ships", "fought", "shown_on", "id", "side"})
"""Fields of an enemy fleet that say where its counter stands and whether it shows, when counters are looked at."""

FREE_FIELDS = {"Setting.chart", "Setting.tables", "Fleet.id", "Fleet.side", "Ship.id", "Ship.side", "Airship.id"}


def other(value: Any) -> Any:
    """Some other value of the same kind."""
    match value:
        case bool():
            return not value
        case Enum():
            return next(member for member in type(value) if member is not value)
        case int():
            return value + 1
        case str():
            return f"{value}1" if value else "C1"
        case tuple():
            return value[:-1] if value else ("C1",)
        case dict():
            return {"C1": 1} if not value else dict(list(value.items())[:-1])
        case None:
            return None
        case msgspec.Struct():
            name = type(value).__struct_fields__[-1]
            return replace(value, **{name: other(getattr(value, name))})
    raise TypeError(type(value))


def changed(thing: msgspec.Struct, keep: frozenset[str] = frozenset()) -> Iterator[tuple[str, Any]]:
    """The thing with one field changed, for each field but those kept."""
    for name in type(thing).__struct_fields__:
        if name not in keep:
            value = getattr(thing, name)
            yield name, replace(thing, **{name: _SPECIAL.get((type(thing), name), other)(value)})


_SPECIAL: dict[tuple[type, str], Any] = {
    (State, "contacts"): lambda value: value,
    (Fleet, "pursuit"): lambda value: msgspec.convert({"quarry": "EN-1", "turns": 2}, _pursuit_type()),
    (Fleet, "sheet"): lambda value: {**value, 19: _slot()},
    (Setting, "tables"): lambda value: replace(value, contact=replace(value.contact, day=value.contact.day + 1)),
}


def _pursuit_type() -> Any:
    from room40_server.rules.dreadnought.state import Pursuit

    return Pursuit


def _slot() -> Any:
    from room40.dreadnought.sheet import Slot

    return Slot(("C1",), True)  # type: ignore[arg-type]

"""A small game from case-like data, for tests of the rules of 1942.

    state = game(
        "6-7 7-8 germany-6 norway-6",
        lands={"germany": "Germans 10 capital", "norway": "British 3"},
        units={"6": "2 submarine Germans, 1 destroyer British", "germany": "3 infantry Germans"},
        turn="Germans",
    )

Spaces are what the links name; those in `lands` are territories, the rest sea zones. Words of a land: its owner or "-", its
value, then any of "capital", "city", "impassable", "by-right-of POWER". Units in brackets are aboard each of the ships
before them: "1 transport Germans (2 infantry)", "1 carrier British (1 fighter Americans)". Ids are type and number in
order of writing: "submarine-1", "infantry-3". The type names of the cases stand for ours.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from room40_server.rules.combined_arms import battles
from room40_server.rules.combined_arms.state import Canal, Phase, Power, Setting, Space, State, Unit, UnitType, seat_of
from room40_server.rules.combined_arms.turn import CombinedArms, advance
from room40_server.rules.dice import ScriptedDice
from room40_server.rules.game import Refused

GAME = CombinedArms()
UNITS = Path(__file__).parents[2] / "scenarios" / "combined_arms" / "units.toml"
SAME = {"armour": "tank", "aagun": "anti-aircraft-gun", "factory": "industrial-complex"}
POWERS = {
    "russians": Power("russians", "Soviet Union", "Allies", "R"),
    "germans": Power("germans", "Germany", "Axis", "G"),
    "british": Power("british", "United Kingdom", "Allies", "B"),
    "japanese": Power("japanese", "Japan", "Axis", "J"),
    "americans": Power("americans", "United States", "Allies", "A"),
}


@cache
def types() -> dict[str, UnitType]:
    """The unit table that the scenarios use (K2)."""
    with UNITS.open("rb") as file:
        table = tomllib.load(file)
    return {key: msgspec.convert({"key": key, **row}, UnitType) for key, row in table.items()}


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _space(key: str, words: str | None) -> Space:
    if words is None:
        return Space(key, key, water=True)
    owner, value, *more = words.split()
    right = slug(more[more.index("by-right-of") + 1] if "by-right-of" in more else owner)
    return Space(
        key, key, water=False, value=int(value), impassable="impassable" in more, city="city" in more,
        capital_of=right if "capital" in more else "", original=right if right in POWERS else "",
    )  # fmt: skip


def _units(texts: dict[str, str]) -> dict[str, Unit]:
    made: dict[str, Unit] = {}
    numbers: dict[str, int] = {}

    def make(kind: str, owner: str, space: str, aboard: str = "") -> str:
        kind = SAME.get(slug(kind), slug(kind))
        assert kind in types(), kind
        assert slug(owner) in POWERS, owner
        numbers[kind] = numbers.get(kind, 0) + 1
        unit = Unit(f"{kind}-{numbers[kind]}", kind, slug(owner), space, aboard)
        made[unit.id] = unit
        return unit.id

    for space, text in texts.items():
        for count, kind, owner, cargo in re.findall(r"(\d+) ([\w-]+) (\w+)(?: \(([^)]*)\))?", text):
            for _ in range(int(count)):
                ship = make(kind, owner, slug(space))
                for many, load, *other in re.findall(r"(\d+) ([\w-]+)(?: (\w+))?", cargo):
                    for _ in range(int(many)):
                        make(load, other[0] or owner, slug(space), ship)
    return made


def game(
    links: str,
    *,
    lands: dict[str, str] | None = None,
    units: dict[str, str] | None = None,
    turn: str = "Germans",
    phase: str = "combat move",
    money: dict[str, int] | None = None,
    canals: tuple[tuple[str, str, str], ...] = (),
    start_owners: dict[str, str] | None = None,
    setting: dict[str, Any] | None = None,
    fields: dict[str, dict[str, Any]] | None = None,
    **more: Any,
) -> State:
    """A state in a phase of a power's turn, with the seat asked where the phase asks at once.

    `canals`: (name, "14-15", "egypt jordan"). `start_owners`: territories that had another owner when the turn began.
    `fields`: unit id -> fields that differ. In phase "combat" the units of the power in turn have done their combat move
    and the battles are built, not yet begun.
    """
    joined: dict[str, set[str]] = {}
    for pair in links.split():
        one, other = (slug(s) for s in pair.split("-"))
        joined.setdefault(one, set()).add(other)
        joined.setdefault(other, set()).add(one)
    words = {slug(k): v for k, v in (lands or {}).items()}
    assert words.keys() <= joined.keys(), words.keys() - joined.keys()
    made = Setting(
        "test", "A test", "", {key: _space(key, words.get(key)) for key in sorted(joined)},
        {key: tuple(sorted(others)) for key, others in sorted(joined.items())}, POWERS, tuple(POWERS), types(),
        {power: (power,) for power in POWERS},
        tuple(Canal(n, tuple(z.split("-")), tuple(shores.split())) for n, z, shores in canals),  # type: ignore[arg-type]
    )  # fmt: skip
    made = replace(made, **(setting or {}))
    owners = {key: "" if text.split()[0] == "-" else slug(text.split()[0]) for key, text in words.items()}
    before = {**owners, **{slug(k): slug(v) for k, v in (start_owners or {}).items()}}
    forces = _units(units or {})
    forces |= {i: replace(forces[i], **changes) for i, changes in (fields or {}).items()}
    wealth = {**dict.fromkeys(POWERS, 0), **{slug(k): v for k, v in (money or {}).items()}}
    state = State(
        made, forces, owners, wealth, phase=Phase(phase), power=slug(turn), start_owners=before,
        base=forces, base_owners=owners, base_money=wealth, **more,
    )  # fmt: skip
    if state.phase is Phase.COMBAT:
        moved = {i: replace(u, moved_in=Phase.COMBAT_MOVE.value) for i, u in forces.items() if u.owner == state.power}
        return battles.build(replace(state, units={**forces, **moved}))
    return advance(state, dice())


def dice(*pips: int) -> ScriptedDice:
    """Dice that fall so."""
    return ScriptedDice(pips)


def give(state: State, *orders: msgspec.Struct, by: str = "", pips: tuple[int, ...] = ()) -> State:
    """The state after orders of a seat: that of the power in turn unless said, and of whoever is asked in a battle."""
    thrown = dice(*pips)
    for order in orders:
        seat = slug(by) or (next(iter(state.asked)) if len(state.asked) == 1 else seat_of(state, state.power))
        state = GAME.submit(state, seat, order, thrown)
    return state


def refusal(state: State, order: msgspec.Struct, by: str = "") -> Refused:
    """Why an order is refused; it must be."""
    try:
        give(state, order, by=by)
    except Refused as refused:
        return refused
    raise AssertionError(f"not refused: {order}")


def inside(state: State, space: str) -> list[str]:
    """What is in a space, as texts: ["2 submarine Germans"], cargo among it."""
    counts: dict[tuple[str, str], int] = {}
    for unit in state.units.values():
        if unit.space == slug(space):
            counts[unit.type, unit.owner] = counts.get((unit.type, unit.owner), 0) + 1
    return sorted(f"{number} {kind} {owner.capitalize()}" for (kind, owner), number in counts.items())

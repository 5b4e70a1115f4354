"""From the setup of a case script to a state of the 1942 rules.

The setup is laid upon a scenario, or upon the spaces that its links name: those in `lands` are territories, the rest sea
zones. Words of a land: its owner or "-", its value, then any of "capital", "city", "impassable", "by-right-of POWER".
Units in brackets are aboard each of the ships before them: "1 carrier British (1 fighter Americans)". Ids are type and
number in order of writing, after those of the scenario: "submarine-1", "infantry-3".
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import TypeVar, get_type_hints

from msgspec.structs import replace

from room40_server.cards import slug
from room40_server.cases.combined_arms.shapes import Setup
from room40_server.combined_arms_scenarios import load, unit_table
from room40_server.rules.combined_arms import battles
from room40_server.rules.combined_arms.state import Canal, Phase, Power, Setting, Space, State, Unit, UnitType, seat_of
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.dice import Dice
from room40_server.scenario_files import Raw, ScenarioError, typed

SAME = {"armour": "tank", "aagun": "anti-aircraft-gun", "factory": "industrial-complex"}
"""Other words for types that scripts may use."""
POWERS = {
    "russians": Power("russians", "Soviet Union", "Allies", "R"),
    "germans": Power("germans", "Germany", "Axis", "G"),
    "british": Power("british", "United Kingdom", "Allies", "B"),
    "japanese": Power("japanese", "Japan", "Axis", "J"),
    "americans": Power("americans", "United States", "Allies", "A"),
}
"""Who plays where a script names no scenario: each power has a seat of its own name."""
_LAND = re.compile(r"((?:-|\w+) \d{1,3})((?: capital| city| impassable| by-right-of \w+)*)")
_FORCE = re.compile(r"\s*(\d{1,3}) ([\w-]+) (\w+)(?: \(([^)]*)\))?\s*")
_LOAD = re.compile(r"\s*(\d{1,2}) ([\w-]+)(?: (\w+))?\s*")
T = TypeVar("T", Setting, Unit)
_SPLIT = re.compile(r",(?![^(]*\))")


@cache
def types() -> dict[str, UnitType]:
    """The unit table that the scenarios use (K2)."""
    return unit_table()


def lay_out(setup: Setup, scenario: str, options: Mapping[str, int | str | bool], file: str) -> State:
    """The situation, before anything follows from it. Raises `ScenarioError`."""
    state = load(scenario, options) if scenario else _empty_world(setup, file)
    if scenario and setup.links:
        raise ScenarioError(file, "setup", "links", "a scenario has its own map; leave the links out.")
    state = replace(state, setting=_over(state.setting, setup.setting, file, "setup.setting"), asked={})
    where = _Where(state, file)
    owners = {**state.owners, **{where.land(k, "owners"): where.owner(v, "owners") for k, v in setup.owners.items()}}
    before = {**owners, **{where.land(k, "start_owners"): where.owner(v, "owners") for k, v in setup.start_owners.items()}}
    forces = _forces(state, setup, where)
    for unit_id, changes in setup.fields.items():
        if unit_id not in forces:
            raise ScenarioError(file, "setup.fields", unit_id, "there is no such unit.")
        forces[unit_id] = _over(forces[unit_id], changes, file, f"setup.fields.{unit_id}")
    return replace(
        state,
        units=forces,
        owners=owners,
        start_owners=before,
        money={**state.money, **{where.power(k, "money"): n for k, n in setup.money.items()}},
        damage={where.land(k, "damage"): n for k, n in setup.damage.items()},
        purchases={_type_key(state, k, file): n for k, n in setup.purchases.items()},
        power=where.power(setup.turn, "turn") if setup.turn else state.power or state.setting.order[0],
        phase=phase_of(setup.phase, file),
        round=setup.round,
        log={},
    )


def opened(state: State, dice: Dice) -> State:
    """The situation with what follows from it at once: the seat in turn is asked.

    In phase "combat" the units of the power in turn have done their combat move and the battles are built, not yet begun.
    """
    state = replace(state, base=state.units, base_owners=state.owners, base_money=state.money)
    if state.phase is Phase.COMBAT:
        moved = {i: replace(u, moved_in=Phase.COMBAT_MOVE.value) for i, u in state.units.items() if u.owner == state.power}
        return battles.build(replace(state, units={**state.units, **moved}))
    return advance(state, dice)


def phase_of(word: str, file: str) -> Phase:
    """The phase that a script's word means. Raises `ScenarioError`."""
    if word not in tuple(Phase):
        raise ScenarioError(file, "setup", "phase", f"{word!r} is none of {', '.join(Phase)}.")
    return Phase(word)


def seat_named(state: State, word: str, file: str) -> str:
    """A seat by its name, or by that of a power that it holds. Raises `ScenarioError`."""
    if word in state.setting.seats:
        return word
    if slug(word) in state.setting.powers:
        return seat_of(state, slug(word))
    raise ScenarioError(file, "do", "seat", f"no seat or power is called {word[:40]!r}.")


class _Where:
    """Looks up what a setup names. All of it raises `ScenarioError`."""

    def __init__(self, state: State, file: str) -> None:
        self.state, self.file = state, file

    def space(self, word: str, key: str) -> str:
        if slug(word) not in self.state.setting.spaces:
            raise ScenarioError(self.file, "setup", key, f"there is no space {word[:40]!r}.")
        return slug(word)

    def land(self, word: str, key: str) -> str:
        if self.state.setting.spaces[self.space(word, key)].water:
            raise ScenarioError(self.file, "setup", key, f"{word[:40]!r} is a sea zone.")
        return slug(word)

    def power(self, word: str, key: str) -> str:
        if slug(word) not in self.state.setting.powers:
            raise ScenarioError(self.file, "setup", key, f"no power is called {word[:40]!r}.")
        return slug(word)

    def owner(self, word: str, key: str) -> str:
        return "" if word == "-" else self.power(word, key)


def _over(thing: T, changes: Raw, file: str, table: str) -> T:
    """A Struct with some of its fields changed."""
    hints = get_type_hints(type(thing))
    for key in changes:
        if key not in hints:
            raise ScenarioError(file, table, key, "there is no such field.")
    return replace(thing, **{key: typed(value, hints[key], file, f"{table}.{key}") for key, value in changes.items()})


def _type_key(state: State, word: str, file: str) -> str:
    key = SAME.get(slug(word), slug(word))
    if key not in state.setting.types:
        raise ScenarioError(file, "setup", "units", f"no unit is called {word[:40]!r}.")
    return key


def _empty_world(setup: Setup, file: str) -> State:
    """The spaces that the links name, with their owners, and nothing on them."""
    joined: dict[str, set[str]] = {}
    for pair in setup.links.split():
        one, other = (slug(part) for part in pair.partition("-")[::2])
        if not (one and other):
            raise ScenarioError(file, "setup", "links", f"{pair[:40]!r} is no link: write two names with a dash.")
        joined.setdefault(one, set()).add(other)
        joined.setdefault(other, set()).add(one)
    words = {slug(key): text for key, text in setup.lands.items()}
    for key in words:
        if key not in joined:
            raise ScenarioError(file, "setup.lands", key, "no link leads to this territory.")
    made = Setting(
        "case",
        "A case",
        "",
        {key: _space(key, words.get(key), file) for key in sorted(joined)},
        {key: tuple(sorted(others)) for key, others in sorted(joined.items())},
        POWERS,
        tuple(POWERS),
        types(),
        {power: (power,) for power in POWERS},
        tuple(_canal(canal, file) for canal in setup.canals),
    )
    owners = {key: "" if text.split()[0] == "-" else slug(text.split()[0]) for key, text in words.items()}
    return State(made, {}, owners, dict.fromkeys(POWERS, 0))


def _space(key: str, words: str | None, file: str) -> Space:
    if words is None:
        return Space(key, key, water=True)
    match = _LAND.fullmatch(words)
    owner, value, *more = [*match[1].split(), *match[2].split()] if match else ["?", "?"]
    right = slug(more[more.index("by-right-of") + 1] if "by-right-of" in more else owner)
    if (owner != "-" and slug(owner) not in POWERS) or (right and right not in POWERS):
        raise ScenarioError(file, "setup.lands", key, 'write the owner or "-", the value, then words: "Germans 10 capital".')
    return Space(
        key,
        key,
        water=False,
        value=int(value),
        impassable="impassable" in more,
        capital_of=right if "capital" in more else "",
        city="city" in more,
        original=right,
    )


def _canal(words: tuple[str, str, str], file: str) -> Canal:
    name, zones, shores = words
    one, dash, other = zones.partition("-")
    if not dash:
        raise ScenarioError(
            file, "setup", "canals", 'a canal is its name, its zones, its shores: ["Suez", "15-34", "egypt"].'
        )
    return Canal(name, (slug(one), slug(other)), tuple(slug(shore) for shore in shores.split()))


def _forces(state: State, setup: Setup, where: _Where) -> dict[str, Unit]:
    """The units: those of the scenario where the setup says nothing, and what it says."""
    said = {where.space(key, "units"): text for key, text in setup.units.items()}
    made = {i: u for i, u in state.units.items() if u.space not in said}
    numbers: dict[str, int] = {}
    for unit in state.units.values():
        numbers[unit.type] = max(numbers.get(unit.type, 0), int(unit.id.rpartition("-")[2]))

    def make(word: str, owner: str, space: str, aboard: str = "") -> str:
        kind = _type_key(state, word, where.file)
        numbers[kind] = numbers.get(kind, 0) + 1
        unit = Unit(f"{kind}-{numbers[kind]}", kind, where.power(owner, "units"), space, aboard)
        made[unit.id] = unit
        return unit.id

    for space, text in said.items():
        for count, kind, owner, cargo in _parsed(text, _FORCE, space, where.file):
            for _ in range(int(count)):
                ship = make(kind, owner, space)
                for many, cargo_kind, other in _parsed(cargo, _LOAD, space, where.file):
                    for _ in range(int(many)):
                        make(cargo_kind, other or owner, space, ship)
    return made


def _parsed(text: str, pattern: re.Pattern[str], space: str, file: str) -> list[tuple[str, ...]]:
    found = [pattern.fullmatch(part) for part in _SPLIT.split(text) if part.strip()]
    if None in found:
        raise ScenarioError(file, "setup.units", space, f'{text[:60]!r} is not written as in "2 infantry Germans, …".')
    return [match.groups("") for match in found if match is not None]

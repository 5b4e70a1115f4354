"""Case scripts of the 1942 system: small TOML files in `cases/`, a situation, orders, dice, and what must come of it.

case, title, clause      where it comes from, its sentence, the clauses it holds the rules to
[setup]                  what `kit.game` takes: links, lands, units, turn, phase, money, canals, start_owners, fields
do                       orders: { order = "move", units = [...], path = [...] }; `refused` = the clause that refuses it;
                         `seat` = who gives it, if not the power in turn
dice                     how they fall, all of them
[expect]                 after the last order, see `Expect`
[[variant]]              v, and setup (laid over), do (after the script's), dice, expect (laid over)
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from room40.combined_arms.orders import Order
from room40_server.rules.combined_arms import income, retreats
from room40_server.rules.combined_arms.sea_moves import sea_fights
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.dice import OutOfDice
from room40_server.rules.game import Refused
from tests.combined_arms.kit import GAME, dice, game, inside, slug

CASES = Path(__file__).parent / "cases"
Table = dict[str, Any]


class Expect(Struct, forbid_unknown_fields=True):
    """What must hold at the end. `fights`: the zones with a sea battle to come, in the combat move; `income`: what a power
    would collect; `aboard`: unit -> ship, "" for none; `gone`: units that are no more; `told`: texts in the log; `asked`:
    seat -> what it is asked; `retreats`: where the attacker may retreat to; `fought`: the battles in the order in which
    they began.
    """

    phase: str | None = None
    power: str | None = None
    inside: dict[str, list[str]] = {}
    at: dict[str, str] = {}
    aboard: dict[str, str] = {}
    owners: dict[str, str] = {}
    income: dict[str, int] = {}
    fights: list[str] | None = None
    battles: list[str] | None = None
    gone: list[str] = []
    told: list[str] = []
    asked: dict[str, str] | None = None
    retreats: list[str] | None = None
    damage: dict[str, int] | None = None
    money: dict[str, int] = {}
    fought: list[str] | None = None


class Course(Struct, forbid_unknown_fields=True):
    """One way through a case."""

    title: str
    clause: list[str]
    setup: Table
    do: list[Table] = []
    dice: list[int] = []
    expect: Expect = msgspec.field(default_factory=Expect)
    case: str = ""
    v: str = ""


def courses() -> Iterator[tuple[str, Course]]:
    """Every course of every script, by name."""
    for path in sorted(CASES.glob("*.toml")):
        script = tomllib.loads(path.read_text("utf-8"))
        variants = script.pop("variant", [{}])
        for variant in variants:
            laid = {
                **script,
                **{key: value for key, value in variant.items() if key in ("v", "dice", "title")},
                "clause": [script["clause"]] if isinstance(script["clause"], str) else script["clause"],
                "setup": {**script.get("setup", {}), **variant.get("setup", {})},
                "do": [*script.get("do", []), *variant.get("do", [])],
                "expect": {**script.get("expect", {}), **variant.get("expect", {})},
            }
            name = f"{path.stem}-{variant['v']}" if "v" in variant else path.stem
            yield name, msgspec.convert(laid, Course)


def play(course: Course) -> list[str]:
    """Play a course; what is not as it should be, in sentences."""
    setup = dict(course.setup)
    state = game(setup.pop("links"), **setup)
    thrown = dice(*course.dice)
    failures: list[str] = []
    for step in course.do:
        fields = dict(step)
        refused, seat = fields.pop("refused", ""), slug(fields.pop("seat", ""))
        order = msgspec.convert({"type": fields.pop("order"), **fields}, Order)
        clause = ""
        try:
            state = GAME.submit(state, seat or next(iter(state.asked)), order, thrown)
        except Refused as error:
            clause = error.clause
        except OutOfDice as error:
            return [*failures, str(error)]
        if clause != refused:
            failures.append(f"{order} is {f'refused by {clause}' if clause else 'accepted'}")
    if thrown.left:
        failures.append(f"dice {thrown.left} are not thrown")
    return failures + list(_differences(state, course.expect))


def _differences(state: State, expect: Expect) -> Iterator[str]:
    found: Table = {
        "phase": state.phase.value,
        "power": state.power.capitalize(),
        "inside": {space: inside(state, space) for space in expect.inside},
        "at": {unit: state.units[unit].space if unit in state.units else "" for unit in expect.at},
        "aboard": {unit: state.units[unit].aboard for unit in expect.aboard},
        "owners": {space: state.owners[slug(space)].capitalize() for space in expect.owners},
        "income": {power: income.of(state, slug(power)) for power in expect.income},
        "fights": list(sea_fights(state)) if state.phase is Phase.COMBAT_MOVE else [],
        "battles": sorted(state.battles),
        "gone": [unit for unit in expect.gone if unit not in state.units],
        "told": [text for text in expect.told if any(text in event.text for event in state.log.values())],
    }
    found |= {
        "asked": state.asked,
        "retreats": list(retreats.options(state)) if state.current else [],
        "damage": state.damage,
        "money": {power: state.money[slug(power)] for power in expect.money},
        "fought": [event.space for event in state.log.values() if event.clause == "C5.1"],
    }
    for key, value in found.items():
        wanted = getattr(expect, key)
        if wanted is not None and value != wanted:
            yield f"{key}: {value}, not {wanted}"

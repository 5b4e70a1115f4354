"""Comparing what a case script of the 1942 system expects with what came of it. Every difference is one sentence."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from room40_server.cards import slug
from room40_server.cases.combined_arms.shapes import Expect
from room40_server.rules.combined_arms import income, retreats, views
from room40_server.rules.combined_arms.sea_moves import sea_fights
from room40_server.rules.combined_arms.state import Phase, State, seat_of
from room40_server.rules.game import Refused

Facts = Mapping[str, object]


def failures(expect: Expect, state: State, refusal: Refused | None, dice: int) -> Iterator[str]:
    """What does not hold. `refusal`: of the last order; `dice`: how many were thrown."""
    found = {
        "legal": refusal is None,
        "refused": refusal.clause if refusal else "",
        "dice": dice,
        **_stand(state),
        **_units(expect, state),
        **_powers(expect, state),
        **_log(expect, state),
    }
    for key, value in found.items():
        wanted = getattr(expect, key)
        if wanted is not UNSET and _folded(key, wanted) != _folded(key, value):
            yield f"{key} should be {_plain(wanted)}, not {_plain(value)}"


def inside(state: State, space: str) -> tuple[str, ...]:
    """What is in a space, as texts: ("2 submarine Germans",), cargo among it."""
    counts: dict[tuple[str, str], int] = {}
    for unit in state.units.values():
        if unit.space == slug(space):
            counts[unit.type, unit.owner] = counts.get((unit.type, unit.owner), 0) + 1
    return tuple(sorted(f"{number} {kind} {owner.capitalize()}" for (kind, owner), number in counts.items()))


def _stand(state: State) -> Facts:
    ask = views.view(state, seat_of(state, state.power))
    return {
        "phase": state.phase.value,
        "power": state.power.capitalize(),
        "round": state.round,
        "result": state.result,
        "asked": state.asked,
        "damage": state.damage,
        "battles": tuple(sorted(state.battles)),
        "fights": tuple(sea_fights(state)) if state.phase is Phase.COMBAT_MOVE else (),
        "retreats": tuple(retreats.options(state)) if state.current else (),
        "missing": tuple(ask.ask.missing),
        "landing": ask.plan.landing,
    }


def _units(expect: Expect, state: State) -> Facts:
    units = state.units
    return {
        "inside": {space: inside(state, space) for space in expect.inside},
        "at": {unit: units[unit].space if unit in units else "" for unit in expect.at},
        "aboard": {unit: units[unit].aboard if unit in units else "nowhere" for unit in expect.aboard},
        "gone": tuple(unit for unit in expect.gone if unit not in units),
    }


def _powers(expect: Expect, state: State) -> Facts:
    return {
        "owners": {space: (state.owners.get(slug(space)) or "-").capitalize() for space in expect.owners},
        "income": {power: income.of(state, slug(power)) for power in expect.income},
        "money": {power: state.money.get(slug(power), 0) for power in expect.money},
    }


def _log(expect: Expect, state: State) -> Facts:
    texts = [event.text for event in state.log.values()]
    return {
        "told": tuple(part for part in expect.told if any(part in text for text in texts)),
        "untold": tuple(part for part in expect.untold if not any(part in text for text in texts)),
        "fought": tuple(event.space for event in state.log.values() if event.clause == "C5.1"),
    }


def _folded(key: str, value: object) -> object:
    """What is compared: powers by whichever capitals, forces in whichever order."""
    if key == "power":
        return str(value).casefold()
    if key in ("owners", "inside") and isinstance(value, Mapping):
        return {space: _folded("power", what) if key == "owners" else _forces(what) for space, what in value.items()}
    return value


def _forces(texts: tuple[str, ...]) -> list[str]:
    return sorted(text.casefold() for text in texts)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value

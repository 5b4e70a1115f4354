"""Steps of a case script that give no order: questions about the chart, and battles whose outcome the script gives."""

from collections.abc import Callable, Mapping
from itertools import pairwise

from msgspec.structs import replace

from room40.geometry.seachart import Zone
from room40_server.cases.dreadnought import boards
from room40_server.cases.dreadnought.setup import ship_id
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought import battles, damage
from room40_server.rules.dreadnought.state import State
from room40_server.scenario_files import Raw, ScenarioError, typed
from room40_server.scenario_shape import ZoneName

Probe = Callable[[State, Raw, Dice, str], tuple[State, object]]


def ask(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    """The answer to the question that a step asks, and the state after it. Raises `ScenarioError`, `Refused`."""
    kind = next((key for key in raw if key in PROBES), None)
    if kind is None:
        raise ScenarioError(file, "do", next(iter(raw), ""), f"a step is one of order, commit, until, {', '.join(PROBES)}.")
    return PROBES[kind](state, raw, dice, file)


def _neighbours(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    """Neighbours of a zone, by direction (5.0)."""
    zone = Zone(typed(raw["neighbours"], ZoneName, file, "do.neighbours"))
    return state, {d.value: n for d, n in state.setting.chart.neighbours(zone).items()}


def _course(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    """The directions of the steps along a list of zones; "" where two do not touch (5.0)."""
    zones = [Zone(z) for z in typed(raw["course"], tuple[ZoneName, ...], file, "do.course")]
    chart = state.setting.chart
    return state, [str(chart.direction(a, b) or "") for a, b in pairwise(zones)]


def _distance(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    """The zones between two zones."""
    one, other = typed(raw["distance"], tuple[ZoneName, ZoneName], file, "do.distance")
    return state, state.setting.chart.distance(Zone(one), Zone(other))


def _hexes(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    return state, boards.distance_between(raw, file)


def _moves_in(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    return state, boards.moves_in(state, raw, file)


def _steps_of(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    return state, boards.steps_of(state, raw, file)


def _numbered(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    return state, boards.numbered(state, raw, file)


def _set_up(state: State, raw: Raw, dice: Dice, file: str) -> tuple[State, object]:
    return state, boards.may_stand(state, raw, file)


PROBES: Mapping[str, Probe] = {
    "neighbours": _neighbours,
    "course": _course,
    "distance": _distance,
    "hexes": _hexes,
    "moves_in": _moves_in,
    "steps_of": _steps_of,
    "numbered": _numbered,
    "set_up": _set_up,
}


def battle_given(state: State, raw: Raw, file: str) -> State:
    """The battle in a zone as over, with the outcome that the script gives. Raises `ScenarioError`."""
    zone = typed(raw["battle"], str, file, "do.battle")
    if zone not in state.battles:
        raise ScenarioError(file, "do", "battle", f"no battle is fought in {zone}.")
    rounds = typed(raw.get("rounds", 1), int, file, "do.rounds")
    left = typed(raw.get("left", {}), dict[str, ZoneName], file, "do.left")
    sunk = typed(raw.get("sunk", []), tuple[str, ...], file, "do.sunk")
    long = battles.is_long(state, rounds)
    for name in sunk:
        state = damage.sink(state, ship_id(state, name, file))
    battle = replace(state.battles[zone], rounds_fought=rounds, left=left, long=long, over=True)
    return battles.close(replace(state, battles={**state.battles, zone: battle}), zone)

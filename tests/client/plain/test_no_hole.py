"""No fact without a word: whatever differs in a view, some answer differs."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms.views import MoveView, PlacementView
from room40.dreadnought.views import AirshipView, MinefieldView, SubmarineView
from room40_client.plain.system import System
from tests.client import board_samples
from tests.client.plain import test_facts as facts
from tests.client.plain import test_orders_1942 as islands

AT_SEA = replace(
    board_samples.firing(),
    airships={"l3": AirshipView("L 3", "A1", "A2", "out", 2, ["A3"], True)},
    submarines={"u9": SubmarineView("U 9", "R31", False, False, "R32")},
    mines={"C4-C5": MinefieldView(2, "EN")},
    met=["goeben"],
    board={zone: replace(board, may_detach=["inflexible"]) for zone, board in board_samples.firing().board.items()},
)
ON_LAND = replace(
    islands.moving(),
    plan=replace(
        islands.moving().plan,
        purchases={"tank": 1},
        repairs={"port-marran": 1},
        moves={"1": MoveView("marran", ["tank-1"], ["port-marran", "marran-hills"], "battle", {})},
        engage={"strait": True},
        placements={"port-marran": PlacementView({"tank": 1}, [])},
        placed={"port-marran": 1},
        landing={"bomber-1": "marran-hills"},
        carriers={"carrier-1": "strait"},
    ),
    damage={"port-marran": 1},
    bought={"tank": 1},
    conceded=["east"],
)
EVERY = {
    "fleet": "1 2 3 4",
    "ship": "inflexible goeben defence",
    "stack": "F5 H5",
    "zone": "Q28 R32 R31 C4",
    "way": "Q31>R32",
}
LAND = {"space": "port-marran strait", "units": "port-marran strait west-bay", "types": "tank fighter battleship"}


TRIES = 8
"""So many things of a kind are changed, one after the other, before a field counts as silent."""


def told(system: System[Any], view: Any, arguments: dict[str, str]) -> list[str]:
    """All that is told of a view. One that was changed by hand need not be whole, and may be told by an error."""
    found = []
    for tell in (system.asked, system.briefing, system.seats, lambda of: [system.status(of)]):
        found += _answer(tell, view)
    for fact in system.facts:
        for argument in ["", *arguments.get(fact.words[0], "").split()]:
            found += [] if fact.is_slow else _answer(fact.tell, view, argument.replace(">", " to "))
    return found


def _answer(tell: Callable[..., list[str]], *about: Any) -> list[str]:
    try:
        return tell(*about)
    except Exception as error:
        return [repr(error)]


def _changed(value: Any) -> Any:
    """Another value of the kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return {"Q28": "R31", "EN": "CP", "CP": "EN"}.get(value, f"{value}x" if value else "R31")
    if isinstance(value, list):
        return value[:-1] if value else ["R31"]
    return None


def _variants(view: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """The view with one field changed, for each kind of field in it, named by where it stands."""
    for field in view.__struct_fields__:
        value = getattr(view, field)
        if isinstance(value, Struct):
            yield from ((name, replace(view, **{field: inner})) for name, inner in _variants(value, (*path, field)))
        elif isinstance(value, dict):
            for key, one in value.items():
                if isinstance(one, Struct):
                    inner = _variants(one, (*path, field))
                    yield from ((name, replace(view, **{field: {**value, key: other}})) for name, other in inner)
                elif (other := _changed(one)) is not None:
                    yield ".".join((*path, field)), replace(view, **{field: {**value, key: other}})
        elif (other := _changed(value)) is not None:
            yield ".".join((*path, field)), replace(view, **{field: other})


def silent(system: System[Any], view: Any, arguments: dict[str, str]) -> set[str]:
    """The fields of which no change is ever told."""
    before = told(system, view, arguments)
    tries: dict[str, int] = {}
    for name, other in _variants(view):
        if tries.get(name, 0) < TRIES:
            tries[name] = TRIES + 1 if told(system, other, arguments) != before else tries.get(name, 0) + 1
    return {name for name, number in tries.items() if number <= TRIES}


NOT_TOLD_AT_SEA = {
    "ask.clause": "a refusal names it",
    "ask.choices": "told where there are any; so are the next three",
    "ask.fleet": "",
    "ask.label": "",
    "ask.missing": "told before a commit",
    "battle.ships.who.card": "the sample has no card of an enemy",
    "board.doing": "the step says it",
    "board.groups.crew": "ships are told in their order",
    "board.may_move": "told in a movement step",
    "fleets.blank": "told while orders are written",
    "fleets.charge": "told of an escort",
    "log.kind": "the text says it",
    "log.zone": "the text says it",
    "scenario.closed": "told where there is a border",
    "scenario.name": "the title stands for it",
    "scenario.rows": "chart and zone tell them round a zone",
    "scenario.shifted": "zone tells what lies beside it",
    "scenario.traffic": "what is known now stands for it",
    "seen.last": "it is now",
    "ships.kind": "her card says it",
}
"""Fields without a word in the sample, and why."""
NOT_TOLD_ON_LAND = {
    "ask.battle": "told in a battle; so are the next three",
    "ask.choices": "",
    "ask.number": "",
    "ask.suggestion": "",
    "ask.clause": "a refusal names it",
    "ask.moment": "for the program",
    "current": "told in a battle",
    "log.phase": "the text says it",
    "log.space": "the text says it",
    "plan.moves.duty": "told of a raid and a landing",
    "plan.moves.power": "it is the power in turn",
    "setting.name": "the title stands for it",
    "setting.powers.letter": "for a map",
    "setting.spaces.capital_of": "told of a capital",
    "setting.spaces.x": "for a map",
    "setting.spaces.y": "for a map",
    "setting.types.plural": "told of several",
    "units.duty": "told of a raid and a landing",
    "units.path": "told of who has moved",
}


@pytest.mark.slow
def test_whatever_differs_at_sea_is_told() -> None:
    assert silent(facts.AT_SEA, AT_SEA, EVERY) <= NOT_TOLD_AT_SEA.keys()


@pytest.mark.slow
def test_whatever_differs_on_land_is_told() -> None:
    assert silent(facts.ON_LAND, ON_LAND, LAND) <= NOT_TOLD_ON_LAND.keys()

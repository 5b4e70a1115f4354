"""Every order of the 1942 system is said by a typed command, and read from it again."""

from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40.protocol.mergepatch import to_tree
from room40_client.plain.combined_arms import CombinedArms
from room40_client.plain.grammar import Saying, Unclear
from room40_server.rules.combined_arms.views import view
from tests.client.combined_arms.tables import two_islands
from tests.combined_arms.kit import GAME, dice

SPOKEN = CombinedArms()


@cache
def buying() -> View:
    """Two islands, Marran to buy."""
    return SPOKEN.read(to_tree(view(two_islands(), "west")))


@cache
def moving() -> View:
    """The same, Marran to move."""
    state = GAME.submit(two_islands(), "west", o.Commit(), dice())
    return SPOKEN.read(to_tree(view(state, "west")))


UNIT = st.sampled_from(sorted(buying().units))
UNITS = st.lists(UNIT, min_size=1, max_size=5, unique=True).map(tuple)
SPACE = st.sampled_from(sorted(buying().setting.spaces))
FORCE = st.dictionaries(st.sampled_from(sorted(buying().setting.types)), st.integers(1, 9), max_size=3)
MINE = sorted(key for key, unit in buying().units.items() if unit.space == "port-marran")
PATH = st.lists(SPACE, min_size=2, max_size=4).map(tuple)
ORDERS: dict[type[Struct], st.SearchStrategy[Any]] = {
    o.Buy: st.builds(o.Buy, FORCE),
    o.Repair: st.builds(o.Repair, st.dictionaries(SPACE, st.integers(1, 9), max_size=3)),
    o.Move: st.builds(o.Move, UNITS, PATH, st.sampled_from(list(o.Duty)), st.none() | UNIT),
    o.TakeBack: st.builds(o.TakeBack, st.integers(1, 999)),
    o.Engage: st.builds(o.Engage, SPACE, st.booleans()),
    o.ChooseBattle: st.builds(o.ChooseBattle, SPACE),
    o.Submerge: st.builds(o.Submerge, UNITS | st.just(())),
    o.Casualties: st.builds(o.Casualties, st.lists(UNIT, max_size=5).map(tuple)),
    o.Press: st.just(o.Press()),
    o.Retreat: st.builds(o.Retreat, SPACE),
    o.Bombard: st.builds(o.Bombard, UNITS | st.just(())),
    o.LandHomeless: st.builds(o.LandHomeless, st.dictionaries(UNIT, SPACE, max_size=3)),
    o.Place: st.builds(o.Place, SPACE, FORCE, UNITS | st.just(())),
    o.Commit: st.just(o.Commit()),
    o.Concede: st.just(o.Concede()),
}
"""Orders of every kind."""


def test_every_kind_of_order_has_a_command_and_a_usage() -> None:
    assert {saying.kind for saying in SPOKEN.orders} == set(get_args(o.Order)) == set(ORDERS)
    for saying in SPOKEN.orders:
        assert saying.usage
        assert saying.about


@pytest.mark.parametrize("kind", list(ORDERS), ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_an_order_is_read_again_from_the_command_that_says_it(kind: type[Struct], data: st.DataObject) -> None:
    order = data.draw(ORDERS[kind])
    text = SPOKEN.write(moving(), order)
    assert text.isascii()
    assert SPOKEN.parse(moving(), text) == (order,)


@pytest.mark.parametrize("saying", SPOKEN.orders, ids=lambda saying: saying.words[0])
def test_a_command_that_begins_well_and_goes_on_badly_is_one_sentence_or_an_order(saying: "Saying[Any]") -> None:
    for rest in (
        "",
        "?",
        ";",
        "3",
        "2 infantry",
        "in",
        "3 in",
        "from",
        "from a to b",
        "> >",
        "a" * 300,
        "zeppelin in strait",
    ):
        sentence = _complaint(f"{saying.words[0]} {rest}")
        assert sentence == "" or sentence.endswith((".", "?")), sentence
        assert len(sentence) < 500


def _complaint(text: str) -> str:
    """What is said about a line; "" if it says an order."""
    try:
        SPOKEN.parse(moving(), text)
    except Unclear as unclear:
        return unclear.sentence
    return ""


@pytest.mark.clause("K3")
@pytest.mark.parametrize(
    ("text", "number", "path"),
    [
        ("move 2 infantry, 1 tank port-marran to marran-hills", 3, ("port-marran", "marran-hills")),
        ("move 1 tank from Port Marran to marran hills", 1, ("port-marran", "marran-hills")),
        ("move tank-1 from port-marran > marran-hills > strait", 1, ("port-marran", "marran-hills", "strait")),
        ("move bomber from port marran to the lagoon", 1, ("port-marran", "strait", "lagoon")),
    ],
)
def test_units_are_moved_by_number_or_by_name_and_the_way_is_found(text: str, number: int, path: tuple[str, ...]) -> None:
    (order,) = SPOKEN.parse(moving(), text)
    assert isinstance(order, o.Move)
    assert len(order.units) == number
    assert order.path == path


def test_what_is_not_there_cannot_be_moved() -> None:
    with pytest.raises(Unclear, match="There is 1 tank in Port Marran that can go"):
        SPOKEN.parse(moving(), "move 2 tanks from port-marran to marran-hills")


@pytest.mark.clause("K3.5")
def test_a_commit_that_would_lose_aircraft_wants_a_word_more() -> None:
    flying = replace(moving().units["fighter-1"], space="strait", aboard="")
    ask = replace(moving().ask, kind="non-combat move")
    out = replace(moving(), phase="non-combat move", ask=ask, units={**moving().units, "fighter-1": flying})
    with pytest.raises(Unclear, match=r"Still in the air: 1 fighter \(K3.5\). fly home lands them."):
        SPOKEN.parse(out, "commit")
    assert SPOKEN.write(out, o.Commit()) == "commit anyway"
    assert SPOKEN.parse(out, "commit anyway") == (o.Commit(),)

"""Whatever is typed, it is answered by an order, by facts, or by one sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from room40_client.plain.grammar import Command, Saying, Unclear
from room40_client.plain.helping import help_about
from room40_client.plain.system import System
from tests.client.plain import test_facts as facts
from tests.client.plain import test_orders_1942 as islands

TABLES: list[tuple[System[Any], Callable[[], Any]]] = [
    *((facts.AT_SEA, view) for view in facts.VIEWS.values()),
    (facts.ON_LAND, islands.buying),
    (facts.ON_LAND, islands.moving),
]
VOCABULARY = """
    1 2 3 9 99 -1 a in at to by of on off now yes no all none nothing umpire again hold stay rest before behind merge into
    take out cast off from for raid aboard landing against 1: 3: en-1 fleet group R32 Q28 AA5 T9 Z999 F5 W3 G6 0,0 NW W SE
    c3 e9 A B goeben inflexible gloucester primary secondary leader intercept raider close continue infantry tank tank-1
    transport-1 battleship port-marran marran hills strait west-bay > ; : , / . ? ~ \N{LATIN SMALL LETTER A WITH DIAERESIS}
"""
WORDS = st.sampled_from([*VOCABULARY.split(), "", "\x00"])


@pytest.mark.parametrize("table", TABLES, ids=[*facts.VIEWS, "buying", "moving on land"])
@settings(max_examples=60)
@given(data=st.data())
def test_whatever_is_typed_is_answered(table: tuple[System[Any], Callable[[], Any]], data: st.DataObject) -> None:
    system, made = table
    view = made()
    commands: tuple[Command[Any], ...] = (*system.orders, *system.facts)
    begins = [word for command in commands for word in command.words]
    text = " ".join([data.draw(st.sampled_from(begins)), *data.draw(st.lists(WORDS, max_size=7))])
    try:
        command, rest = system.find(text)
        if isinstance(command, Saying):
            for order in command.read(view, rest):
                assert system.parse(view, system.write(view, order)) == (order,)
                system.timed(view, order)
        elif not command.is_slow:
            assert command.tell(view, rest)
        assert help_about(system, text)
    except Unclear as unclear:
        said = unclear.sentence
        if not said.endswith((".", "?")) or len(said) > 700:
            raise AssertionError(said) from None


@given(numbers=st.lists(st.integers(0, 20), min_size=1, max_size=4).map(tuple))
@pytest.mark.parametrize("table", TABLES, ids=[*facts.VIEWS, "buying", "moving on land"])
def test_whatever_number_is_typed_is_answered(
    table: tuple[System[Any], Callable[[], Any]], numbers: tuple[int, ...]
) -> None:
    system, made = table
    try:
        assert system.answer(made(), numbers)
    except Unclear as unclear:
        said = unclear.sentence
        if not said.endswith("."):
            raise AssertionError(said) from None

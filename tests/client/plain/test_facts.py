"""Every fact is told by a word, in short lines for the ear."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from room40.dreadnought.board_views import stack_of
from room40_client.plain.combined_arms import CombinedArms
from room40_client.plain.dreadnought import Dreadnought
from room40_client.plain.grammar import Command, Fact, Unclear
from room40_client.plain.helping import help_about
from room40_client.plain.system import System
from room40_client.tui.draw.runs import to_ascii
from tests.client import board_samples, samples
from tests.client.plain import test_orders_1942 as islands

AT_SEA = Dreadnought()
ON_LAND = CombinedArms()
VIEWS: dict[str, Callable[[], Any]] = {
    "planning": samples.goeben,
    "claims": samples.claims,
    "fight": samples.fight,
    "watching": samples.watching,
    "moving": board_samples.moving,
    "firing": board_samples.firing,
    "torpedoes": board_samples.torpedoes,
    "set up": board_samples.set_up,
    "entry": board_samples.entry,
    "watching the board": board_samples.watching,
    "over": board_samples.over,
}
ARGUMENTS = {
    "fleet": "1",
    "ship": "inflexible",
    "zone": "R32",
    "way": "Q31 to R32",
    "stack": "F5",
    "space": "port marran",
    "odds": "2 infantry against 1 tank",
}


def _told(system: System[Any], fact: "Fact[Any]", view: Any) -> list[str]:
    """What a fact says, or why it has nothing to say."""
    try:
        return fact.tell(view, ARGUMENTS.get(fact.words[0], ""))
    except Unclear as unclear:
        return [unclear.sentence]


def _assert_for_the_ear(lines: list[str]) -> None:
    assert lines
    for line in lines:
        assert line.strip()
        assert not re.search(r"[|+─│┌#~=_*]{2}", line), line
        assert "   " not in line
        assert to_ascii(line).isprintable()


@pytest.mark.parametrize("name", list(VIEWS))
def test_every_fact_answers_in_plain_lines_at_sea(name: str) -> None:
    view = VIEWS[name]()
    for fact in AT_SEA.facts:
        _assert_for_the_ear(_told(AT_SEA, fact, view))
    for lines in (AT_SEA.asked(view), AT_SEA.briefing(view), AT_SEA.seats(view), [AT_SEA.status(view)]):
        _assert_for_the_ear(lines)


@pytest.mark.parametrize("view", [islands.buying, islands.moving])
def test_every_fact_answers_in_plain_lines_on_land(view: Callable[[], Any]) -> None:
    for fact in ON_LAND.facts:
        _assert_for_the_ear(_told(ON_LAND, fact, view()))
    for lines in (ON_LAND.asked(view()), ON_LAND.briefing(view()), ON_LAND.seats(view()), [ON_LAND.status(view())]):
        _assert_for_the_ear(lines)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("fleet 1", "Fleet 1, Q28, intercept: Inflexible (leader), Indefatigable. Due: slot 7."),
        ("ship inflexible", "Boxes: hull 7 of 9, primary 5 of 6, secondary 3, torpedo mounts 1."),
        ("ship Defence", "Leader aboard: Troubridge."),
        ("zone r32", "R32 coast, Messina (neutral, minor port). A: Central Powers, since turn 4."),
        ("sightings", "Counter B: T40, Central Powers, seen turns 2 to 3, fought with Breslau."),
        ("chart R32", "Row R: R29, R30, R31, R32 Messina counter A, R33, R34, R35."),
        ("way Q31 to R32", "2 zones: Q32/R32."),
        ("ports", "Malta, V30: own, major."),
        ("mines", "Merchants in T40: 1."),
        ("log 1", "Fleet 1 sights enemy B off Q28: die 6, contact, surprise (5.41)."),
    ],
)
def test_a_fact_of_the_chart_is_told_by_its_word(said: str, told: str) -> None:
    fact, rest = AT_SEA.find(said)
    assert isinstance(fact, Fact)
    assert told in fact.tell(samples.goeben(), rest)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("board", "Group 1, F5, speed 2, fleet 1, may move: Inflexible (leader), Indefatigable."),
        ("board", "Central Powers in H5, 2 hexes NE and SE of group 1: c3 Goeben BC, c7 Torpedo boats #1 TB."),
        ("board", "Central Powers in L4, 5 hexes SE and NE of group 1, face down: c1, c2, c9."),
        ("board", "Breslau: last seen in L4, round 1, step 4."),
        ("stack group 2", "Group 2, speed 2: Gloucester (tertiary 3 dice to 1, torpedoes 1 dice to 1)."),
        (
            "ship goeben",
            "Goeben, Central Powers, BC: speed 2, hull 12, primary 6, secondary 3, tertiary 4, torpedo mounts 1.",
        ),
    ],
)
def test_a_fact_of_the_board_is_told_by_its_word(said: str, told: str) -> None:
    fact, rest = AT_SEA.find(said)
    assert isinstance(fact, Fact)
    assert told in fact.tell(board_samples.moving(), rest)


def test_what_the_enemy_does_on_the_board_is_told_as_it_happens() -> None:
    before = board_samples.moving()
    stacks = {"CP": {"1,-2": stack_of(["c3", "c7"], True), "4,-2": stack_of(["c1", "c2", "c9"], False)}}
    moved = board_samples.battle(stacks=stacks)
    assert AT_SEA.stirred(before, moved) == [
        "Central Powers in H4, 2 hexes NE of group 1: c3 Goeben BC, c7 Torpedo boats #1 TB.",
        "Central Powers: nothing now in H5.",
    ]
    known = board_samples.battle(known={**board_samples.BOARD.known, "c1": "breslau"})
    assert AT_SEA.stirred(before, known) == [
        "Central Powers in L4, 5 hexes SE and NE of group 1, face down: c1 Breslau CL, c2, c9."
    ]
    assert AT_SEA.stirred(before, before) == []
    assert AT_SEA.stirred(samples.goeben(), before) == [], "a battle that begins is told by the log"


def test_a_board_with_six_open_sides_has_no_land() -> None:
    fact, _ = AT_SEA.find("board")
    assert isinstance(fact, Fact)
    every = {**board_samples.ZONES, "SE": "R28"}
    [sides] = [one for one in fact.tell(board_samples.battle(zones=every), "") if one.startswith("Sides: ")]
    assert sides.endswith("SE to R28.")
    [sides] = [one for one in fact.tell(board_samples.moving(), "") if one.startswith("Sides: ")]
    assert sides.endswith("the rest is land.")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("spaces mine", "Marran Hills, Marran, value 3: Marran 2 infantry."),
        ("types tank", "tank: costs 5, attack 3, defence 3, move 2; blitzes."),
        ("units port marran", "tank-1: Marran, 2 of 2 movement left."),
        ("space strait", "Nothing stands here."),
        ("money", "Marran, in turn: money 10, income 9."),
        ("cities", "West: 2 cities, wins with 4."),
        ("moves", "No moves yet."),
        ("purchase", "Port Marran brings forth 6."),
    ],
)
def test_a_fact_on_land_is_told_by_its_word(said: str, told: str) -> None:
    fact, rest = ON_LAND.find(said)
    assert isinstance(fact, Fact)
    assert told in fact.tell(islands.moving(), rest)


@pytest.mark.parametrize("system", [AT_SEA, ON_LAND], ids=["1914", "1942"])
def test_no_two_commands_begin_with_the_same_words_and_each_has_help(system: System[Any]) -> None:
    commands: tuple[Command[Any], ...] = (*system.orders, *system.facts)
    words = [word for command in commands for word in command.words]
    assert len(words) == len(set(words))
    for word in words:
        if word:
            assert help_about(system, word)[0]
    short = "\n".join(help_about(system, ""))
    for command in commands:
        assert command.words[0] in short
    assert len(help_about(system, "all")) > len(words) - 10


@pytest.mark.parametrize(("clause", "title"), [("5.46", "5.46: Claims."), ("5.46.2", "5.46: Claims."), ("k3.4", "K3.4: ")])
def test_a_clause_is_explained_by_its_number(clause: str, title: str) -> None:
    assert help_about(AT_SEA, clause)[0].startswith(title)


def test_what_is_neither_command_nor_clause_is_said_so() -> None:
    for what in ("zeppelins", "99.9"):
        with pytest.raises(Unclear, match="There is no command and no clause"):
            help_about(AT_SEA, what)


def test_a_word_that_is_nearly_right_is_guessed() -> None:
    with pytest.raises(Unclear, match="Did you mean sightings"):
        AT_SEA.find("sighting")

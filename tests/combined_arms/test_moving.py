"""The moves of a phase as a set: worth the same in any order, whole or step by step, given and taken back (K1.2)."""

import random
from itertools import pairwise

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from room40.combined_arms.orders import Commit, Move, TakeBack
from room40_server.rules.combined_arms import moving
from room40_server.rules.combined_arms.state import Domain, State, type_of
from room40_server.rules.game import Refused
from tests.combined_arms.kit import game, give, refusal

LINKS = "home-port home-east port-1 1-2 2-3 1-3 2-isle 3-isle 3-far east-far far-deep 3-4 4-deep"
LANDS = {
    "home": "Germans 5",
    "port": "Germans 2",
    "east": "Russians 2",
    "isle": "British 1",
    "far": "Russians 3",
    "deep": "Russians 1",
}
UNITS = {
    "home": "2 tank Germans, 1 bomber Germans, 1 fighter Germans, 2 infantry Germans",
    "port": "2 infantry Germans, 1 artillery Germans",
    "1": "2 transport Germans, 1 carrier Germans (1 fighter Germans, 1 fighter Japanese), 1 submarine Germans",
    "2": "1 cruiser Germans, 1 transport Germans (1 infantry Germans)",
    "3": "1 submarine British, 1 transport British",
    "4": "1 destroyer British",
    "isle": "1 infantry British, 1 factory British",
    "far": "1 tank Russians",
}


def war(phase: str = "combat move") -> State:
    return game(LINKS, lands=LANDS, units=UNITS, phase=phase, money={"British": 7})


def some_move(state: State, chance: random.Random) -> Move:
    """A move of one unit of the power in turn over one or two neighbouring spaces; ships to board are named."""
    unit = chance.choice([u for u in state.units.values() if u.owner == state.power])
    path = [unit.space]
    for _ in range(chance.choice((1, 1, 2))):
        path.append(chance.choice(state.setting.connections[path[-1]]))
    ships = [u.id for u in state.units.values() if u.type == "transport" and u.owner == state.power]
    loads = type_of(state, unit).domain is Domain.LAND and any(state.setting.spaces[space].water for space in path[1:])
    return Move((unit.id,), tuple(path), aboard=chance.choice(ships) if loads else None)


def some_set(seed: int, phase: str = "combat move", tries: int = 40) -> State:
    """A state with a set of moves given at random."""
    state, chance = war(phase), random.Random(seed)
    for _ in range(tries):
        try:
            state = give(state, some_move(state, chance))
        except Refused:
            continue
    return state


def outcome(state: State) -> tuple[object, ...]:
    return state.units, state.owners, state.money


FEW = settings(max_examples=15)
SEEDS = st.integers(0, 10**6)
PHASES = st.sampled_from(("combat move", "non-combat move"))


@pytest.mark.clause("K1.2")
@drawn(SEEDS, PHASES)
@FEW
def test_a_set_is_worth_the_same_in_whatever_order_its_units_are_given_theirs(seed: int, phase: str) -> None:
    state = some_set(seed, phase)
    chance = random.Random(seed + 1)
    orders = [given for _, given in sorted(state.given.items())]
    shuffled = chance.sample(orders, len(orders))
    own = {units: iter([g for g in orders if g.order.units == units]) for units in {g.order.units for g in orders}}
    again = moving.replay(state, {n: next(own[given.order.units]) for n, given in enumerate(shuffled, 1)})
    assert outcome(again) == outcome(state)


@pytest.mark.clause("K1.2")
@drawn(SEEDS, PHASES)
@FEW
def test_two_one_step_orders_are_worth_one_two_step_order(seed: int, phase: str) -> None:
    state = some_set(seed, phase)
    orders = [given for _, given in sorted(state.given.items())]
    legs = [replace(g, order=replace(g.order, path=leg)) for g in orders for leg in pairwise(g.order.path)]
    again = moving.replay(state, dict(enumerate(legs, 1)))
    assert outcome(again) == outcome(state)


@pytest.mark.clause("K1.2")
@drawn(SEEDS, PHASES)
@FEW
def test_taking_moves_back_leaves_exactly_what_the_others_imply(seed: int, phase: str) -> None:
    state, chance = some_set(seed, phase), random.Random(seed + 2)
    while state.given:
        number = chance.choice(sorted(state.given))
        rest = {n: given for n, given in state.given.items() if n != number}
        try:
            state = give(state, TakeBack(number))
        except moving.Impossible:
            raise AssertionError("a refusal of the rules, not of the taking back") from None
        except Refused as refused:
            needed_by = (refused.clause, int(refused.about) in rest)
        else:
            fresh = war(phase)
            for _, given in sorted(rest.items()):
                fresh = give(fresh, given.order)
            assert outcome(fresh) == outcome(state)
            continue
        assert needed_by == ("K1.2", True)
    assert outcome(state) == outcome(war(phase))


@pytest.mark.clause("K1.2")
@drawn(SEEDS, PHASES)
@FEW
def test_no_move_makes_or_loses_a_unit_or_spends_more_than_there_is(seed: int, phase: str) -> None:
    before, state = war(phase), some_set(seed, phase)
    assert before.units.keys() == state.units.keys()
    assert sum(before.money.values()) == sum(state.money.values())
    for unit in state.units.values():
        assert unit.used <= type_of(state, unit).move
        if unit.aboard:
            assert state.units[unit.aboard].space == unit.space
        assert unit.type in ("industrial-complex",) or unit.owner == before.units[unit.id].owner


@pytest.mark.clause("K1.2")
def test_a_refused_move_changes_nothing_and_takes_no_number() -> None:
    state = give(war(), Move(("tank-1",), ("home", "east")))
    refusal(state, Move(("tank-2",), ("home", "nowhere")))
    state = give(state, Move(("tank-2",), ("home", "east", "far")))
    assert sorted(state.given) == [1, 2]


@pytest.mark.clause("K1.2")
def test_the_number_of_a_move_that_was_taken_back_is_not_given_again() -> None:
    state = give(war(), Move(("tank-1",), ("home", "east")), TakeBack(1), Move(("tank-1",), ("home", "east")))
    assert sorted(state.given) == [2]


@pytest.mark.clause("K3.8", "C5.3")
def test_nobody_moves_what_is_not_his() -> None:
    assert refusal(war(), Move(("fighter-3",), ("1", "2"))).clause == "K3.8"
    assert refusal(war(), Move(("destroyer-1",), ("4", "3"))).clause == "K3.8"
    assert refusal(war(), Move(("nobody",), ("4", "3"))).clause == "K3.8"


@pytest.mark.clause("K1.2")
def test_moves_are_told_when_the_phase_is_complete_and_not_before() -> None:
    state = give(war(), Move(("tank-1",), ("home", "east")))
    assert state.log == war().log
    told = [event.text for event in moving.carry_out(state).log.values()]
    assert told == ["Germany: 1 tank home – east.", "Germany takes east."]
    assert state.owners["east"] == "germans"


@pytest.mark.clause("K1.2")
def test_a_unit_named_twice_moves_once() -> None:
    assert give(war(), Move(("tank-1", "tank-1"), ("home", "east"))).units["tank-1"].used == 1


@pytest.mark.clause("K1")
def test_without_moves_the_phase_passes() -> None:
    assert give(war(), Commit()).phase == "non-combat move"

"""Who sees what: the board is open, an unfinished phase is not (K1.2)."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40.protocol import codec
from room40.protocol.mergepatch import to_tree
from room40.protocol.messages import MAX_FRAME_DOWN, Snapshot
from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.combined_arms.views import view
from room40_server.rules.dice import OutOfDice, SeededDice
from room40_server.rules.game import PUBLIC, Refused
from tests.combined_arms.fights import came, fight
from tests.combined_arms.kit import GAME, game, give, refusal

SECRET = (Phase.PURCHASE, Phase.COMBAT_MOVE, Phase.NONCOMBAT_MOVE, Phase.MOBILISE)
MINE, ALLY, ENEMY = "germans", "japanese", "british"


def war(phase: Phase, allies_see: bool = True) -> State:
    """Germany beside an empty British capital, with ships, aircraft, cargo, damage and something bought."""
    bought = {"infantry": 3, "submarine": 2, "carrier": 1} if phase is Phase.MOBILISE else {}
    return game(
        "5-6 6-7 6-isle home-isle home-rock 7-rock 6-home",
        lands={"home": "Germans 9 capital", "isle": "British 4 capital", "rock": "Americans 2"},
        units={
            "home": "2 tank Germans, 2 infantry Germans, 1 fighter Germans, 1 bomber Germans, 1 industrial-complex Germans",
            "isle": "1 anti-aircraft-gun British, 1 industrial-complex British",
            "rock": "1 infantry Americans",
            "6": "2 transport Germans (1 infantry), 1 destroyer Germans, 1 carrier Germans (1 fighter)",
            "7": "1 transport British, 1 submarine British",
        },
        phase=phase.value,
        money={"Germans": 40, "British": 13},
        damage={"home": 3},
        purchases=bought,
        setting={"allies_see": allies_see},
    )


def an_order(state: State, chance: random.Random) -> o.Order:
    """Some order of the phase, legal or not."""
    if state.phase is Phase.PURCHASE:
        types = chance.sample(sorted(state.setting.types), 3)
        return chance.choice((o.Buy({key: chance.randint(0, 2) for key in types}), o.Repair({"home": chance.randint(0, 3)})))
    if state.phase is Phase.MOBILISE:
        key = chance.choice(sorted(state.purchases))
        return o.Place(chance.choice(("home", "6", "isle")), {key: chance.randint(1, 2)})
    if state.phase is Phase.COMBAT_MOVE and chance.random() < 0.15:
        return o.Engage("7", chance.random() < 0.5)
    if state.given and chance.random() < 0.2:
        return o.TakeBack(chance.choice(sorted(state.given)))
    unit = chance.choice([u for _, u in sorted(state.units.items()) if u.owner == MINE])
    path = [unit.space]
    for _ in range(chance.randint(1, 3)):
        path.append(chance.choice(state.setting.connections[path[-1]]))
    return o.Move((unit.id,), tuple(path))


def carried_out(state: State, chance: random.Random, tries: int = 40) -> Iterator[State]:
    """The states after each order of an unfinished phase that is not refused."""
    for _ in range(tries):
        try:
            state = give(state, an_order(state, chance), by=MINE)
        except Refused:
            continue
        yield state


def seen(state: State, viewpoint: str) -> bytes:
    return msgspec.msgpack.encode(view(state, viewpoint))


@pytest.mark.clause("K1.2")
@pytest.mark.parametrize("phase", SECRET)
@pytest.mark.parametrize("allies_see", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_twins_that_differ_only_in_an_unfinished_phase_look_the_same_to_others(
    phase: Phase, allies_see: bool, seed: int
) -> None:
    before = war(phase, allies_see)
    outside = [PUBLIC, ENEMY, "americans", "russians", *([] if allies_see else [ALLY])]
    told = {viewpoint: seen(before, viewpoint) for viewpoint in outside}
    states = list(carried_out(before, random.Random(seed)))
    assert len(states) > 4
    if phase in (Phase.COMBAT_MOVE, Phase.NONCOMBAT_MOVE):
        flights = [move for move in AIR if can(before, move)]
        states += [give(before, move, by=MINE) for move in flights]
        assert all(view(state, MINE).plan.landing for state in states[-len(flights) :])
    assert len({seen(state, MINE) for state in states}) > 2
    for state in states:
        assert {viewpoint: seen(state, viewpoint) for viewpoint in outside} == told


@pytest.mark.clause("K1.2")
@pytest.mark.parametrize("phase", SECRET)
@pytest.mark.parametrize("seed", range(6))
def test_what_was_taken_back_or_replaced_leaves_no_trace_when_the_phase_is_complete(phase: Phase, seed: int) -> None:
    before = war(phase)
    meant = list(orders_carried_out(before, random.Random(seed)))
    changed = before
    for order in orders_carried_out(before, random.Random(seed + 100)):
        changed = give(changed, order, by=MINE)
    assert changed != before
    for number in sorted(changed.given, reverse=True):
        changed = give(changed, o.TakeBack(number), by=MINE)
    undone = [o.Buy({}), o.Repair({})] if phase is Phase.PURCHASE else [o.Place(s, {}) for s in changed.placements]
    changed = give(changed, *undone, by=MINE)
    ends = [complete(give(state, *meant, by=MINE)) for state in (before, changed)]
    for viewpoint in (*before.setting.seats, PUBLIC):
        first, second = (seen(state, viewpoint) for state in ends)
        assert first == second


def orders_carried_out(state: State, chance: random.Random) -> Iterator[o.Order]:
    """Orders of an unfinished phase that are not refused, none of them withdrawn; what may not be withdrawn is left out."""
    for _ in range(25):
        order = an_order(state, chance)
        if isinstance(order, o.TakeBack | o.Engage) or not can(state, order):
            continue
        state = give(state, order, by=MINE)
        yield order


def complete(state: State) -> State:
    """The phase committed, without those of its moves that stand in the way."""
    while not can(state, o.Commit()):
        state = give(state, o.TakeBack(max(state.given)), by=MINE)
    return GAME.submit(state, MINE, o.Commit(), SeededDice(bytes(32)))


AIR = (o.Move(("bomber-1",), ("home", "6")), o.Move(("fighter-1",), ("home", "6")))


def can(state: State, order: o.Move) -> bool:
    """Whether an order is accepted."""
    try:
        give(state, order, by=MINE)
    except Refused:
        return False
    except OutOfDice:  # it was accepted, and battles follow
        return True
    return True


@pytest.mark.clause("K3.4")
def test_the_plan_says_where_what_is_in_the_air_is_to_land() -> None:
    state = game(
        "5-6 6-7 7-8 6-home",
        lands={"home": "Germans 5"},
        units={"home": "1 bomber Germans, 2 fighter Germans", "6": "1 carrier Germans, 1 carrier Japanese (1 fighter)"},
        setting={"allies_see": True},
    )
    assert view(state, MINE).plan.landing == {}
    state = give(state, o.Move(("bomber-1", "fighter-1"), ("home", "6", "7")))
    assert view(state, MINE).plan.landing == {"bomber-1": "home", "fighter-1": "home"}
    state = give(state, o.Move(("fighter-2",), ("home", "6", "7", "8")))
    plan = view(state, MINE).plan
    assert plan.landing["fighter-2"] == "7"
    assert plan.carriers == {"carrier-1": "7"}
    assert view(state, ALLY).plan == plan
    assert view(state, ENEMY).plan == view(state, PUBLIC).plan == view(war(Phase.COMBAT), PUBLIC).plan


@pytest.mark.clause("K3.4")
def test_no_carrier_moves_for_the_plan_that_need_not() -> None:
    state = game(
        "5-6 6-7 7-8",
        units={"6": "2 carrier Germans (1 fighter), 1 carrier Germans", "7": "1 carrier Germans (2 fighter)"},
    )
    assert view(state, MINE).plan.carriers == {}
    state = give(state, o.Move(("fighter-1",), ("6", "7", "8")))
    plan = view(state, MINE).plan
    assert plan.landing == {"fighter-1": "6"}
    assert plan.carriers == {}


@pytest.mark.clause("K3.4")
def test_of_several_carriers_that_could_come_only_as_many_do_as_are_needed() -> None:
    state = game(
        "4-5 5-6 6-7 7-8 8-9 9-10",
        units={"6": "3 carrier Germans (1 fighter)", "5": "1 carrier Germans"},
    )
    state = give(state, o.Move(("fighter-1", "fighter-2", "fighter-3"), ("6", "7", "8", "9")))
    plan = view(state, MINE).plan
    assert plan.landing == {"fighter-1": "8", "fighter-2": "8", "fighter-3": "8"}
    assert list(plan.carriers.values()) == ["8", "8"]


@pytest.mark.clause("K3.4")
def test_what_cannot_get_home_is_in_no_landing_plan_and_is_named_as_missing() -> None:
    state = game("home-5 5-6 6-7", lands={"home": "Germans 5"}, units={"home": "1 fighter Germans, 1 bomber Germans"})
    state = give(state, o.Move(("fighter-1", "bomber-1"), ("home", "5", "6", "7")))
    seen = view(state, MINE)
    assert seen.plan.landing == {"bomber-1": "home"}
    assert len(seen.ask.missing) == 1
    assert "fighter-1" in seen.ask.missing[0]


@pytest.mark.clause("K1.2")
def test_a_capital_taken_by_a_move_not_yet_committed_changes_nothing_for_others() -> None:
    before = war(Phase.COMBAT_MOVE)
    state = give(before, o.Move(("tank-1",), ("home", "isle")))
    assert (state.owners["isle"], state.money["germans"]) == ("germans", 53)
    for viewpoint in (ENEMY, PUBLIC):
        there = view(state, viewpoint)
        assert there.units["tank-1"].space == "home"
        assert there.units["anti-aircraft-gun-1"].owner == ENEMY
        assert there.owners["isle"] == ENEMY
        assert there.money == {**before.money}
        assert there.plan.moves == {}
    mine = view(state, MINE)
    assert mine.units["tank-1"].space == "isle"
    assert mine.plan.moves["1"].path == ["home", "isle"]


@pytest.mark.clause("K1.2")
@pytest.mark.parametrize("phase", SECRET)
def test_allies_see_an_unfinished_phase_if_the_table_says_so(phase: Phase) -> None:
    for allies_see in (True, False):
        before = war(phase, allies_see)
        states = [*carried_out(before, random.Random(1))]
        state = next(state for state in states if view(state, MINE).plan != view(before, MINE).plan)
        mine, allied = view(state, MINE), view(state, ALLY)
        assert (allied.plan == mine.plan) is allies_see
        assert allied.ask.kind == ""


@pytest.mark.clause("K1.2")
def test_once_a_phase_is_committed_all_see_what_it_has_brought() -> None:
    state = give(war(Phase.PURCHASE), o.Buy({"infantry": 2}), o.Repair({"home": 1}))
    assert view(state, MINE).plan.purchases == {"infantry": 2}
    assert view(state, PUBLIC).bought == {}
    state = give(state, o.Commit())
    assert view(state, PUBLIC).bought == {"infantry": 2}
    assert view(state, PUBLIC).damage == {"home": 2}
    state = give(state, o.Move(("tank-1",), ("home", "isle")), o.Commit())
    public = view(state, PUBLIC)
    assert public.units["tank-1"].space == "isle"
    assert public.owners["isle"] == MINE
    assert public.held["isle"] == ENEMY
    assert public.phase == "non-combat move"
    assert "Germany: 1 tank home – isle." in [event.text for event in public.log.values()]


def test_of_a_very_long_log_the_newest_lines_are_shown_and_a_view_still_fits_into_a_frame() -> None:
    state = war(Phase.PURCHASE)
    for number in range(1, 4101):
        state = news.tell(state, "K5.4", "home", f"The attacker fires: 3 infantry at 1: 6 6 1. 1 hit. {number}")
    shown = view(state, PUBLIC)
    assert list(shown.log) == [str(number) for number in range(101, 4101)]
    assert len(codec.encode(Snapshot(to_tree(shown), 1))) < MAX_FRAME_DOWN * 2 // 3
    assert view(replace(state, log=dict(reversed(state.log.items()))), PUBLIC) == shown
    told = news.tell(state, "K5.4", "home", "One more.")
    assert view(told, PUBLIC).log == view(told, MINE).log
    assert view(told, MINE).log["4101"].text == "One more."


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        assert all(isinstance(key, str) for key in value)
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part)
    else:
        yield value


@pytest.mark.clause("K1.2")
@pytest.mark.parametrize("phase", SECRET)
def test_a_view_has_no_nulls_and_reads_back_as_itself(phase: Phase) -> None:
    for state in carried_out(war(phase), random.Random(2)):
        for viewpoint in (MINE, PUBLIC):
            made = view(state, viewpoint)
            tree = msgspec.to_builtins(made)
            assert None not in list(leaves(tree))
            assert msgspec.convert(tree, View) == made


@pytest.mark.clause("K5.5", "K5.8")
def test_in_a_battle_only_the_seat_that_is_asked_is_told_its_choices() -> None:
    state = fight(
        "home-front", 3, 1, 2, 5,
        lands={"home": "Germans 2", "front": "British 3"},
        units={"front": "1 tank Germans, 1 infantry Germans, 1 infantry British, 1 artillery British"},
        fields=came("tank-1", "home") | came("infantry-1", "home"),
    )  # fmt: skip
    asked = next(iter(state.asked))
    assert view(state, PUBLIC).waiting == state.asked
    ask = view(state, asked).ask
    assert (ask.kind, ask.clause, ask.battle) == ("casualties", "K5.5", "land front")
    assert ask.number == len(ask.suggestion) > 0
    assert set(ask.suggestion) <= set(ask.choices)
    assert view(state, PUBLIC).ask.kind == ""
    other = next(seat for seat in (MINE, ENEMY) if seat != asked)
    assert view(state, other).ask.choices == []
    assert view(state, PUBLIC).battles["land front"].rolls == view(state, asked).battles["land front"].rolls != []


@pytest.mark.clause("K5.8", "K5.11")
def test_who_may_retreat_or_choose_a_battle_is_told_where() -> None:
    state = fight(
        "home-front home-rock",
        lands={"home": "Germans 2", "front": "British 3", "rock": "British 1"},
        units={"front": "1 tank Germans, 1 infantry British", "rock": "1 infantry Germans, 1 infantry British"},
        fields=came("tank-1", "home") | came("infantry-2", "home"),
    )  # fmt: skip
    assert view(state, MINE).ask.choices == ["front", "rock"]
    state = give(state, o.ChooseBattle("front"), pips=(6, 6))
    ask = view(state, MINE).ask
    assert (ask.kind, ask.choices) == ("press or retreat", ["home"])


@pytest.mark.clause("K3.4")
def test_what_stands_in_the_way_of_the_commit_is_told_to_the_seat_in_turn_alone() -> None:
    state = war(Phase.COMBAT_MOVE)
    assert view(state, MINE).ask.missing == []
    state = give(state, o.Move(("infantry-1",), ("home", "6")))
    missing = view(state, MINE).ask.missing
    assert missing == [str(refusal(state, o.Commit()).sentence)]
    assert view(state, ALLY).ask.missing == view(state, PUBLIC).ask.missing == []

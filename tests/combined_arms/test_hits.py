"""Who takes the hits (K5.5, K5.6, K6.3)."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.protocol import codec
from room40_server.rules.combined_arms import hits
from room40_server.rules.combined_arms.fighting import ATTACKER, DEFENDER, put
from room40_server.rules.combined_arms.state import Battle, State
from room40_server.rules.game import Refused
from tests.combined_arms.fights import came, fight, kinds
from tests.combined_arms.kit import game, give, inside, refusal


def defending(units: str, **scored: int) -> State:
    """A sea battle in which defenders are to take these hits."""
    state = game("6-7", units={"6": units}, phase="combat")
    battle = Battle("6", "sea", "germans", defenders=tuple(state.units))
    return put(replace(state, battles={"sea 6": battle}, current="sea 6"), hits={DEFENDER: scored})


@pytest.mark.clause("K5.5", "K6.3")
def test_the_greatest_possible_number_of_hits_finds_a_target() -> None:
    state = fight(
        "57-58", turn="Americans",
        units={"57": "2 bomber Americans, 1 cruiser Americans, 1 cruiser Japanese, 2 submarine Japanese"},
        fields=came("cruiser-1", "58"),
    )  # fmt: skip
    state = give(state, o.Submerge(), by="japanese", pips=(6, 6, 1, 1, 1, 6))
    assert inside(state, "57") == ["1 cruiser Americans", "1 submarine Japanese", "2 bomber Americans"]


@pytest.mark.clause("K5.5", "K6.3")
def test_a_hit_that_has_another_target_may_not_be_spent_where_it_wastes_one() -> None:
    state = defending("1 cruiser British, 2 submarine British", aircraft=2, any=1)
    assert hits.due(state, DEFENDER) == 2
    hits.check(state, DEFENDER, ("cruiser-1", "submarine-2"))
    for wrong in (("cruiser-1",), ("submarine-1", "submarine-2"), ("cruiser-1", "cruiser-1")):
        with pytest.raises(Refused):
            hits.check(state, DEFENDER, wrong)
    assert not hits.is_choice(state, DEFENDER)


@pytest.mark.clause("K5.5")
def test_a_battle_may_cost_more_units_than_one_order_moves() -> None:
    state = fight(
        "home-front", *[1] * 150,
        lands={"home": "Germans 2", "front": "British 3"},
        units={"front": "150 infantry Germans, 200 infantry British, 50 artillery British"},
        fields=came("infantry-1", "home"),
    )  # fmt: skip
    assert (state.asked, hits.due(state, DEFENDER)) == ({"british": "casualties"}, 150)
    order = codec.shape_any(codec.unpack(codec.encode(o.Casualties(hits.suggestion(state, DEFENDER)))), o.Order)
    after = give(state, order, pips=(6,) * 250)
    assert inside(after, "front") == ["150 infantry Germans", "50 artillery British", "50 infantry British"]


@pytest.mark.clause("K5.5")
def test_a_battleships_first_hit_is_taken_at_will() -> None:
    state = defending("1 battleship British, 1 destroyer British", any=1)
    assert hits.is_choice(state, DEFENDER)
    hits.check(state, DEFENDER, ("battleship-1",))
    hits.check(state, DEFENDER, ("destroyer-1",))
    state = defending("1 battleship British, 1 destroyer British", any=2)
    hits.check(state, DEFENDER, ("battleship-1", "battleship-1"))
    assert hits.suggestion(state, DEFENDER) == ("battleship-1", "destroyer-1")


@pytest.mark.clause("K5.5")
def test_two_hits_on_two_battleships_are_a_choice_one_hit_on_one_of_two_is_none() -> None:
    assert hits.is_choice(defending("2 battleship British", any=2), DEFENDER)
    assert not hits.is_choice(defending("2 battleship British", any=1), DEFENDER)
    assert not hits.is_choice(defending("1 battleship British", any=1), DEFENDER)


@pytest.mark.clause("K5.5")
def test_a_battleship_is_repaired_when_the_battle_is_over() -> None:
    state = fight("6-7", 1, 6, 6, 3, 1, units={"6": "1 battleship Germans, 1 cruiser British, 1 destroyer British"})
    state = give(state, o.Casualties(("destroyer-1",)), by="british", pips=(3, 6, 1, 6))
    assert inside(state, "6") == ["1 battleship Germans"]
    assert state.units["battleship-1"].damage == 0


@pytest.mark.clause("K5.6")
def test_transports_are_chosen_last() -> None:
    state = defending("1 transport British, 1 destroyer British", any=1)
    assert not hits.is_choice(state, DEFENDER)
    with pytest.raises(Refused, match=r"K5\.6"):
        hits.check(state, DEFENDER, ("transport-1",))


@pytest.mark.clause("K5.6", "K6.3")
def test_a_submarines_hit_falls_on_a_transport_if_only_aircraft_are_beside_it() -> None:
    state = defending("1 fighter British, 1 transport British", submarine=1)
    hits.check(state, DEFENDER, ("transport-1",))


@pytest.mark.clause("K5.5")
def test_the_owner_chooses_between_units_from_the_sea_and_over_land() -> None:
    state = fight(
        "home-front 7-front", 6, 6, 6, 6, 2, 2,
        turn="British",
        lands={"home": "British 1", "front": "Germans 6"},
        units={"home": "", "front": "2 infantry British, 2 infantry Germans", "7": "1 transport British (2 infantry)"},
        fields=came("infantry-1", "home") | came("infantry-2", "home")
        | {i: {"assault": "front", "moved_in": "combat move"} for i in ("infantry-5", "infantry-6")},
    )  # fmt: skip
    assert state.asked == {"british": "casualties"}
    for chosen in (("infantry-1", "infantry-2"), ("infantry-1", "infantry-5"), ("infantry-5", "infantry-6")):
        after = give(state, o.Casualties(chosen), pips=(1, 1, 6, 6))
        assert not set(chosen) & set(after.units)


@pytest.mark.clause("K5.5")
def test_casualties_are_refused_that_are_somebody_elses_too_few_or_twice() -> None:
    state = fight(
        "home-front", 1, 6, lands={"home": "Germans 1", "front": "British 1"},
        units={"front": "2 tank Germans, 1 infantry British, 1 tank British"}, fields=came("tank-1", "home"),
    )  # fmt: skip
    assert state.asked == {"british": "casualties"}
    assert "no unit of yours" in refusal(state, o.Casualties(("tank-1",)), by="british").sentence
    assert "you chose 2" in refusal(state, o.Casualties(("infantry-1", "tank-3")), by="british").sentence
    assert "1 hits at most" in refusal(state, o.Casualties(("tank-3", "tank-3")), by="british").sentence


@pytest.mark.clause("K5.1", "K5.5")
def test_defenders_of_several_powers_fight_together_and_the_holder_chooses() -> None:
    state = fight(
        "home-front", 1, 6, lands={"home": "Germans 1", "front": "British 1"},
        units={"front": "2 tank Germans, 1 infantry British, 3 infantry Americans"}, fields=came("tank-1", "home"),
    )  # fmt: skip
    assert state.asked == {"british": "casualties"}
    state = give(state, o.Casualties(("infantry-2",)), pips=(6, 6, 6, 6))
    assert "3 infantry" not in " ".join(inside(state, "front")[:1])
    assert "infantry-2" not in state.units


CLASSES = {"fighter": "air", "submarine": "sub", "cruiser": "other", "transport": "other"}
REACH = {"any": {"air", "sub", "other"}, "submarine": {"sub", "other"}, "aircraft": {"air", "other"}}


def brute(units: dict[str, str], scored: dict[str, int]) -> set[tuple[str, ...]]:
    """All legal choices, found by trying every target for every hit."""
    every = [kind for kind, number in scored.items() for _ in range(number)]
    options = [[None, *(u for u, key in units.items() if CLASSES[key] in REACH[kind])] for kind in every]
    found: set[tuple[str, ...]] = set()
    for assigned in product(*options):
        taken = [unit for unit in assigned if unit]
        if len(taken) == len(set(taken)):
            found.add(tuple(sorted(taken)))
    most = max(map(len, found))
    full = {taken for taken in found if len(taken) == most}
    fewest = min(sum(units[u] == "transport" for u in taken) for taken in full)
    return {taken for taken in full if sum(units[u] == "transport" for u in taken) == fewest}


@pytest.mark.clause("K5.5", "K6.3")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(CLASSES)), min_size=1, max_size=4),
    st.fixed_dictionaries({"any": st.integers(0, 2), "submarine": st.integers(0, 2), "aircraft": st.integers(0, 1)}),
)
def test_what_may_be_chosen_is_what_trying_everything_finds(types: list[str], scored: dict[str, int]) -> None:
    state = defending(", ".join(f"1 {key} British" for key in types), **scored)
    units = {unit.id: unit.type for unit in state.units.values()}
    legal = brute(units, scored)
    assert tuple(sorted(hits.suggestion(state, DEFENDER))) in legal
    assert hits.is_choice(state, DEFENDER) == (len({tuple(sorted(units[u] for u in taken)) for taken in legal}) > 1)
    for size in range(len(units) + 1):
        for chosen in combinations(sorted(units), size):
            try:
                hits.check(state, DEFENDER, chosen)
                allowed = True
            except Refused:
                allowed = False
            assert allowed == (chosen in legal), chosen
    assert Counter(hits.suggestion(state, ATTACKER)) == Counter()


@pytest.mark.clause("K5.5")
def test_there_is_no_question_where_all_are_hit() -> None:
    state = fight("6-7", 1, 1, 6, 6, units={"6": "2 destroyer Germans, 1 destroyer British, 1 cruiser British"})
    assert "casualties" not in kinds(state)

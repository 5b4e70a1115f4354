"""A round of battle, its dice and its end (K5.4, K5.6, K5.7)."""

import pytest

from room40.combined_arms import orders as o
from tests.combined_arms.fights import came, fight, kinds, thrown, told
from tests.combined_arms.kit import give, inside, refusal

LAND = {"home": "Germans 2", "front": "British 3"}


@pytest.mark.clause("K5.4")
def test_the_attacker_fires_the_marked_fire_back_then_all_casualties_go_together() -> None:
    state = fight(
        "home-front", 3, 1, 2, 5,
        lands=LAND, units={"front": "1 tank Germans, 1 infantry British, 1 artillery British"},
        fields=came("tank-1", "home"),
    )  # fmt: skip
    assert kinds(state) == ["casualties"]
    state = give(state, o.Casualties(("infantry-1",)), pips=(1, 6))
    assert inside(state, "front") == ["1 artillery British"]
    assert "The defender fires: 1 infantry at 2: 1; 1 artillery at 2: 6. 1 hit." in told(state)


@pytest.mark.clause("K2", "K5.4")
def test_an_artillery_supports_one_infantry_which_then_hits_at_2() -> None:
    state = fight(
        "home-front", 2, 2, 2, 6,
        lands=LAND, units={"front": "2 infantry Germans, 1 artillery Germans, 1 infantry British"},
        fields=came("infantry-1", "home") | came("infantry-2", "home") | came("artillery-1", "home"),
    )  # fmt: skip
    assert "The attacker fires: 1 infantry at 2: 2; 1 infantry at 1: 2; 1 artillery at 2: 2. 2 hits." in told(state)
    assert inside(state, "front") == ["1 artillery Germans", "2 infantry Germans"]


@pytest.mark.clause("K5.4")
def test_a_battle_lasts_as_many_rounds_as_it_takes_and_the_attacker_is_asked_between_them() -> None:
    state = fight(
        "home-front", 6, 6, lands=LAND, units={"front": "1 tank Germans, 1 infantry British"}, fields=came("tank-1", "home")
    )
    assert kinds(state) == ["press or retreat"]
    state = give(state, o.Press(), pips=(1, 6))
    assert state.battles["land front"].round == 2
    assert state.owners["front"] == "germans"


@pytest.mark.clause("K5.4")
def test_who_has_nowhere_to_go_is_not_asked_whether_he_presses_on() -> None:
    state = fight("6-7", 6, 6, 1, 6, units={"6": "1 cruiser Germans, 1 cruiser British"})
    assert state.asked == {"germans": "non-combat move"}
    assert inside(state, "6") == ["1 cruiser Germans"]


@pytest.mark.clause("K5.6")
def test_no_retreat_is_offered_from_defenceless_transports() -> None:
    state = fight(
        "6-7", 1, 6, 6,
        units={"6": "2 submarine Germans, 1 destroyer British, 1 transport British (1 tank)"},
        fields=came("submarine-1", "7") | came("submarine-2", "7"),
    )  # fmt: skip
    assert inside(state, "6") == ["2 submarine Germans"]
    assert "United Kingdom loses 1 tank and 1 transport." in told(state)
    assert kinds(state) == ["non-combat move"]


@pytest.mark.clause("K5.6")
def test_transports_alone_are_sunk_without_a_die_by_aircraft_that_killed_their_escort() -> None:
    state = fight(
        "5-6", 1, 6, 6, 6,
        turn="British",
        units={"5": "2 fighter British, 1 bomber British, 1 destroyer Germans, 1 transport Germans"},
    )  # fmt: skip
    assert inside(state, "5") == ["1 bomber British", "2 fighter British"]
    assert kinds(state) == ["non-combat move"]


@pytest.mark.clause("K5.6", "K6.2")
def test_transports_alone_from_the_first_are_sunk_before_anybody_is_asked_to_submerge() -> None:
    state = fight("6-7", units={"6": "1 submarine Germans, 2 transport British"}, engage={"6": True})
    assert inside(state, "6") == ["1 submarine Germans"]


TRANSPORTS = {
    "turn": "Americans",
    "units": {"45": "1 transport Americans, 1 submarine Americans, 1 transport Japanese, 1 destroyer Japanese"},
    "fields": came("transport-1", "44") | came("submarine-1", "44"),
}


@pytest.mark.clause("K5.6", "K5.8")
@pytest.mark.parametrize("order, where", [(o.Press(), "45"), (o.Retreat("44"), "44")])
def test_with_only_transports_left_on_both_sides_the_attacker_stays_or_retreats(order: o.Order, where: str) -> None:
    state = fight("44-45", 1, 1, **TRANSPORTS)
    assert kinds(state) == ["press or retreat"]
    state = give(state, order)
    assert state.units["transport-1"].space == where
    assert "transport-2" in state.units
    assert state.phase == "non-combat move"


@pytest.mark.clause("K5.7")
def test_a_battle_ends_when_neither_side_can_hit_the_other() -> None:
    state = fight(
        "6-7", 1, 6, units={"6": "1 submarine Germans, 1 carrier British (1 fighter)", "7": ""}, engage={"6": True}
    )
    state = give(state, o.Submerge(), pips=(1,))
    assert "Neither side can hit the other in 6; the battle is over." in told(state)


@pytest.mark.clause("K5.7")
def test_aircraft_without_a_destroyer_cannot_hit_submarines_so_there_is_no_battle_to_fight() -> None:
    state = fight("6-7", units={"6": "1 fighter Germans, 1 submarine British"}, engage={"6": True})
    assert told(state)[1:] == ["Neither side can hit the other in 6; the battle is over."]


@pytest.mark.clause("K5.6")
def test_attacking_transports_alone_are_shot_at_and_may_retreat_after_a_round() -> None:
    state = fight(
        "6-7", 6, 6, 6,
        units={"6": "2 transport Germans, 1 destroyer British"}, fields=came("transport-1", "7"),
    )  # fmt: skip
    assert thrown(state, "sea 6") == [("defender fires destroyer", (6,))]
    assert kinds(state) == ["press or retreat"]
    state = give(state, o.Retreat("7"))
    assert inside(state, "7") == ["2 transport Germans"]


@pytest.mark.clause("K5.4")
def test_an_answer_nobody_asked_for_is_refused() -> None:
    state = fight(
        "home-front", 6, 6, lands=LAND, units={"front": "1 tank Germans, 1 infantry British"}, fields=came("tank-1", "home")
    )
    for order in (o.Casualties(("tank-1",)), o.Submerge(), o.Bombard(), o.ChooseBattle("front"), o.LandHomeless({})):
        assert "press or retreat" in refusal(state, order).sentence
    assert refusal(state, o.Press(), by="british").clause == "K1"

"""Anti-aircraft fire, bombardment, raids (C2.3, K4, K5.2, K5.3)."""

import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms.state import State, with_units
from room40_server.rules.combined_arms.turn import advance
from tests.combined_arms.fights import came, fight, kinds, landing, thrown, told
from tests.combined_arms.kit import dice, game, give, inside, refusal

FRONT = {"home": "British 1", "front": "Germans 5"}


@pytest.mark.clause("K5.2", "C2.3")
def test_one_die_for_each_attacking_aircraft_by_type_before_all_else() -> None:
    state = fight(
        "home-front", 1, 5, 4, 6, 6, 6, 6, 6,
        turn="British", lands=FRONT,
        units={"front": "1 anti-aircraft-gun Germans, 3 infantry Germans, 2 fighter British, 1 bomber British"},
        fields=came("bomber-1", "home"),
    )  # fmt: skip
    assert told(state)[1].endswith("2 fighters at 1: 1 5; 1 bomber at 1: 4. 1 hit.")
    assert "United Kingdom loses 1 fighter." in told(state)
    assert inside(state, "front") == [
        "1 anti-aircraft-gun Germans",
        "1 bomber British",
        "1 fighter British",
        "3 infantry Germans",
    ]


@pytest.mark.clause("K5.2")
def test_the_owner_chooses_within_the_type_where_it_makes_a_difference() -> None:
    state = fight(
        "home-front", 1, 5, 4, turn="British", lands=FRONT,
        units={"front": "1 anti-aircraft-gun Germans, 3 infantry Germans, 2 fighter British, 1 bomber British"},
        fields={"fighter-1": {"used": 1, "moved_in": "combat move"}, "fighter-2": {"used": 3, "moved_in": "combat move"}},
    )  # fmt: skip
    assert state.asked == {"british": "casualties"}
    assert refusal(state, o.Casualties(("bomber-1",))).clause == "K6.3"
    state = give(state, o.Casualties(("fighter-2",)), pips=(6, 6, 6, 6, 6))
    assert "fighter-1" in state.units
    assert "fighter-2" not in state.units


@pytest.mark.clause("K5.2")
def test_guns_fire_once_and_several_guns_as_one() -> None:
    state = fight(
        "home-front", 6, 6, 6, turn="British", lands=FRONT,
        units={"front": "2 anti-aircraft-gun Germans, 1 infantry Germans, 1 bomber British"},
        fields=came("bomber-1", "home"),
    )  # fmt: skip
    state = give(state, o.Press(), pips=(1, 6))
    assert sum("anti-aircraft" in text for text in told(state)) == 1


@pytest.mark.clause("K2", "K5.2")
def test_a_gun_is_never_a_casualty_and_is_captured() -> None:
    state = fight(
        "home-front", 1, 6, turn="British", lands=FRONT,
        units={"front": "1 anti-aircraft-gun Germans, 1 infantry Germans, 1 tank British"}, fields=came("tank-1", "home"),
    )  # fmt: skip
    assert inside(state, "front") == ["1 anti-aircraft-gun British", "1 tank British"]


@pytest.mark.clause("C2.3")
def test_aircraft_sent_against_a_gun_alone_are_fired_at() -> None:
    state = fight(
        "home-front", 1, turn="British", lands=FRONT, units={"front": "1 anti-aircraft-gun Germans, 1 bomber British"},
    )  # fmt: skip
    assert inside(state, "front") == ["1 anti-aircraft-gun Germans"]


COAST = {"coast": "Germans 6"}


def assault(*pips: int, ships: str, ashore: str = "1 infantry Germans", cargo: str = "1 infantry", **more: object) -> State:
    return fight(
        "7-coast 7-8", *pips, turn="Americans", lands=COAST,
        units={"7": f"1 transport Americans ({cargo}), {ships}", "coast": ashore}, **more,
    )  # fmt: skip


@pytest.mark.clause("K5.3")
def test_bombarded_casualties_fire_back_once() -> None:
    state = assault(4, 6, ships="1 battleship Americans", fields=landing("coast", "infantry-1") | came("battleship-1", "8"))
    assert "The attacker bombards: 1 battleship at 4: 4. 1 hit." in told(state)
    assert thrown(state, "land coast") == [("defender fires infantry", (6,))]
    assert state.owners["coast"] == "americans"
    assert told(state).index("The defender fires: 1 infantry at 2: 6. No hits.") < told(state).index(
        "Germany loses 1 infantry."
    )


@pytest.mark.clause("K5.3")
def test_at_most_one_ship_bombards_for_each_unit_that_lands() -> None:
    state = assault(
        ships="1 battleship Americans, 1 cruiser Americans",
        fields=landing("coast", "infantry-1") | came("battleship-1", "8") | came("cruiser-1", "8"),
    )
    assert state.asked == {"americans": "bombard"}
    assert refusal(state, o.Bombard(("battleship-1", "cruiser-1"))).clause == "K5.3"
    assert refusal(state, o.Bombard(("transport-1",))).clause == "K5.3"
    state = give(state, o.Bombard(("cruiser-1",)), pips=(3, 6))
    assert state.units["cruiser-1"].fought
    assert not state.units["battleship-1"].fought
    assert state.owners["coast"] == "americans"


@pytest.mark.clause("K5.3")
def test_a_ship_that_has_not_moved_is_asked_for_because_it_could_move_later() -> None:
    state = game(
        "7-coast 7-8", turn="Americans", lands=COAST, phase="combat",
        units={"7": "1 transport Americans (1 infantry), 1 cruiser Americans", "coast": "1 infantry Germans"},
        fields=landing("coast", "infantry-1"),
    )  # fmt: skip
    state = with_units(state, replace(state.units["cruiser-1"], moved_in=""))
    assert kinds(advance(state, dice())) == ["bombard"]


@pytest.mark.clause("K5.3")
def test_there_is_no_bombardment_where_a_sea_battle_was_fought() -> None:
    state = assault(
        1, 6, 1, 6, ships="1 cruiser Americans, 1 destroyer Germans", fields=landing("coast", "infantry-1"),
    )  # fmt: skip
    assert not any("bombards" in text for text in told(state))
    assert state.owners["coast"] == "americans"


@pytest.mark.clause("K5.3")
def test_nothing_is_bombarded_where_nobody_defends() -> None:
    state = assault(
        ships="1 cruiser Americans", ashore="1 industrial-complex Germans", fields=landing("coast", "infantry-1")
    )
    assert not any("bombards" in text for text in told(state))
    assert inside(state, "coast") == ["1 industrial-complex Americans", "1 infantry Americans"]


RAID = {"germany": "Germans 10", "italy": "Germans 6"}


@pytest.mark.clause("K4")
def test_a_raid_damages_the_complex_and_not_the_treasury() -> None:
    state = fight(
        "germany-italy", 5, turn="British", lands=RAID, money={"Germans": 20},
        units={"germany": "1 industrial-complex Germans, 1 bomber British"}, fields={"bomber-1": {"duty": "raid"}},
    )  # fmt: skip
    assert state.damage == {"germany": 5}
    assert state.money["germans"] == 20


@pytest.mark.clause("K4")
def test_guns_fire_at_raiders_even_where_there_is_nothing_left_to_damage() -> None:
    state = fight(
        "germany-italy", 1, 2, 6, turn="British", lands=RAID, damage={"italy": 12},
        units={"italy": "1 industrial-complex Germans, 1 anti-aircraft-gun Germans, 2 bomber British"},
        fields={"bomber-1": {"duty": "raid"}, "bomber-2": {"duty": "raid"}},
    )  # fmt: skip
    assert inside(state, "italy") == ["1 anti-aircraft-gun Germans", "1 bomber British", "1 industrial-complex Germans"]
    assert state.damage == {"italy": 12}


@pytest.mark.clause("K4")
def test_damage_is_at_most_twice_the_value() -> None:
    state = fight(
        "germany-italy", 6, 5, turn="British", lands=RAID, damage={"italy": 4},
        units={"italy": "1 industrial-complex Germans, 2 bomber British"},
        fields={"bomber-1": {"duty": "raid"}, "bomber-2": {"duty": "raid"}},
    )  # fmt: skip
    assert state.damage == {"italy": 12}
    assert "2 bombers of United Kingdom bomb italy: 6 5. 8 damage, 12 in all." in told(state)


@pytest.mark.clause("K4")
def test_raiders_take_no_part_in_the_battle_there() -> None:
    state = fight(
        "germany-italy home-italy", 3, 1, 6, turn="British", lands=RAID | {"home": "British 1"},
        units={"italy": "1 industrial-complex Germans, 1 infantry Germans, 1 bomber British, 1 tank British"},
        fields={"bomber-1": {"duty": "raid"}} | came("tank-1", "home"),
    )  # fmt: skip
    assert "United Kingdom attacks italy: 1 tank against 1 infantry." in told(state)
    assert state.damage == {"italy": 3}

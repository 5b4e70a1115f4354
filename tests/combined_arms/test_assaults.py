"""Amphibious assaults fought out; carriers, guests and cargo in battle (C3, C4.1, C4.2, C4.10, K5.11)."""

import pytest

from room40.combined_arms import orders as o
from tests.combined_arms.fights import came, fight, kinds, landing, told
from tests.combined_arms.kit import game, give, inside, refusal

ISLE = {"isle": "British 2"}


@pytest.mark.clause("C3.5")
def test_transports_unload_once_the_sea_battle_is_won() -> None:
    state = fight(
        "6-isle 6-7", 1, 6, lands=ISLE,
        units={"6": "1 battleship Germans, 2 transport Germans (1 infantry), 1 destroyer British"},
        fields=landing("isle", "infantry-1", "infantry-2"),
    )  # fmt: skip
    assert inside(state, "isle") == ["2 infantry Germans"]
    assert state.owners["isle"] == "germans"


@pytest.mark.clause("C3.2")
def test_who_lands_and_who_comes_over_land_attack_together() -> None:
    state = game(
        "6-isle isle-main 6-7", lands=ISLE | {"main": "Germans 3"},
        units={"6": "1 transport Germans (1 infantry)", "main": "1 infantry Germans", "isle": "2 infantry British"},
    )  # fmt: skip
    state = give(state, o.Move(("infantry-1",), ("6", "isle")), o.Move(("infantry-2",), ("main", "isle")))
    after = give(state, o.Commit(), pips=(1, 1, 6, 6))
    assert "Germany attacks isle: 2 infantry against 2 infantry." in told(after)
    assert inside(after, "isle") == ["2 infantry Germans"]


@pytest.mark.clause("C3.2")
def test_a_landing_comes_from_a_zone_beside_the_coast_and_from_nowhere_else() -> None:
    state = game(
        "6-isle 6-7 isle-inland", lands=ISLE | {"inland": "British 1"}, units={"7": "1 transport Germans (1 infantry)"}
    )
    assert refusal(state, o.Move(("infantry-1",), ("7", "isle"))).clause == "K3.1"
    beside = give(state, o.Move(("transport-1",), ("7", "6")))
    assert refusal(beside, o.Move(("infantry-1",), ("6", "inland"))).clause == "K3.1"
    assert give(beside, o.Move(("infantry-1",), ("6", "isle")), o.Commit()).owners["isle"] == "germans"


@pytest.mark.clause("C4.9")
def test_a_landing_from_a_zone_that_a_sea_battle_may_open_takes_place_if_it_does() -> None:
    units = {"7": "1 cruiser Germans", "6": "1 transport Germans (1 infantry), 1 destroyer British"}
    state = give(game("6-isle 6-7", lands=ISLE, units=units), o.Move(("cruiser-1",), ("7", "6")))
    state = give(state, o.Move(("infantry-1",), ("6", "isle")))
    assert give(state, o.Commit(), pips=(1, 6)).owners["isle"] == "germans"
    lost = give(state, o.Commit(), pips=(6, 1))
    assert (lost.asked, inside(lost, "6")) == (
        {"germans": "press or retreat"}, ["1 destroyer British", "1 infantry Germans", "1 transport Germans"],
    )  # fmt: skip
    away = give(lost, o.Retreat("7"))
    assert (away.owners["isle"], inside(away, "7")) == ("british", ["1 infantry Germans", "1 transport Germans"])


@pytest.mark.clause("C3.5", "C1.6")
@pytest.mark.parametrize("attack, pips, left", [(False, (), 1), (True, (1, 6), 0)])
def test_submarines_and_transports_may_be_ignored_or_fought(attack: bool, pips: tuple[int, ...], left: int) -> None:
    state = fight(
        "6-isle 6-7", lands=ISLE, units={"6": "1 cruiser Germans, 1 transport Germans (1 infantry), 1 submarine British"},
        fields=landing("isle", "infantry-1"), engage={"6": attack},
    )  # fmt: skip
    if attack:
        assert state.asked == {"british": "submerge"}
        state = give(state, o.Submerge(), by="british", pips=(6, 1))
    assert ("submarine-1" in state.units) == bool(left)
    assert state.owners["isle"] == "germans"


@pytest.mark.clause("K5.11")
def test_submerged_submarines_do_not_keep_a_sea_battle_from_being_won() -> None:
    state = fight(
        "6-isle 6-7", lands=ISLE, units={"6": "1 cruiser Germans, 1 transport Germans (1 infantry), 1 submarine British"},
        fields=landing("isle", "infantry-1"), engage={"6": True},
    )  # fmt: skip
    state = give(state, o.Submerge(("submarine-1",)), by="british")
    assert state.owners["isle"] == "germans"


@pytest.mark.clause("K5.11", "K5.8", "C4.8", "K3.12")
def test_if_the_transports_retreat_from_the_sea_battle_nobody_lands() -> None:
    state = fight(
        "5-6 6-uk", 6, 6,
        lands={"uk": "British 8"},
        units={"6": "1 submarine Germans, 1 transport Germans (2 infantry), 1 destroyer British",
            "uk": "1 infantry British"},
        fields=landing("uk", "infantry-1", "infantry-2") | came("submarine-1", "5") | came("transport-1", "5"),
    )  # fmt: skip
    assert kinds(state) == ["press or retreat"]
    state = give(state, o.Retreat("5"))
    assert state.owners["uk"] == "british"
    assert inside(state, "5") == ["1 submarine Germans", "1 transport Germans", "2 infantry Germans"]
    assert all(state.units[i].aboard == "transport-1" for i in ("infantry-1", "infantry-2"))
    assert refusal(state, o.Move(("transport-1",), ("5", "6"))).clause == "K3.8"


@pytest.mark.clause("K5.11", "C3.4")
def test_if_the_sea_battle_is_lost_those_sent_over_land_and_by_air_fight_without_the_rest() -> None:
    state = fight(
        "6-isle home-isle 6-7", 6, 1, 1, 6, 6, 6,
        lands=ISLE | {"home": "Germans 1"},
        units={
            "6": "1 transport Germans (1 infantry), 1 submarine Germans, 1 cruiser British, 1 destroyer British",
            "isle": "1 tank Germans, 1 fighter Germans, 1 infantry British",
        },
        fields=landing("isle", "infantry-1") | came("tank-1", "home") | {"fighter-1": {"duty": "landing"}},
    )  # fmt: skip
    assert "Germany loses 1 infantry, 1 submarine and 1 transport." in told(state)
    assert "Germany attacks isle: 1 tank and 1 fighter against 1 infantry." in told(state)


@pytest.mark.clause("C3.4")
def test_an_aircraft_fights_only_where_it_was_sent() -> None:
    state = fight(
        "6-isle home-isle", 1, 6, 6, 1, 6,
        lands=ISLE | {"home": "Germans 1"},
        units={
            "6": "1 fighter Germans, 1 transport Germans (1 tank), 1 destroyer British",
            "isle": "1 bomber Germans, 1 infantry British",
        },
        fields=landing("isle", "tank-1") | {"bomber-1": {"duty": "landing"}, "fighter-1": {"duty": "battle"}},
    )  # fmt: skip
    assert "Germany fights in 6: 1 fighter and 1 transport against 1 destroyer." in told(state)
    assert "Germany attacks isle: 1 tank and 1 bomber against 1 infantry." in told(state)


@pytest.mark.clause("C3.1")
def test_cargo_that_was_not_declared_never_lands_in_the_combat_phase() -> None:
    state = fight(
        "7-coast 7-8", lands={"coast": "Germans 6"}, turn="Americans",
        units={"7": "1 transport Americans (2 infantry), 1 battleship Americans"},
    )  # fmt: skip
    assert state.owners["coast"] == "germans"
    assert state.phase == "non-combat move"
    assert refusal(state, o.Move(("infantry-1",), ("7", "coast"))).clause == "K3.12"


@pytest.mark.clause("C4.2", "K3.11")
def test_a_guest_fighter_on_an_attacking_carrier_is_cargo_and_goes_down_with_it() -> None:
    state = fight(
        "36-37", 6, 6, 1, 1, turn="British",
        units={"36": "1 carrier British (1 fighter Americans), 1 destroyer British, "
            "1 destroyer Japanese, 1 submarine Japanese"},
    )  # fmt: skip
    assert "The attacker fires: 1 carrier at 1: 6; 1 destroyer at 2: 6. No hits." in told(state)
    assert inside(state, "36") == ["1 destroyer Japanese", "1 submarine Japanese"]
    assert "United States loses 1 fighter." in told(state)


@pytest.mark.clause("C4.1", "K3.11")
def test_own_fighters_left_in_a_zone_take_off_and_fight_there() -> None:
    state = fight("36-37", 6, 1, 6, units={"36": "1 carrier Germans (1 fighter), 1 destroyer British"})
    assert "The attacker fires: 1 fighter at 3: 6; 1 carrier at 1: 1. 1 hit." in told(state)
    assert state.units["fighter-1"].space == "36"


@pytest.mark.clause("C4.10")
def test_cargo_takes_no_part_in_sea_battle_and_is_lost_with_its_ship() -> None:
    state = fight("6-7", 6, 1, 1, units={"6": "1 transport Germans (1 tank), 1 cruiser Germans, 2 cruiser British"})
    assert "Germany fights in 6: 1 cruiser and 1 transport against 2 cruisers." in told(state)
    assert "Germany loses 1 cruiser, 1 tank and 1 transport." in told(state)
    assert inside(state, "6") == ["2 cruiser British"]

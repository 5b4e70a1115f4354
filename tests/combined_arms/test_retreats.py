"""Retreats, captures, and fighters whose carrier is sunk (K3.7, K5.8, K5.9, K5.10)."""

import pytest

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import captures, homeless, retreats
from room40_server.rules.combined_arms.state import State
from tests.combined_arms.fights import came, fight, kinds, landing, told
from tests.combined_arms.kit import game, give, inside, refusal


@pytest.mark.clause("K5.8", "K3.3")
def test_ships_may_retreat_to_a_zone_with_only_enemy_submarines_that_they_came_through() -> None:
    state = fight(
        "56-57 57-60", 6, 6, 6, 6, turn="Americans",
        units={"57": "1 submarine Japanese", "60": "2 cruiser Americans, 1 battleship Japanese, 1 destroyer Japanese"},
        fields=came("cruiser-1", "56", "57") | came("cruiser-2", "56", "57"),
    )  # fmt: skip
    assert retreats.options(state) == ("57",)
    assert refusal(state, o.Retreat("56")).clause == "K5.8"
    state = give(state, o.Retreat("57"))
    assert inside(state, "57") == ["1 submarine Japanese", "2 cruiser Americans"]


@pytest.mark.clause("K5.8")
def test_nobody_retreats_to_a_zone_where_enemy_warships_are_or_were_fought() -> None:
    state = fight(
        "57-60 58-60", turn="Americans",
        units={"57": "1 submarine Americans, 1 destroyer Japanese", "60": "2 submarine Americans, 1 cruiser Japanese"},
        fields=came("submarine-1", "56") | came("submarine-2", "57") | came("submarine-3", "58"),
    )  # fmt: skip
    assert kinds(state) == ["choose battle"]
    state = give(state, o.ChooseBattle("57"), pips=(1, 6))
    state = give(state, o.Submerge(), pips=(6, 6, 6))
    assert retreats.options(state) == ("58",)


EAST = {"balkans": "Germans 3", "ukraine": "Russians 3", "belorussia": "Russians 2"}


@pytest.mark.clause("K5.8")
def test_a_territory_only_flown_over_is_no_place_to_retreat_to() -> None:
    state = fight(
        "balkans-ukraine belorussia-ukraine", *[6] * 6, lands=EAST,
        units={"ukraine": "3 infantry Russians, 2 infantry Germans, 1 fighter Germans"},
        fields=came("infantry-4", "balkans") | came("infantry-5", "balkans") | came("fighter-1", "belorussia"),
    )  # fmt: skip
    assert retreats.options(state) == ("balkans",)


@pytest.mark.clause("K5.8", "C4.5")
def test_a_territory_blitzed_through_is_one() -> None:
    state = fight(
        "balkans-belorussia belorussia-ukraine", 6, 6,
        lands=EAST | {"belorussia": "Germans 2"}, start_owners={"belorussia": "Russians"},
        units={"ukraine": "1 infantry Russians, 1 tank Germans"}, fields=came("tank-1", "balkans", "belorussia"),
    )  # fmt: skip
    assert retreats.options(state) == ("belorussia",)


@pytest.mark.clause("K5.8")
def test_all_retreat_together_and_the_aircraft_stay_over_the_space() -> None:
    state = fight(
        "balkans-ukraine poland-ukraine", 6, 6, 6, 6,
        lands={"balkans": "Germans 3", "ukraine": "Russians 3", "poland": "Germans 2"},
        units={"ukraine": "1 infantry Russians, 1 infantry Germans, 1 tank Germans, 1 fighter Germans"},
        fields=came("infantry-2", "balkans") | came("tank-1", "poland") | came("fighter-1", "poland"),
    )  # fmt: skip
    assert retreats.options(state) == ("balkans", "poland")
    state = give(state, o.Retreat("poland"))
    assert inside(state, "poland") == ["1 infantry Germans", "1 tank Germans"]
    assert inside(state, "ukraine") == ["1 fighter Germans", "1 infantry Russians"]
    state = give(state, o.Move(("fighter-1",), ("ukraine", "balkans")), o.Commit())
    assert inside(state, "balkans") == ["1 fighter Germans"]


@pytest.mark.clause("K5.8")
def test_aircraft_alone_break_off_after_a_round() -> None:
    state = fight(
        "balkans-ukraine belorussia-ukraine", 6, 6, lands=EAST,
        units={"ukraine": "1 infantry Russians, 1 bomber Germans"}, fields=came("bomber-1", "balkans"),
    )  # fmt: skip
    assert retreats.options(state) == ("ukraine",)
    state = give(state, o.Retreat("ukraine"))
    assert "The aircraft of Germany break off." in told(state)
    assert inside(state, "ukraine") == ["1 bomber Germans", "1 infantry Russians"]


@pytest.mark.clause("K5.8")
def test_who_came_by_sea_fights_on_when_the_others_retreat_and_is_asked_no_more() -> None:
    state = fight(
        "home-isle 6-isle", 6, 6, 6,
        lands={"home": "Germans 1", "isle": "British 1"},
        units={"isle": "1 infantry Germans, 1 infantry British", "6": "1 transport Germans (1 artillery)"},
        fields=came("infantry-1", "home") | landing("isle", "artillery-1"),
    )  # fmt: skip
    assert retreats.options(state) == ("home",)
    state = give(state, o.Retreat("home"), pips=(6, 6, 1, 6))
    assert inside(state, "home") == ["1 infantry Germans"]
    assert inside(state, "isle") == ["1 artillery Germans"]
    assert state.owners["isle"] == "germans"


@pytest.mark.clause("K5.8")
def test_aircraft_may_break_off_from_a_landing_which_then_goes_on_without_a_question() -> None:
    state = fight(
        "home-isle 6-isle", 6, 6, 6,
        lands={"home": "Germans 1", "isle": "British 1"},
        units={"isle": "1 fighter Germans, 1 infantry British", "6": "1 transport Germans (1 artillery)"},
        fields={"fighter-1": {"duty": "landing", "moved_in": "combat move"}} | landing("isle", "artillery-1"),
    )  # fmt: skip
    state = give(state, o.Retreat("isle"), pips=(6, 1))
    assert inside(state, "isle") == ["1 fighter Germans", "1 infantry British"]


@pytest.mark.clause("K5.9")
def test_a_land_unit_must_survive_to_take_a_territory() -> None:
    state = fight(
        "balkans-ukraine belorussia-ukraine", 6, 1, 1, lands=EAST,
        units={"ukraine": "1 infantry Russians, 1 infantry Germans, 1 bomber Germans"}, fields=came("infantry-2", "balkans"),
    )  # fmt: skip
    assert state.asked == {"germans": "casualties"}
    state = give(state, o.Casualties(("infantry-2",)))
    assert state.owners["ukraine"] == "russians"
    assert inside(state, "ukraine") == ["1 bomber Germans"]


@pytest.mark.clause("K5.9", "K2")
def test_a_gun_changes_hands_each_time_its_territory_does() -> None:
    state = fight(
        "burma-indochina", 1, 6, turn="British", lands={"burma": "British 1", "indochina": "Japanese 2"},
        units={"indochina": "1 anti-aircraft-gun Japanese, 1 infantry Japanese, 1 infantry British"},
        fields=came("infantry-2", "burma"),
    )  # fmt: skip
    assert inside(state, "indochina") == ["1 anti-aircraft-gun British", "1 infantry British"]
    state = captures.take(state, "indochina", "japanese")
    assert state.units["anti-aircraft-gun-1"].owner == "japanese"


def occupied() -> State:
    return game(
        "paris-lyon lyon-berlin berlin-rome",
        lands={
            "paris": "Germans 6 capital by-right-of British", "lyon": "Germans 3 by-right-of British",
            "berlin": "Germans 10 capital", "rome": "Americans 2 by-right-of British",
        },
        units={"lyon": "1 industrial-complex Germans, 1 anti-aircraft-gun Germans",
            "rome": "1 industrial-complex Americans"},
        money={"Germans": 17, "British": 4, "Americans": 1}, turn="Americans", phase="over",
    )  # fmt: skip


@pytest.mark.clause("K5.9")
def test_a_liberator_keeps_an_allys_territory_while_the_allys_capital_is_in_enemy_hands() -> None:
    state = captures.take(occupied(), "lyon", "americans")
    assert state.owners["lyon"] == "americans"
    assert inside(state, "lyon") == ["1 anti-aircraft-gun Americans", "1 industrial-complex Americans"]


@pytest.mark.clause("K5.9")
def test_when_the_capital_is_freed_everything_kept_for_its_owner_returns() -> None:
    state = captures.take(captures.take(occupied(), "lyon", "americans"), "paris", "americans")
    assert [state.owners[key] for key in ("paris", "lyon", "rome", "berlin")] == ["british"] * 3 + ["germans"]
    assert inside(state, "lyon") == ["1 anti-aircraft-gun British", "1 industrial-complex British"]
    assert inside(state, "rome") == ["1 industrial-complex British"]
    assert state.money == {**state.money, "british": 4, "germans": 17, "americans": 1}


@pytest.mark.clause("K5.9")
def test_liberating_gives_back_at_once_if_the_capital_is_free() -> None:
    state = game(
        "london-6 lyon-6", lands={"london": "British 8 capital", "lyon": "Germans 3 by-right-of British"},
        units={"lyon": "1 anti-aircraft-gun Germans"}, turn="Americans",
    )  # fmt: skip
    state = captures.take(state, "lyon", "americans")
    assert state.owners["lyon"] == "british"
    assert inside(state, "lyon") == ["1 anti-aircraft-gun British"]
    assert told(state)[-1] == "United States liberates lyon for United Kingdom."


@pytest.mark.clause("K5.10")
def test_taking_a_capital_takes_all_its_owners_money() -> None:
    state = captures.take(occupied(), "berlin", "americans")
    assert state.money["americans"] == 18
    assert state.money["germans"] == 0
    assert state.owners["berlin"] == "americans"


CARRIER = "1 carrier British (2 fighter)"


@pytest.mark.clause("K3.7")
def test_fighters_of_a_sunk_carrier_land_within_one_space() -> None:
    state = fight(
        "6-uk 6-7",
        lands={"uk": "British 8"},
        units={"6": f"2 submarine Germans, {CARRIER}"},
        fields=came("submarine-1", "7"),
    )
    state = give(state, o.Submerge(), pips=(1, 1))
    assert inside(state, "uk") == ["2 fighter British"]
    assert state.asked == {"germans": "non-combat move"}


@pytest.mark.clause("K3.7")
def test_the_owner_says_where_if_there_are_several_places() -> None:
    state = fight(
        "6-uk 6-7 6-eire", lands={"uk": "British 8", "eire": "British 1"},
        units={"6": f"2 submarine Germans, {CARRIER}", "7": "1 carrier Americans (1 fighter)"},
        fields=came("submarine-1", "7"),
    )  # fmt: skip
    state = give(state, o.Submerge(), pips=(1, 1))
    assert state.asked == {"british": "land homeless"}
    assert homeless.places(state, state.units["fighter-1"]) == ("7", "eire", "uk")
    assert refusal(state, o.LandHomeless({"fighter-1": "7", "fighter-2": "7"})).clause == "K3.7"
    assert refusal(state, o.LandHomeless({"fighter-3": "7"})).clause == "K3.7"
    state = give(state, o.LandHomeless({"fighter-1": "7", "fighter-2": "eire"}))
    assert state.units["fighter-1"].aboard == "carrier-2"
    assert state.units["fighter-2"].space == "eire"
    assert state.asked == {"germans": "non-combat move"}


@pytest.mark.clause("K3.7")
def test_where_there_is_too_little_room_the_same_ones_are_saved_every_time() -> None:
    state = fight(
        "6-7 6-8",
        units={
            "6": "3 submarine Germans, 3 carrier British (2 fighter British)",
            "8": "1 carrier Americans (1 fighter)",
        },
        fields=came("submarine-1", "7"),
    )
    state = give(state, o.Submerge(), pips=(1, 1, 1))
    assert [unit.id for unit in state.units.values() if unit.aboard == "carrier-4"] == ["fighter-1", "fighter-7"]


@pytest.mark.clause("K3.7")
def test_without_a_place_they_are_lost() -> None:
    state = fight("6-7", units={"6": f"2 submarine Germans, {CARRIER}"}, fields=came("submarine-1", "7"))
    state = give(state, o.Submerge(), pips=(1, 1))
    assert inside(state, "6") == ["2 submarine Germans"]
    assert told(state).count("A fighter of United Kingdom finds no place to land and is lost.") == 2


@pytest.mark.clause("K3.7")
def test_fighters_whose_carrier_is_afloat_are_back_on_it() -> None:
    state = fight("6-7", 6, 4, 6, 6, units={"6": f"1 cruiser Germans, {CARRIER}"})
    assert all(state.units[i].aboard == "carrier-1" for i in ("fighter-1", "fighter-2"))

"""Battles of 1942 by typed lines: what is asked is said, and each answer is heard."""

import pytest

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40.protocol.mergepatch import to_tree
from room40_client.plain.combined_arms import CombinedArms
from room40_client.plain.grammar import Unclear
from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.combined_arms.views import view
from tests.combined_arms.fights import came, landing
from tests.combined_arms.kit import GAME, dice, game

SPOKEN = CombinedArms()
LAND = {"germany": "Germans 10 capital", "poland": "Russians 4"}
COAST = {"norway": "British 3"}


def asked(state: State, *pips: int) -> tuple[State, str, View]:
    """A combat phase run up to its first question: the state, the seat that is asked, its view."""
    after = advance(state, dice(*pips))
    seat = next(iter(after.asked))
    return after, seat, SPOKEN.read(to_tree(view(after, seat)))


def invasion() -> State:
    """Two infantry, a tank and a fighter come from Germany into Poland, where two infantry and a tank stand."""
    fields = {k: change for unit in ("infantry-1", "infantry-2", "tank-1") for k, change in came(unit, "germany").items()}
    units = {"poland": "2 infantry Germans, 1 tank Germans, 1 fighter Germans, 2 infantry Russians, 1 tank Russians"}
    return game("germany-poland", phase="combat", lands=LAND, fields=fields, units=units)


@pytest.mark.clause("K5.5")
def test_hits_are_taken_by_number_by_name_or_as_the_umpire_suggests() -> None:
    state, seat, seen = asked(invasion(), 6, 6, 6, 6, 1, 1, 6)  # no hit of the invaders' four dice, two of the defenders'
    assert SPOKEN.asked(seen)[0].startswith("Battle in poland, round 1: 2 hits to take. The umpire suggests 2 infantry.")
    by_word = {
        "casualties umpire": ("infantry-1", "infantry-2"),
        "casualties 1 infantry, 1 tank": ("infantry-1", "tank-1"),
        "lose tank-1 and infantry-2": ("tank-1", "infantry-2"),
    }
    for text, units in by_word.items():
        (order,) = SPOKEN.parse(seen, text)
        assert order == o.Casualties(units)
        GAME.submit(state, seat, o.Casualties(units), dice(*[6] * 20))
    with pytest.raises(Unclear, match="There are 2 infantry that can take the hits"):
        SPOKEN.parse(seen, "casualties 3 infantry")


@pytest.mark.clause("K5.4", "K5.8")
def test_another_round_or_a_retreat_is_chosen_by_number_or_said() -> None:
    _, _, seen = asked(invasion(), *[6] * 7)
    assert SPOKEN.asked(seen)[1:] == ["1: press.", "2: retreat to germany.", "Type a number."]
    assert SPOKEN.answer(seen, (1,)) == SPOKEN.parse(seen, "press")[0] == o.Press()
    assert SPOKEN.answer(seen, (2,)) == SPOKEN.parse(seen, "retreat to Germany")[0] == o.Retreat("germany")
    with pytest.raises(Unclear, match="1 to 2"):
        SPOKEN.answer(seen, (3,))


@pytest.mark.clause("K5.5")
def test_a_battleship_takes_two_hits_by_number() -> None:
    fleet = {"6": "1 battleship Germans, 1 destroyer Germans, 2 cruiser British"}
    fields = came("battleship-1", "7") | came("destroyer-1", "7")
    _, _, seen = asked(game("6-7", phase="combat", units=fleet, fields=fields), 6, 6, 1, 1)
    assert SPOKEN.parse(seen, "casualties 2 battleships") == (o.Casualties(("battleship-1", "battleship-1")),)
    assert SPOKEN.parse(seen, "casualties 1 battleship, 1 destroyer") == (o.Casualties(("battleship-1", "destroyer-1")),)


@pytest.mark.clause("K6.2")
def test_submarines_strike_or_submerge_as_they_are_told() -> None:
    fleet = {"6": "1 battleship Germans, 2 submarine Germans, 1 cruiser British, 1 transport British"}
    _, _, seen = asked(game("6-7", phase="combat", units=fleet), *[6] * 9)
    assert "submerge none, submerge all" in SPOKEN.asked(seen)[0]
    assert SPOKEN.parse(seen, "submerge none") == (o.Submerge(),)
    assert SPOKEN.parse(seen, "submerge all") == (o.Submerge(("submarine-1", "submarine-2")),)
    assert SPOKEN.parse(seen, "submerge 1 submarine") == (o.Submerge(("submarine-1",)),)


@pytest.mark.clause("K5.3")
def test_ships_bombard_as_suggested_or_by_type() -> None:
    fleet = "1 transport Germans (1 infantry), 1 battleship Germans, 1 cruiser Germans"
    units = {"6": fleet, "norway": "2 infantry British"}
    _, _, seen = asked(
        game("6-norway", phase="combat", lands=COAST, fields=landing("norway", "infantry-1"), units=units), *[6] * 40
    )
    assert "which ships bombard? 1 may." in SPOKEN.asked(seen)[0]
    assert SPOKEN.parse(seen, "bombard umpire") == (o.Bombard(("battleship-1",)),)
    assert SPOKEN.parse(seen, "bombard 1 cruiser") == (o.Bombard(("cruiser-1",)),)
    assert SPOKEN.parse(seen, "bombard none") == (o.Bombard(),)


@pytest.mark.clause("K5.11")
def test_the_next_battle_is_chosen_by_number_or_by_name() -> None:
    seas = {"6": "1 cruiser Germans, 1 destroyer British", "8": "1 cruiser Germans, 1 destroyer British"}
    _, _, seen = asked(game("6-7 7-8", phase="combat", units=seas))
    assert SPOKEN.asked(seen)[1] == "1: 6, sea, 1 cruiser against 1 destroyer."
    assert SPOKEN.answer(seen, (2,)) == SPOKEN.parse(seen, "fight 8")[0] == o.ChooseBattle("8")


@pytest.mark.clause("K3.7")
def test_fighters_without_a_deck_are_spread_over_what_is_free_or_land_as_told() -> None:
    units = {"6": "2 fighter British", "7": "1 carrier British (1 fighter British)"}
    _, _, seen = asked(game("6-7 6-norway", phase="combat", lands=COAST, units=units))
    assert SPOKEN.asked(seen)[1].startswith("fighter-1: 7 or norway.")
    assert SPOKEN.parse(seen, "land umpire") == (o.LandHomeless({"fighter-1": "7", "fighter-2": "norway"}),)
    assert SPOKEN.parse(seen, "land 2 fighters in norway") == (
        o.LandHomeless({"fighter-1": "norway", "fighter-2": "norway"}),
    )

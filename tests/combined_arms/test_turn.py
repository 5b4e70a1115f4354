"""The turn: phases in order, who is asked, income, winning."""

import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Buy, Commit, Concede, Move, Place
from room40_server.rules.combined_arms import victory
from room40_server.rules.combined_arms.asks import ask
from room40_server.rules.combined_arms.state import Phase
from room40_server.rules.combined_arms.turn import HEARD, PHASES, advance
from tests.combined_arms.kit import GAME, dice, game, give, refusal

LINKS = "moscow-poland poland-berlin berlin-1 1-london"
LANDS = {
    "moscow": "Russians 8 capital city",
    "poland": "Germans 3",
    "berlin": "Germans 10 capital city",
    "london": "British 8 capital city",
}
UNITS = {"moscow": "1 infantry Russians, 1 factory Russians", "berlin": "1 infantry Germans, 1 factory Germans",
         "london": "1 infantry British, 1 factory British"}  # fmt: skip


def europe(**more):
    return game(LINKS, **{"lands": LANDS, "units": UNITS, "money": {"Germans": 10}, **more})


@pytest.mark.clause("K1")
def test_a_turn_goes_through_its_phases_in_order_and_the_next_power_plays() -> None:
    state = europe(phase="purchase")
    seen = [(state.power, state.phase)]
    for order in (Buy({"infantry": 1}), Commit(), Commit(), Commit(), Place("berlin", {"infantry": 1}), Commit()):
        state = give(state, order)
        if seen[-1] != (state.power, state.phase):
            seen.append((state.power, state.phase))
    assert seen == [
        ("germans", "purchase"), ("germans", "combat move"), ("germans", "non-combat move"), ("germans", "mobilise"),
        ("british", "combat move"),
    ]  # fmt: skip


@pytest.mark.clause("K1.1")
def test_a_game_that_nobody_has_begun_begins_with_the_first_powers_turn() -> None:
    unbegun = replace(
        europe(phase="purchase", money={"Russians": 8}), power="", phase=Phase.PURCHASE, asked={}, start_owners={}
    )
    state = advance(unbegun, dice())
    assert (state.power, state.phase, state.asked) == ("russians", Phase.PURCHASE, {"russians": "purchase"})
    assert state.start_owners == state.owners


@pytest.mark.clause("K1", "K1.1")
def test_a_round_is_one_turn_of_each_power_in_the_scenarios_order() -> None:
    state = europe(turn="Russians")
    powers = [state.power]
    while state.round == 1:
        state = give(state, Commit())
        if powers[-1] != state.power:
            powers.append(state.power)
    assert powers == ["russians", "germans", "british", "russians"]
    assert (state.power, state.phase) == ("russians", "purchase")


@pytest.mark.clause("K1")
def test_every_phase_has_its_step_and_every_order_a_phase() -> None:
    assert set(PHASES) == set(Phase) - {Phase.OVER}
    heard = {kind for phase in HEARD.values() for kind in phase}
    assert heard | {o.Concede} == set(o.Order.__args__)


@pytest.mark.clause("K1")
def test_only_who_is_asked_is_heard_and_only_what_the_phase_hears() -> None:
    state = europe()
    assert refusal(state, Commit(), by="British").clause == "K1"
    assert refusal(state, Buy({}), by="Germans").clause == "K1"
    assert refusal(state, o.Press()).clause == "K1"


@pytest.mark.clause("K1", "K1.2")
def test_a_commit_of_one_phase_commits_no_other() -> None:
    """Two clients may hold one seat; what the slower says of a question comes when the other has answered it."""
    state = europe(phase="purchase")
    order = Commit(moment=ask(state, "germans").moment)
    state = give(state, order)
    assert state.phase == "combat move"
    refused = refusal(state, order)
    assert (refused.clause, refused.about) == ("K1", "combat move")
    assert refused.sentence == "That was for a question that is answered; asked now: combat move."
    assert give(state, Commit(moment=ask(state, "germans").moment)).phase == "non-combat move"
    assert give(state, Commit()).phase == "non-combat move"


@pytest.mark.clause("K7")
def test_income_is_the_sum_of_the_values_of_what_a_power_controls() -> None:
    state = give(europe(), Commit(), Commit())
    assert state.power == "british"
    assert state.money["germans"] == 10 + 13


@pytest.mark.clause("K5.10", "K7")
def test_a_power_without_its_capital_neither_buys_nor_collects() -> None:
    lands = {**LANDS, "berlin": "British 10 capital city by-right-of Germans"}
    state = europe(lands=lands, units={**UNITS, "poland": "1 infantry Germans"}, phase="purchase")
    assert state.phase == "combat move"
    state = give(state, Commit(), Commit())
    assert state.money["germans"] == 10


@pytest.mark.clause("K1")
def test_what_happened_in_a_turn_is_forgotten_when_the_next_begins() -> None:
    lands = {**LANDS, "moscow": "Germans 8"}
    state = europe(lands=lands, units={"berlin": "1 tank Germans", "london": "1 infantry British"})
    state = give(state, Move(("tank-1",), ("berlin", "poland", "moscow")), Commit(), Commit())
    tank = state.units["tank-1"]
    assert state.power == "british"
    assert (tank.used, tank.moved_in, tank.path, tank.came_from) == (0, "", (), "")
    assert state.start_owners == state.owners


def round_end(state):
    """The state when the round is over."""
    number = state.round
    while state.round == number and state.phase is not Phase.OVER:
        state = give(state, Commit())
    return state


@pytest.mark.clause("K1.1")
def test_an_alliance_wins_with_its_cities_at_the_end_of_a_full_round() -> None:
    setting = {"cities_to_win": {"Axis": 2, "Allies": 3}}
    lands = {**LANDS, "moscow": "Germans 8 city"}
    state = europe(lands=lands, setting=setting)
    assert victory.cities(state) == {"Allies": 1, "Axis": 2}
    state = round_end(state)
    assert state.phase is Phase.OVER
    assert GAME.outcome(state) == "Axis wins: it holds 2 victory cities at the end of round 1."
    assert GAME.waiting(state) == {}
    assert refusal(state, Commit(), by="Germans").sentence == "The game is over."


@pytest.mark.clause("K1.1")
def test_too_few_cities_and_the_game_goes_on() -> None:
    state = round_end(europe(setting={"cities_to_win": {"Axis": 2, "Allies": 3}}))
    assert (state.round, state.power) == (2, "russians")


@pytest.mark.clause("K1.1")
@pytest.mark.parametrize("owner, result", [
    ("Germans", "Axis wins on cities after round 1: 2."),
    ("Russians", "Allies wins on cities after round 1: 2."),
    ("-", "A draw after round 1: 1 victory cities each."),
])  # fmt: skip
def test_after_the_last_round_the_cities_decide(owner: str, result: str) -> None:
    state = round_end(europe(lands={**LANDS, "moscow": f"{owner} 8 city"}, setting={"rounds": 1}))
    assert GAME.outcome(state) == result


@pytest.mark.clause("K1.1")
def test_a_game_in_which_nobody_can_do_anything_any_more_ends() -> None:
    assert game("1-2").phase is Phase.OVER


@pytest.mark.clause("K1.1")
def test_an_alliance_gives_up_when_all_its_seats_do() -> None:
    state = europe()
    state = give(state, Concede(), by="Russians")
    assert refusal(state, Concede(), by="Russians").clause == "K1.1"
    state = give(state, Concede(), by="British")
    assert GAME.outcome(state) == ""
    state = give(state, Concede(), by="Americans")
    assert GAME.outcome(state) == "Axis wins: Allies gives the game up."
    assert refusal(europe(), Concede(), by="nobody").clause == "K1.1"


@pytest.mark.clause("K1.1")
def test_one_seat_that_holds_a_whole_alliance_gives_it_up_alone() -> None:
    seats = {"seats": {"one": ("russians", "british", "americans"), "two": ("germans", "japanese")}}
    state = give(europe(setting=seats), Concede(), by="two")
    assert GAME.outcome(state) == "Allies wins: Axis gives the game up."


@pytest.mark.clause("K1")
def test_a_seat_may_hold_several_powers() -> None:
    seats = {"seats": {"one": ("russians", "british", "americans"), "two": ("germans", "japanese")}}
    state = europe(setting=seats)
    assert GAME.seats(state) == ("one", "two")
    assert GAME.waiting(state) == {"two": "combat move"}
    assert GAME.waiting(give(state, Commit(), Commit())) == {"one": "combat move"}

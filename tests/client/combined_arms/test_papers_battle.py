"""Battles on their paper: dice are told volley by volley, each question has its key, the end is reported."""

import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40.combined_arms.forces import Question
from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.papers import BattleScreen, matchups
from room40_client.tui.screens.paper import Rules
from room40_server.rules.combined_arms.odds import question
from room40_server.rules.combined_arms.state import Event, Phase, State
from room40_server.rules.combined_arms.turn import advance
from room40_server.rules.combined_arms.views import view
from tests.client import shots
from tests.client.combined_arms.papers_kit import RulesWire, paper
from tests.combined_arms.fights import came, landing
from tests.combined_arms.kit import GAME, game

LAND = {"germany": "Germans 10 capital", "poland": "Russians 4"}
COAST = {"norway": "British 3"}


def invasion() -> State:
    """Two infantry, a tank and a fighter come from Germany into Poland, where two infantry and a tank stand."""
    units = ("infantry-1", "infantry-2", "tank-1")
    fields = {key: change for unit in units for key, change in came(unit, "germany").items()}
    return game(
        "germany-poland", phase="combat", lands=LAND, fields=fields,
        units={"poland": "2 infantry Germans, 1 tank Germans, 1 fighter Germans, 2 infantry Russians, 1 tank Russians"},
    )  # fmt: skip


def begun(state: State, *pips: int, seat: str = "", others: bool = True) -> RulesWire:
    """A seat in a combat phase that has run up to its first question."""
    wire = RulesWire(state, seat=seat, pips=pips, others=others)
    wire.show(advance(state, wire.dice))
    return wire


ROUND = (6, 6, 1, 6, 1, 2, 6)
"""One hit of the invaders' four dice, two of the defenders' three."""


@pytest.mark.clause("K5.4")
async def test_dice_are_told_volley_by_volley_before_anything_is_asked() -> None:
    async with paper(BattleScreen, begun(invasion(), *ROUND)) as story:
        assert "Battle for poland" in story.text
        assert "[1]" in story.text
        assert "1 hit" in story.text
        assert "Defender fires" not in story.text
        assert "Space: the next dice." in story.asked
        await story.keys("space")
        assert "2 infantry on 2: [1][2]" in story.text
        assert "You take 2 hits: whom do you lose?" in story.asked


@pytest.mark.clause("K5.4")
async def test_dice_that_come_while_others_are_looked_at_wait_for_a_key() -> None:
    wire = begun(invasion(), *ROUND, others=False)
    async with paper(BattleScreen, wire) as story:
        assert "Attacker fires" in story.text
        assert "Waiting for Soviet Union" in story.asked
        wire.others = True
        wire.show(wire.state)
        await story.keys()
        assert "Defender fires" not in story.text
        assert "Space: the next dice." in story.asked
        await story.keys("space")
        assert ">Defender fires" in story.text
        assert "You take 2 hits" in story.asked


@pytest.mark.clause("K5.5")
async def test_enter_takes_the_casualties_that_the_umpire_proposes() -> None:
    wire = begun(invasion(), *ROUND)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter")
        assert "lose 2" in story.text
        assert not wire.orders
        await story.keys("enter")
        assert wire.orders == [o.Casualties(("infantry-1", "infantry-2"))]


@pytest.mark.clause("K5.5")
async def test_plus_on_another_row_takes_a_hit_there_instead() -> None:
    wire = begun(invasion(), *ROUND)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter", "down", "plus", "enter")
        assert wire.orders == [o.Casualties(("infantry-1", "tank-1"))]


@pytest.mark.clause("K5.5")
async def test_too_few_casualties_are_not_even_sent() -> None:
    wire = begun(invasion(), *ROUND)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter", "minus", "enter")
        assert "2 hits must be taken; 1 still to be named." in story.asked
        assert not wire.orders
        await story.keys("u", "enter")
        assert wire.orders == [o.Casualties(("infantry-1", "infantry-2"))]


@pytest.mark.clause("K5.4", "K8")
async def test_after_a_round_enter_presses_on_and_the_odds_stand_beside() -> None:
    wire = begun(invasion(), *ROUND, 1, 1, 6, 6)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter", "enter")
        assert "On, or back?" in story.asked
        assert "If you go on: win " in story.text
        await story.keys("enter")
        assert wire.orders[-1] == o.Press()


@pytest.mark.clause("K5.8")
async def test_r_and_enter_retreat_and_the_report_says_so() -> None:
    wire = begun(invasion(), *ROUND)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter", "enter", "r")
        assert "retreat to germany; aircraft stay overhead" in story.text
        await story.keys("enter")
        assert wire.orders[-1] == o.Retreat("germany")
        assert "Germany has retreated." in story.text
        assert "losses worth 6" in story.text
        await story.keys("enter")
        assert story.is_closed


@pytest.mark.clause("K5.6")
async def test_among_transports_alone_the_attacker_is_asked_whether_he_stays() -> None:
    fleet = {"6": "2 transport Germans, 1 cruiser Germans, 1 cruiser British, 1 transport British"}
    fields = came("transport-1", "7") | came("transport-2", "7") | came("cruiser-1", "7")
    wire = begun(game("6-7", phase="combat", units=fleet, fields=fields), 1, 1)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter")
        assert "stay: nobody here can hit the other" in story.text
        await story.keys("enter")
        assert wire.orders == [o.Press()]
        assert "Neither side can hit the other; it is over." in story.text


@pytest.mark.clause("K5.9")
async def test_a_battle_won_without_a_question_is_told_and_reported() -> None:
    wire = begun(invasion(), 1, 1, 1, 1, 6, 6, 6)
    assert wire.state.asked == {"germans": "non-combat move"}
    async with paper(BattleScreen, wire) as story:
        await story.keys("space", "space")
        assert "Germany has won. Germany holds poland." in story.text
        assert "2 infantry" in story.text
        await story.keys("enter")
        assert story.is_closed


async def test_what_has_been_told_is_not_told_again_to_who_comes_back() -> None:
    wire = begun(invasion(), *ROUND)
    desk = Desk(wire)
    async with paper(BattleScreen, wire, desk=desk) as story:
        await story.keys("enter", "escape")
        assert story.is_closed
    async with paper(BattleScreen, wire, desk=desk) as story:
        assert "You take 2 hits" in story.asked
        assert "2 infantry on 2: [1][2]" in story.text


@pytest.mark.clause("K5.1")
async def test_the_defender_is_asked_on_the_enemys_turn() -> None:
    wire = begun(invasion(), *ROUND, seat="russians", others=False)
    async with paper(BattleScreen, wire) as story:
        assert "You take 1 hit: whom do you lose?" in story.asked
        await story.keys("enter")
        assert wire.orders == [o.Casualties(("infantry-3",))]
        assert "Waiting for Germany (chooses casualties)." in story.asked


async def test_who_watches_is_told_whom_all_wait_for() -> None:
    wire = begun(invasion(), *ROUND, seat="public", others=False)
    async with paper(BattleScreen, wire) as story:
        assert "Waiting for Soviet Union (chooses casualties)." in story.asked
        await story.keys("enter", "plus", "r")
        assert not wire.orders


SEA = {"6": "1 battleship Germans, 2 submarine Germans, 1 cruiser British, 1 transport British"}


@pytest.mark.clause("K6.2")
async def test_submarines_strike_unless_some_are_sent_down() -> None:
    wire = begun(game("6-7", phase="combat", units=SEA), *[6] * 9)
    async with paper(BattleScreen, wire) as story:
        assert "Submarines: 2 strike." in story.asked
        await story.keys("plus")
        assert "1 strike, 1 dive" in story.text
        await story.keys("enter")
        assert wire.orders == [o.Submerge(("submarine-1",))]


@pytest.mark.clause("K6.2")
async def test_d_sends_all_submarines_down() -> None:
    wire = begun(game("6-7", phase="combat", units=SEA), *[6] * 9)
    async with paper(BattleScreen, wire) as story:
        await story.keys("d", "enter")
        assert wire.orders == [o.Submerge(("submarine-1", "submarine-2"))]


@pytest.mark.clause("K5.5")
async def test_a_battleship_takes_her_first_hit_and_may_be_sunk_by_two() -> None:
    fleet = {"6": "1 battleship Germans, 1 destroyer Germans, 2 cruiser British"}
    fields = came("battleship-1", "7") | came("destroyer-1", "7")
    wire = begun(game("6-7", phase="combat", units=fleet, fields=fields), 6, 6, 1, 1)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter")
        assert "hit 1" in story.text
        assert "lose 1" in story.text
        await story.keys("down", "plus")
        assert "hit 1 lose 1" in story.text
        await story.keys("enter")
        assert wire.orders == [o.Casualties(("battleship-1", "battleship-1"))]


@pytest.mark.clause("K5.3")
async def test_ships_that_bombard_are_chosen_by_type() -> None:
    fleet = "1 transport Germans (1 infantry), 1 battleship Germans, 1 cruiser Germans"
    state = game(
        "6-norway", phase="combat", lands=COAST, fields=landing("norway", "infantry-1"),
        units={"6": fleet, "norway": "2 infantry British"},
    )  # fmt: skip
    wire = begun(state, *[6] * 40)
    async with paper(BattleScreen, wire) as story:
        assert "Which ships bombard? 1 chosen, 1 may." in story.asked
        assert "1 of 1 battleship in 6, on 4" in story.text
        await story.keys("up", "plus", "enter")
        assert wire.orders == [o.Bombard(("cruiser-1",))]


TWO_SEAS = {"6": "1 cruiser Germans, 1 destroyer British", "8": "1 cruiser Germans, 1 destroyer British"}


@pytest.mark.clause("K5.11")
async def test_the_next_battle_is_chosen_from_a_list_with_odds() -> None:
    wire = begun(game("6-7 7-8", phase="combat", units=TWO_SEAS), 1, 6, 1, 6)
    async with paper(BattleScreen, wire) as story:
        assert "Which battle is fought next?" in story.asked
        assert "win 50 %, lose 25 %" in story.text
        await story.keys("2", "enter")
        assert wire.orders == [o.ChooseBattle("8")]


@pytest.mark.clause("K5.11")
async def test_battles_of_the_turn_before_are_not_told_as_those_to_come() -> None:
    state = game("6-7 7-8", phase="combat", units=TWO_SEAS)
    before = {n: Event(1, "russians", "combat", "C5.1", "6", f"The Soviet Union fights, line {n}.") for n in (1, 2)}
    wire = begun(replace(state, log=before), 1, 6, 1, 6)
    async with paper(BattleScreen, wire) as story:
        assert "Which battle is fought next?" in story.asked
        assert "Soviet Union" not in story.text


async def test_the_end_of_a_battle_is_told_though_the_game_has_gone_on_meanwhile() -> None:
    wire = begun(invasion(), *ROUND, 1, 1, 6, 6, seat="russians", others=True)
    async with paper(BattleScreen, wire) as story:
        wire.state = GAME.submit(wire.state, "russians", o.Casualties(("infantry-3",)), wire.dice)
        wire.show(wire.state)
        assert wire.state.asked == {"germans": "non-combat move"}
        wire.others = False
        later = replace(wire.state, battles={}, power="british", phase=Phase.PURCHASE, asked={"british": "purchase"})
        wire.show(later)
        await story.keys()
        assert "Space: the next dice." in story.asked
        await story.keys("enter")
        assert "Germany has won. Germany holds poland." in story.text
        await story.keys("enter")
        assert story.is_closed


@pytest.mark.clause("K3.7")
async def test_fighters_without_a_deck_land_where_the_player_says() -> None:
    units = {"6": "1 fighter British", "7": "1 carrier British"}
    wire = begun(game("6-7 6-norway", phase="combat", lands=COAST, units=units), seat="british")
    async with paper(BattleScreen, wire) as story:
        assert "Your fighters have lost their carrier" in story.asked
        assert "fighter over 6 lands in 7   (2 places)" in story.text
        await story.keys("right", "enter")
        assert wire.orders == [o.LandHomeless({"fighter-1": "norway"})]
        assert wire.state.units["fighter-1"].space == "norway"


@pytest.mark.clause("K3.7")
async def test_fighters_are_spread_over_the_decks_that_are_free() -> None:
    units = {"6": "2 fighter British", "7": "1 carrier British (1 fighter British)"}
    wire = begun(game("6-7 6-norway", phase="combat", lands=COAST, units=units), seat="british")
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter")
        assert wire.orders == [o.LandHomeless({"fighter-1": "7", "fighter-2": "norway"})]


@pytest.mark.clause("K5.2")
async def test_what_anti_aircraft_fire_has_hit_is_chosen_within_the_type() -> None:
    flown = came("fighter-1", "germany") | came("fighter-2", "germany", "x") | came("infantry-1", "germany")
    state = game(
        "germany-poland x-poland x-germany", phase="combat", lands=LAND | {"x": "Germans 1"}, fields=flown,
        units={"poland": "2 fighter Germans, 1 infantry Germans, 3 infantry Russians, 1 aagun Russians"},
    )  # fmt: skip
    wire = begun(state, 1, 6, *[6] * 20)
    async with paper(BattleScreen, wire) as story:
        assert "You take 1 hit (1 on fighters): whom do you lose?" in story.asked
        assert "1 fighter 3 moves left" in story.text
        await story.keys("down", "plus", "down", "down", "enter")  # from one fighter to the other, past the infantry
        assert wire.orders == [o.Casualties(("fighter-2",))]


@pytest.mark.clause("K5.5", "K5.8")
async def test_who_came_over_the_beach_stands_in_a_row_of_his_own() -> None:
    state = game(
        "6-norway sweden-norway", phase="combat", lands=COAST | {"sweden": "Germans 2"},
        fields=landing("norway", "infantry-2") | came("infantry-1", "sweden"),
        units={"norway": "1 infantry Germans, 2 tank British", "6": "1 transport Germans (1 infantry)"},
    )  # fmt: skip
    wire = begun(state, 6, 6, 1, 6)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter")
        assert "1 infantry landed" in story.text
        await story.keys("down", "plus", "enter")
        assert wire.orders == [o.Casualties(("infantry-2",))]


@pytest.mark.clause("K4")
async def test_a_raid_is_told_with_its_damage() -> None:
    raid = {"bomber-1": {"duty": "raid"}}
    units = {"poland": "1 bomber Germans, 1 aagun Russians, 1 factory Russians"}
    wire = begun(game("germany-poland", phase="combat", lands=LAND, fields=raid, units=units), 4, 5)
    async with paper(BattleScreen, wire) as story:
        assert "Germany raids" in story.text
        assert "Soviet Union: gun and complex" in story.text
        await story.keys("space", "space")
        assert "The raid is over. The complex in poland has 5 damage." in story.text


async def test_a_refusal_is_shown_with_its_clause_and_f1_explains_it() -> None:
    fleet = {"6": "1 cruiser Germans, 1 destroyer Germans, 1 transport Germans, 2 cruiser British"}
    wire = begun(game("6-7", phase="combat", units=fleet), 6, 6, 1, 6)
    async with paper(BattleScreen, wire) as story:
        await story.keys("enter", "up", "plus", "enter")
        assert "K5.6: Transports are chosen last" in story.asked
        await story.keys("f1")
        assert isinstance(story.app.screen, Rules)
        assert "Transports in battle" in shots.row(story.app, "#found")


async def test_the_battle_finds_room_in_80_by_24_and_in_ascii() -> None:
    async with paper(BattleScreen, begun(invasion(), *ROUND), ascii=True) as story:
        await story.keys("enter")
        assert all(ord(sign) < 127 for sign in story.text)
        assert len(story.text.split("\n")) == 24


async def test_with_no_battle_at_all_it_says_so_and_opens_up_when_one_comes() -> None:
    wire = RulesWire(game("germany-poland", lands=LAND, units={"germany": "1 infantry Germans"}))
    async with paper(BattleScreen, wire) as story:
        assert "No battle is being fought" in story.asked
        wire.show(begun(invasion(), *ROUND).state)
        await story.keys()
        assert "Attacker fires" in story.text
        await story.keys("escape", "escape")
        assert story.is_closed


async def test_reports_of_battles_that_are_over_can_be_looked_at_again() -> None:
    wire = begun(game("6-7 7-8", phase="combat", units=TWO_SEAS), 1, 6, 1, 6)
    desk = Desk(wire)
    async with paper(BattleScreen, wire, desk=desk) as story:
        await story.keys("enter", "escape")
        assert story.is_closed
    async with paper(BattleScreen, wire, desk=desk) as story:
        assert "Battle in 6" in story.text
        assert "Germany has won." in story.text
        await story.keys("right")
        assert "Battle in 8" in story.text
        await story.keys("escape")
        assert story.is_closed


async def test_names_from_the_server_cannot_move_the_cursor() -> None:
    state = invasion()
    poland = replace(state.setting.spaces["poland"], name="po\x1b[2Jland\x07")
    setting = replace(state.setting, spaces={**state.setting.spaces, "poland": poland})
    async with paper(BattleScreen, begun(replace(state, setting=setting), *ROUND)) as story:
        assert "po[2Jland" in story.text
        assert "\x1b" not in story.text


@pytest.mark.clause("K8")
@pytest.mark.parametrize(
    "state",
    [
        invasion(),
        game("6-7", phase="combat", units=SEA),
        game(
            "6-norway", phase="combat", lands=COAST, fields=landing("norway", "infantry-1"),
            units={"6": "1 transport Germans (1 infantry), 1 battleship Germans",
                   "norway": "2 infantry British, 1 aagun British"},
        ),
        game("germany-poland", phase="combat", lands=LAND, units={"poland": "2 bomber Germans, 1 infantry Germans, "
             "3 infantry Russians, 1 aagun Russians, 1 factory Russians"}),
        game("6-7", phase="combat", units={"6": "1 carrier Germans (1 fighter Germans, 1 fighter Japanese), "
             "1 carrier British (2 fighter Americans), 1 destroyer British"}),
    ],
)  # fmt: skip
def test_odds_are_asked_of_the_same_forces_as_the_rules_ask(state: State) -> None:
    seen = view(state, "germans")
    for key, battle in state.battles.items():
        if battle.kind == "raid":
            continue
        mine, theirs = matchups.of_battle(seen, seen.battles[key]), question(state, battle)
        assert (mine.attackers, mine.defenders, mine.at_sea) == (theirs.attackers, theirs.defenders, theirs.at_sea)
        assert _numbers(mine) == _numbers(theirs)
    assert state.battles


def _numbers(asked: Question) -> dict[str, tuple[object, ...]]:
    kinds = asked.kinds.values()
    return {k.key: (k.cost, k.attack, k.defence, k.domain, k.traits, k.hits, k.bombard, k.supported) for k in kinds}

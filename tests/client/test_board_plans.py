"""Plans of movement, fire and set-up on the board, and how a battle is told: no screen."""

import pytest
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import stack_of
from room40.dreadnought.orders import Aim, Gun
from room40.dreadnought.views import EventView, View
from room40.geometry.hexgrid import Hex
from room40_client.tui.board import aiming, cards, idle, manoeuvring, telling, terms
from room40_client.tui.board.aiming import HOLD, UMPIRE, Aims
from room40_client.tui.board.manoeuvring import Manoeuvres
from room40_client.tui.board.placing import Placing
from room40_client.tui.draw import asked
from room40_client.tui.screens import reading
from tests.client import board_samples as samples
from tests.client import shots

ZONE = samples.ZONE


def moves(view: View) -> Manoeuvres:
    found = terms.on_board(view)
    assert found is not None
    return Manoeuvres(view, found[0].zone, found[1])


def aims(view: View, torpedoes: bool = False) -> Aims:
    found = terms.on_board(view)
    assert found is not None
    return Aims(view, *found, torpedoes)


# ---- movement ----


@pytest.mark.clause("7.31", "7.32")
def test_a_group_that_may_move_goes_one_hex_or_stays() -> None:
    plan = moves(samples.moving())
    assert plan.movers() == ["en-1", "en-2"]
    assert plan.step("en-1", "NE")
    assert plan.moves == {"en-1": "0,-1"}
    assert not plan.step("en-3", "NE"), "it may not move in this step"
    plan.stay("en-1")
    assert plan.order() == o.Manoeuvre(ZONE)


@pytest.mark.clause("7.33", "H7.41")
def test_a_group_on_a_corner_leaves_over_either_side() -> None:
    groups = {**samples.GROUPS, "en-1": replace(samples.GROUPS["en-1"], hex="-5,0")}
    plan = moves(samples.battle(groups=groups))
    assert plan.steps_off("en-1", "NW") == ("off NW NW", "off W NW")
    assert plan.steps_off("en-1", "N") == ("off NW N",)
    assert plan.steps_off("en-1", "SE") == ()


@pytest.mark.clause("7.31")
def test_it_is_said_in_which_steps_a_group_moves() -> None:
    plan = moves(samples.moving())
    assert plan.steps("en-1") == [6, 10, 14, 18], "speed 2, its side having the initiative"
    assert plan.steps("en-3") == [10, 14, 18], "speed 1"


@pytest.mark.clause("7.31", "7.34")
def test_with_a_tow_a_group_moves_in_the_last_step_of_its_side() -> None:
    view = samples.moving()
    ships = {**view.ships, "defence": replace(view.ships["defence"], towing="gloucester")}
    plan = moves(replace(view, ships=ships))
    assert plan.steps("en-3") == [18]
    assert plan.steps("en-2") == [18], "she is towed"


@pytest.mark.clause("7.27", "7.36")
def test_a_plan_that_ends_the_battle_out_of_sight_is_known() -> None:
    groups = {"en-1": replace(samples.GROUPS["en-1"], hex="-3,0")}
    plan = moves(samples.battle(groups=groups, may_move=["en-1"]))
    assert not plan.loses_sight(), "nobody moves"
    plan.go("en-1", "-3,-1")
    assert not plan.loses_sight(), "at the range of sight one is seen"
    plan.go("en-1", "-4,1")
    assert plan.loses_sight()


@pytest.mark.clause("7.33", "7.36")
def test_who_leaves_in_sight_does_not_end_the_battle() -> None:
    groups = {
        "en-1": replace(samples.GROUPS["en-1"], hex="5,-3"),
        "en-2": replace(samples.GROUPS["en-2"], hex="-3,0"),
    }
    plan = moves(samples.battle(groups=groups))
    plan.go("en-1", "off E SE")
    plan.go("en-2", "-4,1")
    assert not plan.loses_sight()


@pytest.mark.clause("7.33")
def test_no_group_leaves_over_land() -> None:
    groups = {**samples.GROUPS, "en-1": replace(samples.GROUPS["en-1"], hex="2,3")}
    plan = moves(samples.battle(groups=groups))
    assert plan.steps_off("en-1", "S") == () == plan.steps_off("en-1", "SE")


@pytest.mark.clause("7.3")
def test_groups_of_one_fleet_merge_where_both_end_and_no_others() -> None:
    groups = {**samples.GROUPS, "en-2": replace(samples.GROUPS["en-2"], fleet="EN-1")}
    plan = moves(samples.battle(groups=groups))
    assert plan.partners("en-1") == []
    plan.step("en-1", "S")
    assert plan.partners("en-1") == ["en-2"]
    plan.merges["en-1"] = "en-2"
    assert plan.order() == o.Manoeuvre(ZONE, {"en-1": "-1,1"}, {"en-1": "en-2"})
    plan.step("en-1", "N")
    assert plan.merges == {}, "it ends elsewhere now"
    other = moves(samples.moving())
    other.step("en-1", "S")
    assert other.partners("en-1") == [], "the groups are of two fleets"


@pytest.mark.clause("7.35")
def test_a_ship_that_is_taken_out_moves_by_herself() -> None:
    plan = moves(samples.battle(may_detach=["inflexible"]))
    assert plan.may_leave("en-1") == ["inflexible"]
    plan.detached.append("inflexible")
    assert plan.ships("en-1") == ("indefatigable",)
    assert {"en-1", "inflexible"} <= set(plan.movers())
    assert plan.step("inflexible", "SW")
    assert plan.stacks()[Hex(-2, 1)] == ("inflexible",)
    assert plan.order() == o.Manoeuvre(ZONE, {"inflexible": "-2,1"}, {}, ("inflexible",))
    plan.stay("inflexible")
    assert plan.order() == o.Manoeuvre(ZONE)


@pytest.mark.clause("7.35", "7.31")
def test_the_rest_is_as_fast_as_it_is_without_her() -> None:
    view = samples.battle(may_move=[], may_detach=["inflexible"])
    view = replace(view, ships={**view.ships, "inflexible": replace(view.ships["inflexible"], speed="1s")})
    plan = moves(view)
    assert plan.movers() == []
    plan.detached.append("inflexible")
    assert plan.movers() == ["en-1"], "she herself is too slow"
    assert not manoeuvring.idle(view, ZONE, plan.board)


@pytest.mark.clause("7.32")
def test_too_many_ships_in_a_hex_are_told_before_the_order_is_sent() -> None:
    plan = moves(samples.battle(stack=2))
    plan.step("en-1", "S")
    assert plan.fault() == "3 ships would stand in F6; 2 may."


# ---- fire ----


@pytest.mark.clause("H7.5")
def test_what_is_in_reach_is_listed_with_hopes_of_hits() -> None:
    plan = aims(samples.firing())
    assert plan.ships() == ["indefatigable", "inflexible"], "the cruiser's guns do not reach, the Defence is far away"
    assert plan.targets("indefatigable") == ["c3", "c7"]
    assert plan.hope("indefatigable", "c3") == pytest.approx((6 + 3) / 6)
    assert plan.hope("indefatigable", "c7", "primary") == pytest.approx(2 / 6), "a third of the dice at torpedo boats"
    assert plan.range("indefatigable", "c3") == 2
    assert "c1" not in plan.targets("indefatigable"), "face down"


@pytest.mark.clause("H7.5")
def test_same_again_is_the_default_and_the_rest_is_the_umpires() -> None:
    plan = aims(samples.firing())
    assert plan.said("indefatigable") == {"primary": "c3", "secondary": UMPIRE}
    assert plan.order() == o.FireGuns(ZONE, (), same=True, free=True)


def test_a_gun_named_anew_goes_with_same_again() -> None:
    plan = aims(samples.firing())
    plan.aim("inflexible", "c7", "primary")
    assert plan.order() == o.FireGuns(ZONE, (Aim("inflexible", Gun.PRIMARY, "c7"),), same=True, free=True)


def test_a_gun_that_is_to_be_silent_is_not_woken_by_same_again() -> None:
    plan = aims(samples.firing())
    plan.aim("inflexible", HOLD)
    order = plan.order()
    assert isinstance(order, o.FireGuns)
    assert (order.same, order.free) == (False, False)
    assert {(s.ship, s.gun.value, s.target) for s in order.shots} == {
        ("indefatigable", "primary", "c3"),
        ("indefatigable", "secondary", "c3"),
    }, "what was the umpire's goes where most hits are hoped for"


def test_a_gun_given_back_to_the_umpire_does_not_fire_as_before() -> None:
    plan = aims(samples.firing())
    plan.aim("indefatigable", UMPIRE)
    assert plan.order() == o.FireGuns(ZONE, (), same=False, free=True)


def test_all_ships_at_one_target() -> None:
    plan = aims(samples.firing())
    assert plan.all_at("c7") == 2
    assert plan.total() == {"c7": pytest.approx((2 + 3 + 1 + 3) / 6)}


@pytest.mark.clause("H7.7")
def test_torpedoes_are_held_until_they_are_told_to_run() -> None:
    plan = aims(samples.torpedoes(), torpedoes=True)
    assert plan.ships() == ["gloucester"]
    assert plan.order() == o.FireTorpedoes(ZONE)
    plan.aim("gloucester", "c3")
    assert plan.order() == o.FireTorpedoes(ZONE, {"gloucester": "c3"})
    assert not plan.aim("gloucester", UMPIRE), "nobody fires torpedoes for a player"


def test_rings_of_reach_by_gun_class() -> None:
    board = samples.BOARD
    rings = aiming.rings(board, ("indefatigable", "gloucester"), Hex(-1, 0))
    assert (rings[Hex(-1, -1)], rings[Hex(1, -1)], rings[Hex(2, 0)]) == ("pst", "ps", "p")
    assert Hex(4, 0) not in rings


# ---- nothing to do ----


@pytest.mark.parametrize(
    "view,order",
    [
        (samples.battle(may_move=[]), o.Manoeuvre(ZONE)),
        (samples.battle("gunnery", stacks={"CP": {"4,-2": stack_of(["c1"], False)}}), o.FireGuns(ZONE)),
        (samples.battle("gunnery", arms={}), o.FireGuns(ZONE)),
        (samples.battle("torpedoes"), o.FireTorpedoes(ZONE)),
        (samples.moving(), None),
        (samples.firing(), None),
        (samples.torpedoes(), None),
        (samples.set_up(), None),
        (samples.battle(""), None),
    ],
)
def test_only_a_step_in_which_nothing_can_be_done_is_answered_at_once(view: View, order: o.Order | None) -> None:
    assert idle.answer(view) == order


# ---- set-up ----


@pytest.mark.clause("7.24")
def test_a_set_up_as_the_umpire_has_it_is_left_to_him() -> None:
    view = samples.set_up()
    plan = Placing(view, ZONE, view.board[ZONE])
    assert plan.order() == o.SetUp(ZONE)
    assert plan.lift(Hex(-5, 3))
    assert plan.put(Hex(0, 0)) == "These ships may not stand in G6."
    assert plan.put(Hex(-5, 1)) == ""
    assert plan.order() == o.SetUp(ZONE, {"-5,1": ("gloucester",), "-5,2": ("indefatigable", "inflexible")})


def test_no_more_ships_than_a_stack_in_a_hex() -> None:
    view = samples.set_up()
    plan = Placing(view, ZONE, replace(view.board[ZONE], stack=2))
    plan.lift(Hex(-5, 3))
    assert plan.put(Hex(-5, 2)) == "No more than 2 of your ships may stand in a hex."


# ---- telling ----


def test_dice_fall_one_salvo_at_a_time() -> None:
    view = samples.fallen()
    waiting = telling.pieces(view, telling.unread(view, 4))
    targets = [piece.text.partition(":")[0] for piece in waiting]
    assert targets == ["At Inflexible", "At Goeben", "At Torpedo boats #1"]
    assert {piece.head for piece in waiting} == {"Step 7, gunnery (H7.5)"}
    assert [piece.ends for piece in waiting] == [False, False, True]
    assert telling.stop(waiting) == 1


def test_who_sinks_is_told_with_the_last_salvo_and_what_is_no_fire_at_once() -> None:
    view = samples.over()
    waiting = telling.pieces(view, telling.unread(view, 4))
    assert telling.stop(waiting[2:]) == 2
    assert telling.stop(waiting[4:]) == 1
    quiet = {str(n): EventView(5, "battle", "7.33", ZONE, f"Something {n}.") for n in (5, 6)}
    log = {**quiet, "7": EventView(5, "battle", "H7.5", ZONE, samples.FALL), "8": EventView(5, "loss", "5.25", "", "x")}
    told = telling.pieces(replace(view, log=log), telling.unread(replace(view, log=log), 4))
    assert telling.stop(told) == 2
    assert told[-1].number == 7, "what is not of the battle is left to the table"


def test_boxes_lost_in_a_step_are_told_from_those_lost_before() -> None:
    before, after = cards.cards(samples.firing()), cards.cards(samples.fallen())
    assert cards.hurt(before, after) == ["goeben", "inflexible"]
    whole = cards.built(samples.fallen(), before)
    text = shots.text_of(cards.lines(samples.fallen(), ["goeben", "inflexible"], whole, before, after, 90))
    assert text.split("\n")[0].rstrip() == "Goeben         hull oooooooooooX P oooooX S ooo T oooo torp o speed 2"
    assert "hull oooooXXxx P ooooox" in text


def test_the_report_of_a_battle() -> None:
    first = cards.cards(samples.firing())
    now = cards.sunk_by_name({**first, **cards.cards(samples.fallen())}, telling.sunk(samples.over(), 5, ZONE))
    shots.compare("board-report", shots.text_of(telling.report(samples.over(), 80, first, now)))


def test_the_report_has_a_key_when_the_game_is_over() -> None:
    report = ("B", "battle report")
    over = replace(samples.over(), result="A victory.")
    assert report in asked.keys(over, "plot", "")
    assert report not in asked.keys(replace(over, log={}), "plot", ""), "nobody has fought"


@pytest.mark.parametrize(("length", "told"), [(1, "How the battle is fought"), (6, "How a turn is played")])
def test_a_scenario_of_one_battle_says_how_a_battle_is_fought(length: int, told: str) -> None:
    view = samples.moving()
    page = shots.text_of(reading.briefing(replace(view, scenario=replace(view.scenario, length=length)), 80))
    assert told in page
    assert ("writes the open slot" in page) == (length > 1)

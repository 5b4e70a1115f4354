"""Stories of a battle on the board, key by key, with no server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Aim, Gun
from room40.dreadnought.views import EventView, View
from room40.geometry.hexgrid import Hex
from room40.protocol.messages import Refusal
from room40_client.tui.app import Profile, Room40
from room40_client.tui.draw import board as drawn
from room40_client.tui.draw.board import SIZES
from room40_client.tui.screens.battle import BattleScreen
from room40_client.tui.screens.pick import Pick
from room40_client.tui.screens.reading import Reading, Rules
from room40_client.tui.screens.table import TableScreen
from tests.client import board_samples as samples
from tests.client import shots
from tests.client.stories import Story
from tests.client.wires import FakeWire, Umpire

ZONE = samples.ZONE


@asynccontextmanager
async def at_board(
    view: View, umpire: Umpire | None = None, size: tuple[int, int] = (80, 24), read: bool = True, **how: bool
) -> AsyncIterator[Story]:
    """A table at which a battle is fought; what led to it is read."""
    wire = FakeWire(view, umpire)
    app = Room40(lambda ink: TableScreen(wire, ink), Profile(**how))
    async with app.run_test(size=size) as pilot:
        story = Story(pilot, wire)
        await story.settle()
        if read:
            await story.keys("escape")
        yield story


def is_open(story: Story) -> bool:
    return isinstance(story.app.screen, BattleScreen)


@pytest.mark.parametrize("name", ["moving", "firing", "set_up"])
async def test_a_battle_at_80_by_24(name: str) -> None:
    async with at_board(getattr(samples, name)()) as story:
        shots.compare(f"battle-{name.replace('_', '-')}-80x24", shots.screen(story.app))


async def test_a_battle_at_120_by_40() -> None:
    async with at_board(samples.moving(), size=(120, 40)) as story:
        shots.compare("battle-moving-120x40", shots.screen(story.app))


@pytest.mark.parametrize("name", ["moving", "firing", "torpedoes", "set_up", "entry", "watching"])
async def test_a_battle_in_ascii_is_ascii(name: str) -> None:
    async with at_board(getattr(samples, name)(), ascii=True, mono=True) as story:
        assert is_open(story)
        assert shots.screen(story.app).isascii()


async def test_the_board_opens_when_what_led_to_the_battle_is_read() -> None:
    async with at_board(samples.moving(), read=False) as story:
        assert not is_open(story)
        await story.keys("escape")
        assert is_open(story)


# ---- movement ----


@pytest.mark.clause("7.31", "7.32")
async def test_a_movement_step_is_one_order() -> None:
    async with at_board(samples.moving()) as story:
        assert story.row("#asked").startswith(" Step 6: you move speed 2, 2+.")
        await story.keys("e", "tab", "s")
        assert "2 of 2 groups go.  Enter: all as shown" in story.row("#asked")
        assert story.wire.orders == []
        await story.keys("enter")
        assert story.wire.orders == [o.Manoeuvre(ZONE, {"en-1": "0,-1", "en-2": "-1,2"})]


async def test_enter_alone_lets_all_stay() -> None:
    async with at_board(samples.moving()) as story:
        await story.keys("enter")
        assert story.wire.orders == [o.Manoeuvre(ZONE)]


async def test_a_second_enter_does_not_answer_twice() -> None:
    async with at_board(samples.moving()) as story:
        await story.keys("enter", "enter")
        assert story.wire.orders == [o.Manoeuvre(ZONE)]


async def test_all_groups_go_one_way_by_a_capital_letter() -> None:
    async with at_board(samples.moving()) as story:
        await story.keys("D")
        assert story.row("#asked") == " 2 groups will go SE.  Enter: all as shown"
        await story.keys("backspace", "enter")
        assert story.wire.orders == [o.Manoeuvre(ZONE, {"en-2": "0,1"})]


@pytest.mark.clause("7.31")
async def test_a_group_that_may_not_move_says_so() -> None:
    async with at_board(samples.moving()) as story:
        await story.keys("3", "e")
        assert story.row("#asked") == " 7.31: CA1 may not move in this step.   F1 explains"
        await story.keys("f1")
        assert isinstance(story.app.screen, Rules)
        assert "7.31" in shots.row(story.app, "#found")


async def test_a_group_goes_to_a_hex_by_its_name() -> None:
    async with at_board(samples.moving()) as story:
        await story.keys("g")
        await story.type("g5")
        await story.keys("enter", "g")
        await story.type("w9")
        await story.keys("enter")
        assert story.row("#asked").startswith(" H7.41: 'w9' is no hex of this board")
        await story.keys("enter")
        assert story.wire.orders == [o.Manoeuvre(ZONE, {"en-1": "0,-1"})]


@pytest.mark.clause("7.33", "H7.41")
async def test_a_corner_asks_by_which_side_one_leaves_and_says_into_what_zone() -> None:
    groups = {**samples.GROUPS, "en-1": replace(samples.GROUPS["en-1"], hex="-5,0")}
    async with at_board(samples.battle(groups=groups)) as story:
        await story.keys("q")
        assert isinstance(story.app.screen, Pick)
        await story.keys("2")
        assert "BC2 leaves over W into Q27." in story.row("#asked")
        await story.keys("enter")
        assert story.wire.orders == [o.Manoeuvre(ZONE, {"en-1": "off W NW"})]


@pytest.mark.clause("7.33")
async def test_leaving_in_sight_is_warned_of() -> None:
    groups = {"en-1": replace(samples.GROUPS["en-1"], hex="5,-3")}
    async with at_board(samples.battle(groups=groups, may_move=["en-1"])) as story:
        await story.keys("d")
        assert story.row("#asked").endswith("leaves over E into Q29: in sight, so all are moved back (7.33).")


@pytest.mark.clause("7.36")
async def test_a_move_that_ends_the_battle_is_warned_of() -> None:
    groups = {"en-1": replace(samples.GROUPS["en-1"], hex="-3,0")}
    async with at_board(samples.battle(groups=groups, may_move=["en-1"])) as story:
        await story.keys("A")
        assert story.row("#asked") == " Step 6.  Enter: all as shown; out of all sight, so the battle ends (7.36)"


@pytest.mark.clause("7.33")
async def test_the_sides_over_which_a_group_may_leave_are_in_brackets() -> None:
    groups = {**samples.GROUPS, "en-1": replace(samples.GROUPS["en-1"], hex="-5,0")}
    async with at_board(samples.battle(groups=groups)) as story:
        screen = shots.screen(story.app)
        assert "(NW P28)" in screen
        assert "(W)" in screen, "the zone beyond finds no room here"
        assert "(E " not in screen
        await story.keys("tab")
        assert "(W)" not in shots.screen(story.app), "that group stands inside"


async def test_a_key_says_what_the_signs_mean() -> None:
    async with at_board(samples.moving()) as story:
        assert " k signs " in story.row("#keys")
        await story.keys("k")
        assert isinstance(story.app.screen, Pick)
        assert "enemy counters face down" in shots.screen(story.app)
        await story.keys("escape")
        assert is_open(story)


async def test_only_what_can_be_done_has_a_key_on_the_line() -> None:
    async with at_board(samples.moving(), size=(160, 40)) as story:
        assert not [word for word in ("take out", "merge", "cast off") if word in story.row("#keys")]
        await story.keys("s")
        assert " m merge " not in story.row("#keys"), "the other group there is of another fleet"
    async with at_board(samples.battle(may_detach=["inflexible"]), size=(160, 40)) as story:
        assert " x take out " in story.row("#keys")


@pytest.mark.clause("7.3", "7.35")
async def test_groups_merge_and_a_hurt_ship_is_taken_out() -> None:
    groups = {**samples.GROUPS, "en-2": replace(samples.GROUPS["en-2"], fleet="EN-1")}
    async with at_board(samples.battle(groups=groups, may_detach=["inflexible"])) as story:
        await story.keys("x", "space", "enter", "a", "1", "m")
        assert story.row("#asked").startswith(" 7.3: No other group")
        await story.keys("s", "m")
        assert story.row("#asked") == " BC1 joins CL1.  Enter: all as shown"
        await story.keys("enter")
        moved = {"inflexible": "-2,1", "en-1": "-1,1"}
        assert story.wire.orders == [o.Manoeuvre(ZONE, moved, {"en-1": "en-2"}, ("inflexible",))]


async def test_a_refusal_keeps_the_plan() -> None:
    def no(view: View, order: Struct) -> Refusal:
        return Refusal("7.34", "A ship in tow moves only in her side's last movement step.", "", 1)

    async with at_board(samples.moving(), no) as story:
        await story.keys("e", "enter")
        assert story.row("#asked").startswith(" 7.34: A ship in tow moves only in her side's last movement step.")
        await story.keys("tab")
        assert "1 of 2 groups go" in story.row("#asked")


async def test_the_mouse_picks_a_hex_and_gives_the_order() -> None:
    async with at_board(samples.moving()) as story:
        screen = story.app.screen
        assert isinstance(screen, BattleScreen)
        x, y = drawn.origin(screen.glance.geometry, SIZES[0], Hex(0, -1))
        await story.pilot.click("#board", offset=(x + 2, y))
        await story.settle()
        assert "1 of 2 groups go" in story.row("#asked")
        await story.pilot.click("#asked")
        await story.settle()
        assert story.wire.orders == [o.Manoeuvre(ZONE, {"en-1": "0,-1"})]


async def test_a_click_on_another_stack_chooses_it() -> None:
    async with at_board(samples.moving()) as story:
        screen = story.app.screen
        assert isinstance(screen, BattleScreen)
        x, y = drawn.origin(screen.glance.geometry, SIZES[0], Hex(-1, 1))
        await story.pilot.click("#board", offset=(x + 2, y))
        await story.keys("s", "enter")
        assert story.wire.orders == [o.Manoeuvre(ZONE, {"en-2": "-1,2"})]


# ---- fire ----


@pytest.mark.clause("H7.5")
async def test_enter_fires_the_same_again() -> None:
    async with at_board(samples.firing()) as story:
        assert "Enter: same again, the rest to the umpire" in story.row("#asked")
        await story.keys("enter")
        assert story.wire.orders == [o.FireGuns(ZONE, (), same=True, free=True)]


@pytest.mark.clause("H7.5")
async def test_it_is_said_how_many_of_ones_ships_can_fire() -> None:
    async with at_board(samples.firing()) as story:
        assert story.row("#asked").startswith(" Step 7, gunnery: 2 of 4 can fire.")


@pytest.mark.clause("H7.5")
async def test_a_ship_is_picked_and_aimed() -> None:
    async with at_board(samples.firing()) as story:
        await story.keys("tab", "down", "c", "space")
        assert "same again, 1 as named" in (await after_key(story, "shift+tab"))
        await story.keys("enter")
        assert story.wire.orders == [o.FireGuns(ZONE, (Aim("inflexible", Gun.PRIMARY, "c7"),), same=True, free=True)]


async def after_key(story: Story, key: str) -> str:
    await story.keys(key)
    return story.row("#asked")


async def test_all_at_one_and_one_holds_fire() -> None:
    async with at_board(samples.firing()) as story:
        await story.keys("2", "o")
        assert story.row("#asked").startswith(" 2 ships at ")
        await story.keys("1", "h", "enter")
        order = story.wire.orders[0]
        assert isinstance(order, o.FireGuns)
        assert (order.same, order.free) == (False, False)
        assert {shot.ship for shot in order.shots} < {"indefatigable", "inflexible"}


@pytest.mark.clause("H7.7")
async def test_torpedoes_run_only_when_told() -> None:
    async with at_board(samples.torpedoes()) as story:
        assert story.row("#asked").endswith("Space aims.  Enter: hold them all back")
        assert " Enter hold all " in story.row("#keys")
        await story.keys("space")
        assert story.row("#asked") == " Gloucester aims at Goeben.  Enter: 1 of 1 fire"
        assert " Enter fire " in story.row("#keys")
        await story.keys("enter")
        assert story.wire.orders == [o.FireTorpedoes(ZONE, {"gloucester": "c3"})]


# ---- before the impulses ----


@pytest.mark.clause("7.24")
async def test_the_side_of_entry_is_chosen_by_its_number() -> None:
    async with at_board(samples.entry()) as story:
        assert story.row("#asked").startswith(" Fleet 1 comes on by which side?")
        await story.keys("5", "enter")
        assert story.wire.orders == [o.Enter(ZONE, "EN-1", o.Direction.W)]


@pytest.mark.clause("7.22")
async def test_a_stack_is_lifted_and_put_down_in_an_offered_hex() -> None:
    async with at_board(samples.set_up()) as story:
        await story.keys("s", "space", "d", "space")
        assert story.row("#asked") == " 7.22: These ships may not stand in B5.   F1 explains"
        await story.keys("q", "w", "w", "space", "enter")
        places = {"-5,1": ("gloucester",), "-5,2": ("indefatigable", "inflexible")}
        assert story.wire.orders == [o.SetUp(ZONE, places)]


async def test_the_umpire_sets_up() -> None:
    async with at_board(samples.set_up()) as story:
        await story.keys("z")
        assert story.row("#asked").startswith(" Set-up: 3 ships stand nowhere yet.")
        await story.keys("u", "enter")
        assert story.wire.orders == [o.SetUp(ZONE)]


@pytest.mark.clause("H6")
async def test_basic_combat_is_proposed_and_answered() -> None:
    async with at_board(samples.set_up()) as story:
        await story.keys("B", "2")
        assert story.wire.orders == [o.Basic(ZONE)]
    async with at_board(samples.battle("basic")) as story:
        await story.keys("2")
        assert story.wire.orders == [o.Basic(ZONE, False)]


@pytest.mark.clause("7.33", "H21.18")
async def test_a_divided_fleet_keeps_its_counter_with_the_ship_that_is_named() -> None:
    view = samples.battle("keep", fleet="EN-1", choices=["inflexible", "indefatigable"])
    async with at_board(view) as story:
        await story.keys("tab", "enter")
        assert story.wire.orders == [o.Keep(ZONE, "EN-1", "indefatigable")]


# ---- what falls, and the end ----


async def test_dice_fall_salvo_by_salvo_then_boxes_are_struck_off() -> None:
    async with at_board(samples.firing(), lambda view, order: samples.fallen()) as story:
        await story.keys("enter")
        assert "At Inflexible: Goeben P 561243" in shots.screen(story.app)
        assert "At Goeben" not in shots.screen(story.app)
        await story.keys("space", "space")
        assert "At Torpedo boats #1: Indefatigable S 112: no hit." in shots.screen(story.app)
        assert "XX" not in shots.screen(story.app)
        await story.keys("space")
        shots.compare("battle-struck-80x24", shots.screen(story.app))
        await story.keys("e")
        assert len(story.wire.orders) == 1, "keys of the next step wait until all is read"
        await story.keys("space")
        assert story.row("#asked").startswith(" Step 10: you move")


async def test_a_step_with_nothing_to_do_is_answered_once_without_a_key() -> None:
    view = samples.battle(may_move=[])
    async with at_board(view) as story:
        assert story.wire.orders == [o.Manoeuvre(ZONE)]
        story.wire.show(view)
        await story.settle()
        assert story.wire.orders == [o.Manoeuvre(ZONE)]


async def test_the_report_follows_the_end_and_leads_to_the_chart() -> None:
    async with at_board(samples.firing(), lambda view, order: samples.over()) as story:
        await story.keys("enter", "escape")
        assert isinstance(story.app.screen, Reading)
        assert "Goeben is sunk: 20 points (H18)" in shots.screen(story.app)
        await story.keys("escape")
        assert isinstance(story.app.screen, TableScreen)
        assert story.app.screen.mode == "plot", "nothing of it is left to read"
        await story.keys("B")
        assert "Boxes struck off in this battle" in shots.screen(story.app)


async def test_to_the_chart_and_back_keeps_the_battle_waiting() -> None:
    async with at_board(samples.moving()) as story:
        await story.keys("escape")
        assert is_open(story), "Esc does not leave a battle by mistake"
        await story.keys("f")
        assert isinstance(story.app.screen, TableScreen)
        assert story.row("#asked") == f" Battle in {ZONE}: your groups may move.  Enter goes to the board."
        story.wire.show(samples.moving())
        await story.settle()
        assert not is_open(story)
        await story.keys("enter")
        assert is_open(story)
        assert story.wire.orders == []


async def test_watchers_look_on() -> None:
    async with at_board(samples.watching()) as story:
        assert story.row("#asked") == " Watching. Waiting for the Central Powers."
        await story.keys("e", "enter", "space", "tab")
        assert story.wire.orders == []


async def test_what_stands_in_a_hex_is_listed() -> None:
    async with at_board(samples.moving()) as story:
        await story.keys("right", "right", "i")
        text = shots.screen(story.app)
        assert "Goeben  BC" in text
        assert "Torpedo boats #1  TB" in text


async def test_nothing_from_afar_moves_the_cursor_of_the_terminal() -> None:
    log = {
        **samples.fallen().log,
        "5": EventView(5, "battle", "H7.5", ZONE, "Step 7. \x1b[2JGoeben at X, primary 1: no hit."),
    }
    async with at_board(replace(samples.fallen(), log=log), read=False) as story:
        await story.keys("space", "space", "space", "space")
        assert "\x1b" not in shots.screen(story.app)


@pytest.mark.clause("7.3")
async def test_a_group_of_several_speeds_says_who_is_the_slowest() -> None:
    view = samples.moving()
    ships = {**view.ships, "indefatigable": replace(view.ships["indefatigable"], speed="1")}
    async with at_board(replace(view, ships=ships)) as story:
        assert "Indefatigable 1" in shots.screen(story.app)


@pytest.mark.clause("7.31")
async def test_an_order_names_the_step_for_which_it_is_meant() -> None:
    async with at_board(samples.firing()) as story:
        await story.keys("enter")
        assert len(story.wire.orders) == 1
        assert story.wire.moments == [107]

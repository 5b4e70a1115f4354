"""Stories at the 1942 table, key by key, against the rules themselves: moves are planned, taken back, committed."""

import pytest
from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_client.session import LineState
from room40_server.rules.combined_arms.state import Phase, State
from tests.client import shots
from tests.client.combined_arms.tables import table, two_islands
from tests.combined_arms import kit


def moving() -> State:
    """Marran's combat move, nothing bought."""
    return kit.give(two_islands(), o.Commit())


async def test_the_table_at_80_by_24() -> None:
    async with table(moving()) as story:
        shots.compare("table-1942-80x24", story.text)


async def test_the_table_at_120_by_40() -> None:
    async with table(moving(), size=(120, 40)) as story:
        shots.compare("table-1942-120x40", story.text)


async def test_the_table_in_ascii_is_ascii() -> None:
    async with table(moving(), ascii=True, mono=True) as story:
        assert story.text.isascii()
        await story.keys("enter")
        assert story.text.isascii()


async def test_a_game_begins_with_its_briefing() -> None:
    async with table(two_islands(), read=False) as story:
        assert "West (Marran, Sorrel)   you" in story.text


async def test_a_space_is_found_by_typing() -> None:
    async with table(moving()) as story:
        await story.keys("slash", *"neck")
        assert story.row("#asked") == " The Neck"
        assert story.table.cursor == "the-neck"
        await story.keys("enter", "slash", "z", "z")
        assert story.row("#asked") == " no space is called so"
        await story.keys("enter")
        assert story.row("#asked") == " No space is called 'zz'."
        await story.keys("escape")
        assert story.table.cursor == "the-neck"


async def test_units_are_picked_by_number_and_sent_where_they_can_go() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "1")
        assert " 1 of 2 " in story.text
        await story.keys("enter")
        assert story.row("#asked").startswith(" 1 infantry to: not to Marran Hills")
        await story.go("west")
        assert story.row("#asked") == " 1 infantry to: West Bay, go aboard the transport"
        await story.keys("enter")
        (given,) = story.wire.orders
        assert isinstance(given, o.Move)
        assert given.path == ("marran-hills", "west-bay")
        assert "1 infantry: Marran Hills > West Bay" in story.row("#status")
        assert "must land in an assault" in story.row("#asked")


async def test_what_cannot_be_reached_is_no_order() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "1", "enter")
        await story.go("ostrey")
        await story.keys("enter")
        assert story.wire.orders == []
        assert "1 infantry cannot go to Ostrey." in story.row("#status")


async def test_a_landing_is_carried_over_the_sea_and_its_battle_named_before_the_commit() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "enter")
        await story.go("west")
        await story.keys("enter", "enter", "down", "down", "1", "enter")  # the transport
        await story.go("north")
        await story.keys("enter")
        assert "1 transport (2 infantry)" in story.row("#about")
        await story.keys("enter", "2", "enter", "enter")
        assert "2 infantry: North Sea > Tavik Hills" in story.row("#status")
        await story.keys("c")
        await story.until("Tavik Hills: landing, 2 against 2; attacker wins")
        assert not any(isinstance(order, o.Commit) for order in story.wire.orders)
        await story.keys("enter")
        assert isinstance(story.wire.orders[-1], o.Commit)
        assert story.wire.state.phase is not Phase.COMBAT_MOVE


@pytest.mark.clause("K3.8")
async def test_units_are_sent_over_the_sea_at_a_stroke() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "enter")
        await story.go("tavik hills")
        assert "West Bay > North Sea > Tavik Hills, an assault, a battle" in story.row("#asked")
        await story.keys("enter")
        await story.app.workers.wait_for_complete()
        paths = [order.path for order in story.wire.orders if isinstance(order, o.Move)]
        assert paths == [("marran-hills", "west-bay"), ("west-bay", "north-sea"), ("north-sea", "tavik-hills")]
        assert "2 infantry: Marran Hills > West Bay > North Sea > Tavik Hills." in story.row("#status")
        assert "3 moves, 1 battle" in story.row("#asked")
        await story.keys("backspace")
        await story.app.workers.wait_for_complete()
        assert story.wire.state.given == {}
        assert story.table.cursor == "marran-hills"


async def test_a_trip_that_is_refused_half_way_leaves_nothing_behind() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "enter")
        aim = story.table.aim
        assert aim is not None
        (trip,) = aim.ways["tavik-hills"]
        broken = replace(trip, moves=(*trip.moves[:2], replace(trip.moves[2], path=("north-sea", "ostrey"))))
        story.table.aim = replace(aim, ways={**aim.ways, "tavik-hills": (broken,)})
        await story.go("tavik hills")
        await story.keys("enter")
        await story.app.workers.wait_for_complete()
        assert story.wire.state.given == {}
        assert "not neighbours" in story.row("#status")


async def test_a_move_is_taken_back_by_backspace_and_from_the_list() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "enter")
        await story.go("west")
        await story.keys("enter", "backspace")
        assert story.wire.orders[-1] == o.TakeBack(1)
        assert story.row("#status").startswith(" Taken back: 2 infantry")
        await story.keys("enter", "enter")
        await story.go("west")
        await story.keys("enter", "p", "enter")
        assert story.wire.orders[-1] == o.TakeBack(2)
        assert story.wire.state.given == {}


async def test_a_refused_commit_says_its_clause() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "enter")
        await story.go("west")
        await story.keys("enter", "c")
        assert story.row("#status").startswith(" C4.8: ")
        await story.keys("f1")
        assert "C4.8" in story.text


async def test_the_landing_plan_of_aircraft_is_shown() -> None:
    async with table(moving(), size=(120, 40)) as story:
        await story.go("port mar")
        await story.keys("enter", "down", "down", "down", "1", "enter")  # the fighter
        await story.go("east")
        await story.keys("enter")
        assert "Aircraft can land (K3.4)" in story.text
        assert "East Bay: sea battle" in story.text


async def test_aircraft_fly_home_as_the_landing_plan_says() -> None:
    lands = {"norway": "Germans 3", "sweden": "British 3"}
    units = {"sweden": "1 bomber Germans, 1 infantry British", "6": "1 fighter Germans"}
    fields = {"bomber-1": {"used": 1, "moved_in": "combat move"}, "fighter-1": {"used": 1, "moved_in": "combat move"}}
    state = kit.game("norway-6 norway-sweden", lands=lands, units=units, phase="non-combat move", fields=fields)
    async with table(state, "germans") as story:
        assert "2 aircraft not home" in story.row("#asked")
        await story.keys("c")
        assert "not landed: lost" in story.text
        await story.keys("escape", "f")
        await story.app.workers.wait_for_complete()
        assert {u.space for u in story.wire.state.units.values() if u.owner == "germans"} == {"norway"}
        assert "2 moves home." in story.row("#status")


@pytest.mark.clause("K4")
async def test_bombers_are_asked_whether_they_raid() -> None:
    async with table(moving()) as story:
        await story.go("port mar")
        await story.keys("enter", *["down"] * 4, "1", "enter")
        await story.go("ostrey")
        await story.keys("enter", "2")
        given = story.wire.orders[-1]
        assert isinstance(given, o.Move)
        assert given.duty is o.Duty.RAID


async def test_submarines_and_transports_of_a_zone_are_left_alone_or_attacked() -> None:
    lands = {"norway": "Germans 3"}
    units = {"6": "1 cruiser Germans", "7": "1 submarine British"}
    async with table(kit.game("norway-6 6-7", lands=lands, units=units), "germans") as story:
        await story.go("6")
        await story.keys("enter")
        await story.go("7")
        await story.keys("enter", "e", "2")
        assert story.wire.orders[-1] == o.Engage("7", False)
        assert story.wire.state.engage == {"7": False}


async def test_the_table_of_spaces_leads_to_one() -> None:
    async with table(moving()) as story:
        await story.keys("t", "end", "enter")
        assert story.table.cursor == "strait"


async def test_the_list_of_targets_leads_there() -> None:
    async with table(moving()) as story:
        await story.go("hills")
        await story.keys("enter", "enter", "t", "1")
        assert isinstance(story.wire.orders[-1], o.Move)


async def test_who_watches_orders_nothing() -> None:
    async with table(moving(), "public") as story:
        await story.keys("m", "e", "backspace", "c", "p")
        assert story.wire.orders == []
        assert "WATCHING" in story.row("#title")
        assert "Waiting for West (Marran)" in story.row("#asked")


async def test_who_is_waited_for_is_named() -> None:
    async with table(moving(), "east") as story:
        assert story.row("#asked") == " Waiting for West (Marran): combat move."
        await story.keys("m")
        assert "when you are asked" in story.row("#status")


async def test_what_has_happened_is_read_first_and_the_map_follows() -> None:
    state = moving()
    async with table(state, bots=True) as story:
        for _ in range(6):
            await story.keys("c", "enter")
        assert "to read" in story.row("#about")
        before = story.table.read
        await story.keys("space")
        assert story.table.read > before
        await story.keys("escape")
        assert "to read" not in story.row("#about")


@pytest.mark.parametrize("columns", [40, 60])
async def test_a_narrow_terminal_has_the_map_and_the_table(columns: int) -> None:
    async with table(moving(), size=(columns, 20)) as story:
        await story.keys("t")
        assert "Port Marran" in story.text


async def test_who_has_lost_the_line_reads_so() -> None:
    async with table(moving()) as story:
        story.wire.line = LineState.AWAY
        story.wire.tell()
        await story.keys()
        assert "LINE DOWN" in story.row("#title")


async def test_a_click_chooses_a_space_and_a_second_one_moves_from_it() -> None:
    async with table(moving()) as story:
        on = story.table.map.on
        assert on is not None
        x, y = on.cells["marran-hills"]
        await story.pilot.click("#map", offset=(x + 3, y))
        assert story.table.cursor == "marran-hills"
        await story.pilot.click("#map", offset=(x + 3, y))
        await story.keys()
        assert "which go?" in story.text


async def test_everything_is_in_the_palette() -> None:
    async with table(moving()) as story:
        titles = [command.title for command in story.app.get_system_commands(story.table)]
        assert "Commit the phase (c)" in titles
        await story.keys("question_mark")
        assert "All keys" in story.text


@pytest.mark.clause("K7")
async def test_what_is_not_placed_is_said_to_be_paid_back_before_the_commit() -> None:
    state = kit.give(two_islands(), o.Buy({"infantry": 2}), o.Commit(), o.Commit(), o.Commit())
    async with table(state) as story:
        await story.keys("c")
        await story.until("Not placed: 2 infantry; 6 is paid back")
        await story.keys("escape")
        assert state is story.wire.state


async def test_conceding_wants_a_yes() -> None:
    async with table(moving()) as story:
        await story.keys("C", "n", "o", "enter")
        assert story.wire.orders == []
        await story.keys("C", "y", "e", "s", "enter")
        assert story.wire.orders == [o.Concede()]

"""Stories at the table, key by key, with no server: menus, papers, the line, the palette, the sizes of terminals."""

import asyncio

import pytest
from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.protocol.messages import Refusal
from room40_client.session import Answer, LineChanged, LineState
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.table import TableScreen
from tests.client import samples, shots
from tests.client.stories import Story, table
from tests.client.wires import FakeWire, plotting


async def test_the_fleet_menu_offers_what_the_view_says_and_nothing_else() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("m")
        text = shots.screen(story.app)
        assert "Abort" in text
        assert "Split" in text
        assert "Merge" not in text
        await story.keys("1", "2")
        assert story.wire.orders == [o.Abort("EN-1", "S24")]


async def test_a_split_is_asked_for_step_by_step() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("m", "2", "2", "enter", "3")
        await story.type("q29")
        await story.keys("enter", "enter")
        assert story.wire.orders == [o.Split("EN-1", (o.Part(("indefatigable",), "Q29"),))]


async def test_the_fleets_are_re_formed_before_the_game() -> None:
    ask = samples.AskView("plan", "5.2", "", "", "", [], [])
    async with table(samples.goeben(ask=ask, turn=0)) as story:
        await story.keys("f", "down", "down", "n", "m", "enter")
        assert len(story.wire.orders) == 1
        form = story.wire.orders[0]
        assert isinstance(form, o.Form)
        assert form.fleets[0].ships == ("inflexible",)
        assert form.fleets[1] == o.Formation("EN-2", ("indefatigable",), o.Mission.MINELAYING)


@pytest.mark.parametrize(
    "key,text",
    [
        ("s", "Signal log"),
        ("v", "Ship cards"),
        ("V", "Ship cards, all fleets"),
        ("e", "Sightings"),
        ("d", "Find her, or lose the Straits"),
        ("question_mark", "All keys"),
        ("i", "Fleets"),
    ],
)
async def test_every_paper_is_one_key_away(key: str, text: str) -> None:
    async with table(samples.goeben()) as story:
        await story.keys(key)
        assert text in shots.screen(story.app)
        await story.keys("escape")
        assert isinstance(story.app.screen, TableScreen)
        assert not story.wire.orders


async def test_a_line_of_chat_is_said() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("x")
        await story.type("well met")
        await story.keys("enter")
        assert story.wire.said == ["well met"]
        assert "Milne (Entente): well met" in shots.screen(story.app)


async def test_a_watcher_orders_nothing() -> None:
    async with table(samples.watching()) as story:
        await story.keys("w", "t", "a", "m", "1", "f", "enter", "tab")
        assert story.wire.orders == []
        assert story.row("#asked").startswith(" Watching.")


async def test_a_lost_line_is_told_in_the_title() -> None:
    async with table(samples.goeben()) as story:
        story.wire.line = LineState.AWAY
        story.wire._tell(LineChanged(LineState.AWAY))
        await story.settle()
        assert "LINE DOWN" in story.row("#title")


async def test_giving_up_wants_a_yes() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("C")
        await story.type("no")
        await story.keys("enter")
        assert story.wire.orders == []
        await story.keys("C")
        await story.type("yes")
        await story.keys("enter")
        assert story.wire.orders == [o.Concede()]


async def test_a_slow_answer_does_not_hold_the_screen() -> None:
    class Slow(FakeWire):
        gate: asyncio.Event

        async def order(self, order: Struct) -> Answer:
            await self.gate.wait()
            return await super().order(order)

    wire = Slow(samples.written(), plotting)
    wire.gate = asyncio.Event()
    app = Room40(lambda ink: TableScreen(wire, ink), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        story = Story(pilot, wire)
        await story.keys("escape", "c", "right", "right")
        assert story.chart.cursor == "Q30"
        wire.gate.set()
        await story.settle()
        assert wire.orders == [o.Commit()]


async def test_a_view_that_is_not_understood_is_said_in_one_sentence() -> None:
    class Odd(FakeWire):
        @property
        def view(self) -> dict[str, object]:
            return {"seat": "EN"}

    app = Room40(lambda ink: TableScreen(Odd(samples.goeben()), ink), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "does not understand" in shots.row(app, "#status")


async def test_a_list_says_that_it_goes_on_below() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("question_mark")
        assert shots.screen(story.app).split("\n")[-2].endswith(" more ")
        await story.keys("end")
        assert not shots.screen(story.app).split("\n")[-2].endswith(" more ")


async def test_every_action_is_in_the_palette() -> None:
    async with table(samples.goeben()) as story:
        titles = [command.title for command in story.app.get_system_commands(story.app.screen)]
        assert "Write the open slot by typing (w)" in titles
        assert len(titles) == len(set(titles))


def test_no_two_actions_share_a_key() -> None:
    from room40_client.tui.actions import ACTIONS

    keys = [key for action in ACTIONS for key in action.keys.split(",")]
    assert len(keys) == len(set(keys))


async def test_the_plan_is_shown_before_turn_one() -> None:
    ask = samples.AskView("plan", "5.2", "", "", "", [], [])
    blank = {1: [1, 2], 3: [1], 4: [1]}
    fleets = {
        i: replace(f, sheet={}, open=[1, 2], blank=blank.get(f.number, []), plot_from={"1": f.zone})
        for i, f in samples.FLEETS.items()
    }
    async with table(samples.goeben(ask=ask, turn=0, log={}, fleets=fleets), read=False) as story:
        assert "Find her" in shots.screen(story.app), "a game begins with its briefing"
        await story.keys("enter")
        assert story.row("#asked").startswith(" Plan due: fleets 1, 3, 4.  Still to be written: Fleet 1 slots 1 and 2; F")
        assert "f re-form" in story.row("#keys")


async def test_a_refused_division_comes_back_to_be_mended() -> None:
    ask = samples.AskView("plan", "5.2", "", "", "", [], [])
    no = Refusal("5.2", "Fleet 2: Indefatigable may not go on minelaying.", "EN-2", 1)
    async with table(samples.goeben(ask=ask), lambda view, order: no) as story:
        await story.keys("f", "down", "down", "n", "m", "enter")
        await story.settle()
        assert "may not go on minelaying" in shots.row(story.app, "#found")
        assert "Fleet 2  minelaying" in shots.screen(story.app)


@pytest.mark.parametrize("size", [(20, 8), (60, 18), (100, 50), (200, 60)])
async def test_every_size_of_terminal_is_drawn(size: tuple[int, int]) -> None:
    async with table(samples.goeben(), size=size) as story:
        await story.keys("o", "tab", "right", "w")
        rows = shots.screen(story.app).split("\n")
        assert len(rows) == size[1]


async def test_a_terminal_that_changes_its_size_is_drawn_anew() -> None:
    async with table(samples.goeben()) as story:
        await story.pilot.resize_terminal(120, 40)
        await story.settle()
        assert "Signals" in shots.screen(story.app)
        await story.pilot.resize_terminal(80, 24)
        await story.settle()
        rows = shots.screen(story.app).split("\n")
        assert len(rows) == 24
        assert rows[17].startswith("─ Fleet 1")
        assert any(" 1 *" in row for row in rows)

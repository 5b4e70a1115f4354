"""Stories at the table, key by key, with no server: what is plotted, refused, claimed, read."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec import Struct
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40.geometry.seachart import Zone
from room40.protocol.messages import Refusal
from room40_client.session import Answer, LineChanged, LineState
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.table import TableScreen
from room40_client.tui.widgets.sea_chart import ChartView
from tests.client import samples, shots
from tests.client.wires import FakeWire, Umpire, plotting


class Story:
    """A table being played at: the pilot, the wire, what is on the screen."""

    def __init__(self, pilot: Pilot[str], wire: FakeWire) -> None:
        self.pilot = pilot
        self.wire = wire
        self.app = pilot.app

    async def keys(self, *keys: str) -> None:
        """Press keys, and let everything that follows happen."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type a text into the line that has the focus."""
        box = self.app.focused
        assert isinstance(box, Input)
        box.insert_text_at_cursor(text)
        await self.settle()

    async def settle(self) -> None:
        """Let workers and messages run out."""
        await self.pilot.pause()

    def row(self, widget: str) -> str:
        return shots.row(self.app, widget)

    @property
    def chart(self) -> ChartView:
        return self.app.screen.query_one("#chart", ChartView)


@asynccontextmanager
async def table(
    view: View, umpire: Umpire = plotting, size: tuple[int, int] = (80, 24), read: bool = True, **how: bool
) -> AsyncIterator[Story]:
    wire = FakeWire(view, umpire)
    app = Room40(lambda ink: TableScreen(wire, ink), Profile(**how))
    async with app.run_test(size=size) as pilot:
        story = Story(pilot, wire)
        await story.settle()
        if read:
            await story.keys("escape")
        yield story


async def test_the_table_at_80_by_24() -> None:
    async with table(samples.goeben()) as story:
        shots.compare("table-80x24", shots.screen(story.app))


async def test_the_table_at_120_by_40() -> None:
    async with table(samples.goeben(), size=(120, 40)) as story:
        shots.compare("table-120x40", shots.screen(story.app))


async def test_the_table_in_ascii_is_ascii() -> None:
    async with table(samples.goeben(), ascii=True, mono=True) as story:
        assert shots.screen(story.app).isascii()


async def test_a_slot_is_plotted_by_typing() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("w")
        await story.type("r32/r33")
        assert story.row("#asked") == " R32/R33   from R31; Enter writes it"
        assert "r32/r33_" in story.row("#paper")
        await story.keys("enter")
        assert story.wire.orders == [o.Plot("EN-1", 7, "R32/R33")]
        assert story.row("#status") == " Fleet 1, turn 7: R32/R33"
        assert "Fleet 3" in story.row("#paper"), "the next fleet that wants orders is chosen"


async def test_a_written_slot_is_typed_anew_or_mended() -> None:
    async with table(samples.written()) as story:
        await story.keys("w", *"r30", "enter")
        await story.keys("w", "end", "backspace", "2", "enter")
        assert story.wire.orders == [o.Plot("EN-1", 7, "R30"), o.Plot("EN-1", 7, "R32")]


async def test_an_impossible_zone_says_why_while_typing_and_is_not_sent() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("w")
        await story.type("r31/s33")
        assert story.row("#asked").startswith(" 5.1: R31 cannot be entered from R31")
        await story.keys("enter")
        assert story.wire.orders == []
        await story.keys("escape")
        assert "________" in story.row("#paper")


async def test_a_route_is_plotted_by_tracing() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("t")
        assert story.chart.cursor == "R31"
        await story.keys("right", "y")
        assert story.row("#asked") == " Fleet 1  turn 7: R32/Q32"
        await story.keys("up")
        assert story.row("#status").startswith(" 5.11: This fleet may enter 2 zones a turn")
        await story.keys("enter")
        assert story.wire.orders == [o.Plot("EN-1", 7, "R32/Q32")]


async def test_a_trace_is_left_without_a_trace() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("t", "right", "escape")
        assert story.wire.orders == []
        assert "Orders due" in story.row("#asked")


async def test_a_course_is_traced_to_a_zone_named_by_its_key() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("t", "g")
        await story.type("r33")
        await story.keys("enter", "enter")
        assert story.wire.orders == [o.Plot("EN-1", 7, "R32/R33")]


async def test_as_last_time() -> None:
    async with table(samples.goeben()) as story:
        await story.keys("tab", "a")
        assert story.wire.orders == [o.Plot("EN-3", 7, "stay")]


async def test_a_refusal_of_the_server_is_shown_with_its_clause() -> None:
    def no(view: View, order: Struct) -> Refusal:
        return Refusal("5.12", "Fleet 1 was planned before the game.", "EN-1", 1)

    async with table(samples.goeben(), no) as story:
        await story.keys("w")
        await story.type("r32")
        await story.keys("enter")
        assert story.row("#status") == " 5.12: Fleet 1 was planned before the game.   F1 explains"


async def test_f1_explains_the_clause_of_the_last_refusal() -> None:
    async with table(samples.goeben(), lambda view, order: Refusal("5.43", "No.", "", 1)) as story:
        await story.keys("c", "f1")
        assert shots.row(story.app, "#found").startswith("─ 5.43  Stopped by contact")
        await story.keys("escape")
        assert isinstance(story.app.screen, TableScreen)


async def test_enter_commits_when_all_is_written() -> None:
    async with table(samples.written()) as story:
        await story.keys("enter")
        assert story.wire.orders == [o.Commit()]
        story.wire.show(samples.goeben(ask=samples.NOTHING, waiting=["CP"]))
        await story.settle()
        assert story.row("#asked") == " Waiting for the Central Powers."
        assert "r reopen" in story.row("#keys")
        await story.keys("r")
        assert story.wire.orders[-1] == o.Reopen()


async def test_what_was_said_of_one_question_does_not_stand_under_the_next() -> None:
    async with table(samples.written()) as story:
        await story.keys("enter")
        story.wire.show(samples.claims())
        await story.settle()
        assert "Committed" not in story.row("#status")


async def test_a_commit_is_confirmed_while_the_enemy_is_waited_for() -> None:
    waiting = samples.goeben(ask=samples.NOTHING, waiting=["CP"])
    async with table(samples.written(), umpire=lambda view, order: waiting) as story:
        await story.keys("enter")
        assert story.row("#status").strip() == "Committed."


async def test_a_line_of_chat_stays_though_something_else_is_asked() -> None:
    async with table(samples.written()) as story:
        await story.wire.say("Good hunting.")
        story.wire.show(samples.claims())
        await story.settle()
        assert "Good hunting." in story.row("#status")


async def test_a_question_chooses_the_fleet_that_it_is_about_and_looks_at_its_zone() -> None:
    async with table(samples.written()) as story:
        await story.keys("tab")
        assert "Fleet 3" in story.row("#paper")
        story.wire.show(samples.claims())
        await story.settle()
        assert "Fleet 1" in story.row("#paper")
        assert story.chart.cursor == "R32"


async def test_what_delays_have_left_over_stands_in_the_slot_to_be_written() -> None:
    owing = {**samples.FLEETS, "EN-1": replace(samples.FLEETS["EN-1"], owed=["R32"])}
    async with table(samples.goeben(fleets=owing)) as story:
        assert "R32_____" in story.row("#paper")
        await story.keys("w")
        await story.type("/r33")
        await story.keys("enter")
        assert story.wire.orders == [o.Plot("EN-1", 7, "R32/R33")]


async def test_claims_are_ticked_and_made() -> None:
    async with table(samples.claims()) as story:
        await story.keys("2", "1", "1")
        assert "1[ ]leader +1 2[x]intercept +2" in story.row("#asked")
        await story.keys("enter")
        assert story.wire.orders == [o.MakeClaims((o.Claim.INTERCEPT,))]


async def test_a_swap_is_chosen_with_one_key() -> None:
    ask = samples.AskView("swap", "5.44", "", "EN-1", "A", ["L69", "M70"], [])
    async with table(samples.goeben(ask=ask, phase="contact")) as story:
        await story.keys("2")
        assert story.wire.orders == [o.ChooseZone("M70")]


async def test_a_round_is_fought_with_the_umpire_spreading_the_fire() -> None:
    async with table(samples.fight()) as story:
        await story.keys("2", "enter")
        assert story.wire.orders == [o.Fight("R32", o.Stance.CLOSE)]


async def test_targets_are_named_on_their_own_screen() -> None:
    async with table(samples.fight()) as story:
        await story.keys("f", "right", "right", "3", "b", "enter")
        assert story.wire.orders == [o.Fight("R32", o.Stance.WITHDRAW, {"inflexible": "goeben"}, ("inflexible",))]


async def test_space_walks_through_what_happened_and_the_chart_follows() -> None:
    async with table(samples.goeben(), read=False) as story:
        assert "Enemy A stays in R32." in story.row("#paper")
        assert story.chart.cursor == "R32"
        await story.keys("space")
        assert "Fleet 3 looks for enemy A" in story.row("#paper")
        assert story.chart.cursor == "R38"
        await story.keys("enter", "space")
        assert story.wire.orders == [], "Enter reads on before it commits"
        assert "plot" in story.row("#paper")
        assert story.chart.cursor == "Q28"


async def test_what_happens_later_is_walked_through_too() -> None:
    async with table(samples.goeben()) as story:
        log = {**samples.LOG, "5": samples.EventView(6, "contact", "5.42", "T40", "Contact without a die (5.42).")}
        story.wire.show(samples.goeben(log=log, turn=6))
        await story.settle()
        assert "Contact without a die" in story.row("#paper")
        assert story.chart.cursor == "T40"
        await story.keys("f1")
        assert shots.row(story.app, "#found").startswith("─ 5.42")


@pytest.mark.parametrize(("size", "level"), [((80, 24), 0), ((340, 90), 1), ((640, 110), 2)])
async def test_the_chart_is_at_first_as_large_as_it_can_be_seen_whole(size: tuple[int, int], level: int) -> None:
    async with table(samples.goeben(), size=size) as story:
        assert story.chart.level == level


async def test_the_chart_zooms_and_keeps_the_cursor_in_sight() -> None:
    async with table(samples.goeben()) as story:
        for press, level in (("plus", 1), ("plus", 2), ("plus", 2), ("minus", 1)):
            await story.keys(press)
            assert story.chart.level == level
            assert " 1" in shots.screen(story.app)
        assert "R32" in shots.screen(story.app)


async def test_a_cursor_move_paints_two_zones_and_the_rulers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(samples.goeben()) as story:
        painted: list[int] = []
        refresh = ChartView.refresh

        def counted(self: ChartView, *regions: object, **other: object) -> ChartView:
            painted.append(sum(region.area for region in regions))  # type: ignore[attr-defined]
            assert regions, "the whole chart was painted"
            return refresh(self, *regions, **other)  # type: ignore[arg-type]

        with monkeypatch.context() as patched:
            patched.setattr(ChartView, "refresh", counted)
            story.chart.point(Zone("Q29"))
        assert 0 < sum(painted) < 30


async def test_a_click_takes_the_cursor_there_and_chooses_the_fleet() -> None:
    async with table(samples.goeben()) as story:
        text = shots.screen(story.app).split("\n")
        y = next(at for at, row in enumerate(text) if row.startswith("R"))
        await story.pilot.click(offset=(text[y].index("3"), y))
        await story.settle()
        assert story.chart.cursor == "R38"
        assert "Fleet 3" in story.row("#paper")


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

"""Stories at the table, key by key, with no server: what is plotted, refused, claimed, read."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40.geometry.seachart import Zone
from room40.protocol.messages import Refusal
from room40_client.tui.screens.table import TableScreen
from room40_client.tui.widgets.sea_chart import ChartView
from tests.client import samples, shots
from tests.client.stories import table


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

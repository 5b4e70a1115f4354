"""The chart, the sheet and the papers as text, without Textual."""

import pytest

from room40.geometry.seachart import Zone
from room40_client.tui.draw import asked, chart, papers, runs, sheet, speech, title, words
from room40_client.tui.draw.chart import ZOOMS
from room40_client.tui.draw.scene import about_zone, scene_of
from room40_client.tui.palette import Ink
from tests.client import samples, shots

VIEW = samples.goeben()
CHART = words.chart_of(VIEW.scenario)


def drawn(zoom: int, rows: range, columns: slice, cursor: str = "Q28") -> str:
    scene = scene_of(VIEW, CHART, "EN-1")
    size = ZOOMS[zoom]
    lines = [" " * chart.gutter_width(CHART) + runs.plain(chart.ruler(CHART, size, Zone(cursor)))[columns]]
    for y in rows:
        head = runs.plain(chart.gutter(CHART, size, y))
        lines.append(head + runs.plain(chart.chart_line(scene, size, y, Zone(cursor)))[columns])
    return "\n".join(lines)


@pytest.mark.parametrize(
    "zoom,rows,columns",
    [(0, range(9, 25), slice(34, 112)), (1, range(26, 40), slice(96, 174)), (2, range(42, 57), slice(200, 278))],
)
def test_the_mediterranean_is_read_at_a_glance(zoom: int, rows: range, columns: slice) -> None:
    shots.compare(f"chart-zoom-{zoom}", drawn(zoom, rows, columns))


@pytest.mark.parametrize("zoom", [0, 1, 2])
def test_every_zone_is_found_under_its_own_characters(zoom: int) -> None:
    size = ZOOMS[zoom]
    for zone in CHART.zones():
        x, y = chart.origin(CHART, size, zone)
        assert chart.zone_under(CHART, size, x, y) == zone
        assert chart.zone_under(CHART, size, x + size.width - 1, y + size.height - 1) == zone


@pytest.mark.parametrize("x,y", [(-1, 0), (0, -1), (0, 0), (10_000, 3), (3, 10_000)])
def test_beside_the_chart_is_no_zone(x: int, y: int) -> None:
    found = chart.zone_under(CHART, ZOOMS[0], x, y)
    assert found is None or (x, y, found) == (0, 0, "A1")


def test_a_line_is_as_wide_as_the_chart_says() -> None:
    for zoom in ZOOMS:
        width, height = chart.extent(CHART, zoom)
        scene = scene_of(VIEW, CHART, "EN-1")
        widths = {runs.width(chart.chart_line(scene, zoom, y)) for y in range(height)}
        assert max(widths) == width
        assert widths <= {width, width - zoom.width // 2}


def test_several_fleets_in_two_characters() -> None:
    own, two, enemy = (chart.Token("1", "own", mine=True), chart.Token("12", "own", mine=True), chart.Token("A", "enemy"))
    cases = {
        (own,): "1 ",
        (two,): "12",
        (own, two): "1+",
        (two, own): "&+",
        (enemy,): "A ",
        (own, enemy): "1A",
        (two, enemy): "&A",
    }
    for tokens, text in cases.items():
        scene = chart.Scene(CHART, {Zone("Q28"): tokens})
        x, y = chart.origin(CHART, ZOOMS[0], Zone("Q28"))
        assert runs.plain(chart.chart_line(scene, ZOOMS[0], y))[x : x + 2] == text


def test_the_order_sheet_of_one_fleet() -> None:
    shots.compare("sheet-one", shots.text_of(sheet.one_fleet(VIEW, "EN-1", 80)))


def test_the_whole_order_sheet() -> None:
    shots.compare("sheet-whole", shots.text_of(sheet.whole(VIEW, "EN-1", 120)))


def test_the_open_slot_shows_what_is_being_typed() -> None:
    lines = sheet.one_fleet(VIEW, "EN-1", 80, sheet.Writing("EN-1", 7, "r32"))
    assert "r32_" in runs.plain(lines[2])


def test_the_title_says_where_we_are_in_time() -> None:
    assert runs.plain(title.title(VIEW, 80)) == (
        " Flight of the Goeben   6 Aug 1914 20:00  turn 5/30 night  clear        ENTENTE "
    )


def test_where_there_is_little_room_the_title_gives_way_to_the_weather() -> None:
    assert runs.plain(title.title(samples.goeben(seat="CP"), 70)) == (
        " Flight of…  6 Aug 1914 20:00  turn 5/30 night  clear  CENTRAL POWERS "
    )


def test_the_line_under_the_chart_tells_what_is_known_of_a_zone() -> None:
    assert runs.plain(about_zone(VIEW, CHART, Zone("R32"))) == (
        "R32 coast, Messina (neutral, minor port)  A: Central Powers, since turn 4"
    )
    assert runs.plain(about_zone(VIEW, CHART, Zone("T40"))) == "T40 coast  b last seen here turn 3  merchants 1"


@pytest.mark.parametrize(
    "view,text",
    [
        (samples.goeben(), " Orders due: fleets 1, 3.  Still to be written: Fleet 1 slot 7; Fleet 3 slot 7."),
        (samples.written(), " Orders: all is written.  Enter commits it."),
        (samples.claims(), " Contact? Fleet 1 and A in R32. Claim 1[ ]leader +1 2[ ]intercept +2"),
        (samples.fight(), " Battle in R32, round 2: 1 continue  2 close  3 withdraw   f targets"),
        (samples.watching(), " Watching. Waiting for the Central Powers and the Entente."),
        (samples.goeben(ask=samples.NOTHING, waiting=["CP"]), " Waiting for the Central Powers."),
        (samples.goeben(result="A draw."), " A draw."),
    ],
)
def test_one_line_says_what_is_asked(view: samples.View, text: str) -> None:
    assert runs.plain(asked.asked(view)) == text


@pytest.mark.parametrize("mode", ["plot", "walk", "trace"])
@pytest.mark.parametrize("view", [samples.goeben(), samples.claims(), samples.fight(), samples.watching()])
def test_the_help_keys_are_always_on_screen(view: samples.View, mode: str) -> None:
    bar = runs.plain(asked.key_bar(asked.keys(view, mode, "EN-1" if view.fleets else ""), 80))
    assert len(bar) == 80
    assert "F1 rules  ? keys" in bar


def test_ship_cards_strike_lost_boxes_off() -> None:
    text = shots.text_of(papers.ship_cards(VIEW, 100, "EN-1"))
    assert "hull oooooooxx  primary ooooox" in text
    shots.compare("ship-cards", text)


def test_the_signal_log() -> None:
    shots.compare("signals", shots.text_of(papers.signals(VIEW, 60)))


def test_sightings() -> None:
    shots.compare("sightings", shots.text_of(papers.sightings(VIEW, 80)))


def test_text_from_afar_moves_no_cursor() -> None:
    assert runs.safe("a\x1b[2Jb\nc\u202ed") == "a[2Jb cd"


def test_ascii_is_ascii() -> None:
    assert runs.to_ascii("─ Göben · 3 … ◀") == "- Goben . 3 ~ <"


@pytest.mark.parametrize("columns", [0, 1, 5, 40])
def test_a_line_is_fitted_to_its_columns(columns: int) -> None:
    assert runs.width(runs.fit(runs.line("Inflexible", ("*", "own"), " and others"), columns)) == columns


def test_nobody_passes_for_another_side_or_for_the_table_in_the_chat() -> None:
    said = [("EN", "the table", "hurry"), ("EN", "CENTRAL POWERS", "we yield"), ("EN", "", "no"), ("", "x", "a move is due")]
    assert [runs.plain(of) for of in speech.chat(said, words.side_name, 80)] == [
        "the table (Entente): hurry",
        "CENTRAL POWERS (Entente): we yield",
        "Entente: no",
        "the table: a move is due",
    ]


def test_a_line_that_is_cut_is_ascii_too_where_that_is_wanted() -> None:
    strip = Ink(ascii=True).strip(runs.line("Go on: The flight of the Goeben"), 12)
    assert strip.text == "Go on: The ~"

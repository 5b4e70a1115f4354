"""The map as text: every space in its own place, sea and land told apart, what is marked, what stands there."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.draw import about, layout, schematic, spaces
from room40_client.tui.combined_arms.draw.layout import ZOOMS, Layout, Zoom
from room40_client.tui.combined_arms.draw.stands import stands
from room40_client.tui.draw.runs import plain, to_ascii, width
from room40_server import combined_arms_scenarios
from room40_server.rules.combined_arms.views import view
from tests.client import shots
from tests.client.combined_arms.tables import two_islands
from tests.combined_arms import kit


def seen(seat: str = "west") -> View:
    return view(two_islands(), seat)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("scenario", ["two-islands", "world-1942"])
def test_no_cell_covers_another(scenario: str, zoom: Zoom) -> None:
    setting = view(combined_arms_scenarios.load(scenario), "public").setting
    on = layout.layout(setting, zoom)
    for (ax, ay), (bx, by) in combinations(on.cells.values(), 2):
        assert abs(ax - bx) >= zoom.width or abs(ay - by) >= zoom.height
    assert set(on.cells) == set(setting.spaces)


@pytest.mark.parametrize("scenario", ["two-islands", "world-1942"])
def test_the_arrows_lead_to_every_space(scenario: str) -> None:
    setting = view(combined_arms_scenarios.load(scenario), "public").setting
    on = layout.layout(setting, ZOOMS[2])
    start = next(iter(on.cells))
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = on.step(here, *way)
            if there and there not in reached:
                reached.add(there)
                waiting.append(there)
    assert reached == set(on.cells)


def test_spaces_that_the_scenario_places_nowhere_stand_under_the_map() -> None:
    setting = seen().setting
    lost = {key: replace(space, x=-1, y=-1) for key, space in setting.spaces.items() if space.water}
    on = layout.layout(replace(setting, spaces={**setting.spaces, **lost}), ZOOMS[2])
    lowest = max(y for key, (_, y) in on.cells.items() if key not in lost)
    assert all(on.cells[key][1] > lowest for key in lost)


def test_a_map_whose_spaces_stand_far_apart_is_drawn_together() -> None:
    setting = seen().setting
    far = {key: replace(space, x=space.x * 10_000 + 1, y=space.y * 10_000) for key, space in setting.spaces.items()}
    on = layout.layout(replace(setting, spaces=far), ZOOMS[2])
    assert on.width <= layout.WIDEST
    assert on.height == layout.layout(setting, ZOOMS[2]).height


def drawn(of: View, level: int = 2, cursor: str = "") -> tuple[Layout, list[str]]:
    on = layout.layout(of.setting, ZOOMS[level])
    return on, [plain(line) for line in schematic.drawn(schematic.scene(of, cursor), on)]


def cell(of: View, space: str, level: int = 2, cursor: str = "") -> list[str]:
    on, lines = drawn(of, level, cursor)
    x, y = on.cells[space]
    return [text[x : x + on.zoom.width].rstrip() for text in lines[y : y + on.zoom.height]]


def test_the_two_islands() -> None:
    shots.compare("map-two-islands", "\n".join(drawn(seen(), cursor="strait")[1]))


def test_sea_has_a_wave_and_land_the_letter_of_its_owner() -> None:
    assert cell(seen(), "north-sea")[0] == "~North Sea"
    assert cell(seen(), "sorrel")[0] == " S Sorrel"
    assert cell(seen(), "the-neck")[0] == " - The Neck"


def test_what_stands_in_a_space_is_told_by_power_and_domain() -> None:
    assert cell(seen(), "port-marran")[1] == " M6+2a   6*^"
    assert cell(seen(), "west-bay")[1] == " M4s1a S1s"


def test_what_touches_the_cursor_is_marked() -> None:
    marked = [key for key in seen().setting.spaces if cell(seen(), key, cursor="strait")[0].startswith(">")]
    assert sorted(marked) == sorted(seen().setting.spaces["strait"].near)


def test_a_battle_to_come_is_marked() -> None:
    state = kit.game("norway-6", lands={"norway": "British 3"}, units={"6": "1 cruiser Germans, 1 destroyer British"})
    assert cell(view(state, "germans"), "6")[1].startswith("x")


def test_where_many_stand_together_the_numbers_are_cut_and_it_is_said() -> None:
    units = "12 infantry Germans, 3 fighter Germans, 4 infantry Japanese, 2 tank British, 1 tank Russians, 3 tank Americans"
    state = kit.game("norway-6", lands={"norway": "Germans 3"}, units={"norway": units})
    text = schematic.forces(view(state, "germans"), stands(view(state, "germans"))["norway"], False, 11)
    assert plain(text) == "G15 J4 A3+"
    assert width(text) <= 11


def test_a_name_is_cut_in_its_longest_words() -> None:
    assert schematic.shortened("Soviet Far East", 11) == "Sov Far Eas"
    assert schematic.shortened("Norway", 9) == "Norway"
    assert len(schematic.shortened("Supercalifragilistic", 5)) == 5


@pytest.mark.parametrize("columns", [30, 40, 80, 120])
def test_the_table_of_spaces_fits_the_narrowest_terminal(columns: int) -> None:
    here = stands(seen())
    for space in spaces.ordered(seen(), here, "name"):
        assert width(spaces.row(seen(), here, space, columns)) == columns


def test_the_table_of_spaces_begins_with_ones_own_or_with_the_front() -> None:
    lands = {"ural": "Germans 1", "france": "Germans 3", "spain": "British 2"}
    state = kit.game("ural-france france-spain", lands=lands, units={"spain": "1 infantry British"})
    of = view(state, "germans")
    assert spaces.ordered(of, stands(of), "mine") == ["france", "ural", "spain"]
    assert spaces.ordered(of, stands(of), "front") == ["france", "ural", "spain"]
    assert spaces.ordered(view(state, "british"), stands(of), "front")[0] == "spain"


def test_a_space_is_told_with_its_units_cargo_with_its_ship() -> None:
    state = kit.game(
        "norway-6",
        lands={"norway": "British 3 city"},
        units={"6": "1 transport Germans (2 infantry), 1 carrier Germans (1 fighter)", "norway": "2 infantry British"},
    )
    lines = [plain(of) for of in about.about(view(state, "germans"), "6", 80, 4)]
    assert "1 transport (2 infantry), 1 carrier (1 fighter)" in lines[1]
    assert "city, value 3" in plain(about.heading(view(state, "germans"), "norway"))


@pytest.mark.clause("K3.2")
def test_a_canal_is_told_with_its_shores_and_whether_it_is_open() -> None:
    heading = plain(about.heading(seen(), "strait"))
    assert heading == "The Strait  sea zone, canal to The Lagoon (The Neck) shut"
    assert "canal" not in plain(about.heading(seen(), "north-sea"))


def test_nothing_on_the_map_needs_more_than_ascii() -> None:
    on = layout.layout(seen().setting, ZOOMS[3])
    for of in schematic.drawn(schematic.scene(seen(), "strait"), on):
        assert to_ascii(plain(of)).isascii()

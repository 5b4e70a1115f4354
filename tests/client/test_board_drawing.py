"""The hex board and the words round it as text, without Textual."""

import pytest

from room40.dreadnought.board_views import stack_of
from room40.dreadnought.views import View
from room40.geometry.hexgrid import Board, Hex
from room40_client.tui.board import signs, terms
from room40_client.tui.board.task import Glance, Task
from room40_client.tui.draw import board, board_side, runs
from room40_client.tui.draw.board import SIZES
from room40_client.tui.draw.board_scene import scene_of
from room40_client.tui.screens.battle import task_of
from tests.client import board_samples as samples
from tests.client import shots

GRID = Board()


def glance_of(view: View) -> Glance:
    found = terms.on_board(view)
    assert found is not None
    return Glance(view, *found)


def drawn(view: View, columns: int, lines: int, task: Task | None = None, names: bool = False) -> str:
    glance = task.glance if task else glance_of(view)
    task = task or task_of(glance)
    size = board.size_for(glance.geometry, columns, lines)
    scene = scene_of(view, glance.battle, glance.board, task.marks(), glance.cursor, names)
    right = board_side.right(glance, task, size, columns)
    shown = board.compose(scene, size, columns, board_side.left(glance, size), right)
    return shots.text_of([*shown, task.asked()])


@pytest.mark.parametrize("name", ["moving", "firing", "torpedoes", "set_up", "entry", "watching"])
def test_the_whole_board_is_read_at_80_columns(name: str) -> None:
    text = drawn(getattr(samples, name)(), 80, 24)
    assert len(text.split("\n")) == 23, "the board takes 22 lines, and one asks"
    shots.compare(f"board-{name.replace('_', '-')}-80", text)


@pytest.mark.parametrize("name", ["moving", "firing"])
def test_a_wide_terminal_shows_wider_hexes(name: str) -> None:
    shots.compare(f"board-{name}-120", drawn(getattr(samples, name)(), 120, 40))


def test_names_of_hexes_can_be_shown() -> None:
    text = drawn(samples.moving(), 80, 24, names=True)
    assert {GRID.name(h) for h in GRID.hexes() if not GRID.sides_of(h)} - set(text.replace("(", " ").split()) <= {
        *("F5", "F6", "H5", "K3"),  # where ships stand
        *(GRID.name(h) for h in GRID.hexes() if max(abs(h.q + 1), abs(h.r), abs(h.q + h.r + 1)) in (1, 4)),  # marked
    }


@pytest.mark.parametrize("size", SIZES)
def test_every_hex_is_found_under_its_own_characters(size: board.HexSize) -> None:
    for hex_ in GRID.hexes():
        x, y = board.origin(GRID, size, hex_)
        for dx, dy in ((0, 0), (size.width - 1, size.height - 1)):
            assert board.hex_under(GRID, size, x + dx, y + dy) == hex_


@pytest.mark.parametrize("x,y", [(-1, 8), (0, 0), (66, 10), (30, 22), (30, -1), (65, 0)])
def test_beside_the_board_is_no_hex(x: int, y: int) -> None:
    assert board.hex_under(GRID, SIZES[0], x, y) is None


@pytest.mark.parametrize("columns,lines,size", [(80, 24, 0), (113, 60, 0), (120, 40, 1), (120, 50, 2)])
def test_hexes_are_as_large_as_the_terminal_lets_them_be(columns: int, lines: int, size: int) -> None:
    assert board.size_for(GRID, columns, lines) == SIZES[size]


@pytest.mark.parametrize("columns", [66, 70, 80, 120, 200])
def test_every_line_is_as_wide_as_the_screen(columns: int) -> None:
    for name in ("moving", "firing", "set_up", "watching"):
        rows = drawn(getattr(samples, name)(), columns, 24).split("\n")[:-1]
        assert {len(row) for row in rows} == {columns}


@pytest.mark.clause("7.27", "H21.5")
@pytest.mark.parametrize(
    "counters,up,text",
    [
        (["c1", "c2"], False, "??2"),
        (["c1"], True, "??1"),
        (["c3", "c7"], True, "bc2"),
        (["c3", "c7"], False, "bc2?"),
        (["c3", "c1", "c2"], True, "bc3?"),
        (["c7"], True, "tb1"),
    ],
)
def test_enemy_counters_show_no_more_than_is_known(counters: list[str], up: bool, text: str) -> None:
    glance = glance_of(samples.moving())
    assert terms.enemy_code(glance.battle, glance.board, stack_of(counters, up)) == text


def test_an_own_stack_is_named_by_its_heaviest_type() -> None:
    assert terms.code(["DD", "CL", "BC"]) == "BC3"
    assert terms.code(["TROOPSHIP"]) == "TR1"


@pytest.mark.clause("7.31")
def test_the_twenty_impulses_are_a_line_of_marks() -> None:
    text = runs.plain(board_side.impulses(glance_of(samples.moving())))
    assert text == "i E g t C[E]g t C E g t C E g t C E g t"
    glance = glance_of(samples.battle("torpedoes", step=20))
    assert runs.plain(board_side.impulses(glance)).endswith("E g[t]")
    own = [style for text, style in board_side.impulses(glance_of(samples.battle(step=2))) if text.strip("[] ") == "E"]
    assert own[1:] == ["own"] * 4, "ours are lit"


@pytest.mark.clause("7.31")
@pytest.mark.parametrize(
    "seat,step,text",
    [
        ("EN", 6, "step 6: you move speed 2, 2+"),
        ("EN", 13, "step 13: the enemy moves all but 1s"),
        ("CP", 17, "step 17: you move all"),
        ("public", 5, "step 5: Central Powers move speed 2+"),
        ("EN", 7, "step 7: gunnery"),
        ("EN", 0, "before the first step"),
    ],
)
def test_the_step_in_hand_in_words(seat: str, step: int, text: str) -> None:
    glance = glance_of(samples.battle("", seat, step=step, doing=""))
    assert terms.impulse(glance.view, glance.battle, glance.board) == text


def test_a_number_at_the_end_of_a_name_is_kept() -> None:
    assert terms.short("Torpedo boats #2", 8) == "Torped#2"
    assert terms.short("Indefatigable", 8) == "Indefati"
    assert terms.short("Lion", 6) == "Lion  "


def test_the_cursor_keeps_to_the_line_by_left_and_right() -> None:
    glance = glance_of(samples.moving())
    glance.cursor = Hex(-5, 3)
    for _ in range(10):
        glance.sail("right")
    assert glance.cursor.q == 5
    assert abs(board.origin(GRID, SIZES[0], glance.cursor)[1] - board.origin(GRID, SIZES[0], Hex(-5, 3))[1]) <= 1
    glance.sail("right")
    assert glance.cursor.q == 5, "it stays on the board"


def test_what_a_sign_means_fits_on_a_line_of_80_columns() -> None:
    assert [text for sign, text in signs.SIGNS if len(sign) > 11 or len(text) > 65] == []

"""Where the spaces of an imported map are drawn."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from room40_server.importer.layout import laid_out, snapped
from room40_server.importer.places import read_centres
from tests.combined_arms.shores import bring_in, changed

Near = dict[str, tuple[str, ...]]


def lattice(columns: int, rows: int) -> Near:
    """Spaces as on squared paper, each called by its column and row."""
    cells = [(x, y) for x in range(columns) for y in range(rows)]
    return {f"{x}-{y}": tuple(f"{a}-{b}" for a, b in cells if abs(a - x) + abs(b - y) == 1) for x, y in cells}


def apart(near: Near, at: dict[str, tuple[int, int]]) -> list[int]:
    """How many cells neighbours lie from one another."""
    return [max(abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1])) for a in near for b in near[a]]


@st.composite
def maps(draw: st.DrawFn) -> Near:
    """Any map that hangs together."""
    number = draw(st.integers(2, 14))
    near: dict[int, set[int]] = {i: set() for i in range(number)}
    pairs = [(i, draw(st.integers(0, i - 1))) for i in range(1, number)]
    pairs += draw(st.lists(st.tuples(st.integers(0, number - 1), st.integers(0, number - 1)), max_size=20))
    for one, other in pairs:
        if one != other:
            near[one].add(other)
            near[other].add(one)
    return {f"s{i}": tuple(f"s{j}" for j in sorted(others)) for i, others in near.items()}


@settings(max_examples=25)
@given(maps())
def test_every_space_has_a_cell_of_its_own_and_no_row_or_column_is_empty(near: Near) -> None:
    at = laid_out(near)
    assert at.keys() == near.keys()
    assert len(set(at.values())) == len(at)
    for axis in (0, 1):
        used = {cell[axis] for cell in at.values()}
        assert used == set(range(len(used)))


@settings(max_examples=25)
@given(maps())
def test_the_same_map_is_drawn_the_same_in_whatever_order_it_is_told(near: Near) -> None:
    assert laid_out(near) == laid_out(dict(reversed(near.items())))


def test_neighbours_are_drawn_near_one_another_and_the_map_wider_than_high() -> None:
    near = lattice(10, 6)
    at = laid_out(near)
    lengths = apart(near, at)
    assert sum(lengths) / len(lengths) < 2
    assert max(lengths) <= 4
    assert max(x for x, _ in at.values()) > max(y for _, y in at.values())


def test_centres_keep_their_places_to_one_another() -> None:
    near = lattice(4, 3)
    points = {f"{x}-{y}": (300.0 * x, 210.0 * y) for x in range(4) for y in range(3)}
    at = snapped(near, points)
    for one in near:
        for other in near:
            assert (points[one][0] < points[other][0]) == (at[one][0] < at[other][0])
            assert (points[one][1] < points[other][1]) == (at[one][1] < at[other][1])


def test_spaces_that_share_a_point_share_no_cell() -> None:
    near = lattice(3, 3)
    assert len(set(snapped(near, dict.fromkeys(near, (5.0, 5.0))).values())) == 9


def test_centres_are_read_line_by_line_and_nonsense_is_passed_over() -> None:
    text = "Arden Home  (12,34)\nnonsense\n Corl (Isle)   ( -5 , 7 ) \nArden Home (1,1)\n(3,4)\nX (1,2,3)\n"
    assert read_centres(text) == {"Arden Home": (12.0, 34.0), "Corl (Isle)": (-5.0, 7.0)}


CENTRES = {
    "Arden Home": (100, 100), "Arden Coast": (200, 100), "The Isthmus": (300, 200), "Brask Home": (200, 300),
    "Corl": (500, 200), "High Peaks": (100, 200), "East Sea": (200, 200), "West Sea": (400, 200),
}  # fmt: skip


def test_an_import_takes_the_centres_that_lie_beside_the_file(tmp_path: Path) -> None:
    lines = [f"{name}  ({x},{y})" for name, (x, y) in CENTRES.items()]
    (tmp_path / "centers.txt").write_text("\n".join(lines), "utf-8")
    found = bring_in(tmp_path)
    assert found.drawn == "drawn by centers.txt"
    at = {space.name: (space.x, space.y) for space in found.state.setting.spaces.values()}
    assert at["Arden Home"][0] < at["Arden Coast"][0] < at["The Isthmus"][0] < at["West Sea"][0] < at["Corl"][0]
    assert at["Arden Coast"][1] < at["East Sea"][1] < at["Brask Home"][1]


def test_where_a_centre_is_missing_the_map_is_laid_out(tmp_path: Path) -> None:
    (tmp_path / "centers.txt").write_text("Arden Home (1,1)\n", "utf-8")
    assert bring_in(tmp_path).drawn == (
        "laid out, for centers.txt has no centre of 7 spaces, the first of them 'Arden Coast'"
    )


def test_an_import_without_centres_has_all_its_spaces_laid_out(tmp_path: Path) -> None:
    found = bring_in(tmp_path, changed(("Two Shores", "Three Shores")))
    assert found.drawn == "laid out, for there is no centers.txt beside the file"
    cells = [(space.x, space.y) for space in found.state.setting.spaces.values()]
    assert len(set(cells)) == 8
    assert min(min(cell) for cell in cells) == 0

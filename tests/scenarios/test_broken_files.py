"""A broken file of a scenario: one sentence that names the file, the table and the key, and never anything else."""

import copy
from collections.abc import Iterator
from pathlib import Path

import pytest

from room40_server import scenarios
from room40_server.cards import COLUMNS, read_cards
from room40_server.charts import chart_from
from room40_server.rules.dreadnought.tables import Tables
from room40_server.scenario_files import Raw, ScenarioError, data_root, read_toml, typed

FOLDER = data_root() / "dreadnought"
NAMES = [name for _, name, _, _ in scenarios.available()]
Path_ = tuple[str | int, ...]


def leaves(value: object, path: Path_ = ()) -> Iterator[Path_]:
    """The path of every key of a table, and of every item of a list."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))


def with_value(raw: Raw, path: Path_, value: object) -> Raw:
    changed: object = copy.deepcopy(raw)
    here = changed
    for key in path[:-1]:
        here = here[key]  # type: ignore[index]
    here[path[-1]] = value  # type: ignore[index]
    assert isinstance(changed, dict)
    return changed


def without(raw: Raw, path: Path_) -> Raw:
    changed: object = copy.deepcopy(raw)
    here = changed
    for key in path[:-1]:
        here = here[key]  # type: ignore[index]
    del here[path[-1]]  # type: ignore[attr-defined]
    assert isinstance(changed, dict)
    return changed


def fault_of(raw: Raw, path: Path) -> ScenarioError | None:
    """What is wrong with a scenario, None if it is a game. Any other exception is a bug, and is let through."""
    try:
        scenarios.from_raw(raw, path)
    except ScenarioError as error:
        return error
    return None


@pytest.mark.parametrize("name", NAMES)
def test_a_value_of_the_wrong_kind_names_file_table_and_key(name: str) -> None:
    path = FOLDER / name / "scenario.toml"
    raw = read_toml(path)
    for where in leaves(raw):
        with pytest.raises(ScenarioError) as caught:
            scenarios.from_raw(with_value(raw, where, -1.5), path)
        error = caught.value
        assert error.file == f"scenarios/dreadnought/{name}/scenario.toml"
        assert error.key == named(where), (where, str(error))
        assert "\n" not in str(error)


def named(where: Path_) -> str:
    """A key as errors name it: the third ship is "ships[3]"."""
    last = where[-1]
    return f"{named(where[:-1])}[{last + 1}]" if isinstance(last, int) else last


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("odd", ["☃", "", "A1", 0, 10**30, [], [[]], {}, {"x": {}}, True])
def test_whatever_a_key_holds_there_is_a_game_or_one_sentence(name: str, odd: object) -> None:
    path = FOLDER / name / "scenario.toml"
    raw = read_toml(path)
    for where in leaves(raw):
        error = fault_of(with_value(raw, where, odd), path)
        assert error is None or (error.file.endswith(".toml") and (error.table or error.key)), where


@pytest.mark.parametrize("name", NAMES)
def test_a_key_left_out_is_a_game_or_one_sentence(name: str) -> None:
    path = FOLDER / name / "scenario.toml"
    raw = read_toml(path)
    for where in leaves(raw):
        error = fault_of(without(raw, where), path)
        assert error is None or (error.file.endswith(".toml") and error.sentence.endswith(".")), where


@pytest.mark.parametrize("name", NAMES)
def test_a_key_more_is_named(name: str) -> None:
    path = FOLDER / name / "scenario.toml"
    raw = read_toml(path)
    tables = [
        w
        for w in leaves(raw)
        if isinstance(at(raw, w), dict) and w[0] in ("fleet", "goals") and w[-1] not in ("plan", "goals")
    ]
    for where in [(), ("options",), ("window",), *tables]:
        if where and not at_or_none(raw, where):
            continue
        with pytest.raises(ScenarioError, match="lenght"):
            scenarios.from_raw(with_value(raw, (*where, "lenght"), 6), path)


def at_or_none(raw: Raw, where: Path_) -> object:
    return raw.get(str(where[0])) if len(where) == 1 else at(raw, where)


def at(raw: object, where: Path_) -> object:
    for key in where:
        raw = raw[key]  # type: ignore[index]
    return raw


@pytest.mark.parametrize(
    "where, value, table, words",
    [
        (("fleet", 0, "zone"), "C20", "fleet CP-1", "no water"),
        (("fleet", 0, "ships"), ["Bismarck"], "fleet CP-1", "Bismarck"),
        (("fleet", 0, "ships"), ["Breslau", "Breslau"], "fleet CP-1", "twice"),
        (("fleet", 0, "ships"), ["Breslau"], "ships", "no fleet has this ship"),
        (("fleet", 0, "plan"), {"1": "R33/R36"}, "fleet CP-1.plan", "R36 does not touch R33"),
        (("fleet", 0, "plan"), {"9": "R33"}, "fleet CP-1.plan", "not open"),
        (("fleet", 0, "plan"), {"1": "at dawn"}, "fleet CP-1.plan", "neither a zone"),
        (("fleet", 0, "number"), 2, "fleet CP-2", "two fleets have this counter"),
        (("fleet", 0, "number"), 9, "fleet CP-9", "4 counters"),
        (("fleet", 0, "in_port"), True, "fleet CP-1", "no port of this side"),
        (("fleet", 11, "charge"), 13, "fleet EN-10", "no fleet EN-13"),
        (("fleet", 1, "mission"), "minelaying", "fleet CP-2", "5.2"),
        (("date",), "1914-02-30", "", "no day"),
        (("chart",), "atlantis", "", "no chart"),
        (
            ("goals", "goeben"),
            {"kind": "reach", "side": "CP", "points": 5, "text": "x", "ships": ["Goeben"]},
            "goals.goeben",
            "needs a zone",
        ),
        (("goals", "goeben", "ships"), ["Lion"], "goals.goeben", "no fleet has Lion"),
        (("ships", "Goeben", "fuel"), 30, "ships.Goeben", "holds 10 units"),
        (("ships", "Goeben", "flags"), ["invincible"], "ships.Goeben", "invincible"),
        (("ports",), {"C5": {"name": "Atlantis", "grade": "minor"}}, "ports", "coast zone"),
        (("ports",), {"U3": {"name": "Atlantis"}}, "ports", "name and grade"),
        (("traffic",), {"C30": 1}, "traffic", "no water"),
        (("mines",), {"R32-R36": {"side": "EN"}}, "mines", "do not pass"),
        (("airships",), {"l1": {"side": "CP", "name": "L 1", "base": "C300"}}, "airships.l1", "not on this chart"),
        (("submarines",), {"u21": {"side": "CP", "name": "U 21", "zone": "C30"}}, "submarines.u21", "no water"),
        (("tables",), {"contact": {"day": "four"}}, "tables.contact", "whole number"),
        (("tables",), {"contact": {"dusk": 5}}, "tables.contact", "dusk"),
        (("window",), {"rows": "P-ZZ", "columns": [1, 20]}, "window", "rows A-Y"),
        (("window",), {"rows": "A-Y", "columns": [20, 1]}, "window", "columns 1 to 70"),
    ],
)
def test_what_does_not_fit_is_said_where_a_player_would_mend_it(where: Path_, value: object, table: str, words: str) -> None:
    path = FOLDER / "goeben" / "scenario.toml"
    with pytest.raises(ScenarioError, match=words) as caught:
        scenarios.from_raw(with_value(read_toml(path), where, value), path)
    assert caught.value.table == table


def test_every_number_of_the_tables_is_asked_for_by_name() -> None:
    path = FOLDER / "tables.toml"
    raw = read_toml(path)
    typed(raw, Tables, "tables.toml")
    for where in leaves(raw):
        with pytest.raises(ScenarioError) as caught:
            typed(with_value(raw, where, {"x": []}), Tables, "tables.toml")
        assert caught.value.file == "tables.toml"
        assert caught.value.table or caught.value.key


def test_a_chart_line_of_nonsense_names_the_chart_and_the_line() -> None:
    text = (FOLDER / "charts" / "mediterranean.chart.txt").read_text("utf-8")
    lines = text.splitlines()
    assert chart_from(text, "med").chart.shifted == "even"
    for number, line in enumerate(lines):
        if not line.strip() or line.startswith("name"):
            continue
        for nonsense in ("nonsense", "port: A1", line.replace(": ", ": ?").replace("~", "?"), line[:1]):
            broken = "\n".join([*lines[:number], nonsense, *lines[number + 1 :]])
            with pytest.raises(ScenarioError) as caught:
                chart_from(broken, "med")
            assert caught.value.file == "med"


def test_a_ship_table_of_nonsense_names_the_class_and_the_column(tmp_path: Path) -> None:
    lines = (FOLDER / "ships.csv").read_text("utf-8").splitlines()
    rated = COLUMNS[2:18]
    row = next(line for line in lines if line.startswith("Goeben,"))
    for column in rated:
        cells = row.split(",")
        cells[COLUMNS.index(column)] = "?"
        broken = tmp_path / "ships.csv"
        broken.write_text("\n".join([lines[0], ",".join(cells)]), "utf-8")
        with pytest.raises(ScenarioError) as caught:
            read_cards(broken)
        assert (caught.value.table, caught.value.key) == ("Goeben", column)


@pytest.mark.parametrize(
    "data, words",
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"title = ", "no TOML"),
        (b'title = "\x07"', "control character 7"),
        (b"a = " + b"[" * 5000, "no TOML"),
        (b"#" * 1_000_001, "larger than"),
    ],
)
def test_a_file_that_is_no_scenario_at_all(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "scenario.toml"
    path.write_bytes(data)
    with pytest.raises(ScenarioError, match=words) as caught:
        scenarios.load_file(path)
    assert caught.value.file == path.as_posix()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be read"):
        scenarios.load_file(tmp_path / "scenario.toml")

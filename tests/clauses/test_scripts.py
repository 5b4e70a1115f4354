"""The runner of case scripts: it finds what is wrong with a case, says so in a sentence, and never trips over a script."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from room40_server import adjudicate
from room40_server.cases.play import play
from room40_server.cases.player import Played
from room40_server.cases.script import Script, courses, read_script
from room40_server.scenario_files import ScenarioError, read_toml, typed

HEAD = """
title = "A case"
clause = "5.4"
"""
SEA = """
[setup]
turn = 5
phase = "movement"
[setup.fleets.CP-1]
ships = ["Rostock"]
zone = "C3"
orders = { 5 = "C4", 6 = "stay" }
[setup.fleets.EN-1]
ships = ["Dublin"]
zone = "C4"
orders = { 5 = "stay", 6 = "stay" }
"""


def script(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, "utf-8")
    return path


def played(folder: Path, text: str) -> Played:
    path = script(folder, text)
    (course,) = courses(read_script(path), "case.toml")
    return play(course, "case.toml")


@pytest.mark.parametrize(
    "top, expect, sentence",
    [
        ("dice = [4]", "dice = 1", ""),
        ("dice = [3]", "battles = [{ zone = 'C4' }]", "1 battles should be fought, not 0"),
        ("dice = [4]", "checks = []", "0 contact checks should be made, not 1"),
        ("dice = [4]", "checks = [{ zone = 'C4', total = 6 }]", "the check in C4: total should be 6, not 4"),
        ("dice = []", "", "the rules throw a die for 'contact C4 CP-1 EN-1', and the script has none left"),
        ("dice = [4, 1]", "", "1 dice of the script were never thrown"),
        ("dice = [{ pips = 4, for = 'weather' }]", "", "die 1 is for 'weather'"),
        ("dice = [4]", "zone_after = { CP-1 = 'C5' }", "CP-1 should be in C5, not C4"),
        ("dice = [4]", "zone_after = { CP-9 = 'C5' }", "there is no fleet CP-9"),
        ("dice = [4]", "orders_after = { CP-1 = { 6 = 'C5' } }", "slot 6 of CP-1 should be C5, not stay"),
        ("dice = [4]", "left_over = { CP-1 = ['C5'] }", "CP-1 should still owe ['C5']"),
        ("dice = [4]", "ships = { Rostock = { P = 3 } }", "Rostock: primary should be 3, not 0"),
        ("dice = [4]", "ships = { Rostock = { wings = 3 } }", "Rostock has no wings"),
        ("dice = [4]", "fleets = { CP-1 = { mission = 'raiding' } }", "CP-1: mission should be raiding, not intercept"),
        ("dice = [4]", "exist = { EN = [] }", "the fleets of EN should be []"),
        ("dice = [4]", "phase = 'end'", "the phase should be end, not battles"),
        ("dice = [4]", "points = { CP = 3 }", "CP should have 3 points"),
        ("dice = [4]", "purposes = ['weather']", "the dice should be for ['weather']"),
        ("dice = [4]", "events = { EN = ['sinks Rostock'] }", "EN should be told 'sinks Rostock'"),
        ("dice = [4]", "no_events = { EN = ['contact'] }", "EN must not be told 'contact'"),
        ("dice = [4]", "never_asked = ['EN claims']", "EN was asked for claims"),
        ("dice = [4]", "views = { EN = { seen = [] } }", "EN should see counters in []"),
        ("dice = [4]", "views = { EN = { lacks = ['dublin'] } }", "the view of EN must not hold 'dublin'"),
        ("dice = [4]", "views = { EN = { contains = ['seydlitz'] } }", "the view of EN should hold 'seydlitz'"),
        ("dice = [4]", "views = { EN = { at = { 'seen.*.zone' = 'C3' } } }", "seen.*.zone in the view of EN should be C3"),
        ("dice = [4]", "views = { EN = { missing = ['fleets'] } }", "fleets should not be in the view of EN"),
        ("dice = [4]", "record = [{ what = 'earthquake' }]", "the record should hold"),
    ],
)
def test_what_is_not_as_expected_is_one_sentence(tmp_path: Path, top: str, expect: str, sentence: str) -> None:
    text = f"{HEAD}{top}\ndo = [{{ until = 'battles' }}]\n{SEA}\n[expect]\n{expect}\n"
    failures = played(tmp_path, text).failures
    assert len(failures) == bool(sentence)
    assert all(sentence in failure for failure in failures)


def test_an_order_that_should_be_refused_and_is_not(tmp_path: Path) -> None:
    order = "{ order = 'claims', seat = 'EN', claims = [], refused = '5.46' }"
    assert "should be refused by 5.46" in played(tmp_path, f"{HEAD}do = [{order}]\n{SEA}").failures[0]


def test_an_order_that_is_refused_and_should_not_be(tmp_path: Path) -> None:
    order = "{ order = 'claims', seat = 'EN', claims = ['leader'] }"
    assert "was refused: 5.46" in played(tmp_path, f"{HEAD}do = [{order}]\n{SEA}").failures[0]


def test_twins_that_differ_in_what_a_side_sees_are_told_apart(tmp_path: Path) -> None:
    text = f"{HEAD}dice = [3]\ndo = [{{ until = 'battles' }}]\ntwin_equal = ['CP']\n[twin]\nremove = ['fleets.EN-1']\n{SEA}"
    assert "CP" in played(tmp_path, text).failures[0]


CASES = sorted(Path(__file__).parent.rglob("D*.toml"))


def corrupted(value: object, odd: object) -> Iterator[object]:
    """The value with each of its keys and items in turn replaced."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {**value, key: odd}
            for changed in corrupted(inner, odd):
                yield {**value, key: changed}
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield [*value[:at], odd, *value[at + 1 :]]
            for changed in corrupted(inner, odd):
                yield [*value[:at], changed, *value[at + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("odd", ["☃", "C3", -1, {"x": []}])
@pytest.mark.parametrize("case", [CASES[i] for i in range(0, len(CASES), 17)], ids=lambda path: path.stem)
def test_whatever_a_script_holds_it_is_a_case_or_one_sentence(case: Path, odd: object) -> None:
    for raw in corrupted(read_toml(case), odd):
        try:
            for course in courses(typed(raw, Script, "case.toml"), "case.toml"):
                assert isinstance(play(course, "case.toml").failures, list)
        except ScenarioError as error:
            said = str(error)
            assert said.startswith("case.toml") or "scenarios" in said


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "title"),
        ("title = 3", "title"),
        (HEAD + "colour = 'blue'", "colour"),
        (HEAD + "dice = [7]\ndo = [{ until = 'battles' }]" + SEA, "dice"),
        (HEAD + "do = [{ until = 'doomsday' }]" + SEA, "doomsday"),
        (HEAD + "do = [{ dance = 1 }]" + SEA, "dance"),
        (HEAD + "do = [{ order = 'sail' }]" + SEA, "sail"),
        (HEAD + "do = [{ order = 'claims' }]" + SEA, "whose order"),
        (HEAD + SEA.replace("Dublin", "Bismarck"), "Bismarck"),
        (HEAD + SEA.replace("C4", "C40"), "C40"),
        (HEAD + SEA.replace("EN-1", "FR-1"), "FR-1"),
        (HEAD + SEA.replace('"movement"', '"lunch"'), "lunch"),
        (HEAD + SEA + "crew = 900\n", "crew"),
        (HEAD + SEA.replace('"C4"', '"north"', 1), "north"),
        (HEAD + SEA + "[setup.ports]\nC4 = 'huge EN'\n", "minor EN"),
        (HEAD + "scenario = 'nowhere'", "no scenario has this name"),
        (HEAD + "[chart]\nrows = '1-9'" + SEA, "rows"),
    ],
)
def test_a_broken_script_is_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        played(tmp_path, text)


def test_a_script_may_lie_over_a_scenario(tmp_path: Path) -> None:
    steps = "do = [{ commit = 'both' }, { until = 'orders' }]"
    text = f"{HEAD}scenario = 'goeben'\n{steps}\n[setup]\nphase = 'plan'\n[expect]\nphase = 'orders'\n"
    assert played(tmp_path, text).failures == []


def test_the_command_says_as_json_what_came_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(tmp_path, f"{HEAD}dice = [4]\ndo = [{{ until = 'battles' }}]\n{SEA}[expect]\ndice = 1\n")
    assert adjudicate.main([str(path), "--seat", "EN"]) == adjudicate.OK
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    (variant,) = told["variants"]
    assert set(variant["views"]) == {"EN"}
    assert "state" not in variant
    assert any(h.get("dice") == ["contact C4 CP-1 EN-1: 4"] for h in variant["happened"])


def test_the_command_may_show_the_whole_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(tmp_path, f"{HEAD}do = [{{ until = 'battles' }}]\ndice = [3]\n{SEA}[expect]\ndice = 9\n")
    assert adjudicate.main([str(path), "--state"]) == adjudicate.FAILED
    (variant,) = json.loads(capsys.readouterr().out)["variants"]
    assert set(variant["views"]) == {"CP", "EN", "public"}
    assert variant["state"]["turn"] == 5


@pytest.mark.parametrize("name", ["case.toml", "missing.toml"])
def test_the_command_says_what_is_wrong_with_a_script(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    script(tmp_path, "title = ")
    assert adjudicate.main([str(tmp_path / name)]) == adjudicate.BROKEN
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert name in said.err

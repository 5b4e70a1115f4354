"""The runner of case scripts of 1942: it finds what is wrong with a case, and never trips over a script."""

import json
from pathlib import Path

import pytest

from room40_server import adjudicate
from room40_server.cases.play import play
from room40_server.cases.player import Played
from room40_server.cases.script import courses, read_script
from room40_server.scenario_files import ScenarioError

HEAD = 'system = "combined_arms"\ntitle = "A case"\nclause = "K1"\n'
SEA = """
[setup]
links = "1-2 2-home"
lands = { home = "British 3" }
units = { 1 = "1 cruiser Germans, 1 destroyer British", home = "1 infantry British" }
turn = "Germans"
"""
AWAY = "{ order = 'move', units = ['cruiser-1'], path = ['1', '2'] }"


def script(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, "utf-8")
    return path


def played(folder: Path, text: str) -> Played:
    (course,) = courses(read_script(script(folder, text)), "case.toml")
    return play(course, "case.toml")


@pytest.mark.parametrize("do, more, says", [
    (AWAY.replace(" }", ", refused = 'K1' }"), "", "should be refused by K1, but it was accepted"),
    (AWAY.replace("['1', '2']", "['2', '1']"), "", "was refused"),
    (AWAY, "dice = [1]", "1 dice of the script were never thrown"),
    ("{ order = 'commit' }", "", "the script has none left"),
    (AWAY, "expect.at = { cruiser-1 = '1' }", "at should be {'cruiser-1': '1'}, not {'cruiser-1': '2'}"),
    (AWAY, "expect.inside = { 2 = ['1 cruiser British'] }", "inside should be"),
    (AWAY, "expect.fights = ['1']", "fights should be ['1'], not []"),
    (AWAY, "expect.untold = ['']", ""),
    (AWAY, "expect.owners = { home = 'Germans' }", "owners should be {'home': 'Germans'}, not {'home': 'British'}"),
    (AWAY.replace(" }", ", expect = { asked = {} } }"), "", "then asked should be {}"),
    ("{ until = 'non-combat move' }", "spare_die = 1\nexpect.phase = 'income'", "should be income, not non-combat"),
])  # fmt: skip
def test_what_is_not_as_expected_is_said(tmp_path: Path, do: str, more: str, says: str) -> None:
    text = f"{HEAD}do = [{do}]\n{more}\n{SEA}"
    found = played(tmp_path, text).failures
    assert says in "\n".join(found)
    assert bool(found) is bool(says)


@pytest.mark.parametrize("text, says", [
    (f"{HEAD}{SEA}".replace("combined_arms", "chess"), "'chess' is no system"),
    (f"{HEAD}[setup]\nlinks = '1+2'\n", "'1+2' is no link"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nlands = {{ 3 = 'Germans 1' }}\n", "no link leads to this territory"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nlands = {{ 2 = 'Germans' }}\n", "write the owner"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nlands = {{ 2 = 'Romans 1' }}\n", "write the owner"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nunits = {{ 2 = 'a fleet' }}\n", "is not written as in"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nunits = {{ 2 = '1 galley Germans' }}\n", "no unit is called 'galley'"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nunits = {{ 3 = '1 cruiser Germans' }}\n", "there is no space '3'"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nphase = 'dinner'\n", "'dinner' is none of"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nturn = 'Romans'\n", "no power is called 'Romans'"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nfields = {{ cruiser-1 = {{ used = 1 }} }}\n", "there is no such unit"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nsetting = {{ speed = 1 }}\n", "there is no such field"),
    (f"{HEAD}[setup]\nlinks = '1-2'\nspeed = 1\n", "speed"),
    (f"{HEAD}{SEA}[expect]\nspeed = 1\n", "speed"),
    (f"{HEAD}do = [{{ march = 1 }}]\n{SEA}", "a step is an order, or until"),
    (f"{HEAD}do = [{{ order = 'march' }}]\n{SEA}", "march"),
    (f"{HEAD}do = [{{ order = 'commit', seat = 'Romans' }}]\n{SEA}", "no seat or power"),
    (f"{HEAD}scenario = 'no-such'\n", "no scenario has this name"),
    (f"{HEAD}scenario = 'two-islands'\n{SEA}", "a scenario has its own map"),
    (f"{HEAD}chart = {{ rows = 'A-B' }}\n{SEA}", "charts are of the naval system"),
])  # fmt: skip
def test_a_script_that_means_nothing_is_refused_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ScenarioError) as error:
        played(tmp_path, text)
    assert says in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_a_case_may_stand_upon_a_scenario(tmp_path: Path) -> None:
    text = f"""{HEAD}
scenario = "two-islands"
do = [{{ order = "move", units = ["tank-5"], path = ["the-neck", "ostrey"] }}]
[setup]
turn = "sorrel"
owners = {{ the-neck = "sorrel" }}
units = {{ the-neck = "1 tank sorrel", ostrey = "1 industrial-complex ostrey" }}
[expect]
power = "sorrel"
owners = {{ ostrey = "Sorrel", port-tavik = "tavik" }}
inside = {{ ostrey = ["1 tank sorrel", "1 industrial-complex Sorrel"] }}
"""
    assert played(tmp_path, text).failures == []


@pytest.mark.clause("K1.2")
def test_a_twin_holds_that_a_move_not_committed_shows_to_nobody_else(tmp_path: Path) -> None:
    hidden = AWAY.replace(" }", ", only = 'main' }")
    text = f"{HEAD}do = [{hidden}]\ntwin_equal = ['british', 'public']\n{SEA}"
    assert played(tmp_path, text).failures == []
    told = played(tmp_path, text.replace("['british', 'public']", "['germans']")).failures
    assert told[0].startswith("germans was sent")


def test_the_command_prints_what_happened_and_one_view(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(tmp_path, f"{HEAD}do = [{{ order = 'commit' }}]\ndice = [3, 6]\n{SEA}[expect]\ngone = ['destroyer-1']\n")
    assert adjudicate.main([str(path), "--seat", "germans"]) == adjudicate.OK
    (variant,) = json.loads(capsys.readouterr().out)["variants"]
    assert list(variant["views"]) == ["germans"]
    (step,) = variant["happened"]
    assert step["order"] == {"order": "commit"}
    assert len(step["dice"]) == 2
    assert "United Kingdom loses 1 destroyer." in step["log"]
    assert step["phase"] == "non-combat move"


def test_the_command_knows_the_seats_of_the_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(tmp_path, f"{HEAD}{SEA}")
    assert adjudicate.main([str(path), "--seat", "CP"]) == adjudicate.BROKEN
    assert "There is no viewpoint 'CP'; there are russians, germans" in capsys.readouterr().err

"""Scenarios of the operator's own stand beside those that come with the program, and a broken one harms no other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from room40_client import cli, kept
from room40_client.private_server import PrivateServer
from room40_client.reception import catalogue, create
from room40_server import combined_arms_scenarios as scenarios
from room40_server.own_scenarios import OwnScenarios
from room40_server.scenario_files import ScenarioError, data_root
from room40_server.systems import ScenarioProblem, Systems, built_in
from tests.combined_arms.shores import MAP

SHIPPED = (data_root() / "combined_arms" / "two-islands" / "scenario.toml").read_text("utf-8")
SYSTEM = "combined_arms"


def put(folder: Path, name: str, text: str = SHIPPED) -> Path:
    """A scenario in a folder of one's own."""
    path = folder / SYSTEM / name / "scenario.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def own(*folders: Path) -> OwnScenarios:
    return OwnScenarios(folders, SYSTEM)


def names(found: OwnScenarios) -> list[str]:
    """What is offered beside what comes with the program."""
    shipped = len(scenarios.catalogue())
    return [card.name for card in scenarios.catalogue(found)[shipped:]]


def test_own_scenarios_are_offered_after_the_others_and_opened_by_name(tmp_path: Path) -> None:
    put(tmp_path / "a", "zebra", SHIPPED.replace('title = "Two islands"', 'title = "Zebra"'))
    put(tmp_path / "b", "ant")
    found = own(tmp_path / "a", tmp_path / "b", tmp_path / "nowhere")
    assert names(found) == ["ant", "zebra"]
    state = scenarios.load("zebra", {"allies_see": False}, found)
    assert (state.setting.title, state.setting.name, state.setting.allies_see) == ("Zebra", "zebra", False)
    with pytest.raises(ScenarioError, match="no scenario has this name"):
        scenarios.load("zebra")


def test_a_broken_one_is_passed_over_and_the_operator_told_once_where_it_is_broken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put(tmp_path, "good")
    broken = put(tmp_path, "broken", SHIPPED.replace("value = 6", 'value = "six"', 1))
    unfit = put(tmp_path, "unfit", SHIPPED.replace('owner = "marran"', 'owner = "moon"', 1))
    found = own(tmp_path)
    assert names(found) == ["good"]
    assert names(found) == ["good"]
    assert sorted(caplog.messages) == [
        f"{broken} is passed over: {broken}, [spaces.port-marran] value: Expected a whole number, found a text.",
        f"{unfit} is passed over: {unfit}, [spaces.port-marran] owner: no power is called 'moon'.",
    ]


def test_what_is_wrong_reaches_a_player_without_the_operators_folders(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put(tmp_path, "unfit", SHIPPED.replace('owner = "marran"', 'owner = "moon"', 1))
    system = Systems(built_in=built_in([tmp_path])).get(SYSTEM)
    with pytest.raises(ScenarioProblem) as problem:
        system.open_scenario("unfit", {})
    assert str(problem.value) == "unfit/scenario.toml, [spaces.port-marran] owner: no power is called 'moon'."
    assert str(tmp_path) in caplog.text


def test_names_that_are_taken_or_none_are_passed_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    put(tmp_path / "a", "two-islands")
    put(tmp_path / "a", "Loud")
    first, second = put(tmp_path / "a", "mine"), put(tmp_path / "b", "mine")
    assert names(own(tmp_path / "a", tmp_path / "b")) == ["mine"]
    assert scenarios.load("two-islands", own=own(tmp_path / "a")) == scenarios.load("two-islands")
    told = caplog.text
    assert "two-islands/scenario.toml is passed over: a scenario that comes with the program has this name." in told
    assert "Loud/scenario.toml is passed over: its folder's name is none of a scenario" in told
    assert f"{second} is passed over: {first} has this name already." in told


def test_a_file_that_has_changed_is_read_anew(tmp_path: Path) -> None:
    path, found = put(tmp_path, "mine"), own(tmp_path)
    assert scenarios.load("mine", own=found).money["marran"] == 10
    path.write_text(SHIPPED.replace("money = 10", "money = 11"), "utf-8")
    os.utime(path, ns=(1, 1))
    assert scenarios.load("mine", own=found).money["marran"] == 11


@pytest.mark.slow
def test_the_command_lists_own_scenarios_and_speaks_of_broken_ones_on_standard_error(tmp_path: Path) -> None:
    home = tmp_path / "home"
    put(home / "scenarios", "mine")
    put(home / "scenarios", "broken", "title = 1")
    (tmp_path / "map.xml").write_text(MAP, "utf-8")

    def room40(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "room40_client.cli", *words]
        env = {**os.environ, kept.HOME: str(home)}
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True)

    assert room40("import-map", str(tmp_path / "map.xml")).stdout.startswith(str(home / "scenarios" / SYSTEM / "two-shores"))
    done = room40("scenarios")
    assert [line.split()[0] for line in done.stdout.splitlines()][-2:] == ["mine", "two-shores"]
    assert "broken/scenario.toml is passed over: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_scenario_of_a_stranger_does_not_reach_the_terminal_raw(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    from room40_server.__main__ import main

    put(tmp_path, "loud", SHIPPED.replace('"Two islands"', '"Two\\u001b[2J islands"'))
    put(tmp_path, "louder", SHIPPED + '\n["\\u001b[2J"]\n')
    assert main(["scenarios", "--scenarios", str(tmp_path)]) == 0
    assert "Two[2J islands" in capsys.readouterr().out
    assert "louder/scenario.toml is passed over" in caplog.text
    assert "\x1b" not in "".join(caplog.messages)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from room40_server.__main__ import main

    assert main(["scenarios", "--scenarios", str(tmp_path / "nowhere")]) == 0
    assert capsys.readouterr().err == f"room40-server: there is no folder {tmp_path / 'nowhere'}\n"


def test_commands_of_the_server_find_the_users_folders_unless_they_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kept.HOME, str(tmp_path))
    folder = str(tmp_path / "scenarios")
    assert cli._usual_places(["scenarios"]) == ["--scenarios", folder]
    assert cli._usual_places(["import-map", "x.xml"]) == ["--to", folder]
    assert cli._usual_places(["import-map", "x.xml", "--to=here"]) == []
    assert cli._usual_places(["serve", "--journal", "x"]) == []


@pytest.mark.slow
async def test_a_private_server_offers_the_users_own_and_opens_tables_on_them(tmp_path: Path) -> None:
    put(tmp_path / "scenarios", "mine")
    put(tmp_path / "scenarios", "broken", "title = 1")
    server = PrivateServer(tmp_path / "games.db", tmp_path / "scenarios")
    await server.start()
    try:
        offered = [card.name for card in await catalogue(server.base)]
        assert "mine" in offered
        assert "broken" not in offered
        made = await create(server.base, SYSTEM, "mine", {}, (), "", server.secret)
        assert set(made.seats) == {"west", "east"}
    finally:
        await server.stop()
    assert "broken/scenario.toml is passed over" in (tmp_path / "games.log").read_text("utf-8")

"""The commands as a person types them: what they answer, how they end, and one sentence when something is wrong."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from room40_server.systems import Systems
from tests.end_to_end.tables import TABLE, open_table

ROOT = Path(__file__).parents[2]
ROOM40 = Path(sys.executable).with_name("room40")
COMMANDS = ("play", "join", "watch", "serve", "scenarios", "adjudicate", "replay", "verify")
CASE = ROOT / "tests" / "clauses" / "contact" / "D047_four_or_more_by_day.toml"


def run(*words: object) -> "subprocess.CompletedProcess[str]":
    """A command in a process of its own, with no terminal. No answer may show the insides of the program."""
    ran = subprocess.run(
        [ROOM40, *map(str, words)], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert "Traceback" not in ran.stderr + ran.stdout
    return ran


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal in which a table was opened."""
    path = tmp_path / "tables.db"
    asyncio.run(open_table(path, Systems(), "dreadnought", "first-cruise", bytes(32)))
    return path


def test_help_names_every_command() -> None:
    ran = run("--help")
    assert ran.returncode == 0
    for command in COMMANDS:
        assert f"    {command}" in ran.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(command: str) -> None:
    ran = run(command, "--help")
    assert ran.returncode == 0
    assert ran.stdout.startswith("usage: room40")
    assert ran.stderr == ""


def test_scenarios_lists_what_can_be_played_the_one_for_beginners_first() -> None:
    ran = run("scenarios")
    assert ran.returncode == 0
    assert [line.split()[0] for line in ran.stdout.splitlines()][:2] == ["first-cruise", "goeben"]


def test_adjudicate_plays_a_case_script() -> None:
    ran = run("adjudicate", CASE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout


def test_adjudicate_says_which_expectation_of_a_script_fails(tmp_path: Path) -> None:
    script = tmp_path / "case.toml"
    script.write_text(CASE.read_text().replace("contact = true", "contact = false"))
    assert script.read_text() != CASE.read_text()
    ran = run("adjudicate", script)
    assert ran.returncode == 1


def test_replay_and_verify_tell_the_story_of_a_journal(journal: Path) -> None:
    ran = run("replay", journal)
    assert ran.returncode == 0, ran.stderr
    (told,) = json.loads(ran.stdout)
    assert (told["table"], told["scenario"], told["difference"]) == (TABLE, "first-cruise", "")
    ran = run("verify", journal, TABLE)
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["wrong"] == ""


@pytest.mark.parametrize(
    "words",
    [
        ("adjudicate", "{}/none.toml"),
        ("adjudicate", "{}/broken.toml"),
        ("adjudicate", "{}"),
        ("replay", "{}/none.db"),
        ("replay", "{}/broken.toml"),
        ("verify", "{}/none.db", "table"),
        ("serve", "--port", "0", "--journal", "{}/no/such/folder/a.db"),
        ("join", "no link"),
        ("join", "http://example.org/t/a#b"),
        ("watch", "ws://127.0.0.1:1/t/table"),
        ("join", "ws://127.0.0.1:1/t/table#secret"),
        ("play",),
        ("play", "--option", "wrong"),
        ("play", "--continue"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (tmp_path / "broken.toml").write_text("what is\nthis [")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run(*(word.format(tmp_path) for word in words))
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith(("room40: ", "room40-server: ", f"{tmp_path}"))  # the program, or the file, speaks
    assert ran.stderr.count("\n") == 1, ran.stderr
    assert len(ran.stderr) < 300


@pytest.mark.parametrize(
    "words",
    [(), ("sail",), ("--sail",), ("join",), ("replay",), ("adjudicate",), ("serve", "--port", "x"), ("play", "a", "b")],
)
def test_wrong_usage_is_answered_by_the_usage_and_status_2(words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("usage: room40")
    assert "error: " in ran.stderr.splitlines()[-1]


def test_a_broken_scenario_is_one_sentence_with_file_table_and_key(tmp_path: Path) -> None:
    program = "import sys; from pathlib import Path; from room40_server import scenarios\n" + (
        "try: scenarios.load_file(Path(sys.argv[1]))\nexcept scenarios.ScenarioError as e: sys.exit(str(e))"
    )
    good = (ROOT / "scenarios" / "dreadnought" / "goeben" / "scenario.toml").read_text()
    path = tmp_path / "scenario.toml"
    path.write_text(good.replace("length = ", 'length = "long" # ', 1))
    assert path.read_text() != good
    ran = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert "scenario.toml" in ran.stderr
    assert "length" in ran.stderr
    assert ran.stderr.count("\n") == 1

"""What kind of terminal this is: told, or guessed from its surroundings."""

import os

import pytest

from room40_client import cli
from room40_client.terminal.ascii import ascii_cell
from room40_client.terminal.profile import NAMES, UnknownProfile, chosen, guess, of_name, settle

XTERM = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        (XTERM, "rich"),
        ({"TERM": "xterm-256color"}, "rich"),
        (XTERM | {"SSH_CONNECTION": "10.0.0.1 5000 10.0.0.2 22"}, "lean"),
        (XTERM | {"SSH_TTY": "/dev/pts/3"}, "lean"),
        ({"TERM": "linux", "LANG": "de_DE.UTF-8"}, "lean"),
        ({"TERM": "vt220", "LANG": "de_DE.UTF-8"}, "lean"),
        (XTERM | {"LANG": "de_DE.ISO-8859-1"}, "ascii"),
        (XTERM | {"LC_ALL": "C"}, "ascii"),
        (XTERM | {"LC_ALL": "de_DE@euro", "LANG": "C"}, "rich"),
        ({"TERM": "xterm", "LANG": "C"}, "ascii"),
        ({"TERM": "xterm", "LANG": "POSIX", "LC_CTYPE": "C.UTF-8"}, "ascii"),
        ({"TERM": "xterm", "LC_ALL": "C.UTF-8"}, "rich"),
        ({"TERM": "xterm", "LC_CTYPE": "en_US.utf8"}, "rich"),
        ({"TERM": "dumb", "LANG": "en_GB.UTF-8"}, "plain"),
        ({"LANG": "en_GB.UTF-8"}, "plain"),
        ({"TERM": "dumb", "SSH_CONNECTION": "x"}, "plain"),
    ],
)
def test_the_profile_is_guessed_from_the_surroundings(environment: dict[str, str], name: str) -> None:
    assert guess(environment, "utf-8") == name


def test_a_character_set_without_the_signs_is_served_with_ascii() -> None:
    assert guess({"TERM": "xterm"}, "iso8859-1") == "ascii"
    assert guess({"TERM": "xterm"}, "") == "ascii"


def test_what_is_asked_for_goes_before_the_environment_and_that_before_a_guess() -> None:
    there = XTERM | {"ROOM40_PROFILE": "ascii"}
    assert chosen("lean", there, "utf-8") == "lean"
    assert chosen("", there, "utf-8") == "ascii"
    assert chosen("", XTERM, "utf-8") == "rich"
    assert [chosen(name.upper(), {}, "") for name in NAMES] == list(NAMES)


def test_a_profile_there_is_none_of_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownProfile, match="rich, lean, ascii, plain"):
        chosen("fancy", XTERM, "utf-8")
    assert cli.main(["play", "--profile", "fancy"]) == 2
    assert capsys.readouterr().err == "room40: There is no profile 'fancy'; there are rich, lean, ascii, plain.\n"


def test_no_color_is_respected_in_every_profile() -> None:
    assert all(of_name(name, {"NO_COLOR": "1"}).mono for name in NAMES)
    assert not any(of_name(name, {"NO_COLOR": ""}).mono for name in NAMES)


@pytest.mark.parametrize(
    ("name", "frames", "colours"), [("rich", "30", None), ("lean", "12", "standard"), ("ascii", "12", "standard")]
)
def test_a_slow_line_has_few_frames_and_sixteen_colours(
    name: str, frames: str, colours: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("TEXTUAL_ANIMATIONS", "TEXTUAL_FPS", "TEXTUAL_COLOR_SYSTEM", "NO_COLOR"):
        monkeypatch.setenv(variable, "")
        monkeypatch.delenv(variable)
    settle(of_name(chosen(name, {}, ""), {}))
    assert os.environ["TEXTUAL_FPS"] == frames
    assert os.environ["TEXTUAL_ANIMATIONS"] == "none"
    assert os.environ.get("TEXTUAL_COLOR_SYSTEM") == colours


@pytest.mark.parametrize(
    ("sign", "width", "plain"),
    [
        ("x", 1, "x"),
        ("─", 1, "-"),
        ("│", 1, "|"),
        ("╭", 1, "+"),
        ("▁", 1, "-"),
        ("▌", 1, "|"),
        ("█", 1, "#"),
        ("é", 1, "e"),
        ("e\u0301", 1, "e"),
        ("…", 1, "~"),
        ("½", 1, "/"),
        ("ß", 1, "?"),
        ("漢", 2, "? "),
        ("\U0001f50e", 2, "? "),
    ],
)
def test_every_sign_has_a_plain_one_of_its_width(sign: str, width: int, plain: str) -> None:
    assert ascii_cell(sign, width) == plain

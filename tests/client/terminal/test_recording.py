"""A recording played again shows what the terminal showed, and tells nobody the link."""

import json
import os
import resource
import signal
import subprocess
from pathlib import Path

import pyte
import pytest
from benchmarks.terminal import ROOM40, Terminal, room40, running

from room40_client.asked_link import HANDED_IN
from room40_client.terminal.recording import Recording

RIGHT, DOWN, ESCAPE = "\x1b[C", "\x1b[B", "\x1b"


class Clock:
    """Time that passes when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def lines_of(file: Path) -> list[list[object]]:
    """The events of a recording, its head left out."""
    assert file.read_text().endswith("\n"), "every line is whole"
    head, *events = [json.loads(line) for line in file.read_text().splitlines()]
    assert head["version"] == 2
    return events


def played(file: Path) -> pyte.Screen:
    """The screen after a recording."""
    head = json.loads(file.read_text().partition("\n")[0])
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.Stream(screen)
    for _, kind, data in lines_of(file):
        if kind == "r":
            columns, lines = map(int, str(data).split("x"))
            screen.resize(lines, columns)
        else:
            stream.feed(str(data))
    return screen


def test_each_thing_sent_is_a_line_with_its_time(tmp_path: Path) -> None:
    clock = Clock()
    recording = Recording(str(tmp_path / "game.cast"), 80, 24, clock)
    recording.sent("\x1b[1;1HÄ ─ ●")
    clock.now += 1.5
    recording.resized(80, 24)
    recording.resized(100, 30)
    recording.sent("two\nlines")
    assert lines_of(tmp_path / "game.cast") == [
        [0.0, "o", "\x1b[1;1HÄ ─ ●"],
        [1.5, "r", "100x30"],
        [1.5, "o", "two\nlines"],
    ]
    recording.close()


def test_questions_to_the_terminal_and_modes_of_its_keys_and_mouse_are_left_out(tmp_path: Path) -> None:
    recording = Recording(str(tmp_path / "game.cast"), 80, 24, Clock())
    recording.sent("\x1b[?1049h\x1b[?1000;1006h\x1b[?2026$p\x1b[>1u\x1b[?2004h\x1b[c")
    recording.sent("\x1b[?1000;1006l")
    recording.sent("\x1b[?25l\x1b[4;2Hfleet")
    recording.close()
    assert [event[2] for event in lines_of(tmp_path / "game.cast")] == ["\x1b[?1049h", "\x1b[?25l\x1b[4;2Hfleet"]


def test_where_the_disk_is_full_the_recording_ends_with_its_last_whole_line(tmp_path: Path) -> None:
    recording = Recording(str(tmp_path / "game.cast"), 80, 24, Clock())
    recording.sent("one")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(tmp_path / "game.cast") + 7, hard))
        recording.sent("two, which is too long")
        recording.sent("three")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert [event[2] for event in lines_of(tmp_path / "game.cast")] == ["one"]
    assert recording.failure == "File too large"


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game.cast").write_text("precious")
    with pytest.raises(FileExistsError):
        Recording(str(tmp_path / "game.cast"), 80, 24)
    assert (tmp_path / "game.cast").read_text() == "precious"


def looks(screen: pyte.Screen) -> list[list[pyte.screens.Char]]:
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


def same(terminal: Terminal, file: Path) -> bool:
    screen = played(file)
    return screen.display == terminal.text.split("\n") and looks(screen) == looks(terminal.screen)


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["lean", "rich"])
def test_a_recording_shows_the_screens_of_the_watched_game(tmp_path: Path, seats: dict[str, str], profile: str) -> None:
    file = tmp_path / "game.cast"
    with room40("watch", "--profile", profile, "--record", str(file), seats["watch"]) as terminal:
        terminal.wait_for("Watching")
        terminal.settle()
        assert same(terminal, file)
        for key in (ESCAPE, RIGHT, DOWN, "s", ESCAPE, "?"):
            terminal.type(key)
            assert same(terminal, file)
        terminal.resize(100, 30)
        terminal.settle(2.0)
        assert same(terminal, file)
        shown = terminal.text
        terminal.send(signal.SIGKILL)
        terminal.wait()
    assert "\n".join(played(file).display) == shown, "the file is good though the program was cut off"
    kept = file.read_text()
    assert seats["watch"].partition("#")[2] not in kept
    assert "ws://" not in kept


@pytest.mark.slow
def test_a_recording_goes_on_where_the_terminal_ends(tmp_path: Path, seats: dict[str, str]) -> None:
    with room40("watch", "--record", str(tmp_path / "game.cast"), seats["watch"]) as terminal:
        terminal.wait_for("Watching")
        terminal.settle()
        terminal.type(ESCAPE)
        terminal.press("\x11")
        assert terminal.wait() == 0
    assert str(lines_of(tmp_path / "game.cast")[-1][2]).endswith("\x1b[?1049l")


@pytest.mark.slow
def test_a_link_can_be_asked_for_and_is_not_shown(seats: dict[str, str]) -> None:
    with room40("join", HANDED_IN) as terminal:
        terminal.wait_for("Link:")
        terminal.press(f"{seats['CP']}\r")
        terminal.wait_for("to the chart")
        assert seats["CP"].partition("#")[2].encode() not in terminal.heard


@pytest.mark.slow
def test_a_link_can_come_through_a_pipe_before_the_commands(seats: dict[str, str]) -> None:
    command = [str(ROOM40), "watch", "--profile", "plain", HANDED_IN]
    said = subprocess.run(command, input=f"{seats['watch']}\nquit\n", capture_output=True, text=True, timeout=30)
    assert said.returncode == 0, said.stderr
    assert "Goeben" in said.stdout


@pytest.mark.slow
def test_a_link_from_a_pipe_leaves_the_keys_to_the_terminal(seats: dict[str, str]) -> None:
    command = ["/bin/sh", "-c", f'echo "$LINK" | {ROOM40} watch -']
    with running(command, 80, 24, {"LINK": seats["watch"]}) as terminal:
        terminal.wait_for("Watching")
        terminal.settle()
        terminal.type(ESCAPE)
        moved, _ = terminal.type(RIGHT)
        assert moved > 0

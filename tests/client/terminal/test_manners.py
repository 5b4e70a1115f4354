"""What a program owes the terminal it runs in, in a real one: it gives it back, comes back, and says what it cannot do."""

import os
import signal
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from benchmarks.terminal import ROOM40, Terminal, room40, running
from textual.message import Message

from room40_client.terminal import keys
from room40_client.terminal.cells import Grid
from room40_client.terminal.manners import TooSmall, refusal
from room40_client.terminal.outlet import Outlet

TITLE = "The flight of the G"
RIGHT, LEFT, ESCAPE, SUSPEND = "\x1b[C", "\x1b[D", "\x1b", "\x1a"
PLAYER = "CP"


@contextmanager
def at_chart(url: str, *words: str, columns: int = 80, lines: int = 24) -> Iterator[Terminal]:
    """The program at its chart, the briefing read."""
    with room40("join", *words, url, columns=columns, lines=lines) as terminal:
        terminal.wait_for("to the chart")
        terminal.press(ESCAPE)
        terminal.wait_for("w write")
        terminal.settle()
        yield terminal


def test_without_a_terminal_the_sentence_names_what_goes_without_one() -> None:
    assert refusal(True) == ""
    assert "--profile plain" in refusal(False)
    told = subprocess.run([ROOM40, "play", "--profile", "lean"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (2, "")
    assert "--profile plain" in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("profile", ["rich", "lean"])
def test_a_signal_gives_the_terminal_back_as_it_was(seats: dict[str, str], number: signal.Signals, profile: str) -> None:
    with room40("join", "--profile", profile, seats[PLAYER]) as terminal:
        before = termios.tcgetattr(terminal.file)
        terminal.wait_for(TITLE)
        assert termios.tcgetattr(terminal.file) != before
        terminal.send(number)
        assert terminal.wait() == 0
        after = bytes(terminal.heard[terminal.heard.rindex(b"\x1b[?1049h") :])
        ended = [b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[0 q", b"\x1b[?2004l", b"\x1b[?7h", b"\x1b[?1000;1006l"]
        assert all(mode in after for mode in ended)
        assert after.count(b"\x1b[>1u") == after.count(b"\x1b[<u"), "what was pushed is popped, and no more"
        assert after.rindex(b"m") > after.rindex(b"\x1b[1m") if b"\x1b[1m" in after else True
        assert termios.tcgetattr(terminal.file) == before


@pytest.mark.slow
def test_when_the_line_is_cut_the_program_ends(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER]) as terminal:
        terminal.hang_up()
        assert terminal.ends(10)


@pytest.mark.slow
def test_when_nobody_can_press_a_key_any_more_the_program_ends(seats: dict[str, str]) -> None:
    """The keys come from one terminal, the screen is another: no signal tells that the first is gone."""
    typed, typed_end = os.openpty()
    screen, screen_end = os.openpty()
    command = [ROOM40, "join", "--profile", "rich", seats[PLAYER]]
    environment = {**os.environ, "TERM": "xterm-256color"}
    with subprocess.Popen(
        command, stdin=typed_end, stdout=screen_end, stderr=screen_end, start_new_session=True, env=environment
    ) as program:
        shown = Terminal(program.pid, screen, 80, 24, time.perf_counter())
        shown.wait_for(TITLE)
        os.close(typed_end)
        os.close(typed)
        assert program.wait(10) == 0
    for file in (screen, screen_end):
        os.close(file)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["--profile=lean", "--profile=rich"])
def test_put_aside_in_a_shell_and_called_back_it_shows_what_it_showed(seats: dict[str, str], how: str) -> None:
    shell = ["/bin/bash", "--norc", "--noprofile", "-i"]
    with running(shell, 80, 24, {"PS1": "shell> ", "HISTFILE": ""}) as terminal:
        terminal.wait_for("shell>")
        terminal.press(f"'{ROOM40}' join {how} '{seats[PLAYER]}'\r")
        terminal.wait_for("to the chart")
        terminal.press(ESCAPE)
        terminal.wait_for("w write")
        terminal.settle()
        terminal.type(RIGHT)
        shown = terminal.text
        for _ in range(2):
            heard = len(terminal.heard)
            terminal.press(SUSPEND)
            terminal.wait_for("Stopped")
            assert b"\x1b[?1049l" in terminal.heard[heard:]
            terminal.type("echo $((6*7))\r")
            assert "42" in terminal.text
            terminal.press("fg\r")
            terminal.wait_for(TITLE)
            terminal.settle()
            assert terminal.text == shown
            assert terminal.cursor is not None
        terminal.type(RIGHT)
        terminal.type(LEFT)
        assert terminal.text == shown


@pytest.mark.slow
def test_begun_in_the_background_it_waits_for_the_terminal(seats: dict[str, str]) -> None:
    shell = ["/bin/bash", "--norc", "--noprofile", "-i"]
    with running(shell, 80, 24, {"PS1": "shell> ", "HISTFILE": ""}) as terminal:
        terminal.wait_for("shell>")
        terminal.press(f"'{ROOM40}' join --profile lean '{seats[PLAYER]}' &\r")
        terminal.settle(5.0, 2.0)
        terminal.type("echo $((6*7))\r")
        assert "42" in terminal.text
        terminal.press("fg\r")
        terminal.wait_for("to the chart")
        terminal.press(ESCAPE)
        terminal.wait_for("w write")
        assert terminal.type(RIGHT)[0] > 0
        terminal.press("q")
        terminal.wait_for("shell>")


@pytest.mark.slow
def test_where_there_is_no_shell_it_is_not_put_aside(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER]) as terminal:
        terminal.press(SUSPEND)
        terminal.wait_for("There is no shell")
        assert terminal.type(RIGHT)[0] > 0


@pytest.mark.slow
def test_stopped_from_without_it_draws_all_anew_when_it_goes_on(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER]) as terminal:
        shown = terminal.text
        terminal.send(signal.SIGSTOP)
        terminal.overwrite("\x1b[2J\x1b[5;5Hsomebody else wrote here")
        terminal.send(signal.SIGCONT)
        terminal.settle()
        assert terminal.text == shown
        assert terminal.type(RIGHT)[0] > 0


@pytest.mark.slow
def test_a_storm_of_sizes_ends_with_the_right_screen_and_few_bytes(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER], "--profile", "lean") as terminal:
        shown = terminal.text
        terminal.heard.clear()
        for step in range(200):
            terminal.resize(60 + step % 70, 16 + step % 30)
            terminal.drain()
        terminal.resize(80, 24)
        terminal.settle()
        assert terminal.text == shown
        assert len(terminal.heard) < 40_000
        assert terminal.type(RIGHT)[0] < 200


@pytest.mark.slow
def test_too_small_a_terminal_says_so_and_is_played_on_all_the_same(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER], columns=78, lines=22) as terminal:
        terminal.resize(78, 21)
        terminal.wait_for("78x21 is too small for Room 40: it needs 80x24.")
        terminal.type(RIGHT)
        assert "too small" not in terminal.text
        assert TITLE in terminal.text
        terminal.resize(40, 8)
        terminal.wait_for("40x8 is too small for Room 40: it needs")
        terminal.type(RIGHT)
        assert "too small" in terminal.text
        terminal.resize(80, 24)
        terminal.wait_for(TITLE)
        terminal.settle()
        assert "too small" not in terminal.text


@pytest.mark.slow
def test_the_cursor_of_the_terminal_stands_on_the_chosen_zone(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER]) as terminal:
        first = terminal.cursor
        assert first is not None
        rows = terminal.text.split("\n")
        assert rows[first[1]][first[0]] == "1", "fleet 1 is chosen"
        terminal.type(RIGHT)
        assert terminal.cursor == (first[0] + 2, first[1])
        terminal.type("w")
        terminal.type("r33")
        written = terminal.cursor
        assert written is not None
        assert terminal.text.split("\n")[written[1]][: written[0]].rstrip().endswith("r33")


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["rich", "lean"])
def test_key_by_key_the_real_terminal_shows_the_same_with_the_thin_driver_and_without(
    seats: dict[str, str], profile: str
) -> None:
    pressed = [
        RIGHT,
        RIGHT,
        "s",
        ESCAPE,
        "+",
        RIGHT,
        "-",
        "o",
        "o",
        "?",
        ESCAPE,
        "w",
        "r33",
        ESCAPE,
        "\x10",
        "fleet",
        ESCAPE,
    ]
    how = (seats[PLAYER], "--profile", profile)
    with at_chart(*how) as thin, at_chart(*how, "--no-thin") as stock:
        assert thin.text == stock.text
        for key in pressed:
            for terminal in (thin, stock):
                terminal.type(key)
            assert thin.text == stock.text, f"after {key!r}"
        for size in ((100, 30), (80, 24)):
            for terminal in (thin, stock):
                terminal.resize(*size)
                terminal.settle()
            assert thin.text == stock.text, f"at {size}"
        assert len(thin.heard) * 2 < len(stock.heard)


@pytest.mark.slow
def test_between_two_screens_no_empty_one_is_sent(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER], "--profile", "lean") as terminal:
        for key in ("s", ESCAPE, "?", ESCAPE, "v", ESCAPE):
            terminal.heard.clear()
            terminal.type(key)
            assert bytes(terminal.heard).count(b"\x1b[K") <= 24, "no row is erased before it is drawn"


@pytest.mark.slow
def test_a_line_that_is_not_read_gets_the_last_screen_and_not_all_between(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER], "--profile", "lean") as terminal:
        terminal.heard.clear()
        for _ in range(40):
            for key in ("s", ESCAPE, "?", ESCAPE):
                terminal.press(key)
                time.sleep(0.02)  # as fast as one types: the line is not read, so nothing tells that a key has been heard
        shown = terminal.settle()
        assert shown < 60_000
        assert "write" in terminal.text


@pytest.mark.slow
def test_a_terminal_that_reads_nothing_does_not_keep_the_program_from_ending(seats: dict[str, str]) -> None:
    with at_chart(seats[PLAYER], "--profile", "rich", columns=200, lines=60) as terminal:
        for step in range(12):  # more than the kernel keeps of what nobody reads
            terminal.resize(200 + step % 2, 60)
            time.sleep(0.1)  # longer than a drag rests before it is drawn; of what is drawn nothing may be read here
        terminal.send(signal.SIGTERM)
        assert terminal.ends(15)


def test_an_outlet_whose_other_end_is_gone_stops() -> None:
    read, write = os.pipe()
    os.close(read)
    outlet = Outlet(write, lambda: "frame")
    outlet.say("words")
    outlet.frame()
    outlet.stop(5)
    assert not outlet.is_alive()
    os.close(write)


def test_a_frame_that_is_overtaken_before_the_line_is_free_is_never_written() -> None:
    read, write = os.pipe()
    drawn: list[int] = []

    def frame() -> str:
        drawn.append(1)
        return f"<{len(drawn)}>"

    outlet = Outlet(write, frame)
    outlet.say("x" * 200_000)  # the line is taken
    for _ in range(50):
        outlet.frame()
    got = b""
    while not got.endswith(b">"):
        got += os.read(read, 65536)
    outlet.say(".")
    outlet.stop(5)
    assert os.read(read, 100) == b"."
    assert got.count(b"<") <= 2
    for file in (read, write):
        os.close(file)


def test_a_frame_that_cannot_be_made_is_told_and_the_next_is_written() -> None:
    read, write = os.pipe()
    faults: list[Exception] = []
    told = Event()

    def frame() -> str:
        if not faults:
            raise ValueError("no such cell")
        return "frame"

    def failed(fault: Exception) -> None:
        faults.append(fault)
        told.set()

    outlet = Outlet(write, frame, failed=failed)
    outlet.frame()
    assert told.wait(5)
    outlet.frame()
    outlet.stop(5)
    assert os.read(read, 100) == b"frame"
    assert [str(fault) for fault in faults] == ["no such cell"]
    for file in (read, write):
        os.close(file)


def test_keys_are_read_until_the_terminal_is_gone() -> None:
    read, write = os.pipe()
    told: list[str] = []
    os.write(write, "aé".encode()[:2])
    os.write(write, "aé".encode()[2:] + b"\x1b[A\x1b")
    os.close(write)
    assert not keys.read(read, Event(), False, lambda event: told.append(getattr(event, "key", "")))
    assert told == ["a", "é", "up"]
    os.close(read)
    assert not keys.read(read, Event(), False, lambda _: None), "a closed file is a terminal that is gone"


def test_the_reading_of_keys_ends_when_it_is_told_to_and_a_lone_escape_is_the_key() -> None:
    read, write = os.pipe()
    os.write(write, b"\x1b")
    ended, told = Event(), []

    def hear(event: Message) -> None:
        told.append(getattr(event, "key", ""))
        ended.set()

    assert keys.read(read, ended, False, hear)
    assert told == ["escape"]
    for file in (read, write):
        os.close(file)


@pytest.mark.parametrize(
    ("size", "said"),
    [((80, 24), False), ((120, 40), False), ((79, 24), True), ((80, 23), True), ((20, 5), True), ((3, 1), False)],
)
def test_what_is_too_small_says_so(size: tuple[int, int], said: bool) -> None:
    shown = TooSmall().over(Grid(*size))
    assert ("too small" in "".join("".join(row) for row in shown.text)) == said

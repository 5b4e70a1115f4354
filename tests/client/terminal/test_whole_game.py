"""The teaching game from its start to its end at the keys of a real terminal, in each profile that draws a screen."""

import re
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal, room40

from room40_client import kept

ESCAPE, ENTER = "\x1b", "\r"
OVER = "The dice were as promised"
STEPS = 120
SECONDS_TO_ANSWER, SECONDS_QUIET = 2.0, 0.1


def key_for(rows: list[str], before: str) -> str:
    """What a person of few ideas presses: every fleet stays where it is, and everything asked is answered with Enter."""
    if len(rows) < 2:
        return ""  # a screen that is not drawn yet
    asked, keys = rows[-2], rows[-1]
    if "write it" in keys:
        return ESCAPE if before == "stay\r" else "stay\r"
    if "Still to be written" in asked:
        return "w"
    return ESCAPE if "skip" in keys else ENTER


def play(terminal: Terminal) -> None:
    """Play until the game is over."""
    key = ""
    for _ in range(STEPS):
        if OVER in terminal.text:
            return
        key = key_for([row.strip() for row in terminal.text.rstrip().split("\n")], key)
        terminal.press(key)
        terminal.settle(SECONDS_TO_ANSWER, SECONDS_QUIET)
    raise AssertionError(f"the game does not end:\n{terminal.text}")


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["rich", "lean", "ascii"])
def test_the_teaching_game_is_played_from_start_to_end(profile: str, tmp_path: Path) -> None:
    home = {kept.HOME: str(tmp_path)}
    with room40("play", "--profile", profile, "first-cruise", "--side", "CP", **home) as terminal:
        terminal.wait_for("to the chart")
        terminal.press(ESCAPE)
        terminal.wait_for("w write")
        play(terminal)
        assert "victory" in terminal.text or "draw" in terminal.text
        heard = bytes(terminal.heard)
        colours = {int(code or 0) for sgr in re.findall(rb"\x1b\[([\d;]*)m", heard) for code in sgr.split(b";")}
        if profile == "ascii":
            assert max(heard) <= 126
        if profile != "rich":
            assert not colours & {5, 6, 38, 48}
        assert len(heard) < 80_000
        terminal.press("q")
        assert terminal.wait() == 0

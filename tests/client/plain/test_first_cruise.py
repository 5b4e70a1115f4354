"""A whole game through a pipe: every order a typed line, every answer a spoken one."""

from pathlib import Path

import pytest

from room40_client import kept
from tests.client.plain.pipe import Replies, reply, room40


def _written(line: str) -> str:
    """The example that a line gives: "Orders due: fleets 1 and 2, slot 3. As 1: 3 stay"."""
    return line.rpartition(". As ")[2]


REPLIES: Replies = (
    ("Result:", "the end"),
    (" due: fleet", _written),
    ("commit", "commit"),
    ("Claims?", "claim nothing"),
    ("Nothing can be claimed", "claim nothing"),
    ("basic no", "basic no"),
    ("by which side", "1"),
    ("set up umpire", "set up umpire"),
    ("steer stay", "steer stay"),
    ("fire umpire", "fire umpire"),
    ("torpedoes hold", "torpedoes hold"),
    ("Which ship keeps", "1"),
    ("fight", "fight continue"),
)


@pytest.mark.slow
def test_first_cruise_is_played_from_start_to_end_through_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with room40(tmp_path, "play", "first-cruise") as game:
        game.until("Central Powers")
        game.type("1")
        for _ in range(1000):
            asked = game.asked("points")
            answer = reply(asked, REPLIES)
            assert answer, asked
            if answer == "the end":
                break
            game.type(answer)
            game.until("Done: ")
        seed = "The seed of the dice is the one that was promised"
        if not any(seed in line for line in game.heard):
            game.until(seed)
        game.type("quit")
        status, complaint = game.end()
    assert (status, complaint) == (0, "")
    monkeypatch.setenv("ROOM40_HOME", str(tmp_path))
    (game_kept,) = kept.games()
    assert game_kept.result
    assert any(game_kept.result in line or line in game_kept.result for line in game.heard)

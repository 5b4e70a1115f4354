"""Any key at any time: nothing falls over, and a game goes on for one who presses keys at random."""

import random

import pytest

from room40_client.tui.app import Profile, Room40
from room40_client.tui.combined_arms.table import TableScreen
from room40_client.tui.draw import runs
from room40_client.tui.screens.wired import FAULT
from room40_server import combined_arms_scenarios
from room40_server.rules.combined_arms.turn import CombinedArms
from tests.client import shots
from tests.client.combined_arms.tables import Rules

KEYS = [
    *("left", "right", "up", "down", "h", "l", "k", "j", "tab", "shift+tab", "plus", "minus", "slash", "n", "t", "u"),
    *("m", "e", "p", "c", "backspace", "b", "o", "s", "d", "x", "f1", "question_mark", "a", "1", "2", "0", "y"),
    *("space", "space", "escape", "escape", "escape", "escape", "enter", "enter", "enter", "enter", "enter"),
]


@pytest.mark.slow
@pytest.mark.parametrize("scenario,seat,seed,keys", [("two-islands", "west", 1, 90), ("world-1942", "allies", 2, 60)])
async def test_any_key_at_any_time(scenario: str, seat: str, seed: int, keys: int) -> None:
    wire = Rules(combined_arms_scenarios.load(scenario), seat, bots=True, seed=seed)
    rng = random.Random(seed)
    app = Room40(lambda ink: TableScreen(wire, ink), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(keys):
            if number % 15 == 14 and seat in CombinedArms().waiting(wire.state):
                wire.decide(seat)  # now and then somebody who knows what he is doing
                wire.others()
                wire.tell()
            key = rng.choice(KEYS)
            await pilot.press(key)
            assert app.is_running, f"key {number}: {key}"
            table = app.screen_stack[1]
            assert isinstance(table, TableScreen)
            assert FAULT not in runs.plain(table.status), f"key {number}: {key}"
        await pilot.pause()
        assert len(shots.screen(app).split("\n")) == 24

"""Any key at any time: nothing falls over, and a game can be played to its end by one who presses keys at random."""

import random

import pytest
from msgspec import Struct

from room40.dreadnought.views import View
from room40.protocol.messages import Refusal
from room40_client.tui.app import Profile, Room40
from room40_client.tui.draw import runs
from room40_client.tui.screens.table import TableScreen
from room40_client.tui.screens.wired import FAULT
from room40_server import scenarios
from room40_server.bots.dreadnought import Bot
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.turn import Dreadnought
from room40_server.rules.game import Refused
from tests.client import shots
from tests.client.wires import FakeWire

KEYS = [
    *("left", "right", "up", "down", "y", "u", "b", "n", "tab", "shift+tab", "plus", "minus", "full_stop"),
    *("w", "t", "a", "p", "slash", "backspace", "m", "f", "c", "r", "o", "v", "s", "e", "i", "d", "f1", "question_mark"),
    *("1", "2", "3", "space", "space", "space", "escape", "escape", "enter", "enter", "enter", "enter"),
]


class Umpire:
    """The rules behind the wire, the computer at the other seat."""

    def __init__(self, scenario: str, seat: str, seed: int) -> None:
        self.game = Dreadnought()
        self.seat = seat
        self.state = scenarios.load(scenario, {})
        self.dice = SeededDice(bytes([seed]) * 32)
        self.bots = {name: Bot(name, seed=seed) for name in self.game.seats(self.state)}

    def __call__(self, _: View, order: Struct) -> View | Refusal:
        try:
            self.state = self.game.submit(self.state, self.seat, order, self.dice)  # type: ignore[arg-type]
        except Refused as no:
            return Refusal(no.clause, no.sentence, no.about, 1)
        self.others()
        return self.view()

    def view(self) -> View:
        return self.game.view(self.state, self.seat)

    def others(self) -> None:
        """The other seat's decisions, until it owes none."""
        for name in self.game.seats(self.state):
            while name != self.seat and name in self.game.waiting(self.state):
                self.decide(name)

    def decide(self, name: str) -> None:
        """One decision of the computer."""
        for order in self.bots[name].decide(self.game.view(self.state, name), name):
            try:
                self.state = self.game.submit(self.state, name, order, self.dice)
            except Refused:
                break


@pytest.mark.parametrize("scenario,seat,seed,keys", [("first-cruise", "CP", 1, 40), ("goeben", "EN", 2, 40)])
async def test_any_key_at_any_time(scenario: str, seat: str, seed: int, keys: int) -> None:
    umpire = Umpire(scenario, seat, seed)
    umpire.others()
    wire = FakeWire(umpire.view(), umpire)
    rng = random.Random(seed)
    app = Room40(lambda ink: TableScreen(wire, ink), Profile())
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(keys):
            if number % 12 == 11 and seat in umpire.game.waiting(umpire.state):
                umpire.decide(seat)  # now and then somebody who knows what he is doing
                umpire.others()
                wire.show(umpire.view())
            key = rng.choice(KEYS)
            await pilot.press(key)
            assert app.is_running, f"key {number}: {key}"
            desk = app.screen_stack[1]
            assert isinstance(desk, TableScreen)
            assert FAULT not in runs.plain(desk.status), f"key {number}: {key}"
        await pilot.pause()
        assert len(shots.screen(app).split("\n")) == 24

"""More signals at a time than a program can be woken by: a window that is dragged while the machine is busy."""

import os
import signal

import pytest

from room40.protocol.preloaded import StartScreen
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.own_tables import OwnTables


async def test_a_storm_of_signals_is_no_fault(capfd: pytest.CaptureFixture[str]) -> None:
    usual = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        app = Room40(lambda ink: OwnTables(ink, StartScreen(()), print), Profile())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for _ in range(2000):  # the loop is not woken meanwhile
                os.kill(os.getpid(), signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, usual)
    assert "wakeup" not in capfd.readouterr().err

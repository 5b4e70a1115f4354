"""The `room40` command: one sentence for every complaint, and a terminal that is given back as it was."""

import asyncio
import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from room40.protocol.codec import encode
from room40.protocol.mergepatch import Tree, to_tree
from room40.protocol.messages import Snapshot, Welcome
from room40_client import cli, kept
from tests.client import samples


def test_without_a_terminal_it_says_so_and_does_not_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--profile", "rich"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("room40: This needs a terminal; over ssh ask for one with: ssh -t HOST room40 …")
    assert "--profile plain" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("link", ["", "http://x", "ws://host:1/t/abc", "ws://host:1/t/#x", "ws://h:99999999/t/a#b"])
def test_a_broken_link_is_one_sentence(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["join", link]) == 2
    said = capsys.readouterr().err
    assert said.startswith("room40: ")
    assert said.count("\n") == 1


def test_options_are_read_as_they_are_typed() -> None:
    assert cli._options(["double_blind=yes", "length=12", "fuel=off", "weather=mist"]) == {
        "double_blind": True,
        "length": 12,
        "fuel": False,
        "weather": "mist",
    }
    with pytest.raises(cli.Complaint, match="NAME=VALUE"):
        cli._options(["blind"])


def test_games_are_kept_and_the_last_one_played_stands_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.HOME, str(tmp_path))
    assert kept.unfinished() == []
    one = kept.KeptGame("t1", "CP", "s", "w", "goeben", "Goeben", "2026-01-01T00:00:00")
    two = kept.KeptGame("t2", "EN", "s", "w", "goeben", "Goeben", "2026-01-02T00:00:00")
    kept.keep(one)
    kept.keep(two)
    assert [game.table for game in kept.unfinished()] == ["t2", "t1"]
    kept.leave(one, "2026-01-03T00:00:00", "6 Aug 1914 20:00", 5, "")
    assert [game.table for game in kept.unfinished()] == ["t1", "t2"]
    kept.leave(two, "2026-01-04T00:00:00", "7 Aug 1914 20:00", 9, "A draw.")
    assert [game.table for game in kept.unfinished()] == ["t1"]
    assert (tmp_path / "games.json").stat().st_mode & 0o077 == 0, "the list holds secrets"


def test_a_spoilt_list_of_games_is_no_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.HOME, str(tmp_path))
    (tmp_path / "games.json").write_text("{]")
    assert kept.unfinished() == []


def test_a_spoilt_list_of_games_is_set_aside_and_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.HOME, str(tmp_path))
    (tmp_path / "games.json").write_text('[{"table": "t1", "secr')
    kept.keep(kept.KeptGame("t2", "EN", "s", "w", "goeben", "Goeben", "2026-01-02T00:00:00"))
    assert [game.table for game in kept.games()] == ["t2"]
    assert (tmp_path / "games.spoilt").read_text() == '[{"table": "t1", "secr'


def test_a_draft_of_the_list_that_was_left_behind_lends_it_neither_its_text_nor_its_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kept.HOME, str(tmp_path))
    (tmp_path / "games.new").write_text("x" * 10_000)
    (tmp_path / "games.new").chmod(0o644)
    kept.keep(kept.KeptGame("t2", "EN", "s", "w", "goeben", "Goeben", "2026-01-02T00:00:00"))
    assert [game.table for game in kept.games()] == ["t2"]
    assert (tmp_path / "games.json").stat().st_mode & 0o077 == 0


def test_programs_that_keep_games_at_once_forget_none(tmp_path: Path) -> None:
    keeps = (
        "import sys\nfrom room40_client import kept\n"
        "for n in range(20): kept.keep(kept.KeptGame(sys.argv[1] + str(n), 'EN', 's', 'w', 'g', 'G', '2026'))"
    )
    environment = {**os.environ, kept.HOME: str(tmp_path)}
    running = [subprocess.Popen([sys.executable, "-c", keeps, name], env=environment) for name in "abc"]
    assert [one.wait() for one in running] == [0, 0, 0]
    assert len(json.loads((tmp_path / "games.json").read_text())) == 60


class Terminal:
    """A terminal of 80 by 24 with a command running in it."""

    def __init__(self, *command: str, **env: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "room40_client.cli", *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", **env},
            start_new_session=True,
        )
        os.close(slave)
        self.output = b""

    def read_until(self, text: bytes, seconds: float = 15) -> bool:
        """Read what it writes until a text comes."""
        end = time.monotonic() + seconds
        while text not in self.output and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.output += os.read(self.master, 65536)
                except OSError:  # the other end is closed
                    break
        return text in self.output

    def close(self) -> int:
        self.process.kill()
        os.close(self.master)
        return self.process.wait()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(how: signal.Signals) -> None:
    terminal = Terminal("watch", "ws://127.0.0.1:9/t/table#secret")
    try:
        assert terminal.read_until(b"Calling the server")
        terminal.process.send_signal(how)
        assert terminal.read_until(b"\x1b[?1049l")
        assert terminal.process.wait(10) == 0
    finally:
        terminal.close()


def test_a_server_that_does_not_let_one_in_is_one_sentence(tmp_path: Path) -> None:
    from room40_client.private_server import PrivateServer

    async def begin() -> None:
        await server.start()
        terminal = Terminal("join", f"{server.base}/t/table#secret")
        try:
            assert await asyncio.to_thread(terminal.read_until, b"room40: ")
            assert await asyncio.to_thread(terminal.process.wait, 10) == 1
            assert b"Traceback" not in terminal.output
        finally:
            terminal.close()
            await server.stop()

    server = PrivateServer(tmp_path / "games.db")
    asyncio.run(begin())
    assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir())


BROKEN = {
    "a row of no terrain": (lambda view: view["scenario"].update(rows=["~?["] * 9), b"could not be drawn"),
    "a fleet nowhere": (lambda view: view["fleets"]["EN-1"].update(zone="nowhere"), b"could not be drawn"),
    "boxes without end": (lambda view: view["ships"]["inflexible"].update(hull=2**40), b"beyond all bounds"),
    "signals without number": (lambda view: view["log"].update(x=view["log"]["1"]), b"could not be drawn"),
}


@pytest.mark.parametrize(("spoil", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_a_view_that_cannot_be_drawn_is_one_sentence_and_shows_nothing_of_the_program(
    spoil: Callable[[Tree], None], said: bytes
) -> None:
    view = to_tree(samples.goeben())
    spoil(view)

    async def shows(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(encode(Welcome("EN", "dreadnought", "goeben", bytes(32), 0)))
        await socket.send(encode(Snapshot(view, 0)))
        await socket.wait_closed()

    async def play() -> None:
        async with serve(shows, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            terminal = Terminal("join", f"ws://127.0.0.1:{port}/t/table#s3cret")
            try:
                assert await asyncio.to_thread(terminal.read_until, said)
                await asyncio.to_thread(terminal.read_until, b"never", 0.3)
                assert b"Traceback" not in terminal.output
                assert b"s3cret" not in terminal.output
            finally:
                terminal.close()

    asyncio.run(play())

"""The process that has the client loaded, and what the operator is told where it cannot do its work."""

import asyncio
import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from room40.protocol.preloaded import NotBegun, Start, encode, from_preloaded
from room40_client.preloaded import Nursery
from room40_server.ssh.clients import Clients, NoClient

LOADS = """
import sys, room40_client
room40_client.__path__.append(sys.argv[1])
from room40_client import preloaded
preloaded._load()
"""


def load(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Load the client with the modules of this folder among its own."""
    return subprocess.run([sys.executable, "-c", LOADS, str(folder)], capture_output=True, text=True, timeout=60)


@pytest.mark.slow
def test_a_module_of_the_client_that_is_broken_is_told_of_in_a_line_and_harms_no_other(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def (:\n")
    (tmp_path / "needs_it.py").write_text("from room40_client import broken\n")
    (tmp_path / "rooms").mkdir()
    (tmp_path / "rooms" / "__init__.py").write_text("1 / 0\n")
    (tmp_path / "zebra.py").write_text("import sys; sys.stderr.write('room40: zebra is loaded\\n')")
    ran = load(tmp_path)
    assert ran.returncode == 0
    assert ran.stderr.splitlines() == [
        "room40: room40_client.broken of the client cannot be loaded: SyntaxError: invalid syntax (broken.py, line 1)",
        "room40: room40_client.rooms of the client cannot be loaded: ZeroDivisionError: division by zero",
        "room40: zebra is loaded",
    ]


def test_a_machine_without_room_for_a_client_costs_none_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise OSError(errno.EAGAIN, "no more processes")

    monkeypatch.setattr(os, "fork", full)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        nursery = Nursery(theirs)
        ours.send(encode(Start((), {})))
        assert nursery._hear()
        answer = from_preloaded.decode(ours.recv(4096))
    assert answer == NotBegun(os.strerror(errno.EAGAIN))


async def test_who_waits_for_a_client_that_has_no_room_is_told_and_the_next_may_try_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = Clients()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)

    async def spawn() -> None:
        clients._socket = ours
        clients._ready.set()
        theirs.send(encode(NotBegun("no more processes")))
        asyncio.get_running_loop().call_later(0, clients._hear, ours)

    monkeypatch.setattr(clients, "_spawn", spawn)
    with theirs, open(os.devnull, "rb") as terminal, pytest.raises(NoClient):
        await clients.start(Start((), {}), terminal.fileno())
    assert "no client can be started: no more processes" in caplog.text
    ours.close()

"""The way by SSH that needs no door of ours: a key of OpenSSH that may run one command, and nothing else."""

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from room40_server.systems import Systems
from tests.end_to_end.house import serving
from tests.end_to_end.ssh_kit import PATIENCE, ROOM40, Keys, Window, ssh, window
from tests.end_to_end.tables import link, open_table

SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
SEPARATED = Path("/run/sshd")
"""Where a daemon that is started by root wants a folder."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SSHD is None or shutil.which("ssh-keygen") is None, reason="there is no sshd of OpenSSH"),
]


@asynccontextmanager
async def daemon(keys: Keys, authorized: str) -> AsyncIterator[int]:
    """OpenSSH's daemon, run by the user of the test for himself; its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    listed, config, log = (keys.folder / name for name in ("authorized", "sshd_config", "sshd.log"))
    listed.write_text(authorized)
    config.write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {keys.make('host')}\nAuthorizedKeysFile {listed}\n"
        "PidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin prohibit-password\nPasswordAuthentication no\n"
        "AcceptEnv LANG LC_* COLORTERM NO_COLOR\nClientAliveInterval 15\n"
    )
    made = os.geteuid() == 0 and not SEPARATED.exists()
    if made:
        SEPARATED.mkdir(mode=0o755)
    assert SSHD is not None
    process = await asyncio.create_subprocess_exec(SSHD, "-D", "-f", str(config), "-E", str(log))
    try:
        async with asyncio.timeout(PATIENCE):
            while "listening" not in (log.read_text() if log.exists() else ""):
                assert process.returncode is None, log.read_text()
                await asyncio.sleep(0.02)
        yield port
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        if made:
            SEPARATED.rmdir()


async def shows(terminal: Window, words: str) -> None:
    """The screen comes to show these words."""
    await asyncio.to_thread(terminal.wait_for, words)


async def test_a_key_with_a_command_sits_down_at_its_table_and_can_do_nothing_else(tmp_path: Path) -> None:
    keys, user = Keys(tmp_path), pwd.getpwuid(os.geteuid()).pw_name
    await open_table(tmp_path / "tables.db", Systems(), "dreadnought", "first-cruise", bytes(32))
    async with serving(tmp_path / "tables.db") as server:
        public = keys.make("anne").with_suffix(".pub").read_text()
        line = f"command=\"exec {ROOM40} join '{link(server.base, 'CP')}'\",restrict,pty {public}"
        async with daemon(keys, line) as port:
            with window(ssh(keys, "anne", port, "id", user=user)) as person:  # what is asked for does not matter
                await shows(person, "to the chart")
                person.press("\r")
                await shows(person, "Enter commits it")
                person.press("\r")
                await shows(person, "Waiting for the Entente")
                person.press("q")
                assert await asyncio.to_thread(person.wait) == 0
            with window(ssh(keys, "ben", port, user=user)) as person:
                assert await asyncio.to_thread(person.wait) == 255
            words = ["ssh", *keys.options("anne"), "-p", str(port), f"{user}@127.0.0.1"]
            forwarded = await asyncio.to_thread(_run, [*words, "-W", server.base.removeprefix("ws://")])
            assert (forwarded.returncode, forwarded.stdout) == (255, b"")


def _run(argv: list[str]) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)

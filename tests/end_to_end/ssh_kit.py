"""OpenSSH's own client in a real terminal, and a server with an SSH door for it to knock at."""

import asyncio
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from benchmarks.terminal import Terminal

ROOT = Path(__file__).parents[2]
ROOM40 = Path(sys.executable).with_name("room40")
PATIENCE = 60
"""Seconds after which what hangs is a failure."""


class Keys:
    """Keys of players in a folder, and what OpenSSH is to be told so that nothing of its user's own plays a part."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, name: str) -> Path:
        """The private key of that name, made if it is not there; the public one lies beside it."""
        path = self.folder / name
        if not path.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path, "-C", name], check=True)
        return path

    def options(self, name: str) -> list[str]:
        """For `ssh`, to log in by that key alone; "" for none."""
        said = [
            "StrictHostKeyChecking=accept-new",
            f"UserKnownHostsFile={self.folder / 'known_hosts'}",
            "BatchMode=yes",
            "IdentitiesOnly=yes",
            "LogLevel=INFO",
            f"IdentityFile={self.make(name)}" if name else "PubkeyAuthentication=no",
        ]
        return ["-F", "none", "-a", "-x", *(word for one in said for word in ("-o", one))]


class SshServer:
    """`room40-server serve --ssh 0` on a journal."""

    def __init__(self, process: asyncio.subprocess.Process, base: str, port: int) -> None:
        self.process = process
        self.base = base
        self.port = port

    def descendants(self) -> set[int]:
        """Every process that the server started, and what those started."""
        return _descendants(self.process.pid)


@asynccontextmanager
async def ssh_serving(journal: Path, *options: str) -> AsyncIterator[SshServer]:
    """A server with an SSH door inside the `with`. Nothing that it started outlives it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "room40_server", "serve", "--port", "0", "--journal", str(journal), "--until-eof"),
        *("--ssh", "0", *options),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,  # a server ends with the test, however that ends
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    base = (await process.stdout.readline()).decode().split()[1]
    door = (await process.stdout.readline()).decode().split()[1]
    server = SshServer(process, base, int(door.rpartition(":")[2]))
    try:
        yield server
    finally:
        left = server.descendants()
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            assert await process.wait() == 0
            while any(map(_runs, left)):
                await asyncio.sleep(0.02)


class Window(Terminal):
    """A terminal whose window can be dragged to another size, and whose program can be cut off."""

    def resize(self, columns: int, lines: int) -> None:
        """Another size."""
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self._screen.resize(lines, columns)

    def cut_off(self) -> None:
        """Kill the program, without a word to the other end."""
        os.kill(self._child, signal.SIGKILL)
        self._reap()

    def stop_reading(self) -> None:
        """Stop the program: it reads no more, but holds on to the line."""
        os.kill(self._child, signal.SIGSTOP)

    @property
    def last_line(self) -> str:
        """The last line of the screen."""
        return self.text.splitlines()[-1]


@contextmanager
def window(argv: Sequence[str], columns: int = 80, lines: int = 24, **environment: str) -> Iterator[Window]:
    """A command on a terminal inside the `with`."""
    begun = time.perf_counter()
    child, file = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", **environment}
        os.environ.pop("LC_ALL", None)
        os.execvp(argv[0], list(argv))
    fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    made = Window(child, file, columns, lines, begun)
    try:
        yield made
    finally:
        made.kill()


def ssh(keys: Keys, key: str, port: int, *words: str, user: str = "player") -> list[str]:
    """The command that logs in with a key, and asks for a terminal."""
    options = [word for pair in zip(words[::2], words[1::2], strict=False) if pair[0] == "-o" for word in pair]
    rest = words[len(options) :]
    return ["ssh", "-tt", *keys.options(key), *options, "-p", str(port), f"{user}@127.0.0.1", *rest]


def _descendants(process: int) -> set[int]:
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return set()
    found = set(map(int, children))
    return found.union(*map(_descendants, found))


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

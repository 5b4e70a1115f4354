"""The command at the end of a pipe: lines typed, lines read, and a player who answers what he is asked."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOM40 = Path(sys.executable).with_name("room40")
PATIENCE = 30
"""Seconds after which a line that does not come is a failure."""


class Pipe:
    """A running command. Everything it says must be plain."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.heard: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for raw in self._process.stdout:
            self._lines.put(raw.decode())
        self._lines.put(None)

    @property
    def number(self) -> int:
        """The number of the process."""
        return self._process.pid

    def type(self, *lines: str) -> None:
        """Type lines."""
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def line(self) -> str | None:
        """The next line; None when there are no more."""
        try:
            found = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("nothing is said any more:\n" + "\n".join(self.heard[-40:])) from None
        if found is None:
            return None
        assert all(32 <= ord(c) <= 126 for c in found.rstrip("\n")), found
        self.heard.append(found.rstrip("\n"))
        return self.heard[-1]

    def until(self, *words: str) -> list[str]:
        """The lines up to the first that holds one of these words."""
        found: list[str] = []
        while (line := self.line()) is not None:
            found.append(line)
            if any(word in line for word in words):
                return found
            assert not line.startswith("Refused"), self.heard[-10:]
        raise AssertionError(f"{words} never came:\n" + "\n".join(self.heard[-40:]))

    def asked(self, mark: str, says: str = "Points: ") -> list[str]:
        """Wait until something is asked; what is asked then. `mark`: a fact, and what it `says`."""
        self.type("wait", "status", "asked", mark)
        self.until("Turn ", "Round ")
        return self.until(says)

    def end(self) -> tuple[int, str]:
        """End the lines: the exit status, and what was said in complaint."""
        assert self._process.stdin is not None
        assert self._process.stderr is not None
        self._process.stdin.close()
        while self.line() is not None:
            pass
        return self._process.wait(PATIENCE), self._process.stderr.read().decode()


def started(home: Path, *words: str) -> "subprocess.Popen[bytes]":
    """The process of the command."""
    environment = {**os.environ, "ROOM40_HOME": str(home), "LC_ALL": "C", "TERM": "dumb"}
    ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([ROOM40, *words, "--profile", "plain"], env=environment, **ends)  # type: ignore[call-overload,no-any-return]


@contextmanager
def room40(home: Path, *words: str) -> Iterator[Pipe]:
    """The command with the profile `plain`, in a locale that has no more than ASCII."""
    process = started(home, *words)
    pipe = Pipe(process)
    try:
        yield pipe
    finally:
        process.kill()
        process.wait()


Reply = Callable[[str], str]
Replies = Sequence[tuple[str, str | Reply]]
"""What is asked, by words in it -> what is answered."""


def reply(asked: Sequence[str], replies: Replies) -> str:
    """The answer to what is asked; "" if there is none."""
    for line in asked:
        for words, answer in replies:
            if words in line:
                return answer if isinstance(answer, str) else answer(line)
    return ""

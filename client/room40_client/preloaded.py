"""`python -m room40_client.preloaded FD`: everything loaded once, and a copy made for each client of the SSH door.

A copy shares what it does not change with all others, and stands in a third of the time. This process has one thread, or
no copy could be trusted; it opens no file and keeps no word of a client. When the door is gone, so are its clients.
"""

import ctypes
import errno
import fcntl
import gc
import os
import resource
import select
import signal
import socket
import sys
import termios
import traceback
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import NoReturn

import msgspec

from room40.protocol.preloaded import (
    LONGEST,
    Began,
    Ended,
    FromPreloaded,
    NotBegun,
    Ready,
    Start,
    encode,
    to_preloaded,
)

MOST_MEMORY = 512 << 20
"""Bytes of addresses that a client may have, half of which it has from the start without using them."""
INTERRUPTED = 128 + signal.SIGINT
"""The exit status of a program that Ctrl+C has ended, as shells have it."""
GIVES_WAY = 5
"""By so much a client is nicer than the server, which all others wait for."""
_DIES_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux."""
_LOADED_TOO = ("textual.drivers.linux_driver", "textual.widgets._toast", "websockets.asyncio.client")
"""Libraries load these when they are first needed."""
_FROM_THE_START = {"TEXTUAL_ANIMATIONS": "none", "TEXTUAL_FPS": "12", "TEXTUAL_COLOR_SYSTEM": "standard"}
"""Textual reads these once, when it is loaded: as the profile `lean` wants them."""


def main(arguments: list[str]) -> int:
    """Serve the door at the other end of socket FD until it is gone."""
    with socket.socket(fileno=int(arguments[0])) as door:
        try:
            _load()
        except Exception as error:  # whatever is wrong with a library, the operator gets one sentence
            sys.stderr.write(f"room40: the client cannot be loaded: {_in_a_line(error)}\n")
            return 1
        Nursery(door).serve()
    return 0


def _load() -> None:
    os.environ.update(_FROM_THE_START)
    gc.disable()
    import room40_client

    told: set[str] = set()
    for module in walk_packages(room40_client.__path__, "room40_client.", lambda name: None):
        if not module.name.endswith(("__main__", ".preloaded")):
            try:
                import_module(module.name)
            except Exception as error:  # whoever needs it will say so; nobody else has to suffer
                why = _in_a_line(error)
                if why not in told:  # else it is the fault of one that was told of
                    sys.stderr.write(f"room40: {module.name} of the client cannot be loaded: {why}\n")
                told.add(why)
    for name in _LOADED_TOO:
        import_module(name)
    _dies_with_parent(signal.SIGTERM)  # loads what ctypes needs; for this process it is the socket's end that counts
    gc.enable()
    gc.collect()
    gc.freeze()


def _in_a_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


class Nursery:
    """The clients that run, and the door that asked for them."""

    def __init__(self, door: socket.socket) -> None:
        self._door = door
        self._clients: set[int] = set()
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._woken, False)

    def serve(self) -> None:
        """Start clients and tell of their ends, until the door is gone; then end them all."""
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        door = self._door.fileno()
        with suppress(BrokenPipeError, ConnectionResetError):
            self._tell(Ready())
            while True:
                ready, _, _ = select.select([door, self._woken], [], [])
                if self._woken in ready:
                    self._bury()
                if door in ready and not self._hear():
                    break
        for process in self._clients:
            _signal_all_of(process, signal.SIGKILL)

    def _hear(self) -> bool:
        raw, files, _, _ = socket.recv_fds(self._door, LONGEST, 2)
        if not raw:
            return False
        message = to_preloaded.decode(raw)
        if isinstance(message, Start):
            self._start(message, files)
        elif message.process in self._clients:  # not yet buried, so the number is nobody else's
            _signal_all_of(message.process, message.number)
        return True

    def _start(self, start: Start, files: list[int]) -> None:
        try:
            process = os.fork()
        except OSError as error:
            process = -1
            self._tell(NotBegun(os.strerror(error.errno or 0)))
        if process == 0:
            self._become(start, files)
        for file in files:
            os.close(file)
        if process > 0:
            self._clients.add(process)
            self._tell(Began(process))

    def _bury(self) -> None:
        """Tell of every client that has ended, and end what it left behind."""
        with suppress(BlockingIOError):
            os.read(self._woken, 4096)
        for process in list(self._clients):
            ended = os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is None:
                continue
            _signal_all_of(process, signal.SIGKILL)
            _, status = os.waitpid(process, 0)
            self._clients.remove(process)
            self._tell(Ended(process, os.waitstatus_to_exitcode(status)))

    def _tell(self, message: FromPreloaded) -> None:
        self._door.send(encode(message))

    def _become(self, start: Start, files: list[int]) -> NoReturn:
        """From here on this process is a client."""
        status, log = 1, os.dup(2)
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._door.close()
            os.close(self._woken)
            os.close(self._waker)
            _dies_with_parent(signal.SIGKILL)  # even one that hangs; the door gives its terminal back
            _limit_itself()
            _take_terminal(files[0])
            os.environ.clear()
            os.environ.update(start.environment)
            _speak(_charset(start.environment))
            status = _run(start, files[1] if len(files) > 1 else -1)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except KeyboardInterrupt:
            status = INTERRUPTED
        except BaseException as error:
            if not (isinstance(error, OSError) and error.errno == errno.EIO):  # then the terminal is gone
                with suppress(OSError):
                    _write_down(log, error)
            with suppress(Exception):
                sys.stderr.write(f"room40: The client failed ({type(error).__name__}).\n")
        finally:
            for stream in (sys.stdout, sys.stderr):
                with suppress(Exception):
                    stream.flush()
            os._exit(status)


def _run(start: Start, answers: int) -> int:
    if start.screen is None:
        from room40_client import cli

        return cli.main(start.arguments)
    from room40_client import own_tables

    chosen = own_tables.run(start.screen)
    if chosen is not None:
        os.write(answers, msgspec.json.encode(chosen))
    return 0


def _limit_itself() -> None:
    """A client writes no file, and needs a tenth of this memory: should it ever try, it is the one that suffers."""
    for what, most in ((resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, MOST_MEMORY)):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    os.nice(GIVES_WAY)


def _write_down(log: int, error: BaseException) -> None:
    """Tell the operator, whose log may be a file."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    at = traceback.extract_tb(error.__traceback__)[-1]
    os.write(log, f"a client failed: {error!r} at {at.filename}:{at.lineno}\n".encode())


def _take_terminal(terminal: int) -> None:
    os.setsid()
    if os.isatty(terminal):  # else a pipe
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for file in (0, 1, 2):
        os.dup2(terminal, file)
    os.close(terminal)


def _speak(charset: str) -> None:
    """Let standard input and output be in the terminal's character set; what it lacks is shown as "?"."""
    for file, name in enumerate(("stdin", "stdout", "stderr")):
        stream = open(file, "w" if file else "r", encoding=charset, errors="replace", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _charset(environment: dict[str, str]) -> str:
    """The character set that the locale names: UTF-8 where it says so or says nothing, else ASCII."""
    said = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or "C.UTF-8"
    return "utf-8" if said.lower().replace("-", "").partition("@")[0].endswith(".utf8") else "ascii"


def _signal_all_of(process: int, number: int) -> None:
    """To the client's whole group; to itself alone as long as it has not made one."""
    try:
        os.killpg(process, number)
    except ProcessLookupError:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _dies_with_parent(number: int) -> None:
    """Where the system can do it: a signal when the parent is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, number, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

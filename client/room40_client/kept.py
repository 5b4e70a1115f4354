"""The private games of this machine: where they are kept, which are unfinished."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct
from msgspec.structs import replace

HOME = "ROOM40_HOME"
"""The environment's word for where private games are kept; without it the user's data folder."""


class KeptGame(Struct, frozen=True):
    """A private game: its table and the secrets that open it, what it is, how far it had got when it was left.

    `begun` and `left` are moments as ISO texts; `turn`: the turn or round, as the system counts; `result` is "" while it
    goes on; `side`: what the seat is called, "" where the seat's own name says it.
    """

    table: str
    seat: str
    secret: str
    watch: str
    scenario: str
    title: str
    begun: str
    left: str = ""
    time: str = ""
    turn: int = 0
    result: str = ""
    system: str = "dreadnought"
    side: str = ""


def home() -> Path:
    """The folder of private games, made if it is not there."""
    folder = Path(os.environ.get(HOME) or platformdirs.user_data_path("room40", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def scenarios() -> Path:
    """The folder of the user's own scenarios, a folder a system, made if it is not there."""
    folder = home() / "scenarios"
    folder.mkdir(exist_ok=True, mode=0o700)
    return folder


def journal() -> Path:
    """The journal of the private games."""
    return home() / "games.db"


def games() -> list[KeptGame]:
    """All private games, the last played first; none when the list cannot be read."""
    try:
        found = _read()
    except (OSError, msgspec.DecodeError):
        return []
    return sorted(found, key=lambda game: game.left or game.begun, reverse=True)


def _list() -> Path:
    return home() / "games.json"


def _read() -> list[KeptGame]:
    return msgspec.json.decode(_list().read_bytes(), type=list[KeptGame])


def unfinished() -> list[KeptGame]:
    """The private games that go on."""
    return [game for game in games() if not game.result]


def keep(game: KeptGame) -> None:
    """Write a game into the list, in place of what the list said of it.

    The list holds the only keys to the games: nobody else may read it, two programs that write take turns, and one that
    cannot be read is set aside, not written over.
    """
    with _alone():
        try:
            others = [one for one in _read() if one.table != game.table]
        except FileNotFoundError:
            others = []
        except msgspec.DecodeError:
            others = []
            _list().replace(_list().with_suffix(".spoilt"))
        draft = _list().with_suffix(".new")
        with suppress(FileNotFoundError):
            draft.unlink()  # of a program that was stopped here
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode([game, *others]), indent=1))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(_list())


@contextmanager
def _alone() -> Iterator[None]:
    """Only one program at a time writes the list."""
    with open(os.open(home() / "games.lock", os.O_RDWR | os.O_CREAT, 0o600), "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def leave(game: KeptGame, moment: str, time: str, turn: int, result: str) -> None:
    """Write down how far a game had got."""
    keep(replace(game, left=moment, time=time, turn=turn, result=result))

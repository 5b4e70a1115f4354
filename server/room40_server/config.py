"""What an operator sets when he starts a server."""

import os
from pathlib import Path

from msgspec import Struct

DEFAULT_PORT = 4014
CREATE_SECRET = "ROOM40_CREATE_SECRET"
"""Who can list processes can read an argument, so the operator's secret may stand in the environment instead."""


class SshSettings(Struct, frozen=True):
    """How the SSH door is run. Port 0 takes any free port. `watch`: the user of that name needs no key; `open`: a key
    may open tables; `public`: tables that anybody may watch ("all": every one)."""

    port: int
    watch: bool = False
    open: bool = False
    public: tuple[str, ...] = ()
    keys: Path | None = None
    """A file with the only keys that are let in, one a line; without it every key is."""
    idle: float = 3600.0
    """Seconds without a byte either way after which a session ends."""


class WebSettings(Struct, frozen=True):
    """Watching in a browser. Port 0 takes any free port. `public`: the tables that anybody may watch ("all": every one)."""

    port: int
    public: tuple[str, ...]


class Settings(Struct, frozen=True):
    """How a server is run. Port 0 takes any free port. `base` is the address that players reach it under, "" if it is
    the one they used. With a `create_secret`, only who knows it may open tables."""

    host: str
    port: int
    journal: Path
    create_secret: str
    base: str
    until_eof: bool
    """Stop when standard input ends: so a private server does not outlive the client that started it."""
    systems: tuple[str, ...]
    """Modules of systems from outside."""
    scenarios: tuple[Path, ...] = ()
    """Folders of scenarios of the operator's own."""
    ssh: SshSettings | None = None
    """The SSH door, if there is to be one."""
    web: WebSettings | None = None
    """The pages to watch in a browser, if there are to be any."""


def create_secret(given: str | None) -> str:
    """The operator's secret from the argument, else from the environment, else none."""
    return given if given is not None else os.environ.get(CREATE_SECRET, "")

"""The links that let a person in: `ws://host:port/t/TABLE#SECRET`.

The secret stands in the fragment, which is never part of a request, so that no proxy logs it. A seat has one, and the
watchers of a table share one.
"""

import re
from urllib.parse import urlsplit

from msgspec import Struct

_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HOST = re.compile(r"[\w.-]{1,253}|[0-9A-Fa-f:.]{2,45}(%\w{1,32})?")


class LinkError(ValueError):
    """A link that leads nowhere. Its text is one sentence for the person who typed it."""


class Link(Struct, frozen=True):
    """Where a table is, and what opens it. `base` is the server's address: "ws://host:port"."""

    base: str
    table: str
    secret: str

    def __str__(self) -> str:
        return f"{self.base}/t/{self.table}#{self.secret}"

    @property
    def address(self) -> str:
        """The part that may be said aloud: the link without its secret."""
        return f"{self.base}/t/{self.table}"


def server_address(text: str) -> str:
    """The base address of a server as people write it: "host:port" and a closing "/" are forgiven.

    Raises `LinkError`.
    """
    whole = text.strip()
    if "://" not in whole:
        whole = f"ws://{whole}"
    try:
        parts = urlsplit(whole)
        port = parts.port
    except ValueError:
        raise LinkError(f"{text!r} is no address of a server.") from None
    if parts.scheme not in ("ws", "wss") or not parts.hostname:
        raise LinkError(f"{text!r} is no address of a server: it should look like ws://host:port.")
    if not _is_host(parts.hostname):
        raise LinkError(f"{text!r} is no address of a server: its host has no such form.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def parse_link(text: str) -> Link:
    """The link that `text` is. Raises `LinkError`."""
    address, _, secret = text.strip().partition("#")
    start, found, table = address.rstrip("/").rpartition("/t/")
    if not found or not _WORD.fullmatch(table):
        raise LinkError("That is no link to a table: it should look like ws://host:port/t/TABLE#SECRET.")
    if not _WORD.fullmatch(secret):
        raise LinkError("The link is not whole: the secret after the # is missing or broken.")
    return Link(server_address(start), table, secret)


def _is_host(name: str) -> bool:
    """Whether a name, or an address, can be looked up at all."""
    try:
        name.encode("idna")
    except UnicodeError:
        return False
    return _HOST.fullmatch(name) is not None

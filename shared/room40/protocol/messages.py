"""The messages of the wire, both ways. `docs/protocol.md` tells the same in prose.

Every message is an array: a number for its kind, then its fields in the order given here. What repeats from message to
message stands first and counters last, for the sake of compression. Everything is bounded.
"""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from room40.protocol.mergepatch import Tree

PROTOCOL = 1
"""Raised with every change that an older peer would not understand."""

MAX_FRAME_UP = 64 * 1024
"""The most a client may send in one message, in bytes after inflation."""
MAX_FRAME_DOWN = 1024 * 1024

WIRE = "wire"
"""The clause of a refusal that is no matter of the rules: the order was not well formed."""
NUMBER = "number"
"""The clause of a refusal because the order's id is another's or passed by; `about` is the seat's last id."""
SERVER = "server"
"""The clause of a refusal that is the server's own fault: nothing was changed."""

Word: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z", max_length=64)]
Secret: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,64}\Z", max_length=64)]
Client: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,32}\Z", max_length=32)]
Name: TypeAlias = Annotated[str, Meta(max_length=80)]
Counter: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
Have: TypeAlias = Annotated[int, Meta(ge=-1, lt=2**53)]
OrderId: TypeAlias = Annotated[int, Meta(ge=1, lt=2**53)]
Option: TypeAlias = Annotated[int, Meta(ge=-(2**31), lt=2**31)] | Annotated[str, Meta(max_length=80)] | bool
Options: TypeAlias = Annotated[dict[Annotated[str, Meta(max_length=40)], Option], Meta(max_length=32)]

AnyOrder: TypeAlias = dict[str, Any] | Annotated[list[Any], Meta(max_length=256)]
"""An order as it travels: a map or an array, as its system has it."""

ALL_OTHERS = "*"
"""Among the seats the computer plays: every seat but the creator's own."""


class Up(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a client may send."""


class Hello(Up, frozen=True, tag=0):
    """Let me in: to a seat, or to watch, whichever `secret` opens.

    `have` is the version of the view the client holds, -1 for none; `heard` the number of the last line of chat. `client`
    is a word of the client's own, the same each time it comes back: an order that it sends again is known by it.
    """

    protocol: Counter
    table: Word
    secret: Secret
    name: Name
    have: Have
    heard: Counter
    client: Client = ""


class Create(Up, frozen=True, tag=1):
    """Open a new table. `secret` is the operator's, if the server wants one.

    `computers` names the seats the computer plays (`ALL_OTHERS`: every one but `seat`). `seat` is the one the creator
    wants; "" leaves it to the server.
    """

    protocol: Counter
    system: Word
    scenario: Word
    options: Options
    computers: Annotated[tuple[Name, ...], Meta(max_length=16)]
    seat: Name
    secret: Secret


class Ask(Up, frozen=True, tag=2):
    """Which scenarios are there?"""

    protocol: Counter


class Submit(Up, frozen=True, tag=3):
    """An order. Its shape is the system's, and is checked apart, so that a bad order is refused and not cut off.

    `id` rises with each order of the seat, and is the same when the same client sends the same order again.
    """

    order: AnyOrder
    id: OrderId


class Say(Up, frozen=True, tag=4):
    """A line of chat."""

    text: Annotated[str, Meta(max_length=2000)]


class Down(Struct, frozen=True, array_like=True):
    """What a server may send. A field more at the end is no reason for a client to give up."""


class Welcome(Down, frozen=True, tag=0):
    """You are in. Then comes a snapshot, or the patches the client lacks (none: its view is up to date).

    `seat` is "" for a watcher. `last_order` is the seat's highest order id so far. `promise` is the SHA-256 of the
    table's seed.
    """

    seat: str
    system: str
    scenario: str
    promise: bytes
    last_order: Counter


class Snapshot(Down, frozen=True, tag=1):
    """The whole view."""

    view: Tree
    version: Counter


class Patch(Down, frozen=True, tag=2):
    """What changed in the view since the version before, as a merge patch."""

    patch: Tree
    version: Counter


class Done(Down, frozen=True, tag=3):
    """Order `order` counted, and is on the disk. With what it changed in the view, if it did."""

    patch: Tree
    version: Counter
    order: Counter


class Refusal(Down, frozen=True, tag=4):
    """Order `order` did not count: the clause, one sentence, and the thing it is about. Nothing was changed."""

    clause: str
    sentence: str
    about: str
    order: Counter


class ChatLine(Down, frozen=True, tag=5):
    """A line of chat. `seat` is "" for the table itself. `number` counts the lines of the table from 1."""

    seat: str
    name: str
    text: str
    number: Counter


class Over(Down, frozen=True, tag=6):
    """The game is decided. `seed` is what was promised: its SHA-256 is the welcome's promise."""

    outcome: str
    seed: bytes


class ScenarioCard(Struct, frozen=True):
    """A scenario as the choosing screen shows it. `sides`: seat -> what holds it in words, for seats that do not say it."""

    system: str
    name: str
    title: str
    summary: str
    seats: tuple[str, ...]
    sides: dict[str, str] = {}


class Catalogue(Down, frozen=True, tag=7):
    """The scenarios a table can be opened with."""

    scenarios: tuple[ScenarioCard, ...]


class Made(Down, frozen=True, tag=8):
    """A table was opened. `seats` are the secrets of the human seats by seat, `watch` the watchers' secret.

    `base` is the address players reach the server under, "" if it is the one the client used. `seat` is the creator's.
    """

    base: str
    table: str
    seat: str
    seats: dict[str, str]
    watch: str


class Bye(Down, frozen=True, tag=9):
    """The server closes the connection, and why."""

    reason: str


AnyUp: TypeAlias = Hello | Create | Ask | Submit | Say
AnyDown: TypeAlias = Welcome | Snapshot | Patch | Done | Refusal | ChatLine | Over | Catalogue | Made | Bye

CLOSE_DONE = 1000
CLOSE_STOPPING = 1001
CLOSE_ABUSE = 4400
"""The client broke the protocol."""
CLOSE_NOT_LET_IN = 4401
"""No such table, or the secret opens nothing, or the operator's secret is wrong."""
CLOSE_VERSION = 4409
"""Client and server speak different versions of the protocol."""
CLOSE_NOT_MADE = 4422
"""The table could not be opened as asked."""
FINAL = frozenset({CLOSE_ABUSE, CLOSE_NOT_LET_IN, CLOSE_VERSION, CLOSE_NOT_MADE})
"""Close codes after which coming back would not help."""

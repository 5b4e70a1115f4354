"""What the SSH door and the process that has the client loaded already say to one another.

They speak over a Unix socket that keeps messages apart, in JSON. With a `Start` go the terminal that the client is to run
in and, where it shows the start screen, the pipe that it answers by.
"""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from room40.protocol.messages import Name, ScenarioCard, Word

LONGEST = 128 * 1024
"""No message is longer, in bytes."""


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """A message of either end."""


class OwnTable(Message, frozen=True):
    """A table on the start screen. `place`: the seat, "" for a place to watch from; `says`: how the game stands."""

    table: str
    place: str
    title: str
    says: str


class StartScreen(Message, frozen=True):
    """What is chosen from. `scenarios` is empty where no table may be opened; `told` are lines to be read first."""

    tables: tuple[OwnTable, ...]
    scenarios: tuple[ScenarioCard, ...] = ()
    told: tuple[str, ...] = ()


class Sit(Message, frozen=True, tag="sit"):
    """Chosen: a table, and the place there."""

    table: Word
    place: Name


class Lay(Message, frozen=True, tag="lay"):
    """Chosen: a new table. `alone`: the computer plays all other seats."""

    system: Word
    scenario: Word
    seat: Name
    alone: bool


Choice: TypeAlias = Sit | Lay


class Start(Message, frozen=True, tag="start"):
    """Run a client: `room40 ARGUMENTS`, or the start screen if there is one."""

    arguments: tuple[str, ...]
    environment: dict[str, str]
    screen: StartScreen | None = None


class Signal(Message, frozen=True, tag="signal"):
    """Send a signal to a client and whatever it started."""

    process: int
    number: int


class Ready(Message, frozen=True, tag="ready"):
    """Everything is loaded."""


class Began(Message, frozen=True, tag="began"):
    """The client of the last `Start` runs."""

    process: int


class NotBegun(Message, frozen=True, tag="not begun"):
    """The machine has no room for the client of the last `Start`."""

    why: str


class Ended(Message, frozen=True, tag="ended"):
    """A client has ended, and nothing of it runs any more. `status`: of its exit, or less the signal it died of."""

    process: int
    status: int


ToPreloaded: TypeAlias = Start | Signal
FromPreloaded: TypeAlias = Ready | Began | NotBegun | Ended

encode = msgspec.json.encode
to_preloaded: "msgspec.json.Decoder[ToPreloaded]" = msgspec.json.Decoder(Start | Signal)
from_preloaded: "msgspec.json.Decoder[FromPreloaded]" = msgspec.json.Decoder(Ready | Began | NotBegun | Ended)
choice: "msgspec.json.Decoder[Choice]" = msgspec.json.Decoder(Sit | Lay)

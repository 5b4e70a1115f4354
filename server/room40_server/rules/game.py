"""What a game system must offer. A table knows a game by this interface and by nothing else."""

from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from room40_server.rules.dice import Dice

PUBLIC = "public"
"""The viewpoint of what all sides may see: the watchers'."""

StateT = TypeVar("StateT", bound=Struct)
OrderT = TypeVar("OrderT", bound=Struct, contravariant=True)


class Refused(Exception):
    """The rules' only way to say no. A refused order changes nothing, throws no dice, and is not journalled.

    `clause` is the rule ("5.24"), `sentence` one sentence a player understands, `about` the thing it is about (a
    fleet, a zone, a slot). All three may be told to the seat that gave the order, so they are made only from what
    that seat may know.
    """

    def __init__(self, clause: str, sentence: str, about: str = "") -> None:
        super().__init__(clause, sentence, about)
        self.clause = clause
        self.sentence = sentence
        self.about = about

    def __str__(self) -> str:
        return f"{self.clause}: {self.sentence}"


class Game(Protocol, Generic[StateT, OrderT]):
    """A system of rules. All functions are pure; `state` is frozen and holds everything, the scenario too."""

    name: str
    """The system's name: "dreadnought"."""
    version: int
    """Raised when a change of the rules would make a kept journal play differently."""
    state_type: type[StateT]

    @property
    def order_type(self) -> object:
        """The tagged union of orders, as `msgspec.convert` takes it."""
        ...

    def seats(self, state: StateT) -> tuple[str, ...]:
        """The seats that give orders, in table order."""
        ...

    def submit(self, state: StateT, seat: str, order: OrderT, dice: Dice) -> StateT:
        """The state after `order`. Raises `Refused`; throws only from `dice`."""
        ...

    def waiting(self, state: StateT) -> Mapping[str, str]:
        """Which seats owe a decision, and its kind ("orders", "claims"); empty once the game is over."""
        ...

    def view(self, state: StateT, viewpoint: str) -> Struct:
        """What a seat, or `PUBLIC`, may see."""
        ...

    def outcome(self, state: StateT) -> str:
        """The result in one sentence, "" while the game goes on."""
        ...

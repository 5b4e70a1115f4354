"""A seat that the computer plays, from its own view alone, and the patience the table has with it."""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from msgspec import Struct

from room40.protocol import codec
from room40_server.systems import Player

FRUITLESS = 5
"""So many decisions in a row may be refused or change nothing; then the player is asked no more in this position."""
DECISIONS = 300
"""So many decisions a seat may take while the game waits for the same thing; more is going round in circles."""

log = logging.getLogger(__name__)


class Computer:
    """A computer player at its seat."""

    def __init__(self, seat: str, player: Player) -> None:
        self.seat = seat
        self._player = player
        self._fruitless = 0
        self._decisions = 0
        self._waiting: Mapping[str, str] = {}
        self._stopped_at: Struct | None = None

    def may_be_asked(self, state: Struct, waiting: Mapping[str, str]) -> bool:
        """Whether to ask the player in this position. One that gave up is asked again when others have moved."""
        if waiting != self._waiting:
            self._waiting, self._decisions = waiting, 0
        return state is not self._stopped_at

    async def decide(self, view: Struct, order_type: object) -> Sequence[Struct]:
        """The player's orders, checked as a client's would be. Nothing, if it fails."""
        try:
            orders = await asyncio.to_thread(self._player.decide, view, self.seat)
            return [codec.shape_any(codec.unpack(codec.encode(order)), order_type) for order in orders]
        except Exception:
            log.exception("the computer player of %s failed", self.seat)
            return []

    def learn(self, before: Struct, after: Struct, refused: str) -> bool:
        """What became of the decision. True if the player has just given up in this position."""
        self._decisions += 1
        self._fruitless = self._fruitless + 1 if refused or after is before else 0
        if self._fruitless < FRUITLESS and self._decisions < DECISIONS:
            return False
        first = self._stopped_at is None
        self._stopped_at, self._fruitless = after, 0
        return first

"""How many at once: of connections, by address and in all, and of sessions, by key."""

from collections import Counter
from collections.abc import Hashable

AN_ADDRESS = 20
"""Connections of one address, and sessions. Behind one address there may be a club; all of an IPv6 line's are one."""
STRANGERS = 40
"""Connections in all that have not shown a key yet."""
A_KEY = 6
"""Sessions of one key."""
WATCHERS = 50
"""Sessions in all without a key."""
SESSIONS = 100
"""Sessions in all: each is a process of some 20 MB."""
TRIES = 12
"""Keys that a connection may offer. An agent offers all it has, one after the other."""
UNKNOWN = 20
"""Seconds in which a connection must have shown a key."""
TABLES = 50
"""Tables that one key may open."""


class Room:
    """So many at once, and no more of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()

    def take(self, whose: Hashable = None) -> bool:
        """Take a place, if there is one left."""
        if self._taken[whose] >= self._most:
            return False
        self._taken[whose] += 1
        return True

    def leave(self, whose: Hashable = None) -> None:
        """Give a place back."""
        self._taken[whose] -= 1
        if self._taken[whose] <= 0:
            del self._taken[whose]

"""What each viewpoint of a table has been shown: its view, the version of it, and who is looking.

A version is raised only when this view changed, so it tells nothing of what others do.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Struct

from room40.protocol import codec
from room40.protocol.mergepatch import Tree, diff, to_tree
from room40.protocol.messages import Patch, Snapshot

HISTORY = 64
"""So many changes are kept for those who come back; who missed more gets a snapshot."""


class Subscriber(Protocol):
    """One connection, as a table sees it. Neither call ever blocks."""

    def send(self, frame: bytes) -> None:
        """Send a frame, or cut the connection off if it does not read."""
        ...

    def cut(self) -> None:
        """End the connection at once: what it was shown may be false."""
        ...


@dataclass(frozen=True)
class News:
    """A view that is not shown yet: it waits for the journal."""

    view: Struct
    patch: Tree
    version: int


@dataclass(eq=False)
class Viewpoint:
    """A seat, or the public."""

    view: Struct
    version: int = 0
    subscribers: list[Subscriber] = field(default_factory=list)
    _history: deque[News] = field(default_factory=lambda: deque(maxlen=HISTORY))
    _snapshot: bytes | None = None

    def news(self, view: Struct) -> News | None:
        """What `view` would change for those who look; None if nothing."""
        patch = diff(self.view, view)
        return News(view, patch, self.version + 1) if patch else None

    def publish(self, news: News, told: Subscriber | None = None) -> None:
        """Show `news` to all but `told`, who has it already. One encoding serves all."""
        self.view, self.version, self._snapshot = news.view, news.version, None
        self._history.append(news)
        others = [subscriber for subscriber in self.subscribers if subscriber is not told]
        if others:
            frame = codec.encode(Patch(news.patch, news.version))
            for subscriber in others:
                subscriber.send(frame)

    def missing(self, have: int) -> list[bytes]:
        """What a client that holds version `have` lacks: the patches since, or a snapshot."""
        missed = [news for news in self._history if news.version > have]
        if 0 <= have <= self.version and len(missed) == self.version - have:
            return [codec.encode(Patch(news.patch, news.version)) for news in missed]
        if self._snapshot is None:
            self._snapshot = codec.encode(Snapshot(to_tree(self.view), self.version))
        return [self._snapshot]

    def broadcast(self, frame: bytes) -> None:
        """Send a frame that is no matter of the view."""
        for subscriber in list(self.subscribers):
            subscriber.send(frame)

    def leave(self, subscriber: Subscriber) -> None:
        """Stop sending to `subscriber`."""
        if subscriber in self.subscribers:
            self.subscribers.remove(subscriber)

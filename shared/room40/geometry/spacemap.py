"""A map of spaces and what touches what: territories and sea zones of any shape, known only by their connections.

Where a unit may go is not known here: every search takes a `Step`, which says whether one may go from a space to the next.
Among ways of the same length the one through the spaces named first in `near` is found, always the same.
"""

from collections import deque
from collections.abc import Callable, Mapping

from msgspec import Struct

Step = Callable[[str, str], bool]
"""Whether one may go from the first space to the second, which touches it."""


def anywhere(here: str, there: str) -> bool:
    """The step of who may go everywhere."""
    return True


class SpaceMap(Struct, frozen=True):
    """Space -> the spaces it touches, in the order in which they are tried."""

    near: Mapping[str, tuple[str, ...]]

    def touches(self, one: str, other: str) -> bool:
        """Whether two spaces are connected; unknown ones touch nothing."""
        return other in self.near.get(one, ())

    def is_way(self, path: tuple[str, ...]) -> bool:
        """Whether each space of a path touches the next. A single known space is a way."""
        return bool(path) and path[0] in self.near and all(map(self.touches, path, path[1:]))

    def distances(self, start: str, within: int, step: Step = anywhere) -> dict[str, int]:
        """The spaces that can be reached in so many steps, nearest first, with their distances; the start is at 0."""
        return {space: len(way) - 1 for space, way in self.ways(start, within, step).items()}

    def path(self, start: str, end: str, within: int, step: Step = anywhere) -> tuple[str, ...]:
        """A shortest way, both ends in it; () if there is none of so many steps."""
        return self.ways(start, within, step).get(end, ())

    def ways(self, start: str, within: int, step: Step = anywhere) -> dict[str, tuple[str, ...]]:
        """A shortest way to every space that can be reached in so many steps, nearest first."""
        if start not in self.near:
            return {}
        found: dict[str, tuple[str, ...]] = {start: (start,)}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            if len(found[here]) > within:
                break
            for there in self.near[here]:
                if there not in found and step(here, there):
                    found[there] = (*found[here], there)
                    waiting.append(there)
        return found

    def one_sided(self) -> tuple[tuple[str, str], ...]:
        """Connections that hold in one direction only, or lead to a space that is not on the map: a map has none."""
        return tuple((one, other) for one, near in self.near.items() for other in near if not self.touches(other, one))

    def cut_off(self) -> tuple[str, ...]:
        """The spaces that no way leads to from the first one of the map; a map has none."""
        first = next(iter(self.near), "")
        reached = self.ways(first, len(self.near))
        return tuple(space for space in self.near if space not in reached)

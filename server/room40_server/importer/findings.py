"""What an import leaves out or takes otherwise, each with its place in the file."""

from msgspec import Struct

from room40_server.importer.names import shown
from room40_server.importer.xml_tree import Element


class Finding(Struct, frozen=True, order=True):
    """A thing that was not taken over: the line, the element or attachment, one sentence. Fit to be shown."""

    line: int
    place: str
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.place}: {self.sentence}"


class Findings:
    """The findings of one import."""

    def __init__(self) -> None:
        self._found: set[Finding] = set()

    def leave(self, element: Element, place: str, sentence: str) -> None:
        """Note what of an element is left out. `place` names it; both may hold words of the file."""
        self._found.add(Finding(element.line, shown(place, 120), shown(sentence, 300)))

    def all(self) -> tuple[Finding, ...]:
        """All of them, by line."""
        return tuple(sorted(self._found))

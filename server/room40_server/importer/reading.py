"""Attachments and their options, read strictly: what is asked for is used up, and what is left over is found."""

import re
from collections.abc import Iterator

from room40_server.importer.findings import Findings
from room40_server.importer.xml_tree import Element

OFF = frozenset({"", "false", "0", "-1", "no"})
"""An option with such a value asks for nothing."""

_NUMBER = re.compile(r"-?\d{1,6}\Z", re.ASCII)
_OLD_SPELLING = "attatch"


def attachments(game: Element, kind: str) -> Iterator["Attachment"]:
    """The attachments of a kind, "unit" or "territory", in the order of the file; older files spell the word otherwise."""
    for element in attachment_elements(game):
        if name_of(element).lower().startswith(f"{kind}attachment"):
            yield Attachment(element)


def attachment_elements(game: Element) -> Iterator[Element]:
    """All attachments, however they are spelt."""
    for tag in ("attachment", _OLD_SPELLING + "ment"):
        yield from game.all(tag)


def name_of(element: Element) -> str:
    """The name of an attachment in today's spelling."""
    return element.get("name").replace(_OLD_SPELLING, "attach").replace(_OLD_SPELLING.title(), "Attach")


def number(text: str) -> int | None:
    """A whole number, or None if the text is none."""
    return int(text) if _NUMBER.match(text.strip()) else None


def is_true(text: str) -> bool:
    """Whether a value says yes."""
    return text.strip().lower() == "true"


class Attachment:
    """What the file says of one unit, territory or player. `of`: its name."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.of = element.get("attachTo") or element.get(_OLD_SPELLING + "To")
        self.place = f"{name_of(element)} of {self.of!r}"
        self.broken = False
        """Whether a number of it could not be read."""
        self._options: dict[str, list[Element]] = {}
        for option in element.all("option"):
            self._options.setdefault(option.get("name"), []).append(option)
        self._values = {name: options[0].get("value") for name, options in self._options.items()}

    def take(self, *names: str) -> Element | None:
        """The option of one of these names, used up; None if there is none. A second one is left over."""
        for name in names:
            if self._options.get(name):
                return self._options[name].pop(0)
        return None

    def text(self, *names: str) -> str:
        """The value of an option, used up; "" if there is none."""
        option = self.take(*names)
        return option.get("value").strip() if option is not None else ""

    def flag(self, *names: str) -> bool:
        """Whether an option says yes; used up."""
        return is_true(self.text(*names))

    def has(self, name: str) -> bool:
        """Whether an option says yes, used up or not; it is not used up by this."""
        return is_true(self._values.get(name, ""))

    def peek(self, name: str) -> int:
        """The number of an option, used up or not, 0 if it is none; it is not used up by this."""
        return number(self._values.get(name, "")) or 0

    def number(self, findings: Findings, name: str, least: int, most: int, otherwise: int) -> int:
        """A number within bounds, used up; `otherwise` if it is not said.

        One that is none is noted and breaks the whole.
        """
        option = self.take(name)
        if option is None:
            return otherwise
        found = number(option.get("value"))
        if found is None or not least <= found <= most:
            words = f"{option.get('value')!r} is no number from {least} to {most} and is left out."
            findings.leave(option, f"{self.place}, {name}", words)
            self.broken = True
            return otherwise
        return found

    def left_over(self, findings: Findings, quiet: frozenset[str] = frozenset()) -> None:
        """Note every option that asks for something and was not used."""
        for name, options in self._options.items():
            for option in options:
                if name not in quiet and option.get("value").strip().lower() not in OFF:
                    findings.leave(option, f"{self.place}, {name}", f"{option.get('value')!r} is left out.")

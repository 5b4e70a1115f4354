"""An XML file from a stranger, as a tree of elements that know their line.

Rules of this file: nothing is ever fetched and no entity is expanded; size, depth and number are bounded; text between the
tags is dropped, for nothing that is imported stands there.
"""

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

MAX_BYTES = 8_000_000
MAX_ELEMENTS = 200_000
MAX_DEPTH = 32
MAX_VALUE = 4_000
"""Characters of an attribute."""

_UNREAD = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.DOTALL)
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);|#)")


class CannotImport(Exception):
    """The file cannot be imported at all: one sentence, with the line where there is one."""


@dataclass(frozen=True, slots=True)
class Element:
    """A tag, its attributes, the line it begins on, what stands in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)

    def get(self, name: str) -> str:
        """An attribute; "" if it is not there."""
        return self.attributes.get(name, "")

    def all(self, tag: str) -> Iterator["Element"]:
        """The elements with this tag anywhere inside, in the order of the file."""
        waiting = self.children[::-1]
        while waiting:
            one = waiting.pop()
            if one.tag == tag:
                yield one
            waiting.extend(one.children[::-1])

    def first(self, tag: str) -> "Element | None":
        """The first such element inside."""
        return next(self.all(tag), None)


def read(path: Path) -> Element:
    """The root of the file. Raises `CannotImport`, or `OSError` if it cannot be read."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise CannotImport("this is no file.")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    return parse(data)


def parse(data: bytes) -> Element:
    """The root of these bytes. Raises `CannotImport`."""
    if len(data) > MAX_BYTES:
        raise CannotImport(f"the file is larger than {MAX_BYTES} bytes.")
    if b"\0" in data:
        raise CannotImport("the file is not text in UTF-8 or an encoding of single bytes.")
    root = _Tree().read(data)
    _refuse_entities(data)
    return root


def _refuse_entities(data: bytes) -> None:
    """Expat drops entities that it does not know from attributes without a word, so they are looked for afterwards.

    By then every comment is known to end, so the search does not run away.
    """
    plain = _UNREAD.sub(lambda found: b"\n" * found[0].count(b"\n"), data)
    found = _ENTITY.search(plain)
    if found is not None:
        line = plain.count(b"\n", 0, found.start()) + 1
        raise CannotImport(f"line {line}: the file uses an entity of its own; they are not expanded.")


class _Tree:
    """The tree as it grows."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.specified_attributes = True
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.EntityDeclHandler = self.entity
        self.parser.ExternalEntityRefHandler = self.entity
        self.open: list[Element] = []
        self.root: Element | None = None
        self.number = 0

    def read(self, data: bytes) -> Element:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            raise CannotImport(f"line {error.lineno}: this is no XML: {what}.") from None
        except (ValueError, LookupError):
            raise CannotImport("the file is not text in UTF-8 or an encoding of single bytes.") from None
        assert self.root is not None  # else it is no XML
        return self.root

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        self.number += 1
        if self.number > MAX_ELEMENTS:
            raise CannotImport(f"line {line}: the file has more than {MAX_ELEMENTS} elements.")
        if len(self.open) >= MAX_DEPTH:
            raise CannotImport(f"line {line}: elements are nested more than {MAX_DEPTH} deep.")
        if any(len(value) > MAX_VALUE for value in attributes.values()):
            raise CannotImport(f"line {line}: an attribute is longer than {MAX_VALUE} characters.")
        element = Element(tag, attributes, line)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        self.open.pop()

    def entity(self, *declared: object) -> int:
        line = self.parser.CurrentLineNumber
        raise CannotImport(f"line {line}: the file declares an entity; they are neither fetched nor expanded.")

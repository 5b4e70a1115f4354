"""The reading of keys: as Textual does it, but that it knows when there is nobody left to press one."""

import os
import re
import select
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event

from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.events import Key, Resize
from textual.message import Message
from textual.messages import InBandWindowResize

TICK = 0.1
"""Seconds after which a lone escape is taken to be the key, and within which an end is noticed."""
LONGEST_PASTE = 64 * 1024
"""Of a longer paste no more is kept, as nobody may ever end it."""
_PASTE = "\x1b[200~"
_ESCAPE = "\x1b"
_TWO_KEYS = re.compile(r"\x1b(?![\[OP\]_\x7f]|\Z)")
"""An escape that begins nothing a terminal says: the key, and the next came so soon after it that both were read at once,
as over a thin line they are. Taken for Alt the escape would be lost, and Enter after it would do what was to be left."""


class Parser:
    """Textual's parser, that no terminal can break, whatever it says, nor fill."""

    def __init__(self, debug: bool) -> None:
        self._debug = debug
        self._textuals = XTermParser(debug)
        self._silent = 0
        self._held = ""

    def told(self, text: str) -> Iterator[Message]:
        """What the text says. A size among the keys is dropped: nobody asked, and a screen of any size would be drawn."""
        events: list[Message] = []
        text = self._held + text
        self._held = ""
        if not self._silent and _PASTE not in text:
            *before, text = _TWO_KEYS.split(text)
            for keys in before:
                events += [*self._feed(keys), Key("escape", _ESCAPE)]
            self._held = _ESCAPE if text.endswith(_ESCAPE) else ""
            text = text.removesuffix(_ESCAPE)
        events += self._feed(text)
        return (event for event in events if not isinstance(event, (Resize, InBandWindowResize)))

    def _feed(self, text: str) -> list[Message]:
        if not text:
            return []
        events: list[Message] = []
        try:
            events += self._textuals.feed(text)
        except Exception:
            self._textuals = XTermParser(self._debug)
        self._textuals.mouse_pixels = False  # it would divide by what it was told
        self._silent = 0 if events else self._silent + len(text)
        if self._silent > LONGEST_PASTE:
            self._textuals, self._silent = XTermParser(self._debug), 0
            events += self._textuals.feed(_PASTE)  # the rest of it is no more a key than its beginning
        return events

    def ticked(self, quiet: bool = True) -> Iterator[Message]:
        """What the time says, where nothing came for a while: that an escape was the key."""
        if self._held and quiet:
            self._held = ""
            yield Key("escape", _ESCAPE)
        yield from self._textuals.tick()

    def end(self) -> None:
        """There is no more."""
        with suppress(EOFError, ParseError):
            for _ in self._textuals.feed(""):
                pass


def _at_once() -> None:
    """What was told is heard."""


def read(
    file: int, ended: Event, debug: bool, tell: Callable[[Message], None], heard: Callable[[], None] = _at_once
) -> bool:
    """Read keys and tell of them until `ended`; False if the terminal is gone or was closed at its other end.

    No more are read until `heard` returns: they wait with whoever types them, where they cost nobody anything.
    """
    parser = Parser(debug)
    decode = getincrementaldecoder("utf-8")("replace").decode
    try:
        while not ended.is_set():
            quiet = not select.select([file], [], [], TICK)[0]
            if not quiet:
                data = os.read(file, 4096)
                if not data:
                    return False
                if text := decode(data):  # half of a sign is no text yet
                    for event in parser.told(text):
                        tell(event)
                    heard()
            for event in parser.ticked(quiet):
                tell(event)
    except OSError:
        return False
    finally:
        parser.end()
    return True

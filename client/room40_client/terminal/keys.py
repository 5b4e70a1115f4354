"""The reading of keys: as Textual does it, but that it knows when there is nobody left to press one."""

import os
import select
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from threading import Event

from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.message import Message

TICK = 0.1
"""Seconds after which a lone escape is taken to be the key, and within which an end is noticed."""


def read(file: int, ended: Event, debug: bool, tell: Callable[[Message], None]) -> bool:
    """Read keys and tell of them until `ended`; False if the terminal is gone or was closed at its other end."""
    parser = XTermParser(debug)
    decode = getincrementaldecoder("utf-8")("replace").decode
    try:
        while not ended.is_set():
            if select.select([file], [], [], TICK)[0]:
                data = os.read(file, 4096)
                if not data:
                    return False
                if text := decode(data):  # half of a sign is no text yet
                    for event in parser.feed(text):
                        tell(event)
            for event in parser.tick():
                tell(event)
    except OSError:
        return False
    finally:
        with suppress(EOFError, ParseError):
            for _ in parser.feed(""):
                pass
    return True

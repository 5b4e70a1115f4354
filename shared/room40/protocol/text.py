"""Text from afar is never trusted: what is left of it before a person, or his terminal, sees it."""

import unicodedata
from typing import Any

NAME_LENGTH = 40
CHAT_LENGTH = 500


def clean(text: str, limit: int) -> str:
    """`text` on one line, without control, format or private characters, at most `limit` characters long.

    Format characters (Unicode category Cf) go too: they turn the direction of writing or hide letters.
    """
    kept = (" " if character.isspace() else character for character in text[: 4 * limit])
    shown = "".join(c for c in kept if not unicodedata.category(c).startswith("C"))
    return " ".join(shown.split())[:limit].rstrip()


DEEPEST = 64
"""So many levels a tree from a server may have; a view has eight."""


class TooDeep(ValueError):
    """A tree from afar has more levels than anything that is sent here."""


def harmless(tree: Any, levels: int = DEEPEST) -> Any:
    """`tree` with all its texts, keys too, as they may be shown: without control and format characters but line ends.

    Raises `TooDeep`.
    """
    if isinstance(tree, str):
        return tree if tree.isprintable() else _shown(tree)
    if not isinstance(tree, dict | list):
        return tree
    if not levels:
        raise TooDeep(f"a tree has more than {DEEPEST} levels")
    if isinstance(tree, list):
        return [harmless(item, levels - 1) for item in tree]
    return {harmless(key): harmless(item, levels - 1) for key, item in tree.items()}


def _shown(text: str) -> str:
    return "".join(c for c in text if c == "\n" or not unicodedata.category(c).startswith("C"))

"""Text from people is never trusted: this is what is left of it before anyone else sees it."""

import unicodedata

NAME_LENGTH = 40
CHAT_LENGTH = 500


def clean(text: str, limit: int) -> str:
    """`text` on one line, without control, format or private characters, at most `limit` characters long.

    Format characters (Unicode category Cf) go too: they turn the direction of writing or hide letters.
    """
    kept = (" " if character.isspace() else character for character in text[: 4 * limit])
    shown = "".join(c for c in kept if not unicodedata.category(c).startswith("C"))
    return " ".join(shown.split())[:limit]

"""What every part of a view of the 1914-18 system is made of."""

from typing import ClassVar

from msgspec import Struct


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """What all parts of a view share."""

    IN_FULL: ClassVar[dict[str, str]] = {}
    """Fields that are short for the sake of the wire -> the property that has them in full."""

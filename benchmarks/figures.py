"""A figure, the bar it is held to, and the table in which all are printed."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import Struct


class Figure(Struct, frozen=True):
    """Something measured. `bar` is the most it may be, None if it is only told; `note` says what else was found."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether the figure keeps to its bar."""
        return self.bar is None or self.value <= self.bar


Measure: TypeAlias = Callable[[], Iterable[Figure]]
"""A benchmark: some figures that belong together."""


def row(figure: Figure) -> str:
    """A line of the table."""
    bar = "" if figure.bar is None else f"≤ {_number(figure.bar)}"
    verdict = "" if figure.bar is None else "holds" if figure.holds else "MISSED"
    line = f"{figure.name:52} {_number(figure.value):>9} {figure.unit:6} {bar:>9}  {verdict:7} {figure.note}"
    return line.rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.3g}"

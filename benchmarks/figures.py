"""A figure, the bar it is held to, and the table in which all are printed."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import Struct


class Figure(Struct, frozen=True):
    """Something measured. `bar` is the most it may be, `least` the least, None if there is none; `note` says what else was
    found.
    """

    name: str
    value: float
    unit: str
    bar: float | None = None
    note: str = ""
    least: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the figure keeps to its bar."""
        return (self.bar is None or self.value <= self.bar) and (self.least is None or self.value >= self.least)

    @property
    def band(self) -> str:
        """Its bar as the table shows it: "≤ 60", "≥ 0.6", "1 to 2.5"."""
        if self.bar is None or self.least is None:
            return (
                f"≤ {_number(self.bar)}"
                if self.bar is not None
                else ""
                if self.least is None
                else f"≥ {_number(self.least)}"
            )
        return f"{_number(self.least)} to {_number(self.bar)}"


Measure: TypeAlias = Callable[[], Iterable[Figure]]
"""A benchmark: some figures that belong together."""


def row(figure: Figure) -> str:
    """A line of the table."""
    verdict = "" if not figure.band else "holds" if figure.holds else "MISSED"
    line = f"{figure.name:52} {_number(figure.value):>9} {figure.unit:6} {figure.band:>12}  {verdict:7} {figure.note}"
    return line.rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.3g}"

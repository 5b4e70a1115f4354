"""An answer that a battle asks of a seat, before it is said (K5, K6).

It is made from what is asked, changed by keys, and gives its order on Enter. It draws nothing but its words; the screen of
battles shows them beside the rows of the own side (`marks`), or as a list of its own (`listed`).
"""

from room40.combined_arms.orders import Order
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers.paper import Keys
from room40_client.tui.combined_arms.papers.sides import Marks, Row
from room40_client.tui.draw.runs import Line, line

Pressed = Order | str | None
"""What comes of a key: an order to give, a sentence of what is wrong, or nothing."""


class Answer:
    """Nothing is asked."""

    which = ""
    """The side whose rows the answer marks, "" if it is a list of its own."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.cursor = 0

    def asked(self) -> Line:
        """What is wanted, one line."""
        return line()

    def keys(self) -> Keys:
        """The keys that matter."""
        return []

    def rows(self) -> list[Row]:
        """The rows of the own side that are marked."""
        return []

    def marks(self) -> Marks:
        """The cursor and the words beside the rows."""
        return Marks()

    def listed(self, columns: int) -> list[Line]:
        """The list to choose from, one line each."""
        return []

    def press(self, key: str) -> Pressed:
        """A key."""
        return None

    def retaken(self, view: View) -> None:
        """The view has changed, but not what is asked."""
        self.view = view

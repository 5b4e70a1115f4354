"""The hex board with the words round it: drawn lines, of which only those that changed are painted again."""

from textual import events
from textual.geometry import Offset
from textual.message import Message

from room40.geometry.hexgrid import Board, Hex
from room40_client.tui.draw.board import SIZES, HexSize, hex_under
from room40_client.tui.palette import Ink
from room40_client.tui.widgets.lines import Lines


class HexPicked(Message):
    """A hex was picked with the mouse."""

    def __init__(self, hex_: Hex) -> None:
        super().__init__()
        self.hex = hex_


class HexBoard(Lines, can_focus=True):
    """Lines that know which hex is drawn at a point. `covered`: so many lines at the foot have something laid over them."""

    DEFAULT_CSS = "HexBoard { width: 1fr; height: 22; }"

    def __init__(self, ink: Ink, *, id: str | None = None) -> None:
        super().__init__(ink, id=id)
        self.board = Board()
        self.hex_size: HexSize = SIZES[0]
        self.covered = 0

    def spot(self) -> Offset | None:
        """The bracket before the hex under the cursor; without one, what else is under a cursor."""
        return self.under_cursor("[") or super().spot()

    def on_click(self, event: events.Click) -> None:
        found = hex_under(self.board, self.hex_size, event.x, event.y)
        if found is not None and event.y < self.size.height - self.covered:
            self.post_message(HexPicked(found))

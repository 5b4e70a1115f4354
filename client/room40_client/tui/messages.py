"""What widgets and the connection tell the screens."""

from textual.message import Message

from room40.geometry.seachart import Zone
from room40_client.session import Change


class Changed(Message):
    """Something changed on the wire."""

    def __init__(self, change: Change) -> None:
        super().__init__()
        self.change = change


class ZonePicked(Message):
    """A zone was picked on the chart with the mouse."""

    def __init__(self, zone: Zone) -> None:
        super().__init__()
        self.zone = zone


class RowChosen(Message):
    """Another row of a list is the chosen one."""

    def __init__(self, row: int) -> None:
        super().__init__()
        self.row = row


class RowPicked(Message):
    """A row of a list was picked, by Enter or the mouse."""

    def __init__(self, row: int) -> None:
        super().__init__()
        self.row = row

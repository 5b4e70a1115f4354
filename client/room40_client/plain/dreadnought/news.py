"""What happened, a sentence a line: the signal log, with what ships have lost in battle as the umpire tells it."""

from room40.dreadnought.views import EventView, View
from room40_client.tui.board import telling


def since(view: View, read: int) -> list[str]:
    """The signals after a line of the log; of a step of fire each salvo by itself."""
    numbers = sorted(int(key) for key in view.log if int(key) > read)
    found: list[str] = []
    head = ""
    for piece in telling.pieces(view, numbers):
        if piece.head and piece.head != head:
            found.append(f"{piece.head}.")
        head = piece.head
        event = view.log[str(piece.number)]
        found.append(_with_clause(piece.text, event))
    return found


def last(view: View, number: int) -> list[str]:
    """The last signals of the log, each with its turn."""
    found: list[str] = []
    turn = None
    for key in sorted(map(int, view.log))[-number:]:
        event = view.log[str(key)]
        if event.turn != turn:
            turn = event.turn
            found.append(f"Turn {turn}:")
        found.append(_with_clause(event.text, event))
    return found or ["No signals yet."]


def _with_clause(text: str, event: EventView) -> str:
    return f"{text} ({event.clause})" if event.clause and event.clause not in event.text else text

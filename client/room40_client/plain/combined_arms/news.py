"""The log of the 1942 game, a line a thing that happened."""

from room40.combined_arms.views import EventView, View
from room40_client.tui.combined_arms.papers import terms


def since(view: View, read: int) -> list[str]:
    """The lines after one."""
    return [_said(view.log[str(number)]) for number in sorted(map(int, view.log)) if number > read]


def last(view: View, number: int) -> list[str]:
    """The last lines, each turn with its power."""
    found: list[str] = []
    turn: tuple[int, str] | None = None
    for key in sorted(map(int, view.log))[-number:] if number else []:
        event = view.log[str(key)]
        if (event.round, event.power) != turn:
            turn = (event.round, event.power)
            found.append(f"Round {event.round}, {terms.power_name(view, event.power)}:")
        found.append(_said(event))
    return found or ["Nothing has happened yet."]


def _said(event: EventView) -> str:
    return f"{event.text} ({event.clause})" if event.clause and event.clause not in event.text else event.text

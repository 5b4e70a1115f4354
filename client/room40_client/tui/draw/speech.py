"""The chat as lines, for every system: `named` says what a seat is called."""

from collections.abc import Callable, Iterable

from room40_client.tui.draw.runs import Line, line, safe, wrap

Named = Callable[[str], str]


def chat(said: Iterable[tuple[str, str, str]], named: Named, columns: int) -> list[Line]:
    """The chat: who (seat, name) said what."""
    found: list[Line] = []
    for seat, name, text in said:
        found += [line(piece) for piece in wrap(f"{speaker(seat, name, named)}: {safe(text)}", columns, "  ")]
    return found or [line(("Nobody has said anything yet.", "dim"))]


def speaker(seat: str, name: str, named: Named) -> str:
    """Who says a line of chat: the name he gave himself never without the side he plays, so that none passes for another."""
    if not seat:
        return "the table"
    return f"{safe(name)} ({named(seat)})" if safe(name).strip() else named(seat)

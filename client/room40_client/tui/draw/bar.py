"""The last line of a screen: the keys that matter now."""

from room40_client.tui.draw.runs import Line, Run, fit, line

Keys = list[tuple[str, str]]

HELP: Keys = [("F1", "rules"), ("?", "keys")]
"""What the key bar ends with on the table, whatever else there is room for."""


def key_bar(pairs: Keys, columns: int) -> Line:
    """The keys as the last line of the screen; what finds no room is left out, but never the help at its end."""
    help_ = [pair for pair in pairs if pair in HELP]
    parts: list[str | Run] = []
    room = columns - sum(map(_size, help_))
    for pair in pairs:
        if pair in HELP or (room := room - _size(pair)) >= 0:
            parts += [" ", (pair[0], "hot"), f" {pair[1]} "]
    return fit(line(*parts), columns)


def _size(pair: tuple[str, str]) -> int:
    return len(pair[0]) + len(pair[1]) + 3

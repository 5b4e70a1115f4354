"""Figures of the screen: how soon it is there, what it holds, and what moving about costs on a slow line."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure
from benchmarks.house import serving
from benchmarks.terminal import Terminal, room40
from room40_client.reception import create, links

TITLE = "The flight of the Goeben"
CHART = "w write"
TIMES = 5
RIGHT, LEFT, ESCAPE = "\x1b[C", "\x1b[D", "\x1b"
MOVES = {"lean": 60, "rich": 110}
"""The bars of a move by the profile, whatever the terminal's size."""
SIZES = ((80, 24), (120, 40), (200, 60))


def screen() -> Iterator[Figure]:
    """`room40 join` in a pseudo-terminal."""
    yield from asyncio.run(_screen())


async def _screen() -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with serving(Path(folder) / "tables.db") as server:
            made = await create(server.base, "dreadnought", "goeben")
            seats, _ = links(made, server.base)
            url = str(seats["CP"])
            figures = await asyncio.to_thread(_first_screen, url)
            for profile in MOVES:
                for columns, lines in SIZES:
                    figures += await asyncio.to_thread(_about, url, profile, columns, lines)
            figures += await asyncio.to_thread(_as_textual_draws, url)
            return figures


def _first_screen(url: str) -> list[Figure]:
    """From the command to the first words of the game, the program and its files warm."""
    times, used, memory = [], [], []
    for _ in range(TIMES + 1):
        with room40("join", "--profile", "lean", url) as terminal:
            times.append(terminal.wait_for(TITLE))
            terminal.settle()
            memory.append(terminal.memory())
        used.append(terminal.cpu)
    del times[0], used[0]  # the files were cold
    note = f"{min(times):.2f} to {max(times):.2f}; CPU {median(used):.2f}"
    return [
        Figure("first screen after `room40 join`", median(times), "s", 0.5, note),
        Figure("memory at the first screen", max(memory), "MB", 45),
    ]


def _about(url: str, profile: str, columns: int, lines: int) -> list[Figure]:
    """The first screen, moves over the open sea, a dialogue, and nothing at all."""
    size = f"{profile} {columns}x{lines}"
    with room40("join", "--profile", profile, url, columns=columns, lines=lines) as terminal:
        first, chart = _to_chart(terminal)
        for _ in range(4):
            terminal.type(RIGHT)
        moves = [terminal.type(key) for key in (RIGHT, LEFT) * 4]
        worst = max(bytes_ for bytes_, _ in moves)
        known, _ = terminal.type(".")
        dialogues = [terminal.type(key)[0] for key in ("m", ESCAPE, "w", ESCAPE)]
        before = len(terminal.heard)
        time.sleep(3)
        terminal.settle()
        idle = len(terminal.heard) - before
    figures = [
        Figure(f"a move of the cursor, {size}", worst, "B", MOVES[profile], f"to a zone with a name {known} B"),
        Figure(f"key to changed cell, {size}", 1000 * median(took for _, took in moves), "ms", 10),
        Figure(f"a dialogue, {size}", max(dialogues), "B", 2048, ", ".join(map(str, dialogues))),
        Figure(f"three idle seconds, {size}", idle, "B", 0),
    ]
    bar = 4096 if (columns, lines) == (80, 24) and profile == "lean" else None
    return [Figure(f"first screen, {size}", first, "B", bar, f"then the chart {chart} B"), *figures]


def _as_textual_draws(url: str) -> list[Figure]:
    """The same without the thin driver, to compare."""
    with room40("join", "--profile", "rich", "--no-thin", url) as terminal:
        first, chart = _to_chart(terminal)
        moves = [terminal.type(key)[0] for key in (RIGHT, RIGHT, LEFT, LEFT) * 2]
    note = f"first screen {first} B, then the chart {chart} B"
    return [Figure("a move of the cursor as Textual draws it, 80x24", median(moves), "B", None, note)]


def _to_chart(terminal: Terminal) -> tuple[int, int]:
    """Put the briefing away: the bytes that it cost, and those of the chart."""
    terminal.wait_for(TITLE)
    terminal.settle()
    first = len(terminal.heard)
    terminal.type(ESCAPE)
    terminal.wait_for(CHART)
    return first, len(terminal.heard) - first

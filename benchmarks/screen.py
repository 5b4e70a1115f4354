"""Figures of the screen: how soon it is there, and what moving about costs on a slow line."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure
from benchmarks.house import serving
from benchmarks.terminal import room40
from room40_client.reception import create, links

TITLE = "The flight of the Goeben"
TIMES = 5
RIGHT, LEFT, ESCAPE = "\x1b[C", "\x1b[D", "\x1b"
SIZES = {(80, 24): 600, (120, 40): 800}
"""The bars by the terminal's size: a move draws two zones, the rulers and the words about the zone anew, nothing else."""


def screen() -> Iterator[Figure]:
    """`room40 join` in a pseudo-terminal."""
    yield from asyncio.run(_screen())


async def _screen() -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with serving(Path(folder) / "tables.db") as server:
            made = await create(server.base, "dreadnought", "goeben")
            seats, _ = links(made, server.base)
            url = str(seats["CP"])
            figures = [await asyncio.to_thread(_first_screen, url)]
            for columns, lines in SIZES:
                figures += await asyncio.to_thread(_moving, url, columns, lines)
            return figures


def _first_screen(url: str) -> Figure:
    """From the command to the first words of the game, the program and its files warm."""
    times, used = [], []
    for _ in range(TIMES + 1):
        with room40("join", url) as terminal:
            times.append(terminal.wait_for(TITLE))
        used.append(terminal.cpu)
    del times[0], used[0]  # the files were cold
    note = f"{min(times):.2f} to {max(times):.2f}; CPU {median(used):.2f}"
    return Figure("first screen after `room40 join`", median(times), "s", 0.7, note)


def _moving(url: str, columns: int, lines: int) -> list[Figure]:
    size = f"{columns}x{lines}"
    with room40("join", url, columns=columns, lines=lines) as terminal:
        terminal.wait_for(TITLE)
        terminal.settle()
        whole, _ = terminal.type(ESCAPE)  # leaves the briefing for the chart
        moves = [terminal.type(key) for key in (RIGHT, RIGHT, LEFT, LEFT) * 2]
    drawn = [size for size, _ in moves]
    note = f"largest {max(drawn)} B; {1000 * median(t for _, t in moves):.0f} ms; the whole screen {whole} B"
    return [Figure(f"a move of the cursor, {size}", median(drawn), "B", SIZES[columns, lines], note)]

"""Pictures in text: what a screen shows, and how it is compared with what it showed before."""

import os
from collections.abc import Sequence
from pathlib import Path

from textual.app import App

from room40_client.tui.draw.runs import Line, plain
from room40_client.tui.widgets.lines import Lines

FOLDER = Path(__file__).parent / "snapshots"
WRITE = "ROOM40_SNAPSHOTS"
"""Set to "write", the environment's word for taking the present pictures as the right ones."""


def compare(name: str, text: str) -> None:
    """Hold a picture against the one that is kept."""
    path = FOLDER / f"{name}.txt"
    shown = "\n".join(row.rstrip() for row in text.split("\n")) + "\n"
    if os.environ.get(WRITE) == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, "utf-8")
    assert shown == path.read_text("utf-8")


def text_of(lines: Sequence[Line]) -> str:
    """Drawn lines without their styles."""
    return "\n".join(plain(of) for of in lines)


def screen(app: App[str]) -> str:
    """All that the terminal shows."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def row(app: App[str], widget: str) -> str:
    """The text of one of the table's lines: "#asked", "#status"."""
    return text_of(app.screen.query_one(widget, Lines).lines)

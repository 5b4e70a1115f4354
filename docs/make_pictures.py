"""Make the pictures of the chart, the order sheet, the boards and the maps in docs/pictures, from the program itself.

Computers play the flight of the Goeben for some turns, a part of Coronel, and the maps of 1942, with a fixed seed; what one
side then sees is shown on the client's own screens, and the screen is written down as SVG. Run: python docs/make_pictures.py
"""

import asyncio
import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path

from msgspec import Struct

from room40.protocol.mergepatch import Tree, to_tree
from room40.protocol.messages import ChatLine, Done
from room40_client.session import Answer, Change, LineState
from room40_client.tui import systems
from room40_client.tui.app import Profile, Room40
from room40_server import combined_arms_scenarios, scenarios
from room40_server.bots.combined_arms.player import Bot as ArmsBot
from room40_server.bots.dreadnought import Bot
from room40_server.rules.combined_arms import views
from room40_server.rules.combined_arms.turn import CombinedArms
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.turn import Dreadnought
from room40_server.rules.game import Refused

FOLDER = Path(__file__).parent / "pictures"
SEED = b"room 40 old building"
CELL = 12.2
"""How wide the picture makes a character."""


class Shot(Struct, frozen=True):
    """A picture: the game and the seat, the moment, the size of the terminal, the keys pressed before it is taken."""

    scenario: str
    seat: str
    ask: str
    turn: int
    size: tuple[int, int]
    keys: tuple[str, ...]
    system: str = "dreadnought"


def _goeben(size: tuple[int, int], *keys: str) -> Shot:
    return Shot("goeben", "EN", "orders", 6, size, ("escape", *keys))


WRITING = ("w", *"q40/q41")
LANDING = ("/", *"hills", "enter", "enter", "enter", "/", *"tavik", "enter")
"""Infantry is to go over the sea to the other island."""
PICTURES = {
    "chart-80x24": _goeben((80, 24)),
    "chart-120x40": _goeben((120, 40)),
    "sheet-80x24": _goeben((80, 24), "o", *WRITING),
    "sheet-120x40": _goeben((120, 40), *WRITING),
    "zoom-80x24": _goeben((80, 24), "plus", "plus"),
    "board-80x24": Shot("coronel", "CP", "gunnery", 1, (80, 24), ("escape",)),
    "islands-80x24": Shot("two-islands", "west", "combat move", 1, (80, 24), ("escape", *LANDING), "combined_arms"),
    "world-120x40": Shot(
        "world-1942", "axis", "combat move", 1, (120, 40), ("escape", "/", *"ukr", "enter"), "combined_arms"
    ),
}
"""By the name of the file."""


class Still:
    """A wire on which nothing happens any more."""

    def __init__(self, view: Struct) -> None:
        self.line = LineState.ONLINE
        self.reason = ""
        self.view: Tree = to_tree(view)
        self.chat: list[ChatLine] = []

    async def start(self, wait: bool = True) -> None:
        pass

    async def close(self) -> None:
        pass

    async def order(self, order: Struct) -> Answer:
        return Done({}, 0, 0)

    async def say(self, text: str) -> None:
        pass

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        return lambda: None


def played(shot: Shot) -> Struct:
    """What a seat sees when it is asked for the first time what the picture shows."""
    return _played_1942(shot) if shot.system == "combined_arms" else _played_1914(shot)


def _played_1914(shot: Shot) -> Struct:
    game = Dreadnought()
    state = scenarios.load(shot.scenario, {})
    dice = SeededDice(SEED)
    bots = {name: Bot(name, seed=1914) for name in game.seats(state)}
    while state.turn < shot.turn or game.waiting(state).get(shot.seat) != shot.ask:
        for name in game.waiting(state):
            view = game.view(state, name)
            for order in bots[name].decide(view, name):
                try:
                    state = game.submit(state, name, order, dice)
                except Refused:
                    break
    return game.view(state, shot.seat)


def _played_1942(shot: Shot) -> Struct:
    game = CombinedArms()
    state = combined_arms_scenarios.load(shot.scenario)
    dice = SeededDice(SEED)
    bots = {name: ArmsBot(seed=1942) for name in game.seats(state)}
    while state.round < shot.turn or game.waiting(state).get(shot.seat) != shot.ask:
        for name in game.waiting(state):
            view = views.view(state, name)
            for order in bots[name].decide(view, name):
                try:
                    state = game.submit(state, name, order, dice)
                except Refused:
                    break
    return game.view(state, shot.seat)


async def picture(shot: Shot) -> str:
    """The screen as SVG after some keys."""
    app = Room40(lambda ink: systems.table(shot.system, Still(played(shot)), ink), Profile())
    async with app.run_test(size=shot.size) as pilot:
        await pilot.pause()
        for key in shot.keys:
            await pilot.press({"/": "slash"}.get(key, key))
        await pilot.pause()
        return steady(app.export_screenshot(title="Room 40"))


def steady(svg: str) -> str:
    """The same picture, every word in its own place and no font fetched from elsewhere.

    Not every program that draws SVG keeps the blanks at the ends of a text or heeds its length; the place of a word it
    does keep.
    """
    svg = re.sub(r"\s*@font-face \{.*?\}|\s*<clipPath id=\S*-line-\d+\S*.*?</clipPath>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+-", "t-", svg).replace("Fira Code, monospace", "DejaVu Sans Mono, Menlo, Consolas, monospace")
    text = r'<text class="(\S+)" x="([\d.]+)" y="([\d.]+)" textLength="[\d.]+" clip-path="\S+">([^<]*)</text>'
    return re.sub(text, _words, svg)


def _words(found: re.Match[str]) -> str:
    """A text as one text a word."""
    style, x, y, whole = found.groups()
    words = re.finditer(r"\S+", unescape(whole))
    return "".join(
        f'<text class="{style}" x="{float(x) + CELL * word.start():.1f}" y="{y}" textLength="{CELL * len(word[0]):.1f}">'
        f"{escape(word[0], quote=False)}</text>"
        for word in words
    )


def main() -> None:
    """Make them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, shot in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(asyncio.run(picture(shot)), "utf-8")


if __name__ == "__main__":
    main()

"""Make the pictures of the chart and the order sheet in docs/pictures, from the program itself.

Two computers play the flight of the Goeben for some turns with a fixed seed; what the Entente then sees is shown on the
client's own table screen, and the screen is written down as SVG. Run: python docs/make_pictures.py
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from room40.dreadnought.views import View
from room40.protocol.mergepatch import Tree, to_tree
from room40.protocol.messages import ChatLine, Done
from room40_client.session import Answer, Change, LineState
from room40_client.tui.app import Profile, Room40
from room40_client.tui.screens.table import TableScreen
from room40_server import scenarios
from room40_server.bots.dreadnought import Bot
from room40_server.rules.dice import SeededDice
from room40_server.rules.dreadnought.turn import Dreadnought
from room40_server.rules.game import Refused

FOLDER = Path(__file__).parent / "pictures"
SEED = b"room 40 old building"
TURNS = 6
PICTURES: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "chart-80x24": ((80, 24), ("escape",)),
    "chart-120x40": ((120, 40), ("escape",)),
    "sheet-80x24": ((80, 24), ("escape", "o")),
    "zoom-80x24": ((80, 24), ("escape", "plus", "plus")),
}
"""Name -> size of the terminal, keys pressed."""


class Still:
    """A wire on which nothing happens any more."""

    def __init__(self, view: View) -> None:
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


def played(seat: str) -> View:
    """What a seat sees in the orders phase after some turns."""
    game = Dreadnought()
    state = scenarios.load("goeben", {})
    dice = SeededDice(SEED)
    bots = {name: Bot(name, seed=1914) for name in game.seats(state)}
    while state.turn < TURNS or game.waiting(state).get(seat) != "orders":
        for name in game.waiting(state):
            view = game.view(state, name)
            for order in bots[name].decide(view, name):
                try:
                    state = game.submit(state, name, order, dice)
                except Refused:
                    break
    return game.view(state, seat)


async def picture(view: View, size: tuple[int, int], keys: tuple[str, ...]) -> str:
    """The screen as SVG after some keys."""
    app = Room40(lambda ink: TableScreen(Still(view), ink), Profile())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        return app.export_screenshot(title="Room 40")


def main() -> None:
    """Make them all."""
    view = played("EN")
    FOLDER.mkdir(exist_ok=True)
    for name, (size, keys) in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(asyncio.run(picture(view, size, keys)), "utf-8")


if __name__ == "__main__":
    main()

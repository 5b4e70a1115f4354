"""Which game, which side: a kept one, a new one against the computer, or the table of a link."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from room40.protocol.links import Link
from room40.protocol.messages import ScenarioCard
from room40_client import kept
from room40_client.plain import Trouble, Wanted
from room40_client.plain.keyboard import Keyboard
from room40_client.plain.outlet import Outlet
from room40_client.plain.system import System
from room40_client.plain.table import QUIT, Table
from room40_client.private_game import lay_out, put_down
from room40_client.private_server import NoServer, PrivateServer
from room40_client.reception import catalogue
from room40_client.session import Session, SessionClosed
from room40_client.terminal.profile import has_signs
from room40_client.tui import systems

COLUMNS = 78
"""Where lines on a terminal are broken."""


def run(game: Coroutine[Any, Any, int]) -> int:
    """A game until it ends or the process is told to end: then it is left as by `quit`. The exit status."""
    return asyncio.run(_until_told(game))


async def _until_told(game: Coroutine[Any, Any, int]) -> int:
    task = asyncio.create_task(game)
    for number in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return 0


def _ends() -> tuple[Keyboard, Outlet]:
    if sys.stdin is None or sys.stdout is None:
        raise Trouble("There is no end to read lines from, or none to write them to.")
    signs = has_signs(os.environ, sys.stdout.encoding or "")
    columns = COLUMNS if sys.stdout.isatty() else 0
    return Keyboard(sys.stdin.fileno()), Outlet(sys.stdout.buffer, signs, sys.stdin.isatty(), columns)


async def join(link: Link, name: str) -> int:
    """The table of a link; the exit status. Raises `Trouble`."""
    keyboard, outlet = _ends()
    session = Session(link, name)
    try:
        await session.start()
    except SessionClosed as closed:
        raise Trouble(str(closed)) from None
    try:
        return await _table(session, keyboard, outlet)
    finally:
        await session.close()


async def _table(session: Session, keyboard: Keyboard, outlet: Outlet) -> int:
    assert session.welcome is not None
    return await Table(session, system_of(session.welcome.system), keyboard, outlet).sit()


def system_of(name: str) -> System[Any]:
    """A system as it is spoken. Raises `Trouble`."""
    makers: dict[str, Callable[[], System[Any]]] = {"dreadnought": _dreadnought, "combined_arms": _combined_arms}
    if name not in makers:
        raise Trouble(f"This program has no table for the system {name!r}; a later version may.")
    return makers[name]()


def _dreadnought() -> System[Any]:
    from room40_client.plain.dreadnought import Dreadnought

    return Dreadnought()


def _combined_arms() -> System[Any]:
    from room40_client.plain.combined_arms import CombinedArms

    return CombinedArms()


# ---- private games ----


async def play(wanted: Wanted, name: str) -> int:
    """A private game; the exit status. Raises `Trouble`."""
    if wanted.go_on and not kept.unfinished():
        raise Trouble("There is no unfinished game to go on with.")
    keyboard, outlet = _ends()
    server = PrivateServer(kept.journal(), kept.scenarios())
    try:
        await server.start()
        game = kept.unfinished()[0] if wanted.go_on else await _chosen(server, wanted, keyboard, outlet)
        return await _sit(server, game, name, keyboard, outlet) if game is not None else 0
    except (NoServer, SessionClosed) as problem:
        raise Trouble(str(problem)) from None
    finally:
        await server.stop()


async def _sit(server: PrivateServer, game: kept.KeptGame, name: str, keyboard: Keyboard, outlet: Outlet) -> int:
    session = Session(Link(server.base, game.table, game.secret), name)
    try:
        await session.start()
        return await _table(session, keyboard, outlet)
    finally:
        put_down(game, session.view)
        await session.close()


async def _chosen(server: PrivateServer, wanted: Wanted, keyboard: Keyboard, outlet: Outlet) -> kept.KeptGame | None:
    """The game that is wanted, laid out if it is new; None if nothing was chosen."""
    cards = await catalogue(server.base)
    found = _card(cards, wanted.scenario) if wanted.scenario else None
    if found is None:
        picked = await _picked(cards, keyboard, outlet)
        if picked is None or isinstance(picked, kept.KeptGame):
            return picked
        found = picked
    if wanted.side and wanted.side not in found.seats:
        raise Trouble(f"{found.title} has no side {wanted.side!r}; it has {', '.join(found.seats)}.")
    side = wanted.side or await _side(found, keyboard, outlet)
    return await lay_out(server, found, side, wanted.options) if side else None


def _card(cards: tuple[ScenarioCard, ...], name: str) -> ScenarioCard:
    found = next((card for card in cards if card.name == name), None)
    if found is None:
        raise Trouble(f"There is no scenario called {name!r}; there are {', '.join(card.name for card in cards)}.")
    return found


async def _picked(
    cards: tuple[ScenarioCard, ...], keyboard: Keyboard, outlet: Outlet
) -> kept.KeptGame | ScenarioCard | None:
    outlet.say("Room 40: wargames of hidden information.")
    games = kept.unfinished()[:6]
    offers: list[kept.KeptGame | ScenarioCard] = [*games, *cards]
    lines = [f"Go on: {game.title}, {game.side or game.seat}, {_far(game)}" for game in games]
    lines += [f"{card.title}. {card.summary}" for card in cards]
    at = await _number(lines, "Which game?", keyboard, outlet)
    return offers[at] if at is not None else None


def _far(game: kept.KeptGame) -> str:
    counts = systems.SYSTEMS[game.system].counts if game.system in systems.SYSTEMS else "turn"
    return f"{counts} {game.turn}" if game.turn else "not begun"


async def _side(card: ScenarioCard, keyboard: Keyboard, outlet: Outlet) -> str:
    if len(card.seats) < 2:
        return "".join(card.seats)
    names = [f"{_SIDES.get(seat, seat)}. {card.sides.get(seat, '')}".rstrip(" .") for seat in card.seats]
    at = await _number(names, f"{card.title}: which side?", keyboard, outlet)
    return card.seats[at] if at is not None else ""


_SIDES = {"CP": "Central Powers", "EN": "Entente"}


async def _number(offers: list[str], question: str, keyboard: Keyboard, outlet: Outlet) -> int | None:
    """Which of them; None for none."""
    outlet.say(*(f"{number}: {words}" for number, words in enumerate(offers, 1)))
    while True:
        outlet.say(f"{question} Type a number, or quit.")
        outlet.prompt()
        line = await keyboard.line()
        outlet.typed_at()
        if line is None or outlet.gone or line.lower() in QUIT:
            return None
        if line.isdecimal() and len(line) < 4 and 1 <= int(line) <= len(offers):
            return int(line) - 1
        outlet.say(f"There are 1 to {len(offers)}.")

"""Watching in a real browser: what it shows, that nothing can be done there, and that no secret gets to it."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec import Struct

from room40.protocol.messages import Made
from room40_client.reception import create, links
from room40_client.session import Session
from room40_server.bots.dreadnought import Bot
from tests.end_to_end.browser import Page, browser, found
from tests.end_to_end.players import Seat

BROWSER = found()
PATIENCE = 30
ESCAPE, RIGHT = ("Escape", 27), ("ArrowRight", 39)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on this machine"),
]


class Server(Struct):
    process: asyncio.subprocess.Process
    base: str
    pages: str


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Server]:
    """A server with pages of all its tables inside the `with`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "room40_server", "serve", "--port", "0", "--journal", str(folder / "tables.db")),
        *("--until-eof", "--web", "0", "--web-public", "all"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    base, pages = [(await process.stdout.readline()).decode().split()[1] for _ in range(2)]
    try:
        yield Server(process, base, pages)
    finally:
        if process.returncode is None:
            process.terminate()
        assert await process.wait() == 0


def processes() -> str:
    """The list of processes as any user of the machine sees it."""
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def clients_of(server: Server) -> list[str]:
    """The processes below the one that has the client loaded."""
    found = subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True).stdout
    pairs = [line.split() for line in found.splitlines()[1:]]
    below = {pid for pid, parent in pairs if parent == str(server.process.pid)}
    return [pid for pid, parent in pairs if parent in below]


async def last_line(page: Page, words: str) -> None:
    await page.until(lambda: words in page.text)


async def test_a_browser_watches_a_table_and_can_do_nothing_there(tmp_path: Path) -> None:
    assert BROWSER is not None
    async with serving(tmp_path) as server, browser(BROWSER) as page:
        made = await create(server.base, "dreadnought", "goeben")
        await page.go_to(server.pages)
        await page.until(lambda: any("room40.css" in address for address in page.addresses))
        await page.value("new Promise(done => document.readyState === 'complete' ? done() : onload = done)")
        assert "The flight of the Goeben" in await page.value("document.body.innerText")
        await page.value("document.querySelector('main a').click()")
        await last_line(page, "Watching. Waiting for the Central Powers and the Entente.")
        assert page.screen.columns >= 80
        assert page.screen.lines >= 24, "the letters are so large that all has room"
        assert "too small" not in page.text

        async with Session(links(made, server.base)[1]) as other:
            version = other.version
            await page.press(*ESCAPE)
            await page.press(*RIGHT)
            await last_line(page, "A2 sea")
            await page.press("c", ord("C"), "c")
            await last_line(page, "You are watching; nothing can be ordered.")
            await page.press("x", ord("X"), "x")
            await last_line(page, "who watches says nothing")
            await page.press(*ESCAPE)
            await last_line(page, "A2 sea")
            await page.press(*RIGHT)
            await last_line(page, "A3 sea")
            assert other.version == version, "nothing was ordered"
            assert not other.chat

        drawn = await page.picture()
        await page.press(*RIGHT)
        await last_line(page, "A4 sea")
        async with asyncio.timeout(PATIENCE):
            while await page.picture() == drawn:  # what came is also on the page
                await asyncio.sleep(0.1)
        await nothing_is_told(page, server, made)

        assert len(clients_of(server)) == 1
        await page.go_to("about:blank")
        async with asyncio.timeout(PATIENCE):
            while clients_of(server):
                await asyncio.sleep(0.1)


async def nothing_is_told(page: Page, server: Server, made: Made) -> None:
    """No secret stands on the page, in an address, in what it was sent or in the list of processes."""
    everything = [await page.value("document.documentElement.outerHTML"), *page.addresses, *page.sent, processes()]
    for secret in (made.watch, *made.seats.values()):
        assert not [where for where in everything if secret in where]
    assert not [where for where in everything[:-1] if server.base in where], "nor is the table's own door"
    assert all(address.split("//")[1].startswith(server.pages.split("//")[1]) for address in page.addresses[1:])
    assert not [complaint for complaint in page.complaints if '"level": "error"' in complaint], page.complaints


async def test_who_leaves_is_told_that_the_visit_is_over(tmp_path: Path) -> None:
    assert BROWSER is not None
    async with serving(tmp_path) as server, browser(BROWSER) as page:
        made = await create(server.base, "dreadnought", "goeben")
        await page.go_to(f"{server.pages}/watch/{made.table}")
        await last_line(page, "Watching.")
        await page.press("q", ord("Q"), "q")
        async with asyncio.timeout(PATIENCE):
            while "The visit is over" not in await page.value("document.body.innerText"):
                await asyncio.sleep(0.1)


async def test_a_game_that_goes_on_is_seen_going_on(tmp_path: Path) -> None:
    assert BROWSER is not None
    async with serving(tmp_path) as server, browser(BROWSER) as page:
        made = await create(server.base, "dreadnought", "goeben", computers=("EN",))
        await page.go_to(f"{server.pages}/watch/{made.table}")
        await last_line(page, "turn 1/30")
        seat = Seat(links(made, server.base)[0]["CP"], Bot("CP", 1))
        async with seat.session:
            await seat.play(until_turn=2)
        await last_line(page, "turn 2/30")

"""A real browser without a window, driven by its own protocol for developers, and what a page of it was sent and said."""

import asyncio
import base64
import json
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyte
from aiohttp import ClientSession
from websockets.asyncio.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 30.0
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--mute-audio")
_MODES = re.compile(r"\x1b\[[?><=][\d;]*[ -/]*[@-~]|\x1b\[\d q")


def found() -> str | None:
    """The browser of this machine."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """A tab. The screen is what came to its terminal, seen by an emulator that is not the page's own."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.sent: list[str] = []
        """What the page was sent by its WebSocket."""
        self.addresses: list[str] = []
        """All that the page asked for."""
        self.complaints: list[str] = []
        """What the browser wrote in its console as an error."""
        self.screen = pyte.Screen(*(80, 24))
        self._stream = pyte.Stream(self.screen)
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def call(self, method: str, **given: object) -> dict[str, Any]:
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": self._number, "method": method, "params": given}))
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def go_to(self, address: str) -> None:
        await self.call("Page.navigate", url=address)

    async def value(self, expression: str) -> Any:
        """What a piece of script gives on the page."""
        said = await self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        return said["result"].get("value")

    async def press(self, key: str, code: int = 0, text: str = "") -> None:
        one = {"key": key, "code": key, "windowsVirtualKeyCode": code, "text": text}
        await self.call("Input.dispatchKeyEvent", type="keyDown", **one)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **one)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something holds of what has come."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    async def picture(self) -> bytes:
        """What the page looks like, as PNG."""
        return base64.b64decode((await self.call("Page.captureScreenshot", format="png"))["data"])

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _listen(self) -> None:
        async for raw in self._socket:
            said = json.loads(raw)
            if "id" in said:
                answer = self._answers.pop(said["id"])
                if not answer.done():
                    answer.set_result(said.get("result", {}))
                continue
            self._heard(said["method"], said["params"])
            self._news.set()

    def _heard(self, method: str, told: dict[str, Any]) -> None:
        if method == "Network.webSocketFrameReceived":
            frame = told["response"]
            if frame["opcode"] == 2:
                shown = base64.b64decode(frame["payloadData"]).decode()
                self.sent.append(shown)
                self._stream.feed(_MODES.sub("", shown))
        elif method == "Network.webSocketFrameSent":
            self._size(told["response"]["payloadData"])
        elif method in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            self.addresses.append(told.get("url") or told["request"]["url"])
        elif method in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.complaints.append(json.dumps(told))

    def _size(self, said: str) -> None:
        with suppress(ValueError):
            match json.loads(said):
                case ["resize", {"width": int(columns), "height": int(lines)}]:
                    self.screen.resize(lines, columns)


@asynccontextmanager
async def browser(path: str) -> AsyncIterator[Page]:
    """An empty page of a browser that runs inside the `with`."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = (
            path,
            *FLAGS,
            "--remote-debugging-port=0",
            f"--user-data-dir={home}",
            "--window-size=1000,600",
            "about:blank",
        )
        quiet = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
        try:
            async with connect(await _page_of(Path(home)), max_size=None, proxy=None) as socket:
                page = Page(socket)
                try:
                    for part in ("Page", "Network", "Runtime", "Log"):
                        await page.call(f"{part}.enable")
                    yield page
                finally:
                    await page.close()
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            await process.wait()


async def _page_of(home: Path) -> str:
    """Where the browser's first page is to be had."""
    async with asyncio.timeout(PATIENCE):
        while not (lines := _port(home)):
            await asyncio.sleep(0.05)
        while True:
            async with ClientSession() as asking, asking.get(f"http://127.0.0.1:{lines[0]}/json/list") as answer:
                for one in json.loads(await answer.read()):
                    if one["type"] == "page":
                        return str(one["webSocketDebuggerUrl"])
            await asyncio.sleep(0.05)


def _port(home: Path) -> list[str]:
    with suppress(OSError):
        return (home / "DevToolsActivePort").read_text().split()
    return []

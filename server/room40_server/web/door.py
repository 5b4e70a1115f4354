"""The pages, and who may come in: anybody, to look on, and not too many at once."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from urllib.parse import urlsplit

import textual_serve
from aiohttp import web

from room40_server.journal import JournalError
from room40_server.lobby import NotLetIn, NotMade
from room40_server.ssh.clients import Clients, NoClient
from room40_server.ssh.limits import Room
from room40_server.web.gallery import Gallery
from room40_server.web.visits import LONGEST, Visit

AN_ADDRESS = 6
"""Visits of one address. Behind a proxy all have one."""
VISITS = 40
"""Visits in all: each is a process of some 20 MB."""
SIZE = (80, 24)
LARGEST = 1000
PATIENCE = 5.0
"""Seconds that a browser has to say goodbye when the server stops."""
ASSETS = Path(textual_serve.__file__).parent / "static"
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_BROKEN = "The server cannot look this up now; its operator's log says why."

log = logging.getLogger(__name__)

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Door:
    """The handlers of all pages."""

    def __init__(self, gallery: Gallery, clients: Clients) -> None:
        self._gallery = gallery
        self._clients = clients
        self._addresses = Room(AN_ADDRESS)
        self._all = Room(VISITS)
        self._sockets: set[web.WebSocketResponse] = set()

    def application(self) -> web.Application:
        """All that can be asked for."""
        made = web.Application(middlewares=[_guarded], client_max_size=LONGEST)
        made.router.add_get("/", self._list, allow_head=True)
        made.router.add_get(r"/watch/{table:[A-Za-z0-9_-]{1,64}}", self._page)
        made.router.add_get(r"/watch/{table:[A-Za-z0-9_-]{1,64}}/screen", self._screen, allow_head=False)
        made.router.add_static("/static", ASSETS)
        made.router.add_get(r"/room40.{kind:css|js}", _own)
        made.on_shutdown.append(self._close)
        return made

    async def _list(self, _request: web.Request) -> web.Response:
        shown = await self._gallery.offered()
        rows = [
            f'<li><a href="watch/{escape(one.table)}">{escape(one.title)}</a> {escape(one.says or "is being played")}'
            f" <small>{escape(one.table)}</small></li>"
            for one in shown
        ]
        return _html("index.html", tables="\n".join(rows) or "<li>No table is shown at present.</li>")

    async def _page(self, request: web.Request) -> web.Response:
        return _html("watch.html", title=escape(await self._gallery.title(request.match_info["table"])))

    async def _screen(self, request: web.Request) -> web.StreamResponse:
        if not _is_own_page(request):
            raise web.HTTPForbidden(text="This screen is for this server's own page.")
        address = request.remote or ""
        rooms = [(self._addresses, address), (self._all, "")]
        taken = [(room, whose) for room, whose in rooms if room.take(whose)]
        try:
            if len(taken) < len(rooms):
                raise web.HTTPServiceUnavailable(text="Too many are watching; close another page, or try again later.")
            return await self._visit(request)
        finally:
            for room, whose in taken:
                room.leave(whose)

    async def _visit(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LONGEST, timeout=PATIENCE)
        if not socket.can_prepare(request):
            raise web.HTTPBadRequest(text="This is the screen of a page, and no page.")
        link = await self._gallery.open(request.match_info["table"])
        self._sockets.add(socket)
        try:
            await socket.prepare(request)
            size = (_number(request, "width", SIZE[0]), _number(request, "height", SIZE[1]))
            await Visit(socket, self._clients, size).run(link)
        except NoClient as no:
            with suppress(ConnectionError):
                await socket.send_bytes(f"{no}\r\n".encode())
        except ConnectionError:
            pass
        finally:
            self._sockets.discard(socket)
            self._gallery.close(link)
            await socket.close()
        return socket

    async def _close(self, _application: web.Application) -> None:
        await asyncio.gather(*(socket.close() for socket in list(self._sockets)), return_exceptions=True)


@web.middleware
async def _guarded(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Every answer with its headers; what cannot be had as a sentence."""
    try:
        answer = await handler(request)
    except NotLetIn as no:
        answer = web.Response(status=404, text=str(no))
    except (NotMade, JournalError) as error:
        log.error("web: %s", error)
        answer = web.Response(status=503, text=_BROKEN)
    except web.HTTPException as error:
        error.headers.update(_HEADERS)
        raise
    except Exception:
        log.exception("a page failed")
        answer = web.Response(status=500, text="The server failed.")
    if not answer.prepared:
        answer.headers.update(_HEADERS)
    return answer


async def _own(request: web.Request) -> web.Response:
    kind = request.match_info["kind"]
    return web.Response(text=_text(f"room40.{kind}"), content_type={"css": "text/css", "js": "text/javascript"}[kind])


def _html(name: str, **words: str) -> web.Response:
    """A page; its words are HTML already."""
    return web.Response(text=Template(_text(name)).substitute(words), content_type="text/html")


def _text(name: str) -> str:
    return (files("room40_server.web") / "pages" / name).read_text("utf-8")


def _is_own_page(request: web.Request) -> bool:
    """Whether a browser asks from a page of this server; a program that is no browser says nothing of it."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("Host")


def _number(request: web.Request, name: str, usual: int) -> int:
    said = request.query.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 5 and 0 < int(said) < LARGEST else usual


@asynccontextmanager
async def opened(gallery: Gallery, clients: Clients, host: str, port: int) -> AsyncIterator[int]:
    """The pages can be had inside the `with`; their port. At the end all visits are ended, and nothing is left of them."""
    runner = web.AppRunner(
        Door(gallery, clients).application(), access_log=None, handle_signals=False, shutdown_timeout=PATIENCE
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        await clients.load()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
        await clients.close()

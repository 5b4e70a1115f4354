"""What can be asked of a server before one sits at a table: what is played there, and a table of one's own."""

import asyncio

from room40.protocol import codec
from room40.protocol.links import Link
from room40.protocol.messages import PROTOCOL, AnyDown, AnyUp, Ask, Bye, Catalogue, Create, Made, ScenarioCard
from room40_client.connection import PATIENCE, SessionClosed, connected, message_of


async def catalogue(base: str) -> tuple[ScenarioCard, ...]:
    """The scenarios that the server at `base` offers. Raises `SessionClosed` if it cannot be asked."""
    answer = await _ask_once(base, Ask(PROTOCOL))
    if not isinstance(answer, Catalogue):
        raise SessionClosed("The server does not tell its scenarios.")
    return answer.scenarios


async def system_of(base: str, scenario: str) -> str:
    """The system whose scenario this is at the server at `base`. Raises `SessionClosed`."""
    cards = await catalogue(base)
    found = next((card.system for card in cards if card.name == scenario), "")
    if not found:
        raise SessionClosed(f"There is no scenario {scenario[:40]!r}; there are {', '.join(card.name for card in cards)}.")
    return found


async def create(
    base: str,
    system: str,
    scenario: str,
    options: dict[str, int | str | bool] | None = None,
    computers: tuple[str, ...] = (),
    seat: str = "",
    secret: str = "",
) -> Made:
    """Open a table at the server at `base`: `Create` says what the rest means. Raises `SessionClosed`."""
    answer = await _ask_once(base, Create(PROTOCOL, system, scenario, options or {}, computers, seat, secret))
    if not isinstance(answer, Made):
        raise SessionClosed("The server opened no table.")
    return answer


def links(made: Made, base: str) -> tuple[dict[str, Link], Link]:
    """The link of each human seat and the watchers', for a table made at the server at `base`."""
    address = made.base or base
    return {seat: Link(address, made.table, key) for seat, key in made.seats.items()}, Link(address, made.table, made.watch)


async def _ask_once(base: str, message: AnyUp) -> AnyDown:
    from websockets.exceptions import WebSocketException

    try:
        async with asyncio.timeout(PATIENCE), connected(base, "/") as socket:
            await socket.send(codec.encode(message))
            answer = message_of(await socket.recv())
    except (OSError, TimeoutError, WebSocketException):
        raise SessionClosed(f"There is no answer from {base}.") from None
    except codec.WireError as error:
        raise SessionClosed(f"The server sent what this program does not understand: {error.reason}") from None
    if isinstance(answer, Bye):
        raise SessionClosed(answer.reason)
    return answer

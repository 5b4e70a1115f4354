"""A game against the computer on a server of one's own: laid out, and put down with how far it had got."""

from datetime import UTC, datetime

from room40.protocol.mergepatch import Tree
from room40.protocol.messages import ALL_OTHERS, ScenarioCard
from room40_client import kept
from room40_client.private_server import PrivateServer
from room40_client.reception import create
from room40_client.tui.systems import progress


async def lay_out(
    server: PrivateServer, card: ScenarioCard, side: str, options: dict[str, int | str | bool]
) -> kept.KeptGame:
    """Open a table for a scenario, the computer in every other seat, and keep it. Raises `SessionClosed`."""
    computers = (ALL_OTHERS,)
    made = await create(server.base, card.system, card.name, options, computers, seat=side, secret=server.secret)
    keys = (made.table, made.seat, made.seats[made.seat], made.watch)
    held = card.sides.get(made.seat, "")
    game = kept.KeptGame(*keys, card.name, card.title, _now(), system=card.system, side=held)
    kept.keep(game)
    return game


def put_down(game: kept.KeptGame, view: Tree) -> None:
    """Write down how far a game has got, if it was seen at all."""
    if view:
        far = progress(game.system, view)
        kept.leave(game, _now(), far.time, far.count, far.result)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

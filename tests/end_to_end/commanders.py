"""Clients without a screen at a table of 1942: one that looks on, one that plays, and a person with a first turn in mind."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import View
from room40_server.bots.combined_arms.player import Bot
from tests.end_to_end.players import Onlooker, Seat

SEA_ROAD = ("west-bay", "strait", "east-bay")
PURCHASE: Sequence[Order] = (o.Buy({"tank": 2}), o.Buy({"infantry": 2, "artillery": 1}), o.Commit())
ATTACK: Sequence[Order] = (
    o.Move(("infantry-4",), ("marran-hills", "west-bay")),
    o.TakeBack(1),
    o.Move(("infantry-1", "infantry-2"), ("port-marran", "west-bay")),
    o.Move(("transport-1",), ("west-bay", "strait")),
    o.Move(("infantry-1", "infantry-2"), ("strait", "the-neck")),
    o.Move(("battleship-1", "submarine-1"), SEA_ROAD),
    o.Move(("fighter-1",), ("port-marran", "strait", "east-bay")),
    o.Move(("fighter-2",), SEA_ROAD),
    o.Move(("bomber-1",), ("port-marran", "strait", "port-tavik"), o.Duty.RAID),
    o.Commit(),
)
HOMEWARD: Sequence[o.Move] = (
    o.Move(("fighter-1",), ("east-bay", "strait", "port-marran")),
    o.Move(("fighter-2",), ("east-bay", "strait", "west-bay")),
    o.Move(("bomber-1",), ("port-tavik", "strait", "port-marran")),
)
PLACEMENT: Sequence[Order] = (o.Place("port-marran", {"infantry": 2, "artillery": 1}), o.Commit())


class Spectator(Onlooker):
    """Looks on at a table of 1942."""

    shape: type[Any] = View


class Commander(Seat):
    """Plays a seat of 1942."""

    shape: type[Any] = View

    def has_come_to(self, view: Any, turn: int) -> bool:
        """Whether a round has begun."""
        return bool(view.round >= turn)

    def question(self, view: Any) -> tuple[object, ...]:
        ask, battle = view.ask, view.battles.get(view.ask.battle)
        return view.round, view.power, ask.kind, ask.battle, battle.round if battle else 0, battle.step if battle else ""


class Person:
    """Plays Marran's first turn after a plan of his own, and then as the computer would."""

    def __init__(self) -> None:
        self.bot = Bot(1)

    def decide(self, view: Any, seat: str) -> Sequence[Struct]:
        """The orders to give now."""
        if (view.round, view.power) != (1, "marran"):
            return self.bot.decide(view, seat)
        ask = view.ask
        match ask.kind:
            case "purchase":
                return PURCHASE
            case "combat move":
                return ATTACK
            case "casualties":
                return [o.Casualties(tuple(ask.suggestion))]
            case "press or retreat":
                return [o.Retreat("strait")] if "strait" in ask.choices else [o.Press()]
            case "non-combat move":
                return [*(move for move in HOMEWARD if _is_there(view, move)), o.Commit()]
            case "mobilise":
                return PLACEMENT
        return self.bot.decide(view, seat)


def _is_there(view: Any, move: o.Move) -> bool:
    unit = view.units.get(move.units[0])
    return unit is not None and unit.space == move.path[0]

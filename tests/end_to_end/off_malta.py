"""A contact made by plots, not by luck: *Goeben* goes to bombard Malta while the squadron there comes out (5.42).

A system of its own, so that a server's computer can be told to plan so too.
"""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Order
from room40.dreadnought.views import View
from room40.protocol.messages import ScenarioCard
from room40_server import scenarios
from room40_server.bots import tactics
from room40_server.bots.dreadnought import Bot
from room40_server.rules.dreadnought.turn import Dreadnought
from room40_server.systems import Options, System
from tests.dreadnought.tactical import players

NAME = "off-malta"
MALTA = "V30"
MET_IN = 2
"""The turn in which all come to Malta."""

_FORM = o.Form(
    (
        o.Formation("CP-1", ("goeben", "breslau"), Mission.BOMBARDMENT),
        o.Formation("CP-2", ("collier-1",), Mission.INTERCEPT),
    )
)


def plan(seat: str, length: int) -> list[Order]:
    """The plan of a side before the game; what it does not name is as the scenario has it."""
    if seat == "CP":
        later = [o.Plot("CP-1", turn, "stay") for turn in range(3, length + 1)]
        voyage = [o.Plot("CP-1", 1, "S32/T31"), o.Plot("CP-1", 2, f"U31/{MALTA} (bombard)")]
        return [_FORM, *voyage, *later, o.Plot("CP-2", 1, "stay"), o.Plot("CP-2", 2, "stay"), o.Commit()]
    out = [o.Plot(fleet, turn, route) for fleet in ("EN-5", "EN-6", "EN-7") for turn, route in ((1, "stay"), (2, MALTA))]
    return [*out, o.Commit()]


class ToMalta:
    """A player that plans to be off Malta in turn 2 and leaves all else to a player of the computer."""

    def __init__(self, seed: int = 1) -> None:
        self._bot = Bot("", seed)

    def decide(self, view: View, seat: str = "") -> list[Order]:
        return plan(view.seat, view.scenario.length) if view.ask.kind == "plan" else self._bot.decide(view, seat)


class Person(ToMalta):
    """A person with a mind of his own on the board: sets up by hand, comes on and fires, will have no basic combat."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._rng = Random(name)

    def decide(self, view: View, seat: str = "") -> list[Order]:
        if view.ask.kind not in tactics.ASKED:
            return super().decide(view, seat)
        if view.ask.kind == "set up":
            battle, board = players.battle_in(view)
            return [o.SetUp(battle.zone, {at: tuple(ships) for at, ships in board.proposal.items()})]
        return [players.answer(view, self._rng, leaves=0, bold=True)]


class OffMalta(Dreadnought):
    """The 1914-18 system under another name."""

    name = NAME


def open_scenario(name: str, options: Options) -> Struct:
    """A scenario of the 1914-18 system."""
    return scenarios.load(name, options)


def cards() -> Sequence[ScenarioCard]:
    """None of its own."""
    return []


SYSTEM = System(OffMalta(), open_scenario, ToMalta, cards)

"""A small game with something of everything, as a system of its own: what a server process can be told to play."""

from collections.abc import Sequence

from msgspec import Struct

from room40.protocol.messages import ScenarioCard
from room40_server.bots.dreadnought import Bot
from room40_server.rules.dice import ScriptedDice
from room40_server.rules.dreadnought.turn import Dreadnought, advance
from room40_server.systems import Options, ScenarioProblem, System
from tests.dreadnought.games import made_up

LENGTH = 12


class MadeUp(Dreadnought):
    """The 1914-18 system under another name."""

    name = "made-up"


def open_scenario(name: str, options: Options) -> Struct:
    """The small game of a number: the name of the scenario."""
    if not name.isdecimal():
        raise ScenarioProblem(f"No scenario is called {name!r}.")
    return advance(made_up(int(name), length=LENGTH), ScriptedDice(()))


def scenarios() -> Sequence[ScenarioCard]:
    """One of many."""
    return [ScenarioCard("made-up", "1", "A small game", "Something of everything.", ("CP", "EN"))]


SYSTEM = System(MadeUp(), open_scenario, Bot, scenarios)

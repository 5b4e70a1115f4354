"""The systems of rules a server can play, and what it needs of each beside the rules.

A system is found by its name and imported only when it is played. To add one: a folder under `rules/`, a player under
`bots/`, scenarios, and one maker here (or, from outside, a module with a `SYSTEM`, given to `serve --with-system`).
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from room40.protocol.messages import ScenarioCard
from room40_server.rules.game import Game

AnyGame: TypeAlias = Game[Any, Any]
Options: TypeAlias = Mapping[str, int | str | bool]


class SystemProblem(Exception):
    """A system that cannot be played here: an operator's error, in one sentence."""


class ScenarioProblem(Exception):
    """A scenario that is unknown or broken, in one sentence that names the file, the table and the key."""


class Player(Protocol):
    """A computer player. It is shown its own seat's view and nothing else."""

    def decide(self, view: Any, seat: str) -> Sequence[Struct]:
        """The orders to give now, in order. Asked again as long as the game waits for the seat.

        `view` is the Struct that the game's `view` made for `seat`.
        """
        ...


@dataclass(frozen=True)
class System:
    """A system of rules with all that belongs to it."""

    game: AnyGame
    open_scenario: Callable[[str, Options], Struct]
    """The opening state of a scenario. Raises `ScenarioProblem`."""
    player: Callable[[], Player]
    scenarios: Callable[[], Sequence[ScenarioCard]]

    @property
    def name(self) -> str:
        """The system's name, as in `Create.system`."""
        return self.game.name


def _dreadnought() -> System:
    from room40_server import scenarios
    from room40_server.bots.dreadnought import Bot
    from room40_server.rules.dreadnought.turn import Dreadnought

    def open_scenario(name: str, options: Options) -> Struct:
        try:
            return scenarios.load(name, options)
        except scenarios.ScenarioError as error:
            raise ScenarioProblem(str(error)) from error

    def cards() -> Sequence[ScenarioCard]:
        try:
            return scenarios.catalogue()
        except scenarios.ScenarioError as error:
            raise ScenarioProblem(str(error)) from error

    return System(Dreadnought(), open_scenario, Bot, cards)


def _combined_arms(folders: Sequence[Path] = ()) -> System:
    from room40_server import combined_arms_scenarios as scenarios
    from room40_server.bots.combined_arms.player import Bot
    from room40_server.own_scenarios import OwnScenarios
    from room40_server.rules.combined_arms.turn import CombinedArms

    own = OwnScenarios(folders, scenarios.SYSTEM)

    def open_scenario(name: str, options: Options) -> Struct:
        try:
            return scenarios.load(name, options, own)
        except scenarios.ScenarioError as error:
            raise ScenarioProblem(str(error)) from error

    def cards() -> Sequence[ScenarioCard]:
        try:
            return scenarios.catalogue(own)
        except scenarios.ScenarioError as error:
            raise ScenarioProblem(str(error)) from error

    return System(CombinedArms(), open_scenario, Bot, cards)


def built_in(folders: Sequence[Path] = ()) -> Mapping[str, Callable[[], System]]:
    """By name, what makes each system that comes with the program. `folders`: of the operator's own scenarios."""
    return {"dreadnought": _dreadnought, "combined_arms": partial(_combined_arms, folders)}


BUILT_IN = built_in()
"""The systems with the scenarios that come with the program."""


class Systems:
    """The systems of one server: the built-in ones, and `extra` from outside."""

    def __init__(self, extra: Sequence[System] = (), built_in: Mapping[str, Callable[[], System]] = BUILT_IN) -> None:
        self._built_in = built_in
        self._found: dict[str, System] = {system.name: system for system in extra}

    def get(self, name: str) -> System:
        """The system of that name. Raises `SystemProblem`."""
        if name not in self._found:
            if name not in self._built_in:
                raise SystemProblem(f"No system is called {name!r}.")
            try:
                self._found[name] = self._built_in[name]()
            except ImportError as error:
                raise SystemProblem(f"The system {name!r} is not whole: {error}.") from error
        return self._found[name]

    def scenarios(self) -> tuple[ScenarioCard, ...]:
        """Every scenario of every system. Raises `SystemProblem` or `ScenarioProblem`."""
        names = list(self._found) + [name for name in self._built_in if name not in self._found]
        return tuple(card for name in names for card in self.get(name).scenarios())


def system_from(module: str) -> System:
    """The `SYSTEM` of a module outside this package. Raises `SystemProblem`."""
    try:
        system = importlib.import_module(module).SYSTEM
    except (ImportError, AttributeError) as error:
        raise SystemProblem(f"{module!r} is no module of a system: {error}.") from error
    if not isinstance(system, System):
        raise SystemProblem(f"{module!r} is no module of a system: its SYSTEM is no System.")
    return system

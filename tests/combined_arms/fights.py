"""Helpers for tests of battles of 1942: begin a combat phase with scripted dice, and read what happened."""

from room40_server.rules.combined_arms.state import State
from room40_server.rules.combined_arms.turn import advance
from tests.combined_arms.kit import dice, game


def came(unit: str, *spaces: str) -> dict[str, dict[str, object]]:
    """The `fields` of a unit that moved along these spaces to where it fights."""
    return {unit: {"moved_in": "combat move", "came_from": spaces[-1], "path": spaces, "used": len(spaces)}}


def landing(territory: str, *units: str) -> dict[str, dict[str, object]]:
    """The `fields` of units aboard that are declared to land in a territory."""
    return {unit: {"assault": territory, "moved_in": "combat move"} for unit in units}


def fight(links: str, *pips: int, **what: object) -> State:
    """A combat phase run with these dice up to the first question."""
    return advance(game(links, phase="combat", **what), dice(*pips))  # type: ignore[arg-type]


def told(state: State) -> list[str]:
    """What the log says, line by line."""
    return [event.text for event in state.log.values()]


def kinds(state: State) -> list[str]:
    """What is asked, whoever is asked."""
    return list(state.asked.values())


def thrown(state: State, key: str) -> list[tuple[str, tuple[int, ...]]]:
    """The dice of the last round of a battle: whose and what for, and how they fell."""
    return [(f"{roll.side} {roll.what}", roll.pips) for roll in state.battles[key].rolls]

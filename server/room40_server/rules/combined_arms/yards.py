"""Which complex brings forth what: no more than each can, ships from any that touches their zone (K7)."""

from room40.combined_arms.orders import Place
from room40_server.rules.combined_arms import decks
from room40_server.rules.combined_arms.state import State
from room40_server.rules.game import Refused


def spread(state: State, placements: dict[str, Place]) -> dict[str, int]:
    """Complex -> units it brings forth, so that all placements can be made together. Raises `Refused` if they cannot (K7).

    One unit after the other takes a free place at a complex beside it, moving others to another complex of theirs if need
    be: so a way is found whenever there is one.
    """
    outputs = decks.complexes(state)
    at: dict[str, list[str]] = {place: [] for place in outputs}
    for space, one in sorted(placements.items()):
        number = sum(n for key, n in one.units.items() if "complex" not in state.setting.types[key].traits)
        for _ in range(number):
            if not _seat(state, space, at, outputs, set()):
                raise Refused("K7", _why(state, space, outputs), space)
    return {place: len(units) for place, units in at.items() if units}


def beside(state: State, space: str, outputs: dict[str, int]) -> list[str]:
    """The complexes that can bring forth units in a space: its own, or those on the shores of a zone (K7)."""
    if state.setting.spaces[space].water:
        return [place for place in outputs if space in decks.zones_beside(state, place)]
    return [space] if space in outputs else []


def _seat(state: State, space: str, at: dict[str, list[str]], outputs: dict[str, int], tried: set[str]) -> bool:
    for place in beside(state, space, outputs):
        if place in tried:
            continue
        tried.add(place)
        if len(at[place]) < outputs[place]:
            at[place].append(space)
            return True
        for index, other in enumerate(at[place]):
            if other != space and _seat(state, other, at, outputs, tried):
                at[place][index] = space
                return True
    return False


def _why(state: State, space: str, outputs: dict[str, int]) -> str:
    name = state.setting.spaces[space].name
    near = beside(state, space, outputs)
    if not near:
        return f"No complex that has been yours since the turn began brings forth units in {name}."
    total = sum(outputs[place] for place in near)
    return f"The complexes for {name} bring forth {total} units at most, and others draw on them."

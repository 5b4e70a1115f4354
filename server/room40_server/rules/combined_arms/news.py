"""The log of a game, open to all: one line for each thing that happened."""

from msgspec.structs import replace

from room40_server.rules.combined_arms.state import Event, State


def tell(state: State, clause: str, space: str, text: str) -> State:
    """Add a line to the log: the clause it rests on, the space it is about ("" if none)."""
    event = Event(state.round, state.power, state.phase.value, clause, space, text)
    return replace(state, log={**state.log, len(state.log) + 1: event})


def name_of_power(state: State, power: str) -> str:
    """A power as players call it."""
    return state.setting.powers[power].name if power in state.setting.powers else "nobody"


def name_of_space(state: State, space: str) -> str:
    """A space as the map calls it."""
    return state.setting.spaces[space].name if space in state.setting.spaces else repr(space)


def joined(names: list[str]) -> str:
    """Several names in words: "a, b and c"."""
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def several(state: State, key: str, number: int) -> str:
    """Units of a type in words: "2 tanks"."""
    kind = state.setting.types[key]
    return f"{number} {kind.name if number == 1 else kind.plural or kind.name + 's'}"


def count(state: State, types: dict[str, int]) -> str:
    """Units by type in words: "2 infantry and 1 tank"."""
    return joined([several(state, key, number) for key, number in types.items() if number])

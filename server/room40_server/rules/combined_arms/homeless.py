"""Defending fighters whose carrier was sunk land within one space before the attacker's phase 4, or are lost (K3.7)."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.decks import free_decks
from room40_server.rules.combined_arms.state import (
    State,
    Unit,
    are_friends,
    has,
    seat_of,
    type_of,
    with_units,
    without_units,
)
from room40_server.rules.game import Refused


def fighters(state: State) -> tuple[Unit, ...]:
    """The fighters of the other alliance that are over a sea zone without a deck (K3.7)."""
    return tuple(
        unit
        for _, unit in sorted(state.units.items())
        if has(state, unit, "fighter")
        and not unit.aboard
        and state.setting.spaces[unit.space].water
        and not are_friends(state, state.power, unit.owner)
    )


def places(state: State, unit: Unit) -> tuple[str, ...]:
    """Where a fighter can land: a friendly deck in its zone or the next, or friendly ground beside it (K3.7)."""
    near = (unit.space, *state.setting.connections.get(unit.space, ()))
    return tuple(space for space in near if _room(state, unit.owner, space))


def step(state: State) -> State:
    """Land all that are left without a choice; ask the first seat that has one, in table order (K3.7)."""
    for seat in state.setting.seats:
        own = _own(state, seat)
        if own and _is_choice(state, own):
            return replace(state, asked={seat: "land homeless"})
        if own:
            state = land(state, seat, {})
    return _lost(state, fighters(state))


def land(state: State, seat: str, wanted: Mapping[str, str]) -> State:
    """The fighters of a seat land where it says, the others wherever there is room; without a place they are lost (K3.7)."""
    own = {unit.id: unit for unit in _own(state, seat)}
    for unit_id, space in wanted.items():
        if unit_id not in own:
            raise Refused("K3.7", f"{unit_id!r} is no fighter of yours that looks for a place to land.", unit_id)
        if not _room(state, own[unit_id].owner, space) or space not in places(state, own[unit_id]):
            where = news.name_of_space(state, space)
            raise Refused("K3.7", f"There is no room in {where} within one space of the fighter.", space)
        state = _landed(state, own[unit_id], space)
    for unit_id in [i for i in own if i not in wanted]:
        at = places(state, own[unit_id])
        if at:
            state = _landed(state, own[unit_id], at[0])
    return _lost(state, _own(state, seat))


def _own(state: State, seat: str) -> tuple[Unit, ...]:
    return tuple(u for u in fighters(state) if u.owner in state.setting.powers and seat_of(state, u.owner) == seat)


def _room(state: State, owner: str, space: str) -> int:
    """How many fighters of a power can land in a space."""
    ground = state.setting.spaces[space]
    if not ground.water:
        return len(state.units) if are_friends(state, owner, state.owners.get(space, "")) and not ground.impassable else 0
    return sum(max(0, free_decks(state, ship)) for ship in _decks(state, owner, space))


def _decks(state: State, owner: str, zone: str) -> list[Unit]:
    ships = [u for _, u in sorted(state.units.items()) if u.space == zone and has(state, u, "carrier")]
    return [ship for ship in ships if are_friends(state, owner, ship.owner)]


def _is_choice(state: State, own: tuple[Unit, ...]) -> bool:
    """Whether it makes a difference who lands where: several places for one, or too little room for unlike ones."""
    at = {unit.id: places(state, unit) for unit in own}
    if any(len(spaces) > 1 for spaces in at.values()):
        return True
    wanted = Counter(spaces[0] for spaces in at.values() if spaces)
    return any(
        number > _room(state, unit.owner, space) and len({(u.owner, u.space) for u in own if at[u.id] == (space,)}) > 1
        for space, number in wanted.items()
        for unit in own
        if at[unit.id] == (space,)
    )


def _landed(state: State, unit: Unit, space: str) -> State:
    deck = ""
    if state.setting.spaces[space].water:
        ships = [ship for ship in _decks(state, unit.owner, space) if free_decks(state, ship) > 0]
        deck = min(ships, key=lambda ship: (ship.owner != unit.owner, ship.id)).id
    text = f"A {type_of(state, unit).name} of {news.name_of_power(state, unit.owner)} lands in"
    state = news.tell(state, "K3.7", space, f"{text} {news.name_of_space(state, space)}.")
    return with_units(state, replace(unit, space=space, aboard=deck))


def _lost(state: State, units: tuple[Unit, ...]) -> State:
    for unit in units:
        text = f"A {type_of(state, unit).name} of {news.name_of_power(state, unit.owner)} finds no place to land"
        state = news.tell(state, "K3.7", unit.space, f"{text} and is lost.")
    return without_units(state, *(unit.id for unit in units))

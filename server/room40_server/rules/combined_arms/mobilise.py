"""Phase 5: mobilise new units, and the landing of fighters that waited for a carrier (K3.5, K7).

Placements are a set until the commit, like moves; only then do the units appear. What is not placed is paid back.
"""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import decks, news, yards
from room40_server.rules.combined_arms.powers import ask, own_units
from room40_server.rules.combined_arms.state import Domain, Phase, State, Unit, has, type_of, with_units, without_units
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


def step(state: State, dice: Dice) -> State:
    """Ask where the units bought appear; nobody is asked who has bought nothing and has no fighter waiting (K7)."""
    if not any(state.purchases.values()) and not hovering(state):
        return replace(state, phase=Phase.INCOME)
    return ask(state, "mobilise")


def hovering(state: State) -> tuple[Unit, ...]:
    """The fighters of the power in turn that wait over a zone for a carrier (K3.5)."""
    return tuple(u for u in own_units(state, Domain.AIR) if not u.aboard and state.setting.spaces[u.space].water)


def place(state: State, seat: str, order: o.Place, dice: Dice) -> State:
    """Say all that appears in a space; it takes the place of what was said of it before (K7)."""
    if order.space not in state.setting.spaces:
        raise Refused("K7", f"There is no space {order.space!r} on this map.", order.space)
    placements = {**state.placements, order.space: order}
    if not order.units:
        del placements[order.space]
    _counted(state, placements)
    for one in placements.values():
        _fits_there(state, one)
        _decks_for(state, one)
    return replace(state, placements=placements, placed=yards.spread(state, placements))


def commit(state: State, seat: str, order: o.Commit, dice: Dice) -> State:
    """The units appear, waiting fighters land or are lost, and what was not placed is paid back (K3.5, K7)."""
    for one in state.placements.values():
        _choice_of_landing(state, one)
    left = dict(state.purchases)
    for _, one in sorted(state.placements.items()):
        state = _appear(state, one)
        for key, number in one.units.items():
            left[key] -= number
    for unit in hovering(state):
        name = news.name_of_space(state, unit.space)
        state = news.tell(state, "K3.5", unit.space, f"A {type_of(state, unit).name} finds no deck over {name} and is lost.")
    state = without_units(state, *(u.id for u in hovering(state)))
    back = sum(state.setting.types[key].cost * number for key, number in left.items())
    if back:
        power = news.name_of_power(state, state.power)
        state = news.tell(state, "K7", "", f"{power} has no place for {news.count(state, left)}: {back} is paid back.")
    money = {**state.money, state.power: state.money.get(state.power, 0) + back}
    return replace(state, money=money, phase=Phase.INCOME, asked={}, purchases={}, placements={}, placed={})


def _counted(state: State, placements: dict[str, o.Place]) -> None:
    """Refuse more units of a type than were bought (K7)."""
    wanted: dict[str, int] = {}
    for one in placements.values():
        for key, number in one.units.items():
            wanted[key] = wanted.get(key, 0) + number
    for key, number in wanted.items():
        bought = state.purchases.get(key, 0)
        if number > bought:
            name = state.setting.types[key].name if key in state.setting.types else repr(key)
            raise Refused("K7", f"You bought {bought} {name}, so {number} cannot appear.", key)


def _fits_there(state: State, one: o.Place) -> None:
    """Refuse units where their kind cannot be, and complexes where none may be built (K7)."""
    space, name = state.setting.spaces[one.space], state.setting.spaces[one.space].name
    for key, number in one.units.items():
        kind = state.setting.types[key]
        at_sea = kind.domain is Domain.SEA or (kind.domain is Domain.AIR and space.water and "fighter" in kind.traits)
        if at_sea != space.water:
            raise Refused("K7", f"A {kind.name} does not appear in {name}.", one.space)
        if "complex" not in kind.traits:
            continue
        if number > 1 or any(u.space == one.space and has(state, u, "complex") for u in state.units.values()):
            raise Refused("K7", f"{name} can have one industrial complex only.", one.space)
        if not space.value or not decks.owned_all_turn(state, one.space):
            why = "has no value" if not space.value else "has not been yours since the turn began"
            raise Refused("K7", f"{name} {why}, so no complex is built there.", one.space)


def _decks_for(state: State, one: o.Place) -> None:
    """Refuse fighters at sea without decks, and hovering aircraft that are not there (K3.5, K7)."""
    waiting = {u.id for u in hovering(state) if u.space == one.space and has(state, u, "fighter")}
    for unit_id in one.landing:
        if unit_id not in waiting:
            raise Refused("K3.5", f"{unit_id!r} does not wait there for a deck.", unit_id)
    if not state.setting.spaces[one.space].water:
        return
    fighters = sum(n for key, n in one.units.items() if "fighter" in state.setting.types[key].traits)
    new = _new_decks(state, one)
    if len(set(one.landing)) > new:
        raise Refused("K3.5", f"The carriers placed there have {new} decks for {len(set(one.landing))} fighters.", one.space)
    landing = len(set(one.landing)) or min(new, len(waiting))
    old = [u for u in own_units(state, Domain.SEA) if u.space == one.space and has(state, u, "carrier")]
    room = new + sum(decks.free_decks(state, ship) for ship in old) - landing
    if fighters > room:
        raise Refused("K7", f"There is room on your carriers there for {room} new fighters, not {fighters}.", one.space)


def _new_decks(state: State, one: o.Place) -> int:
    return sum(state.setting.types[key].decks * number for key, number in one.units.items())


def _choice_of_landing(state: State, one: o.Place) -> None:
    """Where more fighters wait than new decks come, the owner says who lands (K3.5)."""
    waiting = [u for u in hovering(state) if u.space == one.space]
    new = _new_decks(state, one)
    if new and not one.landing and len(waiting) > new:
        name = news.name_of_space(state, one.space)
        raise Refused("K3.5", f"{len(waiting)} fighters wait over {name} and {new} can land: name those that do.", one.space)


def _appear(state: State, one: o.Place) -> State:
    """Put the new units, carriers first; waiting fighters land, then new ones (K3.5, K7)."""
    types = sorted(one.units, key=lambda key: (-state.setting.types[key].decks, key))
    for key in [k for k in types if state.setting.types[k].domain is not Domain.AIR]:
        state = _made(state, key, one.units[key], one.space)
    if _new_decks(state, one):
        chosen = one.landing or tuple(u.id for u in hovering(state) if u.space == one.space)
        state = _land(state, chosen, one.space)
    for key in [k for k in types if state.setting.types[k].domain is Domain.AIR]:
        before = set(state.units)
        state = _made(state, key, one.units[key], one.space)
        if state.setting.spaces[one.space].water:
            state = _land(state, tuple(i for i in state.units if i not in before), one.space)
    name = news.name_of_space(state, one.space)
    appear = "appears" if sum(one.units.values()) == 1 else "appear"
    return news.tell(state, "K7", one.space, f"{news.count(state, one.units)} {appear} in {name}.")


def _made(state: State, key: str, number: int, space: str) -> State:
    for _ in range(number):
        dealt = state.dealt + 1
        while f"{key}-{dealt}" in state.units:
            dealt += 1
        state = replace(with_units(state, Unit(f"{key}-{dealt}", key, state.power, space)), dealt=dealt)
    return state


def _land(state: State, fighters: tuple[str, ...], space: str) -> State:
    for unit_id in fighters:
        ships = [u for u in own_units(state, Domain.SEA) if u.space == space and has(state, u, "carrier")]
        free = [ship for ship in ships if decks.free_decks(state, ship) > 0]
        if free:
            state = with_units(state, replace(state.units[unit_id], aboard=free[0].id))
    return state

"""Amphibious assaults in the combat phase: what was declared, and what of it can land (C3.1, C3.4, C3.5, K5.11)."""

from msgspec.structs import replace

from room40.combined_arms.orders import Duty
from room40_server.rules.combined_arms import news
from room40_server.rules.combined_arms.fighting import is_hostile
from room40_server.rules.combined_arms.state import Domain, State, Unit, type_of, with_units


def declared(state: State, territory: str) -> tuple[Unit, ...]:
    """The land units aboard that were declared in the combat move for a landing there; nobody else may land (C3.1)."""
    return tuple(
        unit
        for _, unit in sorted(state.units.items())
        if unit.owner == state.power and unit.assault == territory and unit.aboard
    )


def zones(state: State, territory: str) -> frozenset[str]:
    """The zones that a landing comes from."""
    return frozenset(unit.space for unit in declared(state, territory))


def is_open(state: State, zone: str) -> bool:
    """Whether transports may unload from a zone: no enemy surface warship is left, whoever else is there (C3.5, K5.11)."""
    return not is_hostile(state, zone)


def put_ashore(state: State, territory: str) -> State:
    """Unload all that was declared, from the zones where the sea battle is won or there was none (C3.5, K5.11)."""
    cargo = declared(state, territory)
    opened = {zone for zone in zones(state, territory) if is_open(state, zone)}
    landing = [unit for unit in cargo if unit.space in opened]
    name = news.name_of_space(state, territory)
    if len(landing) < len(cargo):
        kept = len(cargo) - len(landing)
        state = with_units(state, *(replace(unit, assault="") for unit in cargo if unit.space not in opened))
        text = f"{kept} {'unit stays' if kept == 1 else 'units stay'} aboard: the sea off {name} is not won."
        state = news.tell(state, "K5.11", territory, text)
    if not landing:
        return state
    ashore = [replace(u, aboard="", space=territory, came_from=u.space, unloaded=territory) for u in landing]
    counts: dict[str, int] = {}
    for unit in ashore:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    text = f"{news.name_of_power(state, state.power)} lands {news.count(state, counts)} in {name}."
    return news.tell(with_units(state, *ashore), "C3.5", territory, text)


def overland(state: State, territory: str) -> tuple[Unit, ...]:
    """The units of the power in turn that attack a territory over land or from the air, raiders not counted (C3.2, C3.4).

    An aircraft fights where its move has ended: at sea in the sea battle, over the territory in the landing.
    """
    return tuple(
        unit
        for _, unit in sorted(state.units.items())
        if unit.owner == state.power
        and unit.space == territory
        and not unit.aboard
        and type_of(state, unit).domain in (Domain.LAND, Domain.AIR)
        and unit.duty != Duty.RAID.value
    )

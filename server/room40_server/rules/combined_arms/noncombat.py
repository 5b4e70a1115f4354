"""Phase 4: the non-combat move, and the landing of aircraft at its end (C1.5, C4.3, K3.1, K3.5, K3.6)."""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import decks, moving, news
from room40_server.rules.combined_arms.powers import ask, own_units
from room40_server.rules.combined_arms.state import Domain, Phase, State, Unit, has, without_units
from room40_server.rules.dice import Dice


def step(state: State, dice: Dice) -> State:
    """Begin the non-combat move: ships that loaded or unloaded in phase 2 have moved, whether they sailed or not (K3.8).

    So has an ally's transport from which cargo of the power in turn has landed.
    """
    units = {i: _settled(u) if u.owner == state.power or u.unloaded else u for i, u in state.units.items()}
    state = moving.open_set(replace(state, units=units, engage={}))
    if not own_units(state, Domain.LAND, Domain.SEA, Domain.AIR):
        return replace(state, phase=Phase.MOBILISE)
    return ask(state, "non-combat move")


def _settled(unit: Unit) -> Unit:
    worked = unit.loaded or unit.unloaded
    return replace(unit, path=(), assault="", duty="", moved_in=Phase.COMBAT_MOVE.value if worked else unit.moved_in)


def commit(state: State, seat: str, order: o.Commit, dice: Dice) -> State:
    """Make the moves, land the aircraft; those without a place are lost, unless a new carrier may come (K3.5)."""
    state = decks.land_on_decks(moving.carry_out(state))
    lost = [u for u in own_units(state, Domain.AIR) if not _has_landed(state, u) and not _may_hover(state, u)]
    for unit in lost:
        where = f"over {news.name_of_space(state, unit.space)}"
        text = f"A {state.setting.types[unit.type].name} of {news.name_of_power(state, unit.owner)} is lost {where}."
        state = news.tell(state, "K3.5", unit.space, text)
    return replace(without_units(state, *(u.id for u in lost)), phase=Phase.MOBILISE, asked={})


def _has_landed(state: State, unit: Unit) -> bool:
    return bool(unit.aboard) or unit.space in decks.landing_fields(state)


def _may_hover(state: State, unit: Unit) -> bool:
    """Whether a carrier bought this turn can be placed where the fighter is (K3.5)."""
    zones = {zone for offer in decks.offers(state) if offer.pool for zone in offer.zones}
    return has(state, unit, "fighter") and unit.space in zones

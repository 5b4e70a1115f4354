"""Who may go out on which mission, and in what company (5.2, 5.25)."""

from collections.abc import Iterable

from room40.dreadnought.orders import Mission, Side
from room40_server.rules.dreadnought.setting import WARSHIPS, Kind
from room40_server.rules.dreadnought.state import Fleet, Ship, State, card, fleets_of, ships_of
from room40_server.rules.game import Refused

COUNTS_AS = {"CA": "UK", "AU": "UK"}
"""Canadian and Australian ships count as British (5.2)."""
COUNTS_AS_ANY = frozenset({"DE"})
"""German ships count as whatever nationality their owner likes (5.2)."""

_FIGHTERS = WARSHIPS | {Kind.COLLIER, Kind.TANKER}
_RAIDERS = WARSHIPS | {Kind.COLLIER}
_MINELAYER = "minelayer"


def ship_count(ships: Iterable[Ship]) -> int:
    """How many ships: a counter of boats counts for all its boats (H9)."""
    return sum(s.boats for s in ships)


def nationalities(ships: Iterable[Ship]) -> frozenset[str]:
    """The nationalities a force is made of, as 5.2 counts them; Germans alone are one."""
    nations = frozenset(COUNTS_AS.get(s.nation, s.nation) for s in ships)
    return nations - COUNTS_AS_ANY or nations


def nationality_fault(state: State, ships: tuple[Ship, ...]) -> Refused | None:
    """Why these ships may not be one fleet: one nationality, or at most four ships, or as the scenario says (5.2)."""
    most, count = state.setting.tables.planning.mixed_nationality_ships, ship_count(ships)
    nations = nationalities(ships)
    if state.setting.mixed_fleets or len(nations) <= 1 or count <= most:
        return None
    named = " and ".join(sorted(nations))
    return Refused("5.2", f"A fleet of more than {most} ships has one nationality; these are {count}, of {named}.")


def mission_fault(state: State, ships: tuple[Ship, ...], mission: Mission, side: Side) -> Refused | None:
    """Why these ships may not be sent on this mission; a raider's size and leader too (5.2 Transport, 5.2 Bombardment,
    5.2 Escort, 5.2 Intercept, 5.2 Minelaying, 5.2 Minesweeping, 5.2 Raiding)."""
    unfit = next((s for s in ships if not _fit(state, s, mission)), None)
    if unfit is not None:
        return Refused("5.2", f"{unfit.name} may not go on {mission.value}: {_WHO[mission]}.", unfit.id)
    if mission is not Mission.RAIDING:
        return None
    most = state.setting.raiding_ships
    if ship_count(ships) > most:
        return Refused("5.2", f"A raiding fleet holds at most {most} ships; these are {ship_count(ships)}.")
    if state.setting.raider_needs_leader and not any(s.leader for s in ships):
        return Refused("5.2", "A raiding fleet must have a leader aboard.")
    return None


def raider_limit(state: State, side: Side) -> int:
    """How many raiding fleets the side may have (5.2, 5.25)."""
    return state.setting.raiding_fleets.get(side, state.setting.tables.planning.raiding_fleets)


def another_raider_fault(state: State, side: Side, besides: str) -> Refused | None:
    """Why one more fleet may not go raiding; binds when the mission is given (5.25, H21.20)."""
    others = [f for f in fleets_of(state, side) if f.mission is Mission.RAIDING and f.id != besides and ships_of(state, f)]
    return None if len(others) < raider_limit(state, side) else too_many_raiders(state, side)


def too_many_raiders(state: State, side: Side) -> Refused:
    """The refusal of one raiding fleet too many (5.25)."""
    most = raider_limit(state, side)
    return Refused("5.25", f"This side may have {most} raiding fleet{'' if most == 1 else 's'}, no more.")


def charge_fault(state: State, escort: Fleet, charge: Fleet | None) -> Refused | None:
    """Why a fleet may not escort another: it must be an own fleet, no escort itself, lying in the same place (5.2)."""
    if charge is None or charge.side != escort.side:
        return Refused("5.2", f"Fleet {escort.number} must be told which own fleet it escorts.", escort.id)
    if charge.id == escort.id or charge.mission is Mission.ESCORT:
        return Refused("5.2", f"Fleet {escort.number} cannot escort {_itself(escort, charge)}.", escort.id)
    if (charge.zone, charge.in_port) != (escort.zone, escort.in_port):
        return Refused("5.2", f"Fleet {escort.number} does not lie with Fleet {charge.number}.", escort.id)
    return None


def _itself(escort: Fleet, charge: Fleet) -> str:
    return "itself" if charge.id == escort.id else f"Fleet {charge.number}, an escort"


def _fit(state: State, ship: Ship, mission: Mission) -> bool:
    made = card(state, ship)
    if mission in (Mission.BOMBARDMENT, Mission.ESCORT, Mission.INTERCEPT):
        return made.kind in _FIGHTERS
    if mission is Mission.RAIDING:
        return made.kind in _RAIDERS
    if mission is Mission.MINELAYING:
        return lays_mines(state, ship)
    return mission is not Mission.MINESWEEPING or made.kind is Kind.MS or ship.sweeps_mines


def lays_mines(state: State, ship: Ship) -> bool:
    """Whether a ship lays mines: a minelayer, or as the scenario says (5.2 Minelaying)."""
    made = card(state, ship)
    return made.kind is Kind.ML or _MINELAYER in made.flags or ship.lays_mines


_WHO = {
    Mission.BOMBARDMENT: "only warships, colliers and tankers may",
    Mission.ESCORT: "only warships, colliers and tankers may",
    Mission.INTERCEPT: "only warships, colliers and tankers may",
    Mission.RAIDING: "only warships and colliers may",
    Mission.MINELAYING: "only minelayers may",
    Mission.MINESWEEPING: "only minesweepers may",
}

"""Ships: hostile zones, submarines, carriers, canals, and where a sea battle will be (C1, C4.1-4, C4.7, K3.2-3, K3.9-11)."""

from msgspec.structs import replace

from room40_server.rules.combined_arms.board import Board, ready, spend, steps
from room40_server.rules.combined_arms.situation import is_enemy, survey
from room40_server.rules.combined_arms.state import Domain, Phase, State, Unit, has, type_of
from room40_server.rules.combined_arms.transports import landings
from room40_server.rules.game import Refused


def sail(board: Board, unit_id: str, path: tuple[str, ...]) -> None:
    """Move a ship along a path, with its cargo and its guests; own fighters take off first and stay (C4.1, C4.2).

    From a hostile zone it leaves freely, to fight elsewhere, nowhere, or back here (C1.2, C1.3, C1.4).
    """
    unit = board.units[unit_id]
    ready(board, unit)
    for here, there in steps(board, unit, path):
        unit = board.units[unit_id]
        if not board.is_water(there):
            raise Refused("K3.1", f"{board.says(unit)} does not go ashore in {board.name(there)}.", there)
        if (here, there) in board.situation.shut:
            way = f"The canal between {board.name(here)} and {board.name(there)}"
            raise Refused("K3.2", f"{way} is shut: your alliance has not held its shores since the turn began.", there)
        _goes_on(board, unit, here)
        _enters(board, unit, there)
        spend(board, unit)
        board.put(board.stepped(unit, there))
        _take_along(board, unit, there)


def _goes_on(board: Board, unit: Unit, here: str) -> None:
    """Refuse to go on from a zone where the ship must fight; the zone it started in does not count (C4.4, C4.7, K3.10)."""
    if not board.has_moved(unit):
        return
    if board.has(unit, "submarine"):
        if here in board.situation.patrolled:
            raise Refused("C4.4", f"{board.says(unit)} meets an enemy destroyer there, so its move ends.", unit.id)
    elif here in board.situation.hostile:
        clause = "C4.7" if board.has(unit, "transport") else "K3.10"
        raise Refused(clause, f"{board.says(unit)} meets enemy surface warships there, so its move ends.", unit.id)


def _enters(board: Board, unit: Unit, there: str) -> None:
    """In phase 4 no ship enters a hostile zone, but a submarine one without a destroyer (K3.9, K3.10)."""
    if board.in_combat_move:
        return
    if board.has(unit, "submarine"):
        if there in board.situation.patrolled:
            raise Refused("K3.9", f"An enemy destroyer is in {board.name(there)}; no submarine enters it now.", there)
    elif there in board.situation.hostile:
        raise Refused("K3.10", f"{board.name(there)} is hostile; no ship enters it in the non-combat move.", there)


def _take_along(board: Board, ship: Unit, there: str) -> None:
    """Cargo and guest fighters go with the ship; own fighters have taken off and stay (C4.1, C4.2, C4.10)."""
    for unit in [board.units[i] for i in board.holds.get(ship.id, ())]:
        if unit.aboard != ship.id:
            continue
        flies = board.is_own(unit) and board.type_of(unit).domain is Domain.AIR
        board.put(replace(unit, aboard="") if flies else replace(unit, space=there))


def sea_fights(state: State) -> tuple[str, ...]:
    """The zones where the power in turn will fight at sea, by key (C1, C4.4, C4.7, K3.3, K3.10, K3.11)."""
    zones = {u.space for u in state.units.values() if type_of(state, u).domain is Domain.SEA and is_enemy(state, u)}
    own = {u.space for u in state.units.values() if u.owner == state.power}
    return tuple(sorted(zone for zone in zones & own if must_fight(state, zone) or _chooses_to(state, zone)))


def must_fight(state: State, zone: str) -> bool:
    """Whether those in a zone have no choice: a ship in a hostile zone, or an aircraft sent there (C1.1, K3.10, K3.11).

    A submarine that has not moved may stay hidden where there is no enemy destroyer; a fighter that only was left in the
    zone takes part, but brings about nothing.
    """
    enemies = [u for u in state.units.values() if u.space == zone and is_enemy(state, u)]
    if not any(has(state, u, "surface warship") for u in enemies):
        return False
    patrolled = any(has(state, u, "destroyer") for u in enemies)
    return any(_is_bound(state, unit, patrolled) for unit in _fleet(state, zone))


def _is_bound(state: State, unit: Unit, patrolled: bool) -> bool:
    if type_of(state, unit).domain is Domain.AIR or (has(state, unit, "submarine") and not patrolled):
        return unit.moved_in == Phase.COMBAT_MOVE.value
    return True


def _chooses_to(state: State, zone: str) -> bool:
    """Where nothing compels him he says so, or has sent somebody who can only have come to attack (C1.6, C3.5, K3.3)."""
    if zone in state.engage:
        return state.engage[zone]
    sent = [u for u in _fleet(state, zone) if u.moved_in == Phase.COMBAT_MOVE.value and type_of(state, u).attack]
    lands = zone in landings(state)
    return any(type_of(state, u).domain is Domain.AIR or not lands for u in sent)


def _fleet(state: State, zone: str) -> list[Unit]:
    """The units of the power in turn in a zone that are ships or aircraft; none is cargo."""
    fighting = (Domain.SEA, Domain.AIR)
    return [
        u
        for u in state.units.values()
        if u.space == zone and u.owner == state.power and type_of(state, u).domain in fighting
    ]


def faults(state: State, opening: State) -> list[Refused]:
    """What the commit refuses at sea: transports sent alone, and landings that no battle can open (C4.9, K3.9)."""
    found: list[Refused] = []
    fights = sea_fights(state)
    for zone in sorted(survey(opening).hostile):
        fleet = _fleet(state, zone)
        if zone in fights and any(type_of(state, u).attack for u in fleet):
            continue
        name = state.setting.spaces[zone].name
        if any(has(state, u, "transport") and u.moved_in == Phase.COMBAT_MOVE.value for u in fleet):
            found.append(
                Refused("K3.9", f"Transports alone may not be sent to {name}: enemy surface warships are there.", zone)
            )
        if zone in landings(state):
            found.append(
                Refused("C4.9", f"Nothing lands from {name}: nobody fights the enemy surface warships there.", zone)
            )
    return found

"""Transports: loading, carrying, unloading, and the landings they declare (C3.1-3, C4.8-10, K3.8, K3.11, K3.12).

Ships have gone their whole ways before anything here is asked (`moving.made_upon`): so a unit may load in any zone on a
ship's way, in whatever order the moves are given (K1.2, C4.8), and unloads where the way ends (K3.8).
"""

from msgspec.structs import replace

from room40_server.rules.combined_arms.board import Board, ready
from room40_server.rules.combined_arms.state import State, Unit, has, type_of
from room40_server.rules.game import Refused


def load(board: Board, unit: Unit, zone: str, ship_id: str) -> None:
    """A land unit goes aboard a ship that is in the zone, or passes it, in this phase (C1.3, C4.8, K3.8, K3.11)."""
    if unit.used or unit.loaded:
        raise Refused("K3.8", f"{board.says(unit)} has moved; loading takes a land unit's whole move.", unit.id)
    if zone in board.situation.hostile:
        clause = "C1.3" if board.in_combat_move else "K3.11"
        raise Refused(clause, f"Nothing is loaded in {board.name(zone)} while an enemy surface warship is there.", zone)
    ship = board.units.get(ship_id)
    if ship is None or not _calls_at(ship, zone):
        raise Refused("K3.8", f"No transport with room for it is in {board.name(zone)}.", zone)
    _may_carry(board, ship, unit)
    board.holds[ship.id] = (*board.holds.get(ship.id, ()), unit.id)
    board.put(replace(ship, loaded=True))
    aboard = board.stepped(unit, zone, cost=board.type_of(unit).move)
    board.put(replace(aboard, space=ship.space, aboard=ship.id, loaded=True, loaded_at=zone))


def unload(board: Board, unit: Unit, zone: str, territory: str) -> None:
    """Cargo goes ashore: in phase 2 that declares an assault, in phase 4 it lands on friendly coast (C3.1, C3.2, K3.8).

    The landing is declared with the ships where they end their combat move: who comes in phase 4 is too late (C3.3).
    """
    ship = board.units.get(unit.aboard)
    if ship is None or unit.assault:
        raise Refused("C3.1", f"{board.says(unit)} is not aboard a transport, or its landing is declared.", unit.id)
    if ship.space != zone:
        raise elsewhere(board, ship, zone)
    ready(board, ship)
    if unit.loaded and not board.is_own(ship):
        raise Refused("K3.8", f"{board.says(ship)} is an ally's: what boards it leaves in a later turn of yours.", ship.id)
    if ship.unloaded not in ("", territory):
        where = board.name(ship.unloaded)
        raise Refused("K3.8", f"{board.says(ship)} unloads in {where}: one territory a turn.", ship.id)
    friendly = territory in board.situation.friendly
    if board.in_combat_move and friendly:
        raise Refused("K3.8", f"{board.name(territory)} is friendly: cargo lands there in the non-combat move.", territory)
    if not board.in_combat_move and not friendly:
        raise Refused("C3.1", f"{board.name(territory)} is not friendly: a landing is declared in phase 2.", territory)
    if not board.in_combat_move and zone in board.situation.hostile:
        raise Refused("K3.11", f"Nothing is unloaded from {board.name(zone)}: an enemy surface warship is there.", zone)
    board.put(replace(ship, unloaded=territory))
    spent = board.type_of(unit).move
    if board.in_combat_move:
        going = replace(unit, assault=territory, came_from=zone, moved_in=board.phase.value, used=spent)
        board.put(replace(going, path=(*(unit.path or (zone,)), territory)))
    else:
        ashore = board.stepped(unit, territory, cost=0)
        board.put(replace(ashore, aboard="", used=spent, unloaded=territory))


def elsewhere(board: Board, ship: Unit, zone: str) -> Refused:
    """Cargo is unloaded where its ship ends its way, and nowhere else (K3.8)."""
    where = f"ends its way in {board.name(ship.space)}, not in {board.name(zone)}"
    return Refused("K3.8", f"The {board.type_of(ship).name} {where}; it unloads where its way ends.", ship.id)


def find_ships(board: Board, cargo: list[Unit], zone: str, territory: str) -> dict[str, str]:
    """A ship for each unit that loads in the zone, as far as there are: own ships first, those still in the zone first.

    `territory`: where they land by the same order, "" if they stay aboard; their ships must then be in the zone.
    """
    ships = [s for s in board.units.values() if board.has(s, "transport") and board.is_friend(s) and _calls_at(s, zone)]
    if territory:
        ships = [s for s in ships if s.space == zone and s.unloaded in ("", territory)]
    ships.sort(key=lambda s: (not board.is_own(s), s.space != zone, bool(s.unloaded), s.id))
    found: dict[str, str] = {}
    room = {ship.id: [board.units[i] for i in board.holds.get(ship.id, ())] for ship in ships}
    for unit in sorted(cargo, key=lambda u: (board.has(u, "infantry"), u.id)):
        for ship in ships:
            if _fits(board.opening, [*room[ship.id], unit]) and _is_free(board, ship):
                room[ship.id].append(unit)
                found[unit.id] = ship.id
                break
    return found


def faults(state: State) -> list[Refused]:
    """What a committed set of moves must not leave undone: cargo of this phase without a landing (C4.8)."""
    return [
        Refused("C4.8", f"The {type_of(state, u).name} {u.id} loaded in this phase must land in an assault.", u.id)
        for _, u in sorted(state.units.items())
        if u.owner == state.power and u.aboard and u.loaded and not u.assault
    ]


def landings(state: State) -> dict[str, set[str]]:
    """The declared landings: zone -> the territories that cargo lands in from there (C3.1)."""
    found: dict[str, set[str]] = {}
    for unit in state.units.values():
        if unit.assault and unit.owner == state.power:
            found.setdefault(unit.space, set()).add(unit.assault)
    return found


def _calls_at(ship: Unit, zone: str) -> bool:
    return zone == ship.space or zone in ship.path


def _is_free(board: Board, ship: Unit) -> bool:
    if not board.is_own(ship):
        return not board.in_combat_move
    try:
        ready(board, ship)
    except Refused:
        return False
    return True


def _may_carry(board: Board, ship: Unit, unit: Unit) -> None:
    """Refuse a ship that is no transport of the alliance, that has done its work, or has no room (K3.8)."""
    if not board.has(ship, "transport") or not board.is_friend(ship):
        raise Refused("K3.8", f"{board.says(ship)} carries no land units of yours.", ship.id)
    if not board.is_own(ship) and board.in_combat_move:
        raise Refused("K3.8", f"{board.says(ship)} is an ally's: you board it in the non-combat move.", ship.id)
    ready(board, ship)
    if not _fits(board.opening, [*(board.units[i] for i in board.holds.get(ship.id, ())), unit]):
        raise Refused("K3.8", f"{board.says(ship)} has no room for it: one land unit and one infantry.", ship.id)


def _fits(state: State, cargo: list[Unit]) -> bool:
    """Whether one transport can hold all these: one land unit of any kind and one infantry (K2)."""
    others = sum(not has(state, unit, "infantry") for unit in cargo)
    return len(cargo) <= state.setting.transport_infantry and others <= 1

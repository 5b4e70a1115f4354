"""By which side of the board the fleets of the side with initiative come on (7.24)."""

from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Mission, Side
from room40.geometry.seachart import Direction, Zone
from room40_server.rules.dreadnought.state import Battle, Fleet, State, with_item
from room40_server.rules.dreadnought.tactical import ground
from room40_server.rules.dreadnought.tactical.board import ANY_SIDE, Tactical
from room40_server.rules.game import Refused


def entry_side(state: State, zone: Zone, fleet: Fleet) -> str:
    """The side that faces the zone from which a fleet came; `ANY_SIDE` if it did not move this turn (7.24, H21.15)."""
    came = state.setting.chart.direction(zone, Zone(fleet.came_from)) if fleet.came_from else None
    return came.value if came is not None else ANY_SIDE


def entries(state: State, battle: Battle, side: Side) -> dict[str, str]:
    """The side of entry of each of a side's fleets (7.24, H21.6); an escort comes on with its charge (5.2 Escort)."""
    fleets = [state.fleets[i] for i in battle.fleets[side]]
    found = {f.id: entry_side(state, battle.zone, f) for f in fleets}
    escorts = {f.id: f.charge for f in fleets if f.mission is Mission.ESCORT and f.charge in found}
    found |= {escort: found[charge] for escort, charge in escorts.items()}
    only = ground.open_sides(state, battle.zone, side)
    # with every side closed there is no choice to be had: it comes on by the north-west
    if not only:
        return {i: Direction.NW.value if s == ANY_SIDE else s for i, s in found.items()}
    return found


def unnamed(state: State, board: Tactical) -> tuple[str, ...]:
    """The fleets whose side is still to be named, without escorts, who come with their charge."""
    return tuple(i for i, side in board.entries.items() if side == ANY_SIDE and _charge(state, board, i) is None)


def _charge(state: State, board: Tactical, fleet_id: str) -> str | None:
    fleet = state.fleets[fleet_id]
    return fleet.charge if fleet.mission is Mission.ESCORT and fleet.charge in board.entries else None


def sides(board: Tactical) -> tuple[Direction, ...]:
    """The sides of the board by which the enemy of the side in the middle comes on."""
    return tuple(Direction(s) for s in dict.fromkeys(board.entries.values()) if s != ANY_SIDE)


def enter(state: State, battle: Battle, side: Side, order: o.Enter) -> State:
    """Name the side by which a fleet that did not move comes on (7.24)."""
    board = ground.board_of(battle)
    fleet = state.fleets.get(order.fleet)
    if fleet is None or fleet.side != side or fleet.id not in board.entries:
        raise Refused("7.24", f"You have no fleet {order.fleet} in this battle.", order.fleet)
    if fleet.id not in unnamed(state, board):
        settled = board.entries[fleet.id]
        raise Refused("7.24", f"Fleet {fleet.number} comes on by the {settled} side; it has no choice.", fleet.id)
    if order.side not in ground.open_sides(state, battle.zone, side):
        raise Refused("7.41", f"The {order.side} side of the board is closed: no ship comes on by it.", order.side)
    named = with_item(board.entries, fleet.id, order.side.value)
    named |= {i: order.side.value for i in board.entries if _charge(state, board, i) == fleet.id}
    return ground.put(state, replace(battle, board=replace(board, entries=named)))

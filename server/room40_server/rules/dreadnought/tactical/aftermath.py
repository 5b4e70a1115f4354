"""When a battle on the board is over: fleets divided by leaving it, and where all stand (7.33, 7.36, 7.38, H21.12, H21.18).
"""

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import forming, towing
from room40_server.rules.dreadnought.news import record
from room40_server.rules.dreadnought.state import (
    Battle,
    Fleet,
    Happening,
    State,
    fleets_of,
    ships_of,
    with_fleets,
    with_item,
)
from room40_server.rules.dreadnought.tactical import ground, told
from room40_server.rules.dreadnought.tactical.board import Stage, Tactical
from room40_server.rules.game import Refused


class Share(Struct, frozen=True):
    """The ships of a fleet that end a battle in one place: `zone` beyond the board, or "" where they fought."""

    zone: str
    ships: tuple[str, ...]
    boats: int


def end(state: State, zone: str, why: str, lost_sight: bool) -> State:
    """The battle is over (7.36); who has the counter of a fleet divided into equal parts is asked first (H21.18)."""
    state = told.ended(state, zone, why)
    battle = state.battles[zone]
    step = ground.board_of(battle).step
    state = record(state, Happening(state.turn, "board over", zone, figures={"round": battle.round, "step": step}))
    state = ground.put(state, replace(battle, lost_sight=lost_sight), stage=Stage.KEEP)
    return settle(state, zone)


def shares(state: State, board: Tactical, fleet: Fleet) -> tuple[Share, ...]:
    """How a fleet is divided by those of its ships that left the board, the largest part first; by zone where equal."""
    found: dict[str, list[str]] = {}
    for ship in ships_of(state, fleet):
        found.setdefault(board.left.get(ship.id, ""), []).append(ship.id)
    parts = [Share(z, tuple(ids), sum(state.ships[i].boats for i in ids)) for z, ids in found.items()]
    return tuple(sorted(parts, key=lambda p: (-p.boats, p.zone)))


def undecided(state: State, battle: Battle, side: Side) -> tuple[str, ...]:
    """The fleets divided into equal parts whose owner has yet to say which has the counter (H21.18)."""
    board = ground.board_of(battle)
    divided = [(i, shares(state, board, state.fleets[i])) for i in battle.fleets[side] if i not in board.keep]
    return tuple(i for i, parts in divided if len(parts) > 1 and parts[0].boats == parts[1].boats)


def keep(state: State, zone: str, side: Side, order: o.Keep) -> State:
    """The owner says which of two equal parts of a fleet has its counter (H21.18)."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    if order.fleet not in undecided(state, battle, side):
        raise Refused("7.33", f"There is nothing to choose for {order.fleet}.", order.fleet)
    parts = shares(state, board, state.fleets[order.fleet])
    largest = [p for p in parts if p.boats == parts[0].boats]
    if not any(order.ship in p.ships for p in largest):
        raise Refused("7.33", "Name a ship of one of the largest parts of the fleet.", order.ship)
    return ground.put(state, battle, keep=with_item(board.keep, order.fleet, order.ship))


def settle(state: State, zone: str) -> State:
    """Divide the fleets, say who stands where, and close the board; nothing while a choice is open."""
    battle = state.battles[zone]
    if any(undecided(state, battle, side) for side in Side):
        return state
    for side in Side:
        for fleet_id in battle.fleets[side]:
            state = _divide(state, zone, state.fleets[fleet_id])
    state = towing.part(state)
    battle = state.battles[zone]
    long = battle.round >= ground.table(state).long_battle_rounds
    return ground.put(state, replace(battle, rounds_fought=battle.round, long=long, over=True))


def _divide(state: State, zone: str, fleet: Fleet) -> State:
    battle = state.battles[zone]
    board = ground.board_of(battle)
    parts = list(shares(state, board, fleet))
    if not parts:
        return state
    chosen = board.keep.get(fleet.id)
    main = next((p for p in parts if chosen in p.ships), parts[0]) if chosen else parts[0]
    parts.remove(main)
    sunk = tuple(i for i in fleet.ships if state.ships[i].sunk)
    state = _placed(with_fleets(state, [replace(fleet, ships=(*main.ships, *sunk))]), zone, fleet.id, main)
    for part in parts:
        state = _new_counter(state, zone, fleet, part)
    return state


def _new_counter(state: State, zone: str, fleet: Fleet, part: Share) -> State:
    """A part of a divided fleet gets a counter of its own; with none free one is lent beyond the limit (H21.18)."""
    free = forming.free_numbers(state, fleet.side)
    number = free[0] if free else max(f.number for f in fleets_of(state, fleet.side)) + 1
    new = replace(
        fleet,
        id=f"{fleet.side}-{number}",
        number=number,
        ships=part.ships,
        pursuit=None,
        lent="" if free else fleet.id,
        halved_fire_done=tuple(i for i in fleet.halved_fire_done if i in part.ships),
    )
    state = with_fleets(state, [new])
    battle = state.battles[zone]
    joined = with_item(battle.fleets, fleet.side.value, (*battle.fleets[fleet.side], new.id))
    state = ground.put(state, replace(battle, fleets=joined))
    names = ", ".join(state.ships[i].name for i in part.ships)
    state = told.divided(state, fleet.side, fleet.number, number, names, part.zone or zone, not free)
    return _placed(state, zone, new.id, part)


def _placed(state: State, zone: str, fleet_id: str, part: Share) -> State:
    """Where a fleet stands after the battle: beyond the board if it left; not held up by 7.38 if it did so in round 1."""
    if not part.zone:
        return state
    battle = state.battles[zone]
    left = with_item(battle.left, fleet_id, Zone(part.zone))
    first_round = all(ground.board_of(battle).left_in[i] == 1 for i in part.ships)
    early = (*battle.early, fleet_id) if first_round else battle.early
    return ground.put(state, replace(battle, left=left, early=early))

"""When a battle on the board is over: fleets divided by leaving it, and where all stand (7.33, 7.36, 7.38, H21.18).

What is owed of a route follows H21.12.
"""

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Side
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import dividing, towing
from room40_server.rules.dreadnought.news import record
from room40_server.rules.dreadnought.state import Battle, Fleet, Happening, State, ships_of, with_item
from room40_server.rules.dreadnought.tactical import ground, told
from room40_server.rules.dreadnought.tactical.board import Stage, Tactical
from room40_server.rules.game import Refused


class Share(Struct, frozen=True):
    """The ships of a fleet that end a battle in one place: `zone` beyond the board, or "" where they fought."""

    zone: str
    ships: tuple[str, ...]
    boats: int


def end(state: State, zone: str, why: str, lost_sight: bool) -> State:
    """The battle is over (7.36); who may have to choose the counter's part of a divided fleet is asked first (H21.18)."""
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


def owing(state: State, battle: Battle) -> tuple[Side, ...]:
    """The sides that have yet to say which part of a divided fleet has its counter (H21.18).

    Whether a fleet is divided, and into equal parts, is its owner's secret: a side is asked whenever its ships did not all
    end in one place, which both sides can see; blind, whenever it has a ship afloat.
    """
    return tuple(side for side in Side if _owes(state, battle, side))


def _owes(state: State, battle: Battle, side: Side) -> bool:
    board = ground.board_of(battle)
    ships = [s.id for i in battle.fleets[side] for s in ships_of(state, state.fleets[i])]
    places = {board.left.get(i, "") for i in ships}
    if len(places) < (1 if state.setting.blind else 2):
        return False
    return not any(i in board.keep for i in battle.fleets[side]) or bool(_undecided(state, battle, side))


def _undecided(state: State, battle: Battle, side: Side) -> tuple[str, ...]:
    """The fleets divided into equal parts of which nothing is said yet."""
    board = ground.board_of(battle)
    divided = [(i, shares(state, board, state.fleets[i])) for i in battle.fleets[side] if i not in board.keep]
    return tuple(i for i, parts in divided if len(parts) > 1 and parts[0].boats == parts[1].boats)


def question(state: State, battle: Battle, side: Side) -> tuple[str, tuple[str, ...]]:
    """The fleet a side is asked about, and a ship of each of its largest parts; one, where there is nothing to choose."""
    board = ground.board_of(battle)
    afloat = tuple(i for i in battle.fleets[side] if ships_of(state, state.fleets[i]))
    fleet = (*_undecided(state, battle, side), *afloat)[0]
    parts = shares(state, board, state.fleets[fleet])
    return fleet, tuple(p.ships[0] for p in parts if p.boats == parts[0].boats)


def keep(state: State, zone: str, side: Side, order: o.Keep) -> State:
    """The owner says which of the largest parts of a fleet has its counter (H21.18)."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    if order.fleet != question(state, battle, side)[0]:
        raise Refused("7.33", f"There is nothing to choose for {order.fleet}.", order.fleet)
    parts = shares(state, board, state.fleets[order.fleet])
    largest = [p for p in parts if p.boats == parts[0].boats]
    if not any(order.ship in p.ships for p in largest):
        raise Refused("7.33", "Name a ship of one of the largest parts of the fleet.", order.ship)
    return ground.put(state, battle, keep=with_item(board.keep, order.fleet, order.ship))


def settle(state: State, zone: str) -> State:
    """Divide the fleets, say who stands where, and close the board; nothing while a choice is open."""
    battle = state.battles[zone]
    if owing(state, battle):
        return state
    for side in Side:
        for fleet_id in battle.fleets[side]:
            state = _divide(state, zone, fleet_id)
    state = _early(towing.part(state), zone)
    battle = state.battles[zone]
    long = battle.round >= ground.table(state).long_battle_rounds
    return ground.put(state, replace(battle, rounds_fought=battle.round, long=long, over=True))


def _divide(state: State, zone: str, fleet_id: str) -> State:
    """A fleet that left whole goes into the zone beyond when the battle closes; one that left in part is divided (7.33)."""
    battle, fleet = state.battles[zone], state.fleets[fleet_id]
    board = ground.board_of(battle)
    parts = shares(state, board, fleet)
    if len(parts) == 1 and parts[0].zone:
        return ground.put(state, replace(battle, left=with_item(battle.left, fleet_id, Zone(parts[0].zone))))
    # smaller parts first, the owner's choice among the largest last, so that the counter is left to her part (H21.18)
    chosen = board.keep.get(fleet_id, "")
    for part in sorted(parts, key=lambda p: (chosen in p.ships, p.boats)):
        if part.zone:
            before = set(state.fleets)
            state = dividing.divide(state, fleet_id, part.ships, Zone(part.zone), chosen in part.ships)
            new = tuple(i for i in state.fleets if i not in before)
            joined = with_item(battle.fleets, fleet.side.value, (*battle.fleets[fleet.side], *new))
            battle = replace(battle, fleets=joined)
    return ground.put(state, battle)


def _early(state: State, zone: str) -> State:
    """Who left in the first round is not held up by 7.38 (H21.12)."""
    battle = state.battles[zone]
    board = ground.board_of(battle)
    ships = {i: ships_of(state, state.fleets[i]) for ids in battle.fleets.values() for i in ids}
    early = tuple(i for i, own in ships.items() if own and all(board.left_in.get(s.id) == 1 for s in own))
    return ground.put(state, replace(battle, early=early))

"""The moves of a phase as a set: each is checked with the others as it is given, all together at the commit (K1.2).

Rules of this file: `units` and `owners` are always what comes of making the moves in `given` upon `base`; what a move is
judged by does not depend on the others, so a set is worth the same in any order.
"""

from msgspec.structs import replace

from room40.combined_arms import orders as o
from room40_server.rules.combined_arms import (
    air_moves,
    battles,
    captures,
    land_moves,
    landing_plan,
    news,
    sea_moves,
    transports,
)
from room40_server.rules.combined_arms.board import Board
from room40_server.rules.combined_arms.powers import ask, own_units
from room40_server.rules.combined_arms.situation import is_enemy
from room40_server.rules.combined_arms.state import Domain, Given, State, Unit, type_of
from room40_server.rules.dice import Dice
from room40_server.rules.game import Refused


class Impossible(Refused):
    """A move of the set that cannot be made; `number` is its own."""

    def __init__(self, number: int, why: Refused) -> None:
        super().__init__(why.clause, why.sentence, why.about)
        self.number = number


def step(state: State, dice: Dice) -> State:
    """Begin the combat move: the set of moves is empty, and the power in turn is asked for it (K1)."""
    state = open_set(state)
    if not own_units(state, Domain.LAND, Domain.SEA, Domain.AIR):
        return battles.build(state)
    return ask(state, "combat move")


def open_set(state: State) -> State:
    """The state as the base of a new set of moves (K1.2)."""
    return replace(state, base=state.units, base_owners=state.owners, base_money=state.money, given={}, moves_given=0)


def move(state: State, seat: str, order: o.Move, dice: Dice) -> State:
    """Add a move to the set; it is refused if the set with it cannot be made (K1.2, K3.1)."""
    _know(state, order)
    number = state.moves_given + 1
    given = {**state.given, number: Given(number, state.power, order, _ships(state, order))}
    return replace(replay(state, given), given=given, moves_given=number)


def take_back(state: State, seat: str, order: o.TakeBack, dice: Dice) -> State:
    """Take a move out of the set; it is refused if another needs it, which is named (K1.2)."""
    if order.move not in state.given:
        raise Refused("K1.2", f"There is no move {order.move} to take back.", str(order.move))
    given = {number: other for number, other in state.given.items() if number != order.move}
    try:
        return replace(replay(state, given), given=given)
    except Impossible as error:
        needs = f"Move {error.number} needs move {order.move}; take move {error.number} back first"
        raise Refused("K1.2", f"{needs}.", str(error.number)) from error


def engage(state: State, seat: str, order: o.Engage, dice: Dice) -> State:
    """Say whether the enemy ships of a zone are attacked, where that is a choice (C1.6, C3.5, K3.3)."""
    zone = order.space
    name = news.name_of_space(state, zone)
    if zone not in state.setting.spaces or not state.setting.spaces[zone].water:
        raise Refused("K3.3", f"{name} is no sea zone.", zone)
    if not any(u.space == zone and is_enemy(state, u) for u in state.units.values()):
        raise Refused("K3.3", f"There is no enemy in {name}.", zone)
    if not order.attack and sea_moves.must_fight(state, zone):
        raise Refused("C1.1", f"Enemy surface warships are in {name}: your units there fight, or they leave.", zone)
    return replace(state, engage={**state.engage, zone: order.attack})


def commit(state: State, seat: str, order: o.Commit, dice: Dice) -> State:
    """Check the whole set, then go on to the battles it brings about (C4.8, C4.9, K1.2, K3.4, K3.9)."""
    for fault in faults(state):
        raise fault
    return battles.build(replace(carry_out(state), asked={}))


def faults(state: State) -> list[Refused]:
    """What stands in the way of the commit of the combat move (C4.8, C4.9, K3.4, K3.9)."""
    opening = _opening(state)
    return [*transports.faults(state), *sea_moves.faults(state, opening), *landing_plan.faults(state, opening)]


def carry_out(state: State) -> State:
    """The set made for good, and told to all."""
    told = state
    for _, given in sorted(state.given.items()):
        told = _tell(told, given)
    return replay(told, state.given, telling=True)


def replay(state: State, given: dict[int, Given], telling: bool = False) -> State:
    """What comes of making these moves upon the base. Raises `Impossible` with the number of the move that fails.

    Unless `telling`, nothing that happens on the way goes into the log: the phase is not complete.
    """
    board = made_upon(_opening(state), given)
    made = replace(board.opening, units=board.units)
    for territory in sorted(board.taken):
        made = captures.take(made, territory, state.power)
    return made if telling else replace(made, log=state.log)


def made_upon(opening: State, given: dict[int, Given]) -> Board:
    """The board after these moves: ships first, for what loads and unloads does so anywhere on their ways (C4.8, K1.2).

    Raises `Impossible`.
    """
    board = Board(opening)
    for domain in (Domain.SEA, Domain.LAND, Domain.AIR, Domain.FIXED):
        for number, one in sorted(given.items()):
            try:
                _make(board, one, domain)
            except Refused as refused:
                raise Impossible(number, refused) from refused
    return board


def _opening(state: State) -> State:
    return replace(state, units=state.base, owners=state.base_owners, money=state.base_money)


def _make(board: Board, given: Given, domain: Domain) -> None:
    """Make that part of a move which units of one domain do."""
    order = given.order
    for unit_id in dict.fromkeys(order.units):
        unit = board.units[unit_id]
        if board.type_of(unit).domain is not domain or _is_carried(board, unit, order):
            continue
        if domain is Domain.SEA:
            sea_moves.sail(board, unit_id, order.path)
        elif domain is Domain.LAND:
            land_moves.march(board, unit_id, order.path, given.aboard.get(unit_id, ""))
        elif domain is Domain.AIR:
            air_moves.fly(board, unit_id, order.path, order.duty)
        else:
            raise Refused("K2", f"{board.says(unit)} never moves.", unit_id)


def _is_carried(board: Board, unit: Unit, order: o.Move) -> bool:
    """Whether a unit is cargo named beside its own ship on a way by sea: it goes along (C4.10)."""
    return unit.aboard in order.units and board.is_water(order.path[0]) and board.is_water(order.path[1])


def _know(state: State, order: o.Move) -> None:
    """Refuse spaces that are not on the map and units that are not the power's own (C5.3, K3.8)."""
    for space in order.path:
        if space not in state.setting.spaces:
            raise Refused("K3.1", f"There is no space {space!r} on this map.", space)
    for unit_id in order.units:
        unit = state.units.get(unit_id)
        if unit is None or unit.owner != state.power:
            raise Refused("K3.8", f"{unit_id!r} is no unit of yours; a power moves only its own.", unit_id)


def _ships(state: State, order: o.Move) -> dict[str, str]:
    """The ship for each land unit that this order loads, the one named or what the umpire finds, or unloads (K3.8)."""
    zones = [index for index, space in enumerate(order.path) if index and state.setting.spaces[space].water]
    cargo = [state.units[i] for i in dict.fromkeys(order.units)]
    cargo = [u for u in cargo if type_of(state, u).domain is Domain.LAND]
    if not zones:
        return {u.id: u.aboard for u in cargo if u.aboard}
    cargo = [u for u in cargo if not u.aboard]
    if not cargo:
        return {}
    if order.aboard is not None:
        return {unit.id: order.aboard for unit in cargo}
    after = order.path[zones[0] + 1 :]
    board = made_upon(_opening(state), state.given)
    return transports.find_ships(board, cargo, order.path[zones[0]], after[0] if after else "")


def _tell(state: State, given: Given) -> State:
    units = [state.base[i] for i in dict.fromkeys(given.order.units)]
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    way = " – ".join(news.name_of_space(state, space) for space in given.order.path)
    what = f"{news.name_of_power(state, given.power)}: {news.count(state, counts)} {way}"
    return news.tell(state, "K3.1", given.order.path[-1], f"{what}.")

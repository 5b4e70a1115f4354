"""The board under a battle: its hexes, its open sides, how far one sees, and who stands where.

Rules of this file: it reads the state and puts a battle's board back into it; it decides nothing.
"""

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from room40.dreadnought.boardplay import nearest
from room40.dreadnought.orders import Side
from room40.geometry.hexgrid import SIDES, Board, Hex
from room40.geometry.seachart import Direction, Zone
from room40_server.rules.dreadnought.basic_combat import speed_in_battle
from room40_server.rules.dreadnought.setting import speed_rank
from room40_server.rules.dreadnought.state import Battle, Ship, State, grade, is_night, with_item
from room40_server.rules.dreadnought.tables import Impulse, TacticalTable
from room40_server.rules.dreadnought.tactical.board import Group, Tactical

Standing = dict[Hex, tuple[str, ...]]
"""Hex -> the ships of one side that stand there."""


def table(state: State) -> TacticalTable:
    """The numbers of the board."""
    return state.setting.tables.tactical


@cache
def _grid(radius: int, centre_radius: int) -> Board:
    return Board(radius, centre_radius)


def grid(state: State) -> Board:
    """The board's hexes (H7.41)."""
    numbers = table(state)
    return _grid(numbers.radius, numbers.centre_radius)


@cache
def hexes_of(board: Board) -> tuple[Hex, ...]:
    """All hexes of a board."""
    return tuple(board.hexes())


def detection(state: State) -> int:
    """How many hexes away an enemy is seen, by day or night and weather (7.27, H4.1)."""
    weather = grade(state)
    said = _said_detection(state)
    return said or (weather.detection_night if is_night(state) else weather.detection_day)


def _said_detection(state: State) -> int:
    """What the scenario says of it for this round of the battle it opens with, 0 if nothing."""
    if state.setting.opening is None:
        return 0
    number = max((b.round for b in state.battles.values()), default=1)
    said = {since: hexes for since, hexes in state.setting.opening.detection.items() if since <= number}
    return said[max(said)] if said else 0


def open_sides(state: State, zone: Zone, side: Side | None) -> dict[Direction, Zone]:
    """The sides of the board that are open to a side, with the zone beyond each: land, the chart's edge and barriers close
    the others (H7.4, 7.33). None: what all may see of it, the open sea."""
    chart = state.setting.chart
    found = {d: chart.step(zone, d) for d in SIDES}
    return {d: n for d, n in found.items() if n is not None and chart.is_open(zone, n, side or "")}


@cache
def _side_of(fleet: str) -> Side:
    return Side(fleet.partition("-")[0])


def side_of(group: Group) -> Side:
    """Whose a group is."""
    return _side_of(group.fleet)


def groups_of(board: Tactical, side: Side) -> tuple[Group, ...]:
    """A side's groups on the board, in the order in which they were formed."""
    return tuple(g for g in board.groups.values() if side_of(g) is side)


def standing(board: Tactical, side: Side) -> Standing:
    """Where a side's ships stand."""
    found: Standing = {}
    for group in groups_of(board, side):
        found[group.hex] = (*found.get(group.hex, ()), *group.ships)
    return found


def where(board: Tactical) -> dict[str, Hex]:
    """The hex of every ship on the board."""
    return {ship: group.hex for group in board.groups.values() for ship in group.ships}


def ships_on(state: State, board: Tactical, side: Side) -> tuple[Ship, ...]:
    """A side's ships on the board."""
    return tuple(state.ships[i] for g in groups_of(board, side) for i in g.ships)


def group_of(board: Tactical, ship_id: str) -> Group | None:
    """The group that a ship on the board belongs to."""
    return next((g for g in board.groups.values() if ship_id in g.ships), None)


def is_face_up(hex_: Hex, enemies: Iterable[Hex], range_: int) -> bool:
    """Whether counters in a hex lie face up: an enemy is nearer than the detection range (7.27)."""
    found = nearest(hex_, enemies)
    return found is not None and found < range_


def is_seen(hex_: Hex, enemies: Iterable[Hex], range_: int) -> bool:
    """Whether an enemy has a hex in sight: it is no further than the detection range (7.27, H21.5)."""
    found = nearest(hex_, enemies)
    return found is not None and found <= range_


def in_sight(state: State, board: Tactical) -> bool:
    """Whether any ship of one side has a ship of the other in sight (7.36)."""
    cp, en = standing(board, Side.CP), standing(board, Side.EN)
    range_ = detection(state)
    return any(is_seen(h, en, range_) for h in cp)


def group_speed(state: State, group: Group) -> str:
    """A group moves as its slowest ship can now (7.3)."""
    return min((speed_in_battle(state, state.ships[i]) for i in group.ships), key=speed_rank)


def has_tow(state: State, group: Group) -> bool:
    """Whether a ship of the group tows or is towed (7.34)."""
    return any(state.ships[i].towing or tug_of(state, i) for i in group.ships)


def tug_of(state: State, ship_id: str) -> str:
    """The ship that tows this one, "" if none does."""
    side = state.ships[ship_id].side
    return next((s.id for s in state.ships.values() if s.towing == ship_id and s.side == side), "")


def board_of(battle: Battle) -> Tactical:
    """The board of a battle that is fought on one."""
    assert battle.board is not None
    return battle.board


def impulse(state: State, board: Tactical) -> Impulse:
    """The impulse in hand."""
    return table(state).impulses[board.step - 1]


def first(battle: Battle) -> Side:
    """A: the side with the initiative."""
    return Side(battle.initiative)


def mover(battle: Battle, step: Impulse) -> Side:
    """The side whose movement step it is (7.31)."""
    return first(battle) if step.who == "A" else first(battle).enemy


def put(state: State, battle: Battle, **changes: object) -> State:
    """The state with this battle, its board changed so."""
    if changes:
        battle = replace(battle, board=replace(board_of(battle), **changes))
    return replace(state, battles=with_item(state.battles, str(battle.zone), battle))

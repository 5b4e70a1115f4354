"""Players for battles on the board who see only a view: one that does anything legal, one that comes on and fires."""

from random import Random

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView
from room40.dreadnought.boardplay import destinations, reaches, weapons
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import Board, Hex, distance, parse_hex


def battle_in(view: View) -> tuple[BattleView, BoardView]:
    zone = next(iter(view.board))
    return view.battle[zone], view.board[zone]


def hex_(text: str) -> Hex:
    found = parse_hex(text)
    assert found is not None
    return found


def answer(view: View, rng: Random, leaves: float = 0.1, bold: bool = False) -> o.Order:
    """A legal order for what this seat is asked on the board."""
    battle, board = battle_in(view)
    zone, kind = battle.zone, view.ask.kind
    if kind == "basic":
        return o.Basic(zone, False)
    if kind == "entry":
        return o.Enter(zone, view.ask.fleet, o.Direction(rng.choice(view.ask.choices)))
    if kind == "set up":
        return o.SetUp(zone)
    if kind == "manoeuvre":
        return _manoeuvre(view, board, zone, rng, leaves, bold)
    if kind == "gunnery":
        return o.FireGuns(zone, (), same=rng.random() < 0.5, free=bold or rng.random() < 0.8)
    if kind == "torpedoes":
        return _torpedoes(view, board, zone)
    assert kind == "keep", kind
    return o.Keep(zone, view.ask.fleet, view.ask.choices[0])


def _manoeuvre(view: View, board: BoardView, zone: str, rng: Random, leaves: float, bold: bool) -> o.Manoeuvre:
    grid = Board(board.radius)
    enemies = [hex_(h) for stacks in board.stacks.values() for h in stacks]
    counts: dict[str, int] = {}
    for group in board.groups.values():
        counts[group.hex] = counts.get(group.hex, 0) + len(group.ships)
    detach = tuple(i for i in board.may_detach if rng.random() < 0.3 and not _tows(view, i))
    taken = {g: [i for i in board.groups[g].ships if i in detach] for g in board.groups}
    for group_id, ships in taken.items():
        if len(ships) == len(board.groups[group_id].ships):
            ships.pop()
    detach = tuple(i for ships in taken.values() for i in ships)
    moves = {}
    for group_id in board.may_move:
        group = board.groups[group_id]
        near = [d for d in destinations(grid, hex_(group.hex), board.zones) if not d.startswith("off")]
        off = [d for d in destinations(grid, hex_(group.hex), board.zones) if d.startswith("off")]
        size = len(group.ships) - len(taken[group_id])
        free = [d for d in near if counts.get(d, 0) + size <= board.stack]
        if off and rng.random() < leaves:
            moves[group_id] = rng.choice(off)
        elif free:
            to = min(free, key=lambda d: (_range(d, enemies), d)) if bold else rng.choice(free)
            counts[group.hex] -= size
            counts[to] = counts.get(to, 0) + size
            moves[group_id] = to
    merge = {}
    ends = {i: moves.get(i, g.hex) for i, g in board.groups.items()}
    ids = [i for i in board.groups if not taken[i]]
    for i in ids:
        for j in ids:
            if i < j and i not in merge and j not in merge and j not in merge.values() and rng.random() < 0.1:
                one, other = board.groups[i], board.groups[j]
                whole = len(one.ships) + len(other.ships) <= board.stack
                near = ends[i] == ends[j] and not ends[i].startswith("off")
                if near and one.fleet == other.fleet and whole and i not in merge.values():
                    merge[i] = j
    return o.Manoeuvre(zone, moves, merge, detach)


def _tows(view: View, ship: str) -> bool:
    return bool(view.ships[ship].towing) or any(s.towing == ship for s in view.ships.values())


def _range(text: str, enemies: list[Hex]) -> int:
    return min((abs(distance(hex_(text), e) - 2) for e in enemies), default=0)


def _torpedoes(view: View, board: BoardView, zone: str) -> o.FireTorpedoes:
    spreads = {}
    for group in board.groups.values():
        for ship in group.ships:
            arm = weapons(board.arms.get(ship)).get("torpedoes")
            for stacks in board.stacks.values():
                for where, stack in stacks.items():
                    if arm and stack.up and reaches(arm[0], distance(hex_(group.hex), hex_(where)), "torpedoes", "", 2):
                        spreads[ship] = stack.counters[0]
    return o.FireTorpedoes(zone, spreads)

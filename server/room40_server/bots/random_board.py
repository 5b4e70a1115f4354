"""The random player's part on the tactical board: any legal order, to find what the rules do not bear (7.2, 7.3)."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView
from room40.dreadnought.boardplay import OFF, destinations, reaches, weapons
from room40.dreadnought.orders import Aim, Gun, Order
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import Board, Hex, distance
from room40.geometry.seachart import Direction
from room40_server.bots.firepower import hex_at


def answer(view: View, rng: Random, proposes: bool = False) -> Order:
    """An order for what the seat is asked. `proposes`: it may propose basic combat, which can be done once a battle."""
    battle = view.battle[view.ask.zone]
    board, zone, kind = view.board[view.ask.zone], battle.zone, view.ask.kind
    if proposes and kind in ("entry", "set up"):
        return o.Basic(zone)
    if kind == "basic":
        return o.Basic(zone, rng.random() < 0.3)
    if kind == "entry":
        return o.Enter(zone, view.ask.fleet, Direction(rng.choice(view.ask.choices)))
    if kind == "set up":
        places = {h: tuple(ships) for h, ships in board.proposal.items()} if rng.random() < 0.5 else {}
        return o.SetUp(zone, places)
    if kind == "manoeuvre":
        return _Moves(view, board, rng).order(zone)
    if kind == "gunnery":
        return _guns(battle, board, rng)
    if kind == "torpedoes":
        return _torpedoes(zone, board, rng)
    return o.Keep(zone, view.ask.fleet, rng.choice(view.ask.choices))


class _Moves:
    """A movement step at random, within the stacks (7.32)."""

    def __init__(self, view: View, board: BoardView, rng: Random) -> None:
        self._view, self._board, self._rng = view, board, rng
        self._grid = Board(board.radius)
        self._counts = Counter[str]()
        for group in board.groups.values():
            self._counts[group.hex] += len(group.ships)

    def order(self, zone: str) -> o.Manoeuvre:
        """The whole of the movement."""
        detach = self._detach()
        moves = {g: to for g in self._board.may_move if (to := self._move(g, detach))}
        cast_off = tuple(i for i in self._tugs() if self._rng.random() < 0.1)
        return o.Manoeuvre(zone, moves, self._merges(moves, detach), tuple(detach), cast_off)

    def _tugs(self) -> list[str]:
        aboard = [i for g in self._board.groups.values() for i in g.ships]
        return [i for i in aboard if self._view.ships[i].towing]

    def _detach(self) -> list[str]:
        towed = {self._view.ships[i].towing for i in self._tugs()} | set(self._tugs())
        found: list[str] = []
        for group in self._board.groups.values():
            may = [i for i in group.ships if i in self._board.may_detach and i not in towed]
            taken = [i for i in may if self._rng.random() < 0.3]
            found += taken[: len(group.ships) - 1]
        return found

    def _move(self, group_id: str, detach: list[str]) -> str:
        group = self._board.groups[group_id]
        size = sum(i not in detach for i in group.ships)
        ways = destinations(self._grid, hex_at(group.hex), self._board.zones)
        near = [w for w in ways if not w.startswith(OFF) and self._counts[w] + size <= self._board.stack]
        off = [w for w in ways if w.startswith(OFF)]
        if self._rng.random() < 0.1:
            return ""
        if off and self._rng.random() < 0.15:
            return self._rng.choice(off)
        if not near:
            return ""
        to = self._rng.choice(near)
        self._counts[group.hex] -= size
        self._counts[to] += size
        return to

    def _merges(self, moves: dict[str, str], detach: list[str]) -> dict[str, str]:
        """Now and then two groups of a fleet that end in a hex become one (7.3, 7.29)."""
        groups = self._board.groups
        ends = {i: moves.get(i, g.hex) for i, g in groups.items() if not set(g.ships) & set(detach)}
        for one in ends:
            for other in ends:
                alike = one != other and ends[one] == ends[other] and groups[one].fleet == groups[other].fleet
                fits = len(groups[one].ships) + len(groups[other].ships) <= self._board.stack
                if alike and fits and not ends[one].startswith(OFF) and self._rng.random() < 0.2:
                    return {one: other}
        return {}


def _ups(board: BoardView) -> Iterator[tuple[str, Hex]]:
    for stacks in board.stacks.values():
        for where, stack in stacks.items():
            if stack.up:
                yield from ((token, hex_at(where)) for token in stack.counters)


def _places(board: BoardView) -> dict[str, Hex]:
    return {ship: hex_at(g.hex) for g in board.groups.values() for ship in g.ships}


def _guns(battle: BattleView, board: BoardView, rng: Random) -> Order:
    shots = []
    for ship, here in _places(board).items():
        for gun in Gun:
            reach, dice = weapons(board.arms.get(ship)).get(gun.value, (0, 0))
            aims = [
                token
                for token, there in _ups(board)
                if reaches(reach, distance(here, there), gun.value, _kind(battle, board, token), board.small_range)
            ]
            if dice and aims and rng.random() < 0.4:
                shots.append(Aim(ship, gun, rng.choice(aims)))
    return o.FireGuns(battle.zone, tuple(shots), same=rng.random() < 0.4, free=rng.random() < 0.4)


def _kind(battle: BattleView, board: BoardView, token: str) -> str:
    ship = battle.ships.get(board.known.get(token, ""))
    return ship.kind if ship is not None else "DD"


def _torpedoes(zone: str, board: BoardView, rng: Random) -> Order:
    spreads = {}
    for ship, here in _places(board).items():
        reach, _ = weapons(board.arms.get(ship)).get("torpedoes", (-1, 0))
        aims = [token for token, there in _ups(board) if distance(here, there) <= reach]
        if aims and rng.random() < 0.5:
            spreads[ship] = rng.choice(aims)
    return o.FireTorpedoes(zone, spreads)

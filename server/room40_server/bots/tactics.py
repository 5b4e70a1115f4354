"""How a player of the computer fights on the tactical board (7.2, 7.3), from its view alone.

It lets the umpire set up. It closes to the range at which its ships give more than they take, keeps those out of reach that
would only be hurt, lets damaged ships go, and makes for the edge when it is weaker, or only wants to get past.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView, GroupView
from room40.dreadnought.boardplay import destinations, nearest, read_off
from room40.dreadnought.orders import Order
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import SIDES, Board, Hex, distance
from room40.geometry.seachart import Direction, Zone
from room40_server.bots.fighting import CLOSE_WHEN, LEAVE_WHEN
from room40_server.bots.firepower import Piece, best_hope, enemy_pieces, hex_at, hope, own_pieces
from room40_server.bots.plotting import goal_of
from room40_server.bots.reading import CAPITAL, ports, ship_strength, zone
from room40_server.bots.voyages import nearest_port
from room40_server.bots.waters import FAR, waters_of

ASKED = ("basic", "entry", "set up", "manoeuvre", "gunnery", "torpedoes", "keep")
"""The questions of a battle on the board."""
PULL = 0.6
"""The points for which a group goes one hex nearer to the range it wants."""
WORTH_A_TORPEDO = 5.0
"""Victory points of the least target that torpedoes are spent on."""
CLEAR = 2
"""Hexes beyond the range of sight at which ships that could only be hurt keep from the enemy."""
WORN = 0.6
"""With less of its hull left than this share a force has had enough of it,"""
WORTH_MORE = 1.8
"""unless it is so much stronger than what is left of the enemy."""
ROUGH = 4
"""The grade of weather from which boats are slow (H4.1)."""
BOATS = frozenset({"DD", "TB"})
SPEEDS = ("0", "1s", "1", "1+", "2", "2+")


@cache
def grid_of(radius: int) -> Board:
    """The hexes of a board."""
    return Board(radius)


def answer(view: View) -> Order:
    """The order for what the seat is asked about its battle on the board."""
    battle = view.battle[view.ask.zone]
    board = view.board[view.ask.zone]
    match view.ask.kind:
        case "basic":
            return o.Basic(battle.zone)  # who wants it quick may have it quick
        case "entry":
            return o.Enter(battle.zone, view.ask.fleet, entry_side(view))
        case "set up":
            return o.SetUp(battle.zone)
        case "gunnery":
            return o.FireGuns(battle.zone, free=any_up(board))
        case "torpedoes":
            return o.FireTorpedoes(battle.zone, spreads(view, battle, board))
        case "manoeuvre":
            return Helm(view, battle, board).order()
        case _:
            return o.Keep(battle.zone, view.ask.fleet, view.ask.choices[0])


def any_up(board: BoardView) -> bool:
    """Whether any enemy counter lies face up."""
    return any(stack.up for stacks in board.stacks.values() for stack in stacks.values())


def odds(view: View, battle: BattleView, board: BoardView) -> float:
    """Own strength over the enemy's on the board: counters that are not known are taken for what was seen and lost, then for
    the mean of one's own."""
    own = own_pieces(view, board)
    enemies = enemy_pieces(view, battle, board, own.values())
    known = [p.strength for p in enemies if p.known]
    unknown = [p.strength for p in enemies if not p.known]
    lost = sorted((ship_strength(battle.ships[i]) for i in board.last_seen if i in battle.ships), reverse=True)
    theirs = sum(known) + sum(lost[: len(unknown)]) + sum(unknown[len(lost) :])
    return sum(p.strength for p in own.values()) / max(theirs, 0.1)


def entry_side(view: View) -> Direction:
    """The side by which a fleet that has the choice comes on: next to its goal if it has one, else to the enemy's ports."""
    waters, battle = waters_of(view.scenario, view.seat), view.battle[view.ask.zone]
    sides = view.board[battle.zone].zones
    fleet = view.fleets.get(view.ask.fleet)
    aim = goal_of(view, fleet) if fleet is not None else None
    wanted = [zone(aim.zone)] if aim is not None else ports(view, side="EN" if view.seat == "CP" else "CP")

    def away(side: str) -> tuple[int, int]:
        beyond = zone(sides[side]) if side in sides else zone(battle.zone)
        return min((waters.distance(beyond, w) for w in wanted), default=FAR), view.ask.choices.index(side)

    return Direction(min(view.ask.choices, key=away))


def spreads(view: View, battle: BattleView, board: BoardView) -> dict[str, str]:
    """Each ship's torpedoes at what it may hope to hurt most, if that is worth them (H7.7)."""
    own = own_pieces(view, board)
    ups = [p for p in enemy_pieces(view, battle, board, own.values()) if p.up and p.worth >= WORTH_A_TORPEDO]
    found = {}
    for ship in own.values():
        if "torpedoes" not in ship.arms:
            continue
        reach = ship.arms["torpedoes"][0]
        only = Piece(ship.name, ship.hex, ship.kind, ship.hull, 0, 0, {"torpedoes": ship.arms["torpedoes"]})
        near = [t for t in ups if distance(ship.hex, t.hex) <= reach]
        if near:
            best = max(near, key=lambda t: (hope(board, only, t, distance(only.hex, t.hex), True), t.name))
            found[ship.name] = best.name
    return found


class Helm:
    """A movement step of a side (7.31 to 7.35)."""

    def __init__(self, view: View, battle: BattleView, board: BoardView) -> None:
        self._view, self._battle, self._board = view, battle, board
        self._grid = grid_of(board.radius)
        self._own = own_pieces(view, board)
        self._enemies = enemy_pieces(view, battle, board, self._own.values())
        self._hexes = [p.hex for p in self._enemies]
        self._odds = odds(view, battle, board)
        bound = {i for f in view.fleets.values() if goal_of(view, f) is not None for i in f.ships}
        running = bool(bound & set(self._own))
        weak = self._odds < LEAVE_WHEN and not self._looks_first()
        worn = self._hull_left() < WORN and self._odds < WORTH_MORE
        self._leaves = weak or worn or (running and self._odds < CLOSE_WHEN)
        self._caution = min(1.0, max(0.3, 0.9 / max(self._odds, 0.1)))
        self._counts = Counter({hex_at(g.hex): 0 for g in board.groups.values()})
        for group in board.groups.values():
            self._counts[hex_at(group.hex)] += len(group.ships)

    def _hull_left(self) -> float:
        """The share of the hull that is left of the fleets on the board, ships already lost among them."""
        fleets = {g.fleet for g in self._board.groups.values()}
        ships = [self._view.ships[i] for f in fleets if f in self._view.fleets for i in self._view.fleets[f].ships]
        built = sum(self._view.classes[s.card].hull for s in ships if s.card in self._view.classes)
        return sum(s.hull for s in ships) / max(1, built)

    def _looks_first(self) -> bool:
        """Whether a fast squadron of big ships goes to see whom it has met before it runs from their number."""
        strangers = not self._board.known and not self._board.last_seen
        fast = all(SPEEDS.index(g.speed) >= SPEEDS.index("2") for g in self._board.groups.values())
        return strangers and fast and any(p.kind in CAPITAL for p in self._own.values())

    def order(self) -> o.Manoeuvre:
        """The whole of the side's movement in this step."""
        zone_key = self._battle.zone
        if not self._hexes and not self._board.may_move:
            return o.Manoeuvre(zone_key)
        slowest = self._board.impulses[self._board.step - 1].split(" ")[-1]
        detached = self._detached()
        moves: dict[str, str] = {}
        for group_id, group in self._in_turn():
            ships = [i for i in group.ships if i not in detached]
            may = group_id in self._board.may_move if len(ships) == len(group.ships) else self._fast(ships, slowest)
            if may:
                to = self._course(ships, hex_at(group.hex))
                if to is not None:
                    moves[group_id] = to
        return o.Manoeuvre(zone_key, moves, {}, tuple(detached))

    def _in_turn(self) -> list[tuple[str, GroupView]]:
        """The groups, those nearest to the enemy first, so that they make room for the rest."""
        return sorted(self._board.groups.items(), key=lambda g: (nearest(hex_at(g[1].hex), self._hexes) or 0, g[0]))

    def _fast(self, ships: Iterable[str], slowest: str) -> bool:
        return all(SPEEDS.index(self._speed(i)) >= SPEEDS.index(slowest) for i in ships)

    def _speed(self, ship_id: str) -> str:
        """A ship's speed in battle: slow with empty bunkers (H12), boats in a rough sea (H4.1)."""
        ship = self._view.ships[ship_id]
        most = "2+"
        if self._view.weather >= ROUGH and ship.kind in BOATS:
            most = "1"
        if self._view.scenario.fuel and not ship.fuel:
            most = "1s"
        return min(ship.speed, most, key=SPEEDS.index)

    def _towed(self, ship_id: str) -> bool:
        return bool(self._view.ships[ship_id].towing) or any(s.towing == ship_id for s in self._view.ships.values())

    def _detached(self) -> list[str]:
        """Damaged ships that hold their group back are left to themselves (7.35)."""
        found: list[str] = []
        for group in self._board.groups.values():
            if any(self._towed(i) for i in group.ships):
                continue
            best = max(SPEEDS.index(self._speed(i)) for i in group.ships)
            slow = [i for i in group.ships if SPEEDS.index(self._speed(i)) < best and i in self._board.may_detach]
            found += slow
        return found

    # ---- where to

    def _course(self, ships: list[str], here: Hex) -> str | None:
        """Where a group goes; None if it stays."""
        leaves = self._leaves or all(self._crippled(i) for i in ships)
        if leaves and self._hexes:
            way = self._way_out(here)
            if way is not None:
                return way
        pieces = [self._own[i] for i in ships]
        wanted = self._range_wanted(pieces) if not leaves else self._board.radius * 2
        free = [h for h in self._near(here) if h == here or self._counts[h] + len(ships) <= self._board.stack]
        best = max(free, key=lambda h: (self._score(pieces, h, wanted, leaves), h == here, h))
        if best == here:
            return None
        self._counts[here] -= len(ships)
        self._counts[best] += len(ships)
        return str(best)

    def _near(self, here: Hex) -> list[Hex]:
        texts = (d for d in destinations(self._grid, here, ()))
        return [here, *(hex_at(t) for t in texts)]

    def _crippled(self, ship_id: str) -> bool:
        """Whether a ship has no more business in the line: three quarters of her hull gone, or no gun left."""
        ship = self._view.ships[ship_id]
        built = self._view.classes.get(ship.card)
        guns = ship.primary + ship.secondary + ship.tertiary + ship.torpedoes
        return built is not None and (ship.hull * 4 <= built.hull or not guns) and built.boats == 1

    def _way_out(self, here: Hex) -> str | None:
        """Over the edge, away from the enemy; None if this is no hex from which to leave, or the enemy would follow there.

        In sight of the enemy nobody leaves: all are moved back (7.33), which is to run on before him.
        """
        sides = [way[0] for d in destinations(self._grid, here, self._board.zones) if (way := read_off(d)) is not None]
        away = nearest(here, self._hexes) or 0
        if not sides or (away <= self._board.detection and self._side_away() not in sides):
            return None
        return f"off {min(sides, key=self._beyond)}"

    def _beyond(self, side: Direction) -> tuple[int, int]:
        """How far it is from the zone on a side to where the side wants to go: its goal, else its nearest port."""
        waters, here = waters_of(self._view.scenario, self._view.seat), zone(self._board.zones[side])
        return min((waters.distance(here, w) for w in self._wanted()), default=FAR), SIDES.index(side)

    def _wanted(self) -> list[Zone]:
        fleets = {g.fleet for g in self._board.groups.values()}
        aims = [a for f in fleets if f in self._view.fleets and (a := goal_of(self._view, self._view.fleets[f])) is not None]
        if aims:
            return [zone(a.zone) for a in aims]
        home = nearest_port(self._view, waters_of(self._view.scenario, self._view.seat), zone(self._battle.zone))
        return [home] if home is not None else []

    def _side_away(self) -> Direction | None:
        """The open side that is furthest from the enemy, the way home where that is all one."""
        open_sides = [s for s in SIDES if s in self._board.zones]
        if not open_sides:
            return None
        return max(open_sides, key=lambda s: (self._room(s), -self._beyond(s)[0]))

    def _room(self, side: Direction) -> int:
        """How much nearer to a side's ring hexes the own ships are than the enemy's."""
        ring = self._grid.numbered(side)
        own = min((nearest(h, [p.hex for p in self._own.values()]) or 0 for h in ring), default=0)
        theirs = min((nearest(h, self._hexes) or 0 for h in ring), default=0)
        return theirs - own

    # ---- what a hex is worth

    def _range_wanted(self, pieces: list[Piece]) -> int:
        """The range at which a group gives most for what it takes; just out of the enemy's sight if it only takes."""
        gains = {r: self._gain(pieces, r) for r in range(self._board.detection)}
        best = max(gains, key=lambda r: (gains[r], r), default=0)
        return best if gains and gains[best] > 0 else self._board.detection + CLEAR

    def _gain(self, pieces: list[Piece], range_: int) -> float:
        given = sum(max((hope(self._board, p, e, range_, True) for e in self._enemies), default=0.0) for p in pieces)
        taken = sum(max(hope(self._board, e, p, range_, True) for p in pieces) for e in self._enemies)
        share = len(pieces) / max(1, len(self._own))
        return given - self._caution * share * taken

    def _score(self, pieces: list[Piece], at: Hex, wanted: int, leaves: bool) -> float:
        given = sum(best_hope(self._board, p, self._enemies, at, True) for p in pieces)
        shuns = leaves or wanted > self._board.detection  # then what counts is where he can be before he fires
        taken = sum(self._threat(e, pieces, at, int(shuns)) for e in self._enemies)
        away = nearest(at, self._hexes)
        if away is None:
            return -PULL * distance(at, Hex(0, 0))
        if leaves:
            out = self._side_away()
            edge = min((distance(at, h) for h in self._grid.along(out)), default=0) if out else 0
            return PULL * (min(away, self._board.detection + 1) - 0.9 * edge) + 0.3 * given - taken
        return given - self._caution * taken - PULL * abs(away - wanted)

    def _threat(self, enemy: Piece, pieces: list[Piece], at: Hex, nearer: int) -> float:
        """What an enemy's next fire, if he first comes `nearer`, may cost a group in a hex: its share, as one of all that
        his reach.
        """
        range_ = distance(at, enemy.hex) - nearer
        if range_ >= self._board.detection:
            return 0.0
        worst = max(hope(self._board, enemy, p, max(0, range_), True) for p in pieces)
        if not worst:
            return 0.0
        names = {p.name for p in pieces}
        others = sum(
            1 for p in self._own.values() if p.name not in names and distance(p.hex, enemy.hex) < self._board.detection
        )
        return worst * len(pieces) / (len(pieces) + others)

"""A side's plan of one movement step: where groups go, who joins whom, who is taken out (7.3, 7.31 to 7.35)."""

from collections.abc import Sequence

from room40.dreadnought import boardplay
from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView
from room40.dreadnought.views import View
from room40.geometry.hexgrid import STEPS, Hex, add
from room40_client.tui.board import terms
from room40_client.tui.board.terms import spot


class Manoeuvres:
    """The plan. A ship that is taken out of her group is a group by herself, under her own id."""

    def __init__(self, view: View, zone: str, board: BoardView) -> None:
        self.view = view
        self.zone = zone
        self.board = board
        self.moves: dict[str, str] = {}
        self.merges: dict[str, str] = {}
        self.detached: list[str] = []
        self.cast_off: list[str] = []

    # ---- what there is to order ----

    def groups(self) -> list[str]:
        """Every group, those that may move first, as they stand from the west and the north."""
        may = self.movers()
        every = [*self.board.groups, *self.detached]
        return sorted(every, key=lambda g: (g not in may, *self.stands(g), g))

    def movers(self) -> list[str]:
        """The groups that may move in this step, the ships taken out of theirs among them (7.31, 7.34, 7.35)."""
        whole = [g for g in self.board.may_move if g in self.board.groups]
        changed = {g for g in self.board.groups for s in self.detached if s in self.board.groups[g].ships}
        wanted = self._wanted()
        found = [g for g in whole if g not in changed]
        found += [g for g in [*sorted(changed), *self.detached] if self._fast(g, wanted)]
        return [g for g in found if self.ships(g)]

    def _wanted(self) -> str:
        step = self.board.step
        text = self.board.impulses[step - 1] if 1 <= step <= len(self.board.impulses) else ""
        return text.partition(" ")[2] or "1s"

    def _fast(self, group: str, wanted: str) -> bool:
        ships = [self.view.ships[s] for s in self.ships(group) if s in self.view.ships]
        return terms.fast_enough(terms.slowest(s.speed for s in ships), wanted)

    def ships(self, group: str) -> tuple[str, ...]:
        """The ships of a group as the plan leaves it."""
        if group in self.board.groups:
            return tuple(s for s in self.board.groups[group].ships if s not in self.detached)
        return (group,) if group in self.detached else ()

    def stands(self, group: str) -> Hex:
        """The hex in which a group is now."""
        if group in self.board.groups:
            return spot(self.board.groups[group].hex)
        holder = next((g for g in self.board.groups.values() if group in g.ships), None)
        return spot(holder.hex) if holder else Hex(0, 0)

    def fleet(self, group: str) -> str:
        """The fleet to which a group belongs."""
        holder = next((v for g, v in self.board.groups.items() if g == group or group in v.ships), None)
        return holder.fleet if holder else ""

    def ends(self, group: str) -> Hex | None:
        """Where a group is after the step; None when it has left the board."""
        to = self.moves.get(group)
        if to is None:
            return self.stands(group)
        return None if boardplay.read_off(to) else spot(to)

    def reach(self, group: str) -> tuple[str, ...]:
        """Everywhere the group may go in this step, as orders name it (7.32, 7.33)."""
        if group not in self.movers():
            return ()
        return boardplay.destinations(terms.geometry(self.board), self.stands(group), self.board.zones)

    def steps_off(self, group: str, step: str) -> tuple[str, ...]:
        """The destinations over the edge to which a step leads, one a side: two from a corner (7.33, H7.41)."""
        here, geometry = self.stands(group), terms.geometry(self.board)
        if add(here, STEPS[step]) in geometry or group not in self.movers():
            return ()
        sides = boardplay.exits(geometry, here, self.board.zones)
        return tuple(f"{boardplay.OFF} {s} {step}" for s in sides if step in boardplay.off_steps(geometry, here, s))

    # ---- what is ordered ----

    def go(self, group: str, to: str) -> None:
        """Let a group go somewhere; to its own hex: it stays."""
        self.merges = {g: into for g, into in self.merges.items() if group not in (g, into)}
        if to == str(self.stands(group)):
            self.moves.pop(group, None)
        else:
            self.moves[group] = to

    def step(self, group: str, step: str) -> bool:
        """One step on the board; False where it would leave it or the group may not move."""
        there = str(add(self.stands(group), STEPS[step]))
        if there not in self.reach(group):
            return False
        self.go(group, there)
        return True

    def stay(self, group: str) -> None:
        """Take back what a group was to do."""
        self.go(group, str(self.stands(group)))
        if group in self.detached:
            self.detached.remove(group)

    def partners(self, group: str) -> list[str]:
        """The groups with which a group may merge: of its fleet, in its hex at the end, together no more than a stack."""
        end, fleet = self.ends(group), self.fleet(group)
        size = len(self.ships(group))
        others = [g for g in self.groups() if g != group and g not in self.merges and self.ships(g)]
        alike = [g for g in others if end is not None and self.ends(g) == end and self.fleet(g) == fleet]
        return [g for g in alike if size + len(self.ships(g)) <= self.board.stack]

    def may_leave(self, group: str) -> list[str]:
        """The ships that may be taken out of a group (7.35); the last ship in it is the group."""
        ships = self.ships(group) if group in self.board.groups else ()
        return [s for s in ships if s in self.board.may_detach] if len(ships) > 1 else []

    def towing(self, group: str) -> list[str]:
        """The ships of a group that have another in tow (7.34)."""
        return [s for s in self.ships(group) if s in self.view.ships and self.view.ships[s].towing]

    def steps(self, group: str) -> list[int]:
        """The steps of a round in which a group moves, as fast as it is now; with a tow in the last alone (7.31, 7.34)."""
        mine = self.board.impulses[self.board.step - 1][:1] if 1 <= self.board.step <= len(self.board.impulses) else ""
        if mine not in ("A", "B"):
            return []
        texts = [text.partition(" ") for text in self.board.impulses]
        ships = self.ships(group)
        speed = terms.slowest(self.view.ships[s].speed for s in ships if s in self.view.ships)
        found = [n for n, (who, _, least) in enumerate(texts, 1) if who == mine and terms.fast_enough(speed, least)]
        towed = {ship.towing for ship in self.view.ships.values() if ship.towing}
        return found[-1:] if self.towing(group) or towed & set(ships) else found

    def loses_sight(self) -> bool:
        """Whether the plan takes all who stay out of sight of an enemy that is in sight now, and so ends the battle (7.36).

        Not where someone leaves the board in sight: then all are moved back (7.33).
        """
        enemy = [spot(key) for stacks in self.board.stacks.values() for key in stacks]
        ends = [end for g in self.groups() if self.ships(g) and (end := self.ends(g)) is not None]
        seen_off = [self.stands(g) for g, to in self.moves.items() if boardplay.read_off(to)]
        if not enemy or not ends or not self.moves or self._in_sight(seen_off, enemy):
            return False
        return self._in_sight([self.stands(g) for g in self.groups()], enemy) and not self._in_sight(ends, enemy)

    def _in_sight(self, own: Sequence[Hex], enemy: Sequence[Hex]) -> bool:
        """Whether any two are in sight of each other; at the range of sight they are (7.27, H21.5)."""
        near = (boardplay.nearest(hex_, enemy) for hex_ in own)
        return any(far is not None and far <= self.board.detection for far in near)

    def stacks(self) -> dict[Hex, tuple[str, ...]]:
        """The own ships by hex as the plan leaves them."""
        found: dict[Hex, tuple[str, ...]] = {}
        for group in self.groups():
            end = self.ends(group)
            if end is not None and self.ships(group):
                found[end] = found.get(end, ()) + self.ships(group)
        return found

    def fault(self) -> str:
        """What is wrong with the plan, "" if nothing is: too many ships in a hex (7.32)."""
        crowded = [hex_ for hex_, ships in self.stacks().items() if len(ships) > self.board.stack]
        if not crowded:
            return ""
        where = terms.geometry(self.board).name(crowded[0])
        return f"{len(self.stacks()[crowded[0]])} ships would stand in {where}; {self.board.stack} may."

    def order(self) -> o.Manoeuvre:
        """The order that says all of it."""
        return o.Manoeuvre(self.zone, dict(self.moves), dict(self.merges), tuple(self.detached), tuple(self.cast_off))


def idle(view: View, zone: str, board: BoardView) -> bool:
    """Whether nothing can be done in this movement step: no group may move, nor would one if a slow ship were taken out."""
    if board.may_move:
        return False
    plan = Manoeuvres(view, zone, board)
    plan.detached = _all_but_one(board, board.may_detach)
    return not plan.movers()


def _all_but_one(board: BoardView, ships: Sequence[str]) -> list[str]:
    """Ships that may be taken out, one of each group left in it where all may be."""
    found: list[str] = []
    for group in board.groups.values():
        able = [s for s in group.ships if s in ships]
        found += able[1:] if len(able) == len(group.ships) else able
    return found

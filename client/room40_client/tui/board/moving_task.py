"""The movement step: groups go, merge, give up ships and tows; one order for the whole step (7.31 to 7.35)."""

from room40.dreadnought import boardplay
from room40.dreadnought import orders as o
from room40.geometry.hexgrid import Hex
from room40_client.tui.board import aiming, terms
from room40_client.tui.board.manoeuvring import Manoeuvres
from room40_client.tui.board.task import Choice, Glance, Outcome, Task, Told, face_up, last_seen, window
from room40_client.tui.draw import words
from room40_client.tui.draw.asked import Keys
from room40_client.tui.draw.board_scene import Marks
from room40_client.tui.draw.runs import Line, line, safe


class MovingTask(Task):
    """Plan the step; the board shows the groups where they will stand."""

    clause = "7.32"

    def __init__(self, glance: Glance) -> None:
        super().__init__(glance)
        self.plan = Manoeuvres(glance.view, glance.battle.zone, glance.board)
        self.group = next(iter(self.plan.groups()), "")
        self.rings = False
        self._look()

    def _look(self) -> None:
        if self.group:
            self.glance.cursor = self.plan.ends(self.group) or self.plan.stands(self.group)

    # ---- what is shown ----

    def marks(self) -> Marks:
        plan = self.plan
        stands = plan.stands(self.group) if self.group else None
        end = plan.ends(self.group) if self.group else None
        legal = {terms.spot(to) for to in plan.reach(self.group) if not boardplay.read_off(to)} if self.group else set()
        signs: dict[Hex, str] = {}
        for group, to in plan.moves.items():
            here, there = plan.stands(group), plan.ends(group)
            signs[here] = terms.ARROWS.get(terms.way(here, there), "") if there else "->" + to.split()[1]
        rings = aiming.rings(self.board, plan.ships(self.group), end or Hex(0, 0)) if self.rings and end else {}
        return Marks(
            own=plan.stacks(),
            moved=frozenset(there for group in plan.moves if (there := plan.ends(group))),
            signs=signs,
            legal=frozenset(legal - ({end} if end else set())),
            chosen=frozenset({end} if end else ()),
            eye=None if self.rings else end or stands,
            reach=rings,
        )

    def asked(self) -> Line:
        movers = self.plan.movers()
        what = terms.impulse(self.view, self.battle, self.board)
        planned = sum(group in self.plan.moves for group in movers)
        head = f" {what[:1].upper()}{what[1:]}."
        if off := self.leaving():
            return line((f" Step {self.board.step}.", "alert"), f"  {off}.")
        if self.plan.loses_sight():
            return line((f" Step {self.board.step}.", "alert"), "  Enter: ", (self.enter(), "strong"))
        moving = f"{planned} of {len(movers)} groups go." if planned else "w s q e a d move a group."
        return line((head, "alert"), f"  {moving}  Enter: ", (self.enter(), "strong"))

    def enter(self) -> str:
        shown = "all as shown" if self.plan.moves else "all stay"
        return f"{shown}; out of all sight, so the battle ends (7.36)" if self.plan.loses_sight() else shown

    def exits(self) -> frozenset[str]:
        offs = (boardplay.read_off(to) for to in self.plan.reach(self.group)) if self.group else ()
        return frozenset(str(off[0]) for off in offs if off)

    def leaving(self) -> str:
        """What is said of the chosen group when it is to leave the board."""
        read = boardplay.read_off(self.plan.moves.get(self.group, ""))
        if not read:
            return ""
        words_ = f"{self._code(self.group)} leaves over {read[0]} into {terms.beyond(self.board, read[0])}"
        return words_ + (": in sight, so all are moved back (7.33)" if self._seen() else "")

    def _seen(self) -> bool:
        """Whether an enemy sees the chosen group where it is now: at the range of sight too (7.33, H21.5)."""
        stacks = [terms.spot(key) for stacks in self.board.stacks.values() for key in stacks]
        far = boardplay.nearest(self.plan.stands(self.group), stacks)
        return far is not None and far <= self.board.detection

    def keys(self) -> Keys:
        group = self.group
        out: Keys = [("x", "take out")] if self.plan.may_leave(group) else []
        merge: Keys = [("m", "merge")] if group and self.plan.partners(group) else []
        tow: Keys = [("c", "cast off")] if self.plan.towing(group) else []
        always: Keys = [("Enter", "done"), ("wsqead", "move"), ("WSQEAD", "all"), ("Tab", "next")]
        return [*always, *out, *merge, *tow, ("k", "signs"), ("r", "guns' reach"), ("Bksp", "stay"), ("g", "go to")]

    def rows(self, columns: int, room: int) -> list[Line]:
        groups, movers = self.plan.groups(), self.plan.movers()
        lines: list[Line] = []
        for group in groups:
            style = "own chosen" if group == self.group else "own" if group in movers else "dim"
            where = self.glance.geometry.name(self.plan.stands(group))
            text = f"{'>' if group == self.group else ' '}{self._label(group, columns)}{where:<3} "
            lines.append(line((text, style), (self._goes(group, columns), "trace" if group in self.plan.moves else "dim")))
        seen = [*face_up(self.glance, columns), *last_seen(self.glance, columns)]
        height = max(4, room - len(seen) - 1) if seen else room
        shown = window(lines, groups.index(self.group) if self.group in groups else 0, min(height, len(lines)))
        return [*shown, (), *seen] if seen else shown

    def _label(self, group: str, columns: int) -> str:
        """A group in the list: its code; where another has the same, or there is room, with a name."""
        code, name = self._code(group), words.ship_name(self.view, next(iter(self.plan.ships(group)), ""))
        if columns > 26:
            return f"{terms.short(f'{code} {name}', columns - 12)} "
        alike = [self._code(g) for g in self.plan.groups()]
        size = columns - 10 if len(set(alike)) < len(alike) else 3
        return f"{terms.short(name if alike.count(code) > 1 else code, size)} "

    def _goes(self, group: str, columns: int) -> str:
        if group in self.plan.merges:
            return "joins" if columns < 20 else f"joins {self._code(self.plan.merges[group])}"
        end = self.plan.ends(group)
        if end is None:
            return "->" + self.plan.moves[group].split()[1]
        if group in self.plan.moves:
            return self.glance.geometry.name(end)
        return "" if group in self.plan.movers() else "waits" if columns > 20 else "wait"

    def foot(self) -> list[Line]:
        if not self.group:
            return []
        ships = self.plan.ships(self.group)
        speeds = {s: self.view.ships[s].speed for s in ships if s in self.view.ships}
        speed = terms.slowest(speeds.values())
        slow = {s for s, own in speeds.items() if own == speed} if len(set(speeds.values())) > 1 else set()
        fleet = words.fleet_name(self.view, self.plan.fleet(self.group))
        head = line((f"{fleet}: {self._code(self.group)}", "own"), f" speed {safe(speed)}")
        names = [words.ship_name(self.view, s) + (f" {safe(speed)}" if s in slow else "") for s in ships]
        return [head, line((self._when(), "dim")), line(", ".join(names[:3])), line(", ".join(names[3:]))]

    def _when(self) -> str:
        """In which steps of a round the chosen group moves; for which it waits if this is none of them."""
        steps = self.plan.steps(self.group)
        if self.group in self.plan.movers():
            return f"moves in step{'s' * (len(steps) != 1)} {' '.join(map(str, steps))}"
        later = next((str(n) for n in steps if n > self.board.step), "")
        return f"waits for step {later}" if later else "waits for the next round" if steps else "cannot move"

    def _code(self, group: str) -> str:
        return terms.code([terms.kind_of(self.view, s) for s in self.plan.ships(group)])

    # ---- what keys do ----

    def letter(self, way: str) -> Outcome:
        if not self.group:
            return Told("You have no group on the board.")
        if self.group not in self.plan.movers():
            return Told(f"{self._code(self.group)} may not move in this step.", "7.31")
        if self.plan.step(self.group, way):
            self._look()
            return self._warn()
        return self._over_the_edge(way)

    def _over_the_edge(self, way: str) -> Outcome:
        offs = self.plan.steps_off(self.group, way)
        if not offs:
            edge = self.glance.geometry.is_ring(self.plan.stands(self.group))
            closed = "That side of the board is land: no ship may leave there." if edge else "No hex lies there."
            return Told(closed, "7.33")
        if len(offs) == 1:
            return self._off(offs[0])
        rows = tuple(line(self._off_words(off)) for off in offs)
        return Choice("Leave the board", rows, lambda at: self._off(offs[at[0]]) if at else None)

    def _off_words(self, off: str) -> str:
        read = boardplay.read_off(off)
        side = read[0] if read else off
        return f"over {terms.side_words(side)} into {terms.beyond(self.board, side)}"

    def _off(self, off: str) -> Outcome:
        self.plan.go(self.group, off)
        return None

    def _warn(self) -> Outcome:
        fault = self.plan.fault()
        return Told(fault, "7.32") if fault else None

    def all_go(self, way: str) -> Outcome:
        moved = sum(self.plan.step(group, way) for group in self.plan.movers())
        self._look()
        if self.plan.loses_sight():
            return self._warn()  # what is asked says so, and no remark is to hide it
        return self._warn() or Told(f"{moved} group{'s' * (moved != 1)} will go {way}.")

    def next(self, by: int) -> Outcome:
        groups = self.plan.groups()
        if groups:
            at = groups.index(self.group) if self.group in groups else -by
            self.group = groups[(at + by) % len(groups)]
            self._look()
        return None

    def number(self, number: int) -> Outcome:
        groups = self.plan.groups()
        if number <= len(groups):
            self.group = groups[number - 1]
            self._look()
        return None

    def here(self) -> Outcome:
        """Choose the group under the cursor, one after another; into an empty hex the chosen group goes."""
        cursor = self.glance.cursor
        there = [g for g in self.plan.groups() if self.plan.ends(g) == cursor]
        if there:
            at = there.index(self.group) + 1 if self.group in there else 0
            self.group = there[at % len(there)]
            return None
        return self._go_to_cursor()

    def _go_to_cursor(self) -> Outcome:
        cursor = self.glance.cursor
        if self.group and str(cursor) in self.plan.reach(self.group):
            self.plan.go(self.group, str(cursor))
            return self._warn()
        name = self.glance.geometry.name(cursor)
        return Told(f"{self._code(self.group)} cannot go to {name} in this step.", "7.32") if self.group else None

    def to_hex(self, hex_: Hex) -> Outcome:
        self.glance.cursor = hex_
        return self._go_to_cursor() if self.group and str(hex_) in self.plan.reach(self.group) else None

    def act(self, key: str) -> Outcome:
        if key == "r":
            self.rings = not self.rings
            return Told("p, s, t: hexes in reach of its primary, secondary, tertiary guns." if self.rings else "")
        if key == "backspace":
            self.plan.stay(self.group)
            self.group = self.group if self.group in self.plan.groups() else next(iter(self.plan.groups()), "")
            self._look()
            return None
        return {"m": self._merge, "x": self._take_out, "c": self._cast_off}.get(key, lambda: None)()

    def _merge(self) -> Outcome:
        partners = self.plan.partners(self.group)
        if not partners:
            return Told("No other group of its fleet ends in this hex, with room for both.", "7.3")

        def join(at: tuple[int, ...]) -> Outcome:
            self.plan.merges[self.group] = partners[at[0]]
            return Told(f"{self._code(self.group)} joins {self._code(partners[at[0]])}.")

        if len(partners) == 1:
            return join((0,))
        return Choice("Merge with", tuple(self._row(g) for g in partners), join)

    def _row(self, group: str) -> Line:
        names = ", ".join(words.ship_name(self.view, s) for s in self.plan.ships(group))
        return line((self._code(group), "own"), f"  {names}")

    def _take_out(self) -> Outcome:
        ships = self.plan.may_leave(self.group)
        if not ships:
            return Told("Only a ship that has lost half its main guns, half its hull or speed may be taken out.", "7.35")

        def out(at: tuple[int, ...]) -> Outcome:
            self.plan.detached += [ships[n] for n in at]
            if at:
                self.group = ships[at[0]]
                self._look()
            return None

        rows = tuple(line(words.ship_name(self.view, s)) for s in ships)
        return Choice("Take out of the group: tick", rows, out, many=True)

    def _cast_off(self) -> Outcome:
        tugs = self.plan.towing(self.group)
        if not tugs:
            return Told("No ship of this group has another in tow.", "7.34")
        tug = tugs[0]
        if tug in self.plan.cast_off:
            self.plan.cast_off.remove(tug)
            return Told(f"{words.ship_name(self.view, tug)} keeps her tow.")
        self.plan.cast_off.append(tug)
        return Told(f"{words.ship_name(self.view, tug)} casts off her tow.")

    def orders(self) -> tuple[o.Order, ...]:
        return (self.plan.order(),)

    def fault(self) -> Told | None:
        fault = self.plan.fault()
        return Told(fault, "7.32") if fault else None

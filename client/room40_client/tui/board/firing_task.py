"""The gunnery and torpedo steps: a ship, the targets in her reach with hopes of hits, "same again" (H7.5, H7.7)."""

from room40.dreadnought import orders as o
from room40.dreadnought.boardplay import weapons
from room40.geometry.hexgrid import Hex
from room40_client.tui.board import aiming, terms
from room40_client.tui.board.aiming import HOLD, UMPIRE, Aims
from room40_client.tui.board.task import Glance, Outcome, Task, Told, window
from room40_client.tui.draw import words
from room40_client.tui.draw.asked import Keys
from room40_client.tui.draw.board_scene import Marks
from room40_client.tui.draw.runs import Line, line, safe

_SHORT = {"primary": "P", "secondary": "S", "tertiary": "T", "torpedoes": "torpedo"}


class FiringTask(Task):
    """Name targets, or leave them as they were or to the umpire."""

    clause = "H7.5"

    def __init__(self, glance: Glance, torpedoes: bool = False) -> None:
        super().__init__(glance)
        self.aims = Aims(glance.view, glance.battle, glance.board, torpedoes)
        self.ship = next(iter(self.aims.ships()), "")
        self.gun = ""
        self.at = 0
        if torpedoes:
            self.clause = "H7.7"
        self._begin_ship()

    def _begin_ship(self) -> None:
        told = next((what for what in self.aims.said(self.ship).values() if what in self.targets()), "")
        self.at = self.targets().index(told) if told else 0
        self._look()

    def targets(self) -> list[str]:
        """What the chosen ship may fire at."""
        return self.aims.targets(self.ship, self.gun)

    @property
    def target(self) -> str:
        """The counter that is looked at."""
        targets = self.targets()
        return targets[min(self.at, len(targets) - 1)] if targets else ""

    def _where(self, counter: str) -> Hex | None:
        for stacks in self.board.stacks.values():
            for key, stack in stacks.items():
                if counter in stack.counters:
                    return terms.spot(key)
        return None

    def _stands(self, ship: str) -> Hex | None:
        return next((terms.spot(g.hex) for g in self.board.groups.values() if ship in g.ships), None)

    def _look(self) -> None:
        self.glance.cursor = self._where(self.target) or self._stands(self.ship) or self.glance.cursor

    # ---- what is shown ----

    def marks(self) -> Marks:
        here = self._stands(self.ship)
        aimed = {hex_ for what in self.aims.told.values() if (hex_ := self._where(what))}
        rings = aiming.rings(self.board, (self.ship,), here) if here and not self.aims.torpedoes else {}
        return Marks(chosen=frozenset({here} if here else ()), aimed=frozenset(aimed), reach=rings)

    def asked(self) -> Line:
        what = "Torpedoes" if self.aims.torpedoes else "Gunnery"
        mine = sum(len(tuple(group.ships)) for group in self.board.groups.values())
        head = f" Step {self.board.step}, {what.lower()}: {len(self.aims.ships())} of {mine} can fire."
        aims = "  Space aims." if self.aims.torpedoes else ""
        return line((head, "alert"), f"{aims}  Enter: ", (self.enter(), "strong"))

    def _silent(self) -> bool:
        return all(what == HOLD for what in self.aims.told.values())

    def enter(self) -> str:
        told = list(self.aims.told.values())
        if self.aims.torpedoes:
            fire = sum(what not in (HOLD, UMPIRE) for what in told)
            held = f", {len(told) - fire} held back" if fire < len(told) else ""
            return f"{fire} of {len(told)} fire{held}" if fire else "hold them all back"
        if self._silent():
            return "hold all fire"
        order = self.aims.order()
        assert isinstance(order, o.FireGuns)
        parts = ["same again"] if order.same else []
        parts += [f"{len(order.shots)} as named"] if order.shots else []
        parts += ["the rest to the umpire" if parts else "fire as the umpire thinks best"] if order.free else []
        return ", ".join(parts)

    def keys(self) -> Keys:
        umpire: Keys = [] if self.aims.torpedoes else [("u", "umpire"), ("c", "gun class")]
        return [
            ("Enter", "hold all" if self._silent() else "fire"),
            ("Tab", "ship"),
            ("Up Down", "target"),
            ("Space", "aim"),
            ("k", "signs"),
            ("o", "all at it"),
            ("h", "hold"),
            *umpire,
        ]

    def head(self, columns: int) -> list[Line]:
        if not self.ship:
            return []
        arms = weapons(self.board.arms.get(self.ship))
        kinds = [g for g in arms if (g == aiming.TORPEDOES) == self.aims.torpedoes and arms[g][1]]
        guns = " ".join(f"{_SHORT[g]}{arms[g][1]}" for g in kinds)
        return [
            line((words.ship_name(self.view, self.ship), "own"), f" {terms.kind_of(self.view, self.ship)} {guns}"),
            line((f"fires {self.gun} at:" if self.gun else "fires at:", "dim")),
        ]

    def rows(self, columns: int, room: int) -> list[Line]:
        targets, ships = self.targets(), self.aims.ships()
        aimed = set(self.aims.said(self.ship).values())
        rows: list[Line] = []
        for number, counter in enumerate(targets):
            hits = self.aims.hope(self.ship, counter, self.gun)
            hope = f"r{self.aims.range(self.ship, counter)}" if self.aims.torpedoes else f"{hits:.1f}"
            text = terms.counter_name(self.view, self.battle, self.board, counter)
            size = columns - 7
            mark = "*" if counter in aimed else " "
            style = "cursor" if number == self.at else ""
            rows.append(line((f"{mark}{number + 1} {terms.short(text, size)} {hope:>3}"[:columns], style)))
        hold = line((f"{'*' if HOLD in aimed else ' '}h hold {'back' if self.aims.torpedoes else 'fire'}", "dim"))
        umpire = line((f"{'*' if UMPIRE in aimed else ' '}u umpire", "dim"))
        others = [hold] if self.aims.torpedoes else [umpire, hold]
        most = max(2, room - min(len(ships), 4) - 1 - len(others))
        shown = [*window(rows, self.at, min(len(rows), most)), *others]
        at = ships.index(self.ship) if self.ship in ships else 0
        listed = window([self._ship_row(s, columns) for s in ships], at, max(0, room - len(shown) - 1))
        return [*shown, line(("-" * columns, "rule")), *listed]

    def _ship_row(self, ship: str, columns: int) -> Line:
        said = set(self.aims.said(ship).values())
        one = next(iter(said)) if len(said) == 1 else "split"
        known = one in (UMPIRE, HOLD, "split")
        aim = one if known else terms.counter_name(self.view, self.battle, self.board, one)
        size = 8 if columns < 20 else 16
        mark = ">" if ship == self.ship else " "
        name = words.ship_name(self.view, ship)
        text = f"{mark}{terms.short(name, size)} "
        return line((text, "own chosen" if ship == self.ship else "own"), (aim[: max(0, columns - len(text))], "dim"))

    def foot(self) -> list[Line]:
        if not self.target:
            return []
        counter = self.target
        ship = self.battle.ships.get(self.board.known.get(counter, ""))
        where = self._where(counter)
        hex_ = self.glance.geometry.name(where) if where else "?"
        place = f" {safe(ship.kind) if ship else '?'} {hex_} range {self.aims.range(self.ship, counter)}"
        head = line((terms.counter_name(self.view, self.battle, self.board, counter), "enemy"), place)
        guns_left = f"P{ship.primary} S{ship.secondary} T{ship.tertiary}" if ship else ""
        boxes = f"hull {ship.hull} {guns_left} speed {safe(ship.speed)}" if ship else ""
        return [head, line(boxes), line(self._hopes(counter)), line((self._total(counter), "strong"))]

    def _hopes(self, counter: str) -> str:
        """The dice of each class that reaches a counter, with the hits to be hoped for: "P 6 dice 1.0 hits, S 4 0.7"."""
        found: list[str] = []
        for weapon in self.aims.weapons(self.ship):
            chance = self.aims.chances[weapon].get(counter)
            if chance is None:
                continue
            first = not found
            dice = f"{_SHORT[weapon[1]]} {chance.dice}{(' die' if chance.dice == 1 else ' dice') * first}"
            found.append(dice if self.aims.torpedoes else f"{dice} {chance.hits:.1f}{' hits' * first}")
        return ", ".join(found)

    def _total(self, counter: str) -> str:
        if self.aims.torpedoes:
            return "once fired they are gone; F1 says what hits"
        total = self.aims.total().get(counter, 0.0)
        return f"all named at her: {total:.1f} hits hoped for" if total else ""

    # ---- what keys do ----

    def arrow(self, way: str) -> Outcome:
        if way in ("left", "right"):
            return self.next(1 if way == "right" else -1)
        self.at = max(0, min(len(self.targets()) - 1, self.at + (1 if way == "down" else -1)))
        self._look()
        return None

    def next(self, by: int) -> Outcome:
        ships = self.aims.ships()
        if ships:
            at = ships.index(self.ship) if self.ship in ships else -by
            self.ship = ships[(at + by) % len(ships)]
            if not self.aims.targets(self.ship, self.gun):
                self.gun = ""
            self._begin_ship()
        return None

    def number(self, number: int) -> Outcome:
        if number <= len(self.targets()):
            self.at = number - 1
            return self._aim()
        return None

    def here(self) -> Outcome:
        """Aim at the target that is looked at; after a click, at what stands in that hex."""
        there = [c for c in self.targets() if self._where(c) == self.glance.cursor]
        if there and self.target not in there:
            self.at = self.targets().index(there[0])
        elif not there:
            mine = [s for s in self.aims.ships() if self._stands(s) == self.glance.cursor]
            if mine:
                self.ship = mine[(mine.index(self.ship) + 1) % len(mine)] if self.ship in mine else mine[0]
                self._begin_ship()
                return None
            return Told("Nothing there that this ship may fire at.", self.clause)
        return self._aim()

    def _aim(self) -> Outcome:
        if not self.target:
            return None
        aimed = self.target
        self.aims.aim(self.ship, aimed, self.gun)
        ships = self.aims.ships()
        done = self.ship
        if not self.gun and ships.index(self.ship) + 1 < len(ships):
            self.next(1)
        else:
            self._look()
        at = terms.counter_name(self.view, self.battle, self.board, aimed)
        return Told(f"{words.ship_name(self.view, done)} aims at {at}.")

    def act(self, key: str) -> Outcome:
        if key == "o" and self.target:
            number = self.aims.all_at(self.target)
            name = terms.counter_name(self.view, self.battle, self.board, self.target)
            return Told(f"{number} ship{'s' * (number != 1)} at {name}.")
        if key in ("h", "u"):
            self.aims.aim(self.ship, HOLD if key == "h" else UMPIRE, self.gun)
            return None
        if key == "c" and not self.aims.torpedoes:
            kinds = ["", *(weapon[1] for weapon in self.aims.weapons(self.ship))]
            target = self.target
            self.gun = kinds[(kinds.index(self.gun) + 1) % len(kinds)] if self.gun in kinds else ""
            self.at = self.targets().index(target) if target in self.targets() else 0
            self._look()
            return Told(f"Aiming the {self.gun} guns alone." if self.gun else "Aiming all guns together.")
        if key == "backspace":
            self.aims = Aims(self.view, self.battle, self.board, self.aims.torpedoes)
            self._begin_ship()
            return Told("All as at first.")
        return None

    def orders(self) -> tuple[o.Order, ...]:
        return (self.aims.order(),)

"""Before the impulses, and after them: sides of entry, the set-up, basic combat instead, a divided counter (7.2 to 7.28)."""

from room40.dreadnought import orders as o
from room40.geometry.hexgrid import SIDES
from room40.geometry.seachart import Direction
from room40_client.tui.board import terms
from room40_client.tui.board.placing import Placing
from room40_client.tui.board.task import Choice, Give, Glance, Outcome, Task, Told, window
from room40_client.tui.draw import words
from room40_client.tui.draw.asked import Keys
from room40_client.tui.draw.board_scene import Marks
from room40_client.tui.draw.runs import Line, Run, line

BASIC: Keys = [("B", "basic combat instead")]


class EntryTask(Task):
    """By which side of the board a fleet comes on (7.24)."""

    clause = "7.24"

    def __init__(self, glance: Glance) -> None:
        super().__init__(glance)
        self.fleet = glance.view.ask.fleet or next((f for f, side in glance.board.entry.items() if side == "?"), "")
        open_ = glance.view.ask.choices or [str(side) for side in SIDES if side in glance.board.zones]
        self.sides = [Direction(side) for side in open_ if side in [str(s) for s in SIDES]]
        self.at = 0

    def marks(self) -> Marks:
        side = self.sides[self.at] if self.sides else None
        return Marks(legal=frozenset(self.glance.geometry.numbered(side)) if side else frozenset())

    def asked(self) -> Line:
        number = words.fleet_name(self.view, self.fleet)
        parts: list[str | Run] = [(f" {number} comes on by which side?", "alert")]
        for at, side in enumerate(self.sides):
            text = f" {at + 1} {side} "
            parts.append((text, "chosen" if at == self.at else ""))
        return line(*parts)

    def keys(self) -> Keys:
        return [("1-6", "side"), ("Tab", "next side"), ("Enter", "come on"), *BASIC]

    def rows(self, columns: int, room: int) -> list[Line]:
        found = [line(("sides", "strong"))]
        for at, side in enumerate(self.sides):
            text = f"{at + 1} {side:<3}from {terms.beyond(self.board, side)}"
            found.append(line((text[:columns], "chosen" if at == self.at else "")))
        return found

    def next(self, by: int) -> Outcome:
        self.at = (self.at + by) % max(1, len(self.sides))
        return None

    def number(self, number: int) -> Outcome:
        if number <= len(self.sides):
            self.at = number - 1
        return None

    def here(self) -> Outcome:
        for at, side in enumerate(self.sides):
            if self.glance.cursor in self.glance.geometry.numbered(side):
                self.at = at
        return None

    def act(self, key: str) -> Outcome:
        return propose(self) if key == "B" else None

    def orders(self) -> tuple[o.Order, ...]:
        return (o.Enter(self.zone, self.fleet, self.sides[self.at]),) if self.sides else ()


class SetUpTask(Task):
    """Where the ships stand; it begins as the umpire would set up (7.22 to 7.28)."""

    clause = "7.22"

    def __init__(self, glance: Glance) -> None:
        super().__init__(glance)
        self.plan = Placing(glance.view, glance.battle.zone, glance.board)
        self.at = 0
        stacks = self.plan.stacks()
        if stacks:
            glance.cursor = next(iter(stacks))

    def marks(self) -> Marks:
        stacks = self.plan.stacks()
        ships = self.plan.held or tuple(self.plan.ships()[self.at : self.at + 1])
        chosen = {hex_ for hex_, there in stacks.items() if ships and not self.plan.held and ships[0] in there}
        return Marks(own=stacks, legal=self.plan.offers(ships), chosen=frozenset(chosen))

    def asked(self) -> Line:
        rule = "one hex, then chains of adjacent hexes, at least four ships in each"
        if self.plan.held:
            return line((" Set-up:", "alert"), f" {len(self.plan.held)} in hand; Space puts them into a hex marked ( ).")
        if left := self.plan.unplaced():
            number = f"{len(left)} ship{'s stand' if len(left) != 1 else ' stands'} nowhere yet"
            return line((f" Set-up: {number}.", "alert"), (f"  {rule}", "dim"))
        return line((" Set up your ships.", "alert"), "  Enter: ", (self.enter(), "strong"), ".  Space lifts a stack.")

    def enter(self) -> str:
        if self.fault():
            return ""
        return "as shown" if self.plan.order().places else "as shown, the umpire's way"

    def keys(self) -> Keys:
        lift = "put down" if self.plan.held else "lift"
        return [
            ("Enter", "as shown"),
            ("wsqead", "cursor"),
            ("Space", lift),
            ("Tab", "ship"),
            ("k", "signs"),
            ("x", "lift ship"),
            ("u", "umpire"),
            ("z", "clear"),
            *BASIC,
        ]

    def rows(self, columns: int, room: int) -> list[Line]:
        rows: list[Line] = []
        stacks = {s: hex_ for hex_, ships in self.plan.stacks().items() for s in ships}
        ships = self.plan.ships()
        size = columns - 5
        for number, ship in enumerate(ships):
            place = "hand" if ship in self.plan.held else self.glance.geometry.name(stacks[ship]) if ship in stacks else "?"
            mark = ">" if number == self.at else " "
            name = words.ship_name(self.view, ship)
            style = "own chosen" if number == self.at else "own"
            rows.append(line((f"{mark}{terms.short(name, size - 1)} ", style), (place, "")))
        return window(rows, self.at, room)

    def foot(self) -> list[Line]:
        ships = self.plan.ships()
        if not ships:
            return []
        ship = ships[min(self.at, len(ships) - 1)]
        fleet = words.fleet_name(self.view, self.plan.fleet(ship))
        side = self.board.entry.get(self.plan.fleet(ship), "")
        lines = [line((words.ship_name(self.view, ship), "own"), f" {terms.kind_of(self.view, ship)}"), line(fleet)]
        if side:
            lines.append(line(f"comes on by {terms.side_words(side)}"))
        elif self.board.entries:
            lines.append(line(f"the enemy comes from {', '.join(self.board.entries)}"))
        return lines

    def next(self, by: int) -> Outcome:
        ships = self.plan.ships()
        if ships:
            self.at = (self.at + by) % len(ships)
            places = self.plan.places
            if not self.plan.held and ships[self.at] in places:
                self.glance.cursor = places[ships[self.at]]
        return None

    def here(self) -> Outcome:
        if self.plan.held:
            fault = self.plan.put(self.glance.cursor)
            return Told(fault, "7.22") if fault else None
        if self.plan.lift(self.glance.cursor):
            return None
        if left := self.plan.unplaced():
            fleet = self.plan.fleet(left[0])
            group = tuple(s for s in left if self.plan.fleet(s) == fleet)[: self.board.stack]
            self.plan.take(group)
            return self.here() if self.glance.cursor in self.plan.offers(group) else None
        return Told("No ship of yours stands there.")

    def act(self, key: str) -> Outcome:
        ships = self.plan.ships()
        if key == "x" and ships:
            ship = ships[self.at]
            held = tuple(s for s in self.plan.held if s != ship) if ship in self.plan.held else (*self.plan.held, ship)
            self.plan.take(held)
        elif key == "z":
            self.plan.clear()
        elif key == "u":
            self.plan = Placing(self.view, self.zone, self.board)
        elif key == "backspace":
            self.plan.take(())
        elif key == "B":
            return propose(self)
        return None

    def cancel(self) -> bool:
        held = bool(self.plan.held)
        self.plan.take(())
        return held

    def fault(self) -> Told | None:
        missing = self.plan.unplaced() or list(self.plan.held)
        if missing and (self.plan.places or self.plan.held):
            return Told(f"{words.ship_name(self.view, missing[0])} stands nowhere yet; u lets the umpire set up.", "7.22")
        return None

    def orders(self) -> tuple[o.Order, ...]:
        return (self.plan.order(),)


class BasicTask(Task):
    """The enemy would rather fight by basic combat (H6)."""

    clause = "H6"

    def asked(self) -> Line:
        return line((" The enemy would fight by basic combat, without the board:", "alert"), "  1 agree   2 the board")

    def keys(self) -> Keys:
        return [("1", "agree"), ("2", "the board")]

    def number(self, number: int) -> Outcome:
        return Give((o.Basic(self.zone, number == 1),)) if number in (1, 2) else None


class KeepTask(Task):
    """A fleet has left the board in equal parts: which has its counter (7.33, H21.18)."""

    clause = "7.33"

    def __init__(self, glance: Glance) -> None:
        super().__init__(glance)
        fleet = glance.view.fleets.get(glance.view.ask.fleet)
        self.ships = glance.view.ask.choices or (list(fleet.ships) if fleet else [])
        self.at = 0

    def asked(self) -> Line:
        number = words.fleet_name(self.view, self.view.ask.fleet)
        return line((f" {number} has left in equal parts:", "alert"), " which has its counter?  Enter takes the one chosen")

    def keys(self) -> Keys:
        return [("Tab", "next ship"), ("Enter", "her part keeps the counter")]

    def rows(self, columns: int, room: int) -> list[Line]:
        rows = [
            line((f"{'>' if n == self.at else ' '}{words.ship_name(self.view, s)}", "own")) for n, s in enumerate(self.ships)
        ]
        return window(rows, self.at, room)

    def next(self, by: int) -> Outcome:
        self.at = (self.at + by) % max(1, len(self.ships))
        return None

    def orders(self) -> tuple[o.Order, ...]:
        return (o.Keep(self.zone, self.view.ask.fleet, self.ships[self.at]),) if self.ships else ()


def propose(task: Task) -> Choice:
    """Ask whether basic combat is to be proposed to the enemy (H6)."""
    items = (line("go on with the board"), line("propose basic combat; it is fought so if the enemy agrees"))
    return Choice("Basic combat", items, lambda at: Give((o.Basic(task.zone),)) if at == (1,) else None)

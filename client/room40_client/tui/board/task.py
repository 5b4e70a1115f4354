"""What a seat does at the board now: one task for each question, and looking on while nothing is asked.

A task knows what it adds to the board, what it says, and what its keys do; it knows nothing of Textual. What a key does is
said back as an outcome: a line for the status, a choice to be put to the player, or nothing.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from room40.dreadnought import orders as o
from room40.dreadnought.board_views import BoardView
from room40.dreadnought.views import BattleView, View
from room40.geometry.hexgrid import CENTRE, STEPS, Hex, add
from room40_client.tui.board import terms
from room40_client.tui.draw import words
from room40_client.tui.draw.asked import Keys, asked
from room40_client.tui.draw.board_scene import Marks
from room40_client.tui.draw.runs import Line, line, safe


class Choice(Struct, frozen=True):
    """Something to pick one of, or, `many`, any of; what is picked goes to `then`."""

    title: str
    items: tuple[Line, ...]
    then: "Callable[[tuple[int, ...]], Outcome]"
    many: bool = False


class Told(Struct, frozen=True):
    """A line for the status: a refusal by a clause, or a remark."""

    text: str
    clause: str = ""


class Give(Struct, frozen=True):
    """Orders to be sent at once."""

    orders: tuple[o.Order, ...]


Outcome = Told | Choice | Give | None


class Glance:
    """The board as it is now, and where one looks."""

    def __init__(self, view: View, battle: BattleView, board: BoardView, cursor: Hex = CENTRE) -> None:
        self.view = view
        self.battle = battle
        self.board = board
        self.cursor = cursor
        self.geometry = terms.geometry(board)

    def sail(self, way: str) -> None:
        """Move the cursor a step: a way of the board, or "left" and "right", which keep to the line."""
        ways = {"left": ("NW", "SW"), "right": ("NE", "SE")}.get(way, (way,))
        for name in reversed(ways) if self.cursor.q % 2 else ways:
            there = add(self.cursor, STEPS[name])
            if there in self.geometry:
                self.cursor = there
                return


class Task:
    """Nothing is asked: one looks on."""

    clause = "7.3"

    def __init__(self, glance: Glance) -> None:
        self.glance = glance

    @property
    def view(self) -> View:
        return self.glance.view

    @property
    def battle(self) -> BattleView:
        return self.glance.battle

    @property
    def board(self) -> BoardView:
        return self.glance.board

    @property
    def zone(self) -> str:
        return self.battle.zone

    # ---- what is shown ----

    def marks(self) -> Marks:
        """What it adds to the board."""
        return Marks()

    def asked(self) -> Line:
        """The line that says what is wanted."""
        if self.view.seat == "public" or self.view.result or not self.view.waiting:
            return asked(self.view)
        if self.view.seat in self.view.waiting:
            return line((" The battle goes on.", "dim"))
        waiting = " and ".join(f"the {words.side_name(s)}" for s in self.view.waiting)
        return line((f" Waiting for {waiting}.", "dim"))

    def enter(self) -> str:
        """What Enter will do, in a few words; "" where it does nothing."""
        return ""

    def exits(self) -> frozenset[str]:
        """The sides of the board over which what is chosen may leave."""
        return frozenset()

    def keys(self) -> Keys:
        """The keys that matter now."""
        return []

    def head(self, columns: int) -> list[Line]:
        """A few lines above the list."""
        return []

    def rows(self, columns: int, room: int) -> list[Line]:
        """The list beside the board."""
        return [*face_up(self.glance, columns), *last_seen(self.glance, columns)]

    def foot(self) -> list[Line]:
        """A few lines below the list."""
        return []

    # ---- what keys do ----

    def letter(self, way: str) -> Outcome:
        """A letter of the six ways."""
        self.glance.sail(way)
        return None

    def arrow(self, way: str) -> Outcome:
        """An arrow: up, down, left, right."""
        self.glance.sail({"up": "N", "down": "S"}.get(way, way))
        return None

    def all_go(self, way: str) -> Outcome:
        """A capital letter of the six ways."""
        return None

    def next(self, by: int) -> Outcome:
        """Tab."""
        return None

    def here(self) -> Outcome:
        """Space, or a click on the hex under the cursor."""
        return None

    def number(self, number: int) -> Outcome:
        """A digit."""
        return None

    def act(self, key: str) -> Outcome:
        """A key of its own."""
        return None

    def cancel(self) -> bool:
        """Esc: whether there was something to leave off."""
        return False

    def to_hex(self, hex_: Hex) -> Outcome:
        """A hex was named."""
        self.glance.cursor = hex_
        return None

    def orders(self) -> tuple[o.Order, ...]:
        """What Enter sends; nothing if nothing is asked."""
        return ()

    def fault(self) -> Told | None:
        """Why Enter would be refused, if it is known here."""
        return None


def last_seen(glance: Glance, columns: int) -> list[Line]:
    """Enemy ships known once whose counter is not known any more: name, hex, when."""
    lost = glance.board.last_seen
    if not lost:
        return []
    found = [line(("last seen", "strong"))]
    for ship, seen in sorted(lost.items(), key=lambda item: (-item[1].round, -item[1].step, item[0])):
        where = glance.geometry.name(terms.spot(seen.hex))
        text = terms.name(glance.view, glance.battle, ship)
        when = f" r{seen.round}s{seen.step}" if columns > 20 else ""
        room = max(4, columns - len(where) - len(when) - 2)
        found.append(line((f"{terms.short(text, room)} ", "lost"), (where + when, "dim")))
    return found


def face_up(glance: Glance, columns: int) -> list[Line]:
    """The enemy's ships that are known, with where they are."""
    found: list[Line] = []
    for side, stacks in sorted(glance.board.stacks.items()):
        named = [(c, key) for key, stack in stacks.items() for c in stack.counters if c in glance.board.known]
        if named:
            whose = words.side_name(side) if glance.view.seat == "public" or columns > 20 else "the enemy"
            found.append(line((whose, "strong")))
        for counter, key in sorted(named, key=lambda pair: (pair[1], glance.board.known[pair[0]])):
            where = glance.geometry.name(terms.spot(key))
            text = terms.counter_name(glance.view, glance.battle, glance.board, counter)
            room = max(4, columns - len(where) - 2)
            found.append(line((f"{terms.short(text, room)} ", ""), (where, "dim")))
    return found


def in_hex(glance: Glance, hex_: Hex) -> list[tuple[str, str]]:
    """Everything that stands in a hex, a line each: text and style."""
    found: list[tuple[str, str]] = []
    for group in glance.board.groups.values():
        if terms.spot(group.hex) == hex_:
            for ship in group.ships:
                mine = glance.view.ships.get(ship)
                speed = f", speed {safe(mine.speed)}" if mine else ""
                text = f"{words.ship_name(glance.view, ship)}  {terms.kind_of(glance.view, ship)}{speed}"
                found.append((text, "own"))
    for side, stacks in sorted(glance.board.stacks.items()):
        for key, stack in stacks.items():
            if terms.spot(key) == hex_:
                found += [_counter(glance, side, counter, stack.up) for counter in stack.counters]
    return found


def _counter(glance: Glance, side: str, counter: str, up: bool) -> tuple[str, str]:
    ship = glance.battle.ships.get(glance.board.known.get(counter, ""))
    face = "face up" if up else "face down"
    style = "own" if glance.view.seat == "public" and side == "EN" else "enemy"
    if ship is None:
        return f"counter {safe(counter)}, {words.side_name(side)}, {face}", style
    return f"{safe(ship.name)}  {safe(ship.kind)}{'' if up else ', last seen as; face down'}", style


def window(rows: Sequence[Line], chosen: int, height: int) -> list[Line]:
    """So many of some lines that the chosen one is among them."""
    first = max(0, min(chosen - height // 2, len(rows) - height))
    return list(rows[first : first + height])

"""Phase 5: where what was bought appears (K3.5, K7). Each placement is ruled on as it is made; Enter completes the phase."""

from room40.combined_arms import orders as o
from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.papers import placement_sheet as sheet
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.papers.paper import Keys, Paper, digit, way, window
from room40_client.tui.draw.runs import Line, line, rule
from room40_client.tui.palette import Ink


class PlacementScreen(Paper):
    """Units to place, and spaces for them."""

    waits_for_answer = frozenset({"plus", "equals_sign", "space", "minus", "u", "a", "tab", "up", "down", *"123456789"})

    def __init__(self, ink: Ink, desk: Desk) -> None:
        super().__init__(ink, desk)
        self.turn = (desk.view.round, desk.view.power)
        self.type = ""
        self.cursor = 0
        self.done: list[o.Place] = []
        """What stood in a space before each placement, the last one last: what `u` brings back."""
        self.is_sure = False

    def is_over(self) -> bool:
        return self.view.ask.kind != "mobilise" or (self.view.round, self.view.power) != self.turn

    def take(self) -> None:
        left = sheet.unplaced(self.view)
        if self.type not in left:
            self.type = next(iter(left), "")
            self.cursor = 0
        self.cursor = max(0, min(self.cursor, len(self._sites()) - 1))

    # ---- drawing ----

    def heading(self) -> tuple[Line, Line]:
        view = self.view
        head = f"{terms.power_name(view, view.power)} places what was bought, round {view.round}"
        return line((head, "strong")), line()

    def body(self, columns: int, rows: int) -> list[Line]:
        lines = [line((" To place", "strong")), *sheet.units_line(self.view, self.type, columns)]
        name = terms.type_name(self.view, self.type)
        lines.append(rule(line((f"Spaces for {name}" if self.type else "All is placed", "strong")), columns))
        room = rows - len(lines)
        return [*lines, *window(sheet.rows(self.view, self.type, self.cursor, columns), room, self.cursor)]

    def asked(self) -> Line:
        left = sheet.unplaced(self.view)
        price = sum(self.view.setting.types[key].cost * number for key, number in left.items())
        if self.is_sure:
            what = terms.count(self.view, left)
            return line((f" {what} not placed: {price} is paid back. Enter again goes on so.", "alert"))
        if not left:
            stranded = self._stranded()
            if stranded:
                return line((f" {stranded}", "alert"), "  Enter goes on so.")
            return line((" All is placed.", "strong"), ("  Enter goes on.", "alert"))
        if not self._sites():
            name = terms.several(self.view, self.type, left[self.type])
            return line((f" There is no space for {name}.", "alert"), "  Tab: another type; Enter goes on.")
        name = terms.several(self.view, self.type, left[self.type])
        return line((f" {name} to place: choose a space.", "alert"), "  + places one, a all of them.")

    def _stranded(self) -> str:
        """Fighters that would be lost, one sentence, "" if none (K3.5)."""
        for space in self.view.setting.spaces:
            here = len(sheet.waiting(self.view, space))
            placed = self.view.plan.placements.get(space)
            new = sum(self.view.setting.types[k].decks * n for k, n in placed.units.items()) if placed else 0
            if here > new:
                lost = here - new
                name = terms.space_name(self.view, space)
                return f"{lost} {'fighter' if lost == 1 else 'fighters'} over {name} will find no deck."
        return ""

    def keys(self) -> Keys:
        return [("Tab", "type"), ("Up Down", "space"), ("+ -", "one"), ("a", "all"), ("u", "undo"), ("Enter", "go on")]

    def all_keys(self) -> Keys:
        return [
            ("Tab or arrows", "another type: Tab, Left, Right; another space: Up, Down"),
            ("+ or Space", "one unit of the type in the space"),
            ("-", "take one back"),
            ("1-9", "so many of the type in the space"),
            ("a", "as many of the type as there is room for"),
            ("u", "undo the last placement"),
            ("Enter", "complete the phase: the units appear"),
        ]

    def clause(self) -> str:
        return "K7"

    # ---- keys ----

    def press(self, key: str) -> None:
        sure, self.is_sure = self.is_sure, False
        if key in ("tab", "right", "shift+tab", "left"):
            left = list(sheet.unplaced(self.view))
            if left:
                by = 1 if key in ("tab", "right") else -1
                self.type = left[(left.index(self.type) + by) % len(left)]
                self.cursor = 0
        elif by := way(key):
            self.cursor = (self.cursor + by) % max(1, len(self._sites()))
        elif key in ("plus", "equals_sign", "space"):
            self._put(1)
        elif key in ("minus", "underscore"):
            self._put(-1)
        elif figure := digit(key):
            self._put(figure)
        elif key == "a":
            self._put(min(sheet.unplaced(self.view).get(self.type, 0), self._room()))
        elif key == "u":
            self._undo()
        elif key == "enter":
            if sheet.unplaced(self.view) and not sure:
                self.is_sure = True
            else:
                self.give(o.Commit())

    def _sites(self) -> list[sheet.Site]:
        return sheet.sites(self.view, self.type) if self.type else []

    def _room(self) -> int:
        sites = self._sites()
        return max(1, sites[self.cursor].room) if sites else 1

    def _put(self, number: int) -> None:
        """So many more of the type in the space, or fewer; what cannot be the umpire refuses."""
        if number < 0 and not self._here():
            self._undo()
            return
        sites = self._sites()
        if not sites:
            self.complain(" There is nothing to place here." if not self.type else " No space can take that.", "K7")
            return
        key = self.type if number > 0 or self.type in self._here() else next(iter(self._here()))
        self._say(sites[self.cursor].space, {**self._here(), key: self._here().get(key, 0) + number})

    def _here(self) -> dict[str, int]:
        """What is placed in the space with the cursor."""
        sites = self._sites()
        placed = self.view.plan.placements.get(sites[self.cursor].space) if sites else None
        return dict(placed.units) if placed else {}

    def _say(self, space: str, units: dict[str, int]) -> None:
        before = self.view.plan.placements.get(space)
        kept = o.Place(space, dict(before.units) if before else {}, tuple(before.landing) if before else ())
        wanted = {key: number for key, number in units.items() if number > 0}
        order = o.Place(space, wanted, sheet.landing(self.view, space, wanted))
        self.give(order, then=lambda: self.done.append(kept))

    def _forget(self) -> None:
        self.done.pop()

    def _undo(self) -> None:
        if self.done:
            self.give(self.done[-1], then=self._forget)
        elif self.view.plan.placements:
            self.give(o.Place(sorted(self.view.plan.placements)[-1], {}))
        else:
            self.complain("Nothing is placed yet.")

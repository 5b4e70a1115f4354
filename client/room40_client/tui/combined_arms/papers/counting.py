"""Answers that count: casualties, submarines that dive, ships that bombard (K5.3, K5.5, K6.2)."""

from collections.abc import Sequence

from room40.combined_arms import orders as o
from room40.combined_arms.views import BattleView, View
from room40_client.tui.combined_arms.papers import sides, terms
from room40_client.tui.combined_arms.papers.answer import Answer, Pressed
from room40_client.tui.combined_arms.papers.paper import Keys, digit, step, way
from room40_client.tui.combined_arms.papers.sides import ATTACKER, DEFENDER, Marks, Row
from room40_client.tui.draw.runs import Line, line


class Counting(Answer):
    """So many of each row; what the umpire suggests stands there at first."""

    chosen_word = "chosen"

    def __init__(
        self, view: View, rows: list[Row], number: int, suggestion: Sequence[str] = (), beside: Sequence[Row] = ()
    ) -> None:
        """`rows` can be chosen of; `beside` are all rows of the side, if others stand there too."""
        super().__init__(view)
        self._rows = rows
        self._beside = list(beside) or rows
        self.number = number
        self.suggestion = list(suggestion)
        self.chosen = self._suggested()
        self.cursor = next((at for at, n in enumerate(self.chosen) if n), 0)

    def _suggested(self) -> list[int]:
        return [sum(unit in row.units for unit in self.suggestion) for row in self._rows]

    def rows(self) -> list[Row]:
        return self._beside

    def marks(self) -> Marks:
        said = {id(row): self.words(row, n) for row, n in zip(self._rows, self.chosen, strict=True)}
        at = self._beside.index(self._rows[self.cursor]) if self._rows else -1
        return Marks(at, tuple(said.get(id(row), "") for row in self._beside))

    @staticmethod
    def words(row: Row, number: int) -> str:
        """What is chosen of a row, in few words."""
        return str(number) if number else ""

    def most(self, at: int) -> int:
        """How many can be chosen of a row."""
        return len(self._rows[at].units)

    def units(self) -> tuple[str, ...]:
        """The units chosen; of a row with several lives each first, then again."""
        found: list[str] = []
        for row, number in zip(self._rows, self.chosen, strict=True):
            found += [unit for _ in range(row.lives) for unit in row.units][:number]
        return tuple(found)

    def press(self, key: str) -> Pressed:
        if by := way(key):
            self.cursor = (self.cursor + by) % max(1, len(self._rows))
        elif by := step(key):
            return self._change(self.chosen[self.cursor] + by)
        elif (figure := digit(key)) is not None:
            return self._change(figure)
        elif key == "u":
            self.chosen = self._suggested()
        elif key == "enter":
            return self.done()
        return None

    def done(self) -> Pressed:
        """The order, or what is wrong with it."""
        return None

    def _change(self, wanted: int) -> Pressed:
        """Another number of the chosen row. Where all are due, one more here is one less elsewhere."""
        if not self._rows:
            return None
        most = self.most(self.cursor)
        if wanted > most:
            return f"No more than {most} of these can be {self.chosen_word}."
        self.chosen[self.cursor] = max(0, wanted)
        over = sum(self.chosen) - self.number if self.number else 0
        for at in reversed(range(len(self._rows))):
            if at != self.cursor and over > 0:
                less = min(over, self.chosen[at])
                self.chosen[at] -= less
                over -= less
        if over > 0:
            self.chosen[self.cursor] -= over
        return None


class CasualtiesAnswer(Counting):
    """Who takes the hits (K5.5)."""

    chosen_word = "hit"

    def __init__(self, view: View, battle: BattleView) -> None:
        ask = view.ask
        self.which = DEFENDER if set(ask.choices) & set(battle.defenders) else ATTACKER
        self.hits = battle.hits.get(self.which, {})
        beside = sides.of_battle(view, battle, self.which)
        rows = [row for row in beside if set(row.units) & set(ask.choices) and self._is_reached(view, row)]
        super().__init__(view, rows, ask.number, ask.suggestion, beside)

    def _is_reached(self, view: View, row: Row) -> bool:
        """Whether any of the hits can fall on these units (K5.2, K6.3)."""
        kind = view.setting.types.get(row.type)
        for hit in (hit for hit, number in self.hits.items() if number):
            if hit == "submarine":
                can = kind is None or kind.domain != "air"
            elif hit == "aircraft":
                can = kind is None or "submarine" not in kind.traits
            else:
                can = not hit.startswith("type:") or hit == f"type:{row.type}"
            if can:
                return True
        return False

    def _suggested(self) -> list[int]:
        return [sum(self.suggestion.count(unit) for unit in row.units) for row in self._rows]

    def most(self, at: int) -> int:
        return len(self._rows[at].units) * self._rows[at].lives

    @staticmethod
    def words(row: Row, number: int) -> str:
        if not number:
            return ""
        if row.lives > 1:
            sunk = max(0, number - len(row.units))
            return f"hit {number - sunk}" + (f" lose {sunk}" if sunk else "")
        return f"lose {number}"

    def asked(self) -> Line:
        left = self.number - sum(self.chosen)
        due = f"{self.number} {'hit' if self.number == 1 else 'hits'}"
        if left:
            return line((f" {due}{self._only()} to take: {left} still to be named.", "alert"), "  + names one more.")
        return line((f" You take {due}{self._only()}: whom do you lose?", "alert"), "  Enter: as marked.")

    def _only(self) -> str:
        """Which of the hits not every unit can take (K6.3)."""
        words = {"submarine": "not on aircraft", "aircraft": "not on submarines"}
        special = [f"{n} {words[kind]}" for kind, n in self.hits.items() if n and kind in words]
        special += [
            f"{n} on {terms.type_name(self.view, kind.removeprefix('type:'))}s"
            for kind, n in self.hits.items()
            if n and kind.startswith("type:")
        ]
        return f" ({', '.join(special)})" if special else ""

    def keys(self) -> Keys:
        return [("Enter", "lose those"), ("Up Down", "choose"), ("+ -", "more, fewer"), ("u", "umpire's")]

    def done(self) -> Pressed:
        left = self.number - sum(self.chosen)
        if left:
            return f"{self.number} {'hit' if self.number == 1 else 'hits'} must be taken; {left} still to be named."
        return o.Casualties(self.units())


class SubmergeAnswer(Counting):
    """Which submarines dive instead of striking (K6.2)."""

    chosen_word = "submerged"

    def __init__(self, view: View, battle: BattleView) -> None:
        choices = set(view.ask.choices)
        self.which = DEFENDER if choices & set(battle.defenders) else ATTACKER
        beside = sides.of_battle(view, battle, self.which)
        super().__init__(view, [row for row in beside if set(row.units) & choices], 0, beside=beside)

    @staticmethod
    def words(row: Row, number: int) -> str:
        left = len(row.units) - number
        return ", ".join([f"{left} strike"] * bool(left) + [f"{number} dive"] * bool(number))

    def asked(self) -> Line:
        diving, all_of_them = sum(self.chosen), sum(len(row.units) for row in self._rows)
        if diving == all_of_them:
            return line((f" {diving} submerge and are out of the battle.", "alert"), "  Enter: so be it.")
        what = f"{all_of_them - diving} strike" + (f", {diving} submerge" if diving else "")
        return line((f" Submarines: {what}.", "alert"), "  Enter: so be it.  + lets one submerge.")

    def keys(self) -> Keys:
        return [("Enter", "as marked"), ("+ -", "submerge more, fewer"), ("d", "all submerge"), ("Up Down", "choose")]

    def press(self, key: str) -> Pressed:
        if key == "d":
            self.chosen = [len(row.units) for row in self._rows]
            return None
        return super().press(key)

    def done(self) -> Pressed:
        return o.Submerge(self.units())


class BombardAnswer(Counting):
    """Which ships bombard, at most one for each land unit put ashore (K5.3)."""

    chosen_word = "sent to bombard"

    def __init__(self, view: View) -> None:
        rows = sides.rows(view, view.ask.choices, ATTACKER)
        super().__init__(view, rows, view.ask.number, view.ask.suggestion)

    def listed(self, columns: int) -> list[Line]:
        found: list[Line] = []
        for at, (row, number) in enumerate(zip(self._rows, self.chosen, strict=True)):
            kind = self.view.setting.types.get(row.type)
            where = terms.space_name(self.view, self.view.units[row.units[0]].space) if row.units else ""
            lead = ">" if at == self.cursor else " "
            text = f"{lead} {number} of {row.number} {row.name} in {where}, on {kind.bombard if kind else '?'}"
            found.append(line((text, "cursor" if at == self.cursor else "")))
        return found

    def asked(self) -> Line:
        return line(
            (f" Which ships bombard? {sum(self.chosen)} chosen, {self.number} may.", "alert"), "  Enter: these; 0 for none."
        )

    def keys(self) -> Keys:
        return [("Enter", "bombard"), ("Up Down", "choose"), ("+ -", "more, fewer"), ("u", "umpire's")]

    def done(self) -> Pressed:
        return o.Bombard(self.units())

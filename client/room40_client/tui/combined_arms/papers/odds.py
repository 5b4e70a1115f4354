"""The odds of any battle, planned, being fought, or made up (K8). They are reckoned in a thread."""

from msgspec.structs import replace

from room40.combined_arms.forces import MOST_UNITS, CannotRead, Odds, Question, read_force
from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.papers import matchups, reckoning, terms
from room40_client.tui.combined_arms.papers import odds_sheet as sheet
from room40_client.tui.combined_arms.papers.odds_sheet import Draft
from room40_client.tui.combined_arms.papers.paper import Keys, Paper, digit, window
from room40_client.tui.draw.runs import Line, line, rule
from room40_client.tui.palette import Ink
from room40_client.tui.screens.pick import Entry, Pick


class OddsScreen(Paper):
    """Two forces to be typed, or taken from a battle; what comes of them stands below as soon as it is known.

    `space`: where the player looks; its battle, or who defends it, stands there at first.
    """

    def __init__(self, ink: Ink, desk: Desk, space: str = "") -> None:
        super().__init__(ink, desk)
        self.draft = Draft()
        self.cursor = 0
        self.column = 0
        self.typing = ""
        self.found: tuple[Question, Odds] | None = None
        self.trouble = ""
        self.wanted: Question | None = None
        """What is being reckoned."""
        battles = matchups.planned(desk.view)
        here = [battle for battle in [*battles, *matchups.defended(desk.view)] if battle.space == space]
        named = here or self._current(battles) or battles[:1]
        if named:
            self.draft = sheet.of_matchup(named[0], self.draft)

    def _current(self, battles: list[matchups.Matchup]) -> list[matchups.Matchup]:
        now = self.desk.view.battles.get(self.desk.view.current)
        return [battle for battle in battles if now and battle.space == now.space]

    def on_mount(self) -> None:
        super().on_mount()
        self._ask()

    # ---- drawing ----

    def heading(self) -> tuple[Line, Line]:
        title = f": {self.draft.title}" if self.draft.title else ""
        return line((f"Odds{title}", "strong")), line()

    def body(self, columns: int, rows: int) -> list[Line]:
        below = [sheet.options(self.draft), *self._results(columns)]
        table = sheet.columns_of(self.view, self.draft, self.cursor, self.column)
        room = max(4, rows - len(below))
        shown = [table[0], *window(table[1:], room - 1, self.cursor)]
        return [*shown, *below][:rows]

    def _results(self, columns: int) -> list[Line]:
        if self.trouble:
            return [rule(line(("Odds", "strong")), columns), line((f" {self.trouble}", "alert"))]
        if self.found is None or self.wanted is not None:
            text = " Reckoning ..." if self.wanted is not None else " Give each side some units."
            old = sheet.results(self.view, self.found[1], self.found[0], columns) if self.found else []
            return old or [rule(line(("Odds", "strong")), columns), line((text, "dim"))]
        return sheet.results(self.view, self.found[1], self.found[0], columns)

    def asked(self) -> Line:
        return line(" Type the numbers of both sides,", (" or t takes a battle from the map.", "dim"))

    def keys(self) -> Keys:
        return [
            ("arrows", "choose"),
            ("0-9 + -", "number"),
            ("t", "take"),
            ("w", "words"),
            ("c", "losses"),
            ("k", "keep one"),
        ]

    def all_keys(self) -> Keys:
        return [
            ("arrows, Tab", "choose a type and a side"),
            ("0-9 + -", "the number; Backspace takes a figure back"),
            ("t", "take the forces of a battle, planned or being fought, or the defenders of a space"),
            ("w", "write the force of this side in words: 2 infantry, 1 tank"),
            ("s", "change sides"),
            ("c", "in what order this side loses its units"),
            ("k", "the attacker keeps a land unit to the last, to take the territory"),
            ("x", "clear both sides"),
        ]

    def clause(self) -> str:
        return "K8"

    # ---- keys ----

    def press(self, key: str) -> None:
        figure = digit(key)
        if figure is None and key != "backspace":
            self.typing = ""
        if figure is not None:
            self.typing = (self.typing + str(figure))[-3:]
            self._set(int(self.typing))
        elif key == "backspace":
            self.typing = (self.typing or str(self._now()))[:-1]
            self._set(int(self.typing or 0))
        elif key in ("up", "down"):
            self.cursor = (self.cursor + (1 if key == "down" else -1)) % len(self._rows())
        elif key in ("left", "right", "tab", "shift+tab"):
            self.column = 1 - self.column
        elif key in ("plus", "equals_sign", "minus"):
            self._set(self._now() + (-1 if key == "minus" else 1))
        else:
            self._option(key)

    def _option(self, key: str) -> None:
        draft = self.draft
        if key == "c":
            orders = list(draft.orders)
            orders[self.column] = (orders[self.column] + 1) % len(sheet.ORDERS)
            self._change(replace(draft, orders=(orders[0], orders[1])))
        elif key == "k":
            self._change(replace(draft, hold=not draft.hold))
        elif key == "x":
            self._change(Draft(orders=draft.orders, hold=draft.hold))
        elif key == "s":
            self._change(replace(draft, forces=draft.forces[::-1], hit=draft.hit[::-1], title=""))
        elif key == "t":
            self.run_worker(self._take(), exit_on_error=False)
        elif key == "w":
            self.run_worker(self._write(), exit_on_error=False)

    async def _take(self) -> None:
        battles = matchups.planned(self.view)
        known = {battle.space for battle in battles}
        spaces = [battle for battle in matchups.defended(self.view) if battle.space not in known]
        rows = [line((battle.title, "strong"), f"  {self._in_words(battle)}") for battle in battles]
        rows += [line(battle.title, (f"  {self._in_words(battle)}", "dim")) for battle in spaces]
        if not rows:
            self.complain("There is no battle to take forces from.")
            return
        taken = await self.app.push_screen_wait(Pick(self.ink, "Take the forces of", rows))
        if not taken:
            return
        battle = [*battles, *spaces][taken[0]]
        draft = sheet.of_matchup(battle, self.draft)
        if battle.space not in known:
            draft = replace(draft, forces=(self.draft.forces[0], draft.forces[1]), hit=({}, draft.hit[1]))
        self._change(draft)

    def _in_words(self, battle: matchups.Matchup) -> str:
        mine, theirs = terms.count(self.view, battle.asked.attackers), terms.count(self.view, battle.asked.defenders)
        return f"{mine} against {theirs}" if mine else theirs

    async def _write(self) -> None:
        name = ("attacker", "defender")[self.column]
        now = terms.count(self.view, self.draft.forces[self.column])
        text = await self.app.push_screen_wait(Entry(self.ink, f"The {name}", now, "as in 2 infantry, 1 tank"))
        if text is None:
            return
        try:
            force = read_force(text, terms.kinds(self.view)) if text.strip() else {}
        except CannotRead as error:
            self.complain(str(error), "K8")
            return
        forces = list(self.draft.forces)
        forces[self.column] = force
        self._change(replace(self.draft, forces=(forces[0], forces[1]), title="", hit=({}, {})))

    def _rows(self) -> list[str]:
        return sheet.rows(self.view, self.draft)

    def _now(self) -> int:
        return self.draft.forces[self.column].get(self._rows()[self.cursor], 0)

    def _set(self, number: int) -> None:
        key = self._rows()[self.cursor]
        force = {**self.draft.forces[self.column], key: max(0, number)}
        if sum(force.values()) > MOST_UNITS:
            self.complain(f"A force has {MOST_UNITS} units at most.", "K8")
            return
        forces = (force, self.draft.forces[1]) if self.column == 0 else (self.draft.forces[0], force)
        self._change(replace(self.draft, forces=forces, title=""))

    # ---- reckoning ----

    def _change(self, draft: Draft) -> None:
        chosen = self._rows()[self.cursor]
        self.draft = draft
        rows = self._rows()
        self.cursor = rows.index(chosen) if chosen in rows else 0
        self._ask()
        self.draw()

    def _ask(self) -> None:
        self.trouble = ""
        try:
            self.wanted = sheet.asked(self.view, self.draft)
        except CannotRead as error:
            self.wanted, self.found, self.trouble = None, None, str(error)
            return
        if self.wanted is None:
            self.found = None
        else:
            self.run_worker(self._reckon(self.wanted), exclusive=True, group="odds", exit_on_error=False)

    async def _reckon(self, about: Question) -> None:
        try:
            found = await reckoning.beside(about)
        except Exception as error:  # it must not fail in silence
            self.wanted, self.found, self.trouble = None, None, f"That went wrong inside this program: {error!r}."
            self.draw()
            return
        if self.wanted is about:
            self.wanted, self.found = None, (about, found)
            self.draw()

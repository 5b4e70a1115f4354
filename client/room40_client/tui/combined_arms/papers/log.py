"""The log of the game: what happened, and the clause it rests on. F1 on a line opens the clause."""

from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.papers import log_sheet as sheet
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.papers.paper import Keys, Paper, way, window
from room40_client.tui.draw.runs import Line, line
from room40_client.tui.palette import Ink
from room40_client.tui.screens.pick import Pick

PAGE = 15


class LogScreen(Paper):
    """The log, open at its end; of all spaces or of one."""

    def __init__(self, ink: Ink, desk: Desk, space: str = "") -> None:
        super().__init__(ink, desk)
        self.space = space
        self.power = ""
        self.cursor = 10**9
        """Which of the lines shown has the cursor; beyond the end: it follows what is new."""

    def heading(self) -> tuple[Line, Line]:
        where = f": {terms.space_name(self.view, self.space)}" if self.space else ""
        whose = f", turns of {terms.power_name(self.view, self.power)}" if self.power else ""
        return line((f"Log{where}{whose}", "strong")), line((f" round {self.view.round} ", "dim"))

    def body(self, columns: int, rows: int) -> list[Line]:
        shown = self._shown()
        lines, at = sheet.page(self.view, shown, min(self.cursor, len(shown) - 1), columns)
        return window(lines, rows, at)

    def asked(self) -> Line:
        shown = self._shown()
        return line((f" {len(shown)} lines. F1 explains the clause of the line that is marked.", "dim"))

    def keys(self) -> Keys:
        clear = [("a", "all")] if self.space or self.power else []
        return [
            ("Up Down", "line"),
            ("PgUp PgDn", "page"),
            ("s", "of a space"),
            ("p", "of a power"),
            *clear,
            ("Esc", "back"),
        ]

    def clause(self) -> str:
        shown = self._shown()
        if not shown:
            return "K1"
        return self.view.log[str(shown[min(self.cursor, len(shown) - 1)])].clause or "K1"

    def press(self, key: str) -> None:
        last = len(self._shown()) - 1
        now = min(self.cursor, last)
        by = way(key) or {"pageup": -PAGE, "pagedown": PAGE, "space": PAGE, "b": -PAGE}.get(key, 0)
        if by:
            self.cursor = max(0, now + by)
            if self.cursor >= last:
                self.cursor = 10**9
        elif key in ("home", "end"):
            self.cursor = 0 if key == "home" else 10**9
        elif key == "a":
            self.space = self.power = ""
            self.cursor = 10**9
        elif key in ("s", "p"):
            self.run_worker(self._filter(key), exit_on_error=False)
        elif key == "enter":
            self.dismiss()

    def _shown(self) -> list[int]:
        return sheet.numbers(self.view, self.space, self.power)

    async def _filter(self, key: str) -> None:
        named = sheet.spaces(self.view) if key == "s" else list(self.view.setting.order)
        name = terms.space_name if key == "s" else terms.power_name
        title = "Only what is about" if key == "s" else "Only the turns of"
        if not named:
            self.complain("The log speaks of no space yet.")
            return
        taken = await self.app.push_screen_wait(Pick(self.ink, title, [line(name(self.view, one)) for one in named]))
        if taken:
            if key == "s":
                self.space = named[taken[0]]
            else:
                self.power = named[taken[0]]
            self.cursor = 10**9
            self.draw()

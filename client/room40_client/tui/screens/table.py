"""The table: every key of the desk, and the ways to the other screens, which are imported when they are gone to."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from room40.dreadnought import orders as o
from room40.geometry.seachart import Zone, parse_zone
from room40_client.tui import answers, walk
from room40_client.tui.actions import ACTIONS
from room40_client.tui.board.terms import KINDS
from room40_client.tui.draw import words
from room40_client.tui.draw.runs import safe
from room40_client.tui.messages import RowPicked, ZonePicked
from room40_client.tui.screens.attending import Attending


class TableScreen(Attending):
    """A seat at a table, or a place to watch from."""

    actions = ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [Binding(a.keys, a.does, a.words, show=False) for a in ACTIONS]

    def action_sail(self, way: str) -> None:
        """Move the cursor, or sail on while tracing."""
        zone = self.sea.sail(way)
        if zone:
            self._to_zone(zone)

    def _to_zone(self, zone: Zone, course: bool = False) -> None:
        if self.trace:
            self._heed(self.trace.sail_to(zone) if course else self.trace.step(zone))
            if course:
                self.sea.point(self.trace.here)
                self.draw()
            return
        self.sea.point(zone)
        self.draw()

    def on_zone_picked(self, message: ZonePicked) -> None:
        view = self.view
        if view and not self.trace:
            here = [f for f in words.by_number(view) if view.fleets[f].zone == message.zone and view.fleets[f].ships]
            if here and self.chosen not in here:
                self.chosen = here[0]
        self._to_zone(message.zone, course=True)

    def action_go_to(self) -> None:
        """Go to a zone by its key, or take the course there while tracing."""

        async def taken(text: str) -> str:
            zone = parse_zone(text)
            if zone is None or not self.chart.has(zone):
                return f"{safe(text.strip())[:12]!r} is no zone of this chart."
            self.stop_asking()
            self._to_zone(zone, course=True)
            return ""

        self.ask("Course to zone:" if self.trace else "Go to zone:", taken)

    def action_home(self) -> None:
        """To the chosen fleet."""
        if not self.trace:
            self.sea.point(self._home())
            self.sea.follow(middle=True)
            self.draw()

    def action_zoom(self, by: int) -> None:
        """Larger or smaller."""
        self.sea.zoom_by(by)

    def action_fleet(self, by: int) -> None:
        """The next own fleet."""
        view = self.view
        numbered = [f for f in words.by_number(view) if view.fleets[f].ships] if view else []
        if not view or not numbered or self.trace:
            return
        at = numbered.index(self.chosen) if self.chosen in numbered else -by
        self.chosen = numbered[(at + by) % len(numbered)]
        rewrite = self.mode == "write"
        if rewrite:
            self.stop_asking()
        self.to_fleet()
        if rewrite and view.fleets[self.chosen].open:
            self.action_write()

    def action_enter(self) -> None:
        """The one key that goes on: read, write the trace, answer, commit."""
        if self.mode == "walk":
            self.action_walk_on()
        elif self.trace:
            orders = [o.Plot(self.trace.fleet_id, turn, text) for turn, text in self.trace.slots()]
            number = self.view.fleets[self.trace.fleet_id].number if self.view else 0
            done = f"Fleet {number}: " + ", ".join(f"turn {turn} {text}" for turn, text in self.trace.slots())
            self.trace, self.mode = None, "plot"
            self.give(*orders, done=done)
            self.draw()
        elif self.view and self.view.ask.kind in KINDS and self.to_board():
            return
        elif self.view and (order := answers.answer(self.view, self.ticked)):
            self.give(order, done=answers.said(order))

    def action_commit(self) -> None:
        """Commit."""
        self.give(o.Commit(), done=answers.said(o.Commit()))

    def action_reopen(self) -> None:
        """Take the commit back."""
        self.give(o.Reopen(), done="Your orders are open again.")

    def action_choose(self, number: int) -> None:
        """Choose or tick an answer."""
        view = self.view
        if view is None or not view.ask.choices:
            return
        self.ticked = answers.tick(view, self.ticked, number)
        self.draw()
        if view.ask.kind in ("swap", "quarry") and (order := answers.answer(view, self.ticked)):
            self.give(order)

    def action_walk_on(self) -> None:
        """The next signal."""
        view = self.view
        if view is None or self.mode != "walk":
            return
        step = self._step()
        if step:
            self.read = step.read
        if not walk.unread(view, self.read):
            self._end_walk()
        self.draw()
        self._follow_walk()
        self.attend()

    def action_escape(self) -> None:
        """Leave what is being done."""
        if self._taken:
            self.stop_asking()
        elif self.trace:
            self.trace, self.mode = None, "plot"
            self.tell(())
            self.draw()
        elif self.mode == "walk" and self.view:
            self.read = max((int(n) for n in self.view.log), default=0)
            self._end_walk()
            self.draw()
            self.attend()

    # ---- other screens ----

    def action_menu(self) -> None:
        """The other orders of the chosen fleet."""
        from room40_client.tui.screens import menus

        self.run_worker(menus.fleet_menu(self), exit_on_error=False)

    def action_forces(self) -> None:
        """Re-form the fleets before the game; name targets in a battle; go back to the board."""
        if self.to_board():
            return
        from room40_client.tui.screens import menus

        self.run_worker(menus.forces(self), exit_on_error=False)

    def action_fleets(self) -> None:
        """The list of fleets; Enter chooses one."""
        from room40_client.tui.screens import menus

        self.run_worker(menus.choose_fleet(self), exit_on_error=False)

    def action_sheet(self) -> None:
        """The whole order sheet, or one fleet's."""
        self.large_sheet = not self.large_sheet
        self.draw()

    def action_concede(self) -> None:
        """Give the game up, if it is meant."""

        async def taken(text: str) -> str:
            self.stop_asking()
            if text.strip().lower() == "yes":
                self.give(o.Concede())
            return ""

        self.ask("Give the game up? Type yes:", taken)

    def action_chat(self) -> None:
        """Say a line to the whole table."""
        from room40_client.tui.screens import reading

        self.app.push_screen(reading.chat_screen(self))

    def action_read(self, what: str) -> None:
        """One of the papers, on its own screen."""
        from room40_client.tui.screens import reading

        self.app.push_screen(reading.paper_screen(self, what))

    def action_rules(self) -> None:
        """The rules, at the clause that matters here."""
        from room40_client.tui.screens import reading

        self.app.push_screen(reading.rules_screen(self.ink, self._clause_here()))

    def _clause_here(self) -> str:
        view = self.view
        if self.mode in ("walk", "write") and self.clause:
            return self.clause
        clause, self.clause = self.clause, ""
        return clause or (view.ask.clause if view else "") or "5.0"

    def action_keys(self) -> None:
        """All keys; Enter does what the chosen line says."""
        from room40_client.tui.screens import menus

        self.run_worker(menus.all_keys(self), exit_on_error=False)

    def action_leave(self) -> None:
        """Leave the table; the game is kept."""
        self.app.exit()

    def on_row_picked(self, message: RowPicked) -> None:
        message.stop()

"""The 1942 table: every key, and the ways to the papers, which are imported when they are gone to."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from room40.combined_arms import orders as o
from room40.combined_arms.views import View
from room40_client.tui.actions import shown
from room40_client.tui.combined_arms import picking, words
from room40_client.tui.combined_arms.actions import ACTIONS
from room40_client.tui.combined_arms.attending import SCREENS, Attending
from room40_client.tui.combined_arms.draw import about, briefing, news
from room40_client.tui.combined_arms.draw.head import BATTLE_KINDS
from room40_client.tui.combined_arms.find import found
from room40_client.tui.combined_arms.map_view import SpacePicked
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.draw.runs import Line, line, safe
from room40_client.tui.screens.pick import Pick

KEYS_WITH_GROUP = 90
"""From so many columns the list of keys says what each belongs to."""


class TableScreen(Attending):
    """A seat at a 1942 table, or a place to watch from."""

    actions = ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [Binding(a.keys, a.does, a.words, show=False) for a in ACTIONS]

    _order = "mine"

    # ---- moving about ----

    def action_go(self, across: int, down: int) -> None:
        """The cursor to the next space in a direction."""
        space = self.map.step(across, down)
        if space:
            self._point(space)

    def _point(self, space: str) -> None:
        self.cursor = space
        if self.aim is not None:
            self.status = ()  # what was said of another target
        self.draw()

    def on_space_picked(self, message: SpacePicked) -> None:
        message.stop()
        again = message.space == self.cursor
        self._point(message.space)
        if self.aim and (message.space in self.aim.ways or again):
            self.action_enter()
        elif again and not self.aim:
            self.action_move()

    def action_next(self, by: int) -> None:
        """The next space that matters: a target, or a space with units that can still go, or an own space with units."""
        if not self.desk.ready:
            return
        view = self.desk.view
        if self.aim is not None:
            spaces = picking.ordered(view, self.aim)
        elif view.ask.kind in words.MOVES:
            spaces = [key for key in view.setting.spaces if self._has_to_do(view, key)]
        else:
            mine = {unit.space for unit in view.units.values() if unit.owner in words.held(view)}
            spaces = [key for key in view.setting.spaces if key in mine]
        if spaces:
            at = spaces.index(self.cursor) if self.cursor in spaces else -1 if by > 0 else 0
            self._point(spaces[(at + by) % len(spaces)])

    def _has_to_do(self, view: View, space: str) -> bool:
        """Whether units of the power in turn can still go from a space; those that have gone once are left out."""
        ids = [i for i, u in view.units.items() if u.owner == view.power and u.space == space and len(u.path) < 2]
        return any(self.reach.ways((i,)) for i in ids)

    def action_near(self) -> None:
        """Go to a space that this one touches, wherever it is drawn."""
        self.run_worker(self._near(), exit_on_error=False)

    async def _near(self) -> None:
        view = self.desk.view
        near = view.setting.spaces[self.cursor].near
        rows = [line(*about.heading(view, key)) for key in near]
        taken = await self.app.push_screen_wait(Pick(self.ink, about.touching(view, self.cursor), rows))
        if taken:
            self._point(near[taken[0]])

    def action_find(self) -> None:
        """Find a space by its name; the cursor follows what is typed."""
        if not self.desk.ready:
            return
        before = self.cursor

        def typing(text: str) -> Line:
            names = found(self.desk.view, text)
            self.cursor = names[0] if names and text.strip() else before
            self.draw()
            shown_names = ", ".join(terms.space_name(self.desk.view, key) for key in names[:6])
            return line((f" {shown_names or 'no space is called so'}", "" if names else "alert"))

        def taken(text: str) -> str:
            if text.strip() and not found(self.desk.view, text):
                return f"No space is called {safe(text.strip())[:20]!r}."
            self.stop_asking()
            return ""

        self.ask("Find:", taken, typing)

    def action_zoom(self, by: int) -> None:
        """Larger or smaller."""
        self.map.zoom_by(by)

    def action_escape(self) -> None:
        """Leave what is being done."""
        if self._taken:
            self.stop_asking()
        elif self.aim:
            self.cursor, self.aim = self.aim.start, None
            self.draw()
        elif self.desk.ready and self.news_step() is not None:
            self._has_read(news.latest(self.desk.view))
        else:
            self.tell(())
            self.draw()

    # ---- moves and answers ----

    def action_enter(self) -> None:
        """The one key that goes on."""
        if not self.desk.ready:
            return
        view = self.desk.view
        kind = view.ask.kind
        if self.aim is not None:
            self.run_worker(self.go_there(), exit_on_error=False)
        elif self.news_step() is not None:
            self.action_read_on()
        elif kind in words.MOVES:
            self.action_move()
        elif kind in SCREENS:
            self._push(kind)
        elif kind in BATTLE_KINDS:
            self._away = False
            self._push("battle")
        else:
            self.action_units()

    def action_move(self) -> None:
        """Pick units of this space."""
        self.run_worker(self.pick_units(), exit_on_error=False, exclusive=True, group="picking")

    def action_take_back(self) -> None:
        """Take the last move back."""
        self.run_worker(self.take_last_back(), exit_on_error=False)

    def action_plan(self) -> None:
        """The planned moves."""
        if self.desk.ready:
            self.run_worker(self.show_plan(), exit_on_error=False, exclusive=True, group="plan")

    def action_fly_home(self) -> None:
        """Aircraft fly home as the landing plan says."""
        self.run_worker(self.fly_home(), exit_on_error=False, exclusive=True, group="home")

    def action_engage(self) -> None:
        """Attack or leave alone."""
        self.run_worker(self.engage(), exit_on_error=False)

    def action_commit(self) -> None:
        """Commit the phase."""
        if self.desk.ready:
            self.run_worker(self.commit_phase(), exit_on_error=False, exclusive=True, group="commit")

    def action_concede(self) -> None:
        """Give the game up, if it is meant."""

        def taken(text: str) -> str:
            self.stop_asking()
            if text.strip().lower() == "yes":
                self.run_worker(self.give(o.Concede(), "You give the game up."), exit_on_error=False)
            return ""

        self.ask("Give the game up? Type yes:", taken)

    # ---- other screens ----

    def action_spaces(self) -> None:
        """The table of spaces, or while aiming the list of targets."""
        if self.desk.ready:
            self.run_worker(self._targets() if self.aim else self._spaces(), exit_on_error=False)

    async def _spaces(self) -> None:
        from room40_client.tui.combined_arms.spaces import SpacesTable

        screen = SpacesTable(self.ink, self.desk, self.cursor, self._order)
        space = await self.app.push_screen_wait(screen)
        self._order = screen.order
        if space:
            self._point(space)

    async def _targets(self) -> None:
        view, aim = self.desk.view, self.aim
        if aim is None:
            return
        ends = picking.ordered(view, aim)
        rows = [line(picking.says(view, aim.ways[end][0].way, aim.units)) for end in ends]
        taken = await self.app.push_screen_wait(Pick(self.ink, f"{words.units(view, aim.units)} to", rows))
        if taken and self.aim is aim:
            self._point(ends[taken[0]])
            await self.go_there()

    def action_units(self) -> None:
        """Every unit in this space."""
        if self.desk.ready:
            view, space = self.desk.view, self.cursor
            self._read(terms.space_name(view, space), lambda columns: about.all_units(view, space, columns))

    def action_briefing(self) -> None:
        """What the game is about."""
        if self.desk.ready:
            view = self.desk.view
            self._read(safe(view.setting.title), lambda columns: briefing.briefing(view, columns))

    def _read(self, heading: str, drawn: Callable[[int], list[Line]]) -> None:
        from room40_client.tui.screens.paper import Reading

        self.app.push_screen(Reading(self.ink, heading, drawn, back="to the map"))

    def action_chat(self) -> None:
        """Say a line to the whole table."""
        from room40_client.tui.screens.paper import Chat

        self.app.push_screen(Chat(self.ink, self.wire, self.desk.watching, self.named, back="to the map"))

    def action_rules(self) -> None:
        """The rules, at the clause that matters here."""
        from room40_client.tui.screens.paper import Rules

        clause, self.clause = self.clause, ""
        asked = self.desk.view.ask.clause if self.desk.ready else ""
        self.app.push_screen(Rules(self.ink, clause or asked or "K1"))

    def action_keys(self) -> None:
        """All keys; Enter does what the chosen line says."""
        self.run_worker(self._keys(), exit_on_error=False)

    async def _keys(self) -> None:
        group = self.size.width >= KEYS_WITH_GROUP
        rows = [line((f"{shown(a.keys):<14}", "hot"), f"{a.words:<56} ", (a.group if group else "", "dim")) for a in ACTIONS]
        taken = await self.app.push_screen_wait(Pick(self.ink, "All keys", rows, numbered=False))
        if taken:
            await self.run_action(ACTIONS[taken[0]].does)

    def action_leave(self) -> None:
        """Leave the table; the game is kept."""
        self.app.exit()

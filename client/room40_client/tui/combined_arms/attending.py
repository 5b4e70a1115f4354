"""What comes to the table by itself: the news is read, the battle opened, the papers laid over it."""

from textual.screen import Screen

from room40.combined_arms.views import View
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.base import moment
from room40_client.tui.combined_arms.draw import news
from room40_client.tui.combined_arms.draw.head import BATTLE_KINDS
from room40_client.tui.combined_arms.papers import telling
from room40_client.tui.combined_arms.planning import Planning
from room40_client.tui.draw.runs import line

SCREENS = {
    "purchase": "PurchaseScreen",
    "mobilise": "PlacementScreen",
    "battle": "BattleScreen",
    "odds": "OddsScreen",
    "log": "LogScreen",
}
"""The papers by what they are for."""


class Attending(Planning):
    """A table that follows what happens."""

    _away = False

    def action_briefing(self) -> None:
        """What the game is about, on its own screen."""

    def view_came(self, old: View | None, view: View) -> None:
        super().view_came(old, view)
        in_battle = view.ask.kind in BATTLE_KINDS
        if not in_battle:
            self._away = False
        if self.app.screen is self:
            self.call_after_refresh(self._to_battle)
        if old is None and _begins(view):
            self.call_after_refresh(self.action_briefing)  # a game begins with being told what it is about
        step = self.news_step()
        if step is not None:
            self.cursor = step.space or self.cursor
        elif old is not None and moment(old) != moment(view):
            self._look(view)

    def on_screen_resume(self) -> None:
        self._to_battle()

    def _look(self, view: View) -> None:
        """Look where the new question is."""
        if view.ask.battle in view.battles:
            self.cursor = view.battles[view.ask.battle].space
        elif view.ask.kind and view.power in words.held(view):
            self.cursor = self.home(view)

    def _to_battle(self) -> None:
        if self.app.screen is not self or not self.desk.ready or self.news_step() is not None:
            return  # what led to it is read first
        if (self.desk.view.ask.kind in BATTLE_KINDS and not self._away) or telling.is_due(
            self.desk.view, self.read, telling.told(self.desk)
        ):
            self._push("battle")

    # ---- the news ----

    def action_read_on(self) -> None:
        """The next lines of what has happened."""
        step = self.news_step()
        if step is not None:
            self._has_read(step.read)

    def _has_read(self, number: int) -> None:
        self.read = max(self.read, number)
        if news.unread(self.desk.view, self.read) == 1:
            self.read = news.latest(self.desk.view)  # a single line is shown by itself
        step = self.news_step()
        if step is None:
            self._look(self.desk.view)
            self.draw()
            self._to_battle()
        else:
            self.cursor = step.space or self.cursor
            self.draw()

    # ---- papers ----

    def action_paper(self, what: str) -> None:
        """One of the papers."""
        if self.desk.ready:
            self._push(what)

    def _push(self, what: str) -> None:
        """Lay a paper over the table."""
        screen = self._paper(what)
        if screen is None:
            self.tell(line((f" There is no paper for the {what}.", "dim")))
            return
        self.app.push_screen(screen, lambda _: self._left_paper(what))

    def _paper(self, what: str) -> Screen[None] | None:
        from room40_client.tui.combined_arms import papers

        maker = getattr(papers, SCREENS[what], None)
        if maker is papers.OddsScreen:
            return papers.OddsScreen(self.ink, self.desk, self.cursor)
        return maker(self.ink, self.desk) if maker is not None else None

    def _left_paper(self, what: str) -> None:
        if what == "battle" and self.desk.ready:
            self._away = self.desk.view.ask.kind in BATTLE_KINDS  # one has gone to the map for a look; Enter goes back
        self.take_view()


def _begins(view: View) -> bool:
    """Whether the game is new to this seat: none of its powers has had a turn."""
    order, mine = view.setting.order, words.held(view)
    if view.round > 1 or not mine or view.power not in order:
        return False
    turn, own = order.index(view.power), order.index(mine[0])
    return turn < own or (turn == own and view.phase == "purchase")

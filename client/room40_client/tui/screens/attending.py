"""The table's part in a battle on the board: it opens the board, feeds it, and answers what needs no answer.

What only a battle needs is imported when there is one, so that the first screen need not wait for it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from room40.dreadnought import boardplay
from room40.dreadnought import orders as o
from room40.dreadnought.views import View
from room40.protocol.messages import Refusal
from room40_client.session import Decided, Heard, SessionClosed
from room40_client.tui import walk
from room40_client.tui.board import terms
from room40_client.tui.draw import papers
from room40_client.tui.draw.runs import safe
from room40_client.tui.messages import Changed
from room40_client.tui.screens.plotting import Plotting

if TYPE_CHECKING:
    from room40_client.tui.board.cards import Boxes
    from room40_client.tui.board.idle import Asked
    from room40_client.tui.screens.battle import BattleScreen


class Attending(Plotting):
    """A table that follows battles on the board."""

    _answered: "Asked | None" = None
    _away = False
    _board: "BattleScreen | None" = None
    _last_cards: "tuple[dict[str, Boxes], dict[str, Boxes]] | None" = None

    def take_view(self) -> None:
        super().take_view()
        self.attend()

    def attend(self) -> None:
        """Hand the view on to the board; open it when a battle has come and what led to it is read."""
        view = self.view
        if view is None:
            return
        self._answer_idle_step()
        board = self.board_screen()
        if board is not None:
            board.take(view)
        elif terms.on_board(view) is None:
            self._away = False
        elif not self._away and self.app.screen is self and self._led_to_battle():
            self._open_board(view)

    def _open_board(self, view: View) -> None:
        from room40_client.tui.screens.battle import BattleScreen

        self._board = BattleScreen(self, view)
        self.app.push_screen(self._board)

    def _led_to_battle(self) -> bool:
        from room40_client.tui.board import telling

        view = self.view
        return view is not None and (bool(telling.unread(view, self.read)) or not walk.unread(view, self.read))

    def _answer_idle_step(self) -> None:
        view = self.view
        if view is None or view.ask.kind not in terms.KINDS:
            return
        from room40_client.tui.board import idle

        about = idle.asked(view)
        if about is None or about == self._answered:
            return
        order = idle.answer(view)
        if order is not None:
            self._answered = about
            self.run_worker(self.despatch((_timed(order, view),)), exit_on_error=False)

    def board_screen(self) -> "BattleScreen | None":
        """The board, if it is open."""
        return self._board if self._board in self.app.screen_stack else None

    def to_board(self) -> bool:
        """Go back to the board, if there is a battle on one."""
        if self.view is None or terms.on_board(self.view) is None:
            return False
        self._away = False
        self._open_board(self.view)
        return True

    def on_screen_resume(self) -> None:
        self.attend()

    def on_changed(self, message: Changed) -> None:
        super().on_changed(message)
        board = self.board_screen()
        if board is None:
            return
        from room40_client.tui.board.task import Told

        if isinstance(message.change, Heard):
            said = message.change.line
            board.remark(Told(f"{papers.speaker(said.seat, said.name)}: {safe(said.text)}   (y answers)"))
        elif isinstance(message.change, Decided):
            board.remark(Told(safe(message.change.outcome)))

    # ---- what the board asks of the table ----

    async def despatch(self, orders: Sequence[o.Order]) -> tuple[str, str] | None:
        """Give orders, one after another; the clause and the sentence of the first refusal."""
        view = self.view
        for order in orders if view is None else [_timed(order, view) for order in orders]:
            try:
                answer = await self.wire.order(order)
            except SessionClosed as closed:
                return "", str(closed)
            if isinstance(answer, Refusal):
                return answer.clause, answer.sentence
        self.take_view()  # the change may still be on its way to this screen
        return None

    def has_read(self, number: int) -> None:
        """The log has been read this far, on the board."""
        self.read = max(self.read, number)
        if self.mode == "walk" and self.view and not walk.unread(self.view, self.read):
            self._end_walk()

    def trouble(self) -> str:
        """What is wrong with the line, "" if nothing is."""
        return self._connection()

    def left_board(self) -> None:
        """One has gone back to the chart for a look."""
        self._away = True

    def report_of(self, first: "dict[str, Boxes]", now: "dict[str, Boxes]") -> None:
        """Keep the cards of the last battle, as they were and as they came out of it."""
        self._last_cards = (first, now)

    def action_report(self) -> None:
        """The report of the last battle."""
        from room40_client.tui.board import telling
        from room40_client.tui.screens import reading

        view, kept = self.view, self._last_cards or ({}, {})
        if view is not None:
            paper = reading.Reading(self.ink, "Battle report", lambda columns: telling.report(view, columns, *kept))
            self.app.push_screen(paper)


def _timed(order: o.Order, view: View) -> o.Order:
    """An order on the board for the step that is in view: another client of this seat may have answered that meanwhile."""
    found = terms.on_board(view)
    return boardplay.timed(order, *found) if found is not None else order

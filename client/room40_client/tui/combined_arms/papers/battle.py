"""The battles of a combat phase: told volley by volley, answered where something is asked, and reported (K5).

What has happened since one last looked is told beat by beat before anything is asked: the forces stand as they stood, the
dice fall, then the next. The order an answer gives is the umpire's to rule on; nothing is reckoned here but odds.
"""

from collections.abc import Sequence
from functools import partial

from room40.combined_arms.forces import Odds, Question
from room40.combined_arms.orders import Order
from room40.combined_arms.views import AskView, BattleView, View
from room40.combined_arms.volleys import read
from room40_client.tui.combined_arms.desk import Desk
from room40_client.tui.combined_arms.papers import (
    answers,
    battle_page,
    matchups,
    reckoning,
    report,
    sides,
    steps,
    telling,
    terms,
)
from room40_client.tui.combined_arms.papers.answer import Answer
from room40_client.tui.combined_arms.papers.battle_page import Scene
from room40_client.tui.combined_arms.papers.paper import Keys, Paper
from room40_client.tui.combined_arms.papers.sides import ATTACKER, DEFENDER, Row
from room40_client.tui.combined_arms.papers.telling import Beat
from room40_client.tui.draw.runs import Line, line
from room40_client.tui.palette import Ink

Picture = tuple[str, list[Row], list[Row]]
"""A battle with the rows of both sides as they have been told."""


class BattleScreen(Paper):
    """The battle being fought, or those just over."""

    def __init__(self, ink: Ink, desk: Desk) -> None:
        super().__init__(ink, desk)
        self.told = telling.told(desk)
        self.past = desk.view
        """The last view in which the battles were still of the combat phase that is told here."""
        self.beat: Beat | None = None
        self.is_seen = True
        """Whether a key was pressed since the beat is on the screen; what comes before that waits behind it."""
        self.waiting: list[Beat] = []
        self.answer: Answer = answers.Waiting(desk.view)
        self.about: AskView | None = None
        self.picture: Picture = ("", [], [])
        self.reckoned: dict[str, str] = {}
        """What odds were asked of -> what came of it, in words."""
        self.questions: dict[str, Question] = {}
        """What odds are wanted now."""
        self.looking_back = ""
        """The battle that is over whose report is looked at, when nothing is left to tell or to ask."""
        self.first = True
        self.is_idle = False
        """Whether it was opened when there was no battle at all."""

    # ---- what is told ----

    @property
    def is_telling(self) -> bool:
        """Whether something is to be read before anything is answered."""
        return bool(self.waiting) or (self.beat is not None and self.beat.is_report)

    def is_over(self) -> bool:
        view = self.view
        if view.result and not self.is_telling and not self.looking_back:
            return True
        if self.is_telling or view.current or view.ask.kind in telling.ASKED or self.looking_back or self.is_idle:
            return False
        return "land homeless" not in view.waiting.values()

    def take(self) -> None:
        view = self.view
        was_telling = self.is_telling
        if self.looking_back not in view.battles:
            self.looking_back = ""
        self._queue()
        if view.ask != self.about:
            self.about = view.ask
            self.answer = answers.answer_to(view)
        else:
            self.answer.retaken(view)
        if self.waiting and not was_telling and self.is_seen:
            self._next()
        elif not self.waiting and self.first and not view.current and view.ask.kind not in telling.ASKED:
            self.looking_back = next((key for key, battle in view.battles.items() if battle.outcome), "")
            self.is_idle = not self.looking_back
        if view.current or view.ask.kind in telling.ASKED or self.is_telling:
            self.is_idle, self.looking_back = False, ""
        self.first = False
        if not self.is_telling:
            self._portray()
            self._reckon()

    def _heard(self) -> None:
        """Each view is looked at as it comes: the next may hold the battles of another turn already."""
        if self.desk.ready and telling.chapter(self.desk.view) == telling.chapter(self.past):
            self.past = self.desk.view
        super()._heard()

    def _queue(self) -> None:
        """What has come and is to be told: the rest of the combat phase that was told here, then that of another."""
        known = self.told | {number for beat in self.waiting for number in beat.lines}
        if telling.chapter(self.past) != telling.chapter(self.view):
            self.waiting += telling.beats(self.past, known)
        self.past = self.view
        self.waiting += telling.beats(self.view, known)

    def _of(self, beat: Beat | None) -> View:
        """The view that a beat is drawn from: the newest that holds its battle."""
        if beat is not None and telling.chapter(beat.view) != telling.chapter(self.view):
            return beat.view
        return self.view

    def _next(self) -> None:
        """Tell the next beat."""
        self.beat = self.waiting.pop(0)
        self.is_seen = False
        view = self._of(self.beat)
        self.told.update(self.beat.lines, telling.own_turn(view))
        if self.beat.battle and self.picture[0] != _name(view, self.beat.battle):
            battle = view.battles[self.beat.battle]
            mine, theirs = (sides.began(view, battle, which) for which in (ATTACKER, DEFENDER))
            self.picture = (_name(view, self.beat.battle), mine, theirs)
        if not self.is_telling:
            self._portray()
            self._reckon()

    def _skip(self, reports_too: bool) -> None:
        """To what is asked, or to the next report."""
        while self.waiting:
            self._next()
            if self.beat and self.beat.is_report and not reports_too:
                return
        if self.beat and self.beat.is_report:
            self._end_report()

    def _end_report(self) -> None:
        self.beat = None
        if self.waiting:
            self._next()
        else:
            self._portray()
            self._reckon()

    def _portray(self) -> None:
        """The forces as they now stand are what has been told."""
        view = self.view
        battle = view.battles.get(view.current)
        if battle is None:
            return
        if self.beat is not None and (self.beat.battle != view.current or self._of(self.beat) is not view):
            self.beat = None
        mine, theirs = (sides.of_battle(view, battle, which) for which in (ATTACKER, DEFENDER))
        self.picture = (_name(view, view.current), mine, theirs)

    # ---- drawing ----

    def shown(self) -> str:
        """The battle that is on the screen, "" if none is."""
        if self.beat is not None and self.beat.battle:
            return self.beat.battle
        if self.view.current:
            return self.view.current
        return self.looking_back

    def heading(self) -> tuple[Line, Line]:
        view = self._of(self.beat)
        battle = view.battles.get(self.shown())
        if battle is None:
            return line(("The battles", "strong")), line((f" {terms.power_name(view, view.power)} ", "dim"))
        pending = sum(1 for other in view.battles.values() if not other.outcome)
        right = f" {pending} to be fought " if pending > 1 else ""
        told = [number for number in telling.lines_of(view, self.shown()) if number in self.told]
        part = len(battle_page.beginnings(view, told)) if self.is_telling else battle.round
        part = 0 if battle.kind == "raid" else part
        return line((battle_page.title(view, battle, part), "strong")), line((right, "dim"))

    def body(self, columns: int, rows: int) -> list[Line]:
        key, view = self.shown(), self._of(self.beat)
        battle = view.battles.get(key)
        if battle is None:
            return self._list(columns, rows)
        if (self.beat is not None and self.beat.is_report) or key == self.looking_back:
            return report.page(view, key, columns, rows)
        return battle_page.compose(view, self._scene(view, key, battle, columns), columns, rows)

    def _list(self, columns: int, rows: int) -> list[Line]:
        """No battle in hand: a list to choose from."""
        fresh = self.beat.lines if self.beat else ()
        lines = [line(), *self.answer.listed(columns), line()]
        lines += battle_page.story(self.view, (), fresh, columns)
        return (lines + [line()] * rows)[:rows]

    def _scene(self, view: View, key: str, battle: BattleView, columns: int) -> Scene:
        mine, theirs = self.picture[1:] if self.picture[0] == _name(view, key) else ([], [])
        is_fresh = self.beat is not None and self.beat.battle == key and (self.is_telling or not self.is_seen)
        fresh = self.beat.lines if self.beat is not None and is_fresh else ()
        told = tuple(n for n in telling.lines_of(view, key) if n in self.told and n not in fresh)
        if self.is_telling:
            return Scene(battle, mine, theirs, self._step(fresh), fresh, told)
        answer = self.answer
        if answer.which == ATTACKER:
            mine = answer.rows()
        elif answer.which == DEFENDER:
            theirs = answer.rows()
        odds = self.reckoned.get(key, "") if self.view.ask.kind == "press or retreat" else ""
        hint = line((f" If you go on: {odds}", "strong")) if odds else ()
        listed = tuple(answer.listed(columns))
        return Scene(battle, mine, theirs, battle.step, fresh, told, answer.which, answer.marks(), listed, hint)

    def _step(self, fresh: Sequence[int]) -> str:
        """The step that the dice now told were thrown in."""
        for number in fresh:
            if (volley := read(self.view.log[str(number)].text)) is not None:
                return steps.OF_DICE.get((volley.side, volley.does), "")
        return "bombing" if self.shown().startswith("raid") else "begin"

    def asked(self) -> Line:
        if self.beat is not None and self.beat.is_report:
            more = len(self.waiting)
            return line((" The battle is over.", "strong"), "  Enter goes on." if more else "  Enter: on.")
        if self.waiting and self.waiting[0].is_report:
            return line((" The battle is decided.", "alert"), "  Space: its report.")
        if self.waiting:
            return line((" Space: the next dice.", "alert"), ("  Enter goes straight to what is asked.", "dim"))
        if self.is_idle:
            return line((" No battle is being fought, and none has been.", "dim"), "  Esc: back to the map.")
        if self.looking_back:
            return line((" This battle is over.", "strong"), "  Left and Right: the others. Esc: back to the map.")
        return self.answer.asked()

    def keys(self) -> Keys:
        if self.beat is not None and self.beat.is_report:
            return [("Enter", "on"), ("Esc", "skip all"), ("s", "log")]
        if self.is_telling:
            return [("Space", "on"), ("Enter", "to the question"), ("Esc", "skip all"), ("s", "log")]
        if self.looking_back:
            return [("Left Right", "battle"), ("s", "log"), ("Esc", "map")]
        return [*self.answer.keys(), ("o", "odds"), ("s", "log"), ("Esc", "map")]

    def all_keys(self) -> Keys:
        others = [("o", "odds of this battle, or of any"), ("s", "the log"), ("x", "chat")]
        return [*[pair for pair in self.keys() if pair[0] not in ("o", "s", "Esc")], *others]

    def clause(self) -> str:
        if self.is_telling and self.beat is not None:
            return self.view.log[str(self.beat.lines[0])].clause or "K5.4"
        return self.view.ask.clause or "K5.4"

    # ---- keys ----

    def press(self, key: str) -> None:
        self.is_seen = True
        if key in ("o", "s", "x"):
            self._beside(key)
        elif self.is_telling:
            self._read_on(key)
        elif self.looking_back:
            self._look_back(key)
        elif key == "space":
            self.press("enter") if isinstance(self.answer, answers.Waiting) else None
        else:
            made = self.answer.press(key)
            if isinstance(made, str):
                self.complain(made, self.view.ask.clause)
            elif made is not None:
                self._say(made)

    def _say(self, order: Order) -> None:
        self.give(order)

    def _read_on(self, key: str) -> None:
        if key not in ("space", "enter"):
            return
        if self.beat is not None and self.beat.is_report:
            self._end_report()
        elif key == "space":
            self._next()
        else:
            self._skip(reports_too=False)
        self.changed()

    def _look_back(self, key: str) -> None:
        over = [name for name, battle in self.view.battles.items() if battle.outcome]
        if key in ("left", "right", "h", "tab") and over:
            by = -1 if key in ("left", "h") else 1
            self.looking_back = over[(over.index(self.looking_back) + by) % len(over)]
        elif key in ("enter", "space"):
            self.dismiss()

    def _beside(self, key: str) -> None:
        """Odds, the log, the chat."""
        from room40_client.tui.combined_arms import words
        from room40_client.tui.combined_arms.papers import LogScreen, OddsScreen
        from room40_client.tui.screens.paper import Chat

        desk = self.desk
        if key == "x":
            named = partial(words.seat_name, self.view)
            self.app.push_screen(Chat(self.ink, desk.wire, desk.watching, named, back="to the battle"))
        else:
            self.app.push_screen(OddsScreen(self.ink, desk) if key == "o" else LogScreen(self.ink, desk))

    def leave_it(self) -> None:
        """Skip what is told; with nothing to tell, back to the map."""
        if self.is_telling:
            self._skip(reports_too=True)
            self.changed()
        else:
            self.looking_back = ""
            self.dismiss()

    # ---- odds ----

    def _reckon(self) -> None:
        """Ask for the odds that help with what is asked; they are written in when they have come (K8)."""
        view = self.view
        wanted: dict[str, Question] = {}
        if view.ask.kind == "press or retreat" and view.current in view.battles:
            wanted[view.current] = matchups.of_battle(view, view.battles[view.current])
        if view.ask.kind == "choose battle":
            for battle in view.battles.values():
                if battle.space in view.ask.choices and not battle.outcome:
                    wanted[battle.space] = matchups.of_battle(view, battle)
        if wanted == self.questions:
            return
        self.questions, self.reckoned = wanted, {}
        if wanted:
            self.run_worker(self._reckoned(wanted), exit_on_error=False)

    async def _reckoned(self, wanted: dict[str, Question]) -> None:
        for key, asked in wanted.items():
            found = await reckoning.beside(asked)
            if self.questions is not wanted:
                return
            self.reckoned[key] = in_words(asked, found)
            if isinstance(self.answer, answers.ChooseAnswer):
                self.answer.odds = dict(self.reckoned)
            self.draw()


def _name(view: View, battle: str) -> str:
    """A battle by its turn and its key, which alone may come again."""
    return f"{telling.chapter(view)} {battle}"


def in_words(asked: Question, found: Odds) -> str:
    """The attacker's odds on one line."""
    taking = f" (take it {terms.percent(found.takes)})" if not asked.at_sea else ""
    how = "" if not found.battles else ", simulated"
    both = f", both gone {terms.percent(found.both)}" if found.both > 0.0005 else ""
    return f"win {terms.percent(found.attacker)}{taking}, lose {terms.percent(found.defender)}{both}{how}"

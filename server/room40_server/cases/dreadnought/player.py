"""Carrying out the steps of a naval case script.

A run plays on by itself: questions get the answers that the step gives or the plainest ones (claim nothing, continue the
battle, the first choice), and slots that stand in the way of a commit are written "stay".
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order, Side
from room40.dreadnought.views import View
from room40_server.cases.dreadnought import boards, probes
from room40_server.cases.dreadnought.answers import missing_slots, order_of, plain_answer, seat_of
from room40_server.cases.dreadnought.expect import Seen, failures
from room40_server.cases.dreadnought.setup import changed_ship, opening, phase_of
from room40_server.cases.dreadnought.shapes import Expect, Setup
from room40_server.cases.player import Player
from room40_server.cases.script import Course
from room40_server.rules.dreadnought import turn, views
from room40_server.rules.dreadnought.news import VIEWPOINTS
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused
from room40_server.scenario_files import Raw, ScenarioError, typed

MAX_STEPS = 5000


class DreadnoughtPlayer(Player[State, Order]):
    """Plays one course of a naval script."""

    def __init__(self, course: Course, file: str, twin: bool = False) -> None:
        self.seen = Seen()
        self._expected = typed(course.expect, Expect, file, course.place("expect"))
        super().__init__(course, file, twin)

    def opening(self, setup: Raw) -> State:
        part = "twin" if setup is self.course.twin else "setup"
        return opening(self.course, typed(setup, Setup, self.file, self.course.place(part)), self.file)

    def viewpoints(self) -> tuple[str, ...]:
        return VIEWPOINTS

    def view(self, viewpoint: str) -> View:
        return views.view(self.state, viewpoint)

    def author(self, raw: Raw) -> str:
        return seat_of(self.state, raw, self.file)

    def order(self, raw: Raw, seat: str) -> Order:
        return order_of(raw, self.file, self.state, seat)

    def obey(self, seat: str, order: Order) -> State:
        """The phases that follow are run only when somebody asks for them."""
        return turn.obey(self.state, seat, order, self.dice)

    def changed(self) -> None:
        self.seen.look(self.state)

    def begin(self) -> None:
        if self.state.phase in (Phase.PLAN, Phase.ORDERS):
            self.settle()

    def differences(self, expect: Raw, table: str) -> Iterable[str]:
        wanted = self._expected if expect == self.course.expect else typed(expect, Expect, self.file, table)
        if isinstance(wanted.asked, Mapping) or wanted.board:
            self.settle()
        self.seen.dice, self.seen.refusal = tuple(self.dice.thrown), self.refusal
        return failures(wanted, self.state, self.seen, self.file)

    def other_step(self, raw: Raw) -> None:
        if "commit" in raw:
            self._commit(str(raw["commit"]))
        elif "until" in raw:
            self._until(raw)
        elif "battle" in raw:
            self._battle(raw)
        elif "set" in raw:
            for name, changes in typed(raw["set"], dict[str, Raw], self.file, "set").items():
                self.state = changed_ship(self.state, name, changes, self.file)
        else:
            self._probe(raw)

    def _probe(self, raw: Raw) -> None:
        try:
            state, answer = probes.ask(self.state, raw, self.dice, self.file)
        except Refused as refused:
            self.refusal = refused
            self.note(asked=raw, refused=str(refused))
            return
        self.refusal, self.seen.answer, self.state = None, answer, state
        self.note(asked=raw, answer=answer)
        if "gives" in raw and answer != raw["gives"]:
            self.fail(f"{next(iter(raw))} {raw[next(iter(raw))]} gives {answer}, not {raw['gives']}")

    def _commit(self, who: str) -> None:
        self.settle()
        for side in Side if who == "both" else (typed(who, Side, self.file, "do.commit"),):
            refused = self.give(side, o.Commit())
            self.note(seat=side.value, order={"order": "commit"}, **({"refused": str(refused)} if refused else {}))
            if refused is not None:
                last = self.course.do and "commit" in self.course.do[-1] and self.expects_refusal()
                if not last:
                    self.fail(f"the commit of {side} was refused: {refused}")
                return

    def _battle(self, raw: Raw) -> None:
        """A battle whose outcome the script gives: who left it over which side, how many rounds, who was sunk."""
        self._run_to(lambda s: s.phase is Phase.BATTLES, raw)
        self.state = probes.battle_given(self.state, raw, self.file)
        self.note(battle=raw)

    # running on

    def settle(self) -> None:
        """Run the phases until somebody is asked."""
        for _ in range(MAX_STEPS):
            if self.state.asked or self.state.phase is Phase.OVER:
                return
            self._phase()
        raise ScenarioError(self.file, "do", "until", "the phases go round without end.")

    def _phase(self) -> None:
        before, thrown = self.state, len(self.dice.thrown)
        self.state = turn.step(self.state, self.dice)
        dice = [f"{t.purpose}: {t.pips}" for t in self.dice.thrown[thrown:]]
        if self.state.phase is not before.phase or dice:
            self.note(phase=before.phase.value, turn=before.turn, **({"dice": dice} if dice else {}))

    def _until(self, raw: Raw) -> None:
        words = str(raw["until"]).split()
        phase_words = [w for w in words if not w.isdigit()]
        wanted_turn = next((int(w) for w in words if w.isdigit()), 0)
        if phase_words == ["step"]:
            self._to_step(raw, wanted_turn)
            return
        if phase_words[:1] == ["asked"]:
            kind = " ".join(phase_words[1:])
            self._run_to(lambda s: kind in s.asked.values() and s.turn >= wanted_turn, raw)
            return
        phase = phase_of(" ".join(phase_words), self.file)
        start = self.state
        same = not wanted_turn and start.phase is phase
        self._run_to(lambda s: s.phase is phase and s.turn >= wanted_turn and not (same and s.turn == start.turn), raw)
        if phase in (Phase.PLAN, Phase.ORDERS):
            self.settle()

    def _to_step(self, raw: Raw, step: int) -> None:
        """To a step of the battle on the board, or past it if nobody is asked in it: "step 9"."""
        number = typed(raw.get("round", boards.round_of(self.state)), int, self.file, "do.round")
        self._run_to(lambda s: boards.reached(s, step, number) or s.phase is not Phase.BATTLES, raw)

    def _run_to(self, there: Callable[[State], bool], raw: Raw) -> None:
        for _ in range(MAX_STEPS):
            if there(self.state) or self.state.phase is Phase.OVER:
                return
            if self.state.asked:
                self._answer(raw)
            else:
                self._phase()
        raise ScenarioError(self.file, "do", "until", f"{raw.get('until', raw)!r} never comes.")

    def _answer(self, raw: Raw) -> None:
        """Answer for the first side that is asked."""
        seat, kind = sorted(self.state.asked.items())[0]
        view = views.view(self.state, seat)
        order = plain_answer(kind, seat, view, raw, self.file)
        if isinstance(order, o.Commit):
            for choices in missing_slots(self.state, view):
                next((c for c in choices if self.give(seat, c) is None), None)
        refused = self.give(seat, order)
        self.note(seat=seat, answers=kind, order=msgspec.to_builtins(order))
        if refused is not None:
            raise ScenarioError(self.file, "do", kind, f"the answer of {seat} was refused ({refused}).")

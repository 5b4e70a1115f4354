"""Carrying out the steps of a case script against the rules, and writing down all that came of it.

A run plays on by itself: questions get the answers that the step gives or the plainest ones (claim nothing, continue the
battle, the first choice), and slots that stand in the way of a commit are written "stay".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from room40.dreadnought import orders as o
from room40.dreadnought.orders import Order, Side
from room40_server.cases import boards, probes
from room40_server.cases.answers import missing_slots, order_of, plain_answer, seat_of
from room40_server.cases.dice import CaseDice
from room40_server.cases.expect import Seen, failures
from room40_server.cases.script import Course, Expect, Setup
from room40_server.cases.setup import changed_ship, opening, phase_of
from room40_server.rules.dice import OutOfDice
from room40_server.rules.dreadnought import turn, views
from room40_server.rules.dreadnought.news import VIEWPOINTS
from room40_server.rules.dreadnought.state import Phase, State
from room40_server.rules.game import Refused
from room40_server.scenario_files import Raw, ScenarioError, typed

MAX_STEPS = 5000


@dataclass
class Played:
    """A course as it was played."""

    state: State
    happened: list[Raw] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    frames: dict[str, list[bytes]] = field(default_factory=dict)
    """What each viewpoint was sent: its view whenever that changed, and the answers to its orders."""


class Player:
    """Plays one course in one of its two setups."""

    def __init__(self, course: Course, setup: Setup, file: str, twin: bool = False) -> None:
        self.course, self.file, self.twin = course, file, twin
        self.dice = CaseDice(course.dice, course.spare_die, file)
        self.played = Played(opening(course, setup, file))
        self.seen = Seen()
        self._last: dict[str, bytes] = {}

    @property
    def state(self) -> State:
        """The state now."""
        return self.played.state

    @state.setter
    def state(self, state: State) -> None:
        if state is not self.played.state:
            self.played.state = state
            self.seen.look(state)
            self._send()

    def play(self) -> Played:
        """Carry out all steps, then compare with what is expected."""
        try:
            self._send()
            if self.state.phase in (Phase.PLAN, Phase.ORDERS):
                self._settle()
            for raw in self.course.do:
                if raw.get("only") in (None, "twin" if self.twin else "main"):
                    self._step({k: v for k, v in raw.items() if k != "only"})
            self._expect(self.course.expect, "")
        except OutOfDice as error:
            self._fail(str(error))
        if self.dice.left and not self.twin:
            self._fail(f"{self.dice.left} dice of the script were never thrown")
        if not self.twin:
            self.played.failures += self.dice.faults
        return self.played

    def _fail(self, sentence: str) -> None:
        self.played.failures.append(sentence)

    def _note(self, **what: object) -> None:
        self.played.happened.append(what)

    def _send(self) -> None:
        for viewpoint in VIEWPOINTS:
            data = msgspec.json.encode(views.view(self.state, viewpoint), order="sorted")
            if data != self._last.get(viewpoint):
                self._last[viewpoint] = data
                self.played.frames.setdefault(viewpoint, []).append(data)

    # steps

    def _step(self, raw: Raw) -> None:
        inner = raw.pop("expect", None)
        if "order" in raw:
            self._order(raw)
        elif "commit" in raw:
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
        if inner is not None:
            self._expect(typed(inner, Expect, self.file, "do.expect"), "then ")

    def _probe(self, raw: Raw) -> None:
        try:
            state, answer = probes.ask(self.state, raw, self.dice, self.file)
        except Refused as refused:
            self.seen.refusal = refused
            self._note(asked=raw, refused=str(refused))
            return
        self.seen.refusal, self.seen.answer, self.state = None, answer, state
        self._note(asked=raw, answer=answer)
        if "gives" in raw and answer != raw["gives"]:
            self._fail(f"{next(iter(raw))} {raw[next(iter(raw))]} gives {answer}, not {raw['gives']}")

    def _order(self, raw: Raw) -> None:
        wanted, says = raw.pop("refused", None), str(raw.pop("says", ""))
        seat = seat_of(self.state, raw, self.file)
        self._settle()
        order = order_of(raw, self.file, self.state, seat)
        refused = self._give(seat, order)
        told: Raw = {"seat": seat, "order": dict(raw)}
        if refused is not None:
            told["refused"] = {"clause": refused.clause, "sentence": refused.sentence, "about": refused.about}
        self._note(**told)
        if wanted is not None and (refused is None or wanted not in (refused.clause, True)):
            self._fail(f"{raw} should be refused by {wanted}, but {refused or 'it was accepted'}")
        if wanted is None and refused is not None and not self._judged_at_end(raw):
            self._fail(f"{raw} was refused: {refused}")
        if refused is not None and says and says not in refused.sentence:
            self._fail(f"the refusal should say {says!r}: {refused.sentence}")

    def _judged_at_end(self, raw: Raw) -> bool:
        """Whether the script's own `legal` or `refused` is about this, the last order."""
        expect = self.course.expect
        last = next((r for r in reversed(self.course.do) if "order" in r or "commit" in r), None)
        judged = expect.legal is not msgspec.UNSET or expect.refused is not msgspec.UNSET
        return judged and last is not None and all(last.get(k) == v for k, v in raw.items())

    def _give(self, seat: str, order: Order) -> Refused | None:
        """Give one order; the phases that follow are run only when somebody asks for them."""
        before = len(self.dice.thrown)
        try:
            self.state = turn.obey(self.state, seat, order, self.dice)
            self.seen.refusal = None
        except Refused as refused:
            self.seen.refusal = refused
            if len(self.dice.thrown) != before:
                self._fail(f"a refused order threw a die: {refused}")
        reply = b"accepted" if self.seen.refusal is None else str(self.seen.refusal).encode()
        self.played.frames.setdefault(seat, []).append(reply)
        return self.seen.refusal

    def _commit(self, who: str) -> None:
        self._settle()
        for side in Side if who == "both" else (typed(who, Side, self.file, "do.commit"),):
            refused = self._give(side, o.Commit())
            self._note(seat=side.value, order={"order": "commit"}, **({"refused": str(refused)} if refused else {}))
            if refused is not None:
                last = self.course.do and "commit" in self.course.do[-1] and self._expects_refusal()
                if not last:
                    self._fail(f"the commit of {side} was refused: {refused}")
                return

    def _expects_refusal(self) -> bool:
        return self.course.expect.legal is False or self.course.expect.refused is not msgspec.UNSET

    def _battle(self, raw: Raw) -> None:
        """A battle whose outcome the script gives: who left it over which side, how many rounds, who was sunk."""
        self._run_to(lambda s: s.phase is Phase.BATTLES, raw)
        self.state = probes.battle_given(self.state, raw, self.file)
        self._note(battle=raw)

    # running on

    def _settle(self) -> None:
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
            self._note(phase=before.phase.value, turn=before.turn, **({"dice": dice} if dice else {}))

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
            self._settle()

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
                next((c for c in choices if self._give(seat, c) is None), None)
        refused = self._give(seat, order)
        self._note(seat=seat, answers=kind, order=msgspec.to_builtins(order))
        if refused is not None:
            raise ScenarioError(self.file, "do", kind, f"the answer of {seat} was refused ({refused}).")

    def _expect(self, expect: Expect, when: str) -> None:
        if isinstance(expect.asked, Mapping) or expect.board:
            self._settle()
        self.seen.dice = tuple(self.dice.thrown)
        for sentence in failures(expect, self.state, self.seen, self.file):
            self._fail(when + sentence)


def play(course: Course, file: str) -> Played:
    """A course played, with its twin where it has one: what the named viewpoints were sent must then be the same."""
    played = Player(course, course.setup, file).play()
    if course.twin is not None:
        other = Player(course, course.twin, file, twin=True).play()
        for viewpoint in course.twin_equal:
            mine, theirs = played.frames.get(viewpoint, []), other.frames.get(viewpoint, [])
            if mine != theirs:
                played.failures.append(_difference(viewpoint, mine, theirs))
    return played


def _difference(viewpoint: str, mine: list[bytes], theirs: list[bytes]) -> str:
    if len(mine) != len(theirs):
        return f"{viewpoint} was sent {len(mine)} frames, in the twin game {len(theirs)}"
    one, other = next((a, b) for a, b in zip(mine, theirs, strict=True) if a != b)
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 60)
    return f"{viewpoint} sees {one[start : at + 60]!r}, in the twin game {other[start : at + 60]!r}"

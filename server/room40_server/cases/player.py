"""Carrying out the steps of a case script against the rules of a system, and writing down all that came of it.

Rules of this file: nothing here knows a rule of play. A system says the rest in a subclass of `Player`: how a setup becomes
a state, whose an order is, what a step that is no order means, and what of the expectations does not hold.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from room40_server.cases.dice import CaseDice
from room40_server.cases.script import Course
from room40_server.rules.dice import OutOfDice
from room40_server.rules.game import Refused
from room40_server.scenario_files import Raw

S = TypeVar("S", bound=Struct)
Order = TypeVar("Order", bound=Struct)


@dataclass
class Played:
    """A course as it was played. `state` is of the system's own type."""

    state: Any
    happened: list[Raw] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    frames: dict[str, list[bytes]] = field(default_factory=dict)
    """What each viewpoint was sent: its view whenever that changed, and the answers to its orders."""
    views: dict[str, Struct] = field(default_factory=dict)
    """The last view of every viewpoint."""


class Player(ABC, Generic[S, Order]):
    """Plays one course in one of its two setups."""

    def __init__(self, course: Course, file: str, twin: bool = False) -> None:
        self.course, self.file, self.twin = course, file, twin
        self.dice = CaseDice(course.dice, course.spare_die, file)
        self.refusal: Refused | None = None
        """Of the last order, if it was refused."""
        self._state = self.opening(course.twin if twin and course.twin is not None else course.setup)
        self.played = Played(self._state)
        self._last: dict[str, bytes] = {}

    @property
    def state(self) -> S:
        """The state now."""
        return self._state

    @state.setter
    def state(self, state: S) -> None:
        if state is not self._state:
            self._state = self.played.state = state
            self.changed()
            self._send()

    # what a system says for itself

    @abstractmethod
    def opening(self, setup: Raw) -> S:
        """The state in which the course begins. Raises `ScenarioError`."""

    @abstractmethod
    def viewpoints(self) -> Sequence[str]:
        """The seats, and the public."""

    @abstractmethod
    def view(self, viewpoint: str) -> Struct:
        """What a viewpoint sees now."""

    @abstractmethod
    def author(self, raw: Raw) -> str:
        """The seat that gives the order of a step. Raises `ScenarioError`."""

    @abstractmethod
    def order(self, raw: Raw, seat: str) -> Order:
        """The order that a step gives. Raises `ScenarioError`."""

    @abstractmethod
    def obey(self, seat: str, order: Order) -> S:
        """The state after an order. Raises `Refused`."""

    @abstractmethod
    def other_step(self, raw: Raw) -> None:
        """A step that is no order. Raises `ScenarioError`."""

    @abstractmethod
    def differences(self, expect: Raw, table: str) -> Iterable[str]:
        """What of these expectations does not hold; they stand in `table`. Raises `ScenarioError`."""

    def begin(self) -> None:
        """Run on from the opening, where the setup leaves something to run."""

    def settle(self) -> None:
        """Run on until somebody is asked."""

    def changed(self) -> None:
        """Take down what may be gone in the next state."""

    def told(self, before: S) -> Raw:
        """What there is to say of an order that was carried out, beside the dice that it threw."""
        return {}

    # the course

    def play(self) -> Played:
        """Carry out all steps, then compare with what is expected."""
        try:
            self._send()
            self.begin()
            for raw in self.course.do:
                if raw.get("only") in (None, "twin" if self.twin else "main"):
                    self._step({k: v for k, v in raw.items() if k != "only"})
            self._expect(self.course.expect, self.course.place("expect"), "")
        except OutOfDice as error:
            self.fail(str(error))
        if self.dice.left and not self.twin:
            self.fail(f"{self.dice.left} dice of the script were never thrown")
        if not self.twin:
            self.played.failures += self.dice.faults
        self.played.views = {viewpoint: self.view(viewpoint) for viewpoint in self.viewpoints()}
        return self.played

    def fail(self, sentence: str) -> None:
        """Note what is not as it should be."""
        self.played.failures.append(sentence)

    def note(self, **what: object) -> None:
        """Note what happened."""
        self.played.happened.append(what)

    def give(self, seat: str, order: Order) -> Refused | None:
        """Give one order, and say why it is refused, if it is."""
        before = len(self.dice.thrown)
        try:
            self.state = self.obey(seat, order)
            self.refusal = None
        except Refused as refused:
            self.refusal = refused
            if len(self.dice.thrown) != before:
                self.fail(f"a refused order threw a die: {refused}")
        reply = b"accepted" if self.refusal is None else str(self.refusal).encode()
        self.played.frames.setdefault(seat, []).append(reply)
        return self.refusal

    def expects_refusal(self) -> bool:
        """Whether the script says that its last order, or commit, is refused."""
        return self.course.expect.get("legal") is False or "refused" in self.course.expect

    def _send(self) -> None:
        for viewpoint in self.viewpoints():
            data = msgspec.json.encode(self.view(viewpoint), order="sorted")
            if data != self._last.get(viewpoint):
                self._last[viewpoint] = data
                self.played.frames.setdefault(viewpoint, []).append(data)

    def _step(self, raw: Raw) -> None:
        inner = raw.pop("expect", None)
        if "order" in raw:
            self._order(raw)
        else:
            self.other_step(raw)
        if inner is not None:
            self._expect(inner, "do.expect", "then ")

    def _order(self, raw: Raw) -> None:
        wanted, says = raw.pop("refused", None), str(raw.pop("says", ""))
        seat = self.author(raw)
        self.settle()
        order = self.order(raw, seat)
        before, thrown = self.state, len(self.dice.thrown)
        refused = self.give(seat, order)
        told: Raw = {"seat": seat, "order": dict(raw)}
        if refused is not None:
            told["refused"] = {"clause": refused.clause, "sentence": refused.sentence, "about": refused.about}
        if len(self.dice.thrown) > thrown:
            told["dice"] = [f"{t.purpose}: {t.pips}" for t in self.dice.thrown[thrown:]]
        self.note(**told, **(self.told(before) if refused is None else {}))
        if wanted is not None and (refused is None or wanted not in (refused.clause, True)):
            self.fail(f"{raw} should be refused by {wanted}, but {refused or 'it was accepted'}")
        if wanted is None and refused is not None and not self._judged_at_end(raw):
            self.fail(f"{raw} was refused: {refused}")
        if refused is not None and says and says not in refused.sentence:
            self.fail(f"the refusal should say {says!r}: {refused.sentence}")

    def _judged_at_end(self, raw: Raw) -> bool:
        """Whether the script's own `legal` or `refused` is about this, the last order."""
        last = next((r for r in reversed(self.course.do) if "order" in r or "commit" in r), None)
        judged = "legal" in self.course.expect or "refused" in self.course.expect
        return judged and last is not None and all(last.get(k) == v for k, v in raw.items())

    def _expect(self, expect: object, table: str, when: str) -> None:
        expected = msgspec.convert(expect, Raw) if isinstance(expect, dict) else {"": expect}
        for sentence in self.differences(expected, table):
            self.fail(when + sentence)

"""Carrying out the steps of a case script of the 1942 system.

An order is followed by all that follows from it, up to the next decision. `{ until = "mobilise" }` plays on to a phase:
every question on the way is answered plainly (buy nothing, move nothing, the umpire's casualties, press on).
"""

from collections.abc import Iterable, Sequence

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import AskView, View
from room40_server.cases.combined_arms.expect import failures
from room40_server.cases.combined_arms.setup import lay_out, opened, phase_of, seat_named
from room40_server.cases.combined_arms.shapes import Expect, Setup
from room40_server.cases.player import Player
from room40_server.cases.script import Course
from room40_server.rules.combined_arms import views
from room40_server.rules.combined_arms.state import Phase, State
from room40_server.rules.combined_arms.turn import CombinedArms
from room40_server.rules.game import PUBLIC
from room40_server.scenario_files import Raw, ScenarioError, typed

MAX_STEPS = 300
_GAME = CombinedArms()


class CombinedArmsPlayer(Player[State, Order]):
    """Plays one course of a script of the 1942 system."""

    def __init__(self, course: Course, file: str, twin: bool = False) -> None:
        if course.script.chart:
            raise ScenarioError(file, "", "chart", "charts are of the naval system; name spaces by links.")
        typed(course.expect, Expect, file, course.place("expect"))
        super().__init__(course, file, twin)

    def opening(self, setup: Raw) -> State:
        part = "twin" if setup is self.course.twin else "setup"
        spec = typed(setup, Setup, self.file, self.course.place(part))
        script = self.course.script
        return opened(lay_out(spec, script.scenario, script.options, self.file), self.dice)

    def viewpoints(self) -> Sequence[str]:
        return (*self.state.setting.seats, PUBLIC)

    def view(self, viewpoint: str) -> View:
        return views.view(self.state, viewpoint)

    def author(self, raw: Raw) -> str:
        """The seat, or power, that a step names; else who is asked."""
        if "seat" in raw:
            return seat_named(self.state, str(raw["seat"]), self.file)
        return next(iter(self.state.asked), "")

    def order(self, raw: Raw, seat: str) -> Order:
        fields = {key: value for key, value in raw.items() if key not in ("order", "seat")}
        order: Order = typed({**fields, "type": raw["order"]}, Order, self.file, "do")  # type: ignore[arg-type]
        return order

    def obey(self, seat: str, order: Order) -> State:
        return _GAME.submit(self.state, seat, order, self.dice)

    def told(self, before: State) -> Raw:
        """The lines of the log, and where it stands now."""
        log = [event.text for number, event in self.state.log.items() if number not in before.log]
        stands = {"phase": self.state.phase.value, "power": self.state.power, "asked": dict(self.state.asked)}
        return {**({"log": log} if log else {}), **stands}

    def differences(self, expect: Raw, table: str) -> Iterable[str]:
        wanted = typed(expect, Expect, self.file, table)
        return failures(wanted, self.state, self.refusal, len(self.dice.thrown))

    def other_step(self, raw: Raw) -> None:
        if "until" not in raw:
            raise ScenarioError(self.file, "do", next(iter(raw), ""), "a step is an order, or until.")
        *words, last = str(raw["until"]).split() or [""]
        power = last if last in self.state.setting.powers and words else ""
        phase = phase_of(" ".join(words) if power else str(raw["until"]), self.file)
        start = self.state
        for _ in range(MAX_STEPS):
            if self.state.phase is Phase.OVER or (self._is_at(phase, power) and self.state is not start):
                return
            seat, kind = next(iter(self.state.asked.items()))
            order = plain_answer(self.view(seat).ask)
            before = self.state
            refused = self.give(seat, order)
            if refused is not None:
                raise ScenarioError(self.file, "do", kind, f"the plain answer of {seat} is refused ({refused}).")
            self.note(seat=seat, answers=kind, **self.told(before))
        raise ScenarioError(self.file, "do", "until", f"{raw['until']!r} never comes.")

    def _is_at(self, phase: Phase, power: str) -> bool:
        return self.state.phase is phase and power in ("", self.state.power)


def plain_answer(ask: AskView) -> Order:
    """What a run answers by itself: nothing is bought or moved, losses are the umpire's, battles are fought to the end."""
    match ask.kind:
        case "choose battle":
            return o.ChooseBattle(ask.choices[0])
        case "submerge":
            return o.Submerge()
        case "casualties":
            return o.Casualties(tuple(ask.suggestion))
        case "bombard":
            return o.Bombard(tuple(ask.suggestion))
        case "press or retreat":
            return o.Press()
        case "land homeless":
            return o.LandHomeless(homes(ask))
        case _:
            return o.Commit()


def homes(ask: AskView) -> dict[str, str]:
    """The first place for each fighter that has one (K3.7)."""
    return {unit: places[0] for unit, places in ask.places.items() if places}

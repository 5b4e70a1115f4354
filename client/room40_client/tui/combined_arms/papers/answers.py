"""What is answered by choosing from a list, and which answer fits what is asked (K3.7, K5.4, K5.8, K5.11)."""

from room40.combined_arms import orders as o
from room40.combined_arms.orders import Order
from room40.combined_arms.views import BattleView, View
from room40_client.tui.combined_arms.papers import homeless, matchups, terms
from room40_client.tui.combined_arms.papers.answer import Answer, Pressed
from room40_client.tui.combined_arms.papers.counting import BombardAnswer, CasualtiesAnswer, SubmergeAnswer
from room40_client.tui.combined_arms.papers.paper import Keys, digit, step, way
from room40_client.tui.draw.runs import Line, line, safe, wrap


class Listing(Answer):
    """One thing of a list."""

    def options(self) -> list[tuple[Line, Order]]:
        """The lines, and what each orders."""
        return []

    def listed(self, columns: int) -> list[Line]:
        found: list[Line] = []
        for at, (words, _) in enumerate(self.options()):
            mark = ">" if at == self.cursor else " "
            styled = tuple((text, f"{style} cursor".strip()) for text, style in words) if at == self.cursor else words
            found.append(line(f"{mark}{at + 1 if at < 9 else ' '} ", *styled))
        return found

    def press(self, key: str) -> Pressed:
        options = self.options()
        if by := way(key):
            self.cursor = (self.cursor + by) % max(1, len(options))
        elif figure := digit(key):
            self.cursor = min(figure, len(options)) - 1
        elif key == "enter" and options:
            return options[min(self.cursor, len(options) - 1)][1]
        return None


class PressAnswer(Listing):
    """Another round, or away (K5.4, K5.8)."""

    def __init__(self, view: View, battle: BattleView) -> None:
        super().__init__(view)
        self.battle = battle

    def options(self) -> list[tuple[Line, Order]]:
        only_transports = all(
            terms.has(self.view, unit, "transport")
            for unit in (*self.battle.attackers, *self.battle.defenders)
            if unit in self.view.units
        )
        on = "stay: nobody here can hit the other, and the battle is over" if only_transports else "press on: another round"
        found: list[tuple[Line, Order]] = [(line(on), o.Press())]
        flying = any(terms.domain(self.view, unit) == "air" for unit in self.battle.attackers if unit in self.view.units)
        for space in self.view.ask.choices:
            if space == self.battle.space:
                found.append((line("break off: the aircraft stay overhead and land later"), o.Retreat(space)))
            else:
                words = f"retreat to {terms.space_name(self.view, space)}"
                stay = "; aircraft stay overhead and land later" if flying else ""
                found.append((line(words, (stay, "dim")), o.Retreat(space)))
        return found

    def retaken(self, view: View) -> None:
        super().retaken(view)
        self.battle = view.battles.get(view.ask.battle, self.battle)

    def asked(self) -> Line:
        return line((f" Round {self.battle.round} is fought. On, or back?", "alert"), "  Enter: the line that is marked.")

    def keys(self) -> Keys:
        return [("Enter", "do it"), ("Up Down", "choose"), ("r", "to retreat")]

    def press(self, key: str) -> Pressed:
        if key in ("r", "p"):
            self.cursor = 1 if key == "r" else 0
            return None
        return super().press(key)


class ChooseAnswer(Listing):
    """Which battle is fought next (K5.11)."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.odds: dict[str, str] = {}
        """Space -> its odds in words, once they are reckoned."""

    def options(self) -> list[tuple[Line, Order]]:
        found: list[tuple[Line, Order]] = []
        for space in self.view.ask.choices:
            kinds = [battle for battle in self.view.battles.values() if battle.space == space and not battle.outcome]
            what = ", landing" if any(battle.assault and battle.kind == "land" for battle in kinds) else ""
            name = f"{terms.space_name(self.view, space)}{what}"
            found.append((line(f"{name:<26} ", (self.odds.get(space, ""), "dim")), o.ChooseBattle(space)))
        return found

    def listed(self, columns: int) -> list[Line]:
        lines = super().listed(columns)
        space = self.view.ask.choices[min(self.cursor, len(lines) - 1)] if lines else ""
        for battle in self.view.battles.values():
            if battle.space != space or battle.outcome:
                continue
            asked = matchups.of_battle(self.view, battle)
            forces = [terms.count(self.view, force) or "nobody" for force in (asked.attackers, asked.defenders)]
            text = f"{terms.space_name(self.view, space)}: {forces[0]} against {forces[1]}."
            lines += [line(), *(line(f" {piece}") for piece in wrap(text, columns - 2))]
        return lines

    def asked(self) -> Line:
        return line((" Which battle is fought next?", "alert"), "  Enter: the one that is marked.")

    def keys(self) -> Keys:
        return [("Enter", "fight it"), ("Up Down", "choose"), ("1-9", "by number"), ("o", "odds")]


class HomelessAnswer(Answer):
    """Where fighters without a deck land (K3.7)."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.places = {unit: list(view.ask.places.get(unit, [])) for unit in view.ask.choices}
        first = homeless.spread(view)
        self.at = {unit: places.index(first[unit]) if unit in first else 0 for unit, places in self.places.items()}

    def listed(self, columns: int) -> list[Line]:
        found: list[Line] = []
        for number, (unit, places) in enumerate(self.places.items()):
            over = terms.space_name(self.view, self.view.units[unit].space) if unit in self.view.units else ""
            where = terms.space_name(self.view, places[self.at[unit]]) if places else ""
            lands = f"lands in {where}" if where else "finds no place and is lost"
            more = f"   ({len(places)} places)" if len(places) > 1 else ""
            text = f"{'>' if number == self.cursor else ' '} fighter over {over} {lands}{more}"
            found.append(line((text, "cursor" if number == self.cursor else "" if places else "struck")))
        return found

    def asked(self) -> Line:
        return line((" Your fighters have lost their carrier: where do they land?", "alert"), "  Enter: as shown.")

    def keys(self) -> Keys:
        return [("Enter", "land so"), ("Up Down", "fighter"), ("Left Right", "place")]

    def press(self, key: str) -> Pressed:
        units = list(self.places)
        if by := way(key):
            self.cursor = (self.cursor + by) % max(1, len(units))
        elif by := step(key):
            unit = units[self.cursor]
            self.at[unit] = (self.at[unit] + by) % max(1, len(self.places[unit]))
        elif key == "enter":
            return o.LandHomeless({unit: places[self.at[unit]] for unit, places in self.places.items() if places})
        return None


class Waiting(Answer):
    """Somebody else is asked, or nobody."""

    def asked(self) -> Line:
        waiting = {seat: kind for seat, kind in self.view.waiting.items() if seat != self.view.seat}
        if not waiting:
            return line((" The battle goes on.", "dim"))
        who = [f"{_holder(self.view, seat)} ({_WORDS.get(kind, safe(kind))})" for seat, kind in waiting.items()]
        return line((f" Waiting for {' and '.join(who)}.", "dim"))


_WORDS = {
    "casualties": "chooses casualties",
    "press or retreat": "presses on or retreats",
    "submerge": "strikes or submerges",
    "bombard": "chooses the ships that bombard",
    "choose battle": "chooses the next battle",
    "land homeless": "lands fighters without a deck",
}


def _holder(view: View, seat: str) -> str:
    """A seat by its powers."""
    powers = [key for key in view.setting.order if view.setting.powers[key].seat == seat]
    return "/".join(terms.power_name(view, power) for power in powers) or safe(seat)


def answer_to(view: View) -> Answer:
    """The answer to what is asked of this seat."""
    kind, battle = view.ask.kind, view.battles.get(view.current)
    if kind == "choose battle":
        return ChooseAnswer(view)
    if kind == "land homeless":
        return HomelessAnswer(view)
    if battle is None:
        return Waiting(view)
    if kind == "casualties":
        return CasualtiesAnswer(view, battle)
    if kind == "submerge":
        return SubmergeAnswer(view, battle)
    if kind == "press or retreat":
        return PressAnswer(view, battle)
    return BombardAnswer(view) if kind == "bombard" else Waiting(view)

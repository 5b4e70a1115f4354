"""Players and alliances, the order of turns, the money."""

from dataclasses import dataclass

from room40_server.importer.findings import Findings
from room40_server.importer.names import Ids, Titles, shown
from room40_server.importer.reading import number
from room40_server.importer.xml_tree import CannotImport, Element

MOST_MONEY = 9999
TURN = ("purchase", "move", "battle", "move", "place", "end")
STEPS = {
    "PurchaseDelegate": "purchase",
    "MoveDelegate": "move",
    "BattleDelegate": "battle",
    "PlaceDelegate": "place",
    "EndTurnDelegate": "end",
}
"""The steps of a turn as it is played here, by the program's class."""
OUTSIDE = frozenset({"InitializationDelegate", "EndRoundDelegate"})
"""Classes of steps that happen by themselves."""
BIDS = frozenset({"BidPurchaseDelegate", "BidPlaceDelegate"})
RESEARCH = frozenset({"TechnologyDelegate", "TechActivationDelegate"})


@dataclass
class Side:
    """A power on its way into the scenario. `name`: as it may be shown."""

    id: str
    name: str
    alliance: str
    letter: str
    element: Element
    money: int = 0


class Powers:
    """The powers of the file by the names it gives them, in the order of their turns."""

    def __init__(self, game: Element, findings: Findings) -> None:
        self.findings = findings
        self.currency = _currency(game, findings)
        allied = self._alliances(game)
        turns = self._turns(game)
        ids, titles, alliances = Ids("power"), Titles(), Titles()
        letters: set[str] = set()
        self.alliances: dict[str, str] = {}
        """Alliance -> its name in the file, in the order of their first turns; who has none is alone in one without."""
        made: dict[tuple[bool, str], str] = {}
        self.sides: dict[str, Side] = {}
        players = {element.get("name"): element for element in game.all("player")}
        for name in [name for name in turns if name in players]:
            letter = _letter(shown(name), letters)
            letters.add(letter)
            key = (True, allied[name]) if name in allied else (False, name)
            if key not in made:
                made[key] = alliances.give(key[1], "Alliance")
                self.alliances[made[key]] = allied.get(name, "")
            self.sides[name] = Side(ids.give(name), titles.give(name, "Power"), made[key], letter, players[name])
        for name, element in players.items():
            if name not in self.sides:
                self.findings.leave(element, f"player {name!r}", "it has no turn, so it is no power; left out.")
        if len({side.alliance for side in self.sides.values()}) < 2:
            raise CannotImport("the file has no two alliances whose powers have turns.")
        self._money(game)

    @property
    def ids(self) -> dict[str, str]:
        """Name in the file -> id."""
        return {name: side.id for name, side in self.sides.items()}

    def _alliances(self, game: Element) -> dict[str, str]:
        found: dict[str, str] = {}
        for element in game.all("alliance"):
            name, alliance = element.get("player"), element.get("alliance")
            if name in found:
                words = f"it is in {found[name]!r} already; {alliance!r} is left out."
                self.findings.leave(element, f"alliance of {name!r}", words)
            elif alliance:
                found[name] = alliance
        return found

    def _turns(self, game: Element) -> list[str]:
        """The players in the order of their turns; a turn that goes otherwise than here is noted."""
        classes = {d.get("name"): d.get("javaClass").rpartition(".")[2] for d in game.all("delegate")}
        self._unplayed(game, classes)
        turns: dict[str, list[str]] = {}
        begun: dict[str, Element] = {}
        for step in game.all("step"):
            kind = STEPS.get(classes.get(step.get("delegate"), ""))
            if kind is None or not step.get("player"):
                continue
            begun.setdefault(step.get("player"), step)
            turns.setdefault(step.get("player"), []).append(kind)
            if number(step.get("maxRunCount")) not in (None, 0, -1):
                self.findings.leave(step, f"step {step.get('name')!r}", "here every step is taken in every round.")
        for player, kinds in turns.items():
            if tuple(kinds) != TURN:
                words = f"the turn of {player!r} is {', '.join(kinds)}; here every turn is {', '.join(TURN)}."
                self.findings.leave(begun[player], f"step {begun[player].get('name')!r}", words)
        return list(turns)

    def _unplayed(self, game: Element, classes: dict[str, str]) -> None:
        taken = {step.get("delegate") for step in game.all("step")}
        for delegate in game.all("delegate"):
            kind, where = classes[delegate.get("name")], f"delegate {delegate.get('name')!r}"
            if delegate.get("name") not in taken or kind in STEPS or kind in OUTSIDE:
                continue
            if kind in RESEARCH:
                self.findings.leave(delegate, where, "there is no research; its steps are left out.")
            elif kind in BIDS:
                self.findings.leave(delegate, where, "there are no bids; their steps are left out.")
            else:
                self.findings.leave(delegate, where, f"steps of the kind {kind!r} are left out.")

    def _money(self, game: Element) -> None:
        for element in game.all("resourceGiven"):
            where = f"resourceGiven to {element.get('player')!r}"
            given = number(element.get("quantity"))
            if element.get("resource") != self.currency:
                continue  # noted where the resource is declared
            if element.get("player") not in self.sides:
                self.findings.leave(element, where, "this is no power of the game; left out.")
            elif given is None or not 0 <= given <= MOST_MONEY:
                words = f"{element.get('quantity')!r} is no sum from 0 to {MOST_MONEY} and is left out."
                self.findings.leave(element, where, words)
            else:
                self.sides[element.get("player")].money = given


def _currency(game: Element, findings: Findings) -> str:
    """The one resource that is money; all others are noted."""
    names = [element.get("name") for element in game.all("resource")]
    currency: str = "PUs" if "PUs" in names or not names else names[0]
    for element in game.all("resource"):
        if element.get("name") != currency:
            words = f"money is {currency!r} alone; this resource is left out with all that is counted in it."
            findings.leave(element, f"resource {element.get('name')!r}", words)
    return currency


def _letter(name: str, taken: set[str]) -> str:
    """The first letter of a name that no other power has, else any that is free."""
    for letter in name.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        if "A" <= letter <= "Z" and letter not in taken:
            return letter
    raise CannotImport("the file has more powers than there are letters.")

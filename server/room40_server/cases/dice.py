"""The dice of a case script."""

from room40_server.cases.script import Dice
from room40_server.rules.dice import OutOfDice, Throw
from room40_server.scenario_files import Raw, ScenarioError


class CaseDice:
    """The dice of a script: they fall as written, then as `spare` says, and check what they are thrown for."""

    def __init__(self, script: Dice, spare: int, file: str) -> None:
        raws: list[Raw] = [{"pips": die} if isinstance(die, int) else die for die in script]
        self._left = [(_pips(raw, file), str(raw.get("for", ""))) for raw in raws]
        self._spare = spare
        self.thrown: list[Throw] = []
        self.faults: list[str] = []

    @property
    def left(self) -> int:
        """How many dice of the script nobody has thrown."""
        return len(self._left)

    def throw(self, purpose: str) -> int:
        """The next die. Raises `OutOfDice`."""
        if self._left:
            pips, meant = self._left.pop(0)
            if meant and meant.casefold() not in purpose.casefold():
                self.faults.append(f"die {len(self.thrown) + 1} is for {meant!r}, but the rules throw it for {purpose!r}")
        elif self._spare:
            pips = self._spare
        else:
            raise OutOfDice(f"the rules throw a die for {purpose!r}, and the script has none left")
        self.thrown.append(Throw(purpose, pips))
        return pips


def _pips(raw: Raw, file: str) -> int:
    pips = raw.get("pips")
    if not isinstance(pips, int) or not 1 <= pips <= 6:
        raise ScenarioError(file, "", "dice", "a die is its pips, 1 to 6, or {pips = 4, for = ...}.")
    return pips

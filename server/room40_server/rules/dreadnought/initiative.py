"""The initiative of a battle (7.2, H16, H11)."""

from collections.abc import Iterable

from msgspec import Struct

from room40.dreadnought.orders import Side
from room40_server.rules.dice import Dice
from room40_server.rules.dreadnought.missions import nationalities
from room40_server.rules.dreadnought.setting import Setting
from room40_server.rules.dreadnought.state import Ship
from room40_server.rules.dreadnought.tables import InitiativeTable


class Initiative(Struct, frozen=True):
    """The die, what was added to it and why, and who has the initiative by it."""

    die: int
    modifiers: dict[str, int]
    side: Side

    @property
    def total(self) -> int:
        """The die with its modifiers."""
        return self.die + sum(self.modifiers.values())


def modifiers(table: InitiativeTable, cp: Iterable[Ship], en: Iterable[Ship]) -> dict[str, int]:
    """What changes the die for these two forces: by name, leaders (H16) and many nationalities (H11); none that is 0."""
    cp, en = tuple(cp), tuple(en)
    led_cp, led_en = (any(s.leader for s in force) for force in (cp, en))
    found = {
        "leader": table.leader * (int(led_en) - int(led_cp)),
        "Central Powers nationalities": table.nationality * max(0, len(nationalities(cp)) - 1),
        "Entente nationalities": -table.nationality * max(0, len(nationalities(en)) - 1),
    }
    return {name: by for name, by in found.items() if by}


def throw(table: InitiativeTable, cp: Iterable[Ship], en: Iterable[Ship], dice: Dice) -> Initiative:
    """Throw for the initiative of a round (7.2): the Entente's die, low for the Central Powers, high for the Entente."""
    found = modifiers(table, cp, en)
    die = dice.throw("initiative")
    low = die + sum(found.values()) <= table.central_powers_up_to
    return Initiative(die, found, Side.CP if low else Side.EN)


def of_round(setting: Setting, number: int, cp: Iterable[Ship], en: Iterable[Ship], dice: Dice) -> Initiative:
    """The initiative of a round of a battle: by the die, but as the scenario has it in round 1 of the battle it opens with.

    `die` is then 0.
    """
    given = setting.opening.initiative if setting.opening and number == 1 else ""
    return Initiative(0, {}, Side(given)) if given else throw(setting.tables.initiative, cp, en, dice)

"""The rules that the file asks for by name, against those that are played here."""

from room40_server.importer.findings import Findings
from room40_server.importer.powers import Powers
from room40_server.importer.reading import OFF, is_true, number
from room40_server.importer.xml_tree import Element

PLAYED = frozenset(
    {
        "AA Territory Restricted",
        "Air Attack Sub Restricted",
        "Allied Air Dependents",
        "Blitz Through Factories And AA Restricted",
        "Damage From Bombing Done To Units Instead Of Territories",
        "Defending Subs Sneak Attack",
        "Ignore Sub In Movement",
        "Ignore Transport In Movement",
        "LHTR Carrier production rules",
        "Land existing fighters on new carriers",
        "Multiple AA Per Territory",
        "Naval Bombard Casualties Return Fire",
        "Partial Amphibious Retreat",
        "Placement Restricted By Factory",
        "Previous Units Fight",
        "Produce fighters on carriers",
        "Produce new fighters on old carriers",
        "Roll AA Individually",
        "Shore Bombard Per Ground Unit Restricted",
        "Sub Retreat Before Battle",
        "Submersible Subs",
        "Subs Can End NonCombat Move With Enemies",
        "Surviving Air Move To Land",
        "Transport Casualties Restricted",
        "Unescorted Transport Dies",
        "Unit Placement In Enemy Seas",
    }
)
"""Rules that are always played here: nothing is said if the file asks for them, and it is said if it does not."""

OF_NO_WEIGHT = frozenset(
    {
        "Heavy Bomber Dice Rolls",
        "Neutrals Are Impassable",
        "Two hit battleship",
        "WW2V3",
        "mapName",
        "neutralCharge",
        "notes",
    }
)
"""Names of things, numbers of research, and what is read elsewhere."""

SAID = {
    "Units Repair Hits End Turn": "here a ship is repaired when its battle is over.",
    "Units Repair Hits Start Turn": "here a ship is repaired when its battle is over.",
    "WW2V2": "battles are fought by the rules of 1942 all the same.",
}
"""Rules asked for that are played a little otherwise."""

VICTORIES = ("Projection of Power", "Honorable Surrender", "Total Victory")
_NUMBERS_OF = {"Honorable Surrender": "Honorable Victory"}
_RESEARCH = ("Tech", "Shipyards", "Rocket", "LHTR Heavy Bombers", "Super Sub")
_EXPECTED = {"maxFactoriesPerTerritory": "1"}


class Properties:
    """The properties of the file; a property that comes twice counts as it stands last."""

    def __init__(self, game: Element, findings: Findings) -> None:
        self.findings = findings
        self._list = game.first("propertyList")
        self._found: dict[str, Element] = {e.get("name"): e for e in (self._list.all("property") if self._list else ())}

    def asks(self, name: str) -> bool:
        """Whether the file turns a rule on."""
        return name in self._found and is_true(self._found[name].get("value"))

    def number(self, name: str) -> int | None:
        """A number the file sets, or None."""
        return number(self._found[name].get("value")) if name in self._found else None

    def note(self) -> None:
        """Note every rule asked for that is not played, and those played that are not asked for."""
        counted = {_number_of(victory) for victory in VICTORIES}
        for name, element in self._found.items():
            value = element.get("value").strip()
            where = f"property {name!r}"
            if name in PLAYED:
                if not is_true(value):
                    self.findings.leave(element, where, "the file turns this rule off; here it is always played.")
            elif name in OF_NO_WEIGHT or name in VICTORIES or any(name.endswith(f"{end} VCs") for end in counted):
                continue
            elif name in SAID and is_true(value):
                self.findings.leave(element, where, SAID[name])
            elif value.lower() not in OFF and value != _EXPECTED.get(name):
                self.findings.leave(element, where, f"{value!r} is left out." + _why(name))
        if self._list is not None:
            for names in _batches(sorted(PLAYED - self._found.keys()), 5):
                words = f"always played here, though the file does not ask for it: {', '.join(names)}."
                self.findings.leave(self._list, "propertyList", words)

    def note_price_of_neutrals(self) -> None:
        """Note that going into a neutral territory is free here; for a map that has some to go into."""
        if "neutralCharge" in self._found and self._found["neutralCharge"].get("value") not in OFF:
            element = self._found["neutralCharge"]
            words = f"to go into a neutral territory costs nothing here, not {element.get('value')!r}."
            self.findings.leave(element, "property 'neutralCharge'", words)

    def cities_to_win(self, powers: Powers, cities: int) -> dict[str, int]:
        """Alliance -> the cities it needs: the fewest of the victories that are turned on (K1.1)."""
        found: dict[str, int] = {}
        for victory in [v for v in VICTORIES if self.asks(v)]:
            for alliance, in_file in powers.alliances.items():
                name = f"{in_file} {_number_of(victory)} VCs"
                needed = self.number(name)
                if needed is None:
                    continue
                if 0 < needed <= cities:
                    found[alliance] = min(needed, found.get(alliance, needed))
                else:
                    words = f"the map has {cities} cities, so {needed} cannot be asked for; left out."
                    self.findings.leave(self._found[name], f"property {name!r}", words)
        for alliance in powers.alliances:
            if alliance not in found:
                element = self._list or next(iter(powers.sides.values())).element
                words = f"no victory by cities is turned on for {alliance!r}; it does not win by them."
                self.findings.leave(element, "propertyList", words)
        return found


def _number_of(victory: str) -> str:
    return _NUMBERS_OF.get(victory, victory)


def _why(name: str) -> str:
    return " There is no research." if any(word in name for word in _RESEARCH) else ""


def _batches(names: list[str], size: int) -> list[list[str]]:
    return [names[start : start + size] for start in range(0, len(names), size)]

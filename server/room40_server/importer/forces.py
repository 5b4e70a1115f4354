"""Who stands where at the start."""

from collections.abc import Mapping

from room40_server.importer.findings import Findings
from room40_server.importer.powers import Powers
from room40_server.importer.reading import number
from room40_server.importer.spaces import Atlas
from room40_server.importer.units import UnitTable
from room40_server.importer.xml_tree import Element

MOST = 99
Key = tuple[str, str, str]
"""Power, space, type, by id."""


class Forces:
    """The starting forces, and where in the file each stands."""

    def __init__(self, game: Element, atlas: Atlas, powers: Powers, units: UnitTable, findings: Findings) -> None:
        self.findings = findings
        self.counts: dict[Key, int] = {}
        self._elements: dict[Key, Element] = {}
        self._dropped: dict[tuple[Key, str], int] = {}
        for element in game.all("unitPlacement"):
            self._place(element, atlas, powers.ids, units)
        for element in game.all("heldUnits"):
            findings.leave(element, "heldUnits", "units that stand nowhere are left out.")

    def _place(self, element: Element, atlas: Atlas, powers: Mapping[str, str], units: UnitTable) -> None:
        where = _words(element)
        count = number(element.get("quantity"))
        if count == 0:
            return
        place = atlas.known(element, element.get("territory"), where)
        if place is None:
            return
        if element.get("unitType") not in units.types:
            self.findings.leave(element, where, f"there is no unit {element.get('unitType')!r}; left out.")
        elif element.get("owner") not in powers:
            self.findings.leave(element, where, f"{element.get('owner')!r} is no power of this game; left out.")
        elif count is None or not 0 < count <= MOST:
            self.findings.leave(element, where, f"{element.get('quantity')!r} is no number from 1 to {MOST}; left out.")
        else:
            for word in ("hitsTaken", "unitDamage"):
                if number(element.get(word)) not in (None, 0):
                    self.findings.leave(element, f"{where}, {word}", "all units begin whole; left out.")
            key = powers[element.get("owner")], place.id, units.types[element.get("unitType")].key
            self.counts[key] = self.counts.get(key, 0) + count
            self._elements.setdefault(key, element)
            if self.counts[key] > MOST:
                self.findings.leave(element, where, f"more than {MOST} of a type stand nowhere; the rest is left out.")
                self.counts[key] = MOST

    def drop(self, power: str, space: str, kind: str, why: str) -> bool:
        """Leave out what may not stand there: one unit of the type, or all of the power if `kind` is "".

        False: there is none.
        """
        keys = [key for key in self.counts if key[:2] == (power, space) and kind in ("", key[2])]
        for key in keys:
            gone = 1 if kind else self.counts[key]
            self._dropped[key, why] = self._dropped.get((key, why), 0) + gone
            self.counts[key] -= gone
            if not self.counts[key]:
                del self.counts[key]
        return bool(keys)

    def note_dropped(self) -> None:
        """Say what was dropped, how many, and why."""
        for (key, why), number_gone in self._dropped.items():
            element = self._elements[key]
            self.findings.leave(element, _words(element), f"{number_gone} left out: {why}")

    def raw(self) -> dict[str, dict[str, dict[str, int]]]:
        """As a scenario says it: power, space, type -> number."""
        found: dict[str, dict[str, dict[str, int]]] = {}
        for (power, space, kind), count in self.counts.items():
            found.setdefault(power, {}).setdefault(space, {})[kind] = count
        return found


def _words(element: Element) -> str:
    return f"unitPlacement of {element.get('unitType')!r} in {element.get('territory')!r}"

"""What transports carry: the file counts places in a hold, here it is one land unit of any kind and one infantry (K3.8)."""

from collections.abc import Mapping
from itertools import combinations_with_replacement

from room40_server.importer.findings import Findings
from room40_server.importer.reading import Attachment


class Holds:
    """The holds of ships and the places that land units take in them, by the names of the file."""

    def __init__(self, attachments: Mapping[str, Attachment]) -> None:
        self._said = dict(attachments)
        self._rooms = {
            n: room for n, a in attachments.items() if a.has("isSea") and (room := a.peek("transportCapacity")) > 0
        }
        land = {n: a for n, a in attachments.items() if not any(a.has(f) for f in ("isSea", "isAir", "isFactory"))}
        self._needs = {name: said.peek("transportCost") for name, said in land.items()}

    def takes_two(self, name: str) -> bool:
        """Whether a transport carries two of a land unit, as it does of infantry."""
        rooms = list(self._rooms.values())
        if rooms and self._is_ours(rooms[0]):
            return self._fit_twice(name, rooms[0])
        return self._said[name].has("isInfantry")

    def compare(self, findings: Findings) -> None:
        """Use the options up; note where a hold takes other cargo than here."""
        for name, said in self._said.items():
            if name in self._needs:
                cost = said.take("transportCost")
                if self._rooms and self._needs[name] <= 0:
                    words = "the file lets no ship carry it; here transports do."
                    findings.leave(cost or said.element, f"{said.place}, transportCost", words)
            if name in self._rooms:
                hold = said.take("transportCapacity")
                if not self._is_ours(self._rooms[name]):
                    words = "a transport carries one land unit of any kind and one infantry, whatever the file says."
                    findings.leave(hold or said.element, f"{said.place}, transportCapacity", words)

    def _fit_twice(self, name: str, room: int) -> bool:
        return 0 < 2 * self._needs.get(name, 0) <= room

    def _is_ours(self, room: int) -> bool:
        """Whether a hold of so many places takes just what a transport takes here."""
        needs = {name: need for name, need in self._needs.items() if need > 0}
        ours = {name: self._fit_twice(name, room) for name in needs}
        pairs = all(
            (needs[a] + needs[b] <= room) == (ours[a] or ours[b]) for a, b in combinations_with_replacement(sorted(needs), 2)
        )
        alone = all(need <= room for need in needs.values())
        return alone and pairs and (not needs or 3 * min(needs.values()) > room)

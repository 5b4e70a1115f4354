"""Territories and sea zones, what touches what, what the attachments say of them, canals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from room40_server.importer.findings import Findings
from room40_server.importer.names import Ids, shown
from room40_server.importer.reading import Attachment, attachments, is_true
from room40_server.importer.xml_tree import CannotImport, Element

MOST_VALUE = 99
MOST = 2000
"""Territories of a file; a scenario has room for fewer, but some may be cut off."""


@dataclass
class Place:
    """A space on its way into the scenario. `name`: as the file writes it."""

    id: str
    name: str
    water: bool
    element: Element
    value: int = 0
    city: bool = False
    impassable: bool = False
    owner: str = ""
    original: str = ""
    capital_of: str = ""
    near: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Canal:
    """A canal: the zones it joins, its shores, by id."""

    id: str
    zones: tuple[str, str]
    shores: tuple[str, ...]


class Atlas:
    """The spaces of the file by the names it gives them, in its order."""

    def __init__(self, game: Element, findings: Findings) -> None:
        self.findings = findings
        self.places: dict[str, Place] = {}
        self.gone: set[str] = set()
        """Names of territories that the file has and the scenario has not."""
        self._territories(game)
        self._connections(game)
        self._drop_what_is_cut_off()

    def known(self, element: Element, name: str, place: str) -> Place | None:
        """The space of a name; one that there is not is noted at the element."""
        if name in self.places:
            return self.places[name]
        why = "was left out" if name in self.gone else "is not on the map"
        self.findings.leave(element, place, f"the territory {name!r} {why}, so this is left out.")
        return None

    def _territories(self, game: Element) -> None:
        ids = Ids("space")
        for element in game.all("territory"):
            name = element.get("name")
            if not shown(name):
                self.findings.leave(element, "territory", "it has no name that can be shown and is left out.")
            elif name in self.places:
                line = self.places[name].element.line
                self.findings.leave(
                    element, f"territory {name!r}", f"line {line} has this name already; this one is left out."
                )
            else:
                self.places[name] = Place(ids.give(name), shown(name), is_true(element.get("water")), element)
        if len(self.places) > MOST:
            raise CannotImport(f"the file has more than {MOST} territories.")
        if len(self.places) < 2:
            raise CannotImport("the file has no map of at least two territories.")

    def _connections(self, game: Element) -> None:
        for element in game.all("connection"):
            one, other = element.get("t1"), element.get("t2")
            where = f"connection {one!r} to {other!r}"
            ends = self.known(element, one, where), self.known(element, other, where)
            if ends[0] is None or ends[1] is None:
                continue
            if ends[0] is ends[1]:
                self.findings.leave(element, where, "a space does not touch itself; this is left out.")
                continue
            ends[0].near.add(ends[1].id)
            ends[1].near.add(ends[0].id)

    def _drop_what_is_cut_off(self) -> None:
        """Keep the largest part of the map that hangs together, the first of its size."""
        by_id = {place.id: place for place in self.places.values()}
        parts: list[set[str]] = []
        left = dict.fromkeys(by_id)
        while left:
            parts.append(_reached(by_id, next(iter(left))))
            for key in parts[-1]:
                del left[key]
        kept = max(parts, key=len)
        for name, place in list(self.places.items()):
            if place.id not in kept:
                self.findings.leave(
                    place.element, f"territory {name!r}", "nothing leads here from the rest of the map; left out."
                )
                del self.places[name]
                self.gone.add(name)


def _reached(by_id: Mapping[str, Place], start: str) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for key in by_id[waiting.pop()].near - found:
            found.add(key)
            waiting.append(key)
    return found


def read_attachments(game: Element, atlas: Atlas, powers: Mapping[str, str], neutrals_are_closed: bool) -> None:
    """Put values, cities, capitals and owners on the spaces. `powers`: name in the file -> id."""
    read: set[str] = set()
    for attachment in attachments(game, "territory"):
        place = atlas.known(attachment.element, attachment.of, attachment.place)
        if place is None:
            continue
        if place.id in read:
            atlas.findings.leave(
                attachment.element, attachment.place, "this territory has one already; this one is left out."
            )
        else:
            read.add(place.id)
            _attach(place, attachment, powers, atlas.findings)
    _owners(game, atlas, powers)
    for place in atlas.places.values():
        if neutrals_are_closed and not place.water and not place.owner:
            place.impassable = True
        _settle(place, atlas.findings)


def _attach(place: Place, attachment: Attachment, powers: Mapping[str, str], findings: Findings) -> None:
    production = attachment.take("unitProduction")
    place.value = attachment.number(findings, "production", 0, MOST_VALUE, 0)
    if production is not None and production.get("value").strip() != str(place.value):
        words = f"a complex brings forth what its territory earns, {place.value}, not {production.get('value')!r}."
        findings.leave(production, f"{attachment.place}, unitProduction", words)
    old_city = attachment.has("victoryCity") and attachment.flag("victoryCity")
    cities = 1 if old_city else attachment.number(findings, "victoryCity", 0, MOST_VALUE, 0)
    place.city = cities > 0
    if cities > 1:
        findings.leave(attachment.element, f"{attachment.place}, victoryCity", f"it counts as one city, not {cities}.")
    place.impassable = attachment.flag("isImpassable", "isImpassible")
    place.capital_of = _power(attachment, "capital", powers, findings)
    place.original = _power(attachment, "originalOwner", powers, findings)
    attachment.left_over(findings)


def _power(attachment: Attachment, name: str, powers: Mapping[str, str], findings: Findings) -> str:
    option = attachment.take(name)
    if option is None or not option.get("value").strip():
        return ""
    if option.get("value") in powers:
        return powers[option.get("value")]
    findings.leave(option, f"{attachment.place}, {name}", f"{option.get('value')!r} is no power of this game; left out.")
    return ""


def _owners(game: Element, atlas: Atlas, powers: Mapping[str, str]) -> None:
    for element in game.all("territoryOwner"):
        where = f"territoryOwner of {element.get('territory')!r}"
        place = atlas.known(element, element.get("territory"), where)
        if place is None:
            continue
        if element.get("owner") not in powers:
            atlas.findings.leave(element, where, f"{element.get('owner')!r} is no power of this game; it is nobody's.")
        elif place.owner:
            atlas.findings.leave(element, where, "it has an owner already; this one is left out.")
        else:
            place.owner = powers[element.get("owner")]


def _settle(place: Place, findings: Findings) -> None:
    """Take from a space what it cannot have here."""
    where = f"territory {place.name!r}"
    if place.water and (place.value or place.owner or place.city or place.capital_of or place.impassable):
        findings.leave(place.element, where, "a sea zone has no owner, value, capital or city, and is not closed; left out.")
        place.value, place.owner, place.city, place.capital_of, place.impassable = 0, "", False, "", False
        place.original = ""
    if place.impassable and (place.owner or place.value):
        findings.leave(place.element, where, "what nobody can enter has no owner and no value; both are left out.")
        place.value, place.owner = 0, ""


def read_canals(game: Element, atlas: Atlas) -> tuple[Canal, ...]:
    """The canals that join two zones; others are left out, and then nothing bars the way."""
    ends: dict[str, list[Attachment]] = {}
    for attachment in attachments(game, "canal"):
        ends.setdefault(attachment.text("canalName"), []).append(attachment)
    ids = Ids("canal")
    return tuple(c for name, found in ends.items() if (c := _canal(name, found, atlas, ids)) is not None)


def _canal(name: str, ends: list[Attachment], atlas: Atlas, ids: Ids) -> Canal | None:
    element, where = ends[0].element, f"canalAttachment {name!r}"
    zones = _all_known(atlas, element, where, (end.of for end in ends))
    said = [end.text("landTerritories").split(":") for end in ends]
    shores = _all_known(atlas, element, where, (shore for shore in said[0] if shore))
    for end in ends:
        end.left_over(atlas.findings)
    why = _why_not(zones, shores, all(set(shore) == set(said[0]) for shore in said))
    if why:
        atlas.findings.leave(element, where, f"{why}; the canal is left out and the way is open to all.")
        return None
    return Canal(ids.give(name), (zones[0].id, zones[1].id), tuple(shore.id for shore in shores))


def _why_not(zones: list[Place], shores: list[Place], agreed: bool) -> str:
    """Why there can be no such canal; "" if there can."""
    if len(zones) != 2 or not all(zone.water for zone in zones):
        return "a canal joins two sea zones"
    if not shores or any(shore.water for shore in shores):
        return "its shores are not all territories of the map"
    if not agreed:
        return "its two ends do not name the same shores"
    return "" if zones[1].id in zones[0].near else "its zones do not touch"


def _all_known(atlas: Atlas, element: Element, where: str, names: Iterable[str]) -> list[Place]:
    """The spaces of these names; none if one of them is not on the map."""
    found = [atlas.known(element, name, where) for name in names]
    known = [place for place in found if place is not None]
    return known if len(known) == len(found) else []

"""The unit table of the file as changes to ours (K2), type by type."""

from collections.abc import Mapping

import msgspec

from room40_server.importer.findings import Findings
from room40_server.importer.holds import Holds
from room40_server.importer.names import TYPE_LENGTH, Ids, shown, slug
from room40_server.importer.production import Price
from room40_server.importer.reading import Attachment, attachments
from room40_server.importer.xml_tree import Element
from room40_server.rules.combined_arms.state import Domain, UnitType
from room40_server.scenario_files import Raw

MOST = 99
OUR_WORDS = {
    "armour": "tank",
    "armor": "tank",
    "aagun": "anti-aircraft-gun",
    "aa-gun": "anti-aircraft-gun",
    "factory": "industrial-complex",
}
"""Units that have another name here."""

SAYS_NOTHING = frozenset({"isInfantry", "isAirTransportable", "isInfrastructure", "canBeDamaged"})
"""Options that ask for nothing beyond what others say, or for something that is here of itself."""


class UnitTable:
    """The types of the file by the names it gives them."""

    def __init__(self, game: Element, ours: Mapping[str, UnitType], prices: Mapping[str, Price], findings: Findings) -> None:
        self.findings = findings
        self.ours = ours
        self.types: dict[str, UnitType] = {}
        self._ids = Ids("unit", TYPE_LENGTH, letters=True)
        found = {attachment.of: attachment for attachment in reversed(list(attachments(game, "unit")))}
        holds = Holds(found)
        holds.compare(findings)
        declared: set[str] = set()
        for element in game.all("unit"):
            name = element.get("name")
            if name in declared:
                findings.leave(element, f"unit {name!r}", "this name was declared before; left out.")
            elif name not in found:
                findings.leave(element, f"unit {name!r}", "no unitAttachment says what it can do; left out.")
            else:
                self._add(name, found[name], prices.get(name), holds)
            declared.add(name)
        for name, attachment in found.items():
            if name not in declared:
                findings.leave(attachment.element, attachment.place, "no such unit is declared; left out.")

    def changes(self) -> Raw:
        """What a scenario says under `units`: what differs from our table, and that nothing else is sold."""
        found: Raw = {}
        for kind in self.types.values():
            same = self.ours.get(kind.key) or UnitType(kind.key, "", -1, -1, -1, -1, Domain.FIXED)
            before, after = msgspec.to_builtins(same), msgspec.to_builtins(kind)
            changed = {key: value for key, value in after.items() if value != before[key]}
            if changed:
                found[kind.key] = changed
        used = {kind.key for kind in self.types.values()}
        for key in self.ours:
            if key not in used:
                found[key] = {"sold": False}
        return found

    def _add(self, name: str, said: Attachment, price: Price | None, holds: Holds) -> None:
        kind = self._type(name, said, price, holds)
        said.left_over(self.findings, SAYS_NOTHING)
        if said.broken or not shown(name):
            self.findings.leave(said.element, said.place, "what could not be read breaks this type; left out.")
        else:
            self.types[name] = kind

    def _type(self, name: str, said: Attachment, price: Price | None, holds: Holds) -> UnitType:
        domain, traits = _nature(said, holds.takes_two(name), self.findings)
        attack = said.number(self.findings, "attack", 0, MOST, 0)
        defence = said.number(self.findings, "defense", 0, MOST, 0)
        if "anti-aircraft" in traits:
            attack, defence = 0, said.number(self.findings, "attackAA", 0, MOST, 1)
        key = self._ids.give(OUR_WORDS.get(slug(name), name))
        same = self.ours.get(key)
        two = said.flag("isTwoHit")
        hits = said.number(self.findings, "hitPoints", 1, MOST, 2 if two else 1)
        decks = said.number(self.findings, "carrierCapacity", -1, MOST, 0)
        return UnitType(
            key=key,
            name=same.name if same is not None else shown(name),
            plural=same.plural if same is not None else "",
            cost=price.cost if price is not None else same.cost if same is not None else 0,
            attack=attack,
            defence=defence,
            move=0 if domain is Domain.FIXED else said.number(self.findings, "movement", 0, MOST, 0),
            domain=domain,
            traits=traits,
            hits=hits,
            bombard=attack if domain is Domain.SEA and said.flag("canBombard") else 0,
            decks=max(0, decks) if "carrier" in traits else 0,
            supported=attack + 1 if said.flag("artillerySupportable") else 0,
            sold=price is not None and price.sold,
        )


def _nature(said: Attachment, takes_two: bool, findings: Findings) -> tuple[Domain, tuple[str, ...]]:
    """Where a type lives and what the rules ask of it."""
    if said.flag("isFactory") or said.flag("canProduceUnits"):
        return Domain.FIXED, ("complex",)
    if said.flag("isSea"):
        return Domain.SEA, _ships(said, findings)
    if said.flag("isAir"):
        return Domain.AIR, _wings(said, findings)
    traits = [
        *(["infantry"] if takes_two else []),
        *(["artillery"] if said.flag("artillery") else []),
        *(["blitz"] if said.flag("canBlitz") else []),
        *(["anti-aircraft"] if said.flag("isAA", "isAAforCombatOnly") else []),
    ]
    return Domain.LAND, tuple(traits)


def _ships(said: Attachment, findings: Findings) -> tuple[str, ...]:
    if said.flag("isSub") or (said.has("isFirstStrike") and said.has("canEvade")):
        for name in ("isFirstStrike", "canEvade", "canMoveThroughEnemies"):
            said.take(name)  # what newer files say of a submarine in place of its name
        return ("submarine",)
    decks, hold = said.peek("carrierCapacity"), said.peek("transportCapacity")
    if hold > 0 and said.peek("attack") <= 0 and decks <= 0:
        return ("transport",)
    if hold > 0:
        words = "a ship that fights, or carries aircraft, carries no land units; its hold is left out."
        findings.leave(said.element, f"{said.place}, transportCapacity", words)
    carrier = ["carrier"] if decks > 0 else []
    return ("surface warship", *carrier, *(["destroyer"] if said.flag("isDestroyer") else []))


def _wings(said: Attachment, findings: Findings) -> tuple[str, ...]:
    cost = said.number(findings, "carrierCost", -1, MOST, 0)
    if cost > 1:
        words = f"an aircraft takes one place on a deck, not {cost}; it lands on none."
        findings.leave(said.element, f"{said.place}, carrierCost", words)
    bomber = said.flag("isStrategicBomber")
    return (*(["fighter"] if cost == 1 else []), *(["bomber"] if bomber else []))

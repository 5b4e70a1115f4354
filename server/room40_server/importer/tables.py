"""The tables of the scenario that comes of a file."""

from room40_server.importer.names import Ids
from room40_server.importer.powers import Powers
from room40_server.importer.spaces import Atlas, Canal, Place
from room40_server.rules.game import PUBLIC
from room40_server.scenario_files import Raw


def powers_table(powers: Powers) -> Raw:
    """The powers, by id."""
    return {
        side.id: {"name": side.name, "alliance": side.alliance, "letter": side.letter, "money": side.money}
        for side in powers.sides.values()
    }


def seats_table(powers: Powers) -> dict[str, list[str]]:
    """A seat for each alliance."""
    ids = Ids("side")
    ids.give(PUBLIC)  # no seat may be called as watchers are
    return {
        ids.give(alliance): [side.id for side in powers.sides.values() if side.alliance == alliance]
        for alliance in powers.alliances
    }


def seatings_table(powers: Powers) -> Raw:
    """A seat for each power, where that is not so anyway."""
    number = len(powers.sides)
    if number == len(powers.alliances):
        return {}
    ids = Ids("seat")
    ids.give(PUBLIC)
    return {str(number): {ids.give(side.id): [side.id] for side in powers.sides.values()}}


def spaces_table(atlas: Atlas, where: dict[str, tuple[int, int]]) -> Raw:
    """The spaces, by id; what touches what is said on the first of the two."""
    found: Raw = {}
    for place in atlas.places.values():
        found[place.id] = _space(place, [key for key in sorted(place.near) if key not in found], where[place.id])
    return found


def _space(place: Place, near: list[str], at: tuple[int, int]) -> Raw:
    said: Raw = {"name": place.name, "at": list(at)}
    if near:
        said["near"] = near
    if place.water:
        said["water"] = True
    if place.impassable:
        said["impassable"] = True
    if place.value:
        said["value"] = place.value
    if place.city:
        said["city"] = True
    for key, power in (("owner", place.owner), ("original", place.original), ("capital_of", place.capital_of)):
        if power:
            said[key] = power
    return said


def canals_table(canals: tuple[Canal, ...]) -> Raw:
    """The canals, by id."""
    return {canal.id: {"zones": list(canal.zones), "shores": list(canal.shores)} for canal in canals}


def blurb(atlas: Atlas, powers: Powers) -> str:
    """What the choosing screen says of it."""
    sea = sum(place.water for place in atlas.places.values())
    sides = "; ".join(f"{alliance}: {_names(powers, alliance)}" for alliance in powers.alliances)
    return f"An imported map of {len(atlas.places) - sea} territories and {sea} sea zones. {sides}."[:2000]


def briefing(powers: Powers, cities: dict[str, int], rounds: int) -> str:
    """What the players read first."""
    goals = [f"{alliance}: {number} cities held at the end of a round win the game." for alliance, number in cities.items()]
    if rounds:
        goals.append(f"After {rounds} rounds the alliance with more cities wins.")
    if not goals:
        goals.append("Nobody wins by cities: the game ends when one side gives it up.")
    sides = [f"{alliance}: {_names(powers, alliance)}." for alliance in powers.alliances]
    return "\n".join(["An imported map, played by the rules of 1942.", *sides, *goals])[:4000]


def _names(powers: Powers, alliance: str) -> str:
    return ", ".join(side.name for side in powers.sides.values() if side.alliance == alliance)

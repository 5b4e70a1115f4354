"""Aircraft come home in phase 4: to friendly ground where they are safe and near the enemy, or to decks (K3.4, K3.5)."""

from room40.combined_arms.reach import Manner, Way
from room40_server.bots.combined_arms.muster import Muster, Option
from room40_server.bots.combined_arms.reading import FAR

UNSAFE = 0.3
"""A field that is lost with such odds is a bad one."""


def land_aircraft(muster: Muster) -> None:
    """Land all that have not landed, the least free first; bring carriers to those that nothing else saves."""
    r = muster.r
    waiting = [i for i in muster.free("air") if not _has_landed(muster, i)]
    for unit_id in sorted(waiting, key=lambda i: (len(_fields(muster, i)), r.line(r.units[i]).move - r.units[i].used, i)):
        here = r.units[unit_id].space
        fields = _fields(muster, unit_id)
        if fields:
            best = min(fields, key=lambda way: _merit(muster, way.end))
            muster.send([Option(unit_id, best)])
            muster.guard.come(best.end, [unit_id])
            continue
        if r.is_(r.units[unit_id], "fighter"):
            _to_a_deck(muster, unit_id, here)


def _has_landed(muster: Muster, unit_id: str) -> bool:
    unit = muster.r.units[unit_id]
    return bool(unit.aboard) or unit.space in muster.reach.situation.fields


def _fields(muster: Muster, unit_id: str) -> list[Way]:
    return [way for way in muster.ways(unit_id) if way.end in muster.reach.situation.fields]


def _merit(muster: Muster, territory: str) -> tuple[bool, int, float, str]:
    r = muster.r
    danger = muster.guard.danger(territory)
    return (danger > UNSAFE, r.front.get(territory, FAR), danger, territory)


def _to_a_deck(muster: Muster, unit_id: str, here: str) -> None:
    """To a free deck within reach, at best the one below; else a carrier that may still move comes near enough."""
    r, decks = muster.r, muster.homes.decks
    if decks.get(here, 0) > 0:
        decks[here] -= 1
        muster.awaited.add(here)
        muster.used.add(unit_id)
        return
    ways = {way.end: way for way in muster.ways(unit_id)}
    for zone in sorted(decks, key=lambda z: (len(ways[z].path) if z in ways else FAR, z)):
        if zone in ways and decks[zone] > 0:
            decks[zone] -= 1
            muster.awaited.add(zone)
            muster.send([Option(unit_id, ways[zone])])
            return
    for ship in muster.free("sea"):
        if not r.is_(r.units[ship], "carrier"):
            continue
        for way in muster.ways(ship):
            if way.manner is Manner.SAIL and (way.end == here or way.end in ways):
                sail(muster, ship, way)
                decks[way.end] = decks.get(way.end, 0) - 1
                muster.awaited.add(way.end)
                muster.used.add(unit_id)
                if way.end != here:
                    muster.send([Option(unit_id, ways[way.end])])
                return


def can_follow(muster: Muster, ship: str, way: Way) -> bool:
    """Whether the power's own fighters aboard a ship could fly where it goes: they do not sail with it (C4.1)."""
    r = muster.r
    return all(r.line(r.units[i]).move - r.units[i].used >= len(way.path) - 1 for i in _own_fighters(muster, ship))


def sail(muster: Muster, ship: str, way: Way) -> None:
    """A ship goes its way, and the power's own fighters aboard it fly after it (C4.1)."""
    muster.send([Option(ship, way)])
    fighters = [i for i in _own_fighters(muster, ship) if i not in muster.used]
    if fighters:
        muster.go(fighters, way.path)


def _own_fighters(muster: Muster, ship: str) -> list[str]:
    r = muster.r
    return [i for i in r.aboard.get(ship, ()) if r.units[i].owner == r.power and r.line(r.units[i]).domain == "air"]

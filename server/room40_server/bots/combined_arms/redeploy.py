"""The non-combat move: aircraft come home, ships gather, troops go to the front or to the ports (K3)."""

from random import Random

from room40.combined_arms.orders import Order
from room40.combined_arms.reach import Manner, Way
from room40_server.bots.combined_arms.aims import Aims
from room40_server.bots.combined_arms.guard import WORKS_RISK
from room40_server.bots.combined_arms.landings import can_follow, land_aircraft, sail
from room40_server.bots.combined_arms.lifts import lifts_to, order_lift
from room40_server.bots.combined_arms.muster import Muster, Option
from room40_server.bots.combined_arms.reading import FAR, Reading

STACK = 3
LOST, CHEAP, SHELTER = 0.75, 0.7, 0.35
"""A stack of so many withdraws if it is lost with such odds for less than such a part of its cost, to where it is safer."""
HOPELESS = 0.6
"""Where an enemy wins with such odds nobody goes that is not there."""


def plan(reading: Reading, chance: Random) -> list[Order]:
    """The orders of a non-combat move, the commit not among them."""
    muster = Muster(reading, chance)
    aims = Aims(reading, muster.threats)
    land_aircraft(muster)
    rally(muster)
    ferry(muster, aims)
    gather_ships(muster, aims)
    withdraw(muster)
    march(muster, aims)
    return muster.orders()


def rally(muster: Muster) -> None:
    """Whoever can be spared elsewhere goes to the capital or the works that the enemy threatens, the strongest first."""
    r = muster.r
    posts = [k for k in r.view.owners if r.view.owners[k] == r.power and muster.guard.risk(k) <= WORKS_RISK]
    for post in sorted(posts, key=lambda k: (muster.guard.risk(k), -r.spaces[k].value, k)):
        risk = muster.guard.risk(post)
        if muster.guard.danger(post) <= risk:
            continue
        near = [(i, way) for i in muster.free("land") for way in muster.ways(i) if way.end == post]
        near = [(i, way) for i, way in near if way.manner is Manner.MARCH and muster.guard.risk(r.units[i].space) > risk]
        for unit_id, way in sorted(near, key=lambda item: (-r.line(r.units[item[0]]).defence, item[0])):
            if muster.guard.danger(post) > risk and muster.guard.may_leave([unit_id]):
                muster.send([Option(unit_id, way)])
                muster.guard.come(post, [unit_id])


def ferry(muster: Muster, aims: Aims) -> None:
    """Transports bring troops from islands ashore where they can walk to the enemy, or where a friend is in need."""
    r = muster.r
    coasts = [k for k in r.view.owners if r.is_land(k) and r.is_friendly(k) and r.front.get(k, FAR) <= 2]
    for territory in sorted(coasts, key=lambda k: (r.front[k], -r.worth(k), k)):
        for zone in r.spaces[territory].near:
            if not r.spaces[zone].water or zone in muster.reach.situation.hostile:
                continue
            for lift in lifts_to(muster, zone):
                troops = [i for i in lift.force if aims.is_island(r.units[i].space) or r.units[i].aboard]
                if len(troops) < len(lift.force) or not _is_safe(muster, territory, troops):
                    continue
                order_lift(muster, lift, territory)
                muster.guard.come(territory, lift.force)


def gather_ships(muster: Muster, aims: Aims) -> None:
    """Ships that have not done anything go to the station, together with those that are there."""
    r = muster.r
    if not aims.station:
        return
    steps = r.chart.by_sea(aims.station)
    fleet = r.counted(i for i in muster.free("sea") if r.line(r.units[i]).attack)
    for ship in muster.free("sea"):
        here = r.units[ship].space
        best: Way | None = None
        for way in muster.ways(ship):
            if way.manner is Manner.SAIL and steps.get(way.end, FAR) < steps.get(best.end if best else here, FAR):
                best = way
        if best is None or muster.reach.berths.unloads(ship):
            continue
        if r.is_(r.units[ship], "carrier") and (here in muster.awaited or not can_follow(muster, ship, best)):
            continue
        mates = r.counted(i for i in r.here[best.end] if r.units[i].owner in r.friends)
        together = {key: n for key, n in {**mates, **fleet}.items() if r.kinds.lines[key].domain == "sea"}
        if muster.threats.worst_at_sea(best.end, together).win < HOPELESS or best.end == aims.station:
            sail(muster, ship, best)


def withdraw(muster: Muster) -> None:
    """A stack that would be lost for little goes back to where it is safe; one unit stays to be in the way."""
    r = muster.r
    for territory in [k for k in r.view.owners if r.is_land(k) and r.is_friendly(k) and muster.guard.risk(k) >= 1.0]:
        troops = [i for i in r.own("land", territory) if i not in muster.used and r.line(r.units[i]).attack]
        if len(troops) < STACK:
            continue
        worst = muster.threats.worst(territory, muster.guard.defenders(territory))
        if worst.win < LOST or worst.lost > CHEAP * worst.killed:
            continue
        troops.sort(key=lambda i: (r.line(r.units[i]).cost, i))
        back: dict[str, list[Option]] = {}
        for unit_id in troops[1:]:
            for way in muster.ways(unit_id):
                if way.manner is Manner.MARCH and way.end != territory:
                    back.setdefault(way.end, []).append(Option(unit_id, way))
        safe = [(len(options), -r.front.get(k, FAR), k) for k, options in back.items() if _shelters(muster, k, options)]
        if safe:
            end = max(safe)[2]
            muster.send(back[end])
            muster.guard.come(end, [option.unit for option in back[end]])


def _shelters(muster: Muster, territory: str, options: list[Option]) -> bool:
    defenders = muster.guard.defenders(territory)
    for key, number in muster.r.counted(option.unit for option in options).items():
        defenders[key] = defenders.get(key, 0) + number
    return muster.threats.worst(territory, defenders).win < SHELTER


def march(muster: Muster, aims: Aims) -> None:
    """Land units go to the front; on islands to the port."""
    r = muster.r
    wanted: dict[str, list[Option]] = {}
    for unit_id in muster.free("land"):
        unit = r.units[unit_id]
        if unit.aboard or not r.line(unit).attack:
            continue
        ways = [way for way in muster.ways(unit_id) if way.manner is Manner.MARCH]
        best = _onward(muster, aims, unit.space, ways)
        if best is not None:
            wanted.setdefault(best.end, []).append(Option(unit_id, best))
    for end in sorted(wanted, key=lambda key: (r.front.get(key, FAR), key)):
        going = wanted[end]
        if not _is_safe(muster, end, [option.unit for option in going]):
            continue
        for option in going:
            if muster.guard.may_leave([option.unit]):
                muster.send([option])
                muster.guard.come(end, [option.unit])


def _onward(muster: Muster, aims: Aims, here: str, ways: list[Way]) -> Way | None:
    """The way that brings a unit nearest to where it is wanted; None if it is best where it is."""
    r = muster.r
    if not aims.is_island(here):
        near = r.front
    else:
        near = {}
        for port in aims.ports:
            for key, steps in r.chart.by_land(port).items():
                near[key] = min(steps, near.get(key, FAR))
    best = min(ways, key=lambda w: (near.get(w.end, FAR), -r.worth(w.end), len(w.path), w.end), default=None)
    return best if best is not None and near.get(best.end, FAR) < near.get(here, FAR) else None


def _is_safe(muster: Muster, territory: str, coming: list[str]) -> bool:
    """Whether those that come, with those that are there, would hold; what is worth guarding is always gone to."""
    r = muster.r
    if muster.guard.risk(territory) < 1.0:
        return True
    defenders = muster.guard.defenders(territory)
    for key, number in r.counted(coming).items():
        defenders[key] = defenders.get(key, 0) + number
    return muster.threats.worst(territory, defenders).win < HOPELESS

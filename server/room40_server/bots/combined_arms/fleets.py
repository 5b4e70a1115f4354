"""Ships in the combat move: battles at sea that pay, and what is in a hostile zone fights there or leaves (C1)."""

from room40.combined_arms.orders import Engage
from room40.combined_arms.reach import Manner, Meets
from room40_server.bots.combined_arms.chances import Chance
from room40_server.bots.combined_arms.muster import Muster, Option

SURE = 0.92
ENOUGH = 0.7
STAYS = 0.45
"""With less a fleet leaves a hostile zone in which it finds itself."""
PROFIT = 2.0
"""What a sea battle must bring on average."""


def fight_at_sea(muster: Muster) -> None:
    """Attack the enemy's ships where it pays, the most profitable zone first."""
    r = muster.r
    zones = sorted({u.space for u in r.units.values() if _is_enemy_ship(muster, u.owner, u.type)})
    tried: set[str] = set()
    while True:
        plans = [(plan[0], zone, plan[1]) for zone in zones if zone not in tried and (plan := _planned(muster, zone))]
        plans = [plan for plan in plans if plan[0] > PROFIT]
        if not plans:
            return
        _, zone, options = max(plans, key=lambda plan: (plan[0], plan[1]))
        tried.add(zone)
        muster.send(options)
        if zone not in muster.reach.situation.hostile:
            muster.say(Engage(zone, True))


def leave_what_is_hopeless(muster: Muster) -> None:
    """Ships that began the turn beside enemy warships, and would lose, go to a zone where there are none (C1.2, C1.4)."""
    r = muster.r
    for zone in sorted(muster.reach.situation.hostile):
        staying = [i for i in r.own("sea", zone) if i not in muster.used]
        mine = r.counted(i for i in (*r.own("sea", zone), *r.own("air", zone)))
        if not staying or muster.chances.guess(mine, r.fighters_in(zone, False)).win >= STAYS:
            continue
        for ship in staying:
            ways = [way for way in muster.ways(ship) if way.manner is Manner.SAIL and way.meets is Meets.NOTHING]
            if ways:
                best = min(ways, key=lambda way: (_risk(muster, way.end), len(way.path), way.end))
                muster.send([Option(ship, best)])


def _risk(muster: Muster, zone: str) -> float:
    return -sum(muster.r.cost({key: n}) for key, n in muster.r.fighters_in(zone, True).items())


def _planned(muster: Muster, zone: str) -> tuple[float, list[Option]] | None:
    """As few as will win, ships before aircraft; the best score of those that are enough."""
    r = muster.r
    theirs = r.fighters_in(zone, False)
    if not theirs:
        return None
    prey = all("transport" in r.kinds.lines[key].traits for key in theirs)
    under = all("submarine" in r.kinds.lines[key].traits for key in theirs)
    sent: list[Option] = []
    ships = muster.by_sea(zone)
    if under and not any(r.is_(r.units[option.unit], "destroyer") for option in ships):
        return None
    for option in [*ships, *muster.by_air(zone)]:
        if option.unit in {o.unit for o in sent} or not muster.guard.may_leave([option.unit]):
            continue
        sent.append(option)
        if prey or _chance(muster, sent, theirs).win >= SURE:
            break
    if not sent:
        return None
    chance = Chance(1.0, 0.0, float(r.cost(theirs))) if prey else _chance(muster, sent, theirs)
    if chance.win < ENOUGH:
        return None
    if not prey:
        chance = muster.chances.exact(r.counted(o.unit for o in sent), theirs, at_sea=True)
    back = _exposed(muster, zone, sent, chance) + _uncovered(muster, sent)
    return chance.killed + _cargo(muster, zone) - chance.lost - back, sent


def _chance(muster: Muster, sent: list[Option], theirs: dict[str, int]) -> Chance:
    return muster.chances.guess(muster.r.counted(o.unit for o in sent), theirs)


def _exposed(muster: Muster, zone: str, sent: list[Option], chance: Chance) -> float:
    """What a counter-attack costs those that stay in the zone."""
    r = muster.r
    ships = r.counted(option.unit for option in sent if not option.home)
    if not ships:
        return 0.0
    worst = 0.0
    for power, counts in muster.threats.at_sea(zone).items():
        there = r.counted(i for i in r.here[zone] if r.units[i].owner == power)
        left = {key: number - there.get(key, 0) for key, number in counts.items() if number > there.get(key, 0)}
        worst = max(worst, muster.chances.guess(left, ships).win if left else 0.0)
    return worst * max(0.0, r.cost(ships) - chance.lost) * 0.6


def _uncovered(muster: Muster, sent: list[Option]) -> float:
    """What the ships that stay behind have to fear without those that are sent."""
    r = muster.r
    going = {option.unit for option in sent}
    found = 0.0
    for zone in sorted({r.units[option.unit].space for option in sent if not option.home}):
        staying = [i for i in r.own("sea", zone) if i not in going and i not in muster.used]
        if not staying or any(option.way.end == zone for option in sent):
            continue
        before = muster.threats.worst_at_sea(zone, r.fighters_in(zone, True)).win
        after = muster.threats.worst_at_sea(zone, r.counted(staying)).win
        found += max(0.0, after - before) * r.cost(r.counted(staying))
    return found


def _cargo(muster: Muster, zone: str) -> int:
    """What is aboard the enemy's ships goes down with them (C4.10)."""
    r = muster.r
    below = [i for i in r.here[zone] if r.units[i].aboard and r.units[i].owner not in r.friends]
    return r.cost(r.counted(i for i in below if r.line(r.units[i]).domain == "land"))


def _is_enemy_ship(muster: Muster, owner: str, key: str) -> bool:
    return owner not in muster.r.friends and muster.r.kinds.lines[key].domain == "sea"

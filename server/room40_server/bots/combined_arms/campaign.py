"""The combat move: what is attacked, with whom (C1 to C4, K3, K4)."""

from random import Random

from room40.combined_arms.orders import Duty, Order
from room40_server.bots.combined_arms.assaults import assault_all
from room40_server.bots.combined_arms.fleets import fight_at_sea, leave_what_is_hopeless
from room40_server.bots.combined_arms.muster import Muster, Option
from room40_server.bots.combined_arms.reading import Reading

RAID_PROFIT = 0.5
"""What a raid must bring on average, in money."""


def plan(reading: Reading, chance: Random) -> list[Order]:
    """The orders of a combat move, the commit not among them."""
    muster = Muster(reading, chance)
    assault_all(muster)
    fight_at_sea(muster)
    leave_what_is_hopeless(muster)
    raid(muster)
    return muster.orders()


def raid(muster: Muster) -> None:
    """Bombers without better work bomb complexes, if they are likely to come home (K4)."""
    r = muster.r
    mean = (r.view.setting.die_sides + 1) / 2
    room = {
        t: r.view.setting.raid_limit * r.spaces[t].value - r.view.damage.get(t, 0) for t in muster.reach.situation.industrial
    }
    for unit_id in muster.free("air"):
        if not r.is_(r.units[unit_id], "bomber") or not muster.guard.may_leave([unit_id]):
            continue
        found: list[tuple[float, Option]] = []
        for way in muster.ways(unit_id):
            if Duty.RAID not in way.duties or room.get(way.end, 0) <= 0:
                continue
            home = muster.homes.home(unit_id, way.end, way.left)
            shot = 1 / r.view.setting.die_sides if r.gun(way.end) else 0.0
            gain = (1 - shot) * min(mean, room[way.end]) - shot * r.line(r.units[unit_id]).cost
            if home and gain > RAID_PROFIT:
                found.append((gain, Option(unit_id, way, home)))
        if found:
            _, best = max(found, key=lambda item: (item[0], item[1].way.end))
            room[best.way.end] -= round(mean)
            muster.send([best], Duty.RAID)

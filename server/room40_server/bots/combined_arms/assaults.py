"""Attacks on territories: over land, from the air and over the beach, where the odds are good and it is worth it."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from room40.combined_arms.orders import Engage
from room40_server.bots.combined_arms.chances import Chance
from room40_server.bots.combined_arms.lifts import Lift, lifts_to, order_lift
from room40_server.bots.combined_arms.muster import Muster, Option

SURE = 0.93
"""With such odds nobody else is sent."""
ENOUGH = 0.68
"""With less nobody attacks a territory that fights."""
SEA_ENOUGH = 0.8
"""With less nobody opens a zone for a landing."""
DARING = 0.5
"""What is enough for a capital."""
LOST_AGAIN = 0.35
"""With more danger than this of a counter-attack others follow only if they make it less."""
HELD_AGAIN = 0.35
"""The part of its worth that a territory has which is soon lost again."""


class Assault(Struct, frozen=True):
    """An attack on a territory that could be made. `zone`: where its transports end, "" if nobody lands."""

    target: str
    march: tuple[Option, ...]
    air: tuple[Option, ...]
    lifts: tuple[Lift, ...]
    zone: str
    escort: tuple[Option, ...]
    opens: tuple[Option, ...]
    chance: Chance
    score: float


def assault_all(muster: Muster) -> None:
    """Make the attacks that pay, the best first, until none is left."""
    targets = [key for key in muster.r.view.owners if muster.r.is_land(key) and key not in muster.reach.situation.friendly]
    plans = {key: plan for key in targets if (plan := best_assault(muster, key)) is not None}
    while plans:
        best = max(plans.values(), key=lambda plan: (plan.score, plan.target))
        if best.score <= 0:
            return
        del plans[best.target]
        if not _is_sound(muster, best):
            continue
        _order(muster, best)
        touched = _places(muster, best)
        for key in [key for key, plan in plans.items() if _places(muster, plan) & touched]:
            again = best_assault(muster, key)
            if again is None:
                del plans[key]
            else:
                plans[key] = again


def _places(muster: Muster, plan: Assault) -> set[str]:
    """The spaces that those of a plan come from: another that draws on them must be thought over."""
    options = [*plan.march, *plan.air, *plan.escort, *plan.opens]
    ids = [*(o.unit for o in options), *(i for lift in plan.lifts for i in (lift.ship, *lift.force))]
    return {muster.r.units[i].space for i in ids}


def best_assault(muster: Muster, target: str) -> Assault | None:
    """The best attack on a territory with those who have not been sent elsewhere; None, if there is none."""
    zones = [z for z in muster.r.spaces[target].near if muster.r.spaces[z].water and _lands_from(muster, z)]
    plans = [plan for zone in ["", *zones] if (plan := _planned(muster, target, zone)) is not None]
    return max(plans, key=lambda plan: plan.score, default=None)


def _lands_from(muster: Muster, zone: str) -> bool:
    far = muster.r.chart.by_sea(zone)
    ships = [muster.r.units[i] for i in muster.free("sea") if muster.r.is_(muster.r.units[i], "transport")]
    return any(far.get(ship.space, 99) <= muster.r.line(ship).move for ship in ships)


def _planned(muster: Muster, target: str, zone: str) -> Assault | None:
    r = muster.r
    lifts: list[Lift] = []
    escort: list[Option] = []
    opens: tuple[Option, ...] = ()
    if zone:
        lifts = lifts_to(muster, zone)
        if not lifts:
            return None
        if zone in muster.reach.situation.hostile:
            opened = opening(muster, zone)
            if opened is None:
                return None
            opens = opened
        else:
            escort = _escort(muster, zone, lifts)
    theirs = r.fighters_in(target, False)
    busy = {option.unit for option in (*opens, *escort)} | {i for lift in lifts for i in lift.force}
    march = [option for option in muster.overland(target) if option.unit not in busy]
    air = [option for option in muster.by_air(target) if option.unit not in busy]
    return _assembled(muster, target, zone, march, air, lifts, escort, opens, theirs)


def _assembled(
    muster: Muster, target: str, zone: str, march: list[Option], air: list[Option], lifts: list[Lift],
    escort: list[Option], opens: tuple[Option, ...], theirs: Mapping[str, int],
) -> Assault | None:  # fmt: skip
    """As few as will do it: land units first, then lifts, then aircraft."""
    party = _Party(muster, target, theirs, [] if opens else escort)
    for option in march:
        party.add(option)
    for lift in lifts:
        party.add_lift(lift)
    for option in air if theirs else ():
        party.add(option)
    if not party.on_foot or (zone and not party.lifts):
        return None
    chance = party.chance()
    score = _score(muster, target, chance, party.on_foot, party.followers(march)) - (1.0 if opens else 0.0)
    return Assault(
        target, tuple(party.march), tuple(party.air), tuple(party.lifts), zone, tuple(escort), opens, chance, score
    )


class _Party:
    """Those who will attack a territory; nobody joins it once it is strong enough, or if he is needed at home."""

    def __init__(self, muster: Muster, target: str, theirs: Mapping[str, int], escort: list[Option]) -> None:
        self._muster, self._theirs, self._gun = muster, dict(theirs), muster.r.gun(target)
        self._ships = [o.unit for o in escort if muster.r.line(muster.r.units[o.unit]).bombard]
        self.march: list[Option] = []
        self.air: list[Option] = []
        self.lifts: list[Lift] = []

    @property
    def on_foot(self) -> list[str]:
        """The land units."""
        return [*(o.unit for o in self.march), *(i for lift in self.lifts for i in lift.force)]

    def chance(self) -> Chance:
        """A guess at how it goes."""
        if not self._theirs:
            return Chance(1.0 if self.on_foot else 0.0, 0.0, 0.0)
        mine = [*self.on_foot, *(o.unit for o in self.air), *(self._ships if self.lifts else ())]
        gun = {self._gun: 1} if self._gun and self.air else {}
        return self._muster.chances.guess(self._muster.r.counted(mine), {**self._theirs, **gun})

    def add(self, option: Option) -> None:
        """One who walks, or flies if somebody is there to take the territory."""
        if (option.home and not self.on_foot) or not self._wants([option.unit]):
            return
        (self.air if option.home else self.march).append(option)

    def followers(self, march: Sequence[Option]) -> list[str]:
        """Those who can walk in after a victory, in the non-combat move."""
        sent = set(self.on_foot)
        rest = [option.unit for option in march if option.unit not in sent and len(option.way.path) == 2]
        return [i for i in rest if self._muster.guard.may_leave([*sent, i])]

    def add_lift(self, lift: Lift) -> None:
        """Those who land from a transport."""
        if self._wants(lift.force):
            self.lifts.append(lift)

    def _wants(self, ids: Sequence[str]) -> bool:
        if self.chance().win >= SURE:
            return False
        return self._muster.guard.may_leave([*self.on_foot, *(o.unit for o in self.air), *ids])


def _score(muster: Muster, target: str, chance: Chance, on_foot: list[str], followers: list[str]) -> float:
    """What an attack brings on average, in money, with what it exposes to a counter-attack."""
    r = muster.r
    strength = r.cost(r.counted(on_foot))
    left = max(0.0, 1.0 - chance.lost / max(1, strength))
    survivors = {key: max(1, round(number * left)) for key, number in r.counted(on_foot).items()}
    back = retaken(muster, target, survivors)
    if followers and back > LOST_AGAIN:
        together = r.counted(followers)
        for key, number in survivors.items():
            together[key] = together.get(key, 0) + number
        in_force = retaken(muster, target, together)
        back = in_force if in_force < LOST_AGAIN else back
    worth = r.worth(target) * (1.0 - back * (1.0 - HELD_AGAIN)) * muster.chance.uniform(0.97, 1.03)
    return chance.win * worth + r.thrift * (chance.killed - chance.lost - back * strength * left * 0.6)


def retaken(muster: Muster, target: str, survivors: Mapping[str, int]) -> float:
    """How likely one enemy power takes a territory back from those who have survived in it."""
    r = muster.r
    worst = 0.0
    for power, counts in muster.threats.on_land(target).items():
        there = r.counted(i for i in r.here[target] if r.units[i].owner == power)
        left = {key: number - there.get(key, 0) for key, number in counts.items() if number > there.get(key, 0)}
        if any(r.kinds.lines[key].domain == "land" for key in left):
            worst = max(worst, muster.chances.guess(left, survivors).win)
    return worst


def _is_sound(muster: Muster, plan: Assault) -> bool:
    """Whether the exact odds bear out what was guessed."""
    r = muster.r
    theirs = r.fighters_in(plan.target, False)
    if not theirs:
        return True
    if plan.air and (gun := r.gun(plan.target)):
        theirs[gun] = 1
    ids = [*(o.unit for o in plan.march), *(i for lift in plan.lifts for i in lift.force), *(o.unit for o in plan.air)]
    ships = [] if plan.opens else [o.unit for o in plan.escort if r.line(r.units[o.unit]).bombard]
    found = muster.chances.exact(r.counted([*ids, *ships]), theirs, at_sea=False)
    enough = DARING if r.spaces[plan.target].capital_of else ENOUGH
    change = r.thrift * (found.killed - plan.chance.killed - found.lost + plan.chance.lost)
    change -= (plan.chance.win - found.win) * r.worth(plan.target)
    return found.win >= enough * min(1.0, 5 * r.thrift) and plan.score + change > 0


def opening(muster: Muster, zone: str) -> tuple[Option, ...] | None:
    """The fewest that win the sea battle which opens a zone; None, if it is not to be won."""
    theirs = muster.r.fighters_in(zone, False)
    sent: list[Option] = []
    for option in [*muster.by_sea(zone), *muster.by_air(zone)]:
        if sent and muster.chances.guess(muster.r.counted(o.unit for o in sent), theirs).win >= SURE:
            break
        if option.unit not in {o.unit for o in sent} and muster.guard.may_leave([option.unit]):
            sent.append(option)
    if not sent or not any(not option.home for option in sent):
        return None
    found = muster.chances.exact(muster.r.counted(o.unit for o in sent), theirs, at_sea=True)
    return tuple(sent) if found.win >= SEA_ENOUGH and found.killed + 8 > found.lost else None


def _escort(muster: Muster, zone: str, lifts: Iterable[Lift]) -> list[Option]:
    """The warships that go along from where the transports are, or are in the zone already."""
    starts = {muster.r.units[lift.ship].space for lift in lifts} | {zone}
    return [option for option in muster.by_sea(zone) if muster.r.units[option.unit].space in starts]


def _order(muster: Muster, plan: Assault) -> None:
    muster.send(plan.opens)
    muster.send(plan.escort)
    muster.send(plan.march)
    muster.send(plan.air)
    for lift in plan.lifts:
        order_lift(muster, lift, plan.target)
    met = [muster.r.units[i] for i in muster.r.here[plan.zone]] if plan.zone else []
    met = [unit for unit in met if unit.owner not in muster.r.friends and not unit.aboard]
    prey = bool(met) and all(muster.r.is_(unit, "transport") for unit in met)
    if prey and plan.escort:
        muster.say(Engage(plan.zone, True))

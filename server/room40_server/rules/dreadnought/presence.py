"""Who was where this turn, and which pairs may therefore meet, in which order (5.4, 5.44).

A fleet is present in every zone it enters this turn or, if it stays, in its own. The zone where a mover began the turn
counts in one case only: on a swap, where each of two fleets enters the zone in which the other began.

Entry index: 0 for staying and for the starting zone of a swap, 1 and 2 for the first and second zone entered. The place
of a check in the order is the larger of the pair's two indices. Where two zones of one pair tie, and on every swap, the
Entente chooses; other ties go by zone key, then by fleet number.

A zone and the port in it are two places (H21.28). Who enters a port from another zone passes through the zone round it
first, and is checked there first. In a major port nobody meets anybody (H11). I: who lies in a minor port is not met by
the die from the zone round it, but a bombardment or a landing finds him, and is found by him: that needs no more than the
same zone (5.42), and H11 takes only major ports out of it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from room40.dreadnought.orders import Mission, Side
from room40.geometry.seachart import Zone, place
from room40_server.rules.dreadnought import fuel, inshore, ports
from room40_server.rules.dreadnought.state import Fleet, Pair, State, fleets_of, ships_of


class Spot(NamedTuple):
    """A place where fleets can meet: a zone, or the port in it."""

    zone: Zone
    port: bool = False


def charge_of(state: State, fleet: Fleet) -> Fleet | None:
    """The fleet whose part an escort is: it is on Escort, and its charge is afloat and in the same place (5.2 Escort)."""
    charge = state.fleets.get(fleet.charge) if fleet.mission is Mission.ESCORT else None
    if charge is None or not ships_of(state, charge):
        return None
    return charge if (charge.zone, charge.in_port) == (fleet.zone, fleet.in_port) else None


def company(state: State, fleet: Fleet) -> tuple[Fleet, ...]:
    """A fleet and the escorts that count as part of it, by number after it (5.2 Escort, H21.22)."""
    escorts = (f for f in fleets_of(state, fleet.side) if f.charge == fleet.id and charge_of(state, f) is not None)
    return (fleet, *escorts)


def parties(state: State, side: Side) -> tuple[Fleet, ...]:
    """The side's fleets that can be met by themselves: afloat, and no escort with its charge."""
    return tuple(f for f in fleets_of(state, side) if ships_of(state, f) and charge_of(state, f) is None)


def presence(fleet: Fleet) -> dict[Spot, int]:
    """Where the fleet was this turn, with the index of each entry; the first where it came twice."""
    if not fleet.entered:
        return {Spot(fleet.zone, fleet.in_port): 0}
    found: dict[Spot, int] = {}
    here = fleet.started if not fleet.started_in_port else ""
    last = len(fleet.entered)
    for index, zone in enumerate(fleet.entered, 1):
        into_port = fleet.in_port and index == last
        if not (into_port and here == zone):
            found.setdefault(Spot(zone), index)
        if into_port:
            found.setdefault(Spot(zone, True), index)
        here = zone
    return found


def swap(one: Fleet, other: Fleet) -> bool:
    """Whether each entered the zone where the other began the turn (5.4)."""
    if not (one.entered and other.entered) or one.started_in_port or other.started_in_port:
        return False
    return Spot(Zone(other.started)) in presence(one) and Spot(Zone(one.started)) in presence(other)


def meetings(cp: Fleet, en: Fleet) -> dict[Spot, int]:
    """Where two fleets may meet, with the place of each check in the order. No meeting in one zone and its port both."""
    mine, theirs = presence(cp), presence(en)
    found = {spot: max(mine[spot], theirs[spot]) for spot in mine if spot in theirs}
    if swap(cp, en):
        for spot, index in ((Spot(Zone(en.started)), mine), (Spot(Zone(cp.started)), theirs)):
            found[spot] = min(found.get(spot, index[spot]), index[spot])
    return {s: at for s, at in found.items() if s.port or Spot(s.zone, True) not in found}


def pairs(state: State) -> tuple[Pair, ...]:
    """Every check to come, in order. A raider off the map is in none but an automatic one by 5.42 (5.49)."""
    found: list[Pair] = []
    for cp in parties(state, Side.CP):
        for en in parties(state, Side.EN):
            if not (cp.off_board or en.off_board):
                found.extend(_checks(state, cp, en))
    return in_order(state, found)


def in_order(state: State, checks: list[Pair]) -> tuple[Pair, ...]:
    """Checks by place in the order, then zone, at sea before in port (H21.28), then fleet numbers (5.44)."""
    number = {f.id: f.number for f in state.fleets.values()}
    return tuple(sorted(checks, key=lambda p: (p.place, place(p.zone), p.port, number[p.cp], number[p.en])))


def rivals(checks: tuple[Pair, ...], first: Pair) -> tuple[Pair, ...]:
    """The open checks of a pair among which the Entente chooses when `first` is up: ties and a swap's two zones (5.44)."""
    same = (p for p in checks if (p.cp, p.en) == (first.cp, first.en))
    return tuple(p for p in same if p.place == first.place or (p.swap and first.swap))


def _checks(state: State, cp: Fleet, en: Fleet) -> Iterator[Pair]:
    swapped = {en.started, cp.started} if swap(cp, en) else set()
    unseen = any(f.mission is Mission.RAIDING and not f.on_map for f in (cp, en))
    for spot, at in {**meetings(cp, en), **_inshore(state, cp, en)}.items():
        if spot.port and ports.is_major(state, spot.zone):
            continue
        clause = automatic(state, cp, en, spot, at)
        if not unseen or clause == "5.42":
            yield Pair(cp.id, en.id, spot.zone, at, not spot.port and spot.zone in swapped, clause, spot.port)


def _inshore(state: State, cp: Fleet, en: Fleet) -> dict[Spot, int]:
    """Where one of two fleets bombards or lands cargo and the other is in the zone, one of them in its minor port (5.42)."""
    found: dict[Spot, int] = {}
    met = {spot.zone for spot in meetings(cp, en)}
    for one, other in ((cp, en), (en, cp)):
        if one.zone not in met and inshore.busy(state, one, one.zone) and not ports.is_major(state, one.zone):
            mine, theirs = presence(one), presence(other)
            indices = [at for spot, at in theirs.items() if spot.zone == one.zone]
            if indices:
                found[Spot(one.zone)] = max(mine[Spot(one.zone, one.in_port)], min(indices))
    return found


def automatic(state: State, cp: Fleet, en: Fleet, spot: Spot, at: int) -> str:
    """The clause by which contact in this place needs no die, "" if it does (5.42, 5.23, H12)."""
    if spot.port and at > 0:
        return "5.42"
    if any(inshore.busy(state, f, spot.zone) for f in (cp, en)):
        return "5.42"
    if any(_pursues(one, other) and (one.zone, one.in_port) == spot for one, other in ((cp, en), (en, cp))):
        return "5.23"
    return "H12" if any(fuel.out_of_fuel(state, f) for one in (cp, en) for f in company(state, one)) else ""


def _pursues(one: Fleet, other: Fleet) -> bool:
    return one.pursuit is not None and one.pursuit.holds and one.pursuit.quarry == other.id

"""Claims before a contact die (5.46).

Both sides make theirs in secret, for their own fleet and airships; then they are shown together and the die is thrown.
All claims of both add (H21.22). Only what is true may be claimed, and of a raider's two signs only one. A fleet's escorts
count as part of it; a counter of boats is as many ships as it has boats (H9).

A standing instruction (H21.7) answers for an owner who wants it: "never" claims nothing; "always" claims, for a fleet that
hunts (Intercept, Raiding), everything true that raises the die, and for any other mission everything true that lowers it.
"""

from room40.dreadnought.orders import Claim, Habit, Mission
from room40.geometry.seachart import Zone
from room40_server.rules.dreadnought import airships
from room40_server.rules.dreadnought.presence import company
from room40_server.rules.dreadnought.setting import SMALL_CRAFT
from room40_server.rules.dreadnought.state import Fleet, State, card, ships_of
from room40_server.rules.game import Refused

HUNTERS = frozenset({Mission.INTERCEPT, Mission.RAIDING})
RAIDER_SIGNS = frozenset({Claim.RAIDER_PLUS, Claim.RAIDER_MINUS})


def worth(state: State, claim: Claim) -> int:
    """What a claim adds to the contact die (5.46)."""
    table = state.setting.tables.contact
    return {
        Claim.LEADER: table.leader,
        Claim.LARGE: table.large_fleet,
        Claim.SMALL_CRAFT: table.small_craft,
        Claim.INTERCEPT: table.intercept,
        Claim.RAIDER_PLUS: table.raider,
        Claim.RAIDER_MINUS: -table.raider,
        Claim.AIRSHIP: table.airship,
    }[claim]


def true_claims(state: State, fleet: Fleet, zone: Zone) -> tuple[Claim, ...]:
    """Everything that the fleet's owner may claim for a check in this zone, in the order of `Claim` (5.46)."""
    ships = [s for f in company(state, fleet) for s in ships_of(state, f)]
    raiding = fleet.mission is Mission.RAIDING
    truth = {
        Claim.LEADER: any(s.leader for s in ships),
        Claim.LARGE: sum(s.boats for s in ships) > state.setting.tables.contact.large_fleet_over,
        Claim.SMALL_CRAFT: all(card(state, s).kind in SMALL_CRAFT for s in ships),
        Claim.INTERCEPT: fleet.mission is Mission.INTERCEPT,
        Claim.RAIDER_PLUS: raiding,
        Claim.RAIDER_MINUS: raiding,
        Claim.AIRSHIP: airships.over(state, zone, fleet.side),
    }
    return tuple(claim for claim in Claim if truth[claim])


def fault(state: State, fleet: Fleet, zone: Zone, claims: tuple[Claim, ...]) -> Refused | None:
    """What is wrong with these claims (5.46)."""
    true = true_claims(state, fleet, zone)
    for claim in claims:
        if claim not in true:
            return Refused("5.46", _FALSE[claim].format(fleet=f"Fleet {fleet.number}", zone=zone), fleet.id)
    if set(claims) >= RAIDER_SIGNS:
        return Refused("5.46", "A raider claims +1 or -1, not both.", fleet.id)
    return None


_FALSE = {
    Claim.LEADER: "{fleet} has no leader aboard.",
    Claim.LARGE: "{fleet} has not that many ships.",
    Claim.SMALL_CRAFT: "{fleet} is not made up of destroyers, torpedo boats and armed yachts alone.",
    Claim.INTERCEPT: "{fleet} is not on Intercept.",
    Claim.RAIDER_PLUS: "{fleet} is not on Raiding.",
    Claim.RAIDER_MINUS: "{fleet} is not on Raiding.",
    Claim.AIRSHIP: "No airship of yours can find anything in {zone} now.",
}


def by_habit(state: State, fleet: Fleet, zone: Zone) -> tuple[Claim, ...] | None:
    """What the fleet's standing instruction claims for its owner; None if he is to be asked (H21.7)."""
    if fleet.habit is Habit.ASK:
        return None
    if fleet.habit is Habit.NEVER:
        return ()
    raises = fleet.mission in HUNTERS
    return tuple(c for c in true_claims(state, fleet, zone) if (worth(state, c) > 0) is raises)

"""What a player of the computer says in contacts and battles."""

from collections.abc import Sequence

from room40.dreadnought.orders import Claim, Fight, Stance
from room40.dreadnought.views import BattleView, View
from room40_server.bots.reading import counter_strength, fleet_strength, ship_strength

CLOSE_WHEN = 1.3
"""Odds at which it pays to close."""
LEAVE_WHEN = 0.75
"""Odds below which it is better to be elsewhere."""


def odds(battle: BattleView, seat: str) -> float:
    """Own strength over the enemy's in a battle."""
    own = sum(ship_strength(s) for s in battle.ships.values() if s.side == seat)
    theirs = sum(ship_strength(s) for s in battle.ships.values() if s.side != seat)
    return own / max(theirs, 0.1)


def fight(view: View, running: bool) -> Fight:
    """The word before a round (H6): close when stronger, withdraw when weaker. `running`: the force has a goal elsewhere."""
    battle = view.battle[view.ask.zone]
    ratio = odds(battle, view.seat)
    if ratio < LEAVE_WHEN or (running and ratio < CLOSE_WHEN):
        wanted = Stance.WITHDRAW
    elif ratio >= CLOSE_WHEN:
        wanted = Stance.CLOSE
    else:
        wanted = Stance.CONTINUE
    may = view.ask.choices
    stance = wanted if not may or wanted.value in may else Stance(may[0])
    return Fight(battle.zone, stance)


def claims(view: View, running: bool) -> tuple[Claim, ...]:
    """What to claim before a contact die (5.46): what makes contact likelier if it is wanted, else what makes it rarer."""
    may = [Claim(choice) for choice in view.ask.choices]
    if wants_contact(view, running):
        return tuple(c for c in may if c not in (Claim.SMALL_CRAFT, Claim.RAIDER_MINUS))
    return tuple(c for c in may if c in (Claim.SMALL_CRAFT, Claim.RAIDER_MINUS))


def wants_contact(view: View, running: bool) -> bool:
    """Whether the fleet that is asked about would rather meet the enemy than not."""
    fleet = view.fleets.get(view.ask.fleet)
    counter = view.seen.get(view.ask.label)
    if fleet is None or running or fleet.mission not in ("intercept", "raiding"):
        return False
    theirs = counter_strength(view, counter) if counter else 0.0
    return fleet_strength(view, fleet) >= LEAVE_WHEN * theirs


def first_of(choices: Sequence[str]) -> str:
    """The first of several choices that are all one to the player."""
    return min(choices)

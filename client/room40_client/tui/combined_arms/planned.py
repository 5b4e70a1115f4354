"""What the planned moves come to: the battles that follow, as far as the view shows; the umpire decides."""

from msgspec import Struct

from room40.combined_arms.situation import survey
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


class Ahead(Struct, frozen=True):
    """A battle that would follow from the moves: where, what it is, with how many against how many."""

    space: str
    kind: str
    attackers: int
    defenders: int


def battles_ahead(view: View) -> list[Ahead]:
    """The raids, landings and battles that the plan brings about, by space."""
    if view.phase != "combat move":
        return []
    friends = {power for power in view.setting.powers if terms.are_friends(view, power, view.power)}
    found: list[Ahead] = []
    hostile = survey(view).hostile
    for key, space in view.setting.spaces.items():
        own = [i for i, u in view.units.items() if u.owner == view.power and (u.space == key and not u.aboard)]
        landing = [i for i, u in view.units.items() if u.owner == view.power and u.assault == key]
        foes = [u for u in view.units.values() if u.space == key and u.owner not in friends and not u.aboard]
        foes = [u for u in foes if view.setting.types[u.type].domain != "fixed"]
        raiding = [i for i in own if view.units[i].duty == "raid"]
        if raiding:
            found.append(Ahead(key, "raid", len(raiding), 0))
        fighting = [i for i in own if i not in raiding]
        if space.water:
            if fighting and foes and _fights_at_sea(view, key, fighting, key in hostile):
                found.append(Ahead(key, "sea battle", len(fighting), len(foes)))
        elif landing:
            found.append(Ahead(key, "landing", len(landing) + len(fighting), len(foes)))
        elif fighting and foes:
            found.append(Ahead(key, "battle", len(fighting), len(foes)))
    return found


def _fights_at_sea(view: View, zone: str, own: list[str], hostile: bool) -> bool:
    """Whether there will be a fight in a zone (K3.3, K3.10); submarines that lie still may stay hidden."""
    if zone in view.plan.engage:
        return view.plan.engage[zone]
    moved = [i for i in own if view.units[i].moved_in == view.phase]
    if hostile:
        return bool(moved) or any(terms.domain(view, i) == "sea" and not terms.has(view, i, "submarine") for i in own)
    lands = any(u.assault and u.space == zone for u in view.units.values())
    return any(
        terms.domain(view, i) == "air" or (view.setting.types[view.units[i].type].attack and not lands) for i in moved
    )

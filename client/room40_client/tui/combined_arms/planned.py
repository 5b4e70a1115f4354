"""What the planned moves come to: the battles that follow, as far as the view shows; the umpire decides."""

from msgspec import Struct

from room40.combined_arms.situation import survey
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


class Ahead(Struct, frozen=True):
    """A battle that would follow from the moves: where, what it is, with how many against how many; guns do not count."""

    space: str
    kind: str
    attackers: int
    defenders: int


_last: list[tuple[View, list[Ahead]]] = []
"""The view asked about last with its battles: a screen asks several times while it draws itself."""


def battles_ahead(view: View) -> list[Ahead]:
    """The raids, landings and battles that the plan brings about, by space."""
    if view.phase != "combat move":
        return []
    if not _last or _last[0][0] is not view:
        _last[:] = [(view, _battles(view))]
    return _last[0][1]


def _battles(view: View) -> list[Ahead]:
    friends = {power for power in view.setting.powers if terms.are_friends(view, power, view.power)}
    own: dict[str, list[str]] = {}
    landing: dict[str, int] = {}
    foes: dict[str, int] = {}
    guns: dict[str, int] = {}
    for key, unit in view.units.items():
        if unit.owner == view.power and unit.assault:
            landing[unit.assault] = landing.get(unit.assault, 0) + 1
        if unit.aboard and (unit.owner in friends or view.setting.types[unit.type].domain != "air"):
            continue  # cargo; fighters on an enemy carrier defend her
        if unit.owner == view.power:
            own.setdefault(unit.space, []).append(key)
        elif unit.owner not in friends and view.setting.types[unit.type].domain != "fixed":
            foes[unit.space] = foes.get(unit.space, 0) + 1
            guns[unit.space] = guns.get(unit.space, 0) + ("anti-aircraft" in view.setting.types[unit.type].traits)
    hostile = survey(view).hostile
    found: list[Ahead] = []
    for space in view.setting.spaces:
        if space not in own and space not in landing:
            continue
        raiding = sum(view.units[i].duty == "raid" for i in own.get(space, ()))
        if raiding:
            found.append(Ahead(space, "raid", raiding, 0))
        fighting = [i for i in own.get(space, ()) if view.units[i].duty != "raid"]
        number = len(fighting) + landing.get(space, 0)
        if kind := _kind(view, space, fighting, space in landing, foes.get(space, 0), space in hostile):
            found.append(Ahead(space, kind, number, foes.get(space, 0) - guns.get(space, 0)))
    return found


def _kind(view: View, space: str, fighting: list[str], landing: bool, foes: int, hostile: bool) -> str:
    """What kind of battle there will be beside a raid, "" for none."""
    if view.setting.spaces[space].water:
        return "sea battle" if fighting and foes and _fights_at_sea(view, space, fighting, hostile) else ""
    if landing:
        return "landing"
    return "battle" if fighting and foes else ""


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

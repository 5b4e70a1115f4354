"""Battles as odds are asked of them: who would fight, or who is left, as far as the view shows it (K8).

Hints: the umpire decides who fights. What is reckoned here agrees with what the rules ask of the same battle.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms.forces import Question
from room40.combined_arms.views import BattleView, View
from room40_client.tui.combined_arms.papers import terms


class Matchup(Struct, frozen=True):
    """A battle and what it is called."""

    title: str
    space: str
    asked: Question


def of_battle(view: View, battle: BattleView) -> Question:
    """A battle of the power in turn: who is left in it if it has begun, else who would fight in it."""
    if battle.round or battle.attackers:
        mine = [unit for unit in battle.attackers if unit not in battle.marked]
        return _question(view, battle.kind == "sea", mine, [u for u in battle.defenders if u not in battle.marked])
    return of_space(view, battle.space)


def of_space(view: View, space: str) -> Question:
    """The battle that there would be in a space."""
    if view.setting.spaces[space].water:
        return _question(view, True, _at_sea(view, space, own=True), _at_sea(view, space, own=False))
    mine = [*_overland(view, space), *_landing(view, space)]
    theirs = _enemies(view, space)
    defenders = [u for u in theirs if terms.domain(view, u) in ("land", "air") and not _is_gun(view, u)]
    guns = sorted((u for u in theirs if _is_gun(view, u)), key=lambda u: -view.setting.types[view.units[u].type].defence)
    firing = guns[:1] if any(terms.domain(view, u) == "air" for u in mine) else []
    return _question(view, False, [*mine, *_bombarding(view, space)], [*defenders, *firing])


def planned(view: View) -> list[Matchup]:
    """The battles of the power in turn, to be fought or as its moves would have them, those of the phase first."""
    found: list[Matchup] = []
    for battle in view.battles.values():
        if not battle.outcome and battle.kind != "raid":
            found.append(Matchup(_title(view, battle.space), battle.space, of_battle(view, battle)))
    if found or view.phase not in ("purchase", "combat move"):
        return found
    for space in view.setting.spaces:
        asked = of_space(view, space)
        if asked.attackers and asked.defenders:
            found.append(Matchup(_title(view, space), space, asked))
    return found


def defended(view: View) -> list[Matchup]:
    """The spaces that enemies of this seat hold, as battles without an attacker; for who watches, of the power in turn."""
    found: list[Matchup] = []
    mine = next((key for key, power in view.setting.powers.items() if power.seat == view.seat), view.power)
    seen = replace(view, power=mine)
    for space in view.setting.spaces:
        asked = of_space(seen, space)
        if asked.defenders and any(view.setting.types[key].domain in ("land", "sea") for key in asked.defenders):
            found.append(Matchup(_title(view, space), space, replace(asked, attackers={}, attackers_hit={})))
    return found


def _title(view: View, space: str) -> str:
    return terms.space_name(view, space)


def _question(view: View, at_sea: bool, mine: Iterable[str], theirs: Iterable[str]) -> Question:
    mine, theirs = list(mine), list(theirs)
    return Question(
        terms.kinds(view),
        terms.counted(view, mine),
        terms.counted(view, theirs),
        at_sea=at_sea,
        attackers_hit=terms.counted(view, [unit for unit in mine if view.units[unit].damage]),
        defenders_hit=terms.counted(view, [unit for unit in theirs if view.units[unit].damage]),
        die_sides=view.setting.die_sides,
    )


def _own(view: View) -> list[str]:
    return [key for key, unit in view.units.items() if unit.owner == view.power]


def _enemies(view: View, space: str) -> list[str]:
    return [
        key
        for key, unit in view.units.items()
        if unit.space == space and not unit.aboard and not terms.are_friends(view, view.power, unit.owner)
    ]


def _at_sea(view: View, zone: str, own: bool) -> list[str]:
    """Ships and aircraft in a zone; of the enemy's those on deck too, as they take off."""
    return [
        key
        for key, unit in view.units.items()
        if unit.space == zone
        and not unit.submerged
        and terms.domain(view, key) in ("sea", "air")
        and (unit.owner == view.power if own else not terms.are_friends(view, view.power, unit.owner))
    ]


def _overland(view: View, space: str) -> list[str]:
    return [
        key
        for key in _own(view)
        if view.units[key].space == space
        and not view.units[key].aboard
        and terms.domain(view, key) in ("land", "air")
        and view.units[key].duty != "raid"
    ]


def _landing(view: View, space: str) -> list[str]:
    return [key for key in _own(view) if view.units[key].assault == space and view.units[key].aboard]


def _bombarding(view: View, space: str) -> list[str]:
    """Ships where units land from and nobody is fought first (K5.3)."""
    zones = {view.units[key].space for key in _landing(view, space)}
    fought = {battle.space for battle in view.battles.values() if battle.kind == "sea"}
    quiet = {zone for zone in zones - fought if not _is_hostile(view, zone)}
    return [
        key
        for key in _own(view)
        if view.units[key].space in quiet
        and not view.units[key].fought
        and (kind := view.setting.types.get(view.units[key].type)) is not None
        and kind.bombard
    ]


def _is_hostile(view: View, zone: str) -> bool:
    return any(terms.has(view, key, "surface warship") for key in _enemies(view, zone))


def _is_gun(view: View, key: str) -> bool:
    return terms.has(view, key, "anti-aircraft")

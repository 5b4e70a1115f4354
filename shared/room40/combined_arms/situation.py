"""What the moves of a phase are judged by, as far as the view of the power in turn shows it: a hint, the umpire decides.

Rules of this file: nothing here depends on the moves that are planned (K1.2), though the view shows the board with them
made. Owners are those of the moment when the phase began; guns and complexes that a planned move takes count as the enemy's.
"""

from msgspec import Struct

from room40.combined_arms.views import TypeView, UnitView, View

COMBAT_MOVE, NONCOMBAT_MOVE = "combat move", "non-combat move"
"""The phases in which units move, and what a seat is asked in them."""


class Situation(Struct, frozen=True):
    """What the power in turn finds.

    `hostile`: zones with an enemy surface warship (K3.3); `patrolled`: with an enemy destroyer; `met`: with any enemy ship;
    `friendly`: the territories of its alliance; `occupied`: territories with any enemy unit (C4.6); `defended`: those with
    one that fights; `guarded`: those with an enemy gun; `industrial`: those with an enemy complex; `fields`: where its
    aircraft can land ashore (K3.6); `shut`: pairs of zones, either way round, whose canal is shut (K3.2).
    """

    hostile: frozenset[str]
    patrolled: frozenset[str]
    met: frozenset[str]
    friendly: frozenset[str]
    occupied: frozenset[str]
    defended: frozenset[str]
    guarded: frozenset[str]
    industrial: frozenset[str]
    fields: frozenset[str]
    shut: frozenset[tuple[str, str]]


def type_of(view: View, unit: UnitView) -> TypeView:
    """The unit's line of the table."""
    return view.setting.types[unit.type]


def are_friends(view: View, one: str, other: str) -> bool:
    """Whether two powers are of one alliance; nobody is a friend of nobody (C5.3)."""
    powers = view.setting.powers
    return one in powers and other in powers and powers[one].alliance == powers[other].alliance


def owners_at_start(view: View) -> dict[str, str]:
    """The owners when the present phase began: in phase 2 those of the turn's beginning, for nothing is taken before."""
    return view.held if view.phase == COMBAT_MOVE else view.owners


def survey(view: View) -> Situation:
    """The situation of the power in turn in a phase in which it moves."""
    owners = owners_at_start(view)
    friends = {power for power in view.setting.powers if are_friends(view, view.power, power)}
    friendly = frozenset(key for key, owner in owners.items() if owner in friends)
    traits: dict[str, set[str]] = {"": set()}
    afloat: set[str] = set()
    fighting: set[str] = set()
    for unit in view.units.values():
        kind = type_of(view, unit)
        ashore = not view.setting.spaces[unit.space].water
        fixed = kind.domain == "fixed" or "anti-aircraft" in kind.traits
        was_taken = ashore and fixed and unit.space not in friendly
        if unit.aboard or (unit.owner in friends and not was_taken):
            continue
        for trait in kind.traits:
            traits.setdefault(trait, set()).add(unit.space)
        if not ashore and kind.domain == "sea":
            afloat.add(unit.space)
        if ashore:
            traits[""].add(unit.space)
            if not fixed:
                fighting.add(unit.space)
    return Situation(
        hostile=frozenset(traits.get("surface warship", ())),
        patrolled=frozenset(traits.get("destroyer", ())),
        met=frozenset(afloat),
        friendly=friendly,
        occupied=frozenset(traits[""]),
        defended=frozenset(fighting),
        guarded=frozenset(traits.get("anti-aircraft", ())),
        industrial=frozenset(traits.get("complex", ())),
        fields=frozenset(
            key for key in friendly if view.held.get(key) in friends and not view.setting.spaces[key].impassable
        ),
        shut=_shut_canals(view, friendly, friends),
    )


def _shut_canals(view: View, friendly: frozenset[str], friends: set[str]) -> frozenset[tuple[str, str]]:
    shut: set[tuple[str, str]] = set()
    for canal in view.setting.canals.values():
        if not all(shore in friendly and view.held.get(shore) in friends for shore in canal.shores):
            one, other = canal.zones
            shut |= {(one, other), (other, one)}
    return frozenset(shut)

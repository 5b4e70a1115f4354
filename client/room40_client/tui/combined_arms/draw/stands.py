"""Who stands where, counted once for each view: the numbers that the map and the table of spaces show."""

from msgspec import Struct

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import terms


class Stand(Struct, frozen=True):
    """The units of one power in one space by domain; `fixed` are complexes. Cargo counts with its own domain."""

    land: int = 0
    sea: int = 0
    air: int = 0
    fixed: int = 0

    @property
    def all(self) -> int:
        """All that can be moved or fought with."""
        return self.land + self.sea + self.air


Stands = dict[str, dict[str, Stand]]
"""Space -> power -> what stands there, the watched seat's powers first, its allies, then the enemy."""


def stands(view: View) -> Stands:
    """What stands in every space that anything stands in."""
    counts: dict[str, dict[str, dict[str, int]]] = {}
    for unit_id, unit in view.units.items():
        domain = terms.domain(view, unit_id)
        by_power = counts.setdefault(unit.space, {})
        by_domain = by_power.setdefault(unit.owner, {})
        by_domain[domain] = by_domain.get(domain, 0) + 1
    return {
        space: {
            power: Stand(**{d: n for d, n in by_power[power].items() if d in Stand.__struct_fields__})
            for power in sorted(by_power, key=lambda power: (_RANK[role(view, power)], power))
        }
        for space, by_power in counts.items()
    }


def role(view: View, power: str) -> str:
    """The style of a power's name and numbers: "own", "mine" for an ally, "theirs" for an enemy, "dim" for nobody.

    Who watches sees the alliance that begins as "mine".
    """
    powers = view.setting.powers
    if power not in powers:
        return "dim"
    if powers[power].seat == view.seat:
        return "own"
    ours = [key for key, one in powers.items() if one.seat == view.seat] or view.setting.order[:1]
    return "mine" if any(terms.are_friends(view, power, key) for key in ours) else "theirs"


_RANK = {"own": 0, "mine": 1, "theirs": 2, "dim": 3}


def enemies(view: View, one: str, other: str) -> bool:
    """Whether two powers are of different alliances (C5.3)."""
    powers = view.setting.powers
    return one in powers and other in powers and powers[one].alliance != powers[other].alliance

"""Names and numbers of a 1942 view in the hobby's words."""

from collections import Counter
from collections.abc import Iterable, Mapping

from room40.combined_arms.forces import Kind
from room40.combined_arms.views import View
from room40_client.tui.draw.runs import safe

_DOMAINS = ("land", "air", "sea", "fixed")


def type_order(view: View) -> list[str]:
    """The types as they are listed: land, air, sea, then by cost. The view itself comes sorted by key."""
    types = view.setting.types

    def by(key: str) -> tuple[int, bool, int, str]:
        kind = types[key]
        domain = _DOMAINS.index(kind.domain) if kind.domain in _DOMAINS else len(_DOMAINS)
        return (domain, "anti-aircraft" in kind.traits, kind.cost, key)

    return sorted(types, key=by)


def type_name(view: View, key: str) -> str:
    """A type as players call it."""
    return safe(view.setting.types[key].name) if key in view.setting.types else safe(key)


def several(view: View, key: str, number: int) -> str:
    """Units of a type in words: "2 tanks"."""
    kind = view.setting.types.get(key)
    if kind is None or number == 1:
        return f"{number} {type_name(view, key)}"
    return f"{number} {safe(kind.plural)}"


def count(view: View, counts: Mapping[str, int]) -> str:
    """Units by type in words: "2 infantry, 1 tank"."""
    return ", ".join(several(view, key, counts[key]) for key in type_order(view) if counts.get(key))


def counted(view: View, units: Iterable[str]) -> dict[str, int]:
    """How many of each type these units are."""
    return dict(Counter(view.units[unit].type for unit in units if unit in view.units))


def power_name(view: View, power: str) -> str:
    """A power as players call it; "nobody" for none."""
    return safe(view.setting.powers[power].name) if power in view.setting.powers else safe(power) or "nobody"


def letter(view: View, power: str) -> str:
    """The letter of a power on the map, "-" for none."""
    return safe(view.setting.powers[power].letter) if power in view.setting.powers else "-"


def space_name(view: View, space: str) -> str:
    """A space as the map calls it."""
    return safe(view.setting.spaces[space].name) if space in view.setting.spaces else safe(space)


def has(view: View, unit: str, trait: str) -> bool:
    """Whether a unit's type has a trait."""
    kind = view.setting.types.get(view.units[unit].type)
    return kind is not None and trait in kind.traits


def domain(view: View, unit: str) -> str:
    """Where a unit lives: "land", "sea", "air", "fixed"."""
    kind = view.setting.types.get(view.units[unit].type)
    return kind.domain if kind else ""


def are_friends(view: View, one: str, other: str) -> bool:
    """Whether two powers are of one alliance (C5.3)."""
    powers = view.setting.powers
    return one in powers and other in powers and powers[one].alliance == powers[other].alliance


def kinds(view: View) -> dict[str, Kind]:
    """The unit table as odds know it (K8)."""
    return {
        key: Kind(
            key, t.name, t.cost, t.attack, t.defence, t.domain, tuple(t.traits), t.hits, t.bombard, t.supported, t.plural
        )
        for key, t in view.setting.types.items()
    }


def landing_room(view: View, owner: str, space: str) -> int:
    """How many aircraft of a power could land in a space: on ground as many as there are, at sea by the free decks."""
    if not view.setting.spaces[space].water:
        return len(view.units)
    types = view.setting.types
    ships = {i for i, u in view.units.items() if u.space == space and are_friends(view, u.owner, owner)}
    decks = sum(types[view.units[i].type].decks for i in ships)
    return decks - sum(u.aboard in ships and types[u.type].domain == "air" for u in view.units.values())


def percent(chance: float) -> str:
    """A chance as it is said: "81 %", and never 0 or 100 for what may yet be otherwise."""
    if 0 < chance < 0.005:
        return "<1 %"
    if 0.995 <= chance < 1 - 1e-9:
        return ">99 %"
    return f"{100 * chance:.0f} %"

"""Phase 5 as it is drawn: what is still to be placed, and the spaces that can take it with the room they have (K3.5, K7)."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import purchase_sheet, terms
from room40_client.tui.draw.runs import Line, Run, fit, line


class Site(Struct, frozen=True):
    """A space that can take units. `room`: how many more its complexes bring forth there, as far as this can be seen."""

    space: str
    water: bool
    room: int


def unplaced(view: View) -> dict[str, int]:
    """What has been bought and not yet placed, in the order of the unit table."""
    placed: Counter[str] = Counter()
    for one in view.plan.placements.values():
        placed.update(one.units)
    left = {key: view.bought.get(key, 0) - placed[key] for key in terms.type_order(view)}
    return {key: number for key, number in left.items() if number > 0}


def waiting(view: View, space: str) -> list[str]:
    """The own fighters that wait over a zone for a deck (K3.5)."""
    return [
        key
        for key, unit in sorted(view.units.items())
        if unit.owner == view.power and unit.space == space and not unit.aboard and terms.has(view, key, "fighter")
        and view.setting.spaces[space].water
    ]  # fmt: skip


def sites(view: View, key: str) -> list[Site]:
    """The spaces in which units of a type can appear, those with most room first."""
    kind = view.setting.types.get(key)
    if kind is None:
        return []
    if "complex" in kind.traits:
        return [Site(space, False, 0 if space in view.plan.placements else 1) for space in _free(view)]
    yards = purchase_sheet.yards(view)
    left = {yard.space: yard.output - view.plan.placed.get(yard.space, 0) for yard in yards}
    found: list[Site] = []
    if kind.domain != "sea":
        found += [Site(yard.space, False, max(0, left[yard.space])) for yard in yards]
    if kind.domain == "sea" or "fighter" in kind.traits:
        beside: dict[str, int] = {}
        for yard in yards:
            for near in view.setting.spaces[yard.space].near:
                if near in view.setting.spaces and view.setting.spaces[near].water:
                    beside[near] = beside.get(near, 0) + max(0, left[yard.space])
        if kind.domain != "sea":
            beside = {zone: min(room, decks(view, zone)) for zone, room in beside.items() if _has_decks(view, zone)}
        found += [Site(zone, True, room) for zone, room in sorted(beside.items())]
    return found


def decks(view: View, zone: str) -> int:
    """The places free on own carriers in a zone, there or to appear, with new fighters and those that wait counted."""
    types = view.setting.types
    room = 0
    for key, unit in view.units.items():
        if unit.space == zone and unit.owner == view.power and types[unit.type].decks:
            room += types[unit.type].decks - sum(other.aboard == key for other in view.units.values())
    placed = view.plan.placements.get(zone)
    new = sum(types[key].decks * n for key, n in placed.units.items()) if placed else 0
    fighters = sum(n for key, n in placed.units.items() if "fighter" in types[key].traits) if placed else 0
    return max(0, room + new - min(new, len(waiting(view, zone))) - fighters)


def _has_decks(view: View, zone: str) -> bool:
    types = view.setting.types
    afloat = any(u.space == zone and u.owner == view.power and types[u.type].decks for u in view.units.values())
    placed = view.plan.placements.get(zone)
    return afloat or (placed is not None and any(types[key].decks for key in placed.units))


def _free(view: View) -> list[str]:
    built = {unit.space for unit in view.units.values() if "complex" in view.setting.types[unit.type].traits}
    return sorted(
        key
        for key, space in view.setting.spaces.items()
        if space.value and view.owners.get(key) == view.held.get(key) == view.power and key not in built
    )


def units_line(view: View, chosen: str, columns: int) -> list[Line]:
    """What is still to be placed, the chosen type marked; several lines if they find no room in one."""
    lines: list[Line] = []
    now: list[Run] = []
    size = 0
    for key, number in unplaced(view).items():
        name = terms.several(view, key, number)
        text = f"[{name}]" if key == chosen else f" {name} "
        if size + len(text) > columns and now:
            lines.append(line(*now))
            now, size = [], 0
        now.append((text, "cursor" if key == chosen else "own"))
        size += len(text)
    return [*lines, line(*now)] if now else [line((" nothing", "dim"))]


def rows(view: View, key: str, cursor: int, columns: int) -> list[Line]:
    """The spaces for the chosen type, then those where something else is placed."""
    eligible = sites(view, key) if key else []
    found: list[Line] = []
    for number, site in enumerate(eligible):
        found.append(_row(view, site.space, f"room for {site.room}", number == cursor, columns))
    named = {site.space for site in eligible}
    for space in sorted(view.plan.placements):
        if space not in named:
            found.append(_row(view, space, "", False, columns))
    return found


def _row(view: View, space: str, room: str, is_chosen: bool, columns: int) -> Line:
    placed = view.plan.placements.get(space)
    what = terms.count(view, placed.units) if placed else ""
    hover = len(waiting(view, space))
    landing = f"  {hover} {'fighter waits' if hover == 1 else 'fighters wait'} for a deck" if hover else ""
    head = f"{'>' if is_chosen else ' '}{terms.space_name(view, space):<24.24} {room:<12}"
    there = terms.count(view, terms.counted(view, _standing(view, space)))
    after = (f"  beside {there}" if what else f" {there}") if there else ""
    foes = terms.count(view, terms.counted(view, _enemies(view, space)))
    enemy = f"  enemy: {foes}" if foes else ""
    told = line((f" {what}", "own"), (landing, "alert"), (enemy, "alert"), (after, "dim"))
    return fit(line((head, "cursor" if is_chosen else ""), *told), columns)


def _standing(view: View, space: str) -> list[str]:
    """The own units that stand in a space, complexes apart; those that wait for a deck are told by themselves."""
    hover = waiting(view, space)
    return [
        key
        for key, unit in view.units.items()
        if unit.space == space and unit.owner == view.power and key not in hover and terms.domain(view, key) != "fixed"
    ]


def _enemies(view: View, space: str) -> list[str]:
    """The enemy's units in a space: what is placed beside them is in their reach, and may be placed all the same (K7)."""
    return [
        key
        for key, unit in view.units.items()
        if unit.space == space and not unit.aboard and not terms.are_friends(view, unit.owner, view.power)
    ]


def landing(view: View, space: str, units: Mapping[str, int]) -> tuple[str, ...]:
    """The waiting fighters that land on the carriers placed there, named only where not all find a deck (K3.5)."""
    new = sum(view.setting.types[key].decks * number for key, number in units.items())
    here = waiting(view, space)
    return tuple(here[:new]) if new and len(here) > new else ()

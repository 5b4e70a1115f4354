"""The table of spaces as lines: space, owner, value, units; in several orders."""

from room40.combined_arms.views import View
from room40_client.tui.combined_arms.draw.schematic import battles, forces, in_short, shortened
from room40_client.tui.combined_arms.draw.stands import Stands, enemies, role
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.draw.runs import Line, fit, line, safe

ORDERS = {
    "mine": "yours first",
    "front": "the front first: yours that touch the enemy",
    "battles": "battles first",
    "name": "by name",
}
"""The orders of the lines, with their words."""

Rank = tuple[int, int, str]


def ordered(view: View, here: Stands, order: str) -> list[str]:
    """The spaces in an order."""

    fought = battles(view)

    def rank(space: str) -> Rank:
        name = terms.space_name(view, space)
        if order == "mine":
            return (_owned(view, here, space), 0, name)
        if order == "front":
            return (0 if is_front(view, here, space) else 1, _owned(view, here, space), name)
        if order == "battles":
            return (0 if space in fought else 1, _owned(view, here, space), name)
        return (0, 0, name)

    return sorted(view.setting.spaces, key=rank)


def _side(view: View, here: Stands, space: str) -> str:
    """Whose a space is as one looks at it: its owner's, else of who stands there."""
    owner = view.owners.get(space, "")
    if owner:
        return role(view, owner)
    return role(view, next(iter(here.get(space, {})), ""))


def _owned(view: View, here: Stands, space: str) -> int:
    return {"own": 0, "mine": 1, "theirs": 2, "dim": 3}[_side(view, here, space)]


def is_front(view: View, here: Stands, space: str) -> bool:
    """Whether a space of the own side touches one where an enemy is."""
    if _side(view, here, space) not in ("own", "mine"):
        return False
    mine = view.owners.get(space, "") or next(iter(here.get(space, {})), "")
    return any(
        enemies(view, mine, other)
        for near in (space, *view.setting.spaces[space].near)
        for other in (view.owners.get(near, ""), *here.get(near, {}))
    )


def _widths(columns: int) -> tuple[int, int]:
    """The columns of the name and of the owner; a narrow terminal has only the owner's letter."""
    return (22, 16) if columns >= 90 else (16, 12) if columns >= 60 else (13, 1)


def title(columns: int) -> Line:
    """The heading over the columns."""
    name, owner = _widths(columns)
    return fit(line((f" {'space':<{name}} {'owner'[:owner]:<{owner}} val  units", "dim")), columns)


def row(view: View, here: Stands, space: str, columns: int) -> Line:
    """A space in one line."""
    seen = view.setting.spaces[space]
    name, owner = _widths(columns)
    of = view.owners.get(space, "")
    whose = "sea" if seen.water else "closed" if seen.impassable else terms.power_name(view, of) if of else "neutral"
    whose = ("~" if seen.water else terms.letter(view, of)[:1] or "-") if owner == 1 else shortened(whose, owner)
    value = "" if seen.water or seen.impassable else f"{seen.value}{'*' if seen.city else ''}"
    mark = ("x", "alert") if space in battles(view) else (" ", "")
    head = line(
        mark,
        (f"{shortened(safe(seen.name), name):<{name}} ", "wave" if seen.water else ""),
        (f"{whose:<{owner}} ", role(view, of)),
        f"{value:>3}  ",
    )
    room = max(4, columns - name - owner - 8)
    return fit(line(*head, *_units(view, here, space, room)), columns)


def _units(view: View, here: Stands, space: str, room: int) -> Line:
    """Units in words where they find room, else in short, else in numbers."""
    for said in (terms.count, in_short):
        parts: list[tuple[str, str]] = []
        for power in here.get(space, {}):
            of_it = [i for i, u in view.units.items() if u.space == space and u.owner == power]
            text = said(view, terms.counted(view, of_it))
            parts += [(f"{terms.letter(view, power)} ", role(view, power)), (text, ""), ("; ", "")]
        words = line(*parts[:-1]) if parts else ()
        if sum(len(text) for text, _ in words) <= room:
            return words
    return forces(view, here.get(space, {}), view.setting.spaces[space].water, room)

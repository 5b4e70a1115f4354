"""The map as text: a cell a space, its name over what stands there; sea has a wave at its edge, land its owner's letter.

A *scene* says what stands where and what is marked; this file turns it into lines. What is told by colour is told by a
sign too: `~` sea, `>` where one may go or what a chosen space touches, `x` a battle, `+` planned to come here.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from rich.cells import cell_len

from room40.combined_arms.views import SpaceView, View
from room40_client.tui.combined_arms.draw.layout import Layout, Zoom
from room40_client.tui.combined_arms.draw.stands import Stand, Stands, role, stands
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.planned import battles_ahead
from room40_client.tui.draw.runs import Line, Run, fit, line, safe, width


class Scene(Struct, frozen=True):
    """All that is drawn. `marked`: spaces that the cursor's touches, or where what is picked may go; `aimed`: the way there.

    `ways`: those that are planned; `fought`: where there is, or will be, a battle.
    """

    view: View
    here: Stands
    cursor: str = ""
    chosen: str = ""
    marked: frozenset[str] = frozenset()
    targets: bool = False
    aimed: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    fought: frozenset[str] = frozenset()


def scene(
    view: View,
    cursor: str = "",
    chosen: str = "",
    marked: frozenset[str] | None = None,
    aimed: tuple[str, ...] = (),
) -> Scene:
    """The scene of a view: what touches the cursor is marked, unless targets are given."""
    space = view.setting.spaces.get(cursor)
    near = frozenset(space.near) if space else frozenset()
    ways = {tuple(u.path) for u in view.units.values() if len(u.path) > 1 and u.owner == view.power} if _plans(view) else ()
    targets = marked is not None
    shown = near if marked is None else marked
    return Scene(view, stands(view), cursor, chosen, shown, targets, aimed, tuple(sorted(ways)), battles(view))


def battles(view: View) -> frozenset[str]:
    """Where the plan brings a battle about, and where one is still to be fought; a landing on an empty coast is none."""
    planned = {one.space for one in battles_ahead(view) if one.kind == "raid" or one.defenders}
    return frozenset(planned | {battle.space for battle in view.battles.values() if not battle.outcome})


def _plans(view: View) -> bool:
    return bool(view.plan.moves)


def drawn(of: Scene, on: Layout) -> list[Line]:
    """Every line of the map, each as wide as it is."""
    canvas = _Canvas(on.width, on.height)
    if of.cursor in on.cells and not of.targets:
        for other in of.view.setting.spaces[of.cursor].near:
            if other in on.cells:
                canvas.trace(on.middle(of.cursor), on.middle(other), ("·", "dim"))
    for way, style in (*((way, "path") for way in of.ways), (of.aimed, "trace")):
        for one, other in pairwise(way):
            if one in on.cells and other in on.cells:
                canvas.trace(on.middle(one), on.middle(other), ("*", style))
    for space, (x, y) in on.cells.items():
        for row, text in enumerate(cell(of, space, on.zoom)):
            canvas.put(x, y + row, text)
    return canvas.lines()


class _Canvas:
    """Characters with styles that things are put on, the later over the earlier."""

    def __init__(self, columns: int, rows: int) -> None:
        self._rows: list[list[Run]] = [[(" ", "")] * columns for _ in range(rows)]

    def put(self, x: int, y: int, text: Line) -> None:
        """Put a line of plain characters."""
        if 0 <= y < len(self._rows):
            row = self._rows[y]
            for run, style in text:
                for char in run:
                    if 0 <= x < len(row):
                        row[x] = (char, style)
                    x += 1

    def trace(self, start: tuple[int, int], end: tuple[int, int], sign: Run) -> None:
        """Put a sign along a straight way."""
        for x, y in _between(start, end):
            if 0 <= y < len(self._rows) and 0 <= x < len(self._rows[y]):
                self._rows[y][x] = sign

    def lines(self) -> list[Line]:
        """What has been put, as lines."""
        return [line(*row) for row in self._rows]


def _between(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The points of a straight way, every second column where it is flat."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x) // 2, abs(to_y - y), 1)
    for number in range(steps + 1):
        yield round(x + (to_x - x) * number / steps), round(y + (to_y - y) * number / steps)


# ---- a cell ----


def cell(of: Scene, space: str, zoom: Zoom) -> list[Line]:
    """The lines of a space's cell, each exactly as wide as the zoom says."""
    seen = of.view.setting.spaces[space]
    name = _name_line(of, space, seen, zoom)
    room = zoom.width - 1
    edge = _edge(of, space)
    under = [_forces_line(of, space, seen, room, marks=zoom.height == 2 and zoom.width >= 12)]
    if zoom.height > 2:
        under += [_types_line(of, space, room)] if zoom.height > 3 else []
        under.append(_marks(of.view, space, seen))
    rows = [name, *(line(edge if row == 0 else " ", *text) for row, text in enumerate(under))]
    style = "cursor" if space == of.cursor else "chosen" if space == of.chosen else ""
    rows = [_blank_tail(fit(text, zoom.width)) for text in rows]
    if style:
        rows = [tuple((text, f"{names} {style}".strip()) for text, names in row) for row in rows]
    return rows


def _blank_tail(text: Line) -> Line:
    return tuple((run, style if run.strip() else "") for run, style in text)


def _edge(of: Scene, space: str) -> Run:
    """What the edge of the second line says: a battle, or units planned to come."""
    if space in of.fought:
        return ("x", "alert")
    if any(way[-1] == space for way in of.ways):
        return ("+", "path")
    return (" ", "")


def _name_line(of: Scene, space: str, seen: SpaceView, zoom: Zoom) -> Line:
    marked = space in of.marked
    edge: Run = (">", "path") if marked else ("~", "wave") if seen.water else (" ", "")
    style = "wave" if seen.water else "dim" if seen.impassable else ""
    style = ("path" if of.targets else style) if marked else style
    owner = of.view.owners.get(space, "")
    letter: list[Run] = []
    if zoom.width >= 12 and not seen.water:
        sign = "#" if seen.impassable else terms.letter(of.view, owner)[:1] or "-"
        letter = [(sign, role(of.view, owner)), (" ", "")]
    room = zoom.width - 1 - sum(len(text) for text, _ in letter)
    return line(edge, *letter, (shortened(safe(seen.name), room), style))


@lru_cache(maxsize=2048)
def shortened(name: str, room: int) -> str:
    """A name in so many characters: its longest words are cut first, "Soviet Far East" to "Sovi Far East"."""
    words = "".join(char if cell_len(char) == 1 else "?" for char in name).split()
    while len(" ".join(words)) > room:
        longest = max(range(len(words)), key=lambda at: (len(words[at]), at))
        if len(words[longest]) <= 2:
            return " ".join(words)[: max(0, room)]
        words[longest] = words[longest][:-1]
    return " ".join(words)


def _forces_line(of: Scene, space: str, seen: SpaceView, room: int, marks: bool) -> Line:
    here = of.here.get(space, {})
    tokens = forces(of.view, here, seen.water, room)
    owner = of.view.owners.get(space, "")
    if not width(tokens) and not seen.water:
        text = "closed" if seen.impassable else f"{terms.letter(of.view, owner)}0" if owner else "-"
        tokens = line((text[:room], "dim"))
    signs = _signs(of.view, space, seen, here)
    if marks and signs and width(tokens) + len(signs) < room:
        return line(*fit(tokens, room - len(signs)), (signs, "dim"))
    return fit(tokens, room)


def forces(view: View, here: Mapping[str, Stand], water: bool, room: int) -> Line:
    """What stands in a space by power and domain, as finely as there is room: "M4s+1a T2", "M5 T2", "M5+"."""
    fine = [
        (_token(terms.letter(view, power), stand, water), role(view, power)) for power, stand in here.items() if stand.all
    ]
    coarse = [(f"{terms.letter(view, power)}{stand.all}", role(view, power)) for power, stand in here.items() if stand.all]
    for tokens in (fine, coarse):
        joined = line(*(piece for token in tokens for piece in (token, (" ", ""))))
        if width(joined) - 1 <= room:
            return joined[:-1] if joined else ()
    parts: list[Run] = []
    for text, style in coarse:
        if sum(len(part) for part, _ in parts) + len(text) + 1 > room:
            break
        parts += [(text, style), (" ", "")]
    return line(*parts[:-1], ("+", "strong"))


def _token(letter: str, stand: Stand, water: bool) -> str:
    """ "M5" five land units, "M5+2a" two aircraft beside them, "M4s1a+2" ships and aircraft with two land units aboard."""
    afloat = f"{stand.sea}s" if stand.sea else ""
    flying = f"{stand.air}a" if stand.air else ""
    land = f"{stand.land}" if stand.land else ""
    parts = [afloat + flying, land] if water else [land, afloat + flying]
    return letter + "+".join(part for part in parts if part)


def _signs(view: View, space: str, seen: SpaceView, here: Mapping[str, Stand]) -> str:
    """A territory's value, with * for a city and ^ for a complex: "6*^"."""
    if seen.water or seen.impassable:
        return ""
    return f"{seen.value}{'*' if seen.city else ''}{'^' if any(s.fixed for s in here.values()) else ''}"


def _marks(view: View, space: str, seen: SpaceView) -> Line:
    """What a territory is worth, in words where there is room."""
    if seen.water or seen.impassable:
        return ()
    complexes = [u for u, unit in view.units.items() if unit.space == space and terms.has(view, u, "complex")]
    hurt = view.damage.get(space, 0)
    works = (f"^-{hurt}" if hurt else "^") if complexes else ""
    rank = "capital" if seen.capital_of else "city" if seen.city else ""
    return line((f"{seen.value}{'*' if seen.city else ''} {rank} {works}".rstrip(), "dim"))


def _types_line(of: Scene, space: str, room: int) -> Line:
    """The types of the first power in a space: "3inf 1art"."""
    here = of.here.get(space, {})
    first = next(iter(here), "")
    counts = terms.counted(of.view, (u for u, unit in of.view.units.items() if unit.space == space and unit.owner == first))
    return fit(line((in_short(of.view, counts), "")), room)


def in_short(view: View, counts: Mapping[str, int]) -> str:
    """Units by type in three letters or so: "3inf 1art"; without complexes."""
    types = view.setting.types
    return " ".join(
        f"{counts[key]}{_short(key)}" for key in terms.type_order(view) if counts.get(key) and types[key].domain != "fixed"
    )


def _short(key: str) -> str:
    words = key.split("-")
    return "".join(word[0] for word in words) if len(words) > 1 else key if len(key) < 5 else key[:3]

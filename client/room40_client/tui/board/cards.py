"""Ship cards in a battle: boxes as they were and as they are, those just lost struck off (H2, H7.5)."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from room40.dreadnought.views import View
from room40_client.tui.board import terms
from room40_client.tui.draw.runs import Line, Run, fit, line, safe


class Boxes(Struct, frozen=True):
    """What stands on a ship's card: whose she is, and the boxes left."""

    side: str
    name: str
    kind: str
    hull: int
    primary: int
    secondary: int
    tertiary: int
    mounts: int
    speed: str
    boats: int
    sunk: bool


Cards = Mapping[str, Boxes]
_ROWS = (("hull", "hull"), ("P", "primary"), ("S", "secondary"), ("T", "tertiary"), ("torp", "mounts"))
_SHORT = {"hull": "H", "torp": "t"}


def cards(view: View) -> dict[str, Boxes]:
    """The cards of one's own ships, and of those of the battle that this viewpoint knows."""
    found: dict[str, Boxes] = {}
    for battle in view.battle.values():
        for key, ship in battle.ships.items():
            guns = (ship.hull, ship.primary, ship.secondary, ship.tertiary, ship.torpedo_mounts)
            found[key] = Boxes(ship.side, ship.name, ship.kind, *guns, ship.speed, ship.boats, ship.sunk)
    for key, mine in view.ships.items():
        card = view.classes.get(mine.card)
        kind = card.type if card else mine.kind
        guns = (mine.hull, mine.primary, mine.secondary, mine.tertiary, mine.torpedo_mounts)
        found[key] = Boxes(view.seat, mine.name, kind, *guns, mine.speed, mine.boats, mine.sunk)
    return found


def built(view: View, first: Cards) -> dict[str, Boxes]:
    """Cards as built: of one's own ships by their class; of the others as they were first seen."""
    found = dict(first)
    for key, mine in view.ships.items():
        made = view.classes.get(mine.card)
        if made and key in found:
            guns = {"hull": made.hull, "primary": made.primary, "secondary": made.secondary, "tertiary": made.tertiary}
            found[key] = replace(found[key], **guns, mounts=made.torpedo_mounts, speed=made.speed, boats=made.boats)
    return found


def sunk_by_name(of: Cards, names: Collection[str]) -> dict[str, Boxes]:
    """Cards with those ships struck off whole that are told to be sunk: a ship that is gone shows no card any more."""
    return {key: replace(boxes, sunk=True, hull=0) if boxes.name in names else boxes for key, boxes in of.items()}


def hurt(before: Cards, after: Cards) -> list[str]:
    """The ships that have lost something, one's own side's and the other's by name."""
    found = [key for key, now in after.items() if key in before and _lost(before[key], now)]
    return sorted(found, key=lambda key: (after[key].side, after[key].name))


def _lost(was: Boxes, now: Boxes) -> bool:
    boxes = any(getattr(now, part) < getattr(was, part) for _, part in _ROWS)
    return boxes or now.boats < was.boats or (now.sunk and not was.sunk) or now.speed != was.speed


def card(whole: Boxes, was: Boxes, now: Boxes, columns: int, mine: bool) -> Line:
    """One card in a line: boxes left "o", lost before "x", lost just now "X"."""
    narrow = columns < 70
    size = 12 if narrow else 14
    head = f"{terms.short(safe(now.name), size)} "
    parts: list[str | Run] = [(head, "own" if mine else "strong")]
    for name, part in _ROWS:
        has, had, made = (int(getattr(of, part)) for of in (now, was, whole))
        if made:
            parts += [
                (f"{_SHORT.get(name, name) if narrow else name} ", "dim"),
                "o" * has,
                ("X" * max(0, had - has), "fresh"),
            ]
            parts += [("x" * max(0, made - max(had, has)), "struck"), " "]
    if now.sunk:
        parts.append(("SUNK", "refused"))
    elif now.speed == "0":
        parts.append(("dead in the water", "alert"))
    else:
        was_speed = was.speed if was.speed != now.speed else whole.speed
        parts.append(f"{'sp' if narrow else 'speed'} {safe(now.speed)}")
        parts.append(f" (was {safe(was_speed)})" if was_speed != now.speed else "")
        parts.append(f" {now.boats} boats" if whole.boats > 1 else "")
    return fit(line(*parts), columns)


def lines(view: View, keys: Iterable[str], whole: Cards, before: Cards, after: Cards, columns: int) -> list[Line]:
    """The cards of some ships."""
    found: list[Line] = []
    for key in keys:
        now = after[key]
        was = before.get(key, now)
        mine = now.side == view.seat or (view.seat == "public" and now.side == "EN")
        found.append(card(whole.get(key, was), was, now, columns, mine))
    return found

"""The two forces of a battle, row by row: units that are alike to their owner stand in one row (K5.1, K5.5)."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from room40.combined_arms.views import BattleView, View
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.draw.runs import Line, Run, fit, line, safe

ATTACKER, DEFENDER = "attacker", "defender"


class Row(Struct, frozen=True):
    """Units that are alike. `needs`: on what they hit, in words; `marked`: how many of them are hit and stand aside.

    `units` are those still standing; a row of numbers alone, from what a battle began with, has none. `lives`: how many
    hits each can still take.
    """

    type: str
    name: str
    plural: str
    number: int
    needs: str
    owner: str = ""
    units: tuple[str, ...] = ()
    marked: int = 0
    lives: int = 1
    note: str = ""


def of_battle(view: View, battle: BattleView, which: str) -> list[Row]:
    """The rows of a side as it stands."""
    ids = battle.attackers if which == ATTACKER else battle.defenders
    return rows(view, ids, which, battle.marked, battle.strikers)


def rows(view: View, ids: Iterable[str], which: str, marked: Iterable[str] = (), strikers: Iterable[str] = ()) -> list[Row]:
    """Units in rows, in the order of the unit table."""
    struck, aside = frozenset(strikers), frozenset(marked)
    ids = [unit_id for unit_id in ids if unit_id in view.units]
    groups: dict[tuple[str, str, int, str], list[str]] = {}
    for unit_id in ids:
        unit = view.units[unit_id]
        notes = f"with {load}" if (load := cargo(view, unit_id)) else _way(view, unit_id, ids) if which == ATTACKER else ""
        groups.setdefault((unit.type, unit.owner, unit.damage, notes), []).append(unit_id)
    counts = terms.counted(view, ids)
    found: list[Row] = []
    for (key, owner, damage, note), units in groups.items():
        standing = tuple(unit for unit in units if unit not in aside)
        kind = view.setting.types.get(key)
        hits = kind.hits if kind else 1
        also = [note, "damaged" if damage else "", "has struck" if struck & set(units) else ""]
        found.append(
            Row(
                key,
                terms.type_name(view, key),
                safe(kind.plural) if kind else safe(key),
                len(standing),
                needs(view, key, which, counts),
                owner,
                standing,
                len(units) - len(standing),
                max(1, hits - damage),
                ", ".join(word for word in also if word),
            )
        )
    order = terms.type_order(view)
    return sorted(found, key=lambda row: (order.index(row.type) if row.type in order else 99, row.owner, row.note))


def _way(view: View, unit_id: str, ids: Iterable[str]) -> str:
    """What tells an attacker from others of its type: it came over the beach, or has more or less movement left to land."""
    unit = view.units[unit_id]
    kind = view.setting.types.get(unit.type)
    if unit.assault and not unit.aboard:
        return "landed"
    if kind is None or kind.domain != "air":
        return ""
    used = {view.units[other].used for other in ids if view.units[other].type == unit.type}
    return f"{max(0, kind.move - unit.used)} moves left" if len(used) > 1 else ""


def began(view: View, battle: BattleView, which: str) -> list[Row]:
    """The rows of a side as the battle began."""
    counts = battle.began.get(which, {})
    keys = [key for key in terms.type_order(view) if counts.get(key)]
    types = view.setting.types
    return [
        Row(key, terms.type_name(view, key), safe(types[key].plural), counts[key], needs(view, key, which, counts))
        for key in keys
    ]


def needs(view: View, key: str, which: str, counts: Mapping[str, int]) -> str:
    """On what a type hits: "3", "1/2" where some are supported by artillery, "-" for never (K2)."""
    kind = view.setting.types.get(key)
    if kind is None:
        return "?"
    if which == DEFENDER:
        return str(kind.defence or "-")
    if kind.supported > kind.attack:
        guns = sum(n for k, n in counts.items() if "artillery" in view.setting.types[k].traits)
        if guns:
            return str(kind.supported) if guns >= counts.get(key, 0) else f"{kind.attack}/{kind.supported}"
    return str(kind.attack or "-")


def cargo(view: View, unit_id: str) -> str:
    """What a ship carries, in words, "" if nothing."""
    aboard = [key for key, unit in view.units.items() if unit.aboard == unit_id]
    return terms.count(view, terms.counted(view, aboard)) if aboard else ""


def who(view: View, battle: BattleView, which: str, room: int = 80) -> str:
    """What a side is called: its powers; where none had units in it, who held the land when the turn began."""
    if which == ATTACKER:
        return terms.power_name(view, battle.attacker)
    owners = [power for power in view.setting.order if power in battle.powers.get(which, [])]
    held = view.held.get(battle.space, "")
    if not owners and held and not terms.are_friends(view, held, battle.attacker):
        owners = [held]
    names = [terms.power_name(view, owner) for owner in owners] or ["Defender"]
    whole = ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]
    return whole if len(whole) <= room else ", ".join(terms.letter(view, owner) for owner in owners)


def title(view: View, battle: BattleView, which: str, columns: int) -> str:
    """A side as a heading: "Germany attacks"; several powers by their letters where their names find no room."""
    name = who(view, battle, which, columns - len(" defends"))
    if which == ATTACKER:
        return f"{name} raids" if battle.kind == "raid" else f"{name} attacks"
    if battle.kind == "raid":
        return f"{name}: gun and complex"
    if not battle.began.get(DEFENDER):
        return "nobody defends"
    return f"{name} defend" if len(battle.powers.get(which, [])) > 1 else f"{name} defends"


class Marks(Struct, frozen=True):
    """What is chosen of a side's rows: the row with the cursor, -1 for none; per row the words for it."""

    cursor: int = -1
    words: tuple[str, ...] = ()


def column(head: str, rows: list[Row], marks: Marks, columns: int, height: int, mixed: bool, empty: str) -> list[Line]:
    """A side as a column so many lines high. `mixed`: units of several powers, so each row says whose they are; `empty`:
    what stands for no rows.
    """
    lines = [fit(line((head, "strong")), columns)]
    drawn = [_row(row, marks, number, columns, mixed) for number, row in enumerate(rows)]
    room = height - 1
    if len(drawn) > room:
        top = max(0, min(marks.cursor - room // 2, len(drawn) - room)) if marks.cursor >= 0 else 0
        kept = drawn[top : top + room]
        if top + room < len(drawn) and kept:
            kept[-1] = fit(line((f"   and {len(drawn) - top - room + 1} rows more", "dim")), columns)
        drawn = kept
    if not rows:
        drawn = [fit(line((f"   {empty}", "dim")), columns)]
    lines += drawn
    return lines[:height] + [fit(line(), columns)] * (height - len(lines))


def _row(row: Row, marks: Marks, number: int, columns: int, mixed: bool) -> Line:
    whose = f"{row.owner} " if mixed and row.owner else ""
    note = f" {row.note}" if row.note else ""
    name = row.name if row.number < 2 else row.plural
    text = f"{'>' if number == marks.cursor else ' '}{row.number or '-':>2} {whose}{name}{note}"
    parts: list[Run] = []
    words = marks.words[number] if number < len(marks.words) else ""
    if words:
        parts.append((f" {words}", "alert"))
    if row.marked:
        parts.append((f" {row.marked} hit", "fresh"))
    right = line((f" on {row.needs} " if row.needs != "-" else "   - ", "dim"), *parts)
    room = columns - sum(len(text) for text, _ in right)
    style = "cursor" if number == marks.cursor else "dim" if not row.number else ""
    return fit(line(*fit(line((text, style)), room, style if number == marks.cursor else ""), *right), columns)

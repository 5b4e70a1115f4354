"""The chosen space in words: whose it is, what it is worth, what stands there, what it touches."""

from collections.abc import Collection, Sequence

from room40.combined_arms.situation import survey
from room40.combined_arms.views import UnitView, View
from room40_client.tui.combined_arms.draw.stands import role
from room40_client.tui.combined_arms.homeward import on_deck
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.words import DUTIES, MOVES
from room40_client.tui.draw.runs import Line, line, rule, safe, wrap


def about(view: View, space: str, columns: int, rows: int) -> list[Line]:
    """A space in exactly so many lines: a heading, what stands there power by power, what it touches."""
    if space not in view.setting.spaces:
        return [rule(line(), columns), *[()] * (rows - 1)]
    touches = [line((piece, "dim")) for piece in wrap(f" {touching(view, space)}", columns - 1, "   ")]
    standing = [of for power in powers_in(view, space) for of in standing_lines(view, space, power, columns)]
    room = rows - 1 - len(touches)
    if len(standing) > room:
        touches = touches[:1]
        room = rows - 1 - len(touches)
        if len(standing) > room:
            standing = [*standing[: max(0, room - 1)], line((" more: u shows every unit", "dim"))][:room]
    lines = [rule(heading(view, space), columns), *standing, *touches]
    return [*lines, *[()] * (rows - len(lines))][:rows]


def heading(view: View, space: str) -> Line:
    """ "Port Marran  Marran's capital, value 6, complex"."""
    seen = view.setting.spaces[space]
    name = (safe(seen.name), "strong")
    if seen.water:
        return line(name, "  sea zone", (canals(view, space), "dim"))
    if seen.impassable:
        return line(name, "  closed to everything")
    owner = view.owners.get(space, "")
    rank = " and ".join(word for word, is_so in (("capital", seen.capital_of), ("city", seen.city)) if is_so)
    of = terms.power_name(view, owner) if owner else "neutral"
    facts = [f"value {seen.value}", *_works(view, space)]
    if seen.original and seen.original != owner:
        facts.append(f"{terms.power_name(view, seen.original)}'s by right")
    return line(name, "  ", (of, role(view, owner)), f"{'' if not rank else f', {rank}'}, {', '.join(facts)}")


def _works(view: View, space: str) -> list[str]:
    """The complex in a territory, with its damage."""
    if not any(unit.space == space and terms.has(view, i, "complex") for i, unit in view.units.items()):
        return []
    hurt = view.damage.get(space, 0)
    return [f"complex, damage {hurt}" if hurt else "complex"]


def canals(view: View, zone: str) -> str:
    """The canals that begin in a zone, open to the power in turn or not: ", canal to the Lagoon (The Neck) shut" (K3.2)."""
    found = []
    shut = survey(view).shut if any(zone in canal.zones for canal in view.setting.canals.values()) else frozenset()
    for canal in view.setting.canals.values():
        if zone in canal.zones:
            other = next((z for z in canal.zones if z != zone), zone)
            shores = " and ".join(terms.space_name(view, shore) for shore in canal.shores)
            state = "shut" if (zone, other) in shut else "open"
            found.append(f", canal to {terms.space_name(view, other)} ({shores}) {state}")
    return "".join(found)


def touching(view: View, space: str) -> str:
    """What a space touches: "touches Marran Hills, The Strait"."""
    near = [terms.space_name(view, key) for key in view.setting.spaces[space].near]
    return f"touches {', '.join(near)}" if near else "touches nothing"


def powers_in(view: View, space: str) -> list[str]:
    """The powers with units in a space, the own first."""
    found = {unit.owner for unit in view.units.values() if unit.space == space}
    ranks = {"own": 0, "mine": 1, "theirs": 2, "dim": 3}
    return sorted(found, key=lambda power: (ranks[role(view, power)], power))


def standing_lines(view: View, space: str, power: str, columns: int) -> list[Line]:
    """What a power has in a space, wrapped: "M Marran  3 infantry, 1 tank"."""
    head = f" {terms.letter(view, power)} {terms.power_name(view, power)}  "
    pieces = wrap(", ".join(groups(view, space, power)), max(20, columns - len(head) - 1))
    first = line((head, role(view, power)), pieces[0])
    return [first, *(line(" " * len(head), piece) for piece in pieces[1:])]


def groups(view: View, space: str, power: str, with_left: bool = False) -> list[str]:
    """The units of a power in a space, those alike together, cargo with its ship: "1 transport (2 infantry)".

    `with_left`: with the movement that is left to them.
    """
    inside = {i: u for i, u in view.units.items() if u.space == space and u.owner == power}
    guests: dict[str, list[str]] = {}
    for key, unit in view.units.items():
        if unit.aboard:
            guests.setdefault(unit.aboard, []).append(key)
    counts: dict[tuple[str, str], int] = {}
    landed = on_deck(view) if view.phase == "non-combat move" else frozenset()
    for key, unit in inside.items():
        if unit.aboard and unit.aboard in view.units:
            continue
        notes = [*_state(view, key, unit, landed), *([cargo(view, guests[key])] if key in guests else [])]
        notes += [left] if with_left and (left := _left(view, unit)) else []
        note = f" ({'; '.join(notes)})" if notes else ""
        counts[unit.type, note] = counts.get((unit.type, note), 0) + 1
    order = {key: number for number, key in enumerate(terms.type_order(view))}
    ordered = sorted(counts.items(), key=lambda item: (order.get(item[0][0], 99), item[0][1]))
    return [terms.several(view, kind, number) + note for (kind, note), number in ordered]


def cargo(view: View, aboard: Sequence[str]) -> str:
    """What a ship carries: "2 infantry, landing in Port Tavik"."""
    lands = sorted({view.units[i].assault for i in aboard if view.units[i].assault})
    where = f", landing in {' and '.join(terms.space_name(view, key) for key in lands)}" if lands else ""
    return terms.count(view, terms.counted(view, aboard)) + where


def _state(view: View, key: str, unit: UnitView, landed: Collection[str]) -> list[str]:
    """What is to be said of a unit beside its type; `landed`: the fighters over a deck that is theirs at the commit."""
    notes = []
    if unit.damage:
        notes.append("damaged")
    if key in landed:
        notes.append("on the carrier")
    if unit.submerged:
        notes.append("submerged")
    if unit.duty in ("raid", "landing") and view.phase in ("combat move", "combat"):
        notes.append(DUTIES[unit.duty])
    if (place := view.plan.landing.get(key)) and place != unit.space and key not in landed:
        notes.append(f"can land in {terms.space_name(view, place)}")
    if place := view.plan.carriers.get(key):
        notes.append(f"must go to {terms.space_name(view, place)}")
    return notes


def _left(view: View, unit: UnitView) -> str:
    """The movement left to a unit of the power that moves: "1 of 2 left"."""
    move = view.setting.types[unit.type].move
    if view.phase not in MOVES or unit.owner != view.power or not move:
        return ""
    return f"{max(0, move - unit.used)} of {move} left"


def all_units(view: View, space: str, columns: int) -> list[Line]:
    """Every unit of a space, one group a line, with the movement that is left to it."""
    lines: list[Line] = [heading(view, space), line("")]
    for power in powers_in(view, space):
        lines.append(line((f"{terms.power_name(view, power)}", role(view, power))))
        lines += [
            line("  ", piece) for text in groups(view, space, power, True) for piece in wrap(text, columns - 4, "    ")
        ]
    if len(lines) == 2:
        lines.append(line(("Nothing stands here.", "dim")))
    lines += [line(""), *(line((piece, "dim")) for piece in wrap(touching(view, space), columns - 2, "  "))]
    return lines

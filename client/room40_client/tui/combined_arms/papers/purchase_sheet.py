"""The purchase as it is drawn: the unit table with what is bought, repairs, and what could be placed (K2, K4, K7)."""

from msgspec import Struct

from room40.combined_arms.views import TypeView, View
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.draw.runs import Line, line, safe


class Draft(Struct, frozen=True):
    """What is to be bought and repaired, before it is said: type -> number, space -> points."""

    units: dict[str, int]
    repairs: dict[str, int]


class Yard(Struct, frozen=True):
    """An own complex: what it brings forth now, undamaged, its damage, and whether it lies on the sea."""

    space: str
    output: int
    value: int
    damage: int
    on_sea: bool


def cost(view: View, draft: Draft) -> int:
    """What the draft costs; repairs are 1 a point (K2, K4)."""
    types = view.setting.types
    return sum(types[key].cost * number for key, number in draft.units.items()) + sum(draft.repairs.values())


def left(view: View, draft: Draft) -> int:
    """The money left after the draft."""
    return view.money.get(view.power, 0) - cost(view, draft)


def yards(view: View) -> list[Yard]:
    """The complexes that the power in turn has held since its turn began, the largest first (K7)."""
    found: list[Yard] = []
    for unit in view.units.values():
        kind = view.setting.types.get(unit.type)
        space = view.setting.spaces.get(unit.space)
        if kind is None or space is None or "complex" not in kind.traits:
            continue
        if view.owners.get(unit.space) != view.power or view.held.get(unit.space) != view.power:
            continue
        damage = view.damage.get(unit.space, 0)
        wet = any(view.setting.spaces[near].water for near in space.near if near in view.setting.spaces)
        found.append(Yard(unit.space, max(0, space.value - damage), space.value, damage, wet))
    return sorted(found, key=lambda yard: (-yard.value, yard.space))


def buyable(view: View) -> list[str]:
    """The types that are sold, in the order in which they are listed."""
    return [key for key in terms.type_order(view) if view.setting.types[key].sold]


def damaged(view: View) -> list[str]:
    """The own territories whose complex is damaged."""
    return [space for space, points in sorted(view.damage.items()) if points and view.owners.get(space) == view.power]


def sites(view: View) -> int:
    """How many territories could take a new complex (K7)."""
    built = {unit.space for unit in view.units.values() if "complex" in view.setting.types[unit.type].traits}
    return sum(
        1
        for key, space in view.setting.spaces.items()
        if space.value and view.owners.get(key) == view.held.get(key) == view.power and key not in built
    )


def page(view: View, draft: Draft, columns: int, cursor: int) -> list[Line]:
    """The unit table, row by row, then repairs; `cursor` counts the rows that can be chosen."""
    head = f"      {'unit':<19} cost attack defence move"
    lines = [line((head, "dim"))]
    rows = buyable(view)
    for number, key in enumerate(rows):
        lines.append(_unit(view.setting.types[key], draft.units.get(key, 0), number == cursor, columns))
    spaces = damaged(view)
    if spaces:
        lines += [line(), line((" Repairs, 1 a point", "strong"))]
    for number, space in enumerate(spaces, len(rows)):
        lines.append(_repair(view, space, draft.repairs.get(space, 0), number == cursor))
    return lines


def _unit(kind: TypeView, number: int, is_chosen: bool, columns: int) -> Line:
    figure = f"{'>' if is_chosen else ' '}{number or '':>3} "
    attack, move = str(kind.attack) if kind.attack else "-", str(kind.move) if kind.move else "-"
    text = f" {safe(kind.name):<19} {kind.cost:>4} {attack:>4} {kind.defence or '-':>6} {move:>6}"
    words = f"   {notes(kind)}" if columns >= 70 else ""
    if is_chosen:
        return line((f"{figure}{text}", "cursor"), (words, "dim"))
    return line((figure, "own" if number else ""), text, (words, "dim"))


def notes(kind: TypeView) -> str:
    """What is peculiar to a type, in few words (K2)."""
    found: list[str] = []
    if kind.supported:
        found.append(f"hits on {kind.supported} beside artillery")
    words = {
        "artillery": "supports one infantry",
        "blitz": "blitzes",
        "anti-aircraft": "fires at aircraft; moves in phase 4",
        "complex": "brings forth units",
        "fighter": "lands on carriers",
        "bomber": "raids complexes",
        "destroyer": "undoes submarines",
        "submarine": "strikes first, submerges",
        "transport": "1 unit and 1 infantry",
    }
    found += [text for trait, text in words.items() if trait in kind.traits]
    if kind.hits > 1:
        found.append(f"{kind.hits} hits")
    if kind.bombard:
        found.append(f"bombards on {kind.bombard}")
    if kind.decks:
        found.append(f"{kind.decks} fighters")
    return ", ".join(found)


def _repair(view: View, space: str, points: int, is_chosen: bool) -> Line:
    worth, damage = view.setting.spaces[space].value, view.damage.get(space, 0)
    now, then = max(0, worth - damage), max(0, worth - damage + points)
    figure = f"{'>' if is_chosen else ' '}{points or '':>3} "
    text = f" {terms.space_name(view, space):<19} {damage} damage, brings forth {now}"
    after = f", then {then}" if points else ""
    return line((f"{figure}{text}{after}", "cursor")) if is_chosen else line((figure, "own" if points else ""), text, after)


def limits(view: View, draft: Draft) -> Line:
    """What could be placed of all this at the end of the turn: a warning, or what the complexes bring forth (K7)."""
    made = yards(view)
    output = sum(min(y.value, y.output + draft.repairs.get(y.space, 0)) for y in made)
    at_sea = sum(min(y.value, y.output + draft.repairs.get(y.space, 0)) for y in made if y.on_sea)
    types = view.setting.types
    complexes = sum(n for key, n in draft.units.items() if "complex" in types[key].traits)
    ships = sum(n for key, n in draft.units.items() if types[key].domain == "sea")
    units = sum(draft.units.values()) - complexes
    if units > output:
        return line((f" {units} units are bought and your complexes bring forth {output}: the rest is paid back.", "alert"))
    if ships > at_sea:
        return line((f" {ships} ships are bought and your complexes on the sea launch {at_sea}.", "alert"))
    if complexes > sites(view):
        return line((f" {complexes} complexes are bought; there is room for {sites(view)}.", "alert"))
    where = ", ".join(f"{terms.space_name(view, y.space)} {y.output}{' no coast' if not y.on_sea else ''}" for y in made)
    return line((f" {units} of {output} units you can place: {where}." if made else " You have no complex.", "dim"))

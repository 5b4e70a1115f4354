"""What lies beside the map: the planned moves with the landing plan, how the powers stand, the log."""

from collections.abc import Mapping

from room40.combined_arms.views import View
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.draw.stands import role
from room40_client.tui.combined_arms.homeward import on_deck
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.planned import battles_ahead
from room40_client.tui.draw.runs import Line, ends, line, safe, wrap

LINES_OF_LOG = 200


def moves(view: View) -> list[tuple[int, str]]:
    """The planned moves by number, in words."""
    return [(number, words.move(view, view.plan.moves[str(number)])) for number in sorted(map(int, view.plan.moves))]


def plan(view: View, columns: int) -> list[Line]:
    """The moves, the battles that follow, where aircraft land, what stands in the way of the commit."""
    lines: list[Line] = []
    for number, text in moves(view):
        pieces = wrap(text, columns - 5)
        lines.append(line((f" {number:>2} ", "strong"), pieces[0]))
        lines += [line("    ", piece) for piece in pieces[1:]]
    if not lines:
        lines.append(line((" No moves yet.", "dim")))
    lines += battles(view, columns) + landing(view, columns) + missing(view, columns)
    return lines


def battles(view: View, columns: int, chances: Mapping[str, str] | None = None) -> list[Line]:
    """The battles that follow from the plan; `chances` of their spaces in words."""
    found = battles_ahead(view)
    lines = [line((f" {'Battles' if len(found) > 1 else 'Battle'} to come", "strong"))] if found else []
    for one in found:
        against = f", {one.attackers} against {one.defenders}" if one.kind != "raid" else f", {one.attackers} aircraft"
        chance = f"; {chances[one.space]}" if chances and one.space in chances and one.kind != "raid" else ""
        text = f"{terms.space_name(view, one.space)}: {one.kind}{against}{chance}"
        lines += [line(("  x ", "alert"), piece) for piece in wrap(text, columns - 5)]
    return lines


def landing(view: View, columns: int) -> list[Line]:
    """Where the landing plan lets aircraft land, and the carriers it moves (K3.4)."""
    by_place: dict[str, list[str]] = {}
    landed = on_deck(view) if view.phase == "non-combat move" else frozenset()
    for aircraft, place in view.plan.landing.items():
        if aircraft in view.units and view.units[aircraft].space == place:
            continue  # it is there
        if aircraft in landed:
            continue  # it has a deck where it is
        by_place.setdefault(place, []).append(aircraft)
    texts = [f"{words.units(view, ids)} in {terms.space_name(view, place)}" for place, ids in sorted(by_place.items())]
    texts += [
        f"the {terms.type_name(view, view.units[ship].type)} goes to {terms.space_name(view, place)}"
        for ship, place in sorted(view.plan.carriers.items())
        if ship in view.units
    ]
    if not texts:
        return []
    pieces = [line("    ", piece) for text in texts for piece in wrap(text, columns - 5)]
    return [line((" Aircraft can land (K3.4)", "strong")), *pieces]


def missing(view: View, columns: int) -> list[Line]:
    """What stands in the way of the commit."""
    pieces = [piece for text in view.ask.missing for piece in wrap(safe(text), columns - 5)]
    return (
        [line((" In the way of the commit", "alert")), *(line(("    " + piece, "alert")) for piece in pieces)]
        if pieces
        else []
    )


def powers(view: View, columns: int) -> list[Line]:
    """The powers in turn: money, income, cities; the one in turn marked."""
    lines: list[Line] = []
    for power in view.setting.order:
        mark = (">" if power == view.power else " ", "strong")
        name = terms.power_name(view, power)
        income = sum(view.setting.spaces[key].value for key, owner in view.owners.items() if owner == power)
        text = f"money {view.money.get(power, 0):>3}   income {income:>3}"
        left = line(mark, (f"{terms.letter(view, power)} {name}", role(view, power)))
        lines.append(ends(left, line(text + " "), columns))
    lines.append(line())
    for alliance, held in cities(view).items():
        goal = view.setting.cities_to_win.get(alliance, 0)
        wins = f", wins with {goal}" if goal else ""
        lines.append(line(f" {safe(alliance)}: {held} cit{'y' if held == 1 else 'ies'}{wins}"))
    return lines


def cities(view: View) -> dict[str, int]:
    """How many cities each alliance holds."""
    counts = {view.setting.powers[power].alliance: 0 for power in view.setting.order}
    for key, owner in view.owners.items():
        if view.setting.spaces[key].city and owner in view.setting.powers:
            counts[view.setting.powers[owner].alliance] += 1
    return counts


def last_line(view: View, columns: int) -> Line:
    """The last line of the log."""
    number = max(map(int, view.log), default=0)
    return line((f" {safe(view.log[str(number)].text)}", "dim")) if number else ()


def log(view: View, columns: int) -> list[Line]:
    """The last lines of the log, a heading a turn."""
    lines: list[Line] = []
    turn: tuple[int, str] = (0, "")
    for number in sorted(map(int, view.log))[-LINES_OF_LOG:]:
        event = view.log[str(number)]
        if (event.round, event.power) != turn:
            turn = (event.round, event.power)
            lines.append(line((f"Round {event.round}, {terms.power_name(view, event.power)}", "strong")))
        lines += [line(piece) for piece in wrap(f"  {safe(event.text)}", columns - 1, "    ")]
    return lines or [line(("Nothing has happened yet.", "dim"))]

"""The odds as they are drawn: the two forces in columns, what comes of it below (K8)."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from room40.combined_arms.forces import CannotRead, Odds, Question, question
from room40.combined_arms.views import View
from room40_client.tui.combined_arms.papers import matchups, terms
from room40_client.tui.draw.runs import Line, fit, line, rule, safe, wrap

ORDERS = ("by cost", "aircraft last", "tanks last")
"""In what order a side loses its units: the cheapest first, or some of them after all others."""
BAR = 24


class Draft(Struct, frozen=True):
    """What odds are asked of: type -> number for both sides, how each loses its units, the attacker's last land unit held.

    `hit`: how many of each have taken a first hit, of both sides, as long as the numbers are those of a battle.
    """

    forces: tuple[dict[str, int], dict[str, int]] = ({}, {})
    orders: tuple[int, int] = (0, 0)
    hold: bool = False
    hit: tuple[dict[str, int], dict[str, int]] = ({}, {})
    title: str = ""


def rows(view: View, draft: Draft) -> list[str]:
    """The types that can fight; once it is clear whether they meet on land or at sea, those that can fight there."""
    types = view.setting.types
    keys = [key for key in terms.type_order(view) if types[key].domain != "fixed"]
    there = {types[key].domain for force in draft.forces for key, number in force.items() if number}
    if any(types[key].domain == "sea" for key, number in draft.forces[1].items() if number):
        keys = [key for key in keys if types[key].domain != "land"]
    elif "land" in there:
        keys = [key for key in keys if types[key].domain != "sea" or types[key].bombard]
    return keys + [key for key in _there_too(draft) if key in types and key not in keys]


def _there_too(draft: Draft) -> list[str]:
    """Whatever has a number, that it can be taken away."""
    return sorted({key for force in draft.forces for key, number in force.items() if number})


def of_matchup(battle: matchups.Matchup, before: Draft) -> Draft:
    """The draft of a battle; how units are lost stays as it was."""
    asked = battle.asked
    forces = (dict(asked.attackers), dict(asked.defenders))
    hit = (dict(asked.attackers_hit), dict(asked.defenders_hit))
    return replace(before, forces=forces, hit=hit, title=battle.title)


def asked(view: View, draft: Draft) -> Question | None:
    """The question; None while a side is empty. Raises `CannotRead` if the two cannot meet."""
    mine, theirs = ({key: n for key, n in force.items() if n} for force in draft.forces)
    if not mine or not theirs:
        return None
    types = view.setting.types
    made = question(terms.kinds(view), mine, theirs)
    if made.at_sea and not any(types[key].domain != "air" for key in theirs):
        raise CannotRead("Aircraft alone do not hold a zone: give the defender a ship.")
    return replace(
        made,
        attackers_hit=_within(draft.hit[0], mine),
        defenders_hit=_within(draft.hit[1], theirs),
        attacker_order=_order(view, draft.orders[0]),
        defender_order=_order(view, draft.orders[1]),
        hold=draft.hold and not made.at_sea,
        die_sides=view.setting.die_sides,
    )


def _within(hit: Mapping[str, int], force: Mapping[str, int]) -> dict[str, int]:
    return {key: min(number, force[key]) for key, number in hit.items() if key in force}


def _order(view: View, which: int) -> tuple[str, ...]:
    """The types that are lost last, the dearest after the others."""
    types = view.setting.types
    words = ORDERS[which]
    if words == "aircraft last":
        return tuple(key for key in terms.type_order(view) if types[key].domain == "air")
    if words == "tanks last":
        return tuple(key for key in terms.type_order(view) if "blitz" in types[key].traits)
    return ()


def columns_of(view: View, draft: Draft, cursor: int, column: int) -> list[Line]:
    """The table of both forces, the number with the cursor marked."""
    names = [f"{'Attacker':>10}", f"{'Defender':>10}"]
    head = [(name, "strong" if at == column else "dim") for at, name in enumerate(names)]
    lines = [line(f" {'':<20}", *head, (f"   on attack, defence{'':<6}", "dim"))]
    for number, key in enumerate(rows(view, draft)):
        kind = view.setting.types[key]
        cells = []
        for at in (0, 1):
            figure = draft.forces[at].get(key, 0)
            is_chosen = (number, at) == (cursor, column)
            text = f"{('>' if is_chosen else '') + str(figure or '.'):>9} "
            cells.append((text, "cursor" if is_chosen else "own" if figure else "dim"))
        strength = f"   {kind.attack or '-'}, {kind.defence or '-'}"
        lines.append(line((f" {safe(kind.name):<20}", "strong" if number == cursor else ""), *cells, (strength, "dim")))
    return lines


def options(draft: Draft) -> Line:
    """How units are lost, in words."""
    mine, theirs = (ORDERS[which] for which in draft.orders)
    hold = ", keeps a land unit to the last" if draft.hold else ""
    return line((" Losses: ", "dim"), f"attacker {mine}{hold}; defender {theirs}.")


def results(view: View, found: Odds, about: Question, columns: int) -> list[Line]:
    """What comes of it: who wins, what is left, what it costs, and how it was reckoned."""
    how = f"{found.battles} battles simulated, standard error {100 * found.error:.2f} %" if found.battles else "exact"
    at = "at sea" if about.at_sea else "on land"
    lines = [rule(line((f"Odds {at}, {how}", "strong")), columns)]
    chances = [("attacker wins", found.attacker), ("defender wins", found.defender), ("both gone", found.both)]
    if found.neither > 0:
        chances.append(("neither can hit", found.neither))
    for name, chance in chances:
        more = f"   territory taken {_per_cent(found.takes)}" if name == "attacker wins" and not about.at_sea else ""
        lines.append(fit(line(f" {name:<16}{_per_cent(chance)}  ", (_bar(chance), "own"), (more, "")), columns))
    sides = (
        ("Attacker", found.attackers_left, found.attacker_loss),
        ("Defender", found.defenders_left, found.defender_loss),
    )
    for name, left, loss in sides:
        means = ", ".join(
            f"{left[key]:.1f} {_plural(view, key, left[key])}" for key in terms.type_order(view) if left.get(key, 0) >= 0.05
        )
        text = f" {name} keeps {means or 'next to nothing'}; loses {loss:.1f} in cost."
        lines += [line(piece) for piece in wrap(text, columns, "   ")]
    return lines


def _plural(view: View, key: str, number: float) -> str:
    return terms.type_name(view, key) if f"{number:.1f}" == "1.0" else safe(view.setting.types[key].plural)


def _per_cent(chance: float) -> str:
    return f"{100 * chance:6.2f} %"


def _bar(chance: float) -> str:
    return "■" * round(BAR * chance)

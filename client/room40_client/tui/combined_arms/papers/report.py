"""The report of a battle that is over: how it ended, what each side began with, lost and kept, and the story (K5)."""

from room40.combined_arms.views import BattleView, View
from room40_client.tui.combined_arms.papers import battle_page, sides, telling, terms
from room40_client.tui.combined_arms.papers.sides import ATTACKER, DEFENDER
from room40_client.tui.draw.runs import Line, fit, line, rule

ENDINGS = {
    "won": "{attacker} has won.",
    "defended": "The attack is beaten off.",
    "both gone": "Nobody is left.",
    "submerged": "It is over; submarines have submerged.",
    "retreated": "{attacker} has retreated.",
    "stalemate": "Neither side can hit the other; it is over.",
    "raid": "The raid is over.",
    "nobody lands": "Nobody lands.",
}


def ending(view: View, battle: BattleView) -> str:
    """How it ended, one sentence, and who holds the place now."""
    text = ENDINGS.get(battle.outcome, "It is over.").format(attacker=terms.power_name(view, battle.attacker))
    owner = view.owners.get(battle.space, "")
    if battle.kind == "land" and battle.outcome == "won" and owner:
        taken = terms.are_friends(view, owner, battle.attacker)
        holds = f"{terms.power_name(view, owner)} holds {terms.space_name(view, battle.space)}."
        return f"{text} {holds}" if taken else f"{text} No land unit is left to take it: {holds}"
    if battle.kind == "raid":
        return f"{text} The complex in {terms.space_name(view, battle.space)} has {view.damage.get(battle.space, 0)} damage."
    return text


def page(view: View, key: str, columns: int, rows: int) -> list[Line]:
    """The report in so many lines; the story is cut at its beginning where it is too long."""
    battle = view.battles[key]
    lines = [line(), line((f" {ending(view, battle)}", "alert")), line()]
    half = (columns - 3) // 2
    left, right = _table(view, battle, ATTACKER, half), _table(view, battle, DEFENDER, half)
    height = max(len(left), len(right))
    blank = fit(line(), half)
    for at in range(height):
        a, b = (of[at] if at < len(of) else blank for of in (left, right))
        lines.append(line(*a, (" │ ", "rule"), *b))
    told = battle_page.story(view, tuple(telling.lines_of(view, key)), (), columns)
    lines.append(rule(line(("How it went", "strong")), columns))
    room = rows - len(lines)
    if len(told) > room > 1:
        told = [line(("  …", "dim")), *told[len(told) - room + 1 :]]
    return (lines + told + [line()] * rows)[:rows]


def _table(view: View, battle: BattleView, which: str, columns: int) -> list[Line]:
    began, lost = battle.began.get(which, {}), battle.lost.get(which, {})
    head = fit(line((f" {sides.who(view, battle, which)}", "strong")), columns)
    lines = [head]
    for key in terms.type_order(view):
        if not began.get(key) and not lost.get(key):
            continue
        fell = f"  {lost[key]} lost" if lost.get(key) else ""
        cargo = "  (carried)" if not began.get(key) else ""
        text = f"  {terms.several(view, key, began.get(key) or lost.get(key, 0))}"
        lines.append(fit(line(f"{text:<24}", (fell, "struck"), (cargo, "dim")), columns))
    if len(lines) == 1:
        lines.append(fit(line(("  nobody", "dim")), columns))
    price = sum(view.setting.types[key].cost * number for key, number in lost.items() if key in view.setting.types)
    lines.append(fit(line((f"  losses worth {price}", "dim")), columns))
    return lines

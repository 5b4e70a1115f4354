"""The first line and the line that asks: where we are in the game, what is wanted of me now, the keys that matter."""

from room40.combined_arms.views import View
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.draw.stands import role
from room40_client.tui.combined_arms.homeward import still_out
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.combined_arms.planned import battles_ahead
from room40_client.tui.draw.bar import HELP, Keys
from room40_client.tui.draw.runs import Line, ends, fit, line, safe, width

BATTLE_KINDS = {
    "choose battle": "which battle is fought next?",
    "submerge": "do your submarines submerge?",
    "casualties": "which units take the hits?",
    "press or retreat": "press on, or retreat?",
    "bombard": "which ships bombard?",
    "land homeless": "where do fighters without a deck land?",
}
"""The questions that are answered on the battle paper."""


def head(view: View, columns: int, trouble: str = "") -> Line:
    """ "Two islands   round 3/12   Marran   2 combat move   10 to spend        WEST"."""
    seat = "WATCHING" if view.seat == "public" else safe(view.seat).upper()
    right = line((f" {trouble or seat} ", "alert" if trouble else "strong"))
    last = f"/{view.setting.rounds}" if view.setting.rounds else ""
    power = terms.power_name(view, view.power)
    money = f"  money {view.money[view.power]}" if view.power in view.money else ""
    now = line(f"  round {view.round}{last}  ", (power, role(view, view.power)), f"  {words.phase(view)}{money} ")
    title = line((f" {safe(view.setting.title)} ", "strong"))
    room = max(0, columns - width(right) - width(now))  # where we are matters more than what it is called
    return ends(line(*(fit(title, room) if width(title) > room else title), *now), right, columns)


def asked(view: View) -> Line:
    """The one line that says what is wanted of this seat."""
    kind = view.ask.kind
    power = terms.power_name(view, view.power)
    if view.result:
        return line((f" {safe(view.result)}", "alert"))
    if kind in words.MOVES:
        return _moving(view, power)
    if kind == "purchase":
        bought = terms.count(view, view.plan.purchases)
        what = bought or "nothing yet"
        money = view.money.get(view.power, 0)
        return line((f" {power} buys: {what}, {money} left.", "alert"), "  Enter writes the purchase.")
    if kind == "mobilise":
        waits = terms.count(view, view.bought) or "nothing"
        return line((f" {power} places what it bought: {waits}.", "alert"), "  Enter opens the placement.")
    if kind in BATTLE_KINDS:
        battle = view.battles.get(view.ask.battle)
        where = f"Battle in {terms.space_name(view, battle.space)}: " if battle else "Battles: "
        return line((f" {where}{BATTLE_KINDS[kind]}", "alert"), "  Enter answers.")
    if kind:
        return line((f" You are asked: {safe(kind)}.", "alert"), "  Enter answers.")
    return line(" Watching. " if view.seat == "public" else " ", (_waiting(view), "dim"))


def _waiting(view: View) -> str:
    if not view.waiting:
        return "The game goes on."
    kinds = sorted({safe(kind) for seat, kind in view.waiting.items() if seat != view.seat})
    return f"Waiting for {words.waiting(view)}: {', '.join(kinds)}."


def _moving(view: View, power: str) -> Line:
    number = len(view.plan.moves)
    planned = f"{number} move{'' if number == 1 else 's'}"
    if view.ask.missing:
        return line((f" {safe(view.ask.missing[0])}", "alert"))
    if view.ask.kind == "combat move":
        ahead = len(battles_ahead(view))
        planned += f", {ahead} battle{'' if ahead == 1 else 's'}"
    if out := still_out(view):
        away = f"{len(out)} aircraft not home"
        return line((f" {power} moves, no fighting: {planned}, {away}.", "alert"), "  f flies home.")
    what = "moves to attack" if view.ask.kind == "combat move" else "moves, no fighting"
    return line((f" {power} {what}: {planned}.", "alert"), "  Enter moves, c commits.")


def keys(view: View, targeting: bool, reading: bool = False) -> Keys:
    """The keys that matter now, the most wanted first."""
    if reading:
        return [("Space", "on"), ("Esc", "skip"), ("s", "the whole log"), ("t", "table"), ("q", "leave"), *HELP]
    if targeting:
        return [("Tab", "next target"), ("Enter", "go there"), ("t", "list"), ("/", "find"), ("Esc", "leave"), *HELP]
    look: Keys = [
        ("t", "table"),
        ("/", "find"),
        ("u", "units"),
        ("s", "log"),
        ("o", "odds"),
        ("+ -", "zoom"),
        ("q", "leave"),
    ]
    kind = view.ask.kind
    if view.result or view.seat == "public":
        return [("d", "briefing"), *look, *HELP]
    if kind in words.MOVES:
        duty: Keys = [("e", "engage")] if kind == "combat move" else [("f", "fly home")] if still_out(view) else []
        back: Keys = [("Backspace", "take back")] if view.plan.moves else []
        return [("Enter", "move"), ("p", "plan"), *duty, ("c", "commit"), *back, ("Tab", "next"), *look, *HELP]
    if kind == "purchase":
        return [("Enter", "buy"), ("c", "commit"), *look, *HELP]
    if kind == "mobilise":
        return [("Enter", "place"), ("c", "commit"), *look, *HELP]
    if kind:
        return [("Enter", "to the battle"), *look, *HELP]
    return [*([("b", "battle")] if view.current else []), *look, *HELP]

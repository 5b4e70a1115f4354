"""What is asked of me now, in one line, and the keys that matter now (H4)."""

from collections.abc import Collection

from room40.dreadnought.views import View
from room40_client.tui.draw import words
from room40_client.tui.draw.bar import HELP, Keys, key_bar
from room40_client.tui.draw.runs import Line, Run, line, safe

__all__ = ["HELP", "Keys", "asked", "key_bar", "keys"]

CLAIM_WORDS = {
    "leader": "leader +1",
    "large": "over 20 ships +1",
    "small craft": "small craft -1",
    "intercept": "intercept +2",
    "airship": "airship +2",
}
BOARD_KINDS = {
    "basic": "the enemy proposes basic combat",
    "entry": "by which side do you come on",
    "set up": "set up your ships",
    "manoeuvre": "your groups may move",
    "gunnery": "your guns may fire",
    "torpedoes": "your torpedoes may run",
    "keep": "a fleet has divided",
}
"""The questions that are answered on the tactical board, in words."""


def asked(view: View, ticked: Collection[str] = ()) -> Line:
    """The one line that says what is wanted of this seat."""
    ask = view.ask
    if view.result:
        return line((f" {safe(view.result)}", "alert"))
    if view.seat == "public":
        return line(" Watching. ", (_waiting(view), "dim"))
    if ask.kind in ("plan", "orders", "after battle"):
        return _orders(view)
    if ask.kind == "claims":
        ours = words.fleet_name(view, ask.fleet) if ask.fleet else "We"
        return line((f" Contact? {ours} and {safe(ask.label)} in {ask.zone}.", "alert"), *_ticks(view, ticked))
    if ask.kind == "swap":
        return line((" Two zones are checked; which first?", "alert"), "  ", *_numbered(view))
    if ask.kind == "quarry":
        about = words.fleet_name(view, ask.fleet)
        return line((f" The enemy has divided; whom does {about} pursue?", "alert"), "  ", *_numbered(view))
    if ask.kind == "fight":
        return _fight(view, ticked)
    if ask.kind in BOARD_KINDS:
        what = BOARD_KINDS[ask.kind]
        return line((f" Battle in {safe(ask.zone)}: {what}.", "alert"), "  Enter goes to the board.")
    if ask.kind:
        return line((f" {safe(ask.kind)} {safe(ask.zone)}", "alert"), "  ", *_numbered(view))
    return line(" ", (_waiting(view), "dim"))


def _waiting(view: View) -> str:
    if view.seat in view.waiting or not view.waiting:
        return f"The turn goes on: {words.phase(view.phase)}."
    return f"Waiting for the {' and the '.join(words.side_name(side) for side in view.waiting)}."


def _orders(view: View) -> Line:
    """Before a commit: which fleets still want orders, or that all is written."""
    what = {"plan": "Plan", "orders": "Orders", "after battle": "After the battle"}[view.ask.kind]
    wanting = {fleet.number: turns for f in words.by_number(view) if (turns := words.due(view, fleet := view.fleets[f]))}
    if wanting:
        fleets = f"fleet {next(iter(wanting))}" if len(wanting) == 1 else f"fleets {', '.join(map(str, wanting))}"
        slots = "; ".join(f"Fleet {number} {words.slots(turns)}" for number, turns in wanting.items())
        return line((f" {what} due: {fleets}.", "alert"), (f"  Still to be written: {slots}.", "dim"))
    if view.ask.missing:
        return line((f" {what}: {safe(view.ask.missing[0])}", "alert"))
    if view.ask.kind == "after battle":
        return line((" After the battle: abort, pursue or go on (m), then Enter.", "alert"))
    return line((f" {what}: all is written.", "strong"), "  Enter commits it.")


def _fight(view: View, ticked: Collection[str]) -> Line:
    battle = view.battle.get(view.ask.zone)
    chosen = next(iter(ticked), "continue")
    parts: list[str | Run] = []
    for number, stance in enumerate(view.ask.choices, 1):
        parts.append((f" {number} {safe(stance)} ", "chosen" if stance == chosen else ""))
    part = f", round {battle.round}" if battle else ""
    return line((f" Battle in {view.ask.zone}{part}:", "alert"), *parts, "  f targets")


def _ticks(view: View, ticked: Collection[str]) -> list[Run]:
    if not view.ask.choices:
        return [(" Nothing can be claimed.", "")]
    return [(" Claim", "")] + [
        (f" {number}[{'x' if choice in ticked else ' '}]{CLAIM_WORDS.get(choice, safe(choice))}", "")
        for number, choice in enumerate(view.ask.choices, 1)
    ]


def _numbered(view: View) -> list[Run]:
    return [(f" {number} {safe(choice)} ", "") for number, choice in enumerate(view.ask.choices, 1)]


def keys(view: View, mode: str, fleet: str) -> Keys:
    """The keys that matter now, most wanted first, then `HELP`."""
    if mode == "trace":
        return [("arrows", "sail"), ("yubn", "diagonals"), ("Enter", "write it"), ("Bksp", "back"), ("Esc", "leave"), *HELP]
    if mode == "write":
        return [("Enter", "write it"), ("Tab", "next fleet"), ("Esc", "leave"), *HELP[:1]]
    if mode == "walk":
        return [("Space", "on"), ("Esc", "skip"), ("s", "all signals"), *HELP]
    answers = _answers(view, fleet)
    leave = [] if ("q", "leave") in answers else [("q", "leave")]
    return [*answers, ("s", "signals"), ("v", "ships"), ("+ -", "zoom"), *leave, *HELP]


def _answers(view: View, fleet: str) -> Keys:
    kind = view.ask.kind
    if view.result or view.seat == "public":
        fought: Keys = [("B", "battle report")] if any(event.kind == "battle" for event in view.log.values()) else []
        return [("d", "briefing and points"), *fought, ("e", "sightings"), ("q", "leave")]
    if kind in ("plan", "orders", "after battle"):
        found: Keys = [("w", "write"), ("t", "trace")] if fleet and view.fleets[fleet].open else []
        forming = kind == "plan" and any("form" in one.may for one in view.fleets.values())
        menu: Keys = [("f", "re-form")] if forming else [("m", "more")]
        return [*found, *menu, ("Tab", "next fleet"), ("Enter", "commit")]
    if kind == "claims":
        claim: Keys = [("1-9", "tick"), ("Enter", "make the claims")]
        return claim if view.ask.choices else [("Enter", "go on")]
    if kind == "fight":
        return [("1-3", "stance"), ("f", "targets"), ("Enter", "fight")]
    if kind in BOARD_KINDS:
        return [("Enter", "to the board"), ("B", "report")]
    if kind:
        return [("1-9", "choose")]
    return [("r", "reopen")] if view.waiting and view.seat not in view.waiting else []

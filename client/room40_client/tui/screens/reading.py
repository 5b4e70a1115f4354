"""The papers of the dreadnought table as screens: signals, ship cards, sightings, the briefing, the chat, the rules."""

from textual.screen import Screen

from room40.dreadnought.views import View
from room40_client.tui.draw import papers, words
from room40_client.tui.draw.runs import Line, line, paragraphs, safe
from room40_client.tui.palette import Ink
from room40_client.tui.screens.desk import Desk
from room40_client.tui.screens.paper import Chat, Drawn, Reading, Rules, safe_paragraphs

__all__ = ["Chat", "Reading", "Rules", "briefing", "chat_screen", "paper_screen", "rules_screen"]


def paper_screen(desk: Desk, what: str) -> Screen[None]:
    """The screen of one of the papers of a desk."""
    view = desk.view
    if view is None:
        return Reading(desk.ink, "Nothing yet", lambda columns: [line("No view has come yet.")])
    made: dict[str, tuple[str, Drawn]] = {
        "signals": ("Signal log", lambda columns: papers.signals(view, columns)),
        "ships": ("Ship cards", lambda columns: papers.ship_cards(view, columns, desk.chosen)),
        "all_ships": ("Ship cards, all fleets", lambda columns: papers.ship_cards(view, columns)),
        "sightings": ("Sightings", lambda columns: papers.sightings(view, columns)),
        "briefing": (safe(view.scenario.title), lambda columns: briefing(view, columns)),
    }
    heading, drawn = made[what]
    return Reading(desk.ink, heading, drawn, at_end=what == "signals")


def briefing(view: View, columns: int) -> list[Line]:
    """The scenario in words, its goals, and how the points stand."""
    lines = [line(f" {piece}") for piece in paragraphs(safe_paragraphs(view.scenario.briefing), columns - 2)]
    if view.scenario.goals:
        lines += [line(""), line((" Goals", "strong"))]
        for key, goal in view.scenario.goals.items():
            aim = view.scenario.aims.get(key)
            worth = f" ({words.side_name(aim.side)}, {aim.points} points)" if aim else ""
            lines += [line(f"  {piece}") for piece in paragraphs(safe(goal) + worth, columns - 3)]
    battle_alone = view.scenario.length == 1
    lines += [line(""), line((" How the battle is fought" if battle_alone else " How a turn is played", "strong"))]
    lines += [line(f"  {piece}") for piece in paragraphs((HOW_BATTLE if battle_alone else HOW).strip(), columns - 3)]
    lines += [line(""), line((" Victory points", "strong")), line(f"  {words.weight(view) or 'none yet'}")]
    days = f"{view.scenario.length} turns of four hours; turn {view.turn} now."
    return [*lines, line(""), line(f" {days}")]


HOW = """
w writes the open slot of a fleet: type the zones it enters, as r31/r32; t sails there on the chart instead.
Tab goes to the next fleet; m offers what else a fleet may do.
Enter commits. When both sides have committed, all fleets move at once; Space walks you through what happened.
Before a contact you may make claims. A battle is fought on a board, step by step, or by dice if a table is so opened.
The line above the keys always says what is asked of you. F1 explains the rule at hand, ? every key, d this page.
On the chart . is sea, : coast, # land; @ your ports, % the enemy's, = neutral ones; 1 your fleet 1 (1+ more than one), \
A the enemy's counter A, a where it was seen last; * the route you have written, + the one you trace."""


HOW_BATTLE = """
Nothing is plotted: Enter on the chart commits, and the board comes up.
First you set up; Enter takes the umpire's way. Then come rounds of twenty steps: a side moves, guns, torpedoes, and so on.
In a move w s q e a d send a group one hex. In a step of fire Up and Down choose the target, Space aims, o aims all.
Enter gives the order of the step. What it will do stands in the line above the keys.
Who is out of sight of every enemy, or leaves over the edge unseen, has got away, and the battle may end there.
On the board F1 explains the rule at hand, k the signs, ? every key."""


def chat_screen(desk: Desk) -> Screen[None]:
    """The chat."""
    watching = desk.view is not None and desk.view.seat == "public"
    return Chat(desk.ink, desk.wire, watching, words.side_name)


def rules_screen(ink: Ink, clause: str) -> Screen[None]:
    """The rules, open at a clause."""
    return Rules(ink, clause)

"""The scenario in words, how the powers stand, and how the table is used."""

from room40.combined_arms.views import View
from room40_client.tui.combined_arms import words
from room40_client.tui.combined_arms.draw.papers import powers
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.draw.runs import Line, line, paragraphs, safe

HOW = """
Enter does what the line above the keys asks: it moves units of the space under the cursor, opens the purchase, the \
placement or the battle. c commits the phase; until then Backspace takes the last move back, and p shows the whole \
plan.
Moving: Enter on a space with your units, say how many of each go, then Enter on the space where they go. The places \
they can reach are marked >; Tab goes through them. Land units go aboard a transport like into any space, sail with \
it, and go ashore the same way.
Aircraft that attack must get home: the plan shows where they can land, and the commit waits until all of them can.
On the map ~ is sea; a land has its owner's letter, its value, * for a city, ^ for an industrial complex. M5+2a: five \
land units of M and two aircraft; M4s1a+2: four ships, an aircraft, two land units aboard; M0: nobody. Dots lead to \
what the space under the cursor touches, * along planned moves; x is a battle, + units planned to come.
t lists all spaces, / finds one by name, o tells the odds of a battle, F1 explains the rule at hand, ? shows every \
key, d this page."""


def briefing(view: View, columns: int) -> list[Line]:
    """The briefing, the seats, the standing of the powers, and the keys in short."""
    text = "\n".join(safe(piece) for piece in view.setting.briefing.replace("\r", "").split("\n"))
    lines = [line(f" {piece}") for piece in paragraphs(text.strip(), columns - 2)]
    lines += [line(""), line((" Who plays", "strong"))]
    for seat in dict.fromkeys(view.setting.powers[power].seat for power in view.setting.order):
        you = "   you" if seat == view.seat else ""
        lines.append(line(f"  {words.seat_name(view, seat)}", (you, "own")))
    turns = ", ".join(terms.power_name(view, power) for power in view.setting.order)
    lines += [line(f"  In turn: {turns}."), line(""), line((" How it stands", "strong")), *powers(view, min(columns, 60))]
    if view.setting.rounds:
        lines.append(line(f" The game ends after round {view.setting.rounds}; this is round {view.round}."))
    lines += [line(""), line((" How the table is used", "strong"))]
    return lines + [line(f"  {piece}") for piece in paragraphs(HOW.strip(), columns - 3)]

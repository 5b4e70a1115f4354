"""Phases, decisions and moves of a 1942 view in the hobby's words."""

from collections.abc import Collection

from room40.combined_arms.views import MoveView, View
from room40_client.tui.combined_arms.papers import terms
from room40_client.tui.draw.runs import safe

PHASES = {
    "purchase": "1 purchase",
    "combat move": "2 combat move",
    "combat": "3 battles",
    "non-combat move": "4 non-combat move",
    "mobilise": "5 mobilise",
    "income": "6 income",
    "over": "over",
}
MOVES = frozenset({"combat move", "non-combat move"})
"""The phases, and what is asked in them, in which moves are planned."""
DUTIES = {"battle": "to fight", "raid": "to bomb the complex", "landing": "to fight ashore"}
"""What aircraft are sent to do (C3.4, K4)."""
MEETS = {"nothing": "", "takes": "takes it", "may fight": "a battle if you wish", "fights": "a battle"}
"""What comes of a move where it ends."""


def phase(view: View) -> str:
    """The phase with its number: "2 combat move"."""
    return PHASES.get(view.phase, safe(view.phase))


def seat_name(view: View, seat: str) -> str:
    """A seat and what it holds: "West (Marran, Sorrel)"."""
    held = [terms.power_name(view, power) for power in view.setting.order if view.setting.powers[power].seat == seat]
    name = safe(seat).capitalize()
    return f"{name} ({', '.join(held)})" if held and [name] != held else name


def held(view: View) -> list[str]:
    """The powers of the own seat, in turn."""
    return [power for power in view.setting.order if view.setting.powers[power].seat == view.seat]


def units(view: View, ids: Collection[str], room: int = 0) -> str:
    """Units in words: "2 infantry, 1 tank"; where that finds no room, their number: "8 units"."""
    said = terms.count(view, terms.counted(view, ids))
    return f"{len(ids)} units" if room and len(said) > room else said


def path(view: View, spaces: Collection[str]) -> str:
    """A way in words: "Port Marran > The Strait"."""
    return " > ".join(terms.space_name(view, space) for space in spaces)


def move(view: View, given: MoveView) -> str:
    """A planned move in one line."""
    duty = given.duty if any(terms.domain(view, u) == "air" for u in given.units if u in view.units) else ""
    sent = f", {DUTIES[duty]}" if duty in ("raid", "landing") else ""
    loads = " aboard" if given.aboard and view.setting.spaces[given.path[-1]].water else ""
    return f"{units(view, given.units)}: {path(view, given.path)}{loads}{sent}"


def waiting(view: View) -> str:
    """Who is waited for, by name, "" where nobody is."""
    powers = view.setting.powers
    turn = powers[view.power].seat if view.power in powers else ""
    others = []
    for seat in view.waiting:
        holds_turn = seat == turn and safe(seat).capitalize() != terms.power_name(view, view.power)
        if seat != view.seat:
            others.append(
                f"{safe(seat).capitalize()} ({terms.power_name(view, view.power)})" if holds_turn else seat_name(view, seat)
            )
    return " and ".join(others)

"""Help: the commands in groups, one command, a clause of the rules."""

from typing import Any

from room40_client.plain.grammar import Unclear
from room40_client.plain.system import System
from room40_client.tui.clauses import Clause, beside, load, nearest

EVERYWHERE = (
    ("asked", "what is asked of you; an empty line says it too"),
    ("status", "where the game stands"),
    ("brief", "the briefing"),
    ("who", "the seats, and who is waited for"),
    ("chat", "what has been said at the table"),
    ("say WORDS", "to the whole table"),
    ("wait", "for scripts: until you are asked"),
    ("help COMMAND, help CLAUSE", "one command, or a clause of the rules as 5.46; help clauses lists them"),
    ("quit", "leave; the game is kept"),
)


def help_about(system: System[Any], text: str) -> list[str]:
    """Help on nothing in particular, on a command, or on a clause."""
    said = text.strip().lower()
    if not said:
        return _in_short(system)
    if said == "all":
        return _all(system)
    if said == "clauses":
        return [f"{clause.number}: {clause.title}" for clause in beside(system.first_clause)]
    if clause := _clause(text):
        return [f"{clause.number}: {clause.title}.", *clause.text.strip().split("\n")]
    for usage, about in EVERYWHERE:
        if said == usage.split(" ")[0]:
            return [f"{usage}. {about}."]
    try:
        command, _ = system.find(text)
    except Unclear:
        raise Unclear(f"There is no command and no clause {text[:30]!r}; help lists the commands.") from None
    return [f"{command.about}.", *(f"As: {usage}" for usage in command.usage)]


def _in_short(system: System[Any]) -> list[str]:
    """The commands by their first words."""
    facts = ", ".join(fact.words[0] for fact in system.facts)
    orders = ", ".join(order.words[0] or order.usage[0] for order in system.orders)
    everywhere = ", ".join(usage for usage, _ in EVERYWHERE)
    return [f"To look: {facts}.", f"To order: {orders}.", f"Always: {everywhere}.", "help all tells every one."]


def _all(system: System[Any]) -> list[str]:
    facts = [f"{fact.usage[0]}. {fact.about}." for fact in system.facts]
    orders = [f"{order.usage[0]}. {order.about}." for order in system.orders]
    everywhere = [f"{usage}. {about}." for usage, about in EVERYWHERE]
    return ["To look:", *facts, "To order:", *orders, "Always:", *everywhere]


def _clause(text: str) -> Clause | None:
    """The clause that a number means; None where it is no clause's, nor stands under one."""
    wanted = text.strip().upper()
    if not any(c.isdigit() for c in wanted) or " " in wanted:
        return None
    every = load()
    found = every[nearest(every, wanted)]
    return found if wanted.startswith(found.number.upper()) else None

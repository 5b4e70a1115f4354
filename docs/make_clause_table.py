"""Write `docs/clauses.md`: for every clause of the rules of both systems the place in the code and the tests that hold it.

    python docs/make_clause_table.py            writes the table; exit code 1 if a clause has no place or no test

A place is a function or class whose docstring names the clause. A test is one marked with `pytest.mark.clause`, or a case
script with the clause in its `clause`.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "clauses.md"
CODE = (
    "shared/room40/geometry",
    "shared/room40/dreadnought",
    "shared/room40/combined_arms",
    "server/room40_server/rules",
    "server/room40_server/cards.py",
)
CASES = "clauses"
"""The folder of case scripts under `tests`."""
PLACES_SHOWN, TESTS_SHOWN = 4, 4

CLAUSES = {
    "5.0": "The chart of zones; only fleets move on it",
    "5.1": "The order sheet: a slot a fleet and turn",
    "5.11": "Speed: two zones a turn for fleets of 2 and 2+, else one",
    "5.12": "Pre-planned fleets",
    "5.2": "Missions: who may, two turns ahead, one nationality",
    "5.2 Transport": "",
    "5.2 Bombardment": "",
    "5.2 Escort": "",
    "5.2 Intercept": "",
    "5.2 Abort": "",
    "5.2 Minelaying": "",
    "5.2 Minesweeping": "",
    "5.2 Raiding": "",
    "5.21": "Merging",
    "5.22": "A new mission after six turns in port",
    "5.23": "Pursuit",
    "5.24": "Splitting",
    "5.25": "Limits: counters, one raider",
    "5.3": "All fleets move at once",
    "5.4": "Contact: 4 or more by day, 6 by night",
    "5.41": "A natural 6: contact and surprise",
    "5.42": "Automatic contact",
    "5.43": "Back to the zone of contact; moves are delayed",
    "5.44": "Several zones, swaps",
    "5.45": "Weather on the contact die",
    "5.46": "Claims",
    "5.47": "All contacts before any battle",
    "5.48": "Driven out by a battle: no more contacts this turn",
    "5.49": "No check for a raider off the map",
    "7.2": "Setting up a battle: initiative, order, stacking",
    "7.21": "Fog of the board: counters face down",
    "7.22": "A fleet in one hex or a chain",
    "7.23": "Setting up without initiative",
    "7.24": "Setting up with initiative",
    "7.25": "Raiders may spread",
    "7.26": "One nationality in a hex",
    "7.27": "Detection range, faces",
    "7.28": "Surprise",
    "7.29": "Several fleets; exchange after the battle",
    "7.3": "Groups",
    "7.31": "The twenty impulses",
    "7.32": "Movement; eight in a hex at its end",
    "7.33": "Leaving the board",
    "7.34": "Tows",
    "7.35": "Damaged ships taken out of their groups",
    "7.36": "The end of a battle",
    "7.37": "Orders after a battle",
    "7.38": "Long battles: one zone less next turn",
    "7.39": "The fuel die of a battle",
    "H2": "Ships and their cards",
    "H4": "The turn, its phases, day and night",
    "H4.1": "Weather",
    "H6": "Basic combat",
    "H7.4": "Land and the tactical map",
    "H7.5": "Gunnery and damage",
    "H7.7": "Torpedoes",
    "H9": "Counters of several boats",
    "H10": "Merchants",
    "H11": "Bombardment, towing, ports, cargo, nationalities",
    "H12": "Fuel",
    "H13": "Mines",
    "H14": "Airships",
    "H15": "Submarines",
    "H16": "Leaders",
    "H18": "Victory",
    "H21.1": "The speed 1+",
    "H21.2": "Nationality beats the minimum of four",
    "H21.3": "7.38 shortens moves of two zones only",
    "H21.4": "Automatic contact finds a raider off the map",
    "H21.5": "At the detection range: seen, not identified",
    "H21.6": "Several battles in order of zone",
    "H21.7": "Claims in secret; standing instructions",
    "H21.8": "Pursuit of a fleet that divides",
    "H21.9": "The blind board",
    "H21.10": "Fog on the operational map",
    "H21.12": "How delays are timed anew",
    "H21.13": "A pursuit that succeeds",
    "H21.14": "Surprise: the inward steps",
    "H21.15": "The side of a fleet that did not move",
    "H21.16": "Several entry sides: the nearest",
    "H21.17": "The ninth ship",
    "H21.18": "A fleet divided by leaving the board",
    "H21.19": "Rejoining the route after leaving a battle",
    "H21.20": "When the raider limits bind",
    "H21.21": "A raider passing through",
    "H21.22": "Whose claims",
    "H21.23": "Bombardment on an abort",
    "H21.24": "Escorts",
    "H21.25": "Planning anew after six turns in port",
    "H21.26": "Operations after a battle",
    "H21.27": "Merging: limits, port clock",
    "H21.28": "A zone and its port are two places",
    "H21.29": "One battle a zone",
    "H21.30": "Abort: which port",
    "H21.31": "Secondary armour, heavy secondaries",
    "H21.32": "Damage and torpedoes: order, ranges",
    "H21.33": "Fuel for zones entered; harmless crossings",
    "H21.34": "Hexes and their numbers",
    "C1.1": "In a hostile zone at the start: stay and fight",
    "C1.2": "Leave, load on the way, fight elsewhere",
    "C1.3": "Leave, load, come back to fight",
    "C1.4": "Leave and fight nowhere",
    "C1.5": "What moved or fought stays out of phase 4",
    "C1.6": "Submarines and transports alone oblige to nothing",
    "C2.1": "Aircraft keep movement for the way home",
    "C2.2": "All four on a sea attack, with a deck to come",
    "C2.3": "No fire at those who fly over",
    "C3.1": "Assaults are declared in the combat move",
    "C3.2": "What an assault attacks, and from where",
    "C3.3": "Moving up for a landing is combat movement",
    "C3.4": "Aircraft: the sea battle or the landing",
    "C3.5": "The sea battle comes first; submarines may be ignored",
    "C4.1": "Own fighters leave the carrier first",
    "C4.2": "Guests aboard are cargo",
    "C4.3": "A carrier receives fighters where it ends",
    "C4.4": "Submarines pass, destroyers stop them",
    "C4.5": "Blitz",
    "C4.6": "Guns and complexes stop a blitz",
    "C4.7": "Surface warships stop transports",
    "C4.8": "Loading on the way; what is loaded is unloaded",
    "C4.9": "Where a transport of an assault ends",
    "C4.10": "Land units aboard are cargo",
    "C5.1": "Raids, assaults, general combat",
    "C5.2": "The unit table adjusts the rules",
    "C5.3": "No attack on an ally",
    "K1": "The turn and its phases",
    "K1.1": "The order of powers; victory cities",
    "K1.2": "All moves of a phase are simultaneous in law",
    "K2": "The unit table",
    "K3.1": "Who moves when; impassable territories",
    "K3.2": "Canals",
    "K3.3": "Hostile sea zones; attacking what is no warship",
    "K3.4": "The joint landing plan",
    "K3.5": "Aircraft not landed are lost, or wait for a carrier",
    "K3.6": "No landing on what was taken this turn",
    "K3.7": "Fighters of a sunk carrier",
    "K3.8": "Transports: load, move, unload",
    "K3.9": "Submarines in phase 4; transports alone",
    "K3.10": "Who stops in a hostile zone and who fights there",
    "K3.11": "No loading where the enemy is; who stays fights",
    "K3.12": "Older cargo; cargo after a retreat",
    "K4": "Strategic bombing and repair",
    "K5.1": "Who takes part in a battle",
    "K5.2": "Anti-aircraft fire",
    "K5.3": "Bombardment",
    "K5.4": "The round of a battle",
    "K5.5": "Hits find as many targets as possible; damage",
    "K5.6": "Transports last; alone they are sunk",
    "K5.7": "Neither side can hit the other",
    "K5.8": "Retreat",
    "K5.9": "Taking and liberating territories",
    "K5.10": "Capitals",
    "K5.11": "Assaults depend on their sea battle; the order",
    "K6.1": "The surprise strike",
    "K6.2": "Submerging",
    "K6.3": "Submarines and aircraft",
    "K7": "Mobilising and income",
    "K8": "Odds",
}
"""Every clause in scope, and its short title; the missions of 5.2 are named by themselves."""


@dataclass
class Entry:
    """What was found for a clause: places in the code, tests."""

    places: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def names(text: str, clause: str) -> bool:
    """Whether a text names the clause, and not merely one that begins like it."""
    number, _, mission = clause.partition(" ")
    pattern = rf"(?<![\w.]){re.escape(number)}{' ' + mission if mission else ''}(?!\.?\d)"
    return re.search(pattern, text, re.IGNORECASE) is not None


def collect() -> dict[str, Entry]:
    """All clauses with their places and tests."""
    table = {clause: Entry() for clause in CLAUSES}
    for place, text in documented():
        for clause, entry in table.items():
            if names(text, clause):
                entry.places.append(place)
    for test, marked in marked_tests():
        for clause, entry in table.items():
            if any(covers(mark, clause) for mark in marked):
                entry.tests.append(test)
    return table


def covers(mark: str, clause: str) -> bool:
    """Whether a mark is of the clause: itself, or a ruling or mission under it ("H21.28" is none of "H2")."""
    return mark == clause or mark.startswith(clause + " ")


def documented() -> Iterator[tuple[str, str]]:
    """Every public or private function, class and module of the rules, with its docstring."""
    for root in CODE:
        path = ROOT / root
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            where = file.relative_to(ROOT).as_posix().replace("server/room40_server/", "").replace("shared/", "")
            tree = ast.parse(file.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    yield f"{where}: {node.name}", ast.get_docstring(node) or ""
                elif isinstance(node, ast.Module):
                    yield where, ast.get_docstring(node) or ""


def marked_tests() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every marked test function, and every case script, with its clauses."""
    for file in sorted((ROOT / "tests").rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        everywhere = tuple(m for node in tree.body if isinstance(node, ast.Assign) for m in marks(node.value))
        for test, of_class in tests_in(tree):
            own = tuple(m for decorator in test.decorator_list for m in marks(decorator))
            if own or of_class or everywhere:
                yield f"{file.stem}: {test.name.removeprefix('test_')}", tuple(dict.fromkeys(own + of_class + everywhere))
    for file in sorted((ROOT / "tests" / CASES).rglob("*.toml")):
        clause = tomllib.loads(file.read_text("utf-8"))["clause"]
        yield f"case {file.stem}", (clause,) if isinstance(clause, str) else tuple(clause)


def tests_in(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, tuple[str, ...]]]:
    """Every test function of a file, with the marks of the class it stands in."""
    for holder in (tree, *(n for n in ast.walk(tree) if isinstance(n, ast.ClassDef))):
        decorators = holder.decorator_list if isinstance(holder, ast.ClassDef) else []
        of_class = tuple(m for decorator in decorators for m in marks(decorator))
        for node in holder.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node, of_class


def marks(node: ast.expr) -> Iterator[str]:
    """The clauses in `pytest.mark.clause("5.43", …)`, alone, in a list, or among the marks of a parameter."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "clause":
            yield from (a.value for a in part.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def holes(table: dict[str, Entry]) -> list[str]:
    """Clauses without a place in the code or without a test, a sentence each."""
    missing = [f"{clause} has no place in the code." for clause, entry in table.items() if not entry.places]
    return missing + [f"{clause} has no test." for clause, entry in table.items() if not entry.tests]


def written(table: dict[str, Entry]) -> str:
    """The table as Markdown."""
    lines = [
        "# Clauses, where they stand and what holds them",
        "",
        "Written by `python docs/make_clause_table.py` from the docstrings of the rules, the marks of tests, and",
        "the case scripts; a test fails when it is not up to date. Clauses 5.x and 7.x are the naval rule book's, H the",
        "house rules around it; C is the rule book of 1942, K the house rules around that.",
        "",
        "| clause | what | places in the code | tests |",
        "|---|---|---|---|",
    ]
    for clause, entry in table.items():
        places, tests = shortened(by_fit(entry.places), PLACES_SHOWN), shortened(entry.tests, TESTS_SHOWN)
        lines.append(f"| {clause} | {CLAUSES[clause]} | {places} | {tests} |")
    return "\n".join(lines) + "\n"


def by_fit(places: list[str]) -> list[str]:
    """Functions before whole modules."""
    return sorted(places, key=lambda place: ":" not in place)


def shortened(items: list[str], most: int) -> str:
    """The first few, and how many more."""
    shown = "<br>".join(f"`{item}`" for item in items[:most])
    return shown + (f"<br>and {len(items) - most} more" if len(items) > most else "")


def main() -> int:
    """Write the table, say what is missing."""
    table = collect()
    TABLE.write_text(written(table), "utf-8")
    for sentence in holes(table):
        sys.stderr.write(sentence + "\n")
    return 1 if holes(table) else 0


if __name__ == "__main__":
    sys.exit(main())

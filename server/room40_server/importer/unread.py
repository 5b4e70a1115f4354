"""The parts of a file of which nothing is taken over."""

from room40_server.importer.findings import Findings
from room40_server.importer.reading import attachment_elements, name_of, number
from room40_server.importer.xml_tree import Element

READ = ("unitattachment", "territoryattachment", "canalattachment")
"""Attachments that are read, by how their names begin."""
WHY = {
    "tech": "there is no research; left out.",
    "unitsupport": "units support each other only as artillery does infantry; left out.",
    "support": "units support each other only as artillery does infantry; left out.",
}
PARTS = frozenset({"relationshipTypes", "relationshipInitialize", "territoryEffectList", "variableList", "technology"})


def note(game: Element, findings: Findings) -> None:
    """Note every part and attachment that nobody reads."""
    for part in game.children:
        if part.tag in PARTS and part.children:
            findings.leave(part, part.tag, "nothing of this part is taken over.")
    for element in attachment_elements(game):
        kind = name_of(element).lower()
        if not kind.startswith(READ):
            why = next((words for start, words in WHY.items() if kind.startswith(start)), "nothing of it is taken over.")
            findings.leave(element, f"{name_of(element)} of {element.get('attachTo')!r}", why)
    dice = game.first("diceSides")
    if dice is not None and number(dice.get("value")) != 6:
        findings.leave(dice, "diceSides", f"dice have 6 sides here, not {dice.get('value')!r}.")

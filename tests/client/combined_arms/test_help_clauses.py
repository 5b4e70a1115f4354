"""The help knows every clause of 1942: whatever the rules can cite, F1 explains."""

import re
from pathlib import Path

import pytest

from room40_client.tui import clauses
from room40_server import rules

RULES = Path(rules.__file__).parent / "combined_arms"
CITED = sorted({c for file in RULES.glob("*.py") for c in re.findall(r'"([CK]\d+(?:\.\d+)?)"', file.read_text("utf-8"))})
NUMBERS = [
    *(f"C1.{n}" for n in range(1, 7)),
    *(f"C2.{n}" for n in range(1, 4)),
    *(f"C3.{n}" for n in range(1, 6)),
    *(f"C4.{n}" for n in range(1, 11)),
    *(f"C5.{n}" for n in range(1, 4)),
    *(f"K1.{n}" for n in range(1, 3)),
    *(f"K3.{n}" for n in range(1, 13)),
    *(f"K5.{n}" for n in range(1, 12)),
    *(f"K6.{n}" for n in range(1, 4)),
    *("C1", "C2", "C3", "C4", "C5", "K1", "K2", "K4", "K5", "K6", "K7", "K8"),
]


@pytest.mark.parametrize("number", NUMBERS)
def test_every_clause_of_1942_has_a_help_text(number: str) -> None:
    clause = {c.number: c for c in clauses.load()}[number]
    assert clause.title
    assert 30 < len(clause.text) < 1200
    assert clause.text.isascii()


def test_whatever_the_rules_cite_has_its_own_entry() -> None:
    assert len(CITED) > 25
    known = {clause.number for clause in clauses.load()}
    assert [number for number in CITED if number not in known and number != "K3"] == []


def test_the_rules_open_among_the_clauses_of_their_own_system() -> None:
    assert all(clause.number[0] in "CK" for clause in clauses.beside("K5.5"))
    assert not any(clause.number[0] in "CK" for clause in clauses.beside(""))
    assert clauses.beside("C1")[clauses.nearest(clauses.beside("C1"), "K5.5")].title == "Taking hits"
